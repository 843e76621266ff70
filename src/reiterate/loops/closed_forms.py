"""Closed forms: guess how every amount grows along a loop, then prove the guess.

A form is an integer-valued polynomial in the number n of periods, written in Newton's basis: the
tuple c means ``sum(c[j] * binomial(n, j))``. Differences are shifts, and values stay whole. The
guess comes from the first iterates. The proof is that ``F(c(n)) = c(n + 1)`` holds for the update
F. Both sides are polynomials in n of bounded degree; agreeing at more points than that degree makes
them equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from reiterate.amounts import Formula, Poly, divided
from reiterate.amounts.number_classes import Whole, beyond
from reiterate.loops.huge_starts import HugeStart, from_huge_start
from reiterate.loops.iterated import Iterated
from reiterate.loops.monotone import Monotone, monotone
from reiterate.loops.solve import Exponential, solve
from reiterate.refusals import UNSUPPORTED, Refusal

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


def difference(form: Form) -> Form:
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
