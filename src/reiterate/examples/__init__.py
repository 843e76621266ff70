"""Position files that the demonstration plays."""
