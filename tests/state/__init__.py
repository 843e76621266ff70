"""Tests of states, identity and grouping."""
