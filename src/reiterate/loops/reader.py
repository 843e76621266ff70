"""What the loop finder asks of a script: the next choice at a state, and where that leaves the reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from reiterate.amounts import Amount, identical
from reiterate.refusals import Refusal
from reiterate.rules.access.choices import Choice
from reiterate.state.model import State

#: A block of a known number of rounds is played round by round up to this number; one that holds blocks, up to the other.
ROUNDS_PLAYED: Final = 48
ROUNDS_OF_BLOCKS: Final = 4

#: Where in a body the reading is: hashable data, () at its start.
Cursor: TypeAlias = tuple[object, ...]


class Reader(Protocol):
    """One iteration's choices, read again in every state: a pure function of state and cursor.

    Works on traced states too: what a description compares leaves guards.
    """

    def start(self) -> Cursor:
        """The cursor of the body's start."""
        ...

    def next(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | Refusal | None:
        """The choice to make in ``state`` and the cursor after it; a refusal if the line can't be read here; None
        at the end of the body."""
        ...

    def block(self, state: State, cursor: Cursor) -> Block | None:
        """The block inside the body of which a round begins at the cursor, if one does."""
        ...


@dataclass(frozen=True, slots=True)
class Block:
    """A block done once for each of a group, or a written number of times: what is left of it as a round begins."""

    reader: Reader  # of one round
    left: Amount
    made: int  # discrete: rounds read one by one
    outer: Cursor
    played: int = ROUNDS_PLAYED  # discrete: so many rounds are simply played, where their number is known
    behind: Cursor | None = None  # of a written number of times: where the reading goes on

    @property
    def kept(self) -> int:
        """Rounds at the end that are always played: the last of a group is a single object, the one before leaves one."""
        return 2 if self.behind is None else 0

    def after(self, left: Amount) -> Cursor:
        """The cursor where ``left`` rounds are left, at least ``kept``."""
        if self.behind is None:
            return (*self.outer, (0, self.made + 2, left))
        if identical(left, 0):
            return self.behind
        return (*self.outer, (0, self.made + 1 + self.left - left))
