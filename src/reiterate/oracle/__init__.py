"""Card text to terms."""
