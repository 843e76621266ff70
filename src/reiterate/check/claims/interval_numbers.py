"""Amounts of which only bounds are known, and the courses that the bounds leave open.

A comparison is answered where the bounds decide it. Else each answer has a course of its own. What
a course has assumed holds for the rest of it. A course takes its ways from a list, so going through
all lists goes through all courses.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Any, Final, TypeAlias

from reiterate.check.arithmetic import EQ, LE, OutOfBudget, Polynomial
from reiterate.check.number_base import Misuse
from reiterate.check.numbers import Log

#: The least and the greatest value; None: no bound.
Bounds: TypeAlias = "tuple[int | None, int | None]"

#: Courses from one position.
COURSE_BUDGET: Final = 200

_Key: TypeAlias = "tuple[tuple[tuple[int, ...], Any], ...]"

#: A question with so many ways to go on, and what it is about.
_Fork: TypeAlias = tuple[int, object]


class Ways:
    """The forks of one course: those prescribed, then the first way of each further one.

    Each prescribed fork has to be the one that it was prescribed for: else some way would be left
    out.
    """

    __slots__ = ("asked", "prescribed", "taken")

    def __init__(self, prescribed: list[tuple[_Fork, int]]) -> None:
        self.prescribed = prescribed
        self.asked: list[_Fork] = []
        self.taken: list[int] = []

    def fork(self, ways: int, about: object) -> int:
        """One of so many ways, from 0. ``about``: what is asked, the same whenever it is asked again."""
        at = len(self.taken)
        fork = (ways, about)
        if at < len(self.prescribed) and self.prescribed[at][0] != fork:
            raise Misuse("a course that is not played the same way again")
        self.taken.append(self.prescribed[at][1] if at < len(self.prescribed) else 0)
        self.asked.append(fork)
        return self.taken[-1]

    def others(self) -> list[list[tuple[_Fork, int]]]:
        """The courses that part from this one at a fork behind those prescribed."""
        made = list(zip(self.asked, self.taken, strict=True))
        return [
            [*made[:at], (self.asked[at], way)]
            for at in range(len(self.prescribed), len(made))
            for way in range(1, self.asked[at][0])
        ]


def every_course(course: Callable[[Ways], None]) -> None:
    """Call ``course`` for each way in which the questions of a position may be answered. Raises ``OutOfBudget`` for too many."""
    todo: list[list[tuple[_Fork, int]]] = [[]]
    made = 0
    while todo:
        made += 1
        if made > COURSE_BUDGET:
            raise OutOfBudget(f"more than {COURSE_BUDGET} courses from one position")
        ways = Ways(todo.pop())
        course(ways)
        todo += ways.others()


class Within(Log):
    """Answers comparisons of amounts that lie within bounds, in one course."""

    __slots__ = ("box", "facts", "ways")

    def __init__(self, box: dict[int, Bounds], ways: Ways) -> None:
        super().__init__()
        self.box = box
        self.ways = ways
        self.facts: dict[_Key, Bounds] = {}

    def ask(self, value: int, poly: Polynomial, op: str, rule: str) -> bool:
        """Whether ``poly op 0``, as far as it is known; else each way in its own course."""
        key, factor, constant = _split(poly)
        low, high = self._known(key)
        if op == EQ:
            at, rest = divmod(-constant, factor)
            return rest == 0 and self._equal(key, at, low, high)
        if factor > 0:
            return self._at_most(key, -constant // factor, low, high)
        return not self._at_most(key, (constant - 1) // -factor, low, high)  # what is above makes it at most 0

    def _equal(self, key: _Key, at: int, low: int | None, high: int | None) -> bool:
        if (low is not None and at < low) or (high is not None and at > high):
            return False
        if low == at == high:
            return True
        if self.ways.fork(2, (EQ, key, at)) == 0:
            self.facts[key] = (at, at)
            return True
        self.facts[key] = (at + 1 if low == at else low, at - 1 if high == at else high)
        return False

    def _at_most(self, key: _Key, at: int, low: int | None, high: int | None) -> bool:
        if high is not None and high <= at:
            return True
        if low is not None and low > at:
            return False
        if self.ways.fork(2, (LE, key, at)) == 0:
            self.facts[key] = (low, at)
            return True
        self.facts[key] = (at + 1, high)
        return False

    def _known(self, key: _Key) -> Bounds:
        low, high = span(dict(key), self.box)
        more = self.facts.get(key)
        return (low, high) if more is None else (_larger(low, more[0]), _smaller(high, more[1]))

    def bounds(self, poly: Polynomial) -> Bounds:
        """Between which values a polynomial lies, as far as it is known."""
        if not poly.keys() - {()}:
            c = int(poly.get((), 0))
            return c, c
        key, factor, constant = _split(poly)
        ends = [None if end is None else factor * end + constant for end in self._known(key)]
        return (ends[0], ends[1]) if factor > 0 else (ends[1], ends[0])


def _split(poly: Polynomial) -> tuple[_Key, int, int]:
    """``factor * form + constant``, the form without a common divisor and with its first factor above 0."""
    if any(c.denominator != 1 for c in poly.values()):
        raise Misuse("a sum with fractions, of which bounds say nothing")
    constant = int(poly.get((), 0))
    rest = sorted((product, int(c)) for product, c in poly.items() if product)
    common = gcd(*(c for _, c in rest))
    factor = common if rest[0][1] > 0 else -common
    return tuple((product, c // factor) for product, c in rest), factor, constant


def _larger(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else max(a, b)


def _smaller(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)


def span(poly: Polynomial, box: dict[int, Bounds]) -> Bounds:
    """Between which values a polynomial lies whose amounts lie within bounds. A bound is None where there is none.

    >>> span({(0,): -1, (): 10}, {0: (0, None)})  # 10 - x with x at least 0
    (None, 10)
    """
    total: Bounds = (0, 0)
    for product, c in poly.items():
        term: Bounds = (int(c), int(c))
        for symbol in product:
            term = _product(term, box[symbol])
        total = (_sum(total[0], term[0]), _sum(total[1], term[1]))
    return total


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _product(a: Bounds, b: Bounds) -> Bounds:
    """Each end of a product is a product of ends; one without bound makes those with a factor of its sign so."""
    if (0, 0) in (a, b):
        return 0, 0
    ends: list[int] = []
    endless: set[int] = set()  # the signs of the products without bound
    for x, far_x in ((a[0], -1), (a[1], 1)):
        for y, far_y in ((b[0], -1), (b[1], 1)):
            sign = (far_x if x is None else _sign(x)) * (far_y if y is None else _sign(y))
            if sign and (x is None or y is None):
                endless.add(sign)
            else:
                ends.append((x or 0) * (y or 0))
    return None if -1 in endless else min(ends), None if 1 in endless else max(ends)


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)
