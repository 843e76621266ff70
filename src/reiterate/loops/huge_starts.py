"""Closed forms where the loop begins with amounts too long to write, such as 2^(10^100) tokens that double again.

A linear update does to a sum what it does to its parts. So the start is taken apart. One part holds
all that can be written out; each amount too long to write is a part of its own. Each part has a
closed form, found and proved on ordinary numbers. The amount too long to write is a factor of its
part.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from reiterate.amounts import Formula, Poly, divided
from reiterate.amounts.number_classes import Whole
from reiterate.loops.growth import Growth
from reiterate.loops.solve import solve


class HugeStart:
    """Proved closed forms of all slots: growths with whole factors that may be formulas, over ``bottom``."""

    __slots__ = ("bottom", "growths", "stride")

    def __init__(self, growths: tuple[Growth, ...], bottom: int) -> None:
        self.growths = growths
        self.bottom = bottom
        self.stride = 1

    @property
    def kind(self) -> str:
        """exponential or polynomial."""
        return "exponential" if any(g.exponential for g in self.growths) else "polynomial"

    @property
    def degree(self) -> int:
        """The highest power of n that occurs."""
        return max((g.degree for g in self.growths), default=0)

    def at(self, n: int | Formula) -> tuple[int | Formula, ...]:
        """The amounts after ``n`` periods, exactly."""
        return tuple(divided(growth.whole_at(n), self.bottom)[0] for growth in self.growths)

    def guards(self, poly: Poly) -> list[Growth]:
        """A positive multiple of what a guard's polynomial is along the loop."""
        most = poly.degree
        below = lcm(*(Fraction(c).denominator for _, c in poly.terms()))
        total = Growth({})
        for monomial, c in poly.terms():
            term = Growth.const(c * below * self.bottom ** (most - len(monomial)))
            for i in monomial:
                term = term * self.growths[i]
            total = total + term
        return [total]


def from_huge_start(update: list[Poly], start: Sequence[Whole]) -> HugeStart | None:
    """Closed forms of a linear ``x -> update(x)`` from such a start, proved; None where there is none of this kind."""
    if any(poly.degree > 1 for poly in update):
        return None
    near = [n if isinstance(n, int) else 0 for n in start]
    found: list[tuple[Whole, Sequence[Growth]]] = []
    alone = [Poly({m: c for m, c in poly.terms() if m}) for poly in update]  # what it does to a part
    parts: list[tuple[Whole, list[Poly], list[int]]] = [(1, update, near)]
    for slot, n in enumerate(start):
        if not isinstance(n, int):
            parts.append((n, alone, [int(i == slot) for i in range(len(start))]))
    for factor, does, begin in parts:
        solved = solve(does, begin)
        if solved is None or solved.stride > 1 or any(base < 1 for g in solved.growths for base in g.parts):
            return None
        found.append((factor, solved.growths))
    bottom = lcm(*(c.denominator for _, gs in found for g in gs for cs in g.parts.values() for c in cs))
    return HugeStart(tuple(_together(found, slot, bottom) for slot in range(len(start))), bottom)


def _together(found: list[tuple[Whole, Sequence[Growth]]], slot: int, bottom: int) -> Growth:
    """The sum of the parts of a slot, each times its factor, times ``bottom``."""
    sums: dict[int, list[Any]] = {}
    for factor, growths in found:
        for base, cs in growths[slot].parts.items():
            row = sums.setdefault(base, [])
            row += [0] * (len(cs) - len(row))
            for k, c in enumerate(cs):
                row[k] = row[k] + int(c * bottom) * factor
    return Growth({base: tuple(row) for base, row in sums.items()})
