"""The start of a certificate: that it is a table which a game can hold."""
