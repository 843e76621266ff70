"""The checker's own symbolic numbers: the rules run on them when a period is played once for all its repetitions.

A number has its value in the first period, and the polynomial of the amounts that it is. The engine
may add and multiply. Every comparison answers for the first period and is kept in a log. Every
other reading would leave no trace, and is refused.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeAlias

from reiterate.amounts.number_classes import Differing
from reiterate.check.arithmetic import EQ, LE, OutOfBudget, Polynomial, constant, plus, times
from reiterate.check.form import Comparison
from reiterate.check.huge import Huge
from reiterate.check.number_base import CheckedNumber, Misuse

#: A comparison by polynomial, operation and answer.
Key: TypeAlias = tuple[tuple[tuple[tuple[int, ...], Any], ...], str, bool]


class Log:
    """The comparisons that one period asked, each once, in order; apart from them those that its blocks rest on."""

    __slots__ = ("asked", "implied", "place")

    def __init__(self) -> None:
        self.asked: dict[Key, Comparison] = {}
        self.implied: dict[Key, Comparison] = {}
        self.place = 0

    def ask(self, value: int, poly: Polynomial, op: str, rule: str) -> bool:
        """The answer for the values of this period, kept."""
        truth = value == 0 if op == EQ else value <= 0
        self.asked.setdefault(_key(poly, op, truth), Comparison(poly, op, truth, rule, self.place))
        return truth

    def rest_on(self, poly: Polynomial, op: str, truth: bool, rule: str) -> None:
        """Keep a comparison that has to have this answer, for all rounds of a block to be alike."""
        self.implied.setdefault(_key(poly, op, truth), Comparison(poly, op, truth, rule, self.place))

    @contextmanager
    def apart(self, inner: Log) -> Iterator[None]:
        """What is asked inside goes to another log."""
        kept = self.asked, self.implied, self.place
        self.asked, self.implied, self.place = inner.asked, inner.implied, 0
        try:
            yield
        finally:
            self.asked, self.implied, self.place = kept


def _key(poly: Polynomial, op: str, truth: bool) -> Key:
    return tuple(sorted(poly.items())), op, truth


class Number(CheckedNumber):
    """A whole number with the polynomial of the amounts around that it is; every comparison is kept in the log."""

    __slots__ = ("log", "poly", "value")

    def __init__(self, value: int, poly: Polynomial, log: Log) -> None:
        self.value = value
        self.poly = poly
        self.log = log

    def decided(self, op: str, rule: str) -> bool:
        """Whether it is 0, or at most 0."""
        if op not in (EQ, LE):
            raise Misuse(f"compared by {op}")
        return self.log.ask(self.value, self.poly, op, rule)

    def same_as(self, other: object) -> bool:
        """Whether both are the same polynomial."""
        if isinstance(other, Number):
            return self.poly == other.poly
        return False  # a number without symbols is a plain one

    def likeness(self) -> Hashable:
        """The products of its polynomial, in order."""
        return tuple(sorted(self.poly.items()))

    def _with(self, other: object, factor: int) -> Any:
        if isinstance(other, Number):
            return number(self.value + factor * other.value, plus(self.poly, other.poly, factor), self.log)
        if type(other) is int:
            return number(self.value + factor * other, plus(self.poly, constant(other), factor), self.log)
        if isinstance(other, Differing):
            return NotImplemented  # it counts with what is the same for all members itself
        raise _strange(other)

    def __neg__(self) -> Number:
        return Number(-self.value, times(self.poly, constant(-1)), self.log)

    def __mul__(self, other: object) -> Any:
        if isinstance(other, Number):
            return number(self.value * other.value, times(self.poly, other.poly), self.log)
        if type(other) is int:
            return number(self.value * other, times(self.poly, constant(other)), self.log)
        if isinstance(other, Differing):
            return NotImplemented  # which refuses
        raise _strange(other)

    def halved(self) -> Number:
        """Half of a number that is even for all values."""
        return Number(self.value // 2, {product: Fraction(c, 2) for product, c in self.poly.items()}, self.log)


def _strange(other: object) -> Exception:
    if isinstance(other, Huge):
        return OutOfBudget("a loop that counts with a number too long to write")
    return Misuse(f"a number that changes together with {type(other).__name__}")


def number(value: int, poly: Polynomial, log: Log) -> Any:
    """A number; a plain one where no amount is in the polynomial."""
    return Number(value, poly, log) if poly.keys() - {()} else value


def poly_of(amount: Any) -> Polynomial:
    """An amount as a polynomial."""
    if isinstance(amount, Number):
        return amount.poly
    if isinstance(amount, Huge):
        raise OutOfBudget("a loop that counts with a number too long to write")
    return constant(amount)


def value_of(amount: Any) -> Any:
    """An amount's value in this period."""
    return amount.value if isinstance(amount, Number) else amount


def evaluated(poly: Polynomial, values: Sequence[Any]) -> Any:
    """A polynomial's value where the amounts are these, by their numbers.

    >>> evaluated({(0, 1): 2, (): 1}, [3, 4])  # 2xy + 1
    25
    """
    total: Any = 0
    for product, c in poly.items():
        term: Any = c
        for symbol in product:
            term = term * values[symbol]
        total = total + term
    return total
