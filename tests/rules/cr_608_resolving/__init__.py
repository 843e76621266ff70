"""Rules 608 and 609: resolving, and what effects do."""
