"""Whether the choices behind the last segment go on with its period: only then does the loop itself end there.

Any chain can be broken off by another choice, or by one that is legal nowhere. So the choices behind
the last segment, with the refused one, are compared with those of the period, place by place. Rows
have other names in each further period. Rows of its beginning come back as phi says. Rows that came
later are counted from its beginning on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from reiterate.check.form import Block, Deed, Jump, Move
from reiterate.check.numbers import evaluated
from reiterate.check.same_shape import amounts_of
from reiterate.check.work import tidied
from reiterate.state.model import State


class Following:
    """Follows a period from choice to choice."""

    __slots__ = ("_at", "_fresh", "_head", "_later", "_names", "_period", "_piece", "_values", "goes_on")

    def __init__(self) -> None:
        self.goes_on = True  # whether everything behind the last segment was what its period does
        self._piece: Jump | None = None
        self._head: list[int] = []
        self._fresh = 0
        self._later = 0
        self._period: list[Deed] = []
        self._at = 0
        self._names: dict[int, int] = {}
        self._values: list[Any] = []

    def segment(self, piece: Jump, head: State) -> None:
        """From here on this period is followed."""
        self.goes_on = True
        self._piece = piece
        self._head = sorted(head.rows)
        self._fresh = head.fresh
        self._period = [deed for iteration in piece.iterations for deed in iteration]
        self._at = 0
        self._names = {}

    def see(self, state: State, deed: Deed) -> None:
        """What is done next, or is refused."""
        if self._piece is None or not self.goes_on:
            return
        if self._at % len(self._period) == 0:
            self._begin(self._piece, state)
        expected = self._period[self._at % len(self._period)]
        self._at += 1
        self.goes_on = self._same(expected, deed)

    def _begin(self, piece: Jump, state: State) -> None:
        if self._at:
            self._names = {row: self._name(back) for row, back in zip(self._head, piece.noted.phi, strict=True)}
        self._later = state.fresh - self._fresh
        amounts = amounts_of(tidied(state))
        self._values = [amounts.get((self._name(row), what), 0) for row, what in piece.noted.slots]

    def _name(self, row: int) -> int:
        """What a row of the period is called now; what is no row has the same name always."""
        return self._names.get(row, row + self._later if row >= self._fresh else row)

    def _same(self, expected: Deed, deed: Deed) -> bool:
        if isinstance(expected, Block) or isinstance(deed, Block):
            return False  # what is said of rounds is said in other numbers
        return _written(expected, self._name, self._values) == _written(deed, lambda row: row, ())


def _written(move: Move, name: Callable[[int], int], values: Sequence[Any]) -> tuple[object, ...]:
    """All that a choice says, rows by their names and amounts worked out."""
    choice = move.choice
    amounts = {
        what: [evaluated(poly, values) for poly in (content if isinstance(content, tuple) else [content])]
        for what, content in move.amounts.items()
    }
    words = (choice.verb, choice.player, choice.index, choice.answer, choice.over, choice.how, choice.ways, choice.pay)
    picks: Iterable[Any] = choice.picks  # rows alone; how many stands among the amounts
    return words, [name(row) for row in (choice.row, *choice.targets, *picks)], amounts
