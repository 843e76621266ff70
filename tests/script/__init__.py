"""Tests of position files and scripts."""
