"""New combos among many cards: pairs that feed each other, ranked, searched and proved."""
