"""Tests of card files and the coverage ledger."""
