"""One-line breakages, each of which must make a named check fail."""
