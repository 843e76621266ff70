"""Tests: one file per room, rules tests named by rule number."""
