"""What may be chosen, whether a choice is legal, and playing it."""
