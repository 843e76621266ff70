"""The sheet of answers that were read by hand: three hundred of them, drawn by a seed, and what the reader said of each.

The sheet holds ids, verdicts and marks. ``python -m benchmarks.reading`` draws the rows and writes the answers with the
texts of their cards. A verdict that has changed since has to be read again.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final, NamedTuple

import pytest

from benchmarks.reading import SEED, WANTED, drawn
from reiterate.ask.building_combo import combo
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from tests.support.dice import dice
from tests.support.files import ROOT, needs_data, require_data

SHEET: Final = ROOT / "tests" / "survey" / "answers_read.tsv"
COMBOS: Final = "combos.jsonl"

#: Answers that are found again, of the sheet: every so many-th. A run takes every second one of these, the one half or the other.
EVERY: Final = 40


class Mark(NamedTuple):
    """A line of the sheet: the verdict that was read; ``true``, or ``remark`` with what is stricter or clumsier than need be."""

    id: str
    verdict: str
    mark: str
    words: str


@cache
def sheet() -> tuple[Mark, ...]:
    lines = SHEET.read_text(encoding="utf-8").splitlines()
    return tuple(Mark(*line.split("\t")) for line in lines if not line.startswith("#"))


def test_three_hundred_answers_are_read_each_once() -> None:
    assert len({mark.id for mark in sheet()}) == len(sheet()) >= WANTED


def test_no_answer_says_what_is_false() -> None:
    assert Counter(mark.mark for mark in sheet()).keys() == {"true", "remark"}
    assert all(mark.words for mark in sheet() if mark.mark == "remark")


@needs_data(COMBOS)
def test_the_rows_are_those_that_the_seed_draws() -> None:
    order = {row["id"]: i for i, row in enumerate(drawn(require_data(COMBOS), SEED))}
    assert {mark.id for mark in sheet()} <= order.keys()
    assert [mark.id for mark in sheet()] == sorted((mark.id for mark in sheet()), key=order.__getitem__)


@pytest.mark.slow("answers some of the rows again")
@needs_data(COMBOS)
@needs_data("cards.jsonl")
@pytest.mark.parametrize("half", [pytest.param(2, id="drawn"), pytest.param(1, id="all", marks=pytest.mark.soak)])
def test_verdicts_are_those_that_were_read(half: int) -> None:
    book = CardBook.with_files([require_data("cards.jsonl")], environ={})
    assert isinstance(book, CardBook), book
    names = {row["id"]: row["cards"] for row in drawn(require_data(COMBOS))}
    first = dice("answers that were read").randrange(half)
    for mark in sheet()[::EVERY][first::half]:
        found = combo(names[mark.id], book)
        assert not isinstance(found, Refusal), found
        assert found.combo.said.verdict == mark.verdict, mark.id
