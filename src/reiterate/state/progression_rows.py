"""Rows whose members differ by equal steps: tokens with 1, 2, 3, ... counters as one row, and back.

``folded`` is the normal form in which such tokens are one row. Tokens that nothing refers to are
put in order by their amounts. The longest run of equal steps from the smallest on is a row, then
the next run. Two states that are the same game fold to corresponding rows, whichever way they came
about.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush
from typing import Final, TypeAlias

from reiterate.amounts import Amount, Members, Progression, Traced, differs, equal, identical, value_of
from reiterate.state.model import EACH, SET, Ref, Reference, Row, State
from reiterate.state.normal_form import normal, referrers, same_reference
from reiterate.state.properties import TOKEN, N

#: A run of fewer values than this stays apart, one row for each.
SHORTEST: Final = 3

#: Overlapping runs are cut into pieces at most this often; runs that would need more stay as they are.
CUT_BUDGET: Final = 500

#: Names of a row's amounts beside its slots: how many values, how many members each, by how much a slot rises.
VALUES: Final = "n|count"
WIDTH: Final = "n|width"
STEP: Final = "|step"


def members_of(row: Row) -> Members | None:
    """What the progressions of a row run along; None for a row of alike members."""
    for amount in row.num.values():
        if differs(amount):
            return amount.members  # type: ignore[no-any-return] # whose progression it is, is not known here
    return None


def has_progressions(state: State) -> bool:
    """Whether any row of a state stands for members that differ."""
    return any(members_of(row) is not None for row in state.rows.values())


def progressing(row: Row) -> tuple[str, ...]:
    """The slots of a row that differ from member to member: part of its shape."""
    return tuple(sorted(slot for slot, amount in row.num.items() if differs(amount)))


def written(row: Row) -> dict[str, Amount]:
    """Every amount of a row by name, with that of its count; a progression is its first value and its step."""
    members = members_of(row)
    if members is None:
        return {N: row.n, **row.num}
    found: dict[str, Amount] = {VALUES: members.count, WIDTH: members.width}
    for slot, amount in row.num.items():
        if differs(amount):
            found[slot], found[slot + STEP] = amount.first, amount.step
        else:
            found[slot] = amount
    return found


def filled(row: Row, values: dict[str, Amount]) -> Row:
    """The row with other amounts of these names (see ``written``)."""
    members = members_of(row)
    if members is None:
        n = values.get(N, row.n)
        return Row(row.cls, {**row.num, **{k: v for k, v in values.items() if k != N}}, n, row.refs)
    all_of_it = {**written(row), **values}
    fresh = Members(all_of_it.pop(VALUES), all_of_it.pop(WIDTH))
    num = {}
    for slot, amount in all_of_it.items():
        if slot + STEP in all_of_it:
            num[slot] = _along(amount, all_of_it[slot + STEP], fresh)
        elif not slot.endswith(STEP):
            num[slot] = amount
    return Row(row.cls, num, fresh.n, row.refs)


def _along(first: Amount, step: Amount, members: Members) -> Amount:
    alone = isinstance(members.count, int) and members.count <= 1
    return first if alone else Progression(first, step, members)  # type: ignore[return-value] # outside of Amount


def stepping(row: Row, steps: Mapping[str, Amount], members: Members) -> Row:
    """The row with slots that rise by these steps from what is written in them, along its members."""
    num = {slot: _along(v, steps[slot], members) if slot in steps else v for slot, v in row.num.items()}
    return Row(row.cls, num, members.n, row.refs)


def cut(row: Row, start: Amount, count: Amount) -> Row:
    """The members of ``count`` values of a row, from value number ``start`` on (from 0)."""
    members = members_of(row)
    assert members is not None
    fresh = Members(count, members.width)
    num: dict[str, Amount] = {}
    for slot, amount in row.num.items():
        if differs(amount):
            num[slot] = _along(amount.at(start), amount.step, fresh)
        else:
            num[slot] = amount
    return Row(row.cls, num, fresh.n, row.refs)


def index_of(row: Row, slot: str, value: int) -> int | None:
    """Which value (from 0) of a row's progression in ``slot`` is ``value``; None if none is, or it isn't known."""
    along = row.num.get(slot, 0)
    if not differs(along):
        return None
    first, step, count = along.first, along.step, along.members.count
    if not (isinstance(first, int) and isinstance(step, int) and isinstance(count, int)) or step == 0:
        return None
    index, rest = divmod(value - first, step)
    return index if rest == 0 and 0 <= index < count else None


# --- the normal form -----------------------------------------------------------------------------------------------


def folded(state: State, keep_labels: bool = True) -> State:
    """The normal form with rows of alike tokens folded that differ by equal steps. Idempotent.

    On traced amounts a row joins a run only where it equals the run's next value, which leaves that
    as a guard.
    """
    made = normal(state, keep_labels)
    families = _families(made, keep_labels)
    for family in families:
        if any(isinstance(v, Traced) for handle in family for v in written(made.rows[handle]).values()):
            _join_traced(made, family)
        else:
            _fold(made, family)
    if families:
        made.rows = {handle: made.rows[handle] for handle in sorted(made.rows)}
    return made


def _families(state: State, keep_labels: bool) -> list[list[int]]:
    """Rows of tokens that are alike but for amounts and that nothing refers to: at least three, or one that is folded."""
    by_class: dict[int, list[int]] = {}
    for handle, row in state.rows.items():
        if row.cls.kind == TOKEN and not row.cls.ordered:
            by_class.setdefault(id(row.cls), []).append(handle)
    many = [
        group
        for group in by_class.values()
        if len(group) >= SHORTEST or any(members_of(state.rows[h]) is not None for h in group)
    ]
    if not many:
        return []
    named = referrers(state).keys() | {h for seq in state.seqs.values() for h in seq}
    named = named | (set(state.labels.values()) if keep_labels else set())
    found: list[list[int]] = []
    for group in many:
        left = [h for h in group if h not in named and _written_out(state.rows[h])]
        while left:
            refs = state.rows[left[0]].refs
            found.append([h for h in left if _same_refs(refs, state.rows[h].refs)])
            left = [h for h in left if h not in found[-1]]
    return found


def _written_out(row: Row) -> bool:
    """Whether all amounts of a row can be put in an order, and it refers to nothing member by member or as a set."""
    if any(isinstance(r, Ref) and r.mode in (EACH, SET) for r in row.refs.values()):
        return False
    return all(isinstance(v, int | Traced) for v in written(row).values())


def _same_refs(a: dict[str, Reference], b: dict[str, Reference]) -> bool:
    return a.keys() == b.keys() and all(same_reference(a[slot], b[slot]) for slot in a)


Vector: TypeAlias = tuple[int, ...]


class _Run:
    """``length`` values from ``first`` on by ``step``, which rises in the order of vectors; ``of``: rows it comes from."""

    __slots__ = ("first", "length", "of", "step", "width")

    def __init__(self, first: Vector, step: Vector, length: int, width: int, of: tuple[int, ...]) -> None:
        self.first = first
        self.step = step
        self.length = length
        self.width = width
        self.of = of

    def __lt__(self, other: _Run) -> bool:
        return (self.first, self.of) < (other.first, other.of)

    def at(self, index: int) -> Vector:
        return tuple(a + index * d for a, d in zip(self.first, self.step, strict=True))

    @property
    def last(self) -> Vector:
        return self.at(self.length - 1)

    def part(self, start: int, stop: int) -> list[_Run]:
        """The values from number ``start`` to before ``stop`` as a list of one run, or of none."""
        if stop <= start:
            return []
        step = self.step if stop - start > 1 else (0,) * len(self.step)
        return [_Run(self.at(start), step, stop - start, self.width, self.of)]

    def below(self, vector: Vector) -> int:
        """How many values are smaller than ``vector``, which is not smaller than the first nor larger than the last."""
        if self.length == 1:
            return 0
        at = next(i for i, d in enumerate(self.step) if d)
        index = -((self.first[at] - vector[at]) // self.step[at])
        return index + 1 if self.at(index) < vector else index


def _fold(state: State, family: list[int]) -> None:
    slots = sorted({slot for handle in family for slot in state.rows[handle].num})
    runs = _apart([_run(state, handle, slots) for handle in family])
    if runs is None:
        return  # runs that cross too often stay as they are: what is the same may then not be shown to be
    row = state.rows[family[0]]
    free = set(family)
    for handle in family:
        del state.rows[handle]
    for run in sorted(_longest(runs), key=_of):
        handle = next((h for h in run.of if h in free), -1)
        if handle < 0:
            handle, state.fresh = state.fresh, state.fresh + 1
        free.discard(handle)
        state.rows[handle] = _row(row, run, slots)


def _of(run: _Run) -> tuple[tuple[int, ...], Vector]:
    return (run.of, run.first)


def _run(state: State, handle: int, slots: list[str]) -> _Run:
    """A row as a run that rises."""
    row = state.rows[handle]
    names = written(row)
    first = tuple(_whole(names.get(slot, 0)) for slot in slots)
    if members_of(row) is None:
        return _Run(first, (0,) * len(slots), 1, _whole(row.n), (handle,))
    step = tuple(_whole(names.get(slot + STEP, 0)) for slot in slots)
    run = _Run(first, step, _whole(names[VALUES]), _whole(names[WIDTH]), (handle,))
    if not any(step):
        return _Run(first, step, 1, run.length * run.width, (handle,))
    if step < (0,) * len(slots):
        return _Run(run.last, tuple(-d for d in step), run.length, run.width, (handle,))
    return run


def _whole(amount: Amount) -> int:
    assert isinstance(amount, int)
    return amount


def _row(like: Row, run: _Run, slots: list[str]) -> Row:
    members = Members(run.length, run.width)
    num: dict[str, Amount] = {}
    for slot, first, step in zip(slots, run.first, run.step, strict=True):
        if step and run.length > 1:
            num[slot] = _along(first, step, members)
        elif first:
            num[slot] = first
    return Row(like.cls, num, members.n, like.refs)


def _apart(runs: list[_Run]) -> list[_Run] | None:
    """The same values as runs of which none begins before another ends, in order; None where they cross too often."""
    heap = list(runs)
    heapify(heap)
    found: list[_Run] = []
    cuts = 0
    while heap:
        a = heappop(heap)
        if not heap or heap[0].first > a.last:
            found.append(a)
            continue
        b = heappop(heap)
        cuts += 1
        if cuts > CUT_BUDGET:
            return None
        for piece in _pieces(a, b):
            heappush(heap, piece)
    return found


def _pieces(a: _Run, b: _Run) -> list[_Run]:
    """Two runs, the second of which begins inside the first, cut where they meet."""
    start = a.below(b.first)
    meets = a.at(start) == b.first
    alone = a.length == 1 or b.length == 1
    if start and not alone and not (meets and a.step == b.step):
        return [*a.part(0, start), *a.part(start, a.length), b]
    if not meets:
        return [*a.part(0, start), b, *a.part(start, a.length)]
    both = min(a.length - start, b.length) if a.step == b.step else 1
    of = tuple(sorted({*a.of, *b.of}))
    shared = [_Run(p.first, p.step, p.length, a.width + b.width, of) for p in a.part(start, start + both)]
    return [*a.part(0, start), *shared, *a.part(start + both, a.length), *b.part(both, b.length)]


def _longest(runs: list[_Run]) -> list[_Run]:
    """The same values in the longest runs of equal steps, from the smallest on; shorter ones value by value."""
    left = list(reversed(runs))
    found: list[_Run] = []
    while left:
        taken = [left.pop()]
        first = taken[0]
        step, length = first.step, first.length
        if length == 1 and left and left[-1].width == first.width:
            step = tuple(b - a for a, b in zip(first.first, left[-1].first, strict=True))
        while left and left[-1].width == first.width and left[-1].first == _Run(first.first, step, 0, 0, ()).at(length):
            following = left.pop()
            if following.length > 1 and following.step != step:
                taken += following.part(0, 1)
                left += following.part(1, following.length)
                length += 1
                break
            taken.append(following)
            length += following.length
        if length >= SHORTEST:
            of = tuple(sorted({h for piece in taken for h in piece.of}))
            found.append(_Run(first.first, step, length, first.width, of))
        else:
            found += first.part(0, 1)
            left += reversed([*first.part(1, first.length), *taken[1:]])
    return found


# --- in a trace ------------------------------------------------------------------------------------------------------


def _join_traced(state: State, family: list[int]) -> None:
    """Join rows to the runs that they continue; that each does is left as guards."""
    again = True
    while again:
        again = False
        for a in [h for h in family if h in state.rows and members_of(state.rows[h]) is not None]:
            for b in [h for h in family if h in state.rows and h != a]:
                made = _joined(state.rows[a], state.rows[b])
                if made is not None:
                    keep, drop = min(a, b), max(a, b)
                    state.rows[keep] = made
                    del state.rows[drop]
                    again = True
                    break
            if again:
                break


def _joined(run: Row, other: Row) -> Row | None:
    """A run with a row that continues it below or above, or None."""
    members, theirs = members_of(run), members_of(other)
    assert members is not None
    count: Amount = 1 if theirs is None else theirs.count
    width = other.n if theirs is None else theirs.width
    slots = sorted(run.num.keys() | other.num.keys())
    if theirs is not None and progressing(run) != progressing(other):
        return None
    for below in (True, False):
        pairs = [(members.width, width)]
        for slot in slots:
            mine, there = run.num.get(slot, 0), other.num.get(slot, 0)
            if differs(mine):
                end = mine.at(-1) if below else mine.at(members.count)
                if differs(there):
                    pairs += [(mine.step, there.step), (end, there.last if below else there.first)]
                else:
                    pairs.append((end, there))
            else:
                pairs.append((mine, there))
        if all(identical(a, b) or value_of(a) == value_of(b) for a, b in pairs):
            for a, b in pairs:
                if not identical(a, b):
                    equal(a, b, "107.1")
            return _longer(run, other, count, below)
    return None


def _longer(run: Row, other: Row, count: Amount, below: bool) -> Row:
    members = members_of(run)
    assert members is not None
    fresh = Members(members.count + count, members.width)
    num: dict[str, Amount] = {}
    for slot in run.num.keys() | other.num.keys():
        mine, there = run.num.get(slot, 0), other.num.get(slot, 0)
        if differs(mine):
            first = there.first if differs(there) else there
            num[slot] = _along(first if below else mine.first, mine.step, fresh)
        else:
            num[slot] = mine
    return Row(run.cls, dict(sorted(num.items())), fresh.n, run.refs)
