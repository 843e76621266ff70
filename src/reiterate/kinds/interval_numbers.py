"""Amounts known only by intervals (abstract interpretation), with every branch of the rules code that they leave open.

A run branches at a comparison that the intervals do not decide, and at a choice between several
answers. A run takes its branches from a list; ``every_branch`` runs again for each other way, so
that all possible courses are seen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from reiterate.amounts import EQ, Amount, Poly, Recorder, Traced, plain
from reiterate.amounts.number_classes import Whole
from reiterate.kinds.intervals import Bounds, greatest, interval, is_empty, least, meet

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
