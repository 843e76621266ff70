"""Whether the iterations of a chain are alike, and whether the choices behind the last segment go on with its period.

Whether the iterations of a chain are alike, so that there is one number of them.

A file divides its choices into iterations as it likes. Say all iterations are the same sequence of choices, and that sequence is
no shorter one done several times. Then there is no other division into like iterations. Else periods are counted instead.

A choice is told by who makes it, what it does, what is announced and paid, and the names of what it is about. Two objects of one
name are still two: where the first one is there yet, what is done with the second one is another choice.

Whether the choices behind the last segment go on with its period: only then does the loop itself end there.

Any chain can be broken off by another choice, or by one that is legal nowhere. So the choices behind
the last segment, with the refused one, are compared with those of the period, place by place. Rows
have other names in each further period. Rows of its beginning come back as phi says. Rows that came
later are counted from its beginning on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from reiterate.check.form import Block, Deed, Jump, Move, Plain
from reiterate.check.numbers import evaluated
from reiterate.check.same_shape import amounts_of
from reiterate.check.work import tidied
from reiterate.rules.access.choice import PASS, Choice
from reiterate.state.model import Gone, Ref, State
from reiterate.state.properties import SOURCE

# --- iterations ----------------------------------------------------------------------------------

#: A choice without amounts that grow, and with names in the place of rows.
_Sign: TypeAlias = tuple[object, ...]


class Division:
    """Looks on at the choices of a chain, in order, and compares each with the one at its place of the iteration before."""

    __slots__ = ("ahead", "first", "handles", "same", "size")

    def __init__(self, chain: Sequence[Plain | Jump]) -> None:
        iterations = [sum(map(_choices, deeds)) for piece in chain for deeds in piece.iterations]
        self.size = iterations[0] if iterations else 0
        self.same = len(set(iterations)) == 1 and self.size > 0
        self.ahead = sum(iterations)  # what comes behind them is of the end
        self.first: list[_Sign] = []
        self.handles: list[tuple[int, ...]] = []

    def see(self, state: State, choice: Choice) -> None:
        """The next choice of the chain: of a block those of one round."""
        if not self.same or self.ahead <= 0:
            return
        self.ahead -= 1
        sign, handles = _sign(state, choice), _handles(choice)
        if len(self.first) < self.size:
            self.first.append(sign)
            self.handles.append(handles)
            return
        at = -(self.ahead + 1) % self.size
        before = self.handles[at]
        another = any(a != b and a in state.rows for a, b in zip(before, handles, strict=False))
        self.same = self.first[at] == sign and not another
        self.handles[at] = handles

    @property
    def alike(self) -> bool:
        """Whether all iterations are the same choices, and can't be divided further."""
        return self.same and _indivisible(tuple(self.first))


def _choices(deed: Deed) -> int:
    return sum(map(_choices, deed.deeds)) if isinstance(deed, Block) else 1


def _handles(choice: Choice) -> tuple[int, ...]:
    return (choice.row, *choice.targets, *(row for row, _ in choice.picks))


def _sign(state: State, choice: Choice) -> _Sign:
    """A choice by names; a pass by what it lets resolve."""
    about = state.stack[:1] if choice.verb == PASS else _handles(choice)
    named = tuple(tuple(_names(state, handle)) for handle in about)
    paid = tuple(kind for kind, _ in choice.pay)
    announced = choice.x if type(choice.x) is int else None
    unnamed = tuple(min(handle, 0) for handle in _handles(choice))  # what stands for no row by itself
    said = (choice.answer, choice.how, choice.ways, announced, paid, len(choice.targets), unnamed)
    return (choice.player, choice.verb, choice.index, *said, named)


def _names(state: State, handle: int) -> Iterator[object]:
    """What an object is: a card's name, a player's seat, or an ability and whose it is."""
    row = state.rows.get(handle)
    if row is None:
        return
    yield row.cls.kind
    if row.cls.proto is not None:
        yield row.cls.proto.name
    elif row.cls.term is None:
        yield row.cls.owner
    else:
        yield row.cls.term
        source = row.refs.get(SOURCE)
        if isinstance(source, Gone):
            yield "" if source.cls.proto is None else source.cls.proto.name
        elif isinstance(source, Ref):
            yield from _names(state, source.row)


def _indivisible(signs: tuple[_Sign, ...]) -> bool:
    size = len(signs)
    return not any(size % part == 0 and signs[:part] * (size // part) == signs for part in range(1, size))


# --- end follows ---------------------------------------------------------------------------------


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
