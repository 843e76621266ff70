"""Shapes: whether a period ends as it began but for amounts, and which amounts a state has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from reiterate.amounts.number_classes import Differing
from reiterate.check import runs
from reiterate.check.arithmetic import EQ, LE, Form, Polynomial
from reiterate.check.form import Place, Traced
from reiterate.check.number_base import asked, same_amount
from reiterate.check.numbers import Number, poly_of, value_of
from reiterate.check.small_values import STEP, Rejected
from reiterate.check.work import spend
from reiterate.state.amount_slots import slot_of
from reiterate.state.model import Gone, Ref, Row, State
from reiterate.state.progression_rows import STEP as RISE
from reiterate.state.progression_rows import VALUES, WIDTH
from reiterate.state.properties import PLAYER, WHOLE_GAME, N

#: Which classes of rows there are, and which sequences that are not empty.
Census: TypeAlias = tuple[frozenset[int], frozenset[str]]


def amounts_of(state: State) -> dict[Place, Any]:
    """Every amount of a state by row and name (``runs.written``); tallies under the row -1."""
    found: dict[Place, Any] = {(-1, key): value for key, value in state.tally.items()}
    for handle, row in state.rows.items():
        found.update({(handle, name): value for name, value in runs.written(row).items()})
    return found


def amount_at(state: State, place: Place) -> Any:
    """The amount in one place; 0 where nothing is written, or no such row is there."""
    handle, name = place
    if handle == -1:
        return state.tally.get(name, 0)
    return runs.written(state.rows[handle]).get(name, 0) if handle in state.rows else 0


def is_there(state: State, place: Place) -> bool:
    """Whether a state can have an amount in this place that grows."""
    handle, name = place
    return handle == -1 or (handle in state.rows and may_grow(state.rows[handle], name))


def may_grow(row: Row, name: str) -> bool:
    """Whether an amount of a row can have this name and counts something: a flag never changes in a period."""
    if not runs.may_name(row, name):
        return False
    slot = slot_of(row.cls, N if name in (VALUES, WIDTH) else name.removesuffix(RISE))
    return slot is not None and slot.grows


def never_there(start: Sequence[int], update: Sequence[Polynomial], closed: Sequence[Any] | None) -> int | None:
    """The first of some amounts that is 0 all the time; None where there is none such.

    ``closed``: their closed forms or polynomials, which are proved elsewhere; None where the update
    has no negative number.
    """
    if closed is not None:
        found = (i for i, one in enumerate(closed) if not (one.terms if isinstance(one, Form) else one))
        return next(found, None)
    there = {i for i, first in enumerate(start) if first}
    while True:
        more = {
            i
            for i, poly in enumerate(update)
            if i not in there and any(c and there.issuperset(product) for product, c in poly.items())
        }
        if not more:
            return next((i for i in range(len(start)) if i not in there), None)
        there |= more


def census(state: State) -> Census:
    """What two states of the same shape have in common, rows of no objects apart."""
    there = frozenset(id(row.cls) for row in state.rows.values() if not (type(row.n) is int and row.n == 0))
    return there, frozenset(name for name, seq in state.seqs.items() if seq)


def stay_apart(state: State) -> None:
    """Ask that rows which only amounts tell apart stay apart, and that a group does not become one object.

    What is alike decides what is asked, and rows that are not equal as polynomials could come to
    hold equal amounts.
    """
    changing: set[int] = set()
    for handle, row in state.rows.items():
        if row.cls.kind in (PLAYER, WHOLE_GAME) or _stays(row):
            continue
        n: Any = row.n
        if isinstance(n, Number) and n == 1:
            raise Rejected(STEP, "a group that happens to be one object in this period only")
        _keeps_members(row)
        changing.add(handle)
    classes = {id(state.rows[handle].cls) for handle in changing}
    alike: dict[int, list[int]] = {}
    if classes:
        for handle, row in state.rows.items():
            if id(row.cls) in classes:
                alike.setdefault(id(row.cls), []).append(handle)
    for handles in alike.values():
        told = [_known(state.rows[handle]) for handle in handles]
        _each_apart(told, [handle in changing for handle in handles])


def _stays(row: Row) -> bool:
    """Whether all amounts of a row are whole numbers that are written out."""
    return type(row.n) is int and all(type(amount) is int for amount in _known(row).values())


def _each_apart(rows: list[dict[str, Any]], changing: list[bool]) -> None:
    """Ask it of each two rows in order. Two that stay as they are go on to be alike, or not, without a comparison."""
    places = [at for at, changes in enumerate(changing) if changes]
    passed = 0
    for at, row in enumerate(rows):
        passed += changing[at]
        others: Sequence[int] = range(at + 1, len(rows)) if changing[at] else places[passed:]
        spend(len(others))
        for other in others:
            _differ(row, rows[other])


def _keeps_members(row: Row) -> None:
    """Ask that the members of a run go on to differ, and that they stay more than one."""
    members = runs.members_of(row)
    if members is None:
        return
    if asked(members.count - 1, LE, "109.1"):
        raise Rejected(STEP, "a run of tokens with one value only")
    for step in runs.steps_of(row):
        if asked(step, EQ, "109.1"):
            raise Rejected(STEP, "a run whose members happen to be alike in this period only")


def _known(row: Row) -> dict[str, Any]:
    found: dict[str, Any] = row.num
    for name, ref in row.refs.items():
        if isinstance(ref, Gone):
            found = {**found, **{f"{name}/{slot}": value for slot, value in ref.num.items()}}
    return found


def _differ(a: dict[str, Any], b: dict[str, Any]) -> None:
    pairs = [(a.get(name, 0), b.get(name, 0)) for name in sorted(a.keys() | b.keys())]
    unlike = [(x, y) for x, y in pairs if not same_amount(x, y)]
    plain = [(x, y) for x, y in unlike if not isinstance(x, Differing) and not isinstance(y, Differing)]
    for x, y in plain:
        if value_of(x) != value_of(y):
            asked(x - y, EQ)
            return
    if len(plain) < len(unlike) and any(_lie_apart(_ends(x), _ends(y)) for x, y in unlike):
        return
    if unlike:
        raise Rejected(STEP, "amounts that differ in other periods happen to be equal in this one")


def _ends(amount: Any) -> list[Any]:
    return [amount.first, amount.last] if isinstance(amount, Differing) else [amount]


def _lie_apart(ours: list[Any], theirs: list[Any]) -> bool:
    """Whether all values between these ends are below all between those, or above; asked for every pair of ends."""
    for low, high in ((ours, theirs), (theirs, ours)):
        if all(value_of(x) < value_of(y) for x in low for y in high):
            return all(asked(x - y + 1, LE, "109.1") for x in low for y in high)
    return False


def check_shape(phi_given: Sequence[int], head: State, end: State) -> None:
    """The end has the head's shape by phi, which keeps the order of age: so the next period is the same play."""
    if len(head.rows) != len(end.rows) or list(phi_given) != sorted(end.rows):
        raise Rejected(STEP, "correspondence: the period does not end with the rows stated")
    phi = dict(zip(sorted(head.rows), phi_given, strict=True))
    for handle, row in head.rows.items():
        other = end.rows[phi[handle]]
        if row.cls is not other.cls or (row.cls.kind in (WHOLE_GAME, PLAYER) and phi[handle] != handle):
            raise Rejected(STEP, f"correspondence: the row {handle} comes back as something else")
        if runs.running(row) != runs.running(other):
            raise Rejected(STEP, f"correspondence: the members of the row {handle} differ in other amounts")
        if row.refs.keys() != other.refs.keys():
            raise Rejected(STEP, f"correspondence: the row {handle} refers to something else")
        for name, ref in row.refs.items():
            after = other.refs[name]
            if isinstance(ref, Ref):
                same = isinstance(after, Ref) and after.mode == ref.mode and after.row == phi.get(ref.row)
            else:
                same = isinstance(after, Gone) and after.cls is ref.cls and _same_amounts(ref.num, after.num)
            if not same:
                raise Rejected(STEP, f"correspondence: the row {handle} refers to something else")
    for name in head.seqs.keys() | end.seqs.keys():
        if tuple(phi[h] for h in head.seqs.get(name, ())) != end.seqs.get(name, ()):
            raise Rejected(STEP, f"correspondence: the order of {name} does not come back")
    if {label: phi[handle] for label, handle in head.labels.items()} != end.labels:
        raise Rejected(STEP, "correspondence: a labelled object is not the same one")


def _same_amounts(a: dict[str, Any], b: dict[str, Any]) -> bool:
    return all(same_amount(a.get(name, 0), b.get(name, 0)) for name in a.keys() | b.keys())


def check_update(noted: Traced, head: State, end: State) -> None:
    """Every amount ends as its update says, and what has no slot as it began."""
    back = dict(zip(noted.phi, sorted(head.rows), strict=True))
    before = amounts_of(head)
    after = {(back[at] if at >= 0 else at, name): value for (at, name), value in amounts_of(end).items()}
    update: dict[Place, Polynomial] = dict(zip(noted.slots, noted.update, strict=True))
    for place in before.keys() | after.keys() | update.keys():
        now, then = after.get(place, 0), before.get(place, 0)
        right = poly_of(now) == update[place] if place in update else same_amount(now, then)
        if not right:
            raise Rejected(STEP, f"update: {place[1]} of row {place[0]} does not end as stated")
