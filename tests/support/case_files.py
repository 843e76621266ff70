"""The case files of the reference data, and the rulings on them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from reiterate.cards import CardBook
from reiterate.judging.case_file import Case, load_case_file
from reiterate.judging.ruling import Ruling, judge
from tests.support.card_files import reference_book, source_of
from tests.support.files import ROOT

FOLDER: Final = ROOT / "tests" / "judging" / "cases"
FILES: Final = sorted(FOLDER.glob("*.yaml"))
SENTENCE_FILES: Final = sorted((FOLDER.parent / "sentence_cases").glob("*.yaml"))
CARDS: Final = "cards.jsonl"


@cache
def book() -> CardBook:
    """The built-in cards, the tests' own, and those of the reference data."""
    return CardBook((*map(source_of, sorted(FOLDER.glob("*.json"))), *reference_book().sources))


@cache
def read(path: Path) -> Case:
    """The case of a case file."""
    found = load_case_file(path, book())
    assert isinstance(found, Case), found
    return found


@cache
def ruled(path: Path) -> Ruling:
    """The ruling on a case file."""
    ruling = judge(read(path))
    assert isinstance(ruling, Ruling), ruling
    return ruling
