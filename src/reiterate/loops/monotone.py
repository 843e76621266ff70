"""Linear systems that only grow and have no closed form: A makes B, B makes A. Powers of the matrix, and bisection.

Everything rests on one fact. Say that no number in the update or at the start is negative, and that
no amount fell in the first period. Then no amount ever falls. So a sum of amounts with no negative
factor doesn't fall either, and changes its answer to a comparison at most once.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import EQ, Poly
from reiterate.amounts.formula import WRITABLE_BITS
from reiterate.amounts.number_classes import beyond
from reiterate.loops.solve import Row, dot, power_times
from reiterate.refusals import unsupported

#: Periods after which a guard's factors must all have the same sign.
LOOKAHEAD: Final = 64


class Monotone:
    """A linear update without negative numbers whose amounts never fall: exact by powers of its matrix."""

    __slots__ = ("matrix", "start")

    kind: Final = "monotone"
    degree: Final = 0

    def __init__(self, matrix: list[Row], start: Row) -> None:
        self.matrix = matrix
        self.start = start

    def at(self, n: int) -> tuple[int, ...]:
        """The amounts after ``n`` periods; ``Unsupported`` where they would be too long to write."""
        return tuple(self._at(n)[:-1])

    def _at(self, n: int) -> Row:
        bound = max(sum(row) for row in self.matrix)
        if n * max(bound - 1, 1).bit_length() > 4 * WRITABLE_BITS:
            raise beyond("a system without a closed form")
        return power_times(self.matrix, n, self.start)

    def first_flip(self, poly: Poly, op: str, truth: bool) -> int | None:
        """The first period in which ``poly op 0`` is not ``truth``; None if there is none. ``Unsupported`` if unknown."""
        factors = self._factors(poly)  # of the amounts n periods before the one asked about
        for n in range(LOOKAHEAD):
            total = dot(factors, self.start)
            if (total == 0 if op == EQ else total <= 0) != truth:
                return n
            for sign in (1, -1):
                if all(sign * f >= 0 for f in factors[:-1]):
                    later = self._later([sign * f for f in factors], sign, op, truth)
                    return None if later is None else n + later
            factors = [dot(factors, column) for column in zip(*self.matrix, strict=True)]
        raise _unknown()

    def _later(self, factors: Row, sign: int, op: str, truth: bool) -> int | None:
        """The first flip of ``sign`` times a sum that never falls, which isn't at once."""
        if not any(factors[:-1]):
            return None
        now = dot(factors, self.start)
        above = truth if op == EQ or sign > 0 else not truth
        if op == EQ and now < 0:
            reached = self._search([*factors[:-1], factors[-1] + 1])
            return reached if dot(factors, self._at(reached)) == 0 else None
        if not above or now > 0:
            return None
        # A falling amount is at most 0 once its opposite is at least 0.
        return self._search(factors if op == EQ or sign > 0 else [*factors[:-1], factors[-1] + 1])

    def _search(self, factors: Row) -> int:
        """The first period in which a sum that never falls, and is at most 0 at the start, is above 0."""
        low, step = 0, 1
        while dot(factors, self._at(low + step)) <= 0:
            low, step = low + step, 2 * step
            if step > 1 << 40:
                raise _unknown()
        high = low + step
        while high - low > 1:
            middle = (low + high) // 2
            if dot(factors, self._at(middle)) <= 0:
                low = middle
            else:
                high = middle
        return high

    def _factors(self, poly: Poly) -> Row:
        found = [0] * len(self.start)
        for monomial, c in poly.terms():
            if len(monomial) > 1 or not isinstance(c, int):
                raise _unknown()
            found[monomial[0] if monomial else -1] += c
        return found


def monotone(update: list[Poly], start: list[int]) -> Monotone | None:
    """The system of an update, if it is linear, has no negative number, and falls nowhere in the first period. Else None.

    In: for each amount the polynomial that it becomes in a period; the amounts at the start.

    >>> x = Poly.symbol(0)
    >>> monotone([x + 1], [3]) is None, monotone([x + (-1)], [3]) is None
    (False, True)
    """
    size = len(start)
    matrix = [[0] * (size + 1) for _ in range(size + 1)]
    matrix[size][size] = 1
    for slot, poly in enumerate(update):
        for monomial, c in poly.terms():
            if len(monomial) > 1 or not isinstance(c, int) or c < 0:
                return None
            matrix[slot][monomial[0] if monomial else size] += c
    values = [*start, 1]
    if any(v < 0 for v in start) or any(dot(row, values) < v for row, v in zip(matrix, values, strict=True)):
        return None
    return Monotone(matrix, values)


def _unknown() -> Exception:
    message = "whether a comparison keeps its answer along a system without a closed form is not known"
    return unsupported("growth-not-covered", message, "732.1b")
