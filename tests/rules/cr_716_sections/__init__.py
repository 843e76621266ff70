"""Rules of Saga cards (714)."""
