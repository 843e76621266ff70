"""In which order boards are searched, and how far: the likeliest first, and each a little before any is searched long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

#: Steps that a board gets when it is searched first.
FIRST: Final = 200

#: A search that begins anew each time does so after so many levels, with so many times the steps.
LEVELS: Final = 3
TIMES: Final = 20


@dataclass(frozen=True, slots=True)
class Turn:
    """A board by its number, and the steps that its search gets.

    ``level``: how often the boards were gone through before. ``anew``: the steps of a search that begins again, 0 for none now.
    """

    level: int
    board: int
    steps: int
    anew: int


def turns(costs: Sequence[int]) -> Iterator[Turn]:
    """The turns of boards by their costs, without end.

    The boards of a level come in their order, and each gets as many steps as it had by then. A board that costs one more
    begins a level later.

    >>> [(turn.board, turn.steps) for turn, _ in zip(turns([0, 1]), range(5))]
    [(0, 200), (0, 200), (1, 200), (0, 400), (1, 200)]
    """
    least = min(costs, default=0)
    level = 0
    while costs:
        for board, cost in enumerate(costs):
            later = level - (cost - least)
            if later >= 0:
                anew = 0 if later % LEVELS else FIRST * TIMES ** (later // LEVELS)
                yield Turn(level, board, FIRST << max(0, later - 1), anew)
        level += 1
