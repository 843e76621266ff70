"""Tests of the kinds of loops: who keeps them up, draws, strategies."""
