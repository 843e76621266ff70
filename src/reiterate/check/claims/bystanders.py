"""Bystanders: rows that a chain neither touches nor names. That it can do without one is shown for many of them at once.

Two rows of a class that differ in amounts alone can change places. So to take one of several away
is to take the first of them away and to give its amounts to that one. The chain is played once
without the first, with numbers for the amounts of the others. It is the same chain wherever each
comparison that was asked has its answer. So it is, on a play of the start itself, where a counter
is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias

from reiterate.check.arithmetic import EQ
from reiterate.check.form import Comparison, Place, with_amounts
from reiterate.check.numbers import Log, Number, evaluated
from reiterate.check.work import spend
from reiterate.rules.access.state_access import discard_row
from reiterate.state.events import Draft
from reiterate.state.model import Gone, Ref, Row, State
from reiterate.state.properties import COUNTER, PLAYER, N

#: Plays the chain from a start and adds every state on it to the list; whether it is legal and its gains rise.
Chain: TypeAlias = Callable[[State, list[State]], bool]

#: What tells a row from others of its class: the amounts that are not 0.
_Told: TypeAlias = frozenset[tuple[str, Any]]

_NOT_ALIKE: Final[Collection[_Told]] = ()


def without(start: State, handle: int) -> State:
    """A start without one of its rows."""
    draft = Draft(start)
    discard_row(draft, handle)
    return draft.done()


def not_needed(start: State, states: Sequence[State], named: Collection[int], chain: Chain) -> set[Place]:
    """Rows ("n") and counters of a start that its chain does without. Of what is not among them nothing is said.

    ``states``: those on the chain from the start itself. ``named``: rows that choices or gains name.
    """
    standing = _standing(start, states, named)
    found: set[Place] = set()
    kinds: dict[tuple[int, int], list[int]] = {}
    for handle in standing:
        row = start.rows[handle]
        assert type(row.n) is int
        kinds.setdefault((id(row.cls), row.n), []).append(handle)
    for handles in kinds.values():
        if len(handles) > 1:
            found |= {(handle, N) for handle in _rows(start, handles, chain)}
    counters = [
        (handle, name)
        for handle in standing
        for name, n in sorted(start.rows[handle].num.items())
        if name.startswith(COUNTER) and n > 0
    ]
    return found | (_counters(start, counters, chain) if counters else set())


def _standing(start: State, states: Sequence[State], named: Collection[int]) -> list[int]:
    """The rows that nothing names or changes on the whole chain, and that no other of their class is like."""
    left = {handle for handle, row in start.rows.items() if row.cls.proto is not None and not row.refs}
    left -= {handle for handle in left if start.rows[handle].cls.kind == PLAYER}
    left -= {*named, *start.labels.values()}
    for state in states:
        left -= _pointed_at(state)
        left = {handle for handle in left if state.rows.get(handle) is start.rows[handle]}
    alike: dict[tuple[int, _Told], int] = {}
    for handle in left:
        key = (id(start.rows[handle].cls), _told(start.rows[handle]))
        alike[key] = alike.get(key, 0) + 1
    unclear = {cls for (cls, _), number in alike.items() if number > 1}
    return sorted(handle for handle in left if id(start.rows[handle].cls) not in unclear)


def _pointed_at(state: State) -> set[int]:
    """Rows that stand in an order, or that another row refers to."""
    refs = [ref.row for row in state.rows.values() for ref in row.refs.values() if isinstance(ref, Ref)]
    return set(refs).union(*state.seqs.values())


def _told(row: Row) -> _Told:
    return frozenset((name, n) for name, n in row.num.items() if n != 0)


def _rows(start: State, handles: Sequence[int], chain: Chain) -> set[int]:
    """Those of some rows of a class, as many of each, that the chain does without."""
    first, *rest = (start.rows[handle] for handle in handles)
    names = {name for row in (first, *rest) for name in row.num}
    unlike = sorted(name for name in names if any(row.get(name) != first.get(name) for row in rest))
    play = _Play(without(start, handles[0]), [(handle, name) for handle in handles[1:] for name in unlike], chain)
    if not play.done or any(_told(row) in play.beside(row) for row in (first, *rest)):
        return set()
    lent = {name: first.get(name) for name in unlike}
    return {handles[0]} | {h for h in handles[1:] if play.alike_with({(h, name): n for name, n in lent.items()})}


def _counters(start: State, counters: Sequence[Place], chain: Chain) -> set[Place]:
    """Those of some counters that the chain does without."""
    play = _Play(start, counters, chain)
    if not play.done:
        return set()
    told: dict[int, set[_Told]] = {}
    for handle, _ in counters:
        told.setdefault(id(start.rows[handle].cls), set()).add(_told(start.rows[handle]))
    found: set[Place] = set()
    for handle, name in counters:
        row = start.rows[handle]
        bare = _told(row) - {(name, row.get(name))}
        if bare in told[id(row.cls)] or bare in play.beside(row) or _told(row) in play.beside(row):
            continue
        if play.alike_with({(handle, name): 0}):
            found.add((handle, name))
    return found


class _Play:
    """The chain on numbers in some places, with the comparisons that it asked.

    ``done``: it is legal, its gains rise, and a number stays in its row, which stays as it is.
    """

    __slots__ = ("_beside", "asked", "done", "numbers", "values")

    def __init__(self, start: State, places: Sequence[Place], chain: Chain) -> None:
        log = Log()
        self.numbers = {place: i for i, place in enumerate(places)}
        self.values: list[Any] = [start.rows[handle].get(name) for handle, name in places]
        held = {place: Number(self.values[i], {(i,): 1}, log) for place, i in self.numbers.items()}
        begun = with_amounts(start, held)
        changing = {handle: begun.rows[handle] for handle, _ in places}
        states: list[State] = []
        self.done = chain(begun, states) and all(_keeps(state, changing) for state in states)
        self._beside: dict[int, set[_Told]] = {}
        for state in states if self.done else ():
            for handle, row in state.rows.items():
                if handle not in changing:
                    self._beside.setdefault(id(row.cls), set()).add(_told(row))
        self.asked: dict[int, list[Comparison]] = {}
        for comparison in log.asked.values():
            for number in {number for product in comparison.poly for number in product}:
                self.asked.setdefault(number, []).append(comparison)

    def beside(self, row: Row) -> Collection[_Told]:
        """What tells the rows without numbers apart that are of the class of a row, at all places."""
        return self._beside.get(id(row.cls), _NOT_ALIKE)

    def alike_with(self, instead: Mapping[Place, Any]) -> bool:
        """Whether each comparison has its answer with other values in some places."""
        values = list(self.values)
        for place, value in instead.items():
            values[self.numbers[place]] = value
        for place in instead:
            for comparison in self.asked.get(self.numbers[place], ()):
                spend(len(comparison.poly))
                value = evaluated(comparison.poly, values)
                if (value == 0 if comparison.op == EQ else value <= 0) != comparison.truth:
                    return False
        return True


def _keeps(state: State, changing: Mapping[int, Row]) -> bool:
    """Whether the rows with numbers are as they were, no other amount depends on them, and nothing names them."""
    if any(state.rows.get(handle) is not row for handle, row in changing.items()):
        return False
    if not changing.keys().isdisjoint(_pointed_at(state)):
        return False
    amounts: list[Any] = list(state.tally.values())
    for handle, row in state.rows.items():
        if handle not in changing:
            amounts += (row.n, *row.num.values())
            amounts += [n for ref in row.refs.values() if isinstance(ref, Gone) for n in ref.num.values()]
    return all(type(amount) is int for amount in amounts)
