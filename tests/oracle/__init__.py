"""Tests of the reading of card text."""
