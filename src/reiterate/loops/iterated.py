"""Periods without a closed form: the update is iterated on whole numbers, and every guard is checked at each step.

No rule runs here. The update and the guards of a trace are written once as a function of whole
numbers. The function goes on while every guard holds. Where a guard changes its answer the segment
ends, and the engine plays that period. Only the iterated periods are answered for: that such a loop
never ends is not claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm
from typing import Final

from reiterate.amounts import EQ, Formula, Guard, Poly
from reiterate.amounts.number_classes import beyond

#: What one loop may spend on iterating: products of the update and the guards, worked out once for each period.
WORK_BUDGET: Final = 10_000_000

#: Amounts with more binary digits than this are not iterated further.
NUMBER_BITS: Final = 20_000

#: Products that one sum may have: longer ones are not written as a function.
SUM_BUDGET: Final = 1_000

#: Periods between two rows that are kept to begin from.
KEPT_EVERY: Final = 1 << 10

#: Work units that a number of so many binary digits costs more.
_DIGITS: Final = 1_000

#: From the values, at most so many periods: how many were done, whether a guard stopped it, and the values then.
_Run = Callable[[Sequence[int], int], tuple[int, bool, tuple[int, ...]]]


class Iterated:
    """Amounts known for the first ``done`` periods, by iterating; ``flipped``: a guard changes its answer in the next."""

    __slots__ = ("_kept", "_run", "_terms", "done", "flipped", "full", "now", "work")

    kind: Final = "iterated"
    degree: Final = 0

    def __init__(self, update: list[Poly], start: Sequence[int], guards: Sequence[Guard]) -> None:
        self._run = _compiled(update, guards)
        self._terms = sum(len(list(p.terms())) for p in (*update, *(g.poly for g in guards))) + 1
        self._kept: dict[int, tuple[int, ...]] = {0: tuple(start)}
        self.now = tuple(start)
        self.done = 0
        self.work = 0
        self.flipped = False
        self.full = False  # an amount is too long to go on

    def iterate(self, periods: int, work: int) -> None:
        """Iterate to so many periods in all, as far as the guards hold and this much work allows."""
        while self.done < periods and not self.flipped and not self.full and self.work < work:
            to_next = KEPT_EVERY - self.done % KEPT_EVERY
            made, self.flipped, self.now = self._run(self.now, min(periods - self.done, to_next))
            self.done += made
            longest = max((n.bit_length() for n in self.now), default=0)
            self.full = longest > NUMBER_BITS
            self.work += max(made, 1) * self._terms * (1 + longest // _DIGITS)
            if self.done % KEPT_EVERY == 0:
                self._kept[self.done] = self.now

    def at(self, n: int | Formula) -> tuple[int, ...]:
        """The amounts after ``n`` periods, which have been done."""
        if not isinstance(n, int):
            raise beyond("a loop without a closed form")
        assert 0 <= n <= self.done, "a period that was not iterated"
        if n == self.done:
            return self.now
        base = n - n % KEPT_EVERY
        made, _, values = self._run(self._kept[base], n - base)
        assert made == n - base, "a period that was done can be done again"
        return values


def can_be_iterated(update: Sequence[Poly], guards: Sequence[Guard]) -> bool:
    """Whether no sum is too long to be written as a function."""
    return all(len(list(p.terms())) <= SUM_BUDGET for p in (*update, *(g.poly for g in guards)))


def _compiled(update: list[Poly], guards: Sequence[Guard]) -> _Run:
    """The function that iterates: written as text of numbers and names, and nothing else."""
    names = ", ".join(f"v{i}" for i in range(len(update)))
    checks = [_check(guard) for guard in guards if not guard.poly.is_const]
    longest = " or ".join(f"v{i}.bit_length() > {NUMBER_BITS}" for i in range(len(update)))
    text = "\n".join(
        [
            "def run(values, periods):",
            f"    ({names},) = values",
            "    for i in range(periods):",
            *(f"        if not ({check}): return i, True, ({names},)" for check in dict.fromkeys(checks)),
            f"        if {longest}: return i, False, ({names},)",
            f"        ({names},) = ({', '.join(_text(poly) for poly in update)},)",
            f"    return periods, False, ({names},)",
        ]
    )
    space: dict[str, _Run] = {}
    exec(compile(text, "<period>", "exec"), {"__builtins__": {"range": range}}, space)
    return space["run"]


def _check(guard: Guard) -> str:
    """A comparison as text; the factors are made whole, which changes no sign."""
    above = _sum(guard.poly, lcm(*(c.denominator for _, c in guard.poly.terms())))
    says = "==" if guard.op == EQ else "<="
    return f"({above} {says} 0) is {guard.truth}"


def _text(poly: Poly) -> str:
    bottom = lcm(*(c.denominator for _, c in poly.terms()))
    return _sum(poly, 1) if bottom == 1 else f"({_sum(poly, bottom)}) // {bottom}"


def _sum(poly: Poly, times: int) -> str:
    """A polynomial as text, its factors this many times as large and then whole."""
    parts = []
    for monomial, c in poly.key():
        factor = c * times
        parts.append("*".join([f"({hex(factor.numerator)})", *(f"v{i}" for i in monomial)]))
    return " + ".join(parts) or "0"
