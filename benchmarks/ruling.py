"""Seconds of ruling on each case of ``tests/judging/cases``: the file is read before, and each case is ruled on anew."""

from __future__ import annotations

import statistics
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.rows import MILLISECONDS, Row, seconds
from reiterate.cards import CardBook
from reiterate.judging.case_file import Case, load_case_file
from reiterate.judging.ruling import Ruling, judge
from tests.support.files import data_file

CASES: Final = Path(__file__).resolve().parent.parent / "tests" / "judging" / "cases"
#: The cards that the cases have of their own, and those of the reference data.
OWN_CARDS: Final = "cards.json"
DATA: Final = "cards.jsonl"
REPEATS: Final = 3


def seconds_each() -> dict[str, float]:
    """Of each case the least seconds of ruling on it; cases whose cards are not there are left out."""
    there = data_file(DATA)
    book = CardBook.builtin().with_files([*sorted(CASES.glob("*.json")), *([there] if there is not None else [])])
    assert isinstance(book, CardBook), book
    found: dict[str, float] = {}
    for path in sorted(CASES.glob("*.yaml")):
        case = load_case_file(path, book)
        if not isinstance(case, Case):
            assert there is None, (path.stem, case)
            continue
        assert isinstance(judge(case), Ruling), path.stem
        found[path.stem] = seconds(partial(judge, case), REPEATS)
    return found


def rows() -> list[Row]:
    """The rows of the table."""
    each = seconds_each().values()
    return [
        Row("ruling on a case, median", statistics.median(each) * 1000, MILLISECONDS),
        Row("ruling on a case, the worst", max(each) * 1000, MILLISECONDS, 1000),
    ]


if __name__ == "__main__":
    for name, time_taken in sorted(seconds_each().items(), key=lambda item: -item[1])[:20]:
        print(f"{name:<28} {time_taken * 1000:9.1f} ms")
    for row in rows():
        print(f"{row.name:<40}  {row.shown()}")
