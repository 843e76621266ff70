"""Tests of shortcuts and fragmented loops (732)."""
