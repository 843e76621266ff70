"""Deck lists as people have them, in the formats of the programs that write them (``docs/imports.md``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar

from reiterate.boards.deck_formats import (
    ASIDE,
    COMMANDER,
    COMPANION,
    MAIN,
    SIDEBOARD,
    Row,
    Rows,
    divider_of,
    is_xml,
    rows_of_table,
    rows_of_text,
    rows_of_xml,
)
from reiterate.cards import CardBook
from reiterate.cards.sources import CardFileError, key_of
from reiterate.decoded import NotDecoded, decoded_text
from reiterate.limits import read_regular
from reiterate.refusals import INPUT, Refusal, Where, place_quote
from reiterate.script.yaml_text import Refused, bad

T = TypeVar("T")

#: Characters and lines of a list, and cards of a deck.
MOST_CHARACTERS: Final = 100_000
MOST_LINES: Final = 2_000
MOST_CARDS: Final = 1_000

#: Characters and lines of a collection, of which the names alone are read.
MOST_COLLECTED: Final = 20_000_000
MOST_COLLECTED_LINES: Final = 200_000

#: Cards of a deck that names no commander itself, and cards of its sideboard, where those are its commanders (903.5a, 702.124).
_WITH_COMMANDER: Final = 100
_MOST_COMMANDERS: Final = 2

_EXPECTED: Final = "a deck list, such as '4 Lightning Bolt' on each line"

#: What packed files begin with.
_PACKED: Final = {
    b"PK\x03\x04": "zip",
    b"\x1f\x8b": "gzip",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"BZh": "bzip2",
}

#: What stands behind a name, from the end on: tags, foils, colors of labels, a printing.
_BEHIND: Final = (
    re.compile(r"\s+#.*$"),
    re.compile(r"\s*\^[^^]*\^$"),
    re.compile(r"\s*\[[^\[\]]*\]$"),
    re.compile(r"\s*\*[A-Za-z-]{1,6}\*$"),
    re.compile(r"\s*<[^<>]*>$"),
    re.compile(r"\s*\|.*$"),
    re.compile(r"\s*\([A-Za-z0-9_]{2,8}\)(?:\s+[A-Za-z0-9★†-]{1,12})?$"),
)
#: Ways to take a name from what is written, at most.
_MOST_SPELLINGS: Final = 8


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of a list: so many of a card, by the name that is printed on it."""

    count: int
    name: str
    where: Where


@dataclass(slots=True)
class Deck:
    """A deck list, read. ``left_out`` says what of the list is no part of the deck; ``unknown`` which names no card has."""

    name: str
    main: list[Listed] = field(default_factory=list)
    commanders: list[Listed] = field(default_factory=list)
    sideboard: list[Listed] = field(default_factory=list)
    companion: list[Listed] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    unknown: list[Where] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many cards the library and the hand have together."""
        return _count(self.main)


def list_text(path: Path, most: int = MOST_CHARACTERS) -> str | Refusal:
    """The text of a list in a file, of which no more than some bytes for each of ``most`` characters are read."""
    bytes_ = 4 * most
    try:
        data = read_regular(path, bytes_)
    except OSError as error:
        return Refusal(
            INPUT, "file", error.strerror or "it can't be opened", _EXPECTED, where=Where(path.name or str(path))
        )
    where = Where(path.name, 1, 1)
    packed = next((kind for head, kind in _PACKED.items() if data.startswith(head)), "")
    if packed:
        return Refusal(INPUT, "encoding", f"the file is packed ({packed})", "the list itself, unpacked", where=where)
    if len(data) > bytes_:
        return Refusal(
            INPUT, "file-too-large", f"the file has more than {bytes_:,} bytes", "a shorter list", where=where
        )
    try:
        return decoded_text(data)
    except NotDecoded as error:
        return Refusal(INPUT, "encoding", error.why, "UTF-8 text", where=Where(path.name, error.line, error.column))


def read_deck(text: str, file: str, book: CardBook, partly: bool = False) -> Deck | Refusal:
    """Read a deck list, such as "4 Lightning Bolt" on each line.

    In: the text; the name of the file, for refusals; the cards. A refusal quotes the row whose card is not known, or that is
    no row of a list.

    ``partly``: cards that are not known are listed as ``unknown``; refused is a list without any card that is known.
    """
    return _refusing(lambda: _deck(_rows(text, file, MOST_CHARACTERS, MOST_LINES), file, book, partly))


def deck_rows(text: str, file: str) -> Sequence[Row] | Refusal:
    """The rows of a list, in whatever format, as they are written; no card has to be known."""
    return _refusing(lambda: _rows(text, file, MOST_CHARACTERS, MOST_LINES).rows)


def name_of(written: str, book: CardBook) -> tuple[bool, str]:
    """Whether a card is called as is written, and what it is called there; what stands behind names is taken away."""
    spelled = _spellings(written)
    return next(((True, each) for each in spelled if _known(book, each)), (False, spelled[-1]))


def read_collection(text: str, file: str) -> frozenset[str] | Refusal:
    """The names in a list of what somebody owns, as ``key_of`` makes them; also those without what stands behind a name.

    In: the text, a card a line; the name of the file, for refusals. A refusal quotes a row that is no row of a list.
    """

    def read() -> frozenset[str]:
        rows = _rows(text, file, MOST_COLLECTED, MOST_COLLECTED_LINES).rows
        return frozenset(key_of(each) for row in rows for each in _spellings(row.name))

    return _refusing(read)


def _refusing(read: Callable[[], T]) -> T | Refusal:
    """What is read, or the refusal that reading raises."""
    try:
        return read()
    except (Refused, CardFileError) as error:
        return error.refusal


def _rows(text: str, file: str, characters: int, lines: int) -> Rows:
    """The rows of a list in whatever format. Raises ``Refused``."""
    if len(text) > characters or text.count("\n") > lines:
        message = f"the list has more than {characters:,} characters or {lines:,} lines"
        raise bad("file-too-large", message, Where(file, 1, 1), "a shorter list")
    text = text.removeprefix("\ufeff")
    if is_xml(text):
        return rows_of_xml(text, file)
    divider = divider_of(text)
    return rows_of_table(text, file, divider) if divider else rows_of_text(text, file)


def _deck(rows: Rows, file: str, book: CardBook, partly: bool) -> Deck:
    """The deck of some rows. Raises ``Refused``."""
    deck = Deck(rows.name)
    lists = {MAIN: deck.main, COMMANDER: deck.commanders, SIDEBOARD: deck.sideboard, COMPANION: deck.companion}
    groups: list[int] = []  # of each row of ``main`` its group
    for row in rows.rows:
        if row.section == ASIDE:
            deck.left_out.append(f"{row.name[:60]} (line {row.where.line})")
            continue
        listed = Listed(_number(row), _name(row, book, partly), row.where)
        if not listed.name:
            deck.unknown.append(row.where)
            continue
        if row.section == COMMANDER and listed.count != 1:
            raise bad("commander", f"{listed.count} commanders of one name", row.where, "1 of each", "903.5b")
        lists.get(row.section, deck.main).append(listed)
        groups += [row.group] if row.section == MAIN else []
    _behind_an_empty_line(deck, groups, rows.headed)
    _sideboard_of_commanders(deck)
    if deck.unknown and not deck.size:
        message = f"no card of the list is known, such as '{deck.unknown[0].span}'"
        raise bad("deck", message, deck.unknown[0], _EXPECTED)
    if not 0 < deck.size + len(deck.commanders) <= MOST_CARDS:
        message = f"the list has {deck.size:,} cards" if deck.size else "the list has no cards"
        raise bad("deck", message, Where(file, 1, 1), f"a deck of 1 to {MOST_CARDS:,} cards", "100.2")
    for what, cards in (("the sideboard", deck.sideboard), ("a companion", deck.companion)):
        if cards:
            count = _count(cards)
            deck.left_out.append(f"{count} {'card' if count == 1 else 'cards'} of {what}: outside the game")
    return deck


def _number(row: Row) -> int:
    number = row.count.isascii() and row.count.isdecimal() and len(row.count) < 10
    if not number or not 1 <= int(row.count) <= MOST_CARDS:
        message = f"'{place_quote(row.count)}' is no number of cards in a deck"
        raise bad("deck", message, row.where, f"1 to {MOST_CARDS:,}")
    return int(row.count)


def _name(row: Row, book: CardBook, partly: bool) -> str:
    """The printed name of a card; what stands behind it is taken away until a card is called so. "" for none, where ``partly``."""
    known, name = name_of(row.name, book)
    if partly and not known:
        return ""
    found = book.find(name)
    if isinstance(found, Refusal):
        raise Refused(replace(found, where=row.where))
    return found.name


def _spellings(written: str) -> list[str]:
    """What is written as it stands, and without what may stand behind a name."""
    rest = " ".join(written.split())
    found = [rest]
    while rest:
        shorter = next((short for each in _BEHIND if (short := each.sub("", rest)) != rest), rest)
        if shorter == rest or not shorter:
            break
        found.append(shorter)
        rest = shorter
    return [*found, *(re.sub(r"\s*/{1,3}\s*", " // ", each) for each in found if "/" in each)][-_MOST_SPELLINGS:]


def _behind_an_empty_line(deck: Deck, groups: Sequence[int], headed: bool) -> None:
    """The cards behind the only empty line are a sideboard where no heading says otherwise (100.4a)."""
    if headed or len(set(groups)) != 2:
        return
    at = groups.index(max(groups))
    first, second = deck.main[:at], deck.main[at:]
    if _count(first) >= 40 and _count(second) <= 15:
        deck.main, deck.sideboard = first, second
        line = second[0].where.line
        deck.left_out.append(f"the cards from line {line} on are read as a sideboard: an empty line is above them")


def _sideboard_of_commanders(deck: Deck) -> None:
    """Programs without a place for commanders write them as the sideboard: one or two cards that make the deck 100."""
    aside = deck.sideboard
    if deck.commanders or not 0 < len(aside) <= _MOST_COMMANDERS or _count(aside) != len(aside):
        return
    if deck.size + len(aside) == _WITH_COMMANDER:
        deck.commanders, deck.sideboard = aside, []
        names = " and ".join(each.name for each in aside)
        deck.left_out.append(
            f"{names} of the sideboard: read as the deck's commander, with which it has {_WITH_COMMANDER} cards"
        )


def _count(cards: Sequence[Listed]) -> int:
    return sum(each.count for each in cards)


def _known(book: CardBook, name: str) -> bool:
    """Whether a card is called so, without a search for names that are near."""
    key = key_of(name)
    return any(named.full or named.faces for named in (source.named(key) for source in book.sources))
