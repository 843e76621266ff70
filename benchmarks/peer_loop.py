"""The loop of ``benchmarks.peers`` played by the present engine, iteration by iteration and without a jump."""

from __future__ import annotations

import sys

from reiterate.cards import CardBook
from reiterate.loops.play import DONE, play
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.state.model import State

TEXT = """format: position/1
players:
  p1:
    battlefield:
      - {card: Grizzly Bears, label: host}
      - {card: Presence of Gond, attached to: host}
      - Intruder Alarm
script: |
  repeat 2:
    activate host
    all pass
    all pass
"""


def played(iterations: int) -> State:
    """The state after so many iterations, each of them played."""
    position = load(TEXT, "loop", CardBook.builtin())
    assert isinstance(position, Position), position
    block = position.script[0]
    assert isinstance(block, Repeat)
    state, body = position.state, BodyReader(block.body)
    for _ in range(iterations):
        once = play(state, body)
        assert once.stop == DONE, once.stop
        state = once.state
    return state


def elves(state: State) -> int:
    """How many Elf Warriors are on the battlefield."""
    named = [(row, row.cls.proto) for row in state.rows.values()]
    rows = [row for row, proto in named if proto is not None and proto.token and proto.name == "Elf Warrior"]
    return sum(row.n for row in rows if isinstance(row.n, int))


if __name__ == "__main__":
    print(elves(played(int(sys.argv[1]))))
