"""The amounts of a head state by slot: read, written anew, compared with those of another state."""

from __future__ import annotations

from collections.abc import Mapping

from reiterate.amounts import (
    Amount,
    identical,
)
from reiterate.rules.positions.identity import Correspondence
from reiterate.state.model import State
from reiterate.state.progression_rows import filled, written

#: A place for an amount in a head state: a row's handle and slot ("n" for its count; ``progressions.written`` names
#: those of a row whose members differ), or (-1, tally key).
Slot = tuple[int, str]


def fill(head: State, values: Mapping[Slot, Amount]) -> State:
    """A copy of the head with other amounts in the given slots.

    In: amounts by row and name, such as ``{(7, "n"): 3}``. A negative row stands for the tallies of the state.
    """
    rows = dict(head.rows)
    tally = dict(head.tally)
    by_row: dict[int, dict[str, Amount]] = {}
    for (handle, slot), value in values.items():
        if handle < 0:
            tally[slot] = value
        else:
            by_row.setdefault(handle, {})[slot] = value
    for handle, found in by_row.items():
        rows[handle] = filled(rows[handle], found)
    return State(rows, dict(head.seqs), tally, dict(head.labels), head.fresh)


def amounts_of(state: State) -> dict[Slot, Amount]:
    """Every amount written in a state, by slot; tallies included."""
    found: dict[Slot, Amount] = {}
    for handle, row in state.rows.items():
        for slot, value in written(row).items():
            found[(handle, slot)] = value
    for key, value in state.tally.items():
        found[(-1, key)] = value
    return found


def amount_at(state: State, slot: Slot) -> Amount:
    """The amount in one slot; 0 where nothing is written."""
    handle, name = slot
    return state.tally.get(name, 0) if handle < 0 else written(state.rows[handle]).get(name, 0)


def moved(before: State, after: State, phi: Correspondence) -> list[Slot]:
    """The slots whose amounts differ between two states of the same shape, in order.

    In: ``phi``, the row of ``after`` for each row of ``before``. Out: slots of ``before``, such as ``(7, "n")``; of a tally the
    row is negative.
    """
    changed: list[Slot] = []
    for handle, row in before.rows.items():
        there = after.rows[phi[handle]]
        if there is not row:
            changed += [(handle, name) for name in _unlike(written(row), written(there))]
    return sorted([*changed, *_moved_tallies(before, after)])


def _moved_tallies(before: State, after: State) -> list[Slot]:
    return [(-1, key) for key in _unlike(before.tally, after.tally)]


def _unlike(ours: Mapping[str, Amount], theirs: Mapping[str, Amount]) -> list[str]:
    return [name for name in ours.keys() | theirs.keys() if not identical(ours.get(name, 0), theirs.get(name, 0))]
