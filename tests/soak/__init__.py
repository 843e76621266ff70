"""Long random games, and the slow references of rules 613 and 704."""
