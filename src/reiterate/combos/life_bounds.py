"""Between which life totals a line or a loop comes to the same: found by trying, never read from the board.
Part of the solver: taking away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

#: A life total with which nothing is held to have a greatest one.
MUCH: Final = 10**6


@dataclass(frozen=True, slots=True)
class LifeBounds:
    """The least life total that does, 1 where any lesser one does, and the greatest, None where there is none.

    Where both are the same, nothing is said of other totals: an even one may do where an odd one doesn't.
    """

    least: int
    most: int | None

    @property
    def number(self) -> int:
        """The life total that is told: the greatest, or the least where there is no greatest."""
        return self.least if self.most is None else self.most


def life_bounds(there: int, does: Callable[[int], bool], fails: int | None) -> LifeBounds:
    """The bounds around a life total ``there`` that does. ``fails``: one that does not, as was seen.

    Each bound is found by halving, and one beyond it was tried: it does not. Some totals within the bounds are tried too. Where one of
    them does not, only ``there`` is told.
    """
    most: int | None = there
    if does(there + 1):
        high = fails if fails is not None and fails > there else MUCH
        most = None if high != fails and does(high) else _last(there + 1, high, does)
    least = there
    if there > 1 and does(there - 1):
        low = fails if fails is not None and fails < there else 1
        least = 1 if low != fails and does(low) else _last(there - 1, low, does)
    high = MUCH if most is None else most
    within = {least + 1, least + 2, (least + high) // 2, (least + high) // 2 + 1, high - 2, high - 1} - {there}
    return LifeBounds(least, most) if all(does(n) for n in within if least < n < high) else LifeBounds(there, there)


def _last(good: int, bad: int, does: Callable[[int], bool]) -> int:
    """The last life total that does, from one that does towards one that does not."""
    while abs(bad - good) > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if does(middle) else (good, middle)
    return good
