"""Tests: a folder for each room of the source; tests of the rules by chapter, named by rule number."""
