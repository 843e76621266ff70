"""Chapter 1: game concepts."""
