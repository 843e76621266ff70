"""Tests of the rules by chapter; the test names carry the rule numbers."""
