"""The cases and named combos of the reference data."""
