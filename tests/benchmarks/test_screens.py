"""Screens as commands of their own: their processor time is that of the process, and the summary counts those within the aim."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.screens import seconds, told, understood
from reiterate.cards import CardBook


@pytest.mark.slow("starts two commands")
def test_the_time_of_a_screen_is_that_of_its_process(tmp_path: Path) -> None:
    environ = {**os.environ, "REITERATE_CACHE": str(tmp_path)}
    used, code = seconds(["sanguine bond", "exquisite blood"], environ)
    assert code == 0 and used > 0
    assert seconds(["nobody at all", "forest"], environ)[1] == 2


def test_a_summary_counts_the_screens_within_the_aim() -> None:
    lines = told("first", {"1-2": 0.5, "3-4": 1.49, "5-6": 1.5, "7-8": 4.0})
    assert lines == [
        "first: 4 screens, median 1.50 s, 2 under 1.5 s",
        "  slowest: 7-8 4.00, 5-6 1.50, 3-4 1.49, 1-2 0.50",
    ]


def test_rows_with_an_unread_card_are_left_out() -> None:
    book = CardBook.builtin()
    assert understood(["Forest", "Midnight Guard"], book)
    assert not understood(["Forest", "Nobody"], book)
