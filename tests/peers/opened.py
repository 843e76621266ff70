"""The cases and the cards of the reference data, opened once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.peers.cards import Cards
from tests.peers.cases import Case, read
from tests.support.card_files import shared_book, source_of


@cache
def opened(cases: Path, cards: Path) -> tuple[Cards, list[Case]]:
    """The cards of a file, and the cases of another."""
    return Cards(shared_book(source_of(cards))), read(cases)
