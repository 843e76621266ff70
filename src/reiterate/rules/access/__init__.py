"""Reading and writing the state of a game, and the records of what is chosen."""
