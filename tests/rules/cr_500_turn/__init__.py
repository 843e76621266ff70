"""Rules 500 to 505 and 512 to 514: the turn."""
