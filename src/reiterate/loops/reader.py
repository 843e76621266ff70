"""What the loop finder asks of a script: the next choice at a state, and where that leaves the reading."""

from __future__ import annotations

from typing import Protocol, TypeAlias

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
