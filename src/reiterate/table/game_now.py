"""A game at the table as a value: the position, what waits, what was said, and what was proved of a loop in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reiterate.cards import CardBook
from reiterate.games import ending
from reiterate.games.game import Game
from reiterate.games.gestures import Asks
from reiterate.refusals import Refusal
from reiterate.rules.access.state_access import seats
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.state.model import State
from reiterate.table.actions import Offered
from reiterate.table.entries import Said
from reiterate.table.game_log import Log


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
    """What carrying out an entry has come to, beside the position."""

    reveals: bool = False
    covered: bool = False
    shortcut: bool = False


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
    def players(self) -> int:
        """How many players the game has."""
        return len(tuple(seats(self.game.position.state)))
