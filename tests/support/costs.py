"""What the files of tests took in the last run, so that workers begin with those that take longest.

A worker takes a whole file. A long one that comes last would leave the others without work.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import pytest

#: Where pytest's cache holds the seconds of each file. Nothing is compared with them: they only order the files.
KEY: Final = "reiterate/seconds of files"
#: What stands for a test of a file that no run has told of: one that is marked slow, and any other.
SLOW: Final = 1.0
QUICK: Final = 0.02


class Costs:
    """The seconds of each file: those of the last run, and those of this one as they come."""

    def __init__(self, known: dict[str, float]) -> None:
        self.known = known
        self.told: defaultdict[str, float] = defaultdict(float)

    def add(self, report: pytest.TestReport) -> None:
        """A part of a test has ended."""
        self.told[report.nodeid.partition("::")[0]] += report.duration

    def now(self) -> dict[str, float]:
        """What is known at the end of a run. Files that it left out keep what they took before."""
        return self.known | {file: round(seconds, 2) for file, seconds in self.told.items()}


def estimated(items: list[pytest.Item], known: dict[str, float]) -> dict[str, float]:
    """What each file takes, as far as is known."""
    found: defaultdict[str, float] = defaultdict(float)
    for item in items:
        file = item.nodeid.partition("::")[0]
        found[file] += SLOW if item.get_closest_marker("slow") is not None else QUICK
    return {file: known.get(file, seconds) for file, seconds in found.items()}


def longest_first(items: list[pytest.Item], known: dict[str, float]) -> list[pytest.Item]:
    """The tests by their files, the longest file first. The tests of a file keep their order."""
    costs = estimated(items, known)
    return sorted(items, key=lambda item: -costs[item.nodeid.partition("::")[0]])
