"""Boards from elsewhere: deck lists, and new games from them. Puzzles of Forge are read in ``script/puzzle.py``."""
