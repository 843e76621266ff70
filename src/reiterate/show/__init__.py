"""Answers as people and programs read them: words, tables and JSON."""
