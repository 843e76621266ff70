"""The card file of the reference data, read once in a process: a dozen files of tests ask for its cards."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from reiterate.cards import CardBook
from reiterate.cards.sources import ReadSource, builtin_source, open_source
from tests.support.files import require_data


@cache
def source_of(path: Path) -> ReadSource:
    """A card file that stays as it is while the tests run."""
    return open_source(path)


@cache
def reference_book() -> CardBook:
    """The cards of the reference data, then the built-in set; skips the running test where they are absent."""
    return CardBook((source_of(require_data("cards.jsonl")), builtin_source()))
