"""Scripts and position files: choices as lines of text, blocks that repeat, places in them, boards."""
