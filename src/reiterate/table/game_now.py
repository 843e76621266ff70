"""A game at the table as a value: the position, what waits, what was said, and the log as a process holds it.

The log of a game as a process holds it: the last entries at hand, and older ones read from where they are kept.

A log that nothing else keeps holds all of its entries. Either way a log is the sequence of all entries: entry 1 has index 0.

A game at the table as a value: the position, what waits, what was said, and what was proved of a loop in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, overload

from reiterate.cards import CardBook
from reiterate.games import ending
from reiterate.games.asking import Asks
from reiterate.games.game import Game
from reiterate.refusals import Refusal
from reiterate.rules.access.state_access import seats
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.state.model import State
from reiterate.table.actions import Offered
from reiterate.table.entries import (
    BEGINS,
    CARD_SHOWN,
    GAME_BEGAN,
    HANDS,
    OLDER_PROGRAM,
    REMATCH,
    RULING,
    UNDO,
    Noted,
    Said,
    position_entries,
)
from reiterate.table.told import Told

# --- game log ------------------------------------------------------------------------------------

#: Entries that stay at hand once older ones are let go, which happens when there are twice as many.
KEPT: Final = 64

#: Entries that are read together where the past is gone through from its end.
_PAGE: Final = 256

#: Reads the entries behind one number, up to another one and with it.
Read: TypeAlias = Callable[[int, int], list[Noted]]


class Log(Sequence[Noted]):
    """All entries of a game, in order. ``kept_by`` lets the old ones leave memory.

    ``ruled``: the number of the last ruling, ``revealed``: of the last entry that has shown a hidden card; 0 where there is none. ``cuts``: of each chair that has cut a shortcut, its
    first such entry that stands. ``rulings``: the rulings that stand.
    """

    __slots__ = ("_gone", "_read", "_tail", "cuts", "revealed", "ruled", "rulings")

    def __init__(self, entries: Sequence[Noted] = ()) -> None:
        self._tail = list(entries)
        self._gone = 0  # entries before the tail
        self._read: Read | None = None
        self.ruled = max((entry.number for entry in entries if entry.said.kind == RULING), default=0)
        self.revealed = max((entry.number for entry in entries if entry.reveals), default=0)
        self.cuts: dict[str, int] = {}
        self.rulings: list[Noted] = []
        for entry in position_entries(self._tail):
            self._cut(entry)
            self._ruled(entry)

    @property
    def held(self) -> int:
        """How many entries are at hand."""
        return len(self._tail)

    def kept_by(self, read: Read) -> None:
        """Let old entries leave memory, now and later: ``read`` gives them again. Calls that need old ones raise what ``read`` raises."""
        self._read = read
        self._let_go()

    def add(self, entry: Noted) -> None:
        """Let an entry stand behind the others; an undo in it leads back to an entry that stands."""
        self._tail.append(entry)
        if entry.said.kind == RULING:
            self.ruled = entry.number
        if entry.reveals:
            self.revealed = entry.number
        if entry.said.kind == UNDO:
            self.cuts = {who: number for who, number in self.cuts.items() if number <= entry.said.to}
            self.rulings = [each for each in self.rulings if each.number <= entry.said.to]
        elif entry.said.moves:
            self._cut(entry)
            self._ruled(entry)
        self._let_go()

    def back(self) -> Iterator[Noted]:
        """The entries that stand (``noted.standing``), the last one first; old ones are read when they are come to."""
        begin, page = self._gone, self._tail
        at = len(self)
        while at:
            if at <= begin:
                begin = max(0, at - _PAGE)
                page = self[begin:at]
            entry = page[at - begin - 1]
            if entry.said.kind == UNDO:
                at = min(entry.said.to, at - 1)
                continue
            at -= 1
            if entry.said.moves:
                yield entry
            if entry.said.kind in BEGINS:
                return

    def _cut(self, entry: Noted) -> None:
        if entry.said.cuts:
            self.cuts.setdefault(entry.said.who, entry.number)

    def _ruled(self, entry: Noted) -> None:
        """Take notice of a ruling, and forget those of the game before a rematch."""
        if entry.said.kind in (REMATCH, HANDS):
            self.rulings.clear()
            self.cuts.clear()
        elif entry.said.kind == RULING:
            self.rulings.append(entry)

    def _let_go(self) -> None:
        if self._read is not None and len(self._tail) >= 2 * KEPT:
            many = len(self._tail) - KEPT
            del self._tail[:many]
            self._gone += many

    def _behind(self, after: int, until: int) -> list[Noted]:
        """The entries behind one number, up to another one and with it."""
        found: list[Noted] = []
        if after < min(until, self._gone):
            assert self._read is not None
            found = self._read(after, min(until, self._gone))
        return found + self._tail[max(0, after - self._gone) : max(0, until - self._gone)]

    def __len__(self) -> int:
        return self._gone + len(self._tail)

    def __iter__(self) -> Iterator[Noted]:
        return iter(self._behind(0, len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment] # it changes

    @overload
    def __getitem__(self, at: int) -> Noted: ...
    @overload
    def __getitem__(self, at: slice) -> list[Noted]: ...
    def __getitem__(self, at: int | slice) -> Noted | list[Noted]:
        if isinstance(at, slice):
            begin, end, by = at.indices(len(self))
            return self._behind(begin, end) if by == 1 else self._behind(0, len(self))[at]
        index = at + len(self) if at < 0 else at
        if not 0 <= index < len(self):
            raise IndexError(at)
        return self._behind(index, index + 1)[0]


# --- game now ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Drawing:
    """A loop that is a draw unless somebody acts, and what it was proved for; ``found`` is None where that is not proved."""

    of: tuple[str, int, int]
    found: ending.Mandatory | None


@dataclass(slots=True)
class Asked:
    """A request to go back behind entry ``to``: who asked, and which chairs have not agreed yet."""

    by: str
    to: int
    waiting: tuple[str, ...]


@dataclass(slots=True)
class Carried:
    """What carrying out an entry has come to, beside the position. ``came``: what was thrown for it, line by line."""

    reveals: bool = False
    covered: bool = False
    shortcut: bool = False
    came: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """The hands of a game of decks before its first turn (103.5).

    ``text``: the position as the hands are now. ``mulligans``: how many each seat has taken. ``owed``: how many cards each seat has still
    to put on the bottom. ``kept``: who has kept a hand. ``again``: who has declared a mulligan in this round of declarations. ``begins``: the
    cards of the decks that may begin the game on the battlefield. ``ready``: who has done with such cards what they want (103.6).
    """

    text: str
    mulligans: tuple[int, ...]
    owed: tuple[int, ...]
    kept: frozenset[int] = frozenset()
    again: frozenset[int] = frozenset()
    begins: frozenset[str] = frozenset()
    ready: frozenset[int] = frozenset()


@dataclass(slots=True)
class Round:
    """A game at the table, as it is behind its last entry.

    ``terms``: the digest of the cards' meaning. ``offered``: a waiting proposal as its players see it. ``asked``: a
    request to undo. ``said``: statements since the last change of the position. ``after``: the positions behind the
    latest entries. ``note``: what is to be said of the game itself, such as that a newer engine differs.
    """

    game: Game
    book: CardBook
    terms: str
    entries: Log = field(default_factory=Log)
    offered: Offered | None = None
    asked: Asked | None = None
    said: list[Said] = field(default_factory=list)
    after: dict[int, State] = field(default_factory=dict)
    note: str = ""
    told: dict[int, Told] = field(default_factory=dict)  # of the latest entries, what each did in words
    foreseen: dict[str, tuple[int, str, PlayedScript]] = field(default_factory=dict)  # of chairs, what they look at
    owed: tuple[int, dict[str, Refusal]] | None = None  # behind an entry, lines that may not be played now
    way_out: tuple[int, str] | None = None  # behind an entry, that no choice satisfies what is owed
    begun: tuple[int, Asks] | None = None  # behind an entry, with what a choice may begin
    base: int = 0  # no undo goes back behind an earlier entry than this
    root: int = 1  # the entry with which the game began, or began anew
    limit: int = 0  # seconds that each decision may take, 0: any
    names: Mapping[str, str] = field(default_factory=dict)  # what the people at seats are called
    since: str = ""  # when the game came to where it is
    moved: int = 0  # the entry that brought it there
    drawing: Drawing | None = None  # what was proved of a loop that goes on by itself
    removing: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of players, who agrees to their removal
    without: State | None = None  # the position as a player has just left it, before a shortcut that is taken then
    rematch: tuple[str, ...] = ()  # who wants to play again
    opening: Opening | None = None  # hands before the first turn, None once the first turn has begun

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    @property
    def begun_with(self) -> str:
        """The text of the position that the game began with, or of the hands as they are before the first turn."""
        return self.entries[self.root - 1].said.text if self.opening is None else self.opening.text

    @property
    def lowest(self) -> int:
        """No undo goes back behind an earlier entry than this: one that is not played again, or that has shown a hidden card."""
        return max(1, self.base, self.entries.revealed)

    @property
    def why_lowest(self) -> str:
        """Why no undo goes back behind an earlier entry than ``lowest``; "" where that is the game's first entry."""
        lowest = self.lowest
        if lowest == 1:
            return ""
        if lowest == self.entries.revealed:
            return CARD_SHOWN
        return GAME_BEGAN if lowest == self.root else OLDER_PROGRAM

    @property
    def players(self) -> int:
        """How many players the game has."""
        return len(tuple(seats(self.game.position.state)))
