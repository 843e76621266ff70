"""The protocol of scripts that loops read: the next choice in a state, and the cursor behind that choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from reiterate.amounts import Amount, identical
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.state.model import State

#: A block of a known number of rounds is played round by round up to this number; one that holds blocks, up to the other.
ROUNDS_PLAYED: Final = 48
ROUNDS_OF_BLOCKS: Final = 4

#: Where in a body the reading is: hashable data, () at its start.
Cursor: TypeAlias = tuple[object, ...]


class Reader(Protocol):
    """The choices of one iteration, read anew in every state: a pure function of state and cursor.

    Traced states are read too: each comparison that a description makes then leaves a guard.
    """

    def start(self) -> Cursor:
        """The cursor of the body's start."""
        ...

    def next(self, state: State, cursor: Cursor) -> tuple[Choice, Cursor] | Refusal | None:
        """The choice to make in ``state`` and the cursor behind it; None at the end of the body.

        A refusal where the line can't be read in this state.
        """
        ...

    def block(self, state: State, cursor: Cursor) -> Block | None:
        """The inner block whose round begins at the cursor; None where none does."""
        ...


@dataclass(frozen=True, slots=True)
class Block:
    """A block inside an iteration as one of its rounds begins: the rounds left, and those made.

    It is done once for each of a group (``for each``), or a written number of times (``repeat N``).
    """

    reader: Reader  # of one round
    left: Amount
    made: int  # discrete: rounds read one by one
    outer: Cursor
    played: int = ROUNDS_PLAYED  # discrete: so many rounds are simply played, where their number is known
    behind: Cursor | None = None  # of a written number of times: where the reading goes on
    body: object = None  # the lines of a round: the same object in each of its rounds

    @property
    def kept(self) -> int:
        """How many last rounds are always played: in those of a group a single object is left."""
        return 2 if self.behind is None else 0

    def after(self, left: Amount) -> Cursor:
        """The cursor where ``left`` rounds are left, at least ``kept``."""
        if self.behind is None:
            return (*self.outer, (0, self.made + 2, left))
        if identical(left, 0):
            return self.behind
        return (*self.outer, (0, self.made + 1 + self.left - left))
