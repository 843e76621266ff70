"""Who looks on while a chain is proved. The proof tells an observer what it plays, and asks nothing back.

The claims of a certificate look on in this way (``claims.claims``): they see each place of each
period once, on the symbols of the proof. An observer that does nothing leaves the proof as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from reiterate.check.arithmetic import Form
from reiterate.check.blocks import Condition
from reiterate.check.form import Comparison, Deed, Jump, Move
from reiterate.check.monotone import Powers
from reiterate.check.numbers import Log
from reiterate.rules.access.choice import Choice
from reiterate.state.model import State

#: The amounts of a segment after n periods: their closed forms, or the powers of a matrix.
Along: TypeAlias = "tuple[Form, ...] | Powers"

#: Whether a comparison keeps its answer for so many periods of a segment (None: for ever).
Holds: TypeAlias = Callable[[Comparison, int | None], bool]

#: The comparisons around a block under which a comparison of its rounds keeps its answer in all of them; None for no lemma.
Conditions: TypeAlias = Callable[[Comparison], "list[Condition] | None"]


class Observer:
    """Looks on and does nothing."""

    __slots__ = ()

    def begins(self) -> None:
        """The start is a table that a game can hold; now the chain is played."""

    def played(self, before: State, deed: Deed) -> None:
        """A choice or a block was played plainly from this state."""

    def segment_begins(self, piece: Jump) -> None:
        """The period of a segment is played on symbols from here on."""

    def place(self, state: State, choice: Choice, log: Log) -> None:
        """A place of the period, and the choice that is made there next."""

    def round_begins(self) -> None:
        """One round of a block is played on symbols of its own."""

    def round_ends(self, conditions: Conditions) -> None:
        """The round was proved, and so were its closed forms."""

    def segment_proved(self, piece: Jump, head: State, along: Along, holds: Holds) -> None:
        """A segment was proved, from this head."""

    def refused(self, state: State, move: Move) -> None:
        """The chain ends with this choice, which is not legal for the reason stated."""
