"""Intervals of whole numbers: sums and products, meet, hull and widening (interval arithmetic).

An interval is a pair of a least and a greatest value; None stands for no bound.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.amounts import Poly

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
