"""Which rows are joined to which runs of equal steps where a period begins and ends: as lists that can be checked.

``state.progression_rows.folded`` finds one form of a position. What a certificate says is less:
these rows, in this order, are one run. Joining them asks each equality in a fixed order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from reiterate.amounts import Amount, Members, Progression, differs, equal, identical, value_of
from reiterate.refusals import unsupported
from reiterate.state.model import Row, State
from reiterate.state.normal_form import normal
from reiterate.state.progression_rows import STEP, VALUES, WIDTH, folded, members_of, progressing, written
from reiterate.state.properties import N

#: The rows of each run in order of their values, the run that has the oldest row first.
Joins: TypeAlias = list[list[int]]


def joined_as(state: State, target: State) -> tuple[State, Joins]:
    """The normal form of a state with rows joined so that it is ``target``, and which; ``Unsupported`` if it can't be.

    While tracing, each row that goes on with a run by its value only leaves that as a guard.
    """
    head = normal(state)
    lists = [rows for handle in sorted(target.rows) if len(rows := _rows_of(head, target, handle)) > 1]
    made = _joined(head, lists)
    alike = made.rows.keys() == target.rows.keys() and all(
        _same(row, target.rows[handle]) for handle, row in made.rows.items()
    )
    if not alike:
        message = "tokens that differ by equal steps are grouped in a way that no certificate says"
        raise unsupported("progression", message, "732.1b")
    return made, lists


def folded_end(state: State) -> tuple[State, Joins]:
    """The folded form of where a period ends, and which rows it joins; guards as ``joined_as`` leaves them."""
    return joined_as(state, _quietly(state))


def _quietly(state: State) -> State:
    rec = next((v.rec for row in state.rows.values() for v in written(row).values() if hasattr(v, "rec")), None)
    if rec is None:
        return folded(state)
    with rec.apart():
        return folded(state)


def _rows_of(head: State, target: State, handle: int) -> list[int]:
    """The rows of the head whose values a run of the target goes along, in the order of their values."""
    run = target.rows[handle]
    slot = next(iter(progressing(run)), "")
    along = run.num.get(slot, 0)
    if not differs(along):
        return [handle]
    first, step, count = (value_of(x) for x in (along.first, along.step, along.members.count))
    found: dict[int, int] = {}
    for other, row in head.rows.items():
        if row.cls is not run.cls or (other in target.rows and other != handle):
            continue
        own = row.num.get(slot, 0)
        there = value_of(own.first if differs(own) else own)
        if not (isinstance(there, int) and isinstance(first, int) and isinstance(step, int) and isinstance(count, int)):
            continue
        index, rest = divmod(there - first, step)
        if rest == 0 and 0 <= index < count:
            found[index] = other
    return [found[index] for index in sorted(found)]


def _joined(head: State, lists: Joins) -> State:
    rows = dict(head.rows)
    for handles in lists:
        rows[min(handles)] = _one_row([rows.pop(h) for h in handles])
    return State({h: rows[h] for h in sorted(rows)}, head.seqs, head.tally, head.labels, head.fresh)


def _one_row(parts: Sequence[Row]) -> Row:
    slots = sorted({slot for part in parts for slot in part.num})
    names = [written(part) for part in parts]
    base = {slot: names[0].get(slot, 0) for slot in slots}
    run = next((names[i] for i, part in enumerate(parts) if members_of(part) is not None), None)
    if run is None:
        steps = {slot: names[1].get(slot, 0) - base[slot] for slot in slots}
        steps = {slot: step for slot, step in steps.items() if not identical(step, 0)}
        width: Amount = parts[0].n
    else:
        steps = {slot: run[slot + STEP] for slot in slots if slot + STEP in run}
        width = run[WIDTH]
    before: Amount = 0
    for there in names:
        _continues(there[WIDTH] if WIDTH in there else there[N], width)
        for slot in slots:
            if slot + STEP in there:
                _continues(there[slot + STEP], steps.get(slot, 0))
            _continues(there.get(slot, 0), base[slot] + steps[slot] * before if slot in steps else base[slot])
        before = before + there.get(VALUES, 1)
    members = Members(before, width)
    num = {slot: _along(base[slot], steps, slot, members) for slot in slots}
    return Row(parts[0].cls, num, members.n, parts[0].refs)


def _along(first: Amount, steps: Mapping[str, Amount], slot: str, members: Members) -> Amount:
    if slot not in steps:
        return first
    return Progression(first, steps[slot], members)  # type: ignore[return-value] # outside of Amount


def _continues(found: Amount, expected: Amount) -> None:
    """Leave a guard that an amount is what a run goes on with, unless it is for all values."""
    if not identical(found, expected):
        equal(found, expected, "107.1")


def _same(a: Row, b: Row) -> bool:
    ours, theirs = written(a), written(b)
    return a.cls is b.cls and all(identical(ours.get(k, 0), theirs.get(k, 0)) for k in ours.keys() | theirs.keys())
