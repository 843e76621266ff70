"""Tests of certificates: what the solver writes and the checker accepts."""
