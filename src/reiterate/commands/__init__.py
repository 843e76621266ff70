"""Commands that ask nothing of a board: what a word means, a position to begin with, the installation, card files."""
