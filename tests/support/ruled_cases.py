"""The case files of the tests and the cards that they need."""

from __future__ import annotations

from functools import cache
from typing import Final

from reiterate.cards import CardBook
from tests.support.files import ROOT, require_data

#: Cases of the reference data, with the cards that no set has.
FOLDER: Final = ROOT / "tests" / "rulings" / "cases"
CARDS: Final = "cards.jsonl"


@cache
def book() -> CardBook:
    """The built-in cards, the tests' own, and those of the reference data."""
    found = CardBook.builtin().with_files([*sorted(FOLDER.glob("*.json")), require_data(CARDS)])
    assert isinstance(found, CardBook), found
    return found
