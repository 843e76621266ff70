"""Tests of exact quantities."""
