"""Orders that do not matter: waiting abilities that lead to the same position in whatever order they resolve (603.3b).

Each kind of waiting ability is resolved after every sequence of the others, on amounts known by
intervals. Three things are asked. No comparison is left open. Each kind changes amounts by fixed
sums only, and sets a thing once. Every sequence of all kinds ends in the same shape. Then all
orders of any numbers lead to the same position, because what a copy adds does not depend on what
came before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Final, TypeAlias

from reiterate.amounts import Amount, Poly, Traced, TracedMisuse, plain, value_of
from reiterate.kinds.answers import Unknown
from reiterate.kinds.interval_numbers import Bounds, Branch, IntervalRecorder, bounds_of, interval
from reiterate.kinds.slot_amounts import filled, reads_stack, written_amounts
from reiterate.loops.head_slots import Slot, amounts_of, fill
from reiterate.loops.play import Reader
from reiterate.loops.traced_period import Period
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ORDER, PASS, Choice
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.state.amount_slots import names
from reiterate.state.model import STACK, Gone, Ref, Row, State
from reiterate.terms.abilities import Triggered

#: Kinds of abilities that wait together for which all orders are compared.
KIND_BUDGET: Final = 3

#: How often the bounds are made wider before the orders are taken for different.
ROUND_BUDGET: Final = 6

#: What tells kinds of waiting abilities apart.
_Kind: TypeAlias = tuple[object, ...]

#: A position without amounts: its rows by handle, and its sequences.
_Shape: TypeAlias = tuple[tuple[tuple[int, _Kind], ...], tuple[tuple[str, tuple[int, ...]], ...]]


class NotShown(Unknown):
    """The orders may differ."""


class NoBranches(Branch):
    """Takes no branch: a comparison that the intervals leave open shows that amounts matter."""

    __slots__ = ()

    def choose(self, ways: int, about: object) -> int:
        """Never answers."""
        raise NotShown


@dataclass(frozen=True, slots=True)
class _End:
    """Where a sequence leads: the shape, and each amount as a sum."""

    shape: _Shape
    sums: dict[Slot, Poly]


def any_order(state: State, known: dict[object, bool] | None = None) -> bool:
    """Whether an order is asked and it is proved that every order leads to the same position. Works on traced states.

    ``known``: answers for positions that differ in nothing but what waits on the stack; this one is added.
    """
    if asked(state) != "order":
        return False
    rows = list(waiting_abilities(state))
    seat = decider(state)
    terms = [state.rows[h].cls.term for h in rows]
    if any(state.rows[h].cls.controller != seat for h in rows) or reads_stack(state):
        return False
    if not all(isinstance(t, Triggered) and not t.targets and not t.modes for t in terms):
        return False
    try:
        orders = _Orders(state, rows, seat)
    except (NotShown, Unsupported, TracedMisuse):
        return False
    key = orders.key()
    if known is None or key not in known:
        found = _same(orders)
        if known is None:
            return found
        known[key] = found
    return known[key]


def _same(orders: _Orders) -> bool:
    try:
        return orders.same()
    except (NotShown, Unsupported, TracedMisuse):
        return False


def any_order_along(period: Period, head: State, reader: Reader, choices_before: int) -> bool:
    """``any_order`` at a place of every period that begins with ``head``: ``choices_before`` choices behind its start."""
    state = at_place(period, head, reader, choices_before)
    return state is not None and any_order(state)


def at_place(period: Period, head: State, reader: Reader, choices_before: int) -> State | None:
    """The position ``choices_before`` choices behind the start of every period that begins with ``head``.

    The amounts that move are known by intervals that no period leaves. None where the intervals
    leave open what happens before that place, or where a block comes before it.
    """
    intervals = _lasting(period, head)
    rec = IntervalRecorder(intervals, NoBranches([]))
    values = {slot: rec.amount(i, intervals[i][0] or 0) for i, slot in enumerate(period.slots) if slot[0] >= 0}
    state, cursor = fill(head, values), reader.start()
    try:
        for _ in range(choices_before):
            read = reader.next(state, cursor)
            if read is None:
                cursor = reader.start()
                read = reader.next(state, cursor)
            if read is None or isinstance(read, Refusal) or verify(state, read[0]) is not None:
                return None
            state, cursor = step(state, read[0])[0], read[1]
    except (NotShown, Unsupported, TracedMisuse):
        return None
    return state


def position_behind_answer(state: State, answer: Choice) -> State | None:
    """The position behind an answer at such a place; None where the intervals leave open what happens."""
    try:
        return step(state, answer)[0]
    except (NotShown, Unsupported, TracedMisuse):
        return None


def _lasting(period: Period, head: State) -> dict[int, Bounds]:
    """Intervals of the moving amounts that a period does not leave if they hold at its beginning (an invariant)."""
    written = amounts_of(head)
    first = [plain(value_of(written.get(slot, 0))) for slot in period.slots]
    intervals: dict[int, Bounds] = {i: (n, None) for i, n in enumerate(first)}
    intervals.update((i, (None, None)) for i in range(len(first), len(period.update)))  # powers of them
    while True:
        left = [i for i in intervals if not _stays(period.update[i], intervals, i)]
        if not left:
            return intervals
        # what falls may never rise instead; else nothing is known of it
        intervals.update((i, (None, first[i]) if intervals[i][0] is not None else (None, None)) for i in left)


def _stays(update: Poly, intervals: dict[int, Bounds], i: int) -> bool:
    (low, high), (least, most) = intervals[i], interval(update, intervals)
    return (low is None or (least is not None and least >= low)) and (
        high is None or (most is not None and most <= high)
    )


class _Orders:
    """The work of ``any_order``."""

    __slots__ = ("ends", "intervals", "kinds", "repeated", "seat", "state")

    def __init__(self, state: State, rows: list[int], seat: int) -> None:
        self.seat = seat
        self.state = _without_stack(state)
        self.kinds = list(dict.fromkeys(_kind(state.rows[h]) for h in rows))
        one = [h for h in rows if type(state.rows[h].n) is int and state.rows[h].n == 1]
        once = [_kind(state.rows[h]) for h in one]
        self.repeated = {
            k for k in self.kinds if once.count(k) != 1 or sum(_kind(state.rows[h]) == k for h in rows) > 1
        }
        self.intervals = {slot: _bounds(value) for slot, value in written_amounts(self.state).items()}
        self.ends: dict[tuple[_Kind, ...], _End] = {}

    def key(self) -> object:
        """What the answer depends on: the position without its stack, with its bounds."""
        bounds = tuple(sorted(self.intervals.items()))
        return _shape_of(self.state), bounds, tuple(self.kinds), frozenset(self.repeated), self.seat

    def same(self) -> bool:
        """Widen the bounds until they hold wherever any number of the abilities have resolved; then compare."""
        if len(self.kinds) > KIND_BUDGET:
            return False
        for _ in range(ROUND_BUDGET):
            self.ends = {}
            wider = self._wider()
            if wider == self.intervals:
                return self._one_shape()
            self.intervals = wider
        return False

    def _contexts(self) -> Iterator[tuple[tuple[_Kind, ...], _Kind]]:
        """Each kind after each sequence of different kinds; the same kind again only where there may be several."""
        for length in range(len(self.kinds) + 1):
            for before in permutations(self.kinds, length):
                for kind in self.kinds:
                    if kind not in before or kind in self.repeated:
                        yield before, kind

    def _wider(self) -> dict[Slot, Bounds]:
        """The bounds with what each kind adds, given up in that direction; ``NotShown`` where that is no fixed sum."""
        intervals = dict(self.intervals)
        added: dict[_Kind, dict[Slot, int]] = {}
        for before, kind in self._contexts():
            more = self._added(before, kind)
            if added.setdefault(kind, more) != more:
                raise NotShown
            for slot, n in more.items():
                low, high = intervals.get(slot, (0, 0))
                intervals[slot] = (None if n < 0 else low, None if n > 0 else high)
        return intervals

    def _added(self, before: tuple[_Kind, ...], kind: _Kind) -> dict[Slot, int]:
        old, new = self._end(before).sums, self._end((*before, kind)).sums
        found: dict[Slot, int] = {}
        for slot in old.keys() | new.keys():
            change = new.get(slot, _ZERO) - old.get(slot, _ZERO)
            if not change.is_const or slot[0] not in self.state.rows:
                raise NotShown
            if change.const_part:
                found[slot] = change.const_part
        return found

    def _one_shape(self) -> bool:
        """Whether a kind sets what it sets once, and all sequences of all kinds end alike."""
        for before, kind in self._contexts():
            if kind in before and self._end((*before, kind)).shape != self._end(before).shape:
                return False
        return len({self._end(every).shape for every in permutations(self.kinds)}) == 1

    # --- one sequence -------------------------------------------------------------------------------------------

    def _end(self, sequence: tuple[_Kind, ...]) -> _End:
        if sequence not in self.ends:
            self.ends[sequence] = self._resolved(sequence)
        return self.ends[sequence]

    def _resolved(self, sequence: tuple[_Kind, ...]) -> _End:
        """Where the abilities of a sequence lead, the first one resolving first."""
        rec = IntervalRecorder({}, NoBranches([]))
        values: dict[Slot, Amount] = {}
        for i, (slot, (low, high)) in enumerate(sorted(self.intervals.items())):
            if low is not None and low == high:
                values[slot] = low
            else:
                rec.intervals[i] = (low, high)
                values[slot] = rec.amount(i, low if low is not None else high if high is not None else 0)
        state = filled(_with_waiting(self.state, sequence), {s: v for s, v in values.items() if _kept(self.state, s)})
        if not sequence:
            return _end_of(state)
        for kind in reversed(sequence):
            if asked(state) != "order":
                break  # what is left is all alike
            state = step(state, Choice(ORDER, self.seat, _row_of(state, kind), count=1))[0]
        for _ in sequence:
            for _ in seats(state):
                if asked(state) != "priority" or not state.stack:
                    raise NotShown
                state = step(state, Choice(PASS, decider(state), over=over_text(state)))[0]
        if asked(state) != "priority" or state.stack or waiting_abilities(state):
            raise NotShown
        return _end_of(state)


_ZERO: Final = Poly.const(0)


def _bounds(value: Amount) -> Bounds:
    if isinstance(value, Traced) and not isinstance(value.rec, IntervalRecorder):
        raise NotShown
    return bounds_of(value)


def _kind(row: Row) -> _Kind:
    """Equal for waiting abilities that nobody can tell apart."""
    refs = [
        (slot, ref.mode, ref.row) if isinstance(ref, Ref) else (slot, "gone", id(ref.cls))
        for slot, ref in row.refs.items()
    ]
    return (id(row.cls), *sorted(refs))


def _row_of(state: State, kind: _Kind) -> int:
    found = [h for h in waiting_abilities(state) if _kind(state.rows[h]) == kind]
    if not found:
        raise NotShown
    return found[0]


def _kept(state: State, slot: Slot) -> bool:
    """Whether a slot belongs to something that does not wait."""
    return slot[0] not in waiting_abilities(state)


def _without_stack(state: State) -> State:
    """The state without what waits on the stack, which nothing reads (``reads_stack``), and without tallies."""
    gone = set(state.stack)
    rows = {h: row for h, row in state.rows.items() if h not in gone}
    if any(isinstance(ref, Ref) and ref.row in gone for row in rows.values() for ref in row.refs.values()):
        raise NotShown
    return State(rows, {**state.seqs, STACK: ()}, {}, dict(state.labels), state.fresh)


def _with_waiting(state: State, sequence: tuple[_Kind, ...]) -> State:
    """The state with only the abilities of a sequence waiting."""
    rows = dict(state.rows)
    seen: set[_Kind] = set()
    for handle in waiting_abilities(state):
        row = rows.pop(handle)
        kind = _kind(row)
        if names(row.num) or any(isinstance(ref, Gone) and names(ref.num) for ref in row.refs.values()):
            raise NotShown  # it carries amounts of its own
        if kind in sequence and kind not in seen:
            rows[handle] = Row(row.cls, row.num, sequence.count(kind), row.refs)
            seen.add(kind)
    return State(rows, dict(state.seqs), {}, dict(state.labels), state.fresh)


def _shape_of(state: State) -> _Shape:
    rows = tuple((h, _kind(row)) for h, row in sorted(state.rows.items()))
    return rows, tuple(sorted((name, seq) for name, seq in state.seqs.items() if seq))


def _end_of(state: State) -> _End:
    shape = _shape_of(state)
    sums: dict[Slot, Poly] = {}
    for slot, value in written_amounts(state).items():
        if slot[0] >= 0:
            sums[slot] = value.poly if isinstance(value, Traced) else Poly.const(plain(value))
    return _End(shape, sums)
