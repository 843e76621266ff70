"""Choices as lines of text, blocks that repeat, and places in them."""
