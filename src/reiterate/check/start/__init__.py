"""Whether the start of a certificate is a table that a game can hold."""
