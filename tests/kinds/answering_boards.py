"""Boards on which somebody answers again and again, and cards that drain."""

from __future__ import annotations

from typing import Final

from tests.support.files import needs_data
from tests.support.kinds_board import CARDS, board

#: A first life for p1.
FEEDER: Final = "{card: Spike Feeder, label: feeder, counters: {+1/+1: 1}}"
START: Final = "activate feeder: gain 2 life\nall pass\n"


data = needs_data(CARDS)


RAPTORS: Final = board(
    "mana: {G: 8}, hand: [Polyraptor], [2 Marauding Raptor]",
    "hand: 0, []",
    "cast Polyraptor\nall pass\nrepeat 10:\n  all pass\n  all pass\n  order #1 first",
)


RINGS_AND_MORE: Final = board(
    "mana: {W: 3}, hand: [Oblivion Ring], [{card: Oblivion Ring, exiled: Oblivion Ring}]",
    "[Grizzly Bears]",
    "cast Oblivion Ring\nall pass\ntarget oldest Oblivion Ring\n"
    "repeat 10:\n  all pass\n  all pass\n  target oldest Oblivion Ring",
)


def drains(p2: str, p3: str) -> str:
    script = START + "target p2\nrepeat 10:\n  all pass\n  all pass\n  target p2\n"
    return board(f"[Sanguine Bond, Exquisite Blood, {FEEDER}]", p2, script, p3)
