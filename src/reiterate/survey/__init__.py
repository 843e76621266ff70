"""Finding loops: on a bare board, or in what was played; what a loop gives, and what it needs."""
