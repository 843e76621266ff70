"""Amounts known only to lie between bounds, and runs of the rules that follow every answer to what is asked of them.

A *fork* is a comparison whose answer the bounds leave open, or a choice between several answers. A run takes its
forks from a list; ``every_run`` runs again for each way of going on, so that all possible courses are seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

from reiterate.amounts import EQ, Amount, Poly, Recorder, Traced, plain
from reiterate.amounts.number_classes import Whole

#: The least and the greatest value; None: no bound.
Bounds: TypeAlias = "tuple[int | None, int | None]"

#: Ways of going on from one place that are followed before the answer is "unknown".
RUN_BUDGET: Final = 256

T = TypeVar("T")


class OutOfRuns(Exception):
    """There are more ways of going on than ``RUN_BUDGET``."""


class Oracle:
    """The answers of one run: those prescribed, then the first way of each further fork."""

    __slots__ = ("made", "prescribed", "ways")

    def __init__(self, prescribed: list[int]) -> None:
        self.prescribed = prescribed
        self.made: list[int] = []
        self.ways: list[int] = []

    def choose(self, ways: int) -> int:
        """One of ``ways`` ways, as a number from 0."""
        at = len(self.made)
        way = self.prescribed[at] if at < len(self.prescribed) else 0
        self.made.append(way)
        self.ways.append(ways)
        return way


def every_run(run: Callable[[Oracle], T]) -> list[T]:
    """The results of all runs, one for each way through the forks; ``OutOfRuns`` where there are too many."""
    found: list[T] = []
    open_runs: list[list[int]] = [[]]
    while open_runs:
        if len(found) >= RUN_BUDGET:
            raise OutOfRuns
        oracle = Oracle(open_runs.pop())
        found.append(run(oracle))
        for at in range(len(oracle.made) - 1, len(oracle.prescribed) - 1, -1):
            open_runs += [[*oracle.made[:at], way] for way in range(oracle.ways[at] - 1, 0, -1)]
    return found


class Forks(Recorder):
    """A trace that knows of its symbols only the bounds. What those leave open is a fork, remembered for the run."""

    __slots__ = ("box", "known", "oracle")

    def __init__(self, box: dict[int, Bounds], oracle: Oracle) -> None:
        super().__init__()
        self.box = box
        self.oracle = oracle
        self.known: dict[Poly, Bounds] = {}

    def answer(self, value: Whole, poly: Poly, op: str) -> bool:
        """Whether ``poly op 0``: what the bounds say, else either way."""
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
        if self.oracle.choose(2) == 0:
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
            true, false = (low, _least(high, at)), (_greatest(low, at + 1), high)
        else:
            true, false = (_greatest(low, at), high), (low, _least(high, at - 1))
        if _empty(true):
            return False
        if _empty(false):
            return True
        holds = self.oracle.choose(2) == 0
        self.known[form] = true if holds else false
        return holds

    def _form(self, form: Poly) -> Bounds:
        wide = interval(form, self.box)
        return _meet(wide, self.known[form]) if form in self.known else wide

    def bounds(self, poly: Poly) -> Bounds:
        """What is known of a polynomial at this point of the run."""
        form, sign, constant = _split(poly)
        low, high = self._form(form)
        if sign < 0:
            low, high = (None if high is None else -high), (None if low is None else -low)
        return (None if low is None else low + constant), (None if high is None else high + constant)


def bounds_of(amount: Amount) -> Bounds:
    """What is known of an amount: of one that is followed by bounds, those at this point of its run."""
    if isinstance(amount, Traced):
        assert isinstance(amount.rec, Forks)
        return amount.rec.bounds(amount.poly)
    return plain(amount), plain(amount)


def _split(poly: Poly) -> tuple[Poly, int, int]:
    """The polynomial as sign * form + constant, the form without constant and with a canonical sign."""
    constant = poly.const_part
    form = poly - constant
    key = form.key()
    if key and key[-1][1] < 0:
        return -form, -1, constant
    return form, 1, constant


def _least(a: int | None, b: int) -> int:
    return b if a is None else min(a, b)


def _greatest(a: int | None, b: int) -> int:
    return b if a is None else max(a, b)


def _empty(bounds: Bounds) -> bool:
    low, high = bounds
    return low is not None and high is not None and low > high


def _meet(a: Bounds, b: Bounds) -> Bounds:
    low = a[0] if b[0] is None else _greatest(a[0], b[0])
    high = a[1] if b[1] is None else _least(a[1], b[1])
    return low, high


def interval(poly: Poly, box: dict[int, Bounds]) -> Bounds:
    """Bounds of a polynomial where each symbol lies within its own."""
    low: int | None = 0
    high: int | None = 0
    for monomial, coefficient in poly.terms():
        if not isinstance(coefficient, int):
            return None, None  # a sum over the rounds of a block
        term: Bounds = (coefficient, coefficient)
        for symbol in monomial:
            term = _times(term, box[symbol])
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
    """How far from 0 the nearest value is, for bounds with a sign."""
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
    """``new`` with the bounds that moved given up, so that going round ends."""
    low, high = new
    if low is not None and old[0] is not None and low < old[0]:
        reached = low
        low = next((stop for stop in _STOPS if stop <= reached), None)
    if high is not None and old[1] is not None and high > old[1]:
        high = None
    return low, high
