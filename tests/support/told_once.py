"""What a worker tells of a test: one report instead of three, where nothing went wrong before or behind the call.

To tell a report costs as much as a short test: it is packed, sent, unpacked, and heard by every plugin on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest
from _pytest.runner import runtestprotocol

#: The property of a test whose value is a line for the end of a run: it is no failure.
TOLD: Final = "told at the end"


def to_tell(reports: Sequence[pytest.TestReport]) -> list[pytest.TestReport]:
    """The reports of a test that are told: that of the call, and each that says more than that all is well.

    The report of the call says what all of them took.
    """
    seconds = sum(each.duration for each in reports)
    told = [each for each in reports if each.when == "call" or not each.passed]
    for each in told:
        if each.when == "call":
            each.duration = seconds - sum(other.duration for other in told if other is not each)
    return told


def all_are_asked_for(config: pytest.Config) -> bool:
    """Whether the caller wants to see every part of a test: what each took, or a file of all of them."""
    return config.getoption("durations") is not None or bool(config.getoption("xmlpath", None))


def run_and_tell(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Run a test as pytest does, and tell of it once it is over. That it begins and ends is told to nobody: no worker's list shows it."""
    for report in to_tell(runtestprotocol(item, nextitem=nextitem, log=False)):
        item.ihook.pytest_runtest_logreport(report=report)
