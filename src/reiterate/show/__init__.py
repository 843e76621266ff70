"""Answers on screens: briefs, tables and pictures made of the values that `ask/` gives."""
