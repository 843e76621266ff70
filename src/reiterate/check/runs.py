"""Runs: rows whose members differ by equal steps, 1, 2, 3, ... counters on as many tokens, on the checker's own numbers.

A *run* stands in a slot for the amounts of all members: first value, step, and how many. The values
lie in order between the two ends. So a comparison that both ends answer alike is answered for all
members, and any other reading is refused. *Joining* makes one row of rows that continue each other.
That each row continues the run is an identity, or a comparison that is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from reiterate.amounts.number_classes import Differing, differ
from reiterate.check.arithmetic import EQ, LE
from reiterate.check.number_base import CheckedNumber, Misuse, asked, same_amount
from reiterate.check.small_values import BASE, GUARDS, STEP, Rejected
from reiterate.state.model import EACH, SET, Ref, Row, State
from reiterate.state.normal_form import referrers, same_reference
from reiterate.state.progression_rows import STEP as RISE
from reiterate.state.progression_rows import VALUES, WIDTH
from reiterate.state.properties import TOKEN, N

#: What marks the names of amounts that are no slots: the count of values, the members of each, the step of a slot.
_MARK: Final = "|"


class Members:
    """What the runs of one row run along: ``count`` values of ``width`` members each."""

    __slots__ = ("count", "width")

    def __init__(self, count: Any, width: Any) -> None:
        self.count = count
        self.width = width

    @property
    def n(self) -> Any:
        """How many members there are."""
        return self.count * self.width


class Run(CheckedNumber, Differing):
    """``first``, ``first + step``, ... along the members of one row."""

    __slots__ = ("first", "members", "step")

    def __init__(self, first: Any, step: Any, members: Members) -> None:
        self.first = first
        self.step = step
        self.members = members

    def total(self) -> Any:
        """The sum over all members."""
        count = self.members.count
        twice: Any = self.step * (count * (count - 1))  # even, whatever the amounts are
        pairs: Any = twice // 2 if type(twice) is int else twice.halved()
        return (self.first * count + pairs) * self.members.width

    def decided(self, op: str, rule: str) -> bool:
        """Whether each member's is 0, or at most 0; refused where that is not the same for all of them."""
        if op == LE:
            low, high = asked(self.first, LE, rule), asked(self.last, LE, rule)
            if low != high:
                raise differ("a comparison that holds for some members only", rule)
            return low
        if op != EQ:
            raise Misuse(f"compared by {op}")
        if type(self.first) is type(self.step) is int and self.step and self.first % self.step:
            return False  # no whole number of steps leads to 0
        for sign in (1, -1):
            if not asked(self.first * sign, LE, rule) and not asked(self.last * sign, LE, rule):
                return False  # both ends, and so all, are on this side of 0
        if asked(self.first, EQ, rule) and asked(self.last, EQ, rule):
            return True
        raise differ("a comparison that may hold for some members only", rule)

    def same_as(self, other: object) -> bool:
        """Whether it is the same run of as many members, for all values."""
        if not isinstance(other, Run):
            return False
        mine, theirs = self.members, other.members
        pairs = ((self.first, other.first), (self.step, other.step))
        return all(same_amount(a, b) for a, b in (*pairs, (mine.count, theirs.count), (mine.width, theirs.width)))

    def _with(self, other: object, factor: int) -> Any:
        if isinstance(other, Differing):
            if other.members is not self.members:
                raise differ("an amount counted together with that of another group")
            step = self.step + other.step * factor
            first = self.first + other.first * factor
            return first if type(step) is int and step == 0 else Run(first, step, self.members)
        return Run(self.first + other * factor, self.step, self.members)  # type: ignore[operator] # a number, or it fails

    def __neg__(self) -> Run:
        return Run(-self.first, -self.step, self.members)

    def __pos__(self) -> Any:
        raise self._unreadable()

    def _unreadable(self) -> Exception:
        return differ("reading an amount")


# --- rows --------------------------------------------------------------------------------------------------------


def members_of(row: Row) -> Members | None:
    """What the runs of a row run along; None where its members are alike."""
    for amount in row.num.values():
        if isinstance(amount, Differing):
            return amount.members  # type: ignore[no-any-return] # of the state that was read, or of here
    return None


def running(row: Row) -> frozenset[str]:
    """The slots of a row that differ from member to member."""
    return frozenset(slot for slot, amount in row.num.items() if isinstance(amount, Differing))


def steps_of(row: Row) -> list[Any]:
    """By how much each of those slots rises from value to value, in the order of the slots."""
    return [amount.step for _, amount in sorted(row.num.items()) if isinstance(amount, Differing)]


def written(row: Row) -> dict[str, Any]:
    """Every amount of a row by name, with its count: of a run, its values, members of each, first value and step."""
    members = members_of(row)
    if members is None:
        return {N: row.n, **row.num}
    found: dict[str, Any] = {VALUES: members.count, WIDTH: members.width}
    for slot, amount in row.num.items():
        found[slot] = amount
        if isinstance(amount, Differing):
            found[slot], found[slot + RISE] = amount.first, amount.step
    return found


def may_name(row: Row, name: str) -> bool:
    """Whether an amount of a row can have this name."""
    if members_of(row) is None:
        return _MARK not in name
    return name in written(row) or (_MARK not in name and name != N)


def least_of(name: str) -> int | None:
    """The least that an amount of a row can be which counts objects: no row stands for fewer than none."""
    return {N: 0, VALUES: 1, WIDTH: 1}.get(name)


def filled(row: Row, values: Mapping[str, Any]) -> Row:
    """The row with other amounts of some names, such as ``{"n": 3}``.

    Raises ``Rejected`` for a name that no row of its kind has, and for a run of tokens that stands for no values.
    """
    if not all(may_name(row, name) for name in values):
        raise Rejected(STEP, "an amount that no row of this kind has")
    members = members_of(row)
    if members is None:
        num = {**row.num, **{name: value for name, value in values.items() if name != N}}
        return Row(row.cls, num, values.get(N, row.n), row.refs)
    names = {**written(row), **values}
    made = Members(names.pop(VALUES), names.pop(WIDTH))
    if type(made.count) is int and made.count < 1:
        raise Rejected(GUARDS, "a run of tokens comes to stand for no values")
    steps = {slot: names.pop(slot + RISE) for slot in running(row)}
    return _row(row, names, steps, made)


def _row(like: Row, firsts: Mapping[str, Any], steps: Mapping[str, Any], members: Members) -> Row:
    alone = type(members.count) is int and members.count == 1
    num: dict[str, Any] = {
        slot: Run(first, steps[slot], members) if slot in steps and not alone else first
        for slot, first in firsts.items()
    }
    return Row(like.cls, num, members.n, like.refs)


def own(state: State) -> State:
    """A state that was read with runs of the checker's own; ``Rejected`` where such a row is not one of free tokens."""
    rows = dict(state.rows)
    for handle, row in state.rows.items():
        read = members_of(row)
        if any(_MARK in slot or slot == N for slot, _ in row.num.items()):
            raise Rejected(BASE, "an amount with a name that no slot has")
        if read is None:
            continue
        if not _may_run(row):
            raise Rejected(BASE, f"the row {handle} holds members that differ, and is not one of tokens")
        members = Members(read.count, read.width)
        num: dict[str, Any] = {
            slot: Run(amount.first, amount.step, members) if isinstance(amount, Differing) else amount
            for slot, amount in row.num.items()
        }
        rows[handle] = Row(row.cls, num, members.n, row.refs)
    return State(rows, state.seqs, state.tally, state.labels, state.fresh)


def _may_run(row: Row) -> bool:
    """Whether members in any order are the same: tokens that have no order and refer to nothing one by one."""
    if row.cls.kind != TOKEN or row.cls.ordered:
        return False
    return not any(isinstance(ref, Ref) and ref.mode in (EACH, SET) for ref in row.refs.values())


# --- joining -----------------------------------------------------------------------------------------------------


def joined(state: State, lists: Iterable[Sequence[int]], obligation: str) -> State:
    """The same position with rows joined: each list names the rows of a run, from its first value on.

    The oldest row of each is the run. ``Rejected`` where something tells the members apart but
    their amounts, or where these do not go on by equal steps.
    """
    named = referrers(state).keys() | {h for seq in state.seqs.values() for h in seq} | set(state.labels.values())
    rows = dict(state.rows)
    for handles in lists:
        if len(handles) < 2 or any(h not in rows or h in named for h in handles) or len(set(handles)) < len(handles):
            raise Rejected(obligation, "rows are joined that are not there, or that something refers to")
        parts = [rows.pop(h) for h in handles]
        first = parts[0]
        for part in parts:
            same = part.cls is first.cls and part.refs.keys() == first.refs.keys() and _may_run(part)
            if not same or not all(same_reference(ref, part.refs[slot]) for slot, ref in first.refs.items()):
                raise Rejected(obligation, "rows are joined that are not of the same kind")
        rows[min(handles)] = one_row(parts, obligation)
    if any(members_of(row) is not None and not _may_run(row) for row in rows.values()):
        raise Rejected(obligation, "members that differ and are no tokens")
    ordered = {handle: rows[handle] for handle in sorted(rows)}
    return State(ordered, state.seqs, state.tally, state.labels, state.fresh)


def one_row(parts: Sequence[Row], obligation: str) -> Row:
    """One run of rows that continue each other."""
    slots = sorted({slot for part in parts for slot in part.num})
    names = [written(part) for part in parts]
    base = {slot: names[0].get(slot, 0) for slot in slots}
    run = next((part for part in parts if members_of(part) is not None), None)
    if run is None:
        steps = {slot: names[1].get(slot, 0) - first for slot, first in base.items()}
        if any(type(step) is not int for step in steps.values()):
            raise Rejected(obligation, "a run whose step is not known")
        steps = {slot: step for slot, step in steps.items() if step != 0}
        if next(iter(steps.values()), 0) < 0:
            raise Rejected(obligation, "a run that does not rise")  # one form of a run: from the smallest on
        width = parts[0].n
    else:
        there = written(run)
        steps = {slot: there[slot + RISE] for slot in sorted(running(run))}
        width = there[WIDTH]
    if not steps:
        raise Rejected(obligation, "a run whose members do not differ")
    before: Any = 0
    for part, there in zip(parts, names, strict=True):
        if members_of(part) is not None and running(part) != steps.keys():
            raise Rejected(obligation, "runs are joined that differ in other amounts")
        _continues(there.get(WIDTH, there.get(N)), width, obligation)
        for slot in slots:
            if slot + RISE in there:
                _continues(there[slot + RISE], steps[slot], obligation)
            expected = base[slot] + steps[slot] * before if slot in steps else base[slot]
            _continues(there.get(slot, 0), expected, obligation)
        before = before + there.get(VALUES, 1)
    return _row(parts[0], base, steps, Members(before, width))


def _continues(found: Any, expected: Any, obligation: str) -> None:
    """Ask that an amount is what the run goes on with, unless it is for all values."""
    if not same_amount(found, expected) and not asked(found - expected, EQ, "107.1"):
        raise Rejected(obligation, "a row is joined to a run that it does not continue")
