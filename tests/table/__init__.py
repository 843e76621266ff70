"""Tests of games at the table: seats, views, undo, the store, and what is left of a program that was killed."""
