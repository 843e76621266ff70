"""A row of a database of combos: its id, its cards, and what it claims that they give.

``row_of`` reads a row from JSON in two shapes. This project's files have ``cards`` and ``produces``. A variant of Commander Spellbook
has ``uses``, ``produces`` and ``requires``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

#: What a row looks like, for those who wrote another one.
EXPECTED: Final = (
    '{"id": "1", "cards": ["Midnight Guard", "Presence of Gond"], "produces": ["Infinite creature tokens"]}'
)

#: Names in one row, and characters of each.
MOST_NAMES: Final = 100
MOST_CHARACTERS: Final = 500

#: Fields that hold names, in the order in which they are looked for.
CARDS: Final = ("cards", "uses")
CLAIMS: Final = ("produces", "results", "claims")

Json: TypeAlias = Mapping[str, Any]


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One combo of a file.

    ``number``: counted from 1 over all rows of the file. ``beside``: what it asks for besides its cards, in the words of the database.
    """

    number: int
    id: str
    cards: tuple[str, ...]
    claims: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """A digest of what the row says, wherever it stands."""
        said = msgspec.json.encode((self.id, self.cards, self.claims, self.beside))
        return hashlib.sha256(said).hexdigest()[:32]


class Broken(msgspec.Struct, frozen=True, kw_only=True):
    """A row that can't be read: its number, and why."""

    number: int
    why: str

    @property
    def key(self) -> str:
        """A digest of what is wrong."""
        return hashlib.sha256(self.why.encode("utf-8", "backslashreplace")).hexdigest()[:32]


def row_of(number: int, value: object) -> Row | Broken:
    """A row from a JSON value."""
    if not isinstance(value, Mapping):
        return Broken(number=number, why="it is no JSON object")
    cards = _names(_field(value, CARDS), "card")
    claims = _names(_field(value, CLAIMS), "feature")
    beside = _names(value.get("requires"), "template")
    if cards is None or not cards:
        return Broken(number=number, why="it has no list of card names")
    if claims is None or beside is None:
        return Broken(number=number, why="what it claims is no list of texts")
    told = value.get("id", number)
    id_ = str(told) if isinstance(told, str | int) else str(number)
    return whole(Row(number=number, id=id_, cards=cards, claims=claims, beside=beside))


def whole(row: Row) -> Row | Broken:
    """A row, unless it has too many names, or one that is no text of a line."""
    names = (row.id, *row.cards, *row.claims, *row.beside)
    if len(names) > MOST_NAMES:
        return Broken(number=row.number, why=f"it has more than {MOST_NAMES} names")
    if any(len(name) > MOST_CHARACTERS for name in names):
        return Broken(number=row.number, why=f"a name has more than {MOST_CHARACTERS} characters")
    if any(not name.strip() or not name.isprintable() for name in row.cards):
        return Broken(number=row.number, why="a card name is empty, or has letters that can't be printed")
    return row


def _field(value: Json, names: Sequence[str]) -> object:
    return next((value[name] for name in names if name in value), None)


def _names(value: object, inner: str) -> tuple[str, ...] | None:
    """The names of a list: texts, or objects with a name, or with an object ``inner`` that has one; None for anything else.

    An object with a ``quantity`` stands for as many.
    """
    if value is None:
        return ()
    if not isinstance(value, list):
        return None
    found: list[str] = []
    for each in value:
        name, many = each, 1
        if isinstance(each, Mapping):
            held = each.get(inner, each)
            name = held.get("name") if isinstance(held, Mapping) else held
            told = each.get("quantity", 1)
            many = told if inner == "card" and isinstance(told, int) and 1 <= told <= MOST_NAMES else 1
        if not isinstance(name, str):
            return None
        found += [name] * many
    return tuple(found)
