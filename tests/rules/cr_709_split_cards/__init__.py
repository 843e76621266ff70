"""Rules of split cards (709)."""
