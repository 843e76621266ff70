"""Closed forms: guess how every amount grows along a loop, then prove it; or iterate where there is none.

Closed forms where the loop begins with amounts too long to write, such as 2^(10^100) tokens that double again.

A linear update does to a sum what it does to its parts. So the start is taken apart. One part holds
all that can be written out; each amount too long to write is a part of its own. Each part has a
closed form, found and proved on ordinary numbers. The amount too long to write is a factor of its
part.

Periods without a closed form: the update is iterated on whole numbers, and every guard is checked at each step.

No rule runs here. The update and the guards of a trace are written once as a function of whole
numbers. The function goes on while every guard holds. Where a guard changes its answer the segment
ends, and the engine plays that period. Only the iterated periods are answered for: that such a loop
never ends is not claimed.

Closed forms: guess how every amount grows along a loop, then prove the guess.

A form is an integer-valued polynomial in the number n of periods, written in Newton's basis: the
tuple c means ``sum(c[j] * binomial(n, j))``. Differences are shifts, and values stay whole. The
guess comes from the first iterates. The proof is that ``F(c(n)) = c(n + 1)`` holds for the update
F. Both sides are polynomials in n of bounded degree; agreeing at more points than that degree makes
them equal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any, Final, TypeAlias

from reiterate.amounts import EQ, Formula, Guard, Poly, divided
from reiterate.amounts.number_classes import Whole, beyond
from reiterate.loops.growth import Growth
from reiterate.loops.monotone import Monotone, monotone
from reiterate.loops.solve import Exponential, solve
from reiterate.refusals import UNSUPPORTED, Refusal

# --- huge starts ---------------------------------------------------------------------------------


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
    """Closed forms of a linear ``x -> update(x)`` from a start with amounts that are too long to write, proved.

    In: for each amount the polynomial that it becomes in a period; the amounts at the start, whole numbers or formulas.
    Out: ``.at(n)`` gives the amounts after n periods. None where an update is not linear, or no form of this kind is found.
    """
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


# --- iterated ------------------------------------------------------------------------------------

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
        """The amounts after ``n`` periods, all of which have been done. Raises ``Unsupported`` for an ``n`` that is too long to write."""
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


# --- closed forms --------------------------------------------------------------------------------

Form: TypeAlias = tuple[Whole, ...]

#: Iterates are not computed beyond this many bits and a few times those of start and update: what grows past that is
#: not followed, whatever it is.
_ITERATE_BITS: Final = 100_000
_ITERATE_SWELL: Final = 8
#: Growth that isn't covered is named by what it does in this many periods.
_NAMED_AFTER: Final = 12


def newton(values: Sequence[Whole]) -> Form:
    """The form that takes these values at 0, 1, 2, ..., without trailing zeros."""
    row: list[Any] = list(values)
    found: list[Whole] = []
    while row:
        found.append(row[0])
        row = [b - a for a, b in pairwise(row)]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def value(form: Form, n: int | Formula) -> int | Formula:
    """The form's value at ``n`` >= 0."""
    return _combined(form, _binomials(n, len(form)))


def _binomials(n: int | Formula, many: int) -> list[int | Formula]:
    """Out of ``n`` none, one, two, ...: so many of these numbers."""
    found: list[Any] = [1] if many else []
    for j in range(1, many):
        found.append(divided(found[-1] * (n - (j - 1)), j)[0])
    return found


def _combined(form: Form, binomials: Sequence[int | Formula]) -> int | Formula:
    total: Any = 0
    for coefficient, binomial in zip(form, binomials, strict=False):
        total += coefficient * binomial
    return total  # type: ignore[no-any-return] # sums of products of whole numbers


def difference_form(form: Form) -> Form:
    """The form of f(n + 1) - f(n)."""
    return form[1:]


class PolynomialForms:
    """Proved polynomials of all slots; ``at(n)`` gives the amounts after n periods."""

    __slots__ = ("forms",)

    def __init__(self, forms: tuple[Form, ...]) -> None:
        self.forms = forms

    @property
    def degree(self) -> int:
        """The highest degree among the slots."""
        return max((len(form) - 1 for form in self.forms), default=0)

    @property
    def kind(self) -> str:
        """constant, affine or polynomial."""
        degree = self.degree
        return "constant" if degree <= 0 else "affine" if degree == 1 else "polynomial"

    def at(self, n: int | Formula) -> tuple[int | Formula, ...]:
        """The amounts after ``n`` periods, exactly."""
        binomials = _binomials(n, self.degree + 1)
        return tuple(_combined(form, binomials) for form in self.forms)


#: Closed forms, and what stands for one that was not found.
ClosedForms: TypeAlias = PolynomialForms | Exponential | HugeStart | Monotone | Iterated


def close(
    update: list[Poly], start: Sequence[Whole], max_degree: int = 1
) -> PolynomialForms | Exponential | HugeStart | Monotone | Refusal:
    """Close ``x -> update(x)`` from ``start``; a refusal that names the growth where it is not covered.

    In: for each amount the polynomial that it becomes in a period; the amounts at the start. ``max_degree``: the greatest power
    of n in a polynomial that is tried. Out: ``.at(n)`` gives the amounts after n periods.

    Polynomials first, then sums of polynomials times powers, then what only grows, by powers of its
    matrix.
    """
    iterates = _iterates(update, start, max_degree + 2)
    forms = []
    wrong: int | None = None
    for slot in range(len(start)):
        along = [row[slot] for row in iterates]
        form = newton(along)
        if len(form) > max_degree + 1 or len(iterates) < max_degree + 3:
            wrong = slot
            break
        forms.append(form)
    if wrong is None:
        closed = PolynomialForms(tuple(forms))
        wrong = next((slot for slot, poly in enumerate(update) if not _proved(poly, slot, closed)), None)
        if wrong is None:
            return closed
    written = [n for n in start if isinstance(n, int)]
    if len(written) < len(start):
        apart = from_huge_start(update, start)
        if apart is None:
            raise beyond("a loop that counts with it and grows in this way")
        return apart
    return solve(update, written) or monotone(update, written) or _not_covered(update, written, wrong)


def _proved(poly: Poly, slot: int, closed: PolynomialForms) -> bool:
    """Whether ``F(c(n)) = c(n + 1)`` holds for this slot, as an identity of polynomials in n."""
    degree = max(poly.degree, 1) * max(closed.degree, 1)
    for n in range(degree + 1):
        values = dict(enumerate(closed.at(n)))
        if poly.evaluate(values) != value(closed.forms[slot], n + 1):
            return False
    return True


def _iterates(update: list[Poly], start: Sequence[Whole], periods: int) -> list[list[Any]]:
    """The amounts after 0, 1, ..., ``periods`` periods; fewer where they become too long to be followed."""
    numbers = [*start, *(c.numerator for poly in update for _, c in poly.terms())]
    cap = _ITERATE_BITS + _ITERATE_SWELL * max((n.bit_length() for n in numbers if isinstance(n, int)), default=0)
    rows: list[list[Any]] = [list(start)]
    while len(rows) <= periods and all(not isinstance(v, int) or v.bit_length() <= cap for v in rows[-1]):
        values = dict(enumerate(rows[-1]))
        rows.append([poly.evaluate(values) for poly in update])
    return rows


def _not_covered(update: list[Poly], start: list[int], slot: int) -> Refusal:
    """The refusal for a slot without a form, in words for what it does."""
    rows = _iterates(update, start, _NAMED_AFTER)
    grows = _growth([row[slot] for row in rows], len(rows) > _NAMED_AFTER)
    message = f"an amount of the period (number {slot + 1}) {grows}: that is not covered"
    return Refusal(
        UNSUPPORTED,
        "growth-not-covered",
        message,
        "growth by a polynomial, by powers, or by sums that only grow",
        "732.1b",
    )


def _growth(along: list[int], complete: bool) -> str:
    """What these first values do; a name for people, nothing depends on it."""
    gains = [b - a for a, b in pairwise(along)]
    if len(along) >= 4 and along[0] and all(b == 2 * a for a, b in pairwise(along)):
        return "grows by doubling"
    if not complete:
        return "is in a period whose numbers soon grow too long to be followed"
    degree = max(len(newton(along)) - 1, 0)
    if degree < _NAMED_AFTER - 2:
        return f"starts like a polynomial of degree {degree}, which is too high or does not last"
    if all(c == a + b for a, b, c in zip(along, along[1:], along[2:], strict=False)):
        return "grows as the sum of its two last values"
    if period := _period(along):
        return "goes back and forth between two values" if period == 2 else f"comes back after {period} periods"
    if period := _period(gains):
        return "gains two amounts in turn" if period == 2 else f"gains amounts that come back after {period} periods"
    if all(4 * abs(b) >= 5 * abs(a) > 0 for a, b in pairwise(gains[_NAMED_AFTER // 2 :])):
        return "grows faster than any formula that is tried"
    return "follows no formula that is tried"


def _period(values: list[int]) -> int:
    """The number of periods, above 1, after which the values come back, seen at least twice; 0 for none."""
    return next((p for p in range(2, len(values) // 2 + 1) if values[p:] == values[:-p]), 0)
