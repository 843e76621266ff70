"""Players, numbers and iterations in the words of a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from reiterate.amounts import digits_text, formula_text
from reiterate.loops.loop import Count


def player(seat: int) -> str:
    """A player as files name them."""
    return f"p{seat + 1}"


def names(seats: Sequence[int], last: str = "and") -> str:
    """Players in order: "p1", "p1 and p2", "p1, p2 and p4"; ``last``: the word in front of the last one."""
    found = [player(seat) for seat in sorted(seats)]
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}"


def many(count: Count) -> str:
    """A number in one word or a few: a formula where it is too long to write."""
    return digits_text(count) if isinstance(count, int) else formula_text(count)


def iterations(count: Count) -> str:
    """A number of iterations in words."""
    return f"{many(count)} iteration{'' if count == 1 else 's'}"


def times(count: Count) -> str:
    """How often something is done: "once", "twice", "9 times"."""
    return (
        {1: "once", 2: "twice"}.get(count, "") if isinstance(count, int) and count in (1, 2) else f"{many(count)} times"
    )
