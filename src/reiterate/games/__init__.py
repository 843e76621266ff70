"""Games that are played on: an append-only log of what was done, and the position that it leads to."""
