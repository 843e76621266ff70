"""The cases and the cards of the reference data, opened once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from reiterate.api import CardBook
from tests.peers.cards import Cards
from tests.peers.cases import Case, read


@cache
def opened(cases: Path, cards: Path) -> tuple[Cards, list[Case]]:
    """The cards of a file, and the cases of another."""
    book = CardBook.with_files([cards], {})
    assert isinstance(book, CardBook)
    return Cards(book), read(cases)
