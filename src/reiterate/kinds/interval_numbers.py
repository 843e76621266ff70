"""Amounts known only by intervals (abstract interpretation): arithmetic, widening, and every branch that they leave open.

Intervals of whole numbers: sums and products, meet, hull and widening (interval arithmetic).

An interval is a pair of a least and a greatest value; None stands for no bound.

Amounts known only by intervals (abstract interpretation), with every branch of the rules code that they leave open.

A run branches at a comparison that the intervals do not decide, and at a choice between several
answers. A run takes its branches from a list; ``every_branch`` runs again for each other way, so
that all possible courses are seen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias, TypeVar

from reiterate.amounts import EQ, Amount, Poly, Recorder, Traced, plain
from reiterate.amounts.number_classes import Whole

# --- intervals -----------------------------------------------------------------------------------

#: The least and the greatest value; None: no bound.
Bounds: TypeAlias = "tuple[int | None, int | None]"


def least(a: int | None, b: int) -> int:
    return b if a is None else min(a, b)


def greatest(a: int | None, b: int) -> int:
    return b if a is None else max(a, b)


def is_empty(bounds: Bounds) -> bool:
    low, high = bounds
    return low is not None and high is not None and low > high


def meet(a: Bounds, b: Bounds) -> Bounds:
    low = a[0] if b[0] is None else greatest(a[0], b[0])
    high = a[1] if b[1] is None else least(a[1], b[1])
    return low, high


def interval(poly: Poly, intervals: dict[int, Bounds]) -> Bounds:
    """The interval of a polynomial where each symbol lies within its own interval."""
    low: int | None = 0
    high: int | None = 0
    for monomial, coefficient in poly.terms():
        if not isinstance(coefficient, int):
            return None, None  # a sum over the rounds of a block
        if len(monomial) == 1:
            least_one, most = intervals[monomial[0]] if coefficient > 0 else intervals[monomial[0]][::-1]
            term: Bounds = (
                None if least_one is None else coefficient * least_one,
                None if most is None else coefficient * most,
            )
        else:
            term = (coefficient, coefficient)
            for symbol in monomial:
                term = _times(term, intervals[symbol])
        low = None if low is None or term[0] is None else low + term[0]
        high = None if high is None or term[1] is None else high + term[1]
    return low, high


def _times(a: Bounds, b: Bounds) -> Bounds:
    """Bounds of a product."""
    if a == (0, 0) or b == (0, 0):
        return 0, 0
    if None not in a and None not in b:
        ends = [x * y for x in a for y in b if x is not None and y is not None]
        return min(ends), max(ends)
    low: int | None = None
    high: int | None = None
    if _sign(a) and _sign(b):
        both = _sign(a) * _sign(b)
        near = _near(a) * _near(b)
        low, high = (near, None) if both > 0 else (None, -near)
    return low, high


def _sign(bounds: Bounds) -> int:
    """1 where nothing is below 0, -1 where nothing is above 0, else 0."""
    if bounds[0] is not None and bounds[0] >= 0:
        return 1
    return -1 if bounds[1] is not None and bounds[1] <= 0 else 0


def _near(bounds: Bounds) -> int:
    """The distance from 0 of the nearest value, for an interval with a sign."""
    end = bounds[0] if _sign(bounds) > 0 else bounds[1]
    assert end is not None
    return abs(end)


def hull(a: Bounds, b: Bounds) -> Bounds:
    """The least bounds around both."""
    low = None if a[0] is None or b[0] is None else min(a[0], b[0])
    high = None if a[1] is None or b[1] is None else max(a[1], b[1])
    return low, high


#: Where a lower bound that keeps falling stops for a while before it is given up.
_STOPS: Final = (2, 1, 0)


def widen(old: Bounds, new: Bounds) -> Bounds:
    """``new`` with the bounds that moved given up, so that the fixpoint is reached in few steps (widening)."""
    low, high = new
    if low is not None and old[0] is not None and low < old[0]:
        reached = low
        low = next((stop for stop in _STOPS if stop <= reached), None)
    if high is not None and old[1] is not None and high > old[1]:
        high = None
    return low, high


# --- interval numbers ----------------------------------------------------------------------------

#: Branches from one place that are followed before the answer is "unknown".
BRANCH_BUDGET: Final = 256

T = TypeVar("T")


class OutOfBranches(Exception):
    """There are more branches than ``BRANCH_BUDGET``."""


class DifferentCourse(Exception):
    """A run that is made again asks something else than it did before, so its ways are not those that were prescribed."""


class Decision(NamedTuple):
    """A branching of a run: what is asked there, of how many ways one is taken, and which."""

    about: object
    ways: int
    way: int


class Branch:
    """The way that one run takes: the prescribed decisions, then the first way at each further branching."""

    __slots__ = ("made", "prescribed")

    def __init__(self, prescribed: list[Decision]) -> None:
        self.prescribed = prescribed
        self.made: list[Decision] = []

    def choose(self, ways: int, about: object) -> int:
        """One of ``ways`` ways, as a number from 0. ``about``: what is asked; ``DifferentCourse`` where it isn't what is prescribed."""
        at = len(self.made)
        way = 0
        if at < len(self.prescribed):
            before = self.prescribed[at]
            if (before.about, before.ways) != (about, ways):
                raise DifferentCourse
            way = before.way
        self.made.append(Decision(about, ways, way))
        return way


def every_branch(run: Callable[[Branch], T]) -> list[T]:
    """The results of all runs, one for each way through the branches; ``OutOfBranches`` where there are too many."""
    found: list[T] = []
    open_runs: list[list[Decision]] = [[]]
    while open_runs:
        if len(found) >= BRANCH_BUDGET:
            raise OutOfBranches
        branch = Branch(open_runs.pop())
        found.append(run(branch))
        for at in range(len(branch.made) - 1, len(branch.prescribed) - 1, -1):
            made = branch.made[at]
            open_runs += [[*branch.made[:at], made._replace(way=way)] for way in range(made.ways - 1, 0, -1)]
    return found


class IntervalRecorder(Recorder):
    """A recorder that knows of its symbols only the intervals. A comparison left open branches; its answer is remembered."""

    __slots__ = ("branch", "intervals", "known")

    def __init__(self, intervals: dict[int, Bounds], branch: Branch) -> None:
        super().__init__()
        self.intervals = intervals
        self.branch = branch
        self.known: dict[Poly, Bounds] = {}

    def answer(self, value: Whole, poly: Poly, op: str) -> bool:
        """Whether ``poly op 0``: as the intervals say, else either way."""
        form, sign, constant = _split(poly)
        low, high = self._form(form)
        at = -sign * constant  # poly is 0 where the form is this
        if op == EQ:
            return self._equals(form, at, low, high)
        return self._below(form, at, sign, low, high)

    def _equals(self, form: Poly, at: int, low: int | None, high: int | None) -> bool:
        if (low is not None and at < low) or (high is not None and high < at):
            return False
        if low == high == at:
            return True
        if self.branch.choose(2, (EQ, form, at)) == 0:
            self.known[form] = (at, at)
            return True
        if low == at:
            self.known[form] = (at + 1, high)
        elif high == at:
            self.known[form] = (low, at - 1)
        return False

    def _below(self, form: Poly, at: int, sign: int, low: int | None, high: int | None) -> bool:
        """``form <= at`` for a positive sign, ``form >= at`` for a negative one."""
        true: Bounds
        false: Bounds
        if sign > 0:
            true, false = (low, least(high, at)), (greatest(low, at + 1), high)
        else:
            true, false = (greatest(low, at), high), (low, least(high, at - 1))
        if is_empty(true):
            return False
        if is_empty(false):
            return True
        holds = self.branch.choose(2, (sign, form, at)) == 0
        self.known[form] = true if holds else false
        return holds

    def _form(self, form: Poly) -> Bounds:
        wide = interval(form, self.intervals)
        return meet(wide, self.known[form]) if form in self.known else wide

    def bounds(self, poly: Poly) -> Bounds:
        """The interval of a polynomial at this point of the run."""
        form, sign, constant = _split(poly)
        low, high = self._form(form)
        if sign < 0:
            low, high = (None if high is None else -high), (None if low is None else -low)
        return (None if low is None else low + constant), (None if high is None else high + constant)


def bounds_of(amount: Amount) -> Bounds:
    """The interval of an amount: a plain one is a point, a traced one has that of its recorder at this point."""
    if isinstance(amount, Traced):
        assert isinstance(amount.rec, IntervalRecorder)
        return amount.rec.bounds(amount.poly)
    return plain(amount), plain(amount)


@lru_cache(maxsize=8_192)
def _split(poly: Poly) -> tuple[Poly, int, int]:
    """The polynomial as sign * form + constant, the form without constant and with a canonical sign."""
    constant = poly.const_part
    form = poly - constant
    key = form.key()
    if key and key[-1][1] < 0:
        return -form, -1, constant
    return form, 1, constant
