"""What the reader of card text lacks: unread clauses grouped by the words that could not be read, and what each group holds back.

A group is named by the words where reading stopped, made general. ``alone``: how many cards, or combos, would be whole if that group
were read and nothing else. ``together``: how many with all groups in front of it as well. The next group is always one that completes
most cards or combos. Of equal groups the next is one that leaves most of them with a single group missing. Then one of most clauses.

Cards may be held out for measuring. Nobody who teaches the reader looks at them, so what is read of them later was not read by heart.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from reiterate.cards.book import CardBook
from reiterate.cards.coverage import general_words, rows_of_source
from reiterate.decoded import NotDecoded, decoded_text, json_of
from reiterate.lazy_module import Later
from reiterate.limits import read_regular
from reiterate.oracle import NOT_UNDERSTOOD
from reiterate.refusals import INPUT, Refusal, Where, place_quote

if TYPE_CHECKING:
    from reiterate.oracle import compile
else:
    compile = Later("reiterate.oracle.compile")

#: Groups that are put in order; those behind complete next to nothing.
ORDERED: Final = 200
#: The most bytes of a file of combos.
MOST_BYTES: Final = 100_000_000
_EXPECTED: Final = (
    'on each line a JSON object with card names, such as {"cards": ["Basalt Monolith", "Rings of Brighthearth"]}'
)


class _Row(msgspec.Struct):
    """What is read of one combo of a file."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Unread clauses with the same words where reading stopped: how many on how many cards, one of them, and what it holds back."""

    words: str
    clauses: int
    cards: int
    example: str
    alone: int
    together: int


@dataclass(frozen=True, slots=True)
class Lacking:
    """What is lacking: ``what`` is counted ("cards" or "combos"), ``all`` of them, ``whole`` now, ``unknown`` ones left out.

    ``held_out``: how many are in no group, because they aren't whole and have a card that is held out.
    """

    what: str
    all: int
    whole: int
    unknown: int
    held_out: int
    clauses: int
    number: int
    groups: tuple[Group, ...]


def combos_of(path: Path) -> list[tuple[str, ...]] | Refusal:
    """The cards of each row of a file of combos: a JSON object a line, with the names in "cards". A refusal (input) for another line."""
    try:
        content = read_regular(path, MOST_BYTES)
        text = decoded_text(content[:MOST_BYTES])
    except (OSError, NotDecoded) as error:
        return Refusal(INPUT, "combo-file", f"{path} can't be read: {error}", _EXPECTED, where=Where(file=str(path)))
    if len(content) > MOST_BYTES:
        message = f"{path} has more than {MOST_BYTES:,} bytes"
        return Refusal(INPUT, "combo-file", message, "a shorter file", where=Where(file=str(path)))
    found: list[tuple[str, ...]] = []
    for number, line in enumerate(text.splitlines(), 1):
        names = _names(line)
        if names is not None:
            found.append(names)
        elif line.strip():
            message = f"that is no combo: '{place_quote(line)}'"
            return Refusal(INPUT, "combo-file", message, _EXPECTED, where=Where(file=str(path), line=number))
    return found


def _names(line: str) -> tuple[str, ...] | None:
    """The card names of one line; None where it is no combo."""
    try:
        row = json_of(line.encode("utf-8"), _Row)
    except NotDecoded:
        return None
    return row.cards or None


def is_held_out(name: str, digits: str) -> bool:
    """Whether a card is held out: the SHA-256 of its name begins with these hexadecimal digits; "" holds no card out."""
    return bool(digits) and hashlib.sha256(name.encode("utf-8")).hexdigest().startswith(digits.lower())


def lacking(
    source: CardBook | str | Path | Iterable[Mapping[str, Any]],
    combos: Iterable[tuple[str, ...]] | None = None,
    held_out: str = "",
) -> Lacking:
    """The groups of a file, of all sources of a book, or of rows of facts. Raises ``CardFileError`` for a bad file.

    ``combos``: count these instead of the cards, each by the names of its cards. One with a card that is nowhere is left out.
    ``held_out``: the digits of cards that stand in no group (``is_held_out``).
    """
    reading = _Reading(held_out)
    for row in rows_of_source(source):
        reading.add(row)
    if combos is None:
        return reading.close("cards", [(name,) for name in reading.cards], 0)
    rows = list(combos)
    known = [row for row in rows if all(name in reading.cards for name in row)]
    return reading.close("combos", known, len(rows) - len(known))


class _Reading:
    """Collects what stands on each card."""

    def __init__(self, held_out: str) -> None:
        self.digits = held_out
        self.cards: dict[str, frozenset[str]] = {}
        self.held: set[str] = set()
        self.clauses: Counter[str] = Counter()
        self.named: dict[str, set[str]] = {}

    def add(self, row: Mapping[str, Any]) -> None:
        """Note one card."""
        card = compile.compile_card(row)
        unread = [clause for clause in card.clauses if clause.status == NOT_UNDERSTOOD]
        self.cards[card.name] = frozenset(general_words(clause, card.proto.name) for clause in unread)
        if unread and is_held_out(card.name, self.digits):
            self.held.add(card.name)
            return
        for clause in unread:
            words = general_words(clause, card.proto.name)
            self.clauses[words] += 1
            self.named.setdefault(words, set()).add(card.name)

    def close(self, what: str, rows: list[tuple[str, ...]], unknown: int) -> Lacking:
        """The groups in the order in which they would complete most rows: cards alone, or combos."""
        told = [row for row in rows if self.held.isdisjoint(row)]
        items = [frozenset[str]().union(*(self.cards[name] for name in row)) for row in told]
        alone = Counter(next(iter(item)) for item in items if len(item) == 1)
        whole = sum(1 for item in items if not item)
        groups: list[Group] = []
        together = 0
        for words, gained in _in_order(items, self.clauses, ORDERED):
            together += gained
            cards = self.named[words]
            groups.append(Group(words, self.clauses[words], len(cards), min(cards), alone[words], together))
        total = sum(self.clauses.values())
        held_out = len(rows) - len(told)
        return Lacking(what, len(rows), whole, unknown, held_out, total, len(self.clauses), tuple(groups))


def _in_order(items: list[frozenset[str]], clauses: Counter[str], most: int) -> Iterator[tuple[str, int]]:
    """Groups in greedy order, each with what it newly completes."""
    left = [set(item) for item in items if item]
    holding: dict[str, list[set[str]]] = {}
    last: Counter[str] = Counter()
    near: Counter[str] = Counter()
    for item in left:
        for words in item:
            holding.setdefault(words, []).append(item)
        _count(item, last, near, 1)
    for _ in range(min(most, len(holding))):
        words = min(holding, key=lambda each: (-last[each], -near[each], -clauses[each], each))
        yield words, last[words]
        for item in holding.pop(words):
            _count(item, last, near, -1)
            item.discard(words)
            _count(item, last, near, 1)


def _count(item: set[str], last: Counter[str], near: Counter[str], by: int) -> None:
    """Count what an item lacks: its last group, or its last two."""
    if len(item) == 1:
        last[next(iter(item))] += by
    elif len(item) == 2:
        for words in item:
            near[words] += by
