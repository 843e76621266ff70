"""Rules 604 and 610 to 613: static abilities, continuous effects, layers."""
