"""The state of a game as immutable rows, counted groups and history."""
