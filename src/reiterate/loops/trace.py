"""Tracing one period: the same rules code once more on numbers that know how they came about.

The result is a *period*: where each amount of the head comes from, the guards that made this path, the choices and
what could have been chosen. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from reiterate.amounts import (
    LE,
    OPTIONS,
    RULES,
    Amount,
    Formula,
    Guard,
    Poly,
    Recorder,
    Traced,
    differs,
    equal,
    identical,
    less,
    plain,
    value_of,
)
from reiterate.amounts.number_classes import BEYOND, beyond
from reiterate.loops import block_summary
from reiterate.loops.closed_forms import AnyClosed, Closed, close
from reiterate.loops.first_flip import Place, flip_of
from reiterate.loops.huge_starts import Far
from reiterate.loops.iterated import Iterated, can_be_iterated
from reiterate.loops.play import DONE, Folded, play_folded
from reiterate.loops.powers import Powers, RoundPowers, own_powers
from reiterate.loops.reader import Block, Cursor, Reader
from reiterate.loops.solve import Exponential
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choices import Choice
from reiterate.rules.access.option_slots import Option
from reiterate.rules.decisions.options import options
from reiterate.state.identity import Correspondence, correspond
from reiterate.state.model import Gone, Row, State
from reiterate.state.normal_form import normal, same_reference
from reiterate.state.progression_rows import filled, folded, has_progressions, members_of, written
from reiterate.state.properties import PLAYER, WHOLE_GAME

#: A place for an amount in a head state: a row's handle and slot ("n" for its count; ``progressions.written`` names
#: those of a row whose members differ), or (-1, tally key).
Slot = tuple[int, str]

#: How often the set of moving amounts may grow before the trace is given up.
SYMBOL_ROUNDS: Final = 6

#: Degree of polynomial growth that a jump covers.
MAX_DEGREE: Final = 4


class Decision:
    """What was asked at one place of the period, and what could have been chosen there."""

    __slots__ = ("choice", "options", "place")

    def __init__(self, place: int, choice: Choice, found: list[Option]) -> None:
        self.place = place
        self.choice = choice
        self.options = found


class Period:
    """A traced period of ``iterations`` iterations that comes back to the shape of its head."""

    __slots__ = (
        "choices",
        "closed",
        "decisions",
        "guards",
        "head",
        "iterations",
        "phi",
        "slots",
        "update",
        "valid_until",
        "why_iterated",
    )

    head: State
    iterations: int  # discrete: how many of the body's iterations make one period
    slots: list[Slot]
    update: list[Poly]  # of the slots, then of powers that have one of them in the exponent
    guards: list[Guard]
    decisions: list[Decision]
    choices: Poly  # how many it has, rounds of blocks included
    phi: Correspondence
    closed: AnyClosed
    valid_until: Place | None
    why_iterated: Refusal | None  # why it has no closed form

    def again(self, k: int) -> Period | Refusal:
        """The same period from where ``k`` of it lead, closed anew."""
        period = Period()
        for name in ("choices", "decisions", "guards", "iterations", "phi", "slots", "update"):
            setattr(period, name, getattr(self, name))
        period.head = self.at(k)
        return close_period(period, [value_of(a) for a in self.closed.at(k)])

    def at(self, k: int | Formula) -> State:
        """The head after ``k`` whole periods, 0 <= k <= valid_until."""
        assert self.valid_until is None or 0 <= k <= self.valid_until
        return fill(self.head, dict(zip(self.slots, self.amounts(k), strict=True)))

    def amounts(self, k: int | Formula) -> Sequence[Amount]:
        """The amounts in the slots after ``k`` whole periods."""
        return amounts_at(self.closed, k)[: len(self.slots)]


def amounts_at(closed: AnyClosed, k: int | Formula) -> Sequence[Amount]:
    """The amounts of closed forms after ``k`` periods; ``Unsupported`` where that is not known."""
    if isinstance(k, int):
        return closed.at(k)
    if isinstance(closed, Closed | Exponential | Far):
        return closed.at(k)
    raise beyond("a system without a closed form")


def tell_apart(state: State) -> None:
    """Leave guards that what is told apart here by its amounts alone stays so, and that one object stays one.

    Whether rows are alike decides what is asked (603.3b, 608.2d) and which words are clear, and rows that are not
    equal as polynomials may come to hold equal amounts in a later period.
    """
    by_class: dict[int, list[Row]] = {}
    for row in state.rows.values():
        if row.cls.kind in (PLAYER, WHOLE_GAME):
            continue
        if isinstance(row.n, Traced) and equal(row.n, 1):
            raise _coincide()
        _keeps_members(row)
        by_class.setdefault(id(row.cls), []).append(row)
    for rows in by_class.values():
        for a, b in combinations(rows, 2):
            _differ(_written(a), _written(b))


def _keeps_members(row: Row) -> None:
    """Guard that members which differ by equal steps go on to differ, and stay more than one."""
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
    found = dict(row.num)
    for name, ref in row.refs.items():
        if isinstance(ref, Gone):
            found.update((f"{name}/{slot}", value) for slot, value in ref.num.items())
    return found


def _differ(a: dict[str, Amount], b: dict[str, Amount]) -> None:
    """Guard the first difference of the values. Where all are equal in this period only, it can't stand for others."""
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
    """Guard that no member of one row is like one of the other: by a plain slot, or by all values of a slot."""
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
    return Unsupported(Refusal(UNSUPPORTED, "growth-not-covered", message, "a later period", "730.1b"))


def fill(head: State, values: Mapping[Slot, Amount]) -> State:
    """The head with other amounts in the given slots."""
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
    for slot in _all_slots(ours, theirs, phi):
        handle, name = slot
        there = (phi[handle], name) if handle >= 0 else slot
        a, b = ours.get(slot, 0), theirs.get(there, 0)
        if not identical(a, b):
            changed.append(slot)
    return changed


def _all_slots(ours: dict[Slot, Amount], theirs: dict[Slot, Amount], phi: Correspondence) -> list[Slot]:
    back = {there: here for here, there in phi.items()}
    slots = set(ours)
    slots |= {(back[h], name) if h >= 0 else (h, name) for h, name in theirs}
    return sorted(slots)


def trace(
    head: State,
    reader: Reader,
    iterations: int,
    symbols: list[Slot],
    watch_options: bool = True,
    on_round: Callable[[], None] | None = None,
) -> Period | Refusal:
    """Trace ``iterations`` iterations from a normal ``head`` and close them.

    ``symbols``: the slots believed to move; the set grows until no unmoved slot ends non-constant (that fixpoint is
    the soundness). A refusal says by name why the period can't be jumped.
    """
    wanted = list(symbols)
    for _ in range(SYMBOL_ROUNDS):
        if on_round is not None:
            on_round()
        attempt = _Attempt(head, reader, wanted)
        try:
            found = attempt.run(iterations, watch_options)
        except Unsupported as error:
            unwritten = [slot for slot, amount in amounts_of(head).items() if isinstance(amount, Formula)]
            if error.refusal.code != BEYOND or set(unwritten) <= set(wanted):
                raise
            wanted = sorted({*wanted, *unwritten})  # what is too long to write is counted with as a symbol
            continue
        if isinstance(found, Refusal):
            return found
        missing = attempt.missing()
        if not missing:
            return attempt.close(iterations)
        wanted = sorted({*wanted, *missing})
    return _refuse("amounts of the period keep depending on further amounts")


def _refuse(message: str) -> Refusal:
    return Refusal(UNSUPPORTED, "growth-not-covered", message, "a loop whose amounts grow by fixed steps", "730.1b")


class _Attempt:
    """One run of the tracer with a given set of symbols, numbered from ``first``; ``rec`` is given for a block inside."""

    __slots__ = ("choices", "decisions", "end", "head", "phi", "reader", "rec", "skipped", "slots", "start")

    def __init__(
        self, head: State, reader: Reader, slots: list[Slot], rec: Recorder | None = None, first: int = 0
    ) -> None:
        self.head = head
        self.reader = reader
        self.slots = slots
        self.rec = Recorder() if rec is None else rec
        self.choices = 0
        self.skipped: Amount = 0
        self.decisions: list[Decision] = []
        written = amounts_of(head)
        values: dict[Slot, Amount] = {}
        for i, slot in enumerate(slots):
            values[slot] = self.rec.amount(first + i, value_of(written.get(slot, 0)))
        self.start = fill(head, values)
        self.end = self.start
        self.phi: Correspondence = {}

    def run(self, iterations: int, watch_options: bool) -> Refusal | None:
        """Play the period on traced amounts."""
        state = self.start
        place = 0
        for _ in range(iterations):
            base = place

            def observe(at: State, number: int, base: int = base) -> None:
                self.rec.place = base + number
                tell_apart(at)
                if watch_options:
                    self._options(at, base + number)

            self.rec.purpose = RULES
            played = play_folded(state, self.reader, Folder(self.rec, watch_options), observe)
            if played.stop != DONE:
                return played.refusal or _refuse("the game ends within the period")
            if watch_options:
                for decision, choice in zip(self.decisions[base:], played.choices, strict=True):
                    decision.choice = choice
            place += len(played.choices)
            self.skipped = self.skipped + played.skipped
            state = played.state
        self.rec.place = place
        self.choices = place
        tell_apart(state)
        self.end = folded(state) if has_progressions(self.head) else normal(state)
        phi = correspond(self.head, self.end, amounts=False)
        if phi is None:
            return _refuse("the period does not come back to its shape")
        self.phi = phi
        return self._reads_alike()

    def _reads_alike(self) -> Refusal | None:
        """Refuse where the script could mean other objects in the next period: labels or order of age changed."""
        if {label: self.phi[handle] for label, handle in self.head.labels.items()} != self.end.labels:
            return _refuse("a labelled object is not the same one after the period")
        ages = [self.phi[handle] for handle in sorted(self.head.rows)]
        if ages != sorted(ages):
            return _refuse("the objects come back in another order of age")
        for handle, row in self.head.rows.items():
            refs = self.end.rows[self.phi[handle]].refs
            if any(isinstance(r, Gone) and not same_reference(r, refs[slot]) for slot, r in row.refs.items()):
                return _refuse("what is last known of an object that is gone changes from period to period")
        return None

    def _options(self, state: State, place: int) -> None:
        """Work out in full what could be chosen, on guards of their own."""
        fresh = State(state.rows, state.seqs, state.tally, state.labels, state.fresh)
        self.rec.purpose = OPTIONS
        try:
            found = options(fresh)
        finally:
            self.rec.purpose = RULES
        self.decisions.append(Decision(place, _NOBODY, found))

    def missing(self) -> list[Slot]:
        """Slots that are not traced but do not come back to the value they had."""
        before = amounts_of(self.head)
        after = amounts_of(self.end)
        known = set(self.slots)
        found = []
        for slot in _all_slots(before, after, self.phi):
            if slot in known:
                continue
            value = self._after(after, slot)
            if not identical(value, before.get(slot, 0)):
                found.append(slot)
        return found

    def _after(self, after: dict[Slot, Amount], slot: Slot) -> Amount:
        handle, name = slot
        return after.get((self.phi[handle], name) if handle >= 0 else slot, 0)

    def close(self, iterations: int) -> Period | Refusal:
        """The closed period with its horizon."""
        after = amounts_of(self.end)
        before = amounts_of(self.head)
        update = []
        for slot in self.slots:
            value = self._after(after, slot)
            update.append(value.poly if isinstance(value, Traced) else Poly.const(plain(value)))
        start = [value_of(before.get(slot, 0)) for slot in self.slots]
        skipped = block_summary.polynomial(self.skipped)
        powers = Powers(update, [skipped, *(guard.poly for guard in self.rec.guards)], self.rec)
        period = Period()
        period.head = self.head
        period.iterations = iterations
        period.slots = self.slots
        period.update = powers.update
        period.guards = [replace(guard, poly=powers.renamed(guard.poly)) for guard in self.rec.guards]
        period.decisions = self.decisions
        period.choices = powers.renamed(skipped) + self.choices
        period.phi = self.phi
        return close_period(period, [*start, *powers.start])


def close_period(period: Period, start: Sequence[int | Formula]) -> Period | Refusal:
    """The period with its closed forms from these amounts and its horizon; where it has none, to be iterated."""
    written = [n for n in start if isinstance(n, int)]
    why: Refusal
    try:
        closed = close(period.update, start, max_degree=MAX_DEGREE)
        if not isinstance(closed, Refusal):
            period.closed = closed
            period.valid_until = horizon(period.guards, closed, RULES)
            period.why_iterated = None
            return period
        why = closed
    except Unsupported as error:
        if len(written) < len(start):
            raise
        why = error.refusal
    kept = [guard for guard in period.guards if guard.purpose == RULES]
    if len(written) < len(start) or not can_be_iterated(period.update, kept):
        return why
    period.closed = Iterated(period.update, written, kept)
    period.valid_until = 0
    period.why_iterated = why
    return period


_NOBODY: Final = Choice("pass", -1)


class Folder:
    """Does the rounds of a block at once by a lemma: while tracing (``rec``), or where all amounts are plain."""

    __slots__ = ("rec", "watch_options")

    def __init__(self, rec: Recorder | None = None, watch_options: bool = False) -> None:
        self.rec = rec
        self.watch_options = watch_options

    def __call__(self, state: State, reader: Reader, cursor: Cursor) -> Folded | None:
        """The state and cursor behind the rounds, and their choices; None where this round is to be played."""
        block = reader.block(state, cursor)
        if block is None or not block_summary.wanted(block, self.rec is not None):
            return None
        if isinstance(block.left, Traced):
            assert self.rec is not None
            return self._folded(state, block, self.rec)
        try:
            return self._folded(state, block, Recorder() if self.rec is None else self.rec)
        except Unsupported:
            return None  # a known number of rounds: they are played

    def _folded(self, state: State, block: Block, rec: Recorder) -> Folded | None:
        head = normal(state)
        place = rec.place
        found = self._lemma(head, block, rec)
        rec.place = place
        if found is None:
            return None
        lemma, slots = found
        rounds = block_summary.polynomial(block.left) - block.kept
        if rounds.is_const:
            rounds = Poly.const(block_summary.last_round(lemma, rounds.const_part, rec.values))
            if rounds.const_part < 1:
                return None
        else:
            rec.record(rounds, LE, False, "603.3")
        if self.rec is not None:
            block_summary.hold_for_all(lemma, rec, rounds)
        values = dict(zip(slots, block_summary.filled_in(lemma, rec, rounds), strict=True))
        choices = block_summary.amount(lemma.at(lemma.choices, rounds), rec)
        return fill(head, values), block.after(block.left - block_summary.amount(rounds, rec)), choices

    def _lemma(self, head: State, block: Block, rec: Recorder) -> tuple[block_summary.Lemma, list[Slot]] | None:
        """What each amount is after m rounds; None where a round does not come back to its shape."""
        slots: list[Slot] = []
        first = max(rec.values, default=-1) + 1
        for _ in range(SYMBOL_ROUNDS):
            with rec.apart() as guards:
                attempt = _Attempt(head, block.reader, slots, rec, first)
                if attempt.run(1, self.watch_options) is not None:
                    return None
            missing = attempt.missing()
            if missing:
                slots = sorted({*slots, *missing})
                continue
            before, after = amounts_of(head), amounts_of(attempt.end)
            update = [block_summary.polynomial(attempt._after(after, slot)) for slot in slots]
            start = [block_summary.polynomial(before.get(slot, 0)) for slot in slots]
            symbols = list(range(first, first + len(slots)))
            rounds = first + len(slots)
            powers = RoundPowers(rec)
            own = own_powers(dict(zip(symbols, zip(update, start, strict=True), strict=True)), rec)
            update += [now for now, _ in own.values()]
            start += [before for _, before in own.values()]
            forms = block_summary.close_rounds(update, start, [*symbols, *own], rounds, powers)
            known = dict(zip([*symbols, *own], forms, strict=True))
            along = tuple(replace(guard, poly=guard.poly.substitute(known)) for guard in guards)
            each = (block_summary.polynomial(attempt.skipped) + attempt.choices).substitute(known)
            summed = block_summary.summed_with(each, rounds, powers)
            return block_summary.Lemma(rounds, forms[: len(slots)], along, summed, powers), slots
        raise block_summary.refuse("amounts of its rounds keep depending on further amounts")


def horizon(guards: list[Guard], closed: AnyClosed, purpose: str) -> Place | None:
    """The number of the first period in which a guard of this purpose no longer holds; None if it always holds."""
    soonest: Place | None = None
    for guard in guards:
        if guard.purpose != purpose:
            continue
        flip = flip_of(guard.poly, guard.op, guard.truth, closed)
        if flip is not None and (soonest is None or flip < soonest):
            soonest = flip
    return soonest
