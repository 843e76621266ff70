"""Bystanders: rows that a chain neither touches nor names. Which of them it can do without is told of many at once.

Rows of a class that only amounts tell apart can stand in for each other. So the chain is played
once without the oldest of them, with the amounts of the others as symbols. Every comparison of a
symbol leaves a guard. Without another one of them the chain is the same where all guards hold with
that one's amounts in the place of the oldest one's. In the same way one play of the start shows
which counters could be 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from reiterate.amounts import Guard, Recorder, plain
from reiterate.loops.head_slots import Slot, fill
from reiterate.rules.access.state_access import discard_row
from reiterate.state.events import Draft
from reiterate.state.model import Gone, Ref, Row, State
from reiterate.state.properties import COUNTER, PLAYER, N

#: Plays the chain from a start and notes every state on the way; whether all its choices are legal and its gains rise.
Plays: TypeAlias = Callable[[State, list[State]], bool]

#: The amounts of a row that are not 0: two rows of a class are alike only where these are equal.
_Amounts: TypeAlias = frozenset[tuple[str, Any]]


class _Touched(Exception):
    """A symbol came to stand somewhere else than in its row."""


def spared(start: State, seen: Iterable[State], named: Iterable[int], plays: Plays) -> set[Slot]:
    """Which rows ("n") and counters of a start its chain can do without, as far as that is told of many at once.

    ``seen``: the states on the chain from the start itself. ``named``: the rows that its choices or
    its gains name.
    """
    rows = _unlike(start, _untouched(start, seen, {*named, *start.labels.values()}))
    groups: dict[tuple[int, Any], list[int]] = {}
    for handle in rows:
        groups.setdefault((id(start.rows[handle].cls), start.rows[handle].n), []).append(handle)
    found: set[Slot] = set()
    for group in groups.values():
        if len(group) > 1:
            found |= {(handle, N) for handle in _without_one(start, group, plays)}
    counters = [(h, name) for h in rows for name, n in start.rows[h].num.items() if name.startswith(COUNTER) and n > 0]
    return found | set(_without_counters(start, counters, plays))


def without(start: State, handle: int) -> State:
    """The start without a row."""
    draft = Draft(start)
    discard_row(draft, handle)
    return draft.done()


def _untouched(start: State, seen: Iterable[State], named: set[int]) -> list[int]:
    """The rows that stay as they are in all of these states, refer to nothing, and are named by nothing."""
    rows = {h: r for h, r in start.rows.items() if r.cls.proto is not None and r.cls.kind != PLAYER and not r.refs}
    for state in seen:
        named = named | _named_in(state)
        rows = {handle: row for handle, row in rows.items() if state.rows.get(handle) is row}
    return [handle for handle in sorted(rows) if handle not in named]


def _unlike(start: State, handles: list[int]) -> list[int]:
    """Those of some rows that have a class where no two of them are alike."""
    seen: dict[int, set[_Amounts]] = {}
    twice: set[int] = set()
    for row in (start.rows[handle] for handle in handles):
        there = seen.setdefault(id(row.cls), set())
        if _amounts(row) in there:
            twice.add(id(row.cls))
        there.add(_amounts(row))
    return [handle for handle in handles if id(start.rows[handle].cls) not in twice]


def _named_in(state: State) -> set[int]:
    """The rows that other rows refer to, or that stand in an order."""
    found = {handle for seq in state.seqs.values() for handle in seq}
    for row in state.rows.values():
        if row.refs:
            found |= {ref.row for ref in row.refs.values() if isinstance(ref, Ref)}
    return found


def _without_one(start: State, group: list[int], plays: Plays) -> list[int]:
    """Those of some rows of one class that the chain can do without; none where that can't be told at once."""
    oldest, *others = group
    names = sorted({name for handle in group for name in start.rows[handle].num})
    moving = [n for n in names if len({start.rows[handle].get(n) for handle in group}) > 1]
    trial = _Trial(without(start, oldest), [(handle, name) for handle in others for name in moving], plays)
    if not trial.holds or not all(trial.told_apart(start.rows[handle]) for handle in group):
        return []
    lent = start.rows[oldest]
    return [oldest] + [h for h in others if trial.same_with({(h, name): lent.get(name) for name in moving})]


def _without_counters(start: State, counters: list[Slot], plays: Plays) -> list[Slot]:
    """Those of some counters that the chain can do without; none where that can't be told at once."""
    trial = _Trial(start, counters, plays) if counters else None
    if trial is None or not trial.holds:
        return []
    there: dict[int, list[_Amounts]] = {}
    for handle in {handle for handle, _ in counters}:
        there.setdefault(id(start.rows[handle].cls), []).append(_amounts(start.rows[handle]))
    found = []
    for handle, name in counters:
        row = start.rows[handle]
        less = Row(row.cls, {slot: n for slot, n in row.num.items() if slot != name}, row.n, row.refs)
        alone = trial.told_apart(row) and trial.told_apart(less) and _amounts(less) not in there[id(row.cls)]
        if alone and trial.same_with({(handle, name): 0}):
            found.append((handle, name))
    return found


def _amounts(row: Row) -> _Amounts:
    return frozenset((name, n) for name, n in row.num.items() if n)


def _written_out(row: Row) -> bool:
    gone = [ref.num for ref in row.refs.values() if isinstance(ref, Gone)]
    return type(row.n) is int and all(type(n) is int for num in (row.num, *gone) for n in num.values())


class _Trial:
    """The chain played once with symbols in some slots: whether it can be, and under which values it is the same chain.

    ``holds``: it is legal, and its symbols stay where they are.
    """

    __slots__ = ("guards", "holds", "others", "symbols", "values")

    def __init__(self, start: State, slots: list[Slot], plays: Plays) -> None:
        rec = Recorder()
        self.symbols = {slot: i for i, slot in enumerate(slots)}
        begun = fill(start, {at: rec.amount(i, plain(start.rows[at[0]].get(at[1]))) for at, i in self.symbols.items()})
        handles = {handle for handle, _ in slots}
        self.others: dict[int, set[_Amounts]] = {}  # by class, of rows without symbols
        seen: list[State] = []
        try:
            self.holds = plays(begun, seen)
            for state in seen:
                self._look(state, begun, handles)
        except _Touched:
            self.holds = False
        self.values = dict(rec.values)
        self.guards: dict[int, list[Guard]] = {}
        for guard in rec.guards:
            for symbol in guard.poly.symbols():
                self.guards.setdefault(symbol, []).append(guard)

    def _look(self, state: State, begun: State, handles: set[int]) -> None:
        """Note the rows without symbols; ``_Touched`` where a row with symbols changes, is named, or is gone."""
        if handles & _named_in(state) or any(type(n) is not int for n in state.tally.values()):
            raise _Touched
        for handle, row in state.rows.items():
            if handle in handles:
                if begun.rows[handle] is not row:
                    raise _Touched
            elif not _written_out(row):
                raise _Touched
            else:
                self.others.setdefault(id(row.cls), set()).add(_amounts(row))

    def told_apart(self, row: Row) -> bool:
        """Whether a row with these amounts is at no place like a row without symbols."""
        return _amounts(row) not in self.others.get(id(row.cls), ())

    def same_with(self, changed: dict[Slot, Any]) -> bool:
        """Whether all comparisons are answered alike with these values in the place of those that are there."""
        values = {**self.values, **{self.symbols[slot]: value for slot, value in changed.items()}}
        guards = {id(g): g for slot in changed for g in self.guards.get(self.symbols[slot], ())}
        return all(guard.holds(values) for guard in guards.values())
