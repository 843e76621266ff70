"""The kinds of loops: who keeps a loop up, whether it ends, whether it is determined, what players could do (732)."""
