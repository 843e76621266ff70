"""Amounts that a found loop changes by another number each period: their first changes, in order.
Part of the solver: the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from reiterate.amounts import plain
from reiterate.loops.closed_forms import PolynomialForms
from reiterate.loops.loop import Count
from reiterate.refusals import Refusal
from reiterate.state.model import State
from reiterate.survey.period_keys import board_difference, counted_between
from reiterate.survey.proof import Found

#: How many changes of a growth are told.
CHANGES_SHOWN: Final = 3

#: Changes that are compared where no degree bounds how many of them can be alike by accident.
COMPARED: Final = 6


def growing(found: Found) -> dict[str, tuple[int, ...]]:
    """The first changes, each of one period, of what is not changed by the same number in each; by what is changed."""
    return _unlike(found, board_difference)


def growing_tallies(found: Found) -> dict[str, tuple[int, ...]]:
    """The same of what is counted."""
    return _unlike(found, counted_between)


def _unlike(found: Found, change: Callable[[State, State], dict[str, int]]) -> dict[str, tuple[int, ...]]:
    compared = _changes(found, change, *_first_of_segment(found))
    unlike = sorted(key for key in {k for each in compared for k in each} if len({c.get(key, 0) for c in compared}) > 1)
    told = _changes(found, change, 0, CHANGES_SHOWN) if unlike else []
    return {key: tuple(each.get(key, 0) for each in told) for key in unlike}


def _first_of_segment(found: Found) -> tuple[Count, int]:
    """Where the first segment begins, and how many of its periods are compared.

    A fact of a board is at most a product of two amounts, so its degree is 2d at most. A change
    that is the same 2d times is the same always.
    """
    if not found.loop.segments:
        return 0, 0
    segment = found.loop.segments[0]
    closed = segment.period.closed
    wanted = max(2 * closed.degree, 2) if isinstance(closed, PolynomialForms) else COMPARED
    there = segment.periods is None or segment.periods > wanted
    return segment.start, wanted if there else plain(segment.periods or 0)


def _changes(
    found: Found, change: Callable[[State, State], dict[str, int]], start: Count, periods: int
) -> list[dict[str, int]]:
    states = [found.loop.reach(start + k * found.period) for k in range(periods + 1)]
    there = [state for state in states if not isinstance(state, Refusal)]
    return [change(before, after) for before, after in pairwise(there)]
