"""The game: events, layers, costs, turn, triggers, combat, resolution and options."""
