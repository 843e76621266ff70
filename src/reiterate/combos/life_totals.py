"""The life totals that a loop is searched with, and those that it is proved with. Part of the solver: the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.survey.needs import Needs

#: Life that a loop is searched with: what ends or pays with life shows itself as a loop all the same.
OURS: Final = "200"
THEIRS: Final = "10^100"


def lives(asked: str, needed: Needs) -> Iterator[tuple[str, str]]:
    """Life totals to prove a loop with, p1's and each opponent's: as ``asked``, with what the loop needs, with as much as it was found with."""
    least = [str(need.count) for need in needed.needs or () if need.what == "life"]
    for theirs in (asked, THEIRS):
        yield asked, theirs
        for ours in least:
            yield ours, theirs
    yield OURS, THEIRS
