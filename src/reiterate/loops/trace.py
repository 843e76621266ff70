"""Tracing one period (symbolic execution): the rules code runs once more on amounts that are polynomials of symbols.

Each comparison on the way leaves a guard; all guards together are the path condition. The result is
a *period*: the update of the amounts, the guards, the choices, and what could have been chosen. No
rule of the game stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from reiterate.amounts import (
    LE,
    OPTIONS,
    RULES,
    Amount,
    Formula,
    Poly,
    Recorder,
    Traced,
    plain,
    value_of,
)
from reiterate.amounts.number_classes import BEYOND
from reiterate.loops import block_summary, head_slots
from reiterate.loops.block_summary import Powers, RoundPowers, own_powers
from reiterate.loops.distinctions import guard_differences
from reiterate.loops.head_slots import Slot, fill
from reiterate.loops.play import DONE, Block, Cursor, OutOfWork, Reader, RoundsSkipped, Work, play_skipping_rounds
from reiterate.loops.traced_period import Decision, Period, close_period
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.positions.identity import Correspondence, correspond
from reiterate.state.model import Gone, State
from reiterate.state.normal_form import normal, same_reference
from reiterate.state.progression_rows import folded, has_progressions

#: How often the set of moving amounts may grow before the trace is given up.
SYMBOL_ROUNDS: Final = 6


def trace(
    head: State,
    reader: Reader,
    iterations: int,
    symbols: list[Slot],
    watch_options: bool = True,
    on_round: Callable[[], None] | None = None,
    work: Work | None = None,
    inside: bool = False,
) -> Period | Refusal:
    """The period of ``iterations`` iterations from a normal ``head``, closed; a refusal where it can't be jumped.

    ``symbols``: the slots believed to move. The set grows until no other slot ends different from
    how it began: that fixpoint is the soundness. ``on_round`` is called before each attempt.
    ``work``: what is done in rounds of blocks is counted on it; ``inside``: the period is itself one of such rounds.
    """
    if work is None:
        try:
            return trace(head, reader, iterations, symbols, watch_options, on_round, Work(), inside)
        except OutOfWork as error:
            raise Unsupported(error.refusal) from error
    wanted = list(symbols)
    for _ in range(SYMBOL_ROUNDS):
        if on_round is not None:
            on_round()
        attempt = _Attempt(head, reader, wanted, work)
        try:
            found = attempt.run(iterations, watch_options, inside)
        except Unsupported as error:
            unwritten = [slot for slot, amount in head_slots.amounts_of(head).items() if isinstance(amount, Formula)]
            if error.refusal.code != BEYOND or set(unwritten) <= set(wanted):
                raise
            wanted = sorted({*wanted, *unwritten})  # what is too long to write is counted with as a symbol
            continue
        if isinstance(found, Refusal):
            return found
        missing = attempt.missing()
        if not missing:
            return attempt.close(iterations, inside)
        wanted = sorted({*wanted, *missing})
    return _refuse("amounts of the period keep depending on further amounts")


def _refuse(message: str) -> Refusal:
    return Refusal(UNSUPPORTED, "growth-not-covered", message, "a loop whose amounts grow by fixed steps", "732.1b")


class _Attempt:
    """One trace with a given set of symbols, numbered from ``first``; ``rec`` is given for a block inside."""

    __slots__ = ("choices", "decisions", "end", "head", "phi", "reader", "rec", "skipped", "slots", "start", "work")

    def __init__(
        self, head: State, reader: Reader, slots: list[Slot], work: Work, rec: Recorder | None = None, first: int = 0
    ) -> None:
        self.head = head
        self.reader = reader
        self.slots = slots
        self.work = work
        self.rec = Recorder() if rec is None else rec
        self.choices = 0
        self.skipped: Amount = 0
        self.decisions: list[Decision] = []
        values: dict[Slot, Amount] = {}
        for i, slot in enumerate(slots):
            values[slot] = self.rec.amount(first + i, value_of(head_slots.amount_at(head, slot)))
        self.start = fill(head, values)
        self.end = self.start
        self.phi: Correspondence = {}

    def run(self, iterations: int, watch_options: bool, inside: bool) -> Refusal | None:
        """Play the period on traced amounts; a refusal where it does not come back to its shape.

        ``inside``: it is one of the rounds of a block, whose choices are counted.
        """
        counted = self.work if inside else None
        state = self.start
        place = 0
        for _ in range(iterations):
            base = place

            def observe(at: State, number: int, base: int = base) -> None:
                self.rec.place = base + number
                guard_differences(at)
                if watch_options:
                    self._options(at, base + number)

            self.rec.purpose = RULES
            skip = SkipByLemma(self.rec, watch_options, self.work)
            played = play_skipping_rounds(state, self.reader, skip, observe, counted)
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
        guard_differences(state)
        self.end = folded(state) if has_progressions(self.head) else normal(state)
        phi = correspond(self.head, self.end, amounts=False)
        if phi is None:
            return _refuse("the period does not come back to its shape")
        self.phi = phi
        return self._reads_alike()

    def _reads_alike(self) -> Refusal | None:
        """Refuse where the script could mean other objects in the next period: labels or the order of age changed."""
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
        """Work out in full what could be chosen; its comparisons leave guards of their own purpose."""
        fresh = State(state.rows, state.seqs, state.tally, state.labels, state.fresh)
        self.rec.purpose = OPTIONS
        try:
            found = options(fresh)
        finally:
            self.rec.purpose = RULES
        self.decisions.append(Decision(place, _NOBODY, found))

    def missing(self) -> list[Slot]:
        """The slots that are no symbols but do not come back to the value they had."""
        known = set(self.slots)
        return [slot for slot in head_slots.moved(self.head, self.end, self.phi) if slot not in known]

    def after(self, slot: Slot) -> Amount:
        """The amount that a slot of the head has behind the period."""
        handle, name = slot
        return head_slots.amount_at(self.end, (self.phi[handle], name) if handle >= 0 else slot)

    def close(self, iterations: int, inside: bool) -> Period | Refusal:
        """The closed period with its horizon."""
        update = []
        for slot in self.slots:
            value = self.after(slot)
            update.append(value.poly if isinstance(value, Traced) else Poly.const(plain(value)))
        start = [value_of(head_slots.amount_at(self.head, slot)) for slot in self.slots]
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
        if inside:
            self.work.closing(period.guards, dict(enumerate(start)))
        return close_period(period, [*start, *powers.start])


_NOBODY: Final = Choice("pass", -1)


class SkipByLemma:
    """Skips the rounds of a block by a lemma (a loop summary): while tracing (``rec``), or where all amounts are plain."""

    __slots__ = ("rec", "watch_options", "work")

    def __init__(self, rec: Recorder | None = None, watch_options: bool = False, work: Work | None = None) -> None:
        self.rec = rec
        self.watch_options = watch_options
        self.work = Work() if work is None else work  # what its rounds are counted on

    def __call__(self, state: State, reader: Reader, cursor: Cursor) -> RoundsSkipped | None:
        """The state and cursor behind the rounds, and their choices; None where this round is to be played."""
        block = reader.block(state, cursor)
        if block is None or not block_summary.wanted(block, self.rec is not None):
            return None
        if isinstance(block.left, Traced):
            assert self.rec is not None
            return self._skipped(state, block, self.rec)
        try:
            return self._skipped(state, block, Recorder() if self.rec is None else self.rec)
        except Unsupported:
            return None  # a known number of rounds: they are played

    def _skipped(self, state: State, block: Block, rec: Recorder) -> RoundsSkipped | None:
        head = normal(state)
        place = rec.place
        found = self._lemma(head, block, rec)
        rec.place = place
        if found is None:
            return None
        lemma, slots = found
        self.work.closing(lemma.guards, rec.values)
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
        choices = block_summary.traced_amount(lemma.at(lemma.choices, rounds), rec)
        return fill(head, values), block.after(block.left - block_summary.traced_amount(rounds, rec)), choices

    def _lemma(self, head: State, block: Block, rec: Recorder) -> tuple[block_summary.Lemma, list[Slot]] | None:
        """What each amount is after m rounds; None where a round does not come back to its shape."""
        slots: list[Slot] = []
        first = max(rec.values, default=-1) + 1
        for _ in range(SYMBOL_ROUNDS):
            with rec.apart() as guards:
                attempt = _Attempt(head, block.reader, slots, self.work, rec, first)
                if attempt.run(1, self.watch_options, True) is not None:
                    return None
            missing = attempt.missing()
            if missing:
                slots = sorted({*slots, *missing})
                continue
            update = [block_summary.polynomial(attempt.after(slot)) for slot in slots]
            start = [block_summary.polynomial(head_slots.amount_at(head, slot)) for slot in slots]
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
