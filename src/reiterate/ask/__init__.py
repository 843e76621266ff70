"""Questions asked of a position, and their answers as typed values with their words: the layer below all screens."""
