"""Tests of games that are played on: their log, undo, and the hot seat."""
