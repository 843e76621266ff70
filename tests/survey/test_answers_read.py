"""The sheet of answers that were read by hand: three hundred of them, drawn by a seed, and what the reader said of each.

The sheet holds ids, verdicts and marks. ``python -m benchmarks.reading`` draws the rows and writes the answers with the
texts of their cards. A verdict that has changed since has to be read again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import pytest

from benchmarks.reading import SEED, WANTED, drawn
from reiterate.ask.building_combo import combo
from reiterate.refusals import Refusal
from tests.support.card_files import reference_book
from tests.support.dice import dice
from tests.support.files import ROOT, needs_data, require_data

SHEET: Final = ROOT / "tests" / "survey" / "answers_read.tsv"
COMBOS: Final = "combos.jsonl"

#: How many answers a run draws of the sheet and finds again: each takes seconds, and ``make soak`` finds all.
DRAWN: Final = 3

#: In how many parts ``make soak`` finds all of them again.
PARTS: Final = 8


class Mark(NamedTuple):
    """A line of the sheet: the verdict that was read; ``true``, or ``remark`` with what is stricter or clumsier than need be.

    ``lost``: a loop or a line that an earlier search found; ``words`` is its verdict, and ``verdict`` the code of the refusal today.
    """

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
    assert Counter(mark.mark for mark in sheet()).keys() == {"true", "remark", "lost"}
    assert all(mark.words for mark in sheet() if mark.mark != "true")
    assert all((mark.mark == "lost") == (mark.verdict == "combo-not-found") for mark in sheet())


@needs_data(COMBOS)
def test_the_rows_are_those_that_the_seed_draws() -> None:
    order = {row["id"]: i for i, row in enumerate(drawn(require_data(COMBOS), SEED))}
    assert {mark.id for mark in sheet()} <= order.keys()
    assert [mark.id for mark in sheet()] == sorted((mark.id for mark in sheet()), key=order.__getitem__)


@needs_data(COMBOS)
@needs_data("cards.jsonl")
@pytest.mark.slow("answers some of the rows again")
def test_answers_that_were_read_are_found_again() -> None:
    found_again(dice("answers that were read").sample(sheet(), DRAWN))


@needs_data(COMBOS)
@needs_data("cards.jsonl")
@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_all_answers_that_were_read_are_found_again(part: int) -> None:
    found_again(sheet()[part::PARTS])


def found_again(marks: Sequence[Mark]) -> None:
    """Each answer has the verdict that was read. What is lost is still lost: a row that is found again is read anew."""
    book = reference_book()
    names = {row["id"]: row["cards"] for row in drawn(require_data(COMBOS))}
    differ = {}
    for mark in marks:
        found = combo(names[mark.id], book)
        verdict = found.code if isinstance(found, Refusal) else found.combo.said.verdict
        if verdict != mark.verdict:
            differ[mark.id] = (mark.verdict, verdict)
    assert differ == {}
