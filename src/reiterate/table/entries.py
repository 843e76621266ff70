"""Entries of a game at the table: what was done, by whom, when, and digests of what it led to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from reiterate.decoded import NotDecoded, json_of

# Kinds of entries.
POSITION: Final = "position"
CHOICE: Final = "choice"
STATEMENT: Final = "statement"
CHAT: Final = "chat"
UNDO: Final = "undo agreed"
RULING: Final = "ruling"
#: The game is over by what was proved and said: the table itself enters that.
OUTCOME: Final = "outcome"
#: The game begins anew in the same place, with a position of its own.
REMATCH: Final = "rematch begins"
#: Hands are dealt anew before the first turn, or all are kept and the first turn begins (103.5): the table enters the position.
HANDS: Final = "hands are dealt"
KINDS: Final = (POSITION, CHOICE, STATEMENT, CHAT, UNDO, RULING, OUTCOME, REMATCH, HANDS)

#: Who enters what follows of the game alone.
TABLE: Final = "table"

# What a statement does: ``what`` in its body.
PROPOSE: Final = "propose"
ANSWER: Final = "answer"
SAY: Final = "say"
ASK_UNDO: Final = "ask undo"
AGREE: Final = "agree to undo"
DECLINE: Final = "decline undo"
TAKE_SEAT: Final = "take the seat"
LET_PROGRAM: Final = "let the program play"  # in the way that the text says
BE_CALLED: Final = "be called"
CONCEDE: Final = "concede"
AGREE_REMOVE: Final = "agree to remove"
REMOVE: Final = "remove"  # the last agreement
TIME_OVER: Final = "time is over"
WANT_REMATCH: Final = "want a rematch"

#: Kinds and statements that change the position, or what is owed in it; the others stand beside the game.
_MOVES: Final = frozenset(
    {POSITION, REMATCH, HANDS, CHOICE, RULING, OUTCOME, PROPOSE, ANSWER, CONCEDE, REMOVE, TIME_OVER}
)

#: The field of a beginning with cards that somebody brought: the game knows them beside those of the server.
CARDS: Final = "cards"

#: The field of an entry with what was thrown for it, line by line; and of what everybody sees of that.
THROWN: Final = "thrown"
CAME: Final = "came"

#: Entries with which a game begins, each with a position.
BEGINS: Final = frozenset({POSITION, REMATCH, HANDS})
#: Why no undo goes further back: an entry has shown somebody a hidden card, the game began anew, or an older program played what came before.
CARD_SHOWN: Final = "a hidden card was shown"
GAME_BEGAN: Final = "the game began anew"
OLDER_PROGRAM: Final = "an older program played"

#: What the first line of an exported log says.
FORMAT: Final = "table/1"

_UNKEEPABLE: Final = re.compile("[\0\ud800-\udfff]")


def keepable(*texts: str) -> bool:
    """Whether every database holds these texts: no half of a surrogate pair, and no character 0."""
    return not any(map(_UNKEEPABLE.search, texts))


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody does: a kind, a chair, and a body of words. Numbers in a body are digits."""

    kind: str
    who: str
    body: Mapping[str, str]

    @property
    def text(self) -> str:
        """Its words: a line, a script, an answer, a statement or chat."""
        return self.body.get("text", "")

    @property
    def what(self) -> str:
        """What a statement does; "" for other kinds."""
        return self.body.get("what", "")

    @property
    def thrown(self) -> tuple[str, ...]:
        """What came at random as it was carried out (705, 701.24)."""
        return tuple(self.body.get(THROWN, "").splitlines())

    @property
    def spoken(self) -> Said:
        """What was said alone, without what came at random of it."""
        return Said(self.kind, self.who, {k: v for k, v in self.body.items() if k != THROWN})

    @property
    def cuts(self) -> bool:
        """Whether it stops a shortcut at a place: the answer ``cut PLACE``."""
        return self.what == ANSWER and self.text.strip().partition(" ")[0].lower() == "cut"

    @property
    def to(self) -> int:
        """The entry behind which an undo goes on."""
        digits = self.body.get("to", "")
        return int(digits) if digits.isdecimal() and len(digits) < 10 else 0

    @property
    def moves(self) -> bool:
        """Whether it changes the position or what is owed in it."""
        return self.kind in _MOVES or self.what in _MOVES


@dataclass(frozen=True, slots=True)
class Digests:
    """Digests (SHA-256) of the position behind an entry, of the engine that played it, and of the cards' meaning."""

    state: str
    engine: str
    terms: str


@dataclass(frozen=True, slots=True)
class Noted:
    """An entry. ``at``: when, UTC. ``reveals``: somebody has seen a hidden card by it, so no undo crosses it.

    ``covered``: its words name a card that stays hidden, so only its own chair and the judge may read them.
    """

    number: int
    said: Said
    at: str
    digests: Digests
    reveals: bool = False
    covered: bool = False


def is_log(text: str) -> bool:
    """Whether a text is an exported log, by its first line."""
    try:
        first = json_of(text.partition("\n")[0].encode("utf-8", "surrogatepass"))
    except NotDecoded:
        return False
    return isinstance(first, dict) and first.get("format") == FORMAT


def position_entries(entries: Sequence[Noted]) -> list[Noted]:
    """The entries that make the position, in order: those that no undo has taken back, from the last beginning on.

    In: all entries of a game, numbers from 1. What stands behind an undo is what stood behind the entry that it names.
    """
    before: list[int] = [0]  # of each entry, the one that it stands behind; 0: none
    heads: list[int] = [0]
    for entry in entries:
        head = heads[-1]
        if entry.said.kind == UNDO:
            head = heads[entry.said.to]
        elif entry.said.moves:
            before.append(0 if entry.said.kind in BEGINS else head)
            heads.append(entry.number)
            continue
        before.append(head)
        heads.append(head)
    found: list[Noted] = []
    at = heads[-1]
    while at:
        found.append(entries[at - 1])
        at = before[at]
    return found[::-1]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a snapshot holds: what stood behind entry ``number``. ``note``: why the entries before it are not played again, "" where they may be."""

    number: int
    engine: str
    text: str
    note: str = ""
