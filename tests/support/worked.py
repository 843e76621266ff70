"""How much work something takes, in calls of functions: the same number on every machine, however busy."""

from __future__ import annotations

import cProfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

#: Calls that an answer to a hostile file may take: about two seconds of one core in the year 2026.
ANSWERED: Final = 5_000_000


@contextmanager
def few_calls(most: int = ANSWERED) -> Iterator[None]:
    """The block makes at most so many calls, of functions in Python and in C; one step of a generator is a call.

    One operation on long numbers is no call. What bounds those are their digits, which ``check`` weighs in units of its own.
    """
    profile = cProfile.Profile()
    profile.enable()
    try:
        yield
    finally:
        profile.disable()
    made = sum(each.callcount for each in profile.getstats())
    assert made <= most, f"{made:,} calls"
