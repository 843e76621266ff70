"""Tests of the benchmarks: what their tables say."""
