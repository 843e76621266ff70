"""Cards to a proved combo: boards for the cards, one shots, fewer cards, and the loops of a deck."""
