"""Everything that writes certificates."""
