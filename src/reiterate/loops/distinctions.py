"""Guards that rows of like objects stay different, and groups stay groups, in every period of a trace."""

from __future__ import annotations

from bisect import bisect_right

from reiterate.amounts import (
    Amount,
    Traced,
    differs,
    equal,
    identical,
    less,
    value_of,
)
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.state.model import Gone, Row, State
from reiterate.state.progression_rows import members_of
from reiterate.state.properties import PLAYER, WHOLE_GAME


def guard_differences(state: State) -> None:
    """Leave guards that rows which differ by amounts alone go on to differ, and that one object stays one.

    Whether rows are alike decides what is asked (603.3b, 608.2d) and which words are clear. Rows
    that are not equal as polynomials may come to hold equal amounts in a later period.
    ``Unsupported`` where they happen to in this one.
    """
    moving = {handle: row for handle, row in state.rows.items() if _may_move(row)}
    for row in moving.values():
        if isinstance(row.n, Traced) and equal(row.n, 1):
            raise _coincide()
        _keeps_members(row)
    if not moving:
        return
    classes = {id(row.cls) for row in moving.values()}
    by_class: dict[int, list[int]] = {}
    for handle, row in state.rows.items():
        if id(row.cls) in classes:
            by_class.setdefault(id(row.cls), []).append(handle)
    for handles in by_class.values():
        amounts = [_written(state.rows[handle]) for handle in handles]
        _keep_apart(amounts, [at for at, handle in enumerate(handles) if handle in moving])


def _may_move(row: Row) -> bool:
    """Whether some amount of a row of objects is no whole number, and so may be another one in a later period."""
    if type(row.n) is int:
        for amount in _written(row).values() if row.refs else row.num.values():
            if type(amount) is not int:
                break
        else:
            return False
    return row.cls.kind not in (PLAYER, WHOLE_GAME)


def _keep_apart(rows: list[dict[str, Amount]], moving: list[int]) -> None:
    """Leave a guard for each two rows of a class, in order, of which one may move: whole numbers go on to differ."""
    for at, row in enumerate(rows):
        begin = bisect_right(moving, at)
        others = range(at + 1, len(rows)) if begin and moving[begin - 1] == at else moving[begin:]
        for other in others:
            _differ(row, rows[other])


def _keeps_members(row: Row) -> None:
    """Leave guards that members which differ by equal steps go on to differ, and stay more than one."""
    members = members_of(row)
    if members is None:
        return
    if less(members.count, 2, "109.1"):
        raise _coincide()
    for _, amount in sorted(row.num.items()):
        if differs(amount) and equal(amount.step, 0, "109.1"):
            raise _coincide()


def _written(row: Row) -> dict[str, Amount]:
    """A row's amounts but its count, with those last known of what it refers to."""
    gone = [(name, ref) for name, ref in row.refs.items() if isinstance(ref, Gone)]
    if not gone:
        return row.num
    found = dict(row.num)
    for name, ref in gone:
        found.update((f"{name}/{slot}", value) for slot, value in ref.num.items())
    return found


def _differ(a: dict[str, Amount], b: dict[str, Amount]) -> None:
    """Leave a guard on the first difference. Where all values are equal in this period only, it can't stand for others."""
    pairs = [(a.get(slot, 0), b.get(slot, 0)) for slot in sorted(a.keys() | b.keys())]
    unlike = [(x, y) for x, y in pairs if not identical(x, y)]
    if any(differs(x) or differs(y) for x, y in unlike):
        _lie_apart(unlike)
        return
    for x, y in unlike:
        if value_of(x) != value_of(y):
            equal(x, y)
            return
    if unlike:
        raise _coincide()


def _lie_apart(pairs: list[tuple[Amount, Amount]]) -> None:
    """Leave a guard that the members of two rows differ: in a plain slot, or in all values of a slot."""
    for x, y in pairs:
        if not differs(x) and not differs(y) and value_of(x) != value_of(y):
            equal(x, y)
            return
    for x, y in pairs:
        ours, theirs = _ends(x), _ends(y)
        for low, high in ((ours, theirs), (theirs, ours)):
            if all(value_of(a) < value_of(b) for a in low for b in high):
                assert all(less(a, b, "109.1") for a in low for b in high)
                return
    raise _coincide()


def _ends(amount: Amount) -> list[Amount]:
    return [amount.first, amount.last] if differs(amount) else [amount]


def _coincide() -> Unsupported:
    message = "amounts that differ in other periods happen to be equal in this one"
    return Unsupported(Refusal(UNSUPPORTED, "growth-not-covered", message, "a later period", "732.1b"))
