"""What a text is that somebody brings: the log of a game, a board, a deck, or names of cards."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from reiterate.boards.deck_formats import COMMANDER, MAIN, Row
from reiterate.boards.deck_list import deck_rows, name_of
from reiterate.cards import CardBook
from reiterate.cards.names import names_in as names_between
from reiterate.refusals import Refusal
from reiterate.script.position_text import position_text
from reiterate.script.yaml_text import Table, Text, read_yaml
from reiterate.table.entries import is_log

#: Cards from which on a list is a deck, and digits of how many of one it has; more of them are the beginning of a name.
DECK_FROM: Final = 20
MOST_DIGITS: Final = 3

_BOARD: Final = re.compile(r"^(format\s*:|players\s*:|\[metadata\]|\[state\])", re.MULTILINE | re.IGNORECASE)
#: Objects of JSON as Scryfall writes cards.
_CARDS: Final = re.compile(r'\s*\[?\s*\{.{0,2000}?"(?:oracle_id|oracle_text|type_line)"\s*:', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Given:
    """A text: what it is (``kind_of``), the names in it, and the title that a board has in it."""

    kind: str
    names: list[str] = field(default_factory=list)
    title: str = ""


def given(text: str, book: CardBook) -> Given:
    """What a text is, and what it says."""
    kind = kind_of(text)
    if kind == "position":
        return Given(kind, title=title_in(text))
    return Given(kind, names_in(text, book) if kind == "names" else [])


def title_in(text: str) -> str:
    """The title of a position file or of a puzzle; "" where it has none."""
    plain = position_text(text, "position")
    document = plain if isinstance(plain, Refusal) else read_yaml(plain, "position")
    said = document.get("title") if isinstance(document, Table) else None
    return " ".join(said.text.split()) if isinstance(said, Text) else ""


def names_in(text: str, book: CardBook) -> list[str]:
    """The names in a text: each row of a list, in a format of decks (``deck_list``), without the cards of a sideboard.

    In a row names stand as in a command (``cards/names.py``), with signs between them that belong to no name.
    """
    found: list[str] = []
    for row in _rows(text):
        line = row.name if len(row.count) <= MOST_DIGITS else f"{row.count} {row.name}"
        known, plain = name_of(line, book)
        parts = [plain] if known else names_between(book, [plain])
        rows = (
            _rows(part) if len(parts) > 1 and not name_of(part, book)[0] else [] for part in parts
        )  # a number stands before it
        found += [name_of(row[0].name if row else part, book)[1] for row, part in zip(rows, parts, strict=True)]
    return [each for each in found if each]


def _rows(text: str) -> list[Row]:
    """The rows of a list; those of a sideboard alone where it has no others."""
    rows = deck_rows(text, "list")
    if isinstance(rows, Refusal):
        return []
    return [row for row in rows if row.section in (MAIN, COMMANDER)] or list(rows)


def kind_of(text: str) -> str:
    """What a text is: a ``log`` of a game, a ``position`` or a puzzle of Forge, a file of ``cards``, a ``deck``, or ``names``."""
    if is_log(text):
        return "log"
    if _BOARD.search(text):
        return "position"
    if _CARDS.match(text):
        return "cards"
    counts = [int(row.count) for row in _rows(text) if row.count.isdecimal() and len(row.count) <= MOST_DIGITS]
    return "deck" if sum(counts) >= DECK_FROM else "names"
