"""Systems without a closed form that only grow: A makes B, B makes A. Exact by powers of the matrix of their update.

With no negative number in the update and at the start, amounts that did not fall in the first
period never fall. Then a sum of amounts without a negative factor never falls either, so that the
first and last period of a range stand for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.check.arithmetic import BIT_BUDGET, EQ, OutOfBudget, Polynomial

#: Periods after which the factors of a comparison must all have one sign.
LOOKAHEAD: Final = 64
#: Products of numbers, counted by their binary digits, over a whole certificate.
WORK_BUDGET: Final = 1 << 26


class Powers:
    """An update without negative numbers, and the amounts that it starts from."""

    __slots__ = ("left", "matrix", "start", "width")

    def __init__(self, update: Sequence[Polynomial], start: Sequence[int]) -> None:
        size = len(start) + 1
        self.matrix = [[0] * size for _ in range(size)]
        self.matrix[-1][-1] = 1
        self.start = [*start, 1]
        self.left = WORK_BUDGET
        self.width = 0  # binary digits of the longest number of the matrix
        for slot, poly in enumerate(update):
            for product, c in poly.items():
                if len(product) > 1 or c != int(c):
                    raise ValueError(
                        "the update of a system without closed forms has a product of amounts, or a fraction"
                    )
                self.matrix[slot][product[0] if product else -1] += int(c)
        self.width = max(c.bit_length() for row in self.matrix for c in row)
        rows = zip(self.matrix, self.start, strict=True)
        if any(c < 0 for row in self.matrix for c in row) or any(x < 0 for x in start):
            raise ValueError("a system without closed forms has a negative number")
        if any(_dot(row, self.start) < x for row, x in rows):
            raise ValueError("a system without closed forms has an amount that falls in the first period")

    def at(self, n: int) -> list[int]:
        """The amounts after ``n`` periods, and 1."""
        width = max(sum(row) for row in self.matrix).bit_length()
        size = len(self.start)
        bits = min(n, BIT_BUDGET + 1) * width + max(x.bit_length() for x in self.start)
        if bits > BIT_BUDGET:
            raise OutOfBudget(f"an amount of more than {BIT_BUDGET} binary digits without a closed form")
        self._spend(size**3 * max(bits, 64))
        values, power = self.start, self.matrix
        while n:
            if n % 2:
                values = [_dot(row, values) for row in power]
            n //= 2
            if n:
                columns = list(zip(*power, strict=True))
                power = [[_dot(row, column) for column in columns] for row in power]
        return values

    def _spend(self, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise OutOfBudget("the powers of a matrix are too many, or too long")

    def _before(self, factors: list[int]) -> list[int]:
        """The factors of the same sum one period earlier."""
        longest = max(f.bit_length() for f in factors)
        self._spend(max(64, longest) * max(1, self.width // 64) * len(factors) ** 2)
        return [_dot(factors, column) for column in zip(*self.matrix, strict=True)]

    def holds(self, poly: Polynomial, op: str, truth: bool, periods: int | None) -> bool:
        """Whether ``poly op 0`` is shown to be ``truth`` for all 0 <= n < ``periods`` (None: for all n)."""
        factors = [0] * len(self.start)
        for product, c in poly.items():
            if len(product) > 1 or c != int(c):
                return False
            factors[product[0] if product else -1] += int(c)
        for n in range(LOOKAHEAD):
            if n == periods:
                return True
            if _answer(_dot(factors, self.start), op) != truth:
                return False
            for sign in (1, -1):
                if all(sign * f >= 0 for f in factors[:-1]):
                    last = None if periods is None else periods - 1 - n
                    return self._one_way(factors, sign, op, truth, last)
            factors = self._before(factors)
        return False

    def _one_way(self, factors: list[int], sign: int, op: str, truth: bool, last: int | None) -> bool:
        """The same for a sum that only rises (1) or falls (-1) and has the answer now."""
        now = _dot(factors, self.start)
        away = sign * now > 0 if op == EQ else (sign > 0) != truth
        if not any(factors[:-1]) or (away and not (op == EQ and truth)):
            return True
        if last is None:
            return False
        then = _dot(factors, self.at(last))
        if op == EQ and not truth and sign * then >= 0:  # it steps over 0, or meets it
            return then != 0 and self._steps_over(factors, sign, last)
        return _answer(then, op) == truth

    def _steps_over(self, factors: list[int], sign: int, last: int) -> bool:
        low, high = 0, last
        while high - low > 1:
            middle = (low + high) // 2
            if sign * _dot(factors, self.at(middle)) < 0:
                low = middle
            else:
                high = middle
        return _dot(factors, self.at(high)) != 0

    def rises(self, slot: int) -> bool:
        """Whether an amount grows beyond every bound: from some period on it gains at least 1 each time."""
        gain = list(self.matrix[slot])
        gain[slot] -= 1
        for _ in range(LOOKAHEAD):
            if all(f >= 0 for f in gain[:-1]) and _dot(gain, self.start) > 0:
                return True
            gain = self._before(gain)
        return False


def _answer(n: int, op: str) -> bool:
    return n == 0 if op == EQ else n <= 0


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))
