"""What the loop finder asks of a script: the next choice at a state, and where that leaves the reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from reiterate.amounts import Amount
from reiterate.refusals import Refusal
from reiterate.rules.choices import Choice
from reiterate.state.model import State

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
        """The ``for each`` block of which a round begins at the cursor, if one does."""
        ...


@dataclass(frozen=True, slots=True)
class Block:
    """A block done once for each of a group: what is left of it at the beginning of a round."""

    reader: Reader  # of one round
    left: Amount
    made: int  # discrete: rounds read one by one
    outer: Cursor

    def after(self, left: Amount) -> Cursor:
        """The cursor at the beginning of a round where ``left`` rounds are left, at least one."""
        return (*self.outer, (0, self.made + 2, left))
