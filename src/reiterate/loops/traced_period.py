"""A traced period: its update, guards and choices, its closed forms, and the first period in which a guard fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.amounts import (
    RULES,
    Amount,
    Formula,
    Guard,
    Poly,
    value_of,
)
from reiterate.amounts.number_classes import beyond
from reiterate.loops.closed_forms import ClosedForms, HugeStart, Iterated, PolynomialForms, can_be_iterated, close
from reiterate.loops.first_flip import PeriodNumber, flip_of
from reiterate.loops.head_slots import Slot, fill
from reiterate.loops.solve import Exponential
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice, Option
from reiterate.rules.positions.identity import Correspondence
from reiterate.state.model import State

#: Degree of polynomial growth that a jump covers.
MAX_DEGREE: Final = 4


class Decision:
    """One choice of a period: its place, the choice made, and the options that there were."""

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
    closed: ClosedForms
    valid_until: PeriodNumber | None
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


def amounts_at(closed: ClosedForms, k: int | Formula) -> Sequence[Amount]:
    """The amounts of closed forms after ``k`` periods; ``Unsupported`` where that is not known."""
    if isinstance(k, int):
        return closed.at(k)
    if isinstance(closed, PolynomialForms | Exponential | HugeStart):
        return closed.at(k)
    raise beyond("a system without a closed form")


def close_period(period: Period, start: Sequence[int | Formula]) -> Period | Refusal:
    """The period with closed forms from these start amounts, and its horizon; without closed forms, to be iterated.

    A refusal where it can be neither; ``Unsupported`` where an amount is too long to write.
    """
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


def horizon(guards: list[Guard], closed: ClosedForms, purpose: str) -> PeriodNumber | None:
    """The first period in which a guard of this purpose does not hold; None where all hold for ever.

    In: the guards of a period; the closed forms of its amounts. Out: how many whole periods come before it, 0 for the first.
    Raises ``Unsupported`` where that is not known.
    """
    soonest: PeriodNumber | None = None
    for guard in guards:
        if guard.purpose != purpose:
            continue
        flip = flip_of(guard.poly, guard.op, guard.truth, closed)
        if flip is not None and (soonest is None or flip < soonest):
            soonest = flip
    return soonest
