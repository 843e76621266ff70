"""Tests of the checker: what it refuses."""
