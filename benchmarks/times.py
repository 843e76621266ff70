"""Times in a fixed amount of memory: how many there were in each of some thousand classes, and the longest one."""

from __future__ import annotations

import math
from typing import Final

#: Each class of times ends so much later than the one before it; the first one ends at so many seconds.
STEP: Final = 1.02
FIRST: Final = 0.000_01

#: Classes: the last one ends after half an hour.
CLASSES: Final = 960


class Times:
    """Times in seconds. What is told of them is at most 2 % above the truth, and never below."""

    __slots__ = ("counts", "longest", "total")

    def __init__(self) -> None:
        self.counts = [0] * CLASSES
        self.total = 0
        self.longest = 0.0

    def __len__(self) -> int:
        return self.total

    def append(self, seconds: float) -> None:
        """One more."""
        number = math.ceil(math.log(seconds / FIRST, STEP)) if seconds > FIRST else 0
        self.counts[min(number, CLASSES - 1)] += 1
        self.total += 1
        self.longest = max(self.longest, seconds)

    def add(self, others: Times) -> None:
        """All times of another one."""
        self.counts = [one + other for one, other in zip(self.counts, others.counts, strict=True)]
        self.total += others.total
        self.longest = max(self.longest, others.longest)

    def part(self, share: float) -> float:
        """The seconds within which a share of the times lies, such as 0.99; 0 where there are none."""
        wanted, seen = share * self.total, 0
        for number, count in enumerate(self.counts):
            seen += count
            if seen and seen >= wanted:
                return min(self.longest, FIRST * STEP**number)
        return self.longest

    def told(self, *shares: float) -> str:
        """Milliseconds within which these shares lie, and the longest: ``p50 1.2 ms, p99 3.4 ms, most 5.6 ms``."""
        parts = [f"p{100 * share:g} {1000 * self.part(share):.1f} ms" for share in shares]
        return ", ".join([*parts, f"most {1000 * self.longest:.1f} ms"])
