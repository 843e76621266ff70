"""Tests of the finder and of what loops give."""
