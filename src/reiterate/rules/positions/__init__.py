"""Positions as a whole: laid out, seen by one player, and compared with each other."""
