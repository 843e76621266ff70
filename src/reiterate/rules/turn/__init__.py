"""The turn, combat and state-based actions (500 to 511, 704)."""
