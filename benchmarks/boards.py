"""Boards to measure on: a loop that is played in two cards, beside as many rows of bystanders as are wanted."""

from __future__ import annotations

from typing import Final

from reiterate.cards import CardBook
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.state.model import State

HEAD: Final = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
"""
SCRIPT: Final = """script: |
  repeat 2:
    activate Midnight Guard
    all pass
    all pass
"""


def board(bystanders: int) -> tuple[State, BodyReader]:
    """Midnight Guard with Presence of Gond, and rows of bystanders that differ in their counters."""
    rows = "".join(f"      - {{card: Grizzly Bears, counters: {{+1/+1: {i + 1}}}}}\n" for i in range(bystanders))
    position = load(HEAD + rows + SCRIPT, "bench", CardBook.builtin())
    assert isinstance(position, Position), position
    block = position.script[0]
    assert isinstance(block, Repeat)
    return position.state, BodyReader(block.body)
