"""Whether two states are the same but for amounts: a correspondence of rows, looked for within a budget.

Nothing depends on how it is found: ``_is_one`` looks at all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from reiterate.check.arithmetic import OutOfBudget
from reiterate.state.model import Ref, Row, State
from reiterate.state.properties import PLAYER, WHOLE_GAME

#: Rows that may be looked at in the search for correspondences, in the whole file.
MATCH_BUDGET: Final = 60_000

#: Which row of one state is which row of the other.
Phi: TypeAlias = dict[int, int]
_Colours: TypeAlias = dict[int, int]


class Matching:
    """Finds correspondences, counting the rows that are looked at."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MATCH_BUDGET

    def matches(self, a: State, b: State) -> Iterator[Phi]:
        """The correspondences that keep classes, references, sequences and players; each of them once."""
        if len(a.rows) != len(b.rows):
            return
        shared: dict[object, int] = {}
        yield from self._search(a, b, _first(a, shared), _first(b, shared))

    def _search(self, a: State, b: State, ours: _Colours, theirs: _Colours) -> Iterator[Phi]:
        while True:
            self._spend(2 * len(a.rows))
            shared: dict[object, int] = {}
            finer = _around(a, ours, shared), _around(b, theirs, shared)
            if sorted(finer[0].values()) != sorted(finer[1].values()):
                return
            same = len(set(finer[0].values())) == len(set(ours.values()))
            ours, theirs = finer
            if same:
                break
        alike: dict[int, list[int]] = {}
        for handle, colour in theirs.items():
            alike.setdefault(colour, []).append(handle)
        open_rows = [handle for handle in sorted(ours) if len(alike[ours[handle]]) > 1]
        if not open_rows:
            phi = {handle: alike[colour][0] for handle, colour in ours.items()}
            if _is_one(a, b, phi):
                yield phi
            return
        first, mark = open_rows[0], len(ours) + len(shared)
        for other in alike[ours[first]]:
            yield from self._search(a, b, {**ours, first: mark}, {**theirs, other: mark})

    def _spend(self, rows: int) -> None:
        self.left -= rows
        if self.left < 0:
            raise OutOfBudget(f"more than {MATCH_BUDGET} rows to compare shapes")


def _reference(row: Row, name: str) -> tuple[str, str, int]:
    """A reference without what is changed by other names of rows."""
    ref = row.refs[name]
    return (name, ref.mode, -1) if isinstance(ref, Ref) else (name, "gone", id(ref.cls))


def _first(state: State, shared: dict[object, int]) -> _Colours:
    places: dict[int, list[tuple[str, int]]] = {}
    for name, seq in sorted(state.seqs.items()):
        for i, handle in enumerate(seq):
            places.setdefault(handle, []).append((name, i))
    found = {}
    for handle, row in state.rows.items():
        fixed = handle if row.cls.kind in (WHOLE_GAME, PLAYER) else -1
        key = (id(row.cls), fixed, tuple(places.get(handle, ())), tuple(_reference(row, n) for n in sorted(row.refs)))
        found[handle] = shared.setdefault(key, len(shared))
    return found


def _around(state: State, colours: _Colours, shared: dict[object, int]) -> _Colours:
    """Colours told further apart by those that a row refers to, and by those that refer to it."""
    out: dict[int, list[tuple[str, int]]] = {handle: [] for handle in state.rows}
    into: dict[int, list[tuple[str, int]]] = {handle: [] for handle in state.rows}
    for handle, row in state.rows.items():
        for name, ref in row.refs.items():
            if isinstance(ref, Ref) and ref.row in colours:
                out[handle].append((name, colours[ref.row]))
                into[ref.row].append((name, colours[handle]))
    return {
        handle: shared.setdefault(
            (colours[handle], tuple(sorted(out[handle])), tuple(sorted(into[handle]))), len(shared)
        )
        for handle in state.rows
    }


def _is_one(a: State, b: State, phi: Phi) -> bool:
    """Whether it keeps the classes, the players, all references and all sequences."""
    for handle, row in a.rows.items():
        other = b.rows[phi[handle]]
        if row.cls is not other.cls or row.refs.keys() != other.refs.keys():
            return False
        if row.cls.kind in (WHOLE_GAME, PLAYER) and phi[handle] != handle:
            return False
        for name, ref in row.refs.items():
            if _reference(row, name) != _reference(other, name):
                return False
            after = other.refs[name]
            if isinstance(ref, Ref) and isinstance(after, Ref) and phi.get(ref.row) != after.row:
                return False
    names = a.seqs.keys() | b.seqs.keys()
    return all(tuple(phi[h] for h in a.seqs.get(name, ())) == b.seqs.get(name, ()) for name in names)
