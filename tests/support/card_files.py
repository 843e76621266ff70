"""The card file of the reference data, read once in a process, and books whose cards are compiled once: dozens of files of tests ask for them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from reiterate.cards import CardBook
from reiterate.cards.book import Compiler
from reiterate.cards.cache import Cache
from reiterate.cards.sources import ReadSource, Source, builtin_source, open_source
from tests.support.files import require_data

#: What is compiled for one book is compiled for all: a card's terms follow from its text alone.
COMPILER: Final = Compiler(Cache(None))


def shared_book(*sources: Source) -> CardBook:
    """A book of these sources, then the built-in set, whose cards are compiled once in a process."""
    return CardBook((*sources, builtin_source()), COMPILER)


@cache
def source_of(path: Path) -> ReadSource:
    """A card file that stays as it is while the tests run."""
    return open_source(path)


@cache
def reference_book() -> CardBook:
    """The cards of the reference data, then the built-in set; skips the running test where they are absent."""
    return shared_book(source_of(require_data("cards.jsonl")))
