"""A peer's tests as a foreign opinion: cases of another engine, played through ``reiterate.api`` alone."""
