"""The rows that a deck holds.

These are pairs of its cards that feed each other, or the rows of a file of combos of which the deck has every card.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reiterate.boards.deck_list import Deck, list_text, read_deck
from reiterate.cards import CardBook
from reiterate.cards.sources import key_of
from reiterate.combos.deck_loops import DeckAsked, DeckSearch, cards_of, keys_of
from reiterate.databases.combo_files import Reading
from reiterate.databases.combo_rows import Broken, Row
from reiterate.refusals import Refusal


class Pairs:
    """The pairs of a deck whose terms feed each other, the likeliest first. They claim nothing. ``unknown``: as ``Deck`` has it."""

    def __init__(self, path: Path, deck: Deck, book: CardBook) -> None:
        self.path = path
        self.unknown = deck.unknown
        self.names = [each.names for each in DeckSearch(cards_of(deck, book), book, DeckAsked()).pairs()]
        self.share = 0.0

    def rows(self) -> Iterator[Row]:
        """Each pair as a row."""
        for number, names in enumerate(self.names, 1):
            self.share = number / len(self.names)
            yield Row(number=number, id=" + ".join(names), cards=names)

    def close(self) -> None:
        """Nothing is open."""


class Held:
    """The rows of a file of which a deck has every card, and those that can't be read. ``unknown``: as ``Deck`` has it."""

    def __init__(self, reading: Reading, deck: Deck, book: CardBook) -> None:
        self.unknown = deck.unknown
        self.path = reading.path
        self.reading = reading
        self.keys = {key for card in cards_of(deck, book) for key in keys_of(card.name)}

    @property
    def share(self) -> float:
        """How much of the file is read, from 0 to 1."""
        return self.reading.share

    def rows(self) -> Iterator[Row | Broken]:
        """The rows. Raises ``Unreadable``."""
        for row in self.reading.rows():
            if isinstance(row, Broken) or self.keys.issuperset(map(key_of, row.cards)):
                yield row

    def close(self) -> None:
        """Close the file before its end."""
        self.reading.close()


def rows_of_deck(deck: Path, reading: Reading | None, book: CardBook) -> Pairs | Held | Refusal:
    """The rows that a deck list holds; ``reading``: a file of combos, None for the pairs of its cards. A refusal (input) of the list."""
    text = list_text(deck)
    found = text if isinstance(text, Refusal) else read_deck(text, deck.name, book, partly=True)
    if isinstance(found, Refusal):
        return found
    return Pairs(deck, found, book) if reading is None else Held(reading, found, book)
