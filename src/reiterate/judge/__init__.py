"""Rulings on loops: who keeps a loop up, whether it ends, whether it is determined, and what follows (732)."""
