"""Whole databases of combos: files are read row by row, each row is proved by a process with limits, and reports tell what came of them."""
