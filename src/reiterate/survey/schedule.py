"""In which order boards are searched, and how far: the likeliest first, and each a little before any is searched long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

#: Steps that a board gets when it is searched first.
FIRST: Final = 200

#: Levels after which a board is searched long where turns are left, as its proofs take long; and with how many steps.
LONG: Final = 3
LONG_STEPS: Final = 4_000


@dataclass(frozen=True, slots=True)
class Turn:
    """A board by its number, and the steps that its search gets.

    ``level``: how often the boards were gone through before. ``anew``: the search begins again; else it goes on.
    """

    level: int
    board: int
    steps: int
    anew: bool = False


def turns(costs: Sequence[int], long: bool = False) -> Iterator[Turn]:
    """The turns of boards by their costs, without end.

    The boards of a level come in their order, and each gets as many steps as it had by then. A board that costs one more
    begins a level later. ``long``: boards are searched long at once when their first steps found nothing.

    >>> [(turn.board, turn.steps) for turn, _ in zip(turns([0, 1]), range(5))]
    [(0, 200), (0, 200), (1, 200), (0, 400), (1, 200)]
    """
    least = min(costs, default=0)
    level = 0
    while costs:
        for board, cost in enumerate(costs):
            later = level - (cost - least)
            if later == 0:
                yield Turn(level, board, FIRST)
            elif later > 0 and not long:
                yield Turn(level, board, FIRST << (later - 1))
            elif later > 0 and later % LONG == 0:
                yield Turn(level, board, LONG_STEPS ** (later // LONG), True)
        level += 1
