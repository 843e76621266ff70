"""Tests of loops: traces, closed forms, jumps and nests."""
