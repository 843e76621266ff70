"""The amounts of a head state by slot: read, written anew, compared with those of another state."""

from __future__ import annotations

from collections.abc import Mapping

from reiterate.amounts import (
    Amount,
    identical,
)
from reiterate.state.identity import Correspondence
from reiterate.state.model import State
from reiterate.state.progression_rows import filled, written

#: A place for an amount in a head state: a row's handle and slot ("n" for its count; ``progressions.written`` names
#: those of a row whose members differ), or (-1, tally key).
Slot = tuple[int, str]


def fill(head: State, values: Mapping[Slot, Amount]) -> State:
    """A copy of the head with other amounts in the given slots."""
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


def moved(before: State, after: State, phi: Correspondence) -> list[Slot]:
    """The slots whose amounts differ between two states of the same shape, in order."""
    ours = amounts_of(before)
    theirs = amounts_of(after)
    changed = []
    for slot in all_slots(ours, theirs, phi):
        handle, name = slot
        there = (phi[handle], name) if handle >= 0 else slot
        a, b = ours.get(slot, 0), theirs.get(there, 0)
        if not identical(a, b):
            changed.append(slot)
    return changed


def all_slots(ours: dict[Slot, Amount], theirs: dict[Slot, Amount], phi: Correspondence) -> list[Slot]:
    back = {there: here for here, there in phi.items()}
    slots = set(ours)
    slots |= {(back[h], name) if h >= 0 else (h, name) for h, name in theirs}
    return sorted(slots)
