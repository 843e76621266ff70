"""The closed language of abilities, as data."""
