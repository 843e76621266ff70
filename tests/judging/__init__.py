"""Tests of rulings: statements, policies and what they settle."""
