"""Loops: a body repeated, traced (symbolic execution), summed up by closed forms, and jumped (loop acceleration)."""
