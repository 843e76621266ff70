"""What a text is that somebody brings: the log of a game, a board, a deck, or names of cards."""

from __future__ import annotations

import re
from typing import Final

from reiterate.table.entries import is_log

#: Cards from which on a list is a deck.
DECK_FROM: Final = 20

#: Between names in one line, and before a name in a list: ``4 Forest``, ``1x Twincast``.
_BETWEEN: Final = re.compile(r"\s\+\s|[;\n]")
_BOARD: Final = re.compile(r"^(format\s*:|players\s*:|\[metadata\]|\[state\])", re.MULTILINE | re.IGNORECASE)
#: Objects of JSON as Scryfall writes cards.
_CARDS: Final = re.compile(r'\s*\[?\s*\{.{0,2000}?"(?:oracle_id|oracle_text|type_line)"\s*:', re.DOTALL)
_MANY: Final = re.compile(r"\s*(\d{1,3})x?\s+")


def names_in(text: str) -> list[str]:
    """The names in a text, with + or ; between them, or one on each line, with or without a number before it."""
    parts = (_MANY.sub("", each, count=1) if _MANY.match(each) else each for each in _BETWEEN.split(text))
    return [each.strip() for each in parts if each.strip()]


def kind_of(text: str) -> str:
    """What a text is: a ``log`` of a game, a ``position`` or a puzzle of Forge, a file of ``cards``, a ``deck``, or ``names``."""
    if is_log(text):
        return "log"
    if _BOARD.search(text):
        return "position"
    if _CARDS.match(text):
        return "cards"
    counts = [int(found[1]) for line in text.splitlines() if (found := _MANY.match(line))]
    return "deck" if sum(counts) >= DECK_FROM else "names"
