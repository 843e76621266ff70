"""Whole databases of combos: files read as streams, rows proved by processes with limits, and reports."""
