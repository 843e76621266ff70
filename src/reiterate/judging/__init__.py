"""Judging: what follows of a loop under a policy, from what the engine proves and what the players have said.

Three layers, each pure. ``judge`` finds what is true of the loop. ``statements`` holds what was said. ``policies``
are tables of the texts, whose lines cite their sentences. ``settling`` puts the three together.
"""
