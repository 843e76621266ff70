"""Shapes: whether a period ends as it began but for amounts, and which amounts a state has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeAlias

from reiterate.check.arithmetic import EQ, Polynomial
from reiterate.check.form import Place, Traced
from reiterate.check.numbers import Number, poly_of, same_amount, truth_of, value_of
from reiterate.check.values import STEP, Rejected
from reiterate.state.model import Gone, Ref, Row, State

#: Which classes of rows there are, and which sequences that are not empty.
Census: TypeAlias = tuple[frozenset[int], frozenset[str]]


def amounts_of(state: State) -> dict[Place, Any]:
    """Every amount of a state by row and name, "n" for a row's count; tallies under the row -1."""
    found: dict[Place, Any] = {(-1, key): value for key, value in state.tally.items()}
    for handle, row in state.rows.items():
        found[handle, "n"] = row.n
        found.update({(handle, name): value for name, value in row.num.items()})
    return found


def census(state: State) -> Census:
    """What two states of the same shape have in common, rows of no objects apart."""
    there = frozenset(id(row.cls) for row in state.rows.values() if not (type(row.n) is int and row.n == 0))
    return there, frozenset(name for name, seq in state.seqs.items() if seq)


def stay_apart(state: State) -> None:
    """Ask that rows which only amounts tell apart stay apart, and that a group does not become one object.

    What is alike decides what is asked, and rows that are not equal as polynomials could come to hold equal amounts.
    """
    alike: dict[int, list[Row]] = {}
    for row in state.rows.values():
        if row.cls.kind in ("player", "game"):
            continue
        n: Any = row.n
        if isinstance(n, Number) and n == 1:
            raise Rejected(STEP, "a group that happens to be one object in this period only")
        alike.setdefault(id(row.cls), []).append(row)
    for rows in alike.values():
        for a, b in combinations(rows, 2):
            _differ(_known(a), _known(b))


def _known(row: Row) -> dict[str, Any]:
    found: dict[str, Any] = dict(row.num)
    for name, ref in row.refs.items():
        if isinstance(ref, Gone):
            found |= {f"{name}/{slot}": value for slot, value in ref.num.items()}
    return found


def _differ(a: dict[str, Any], b: dict[str, Any]) -> None:
    together = False
    for name in sorted(a.keys() | b.keys()):
        x, y = a.get(name, 0), b.get(name, 0)
        if same_amount(x, y):
            continue
        together = True
        if value_of(x) != value_of(y):
            truth_of(x - y, EQ)
            return
    if together:
        raise Rejected(STEP, "amounts that differ in other periods happen to be equal in this one")


def check_shape(phi_given: Sequence[int], head: State, end: State) -> None:
    """The end has the head's shape by phi, which keeps the order of age: so the next period is the same play."""
    if len(head.rows) != len(end.rows) or list(phi_given) != sorted(end.rows):
        raise Rejected(STEP, "correspondence: the period does not end with the rows stated")
    phi = dict(zip(sorted(head.rows), phi_given, strict=True))
    for handle, row in head.rows.items():
        other = end.rows[phi[handle]]
        if row.cls is not other.cls or (row.cls.kind in ("game", "player") and phi[handle] != handle):
            raise Rejected(STEP, f"correspondence: the row {handle} comes back as something else")
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
