"""Closed forms: guess how every amount grows along a loop, then prove it.

A form is an integer-valued polynomial in the number n of periods, written in Newton's basis: the tuple c means
``sum(c[j] * binomial(n, j))``. Differences are shifts, and values stay whole. The guess comes from the first
iterates; the proof is that both sides of ``F(c(n)) = c(n + 1)`` are polynomials in n of bounded degree that agree at
more points than that degree, which makes them equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from reiterate.amounts import Poly
from reiterate.refusals import UNSUPPORTED, Refusal

Form: TypeAlias = tuple[int, ...]

#: Iterates are not computed beyond this many bits: growth that fast is no polynomial of the degrees covered here.
_ITERATE_BITS: Final = 100_000


def newton(values: Sequence[int]) -> Form:
    """The form that takes these values at 0, 1, 2, ..., without trailing zeros."""
    row = list(values)
    found = []
    while row:
        found.append(row[0])
        row = [b - a for a, b in pairwise(row)]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def value(form: Form, n: int) -> int:
    """The form's value at ``n`` >= 0."""
    total = 0
    binomial = 1
    for j, coefficient in enumerate(form):
        total += coefficient * binomial
        binomial = binomial * (n - j) // (j + 1)
    return total


def difference(form: Form) -> Form:
    """The form of f(n + 1) - f(n)."""
    return form[1:]


class Closed:
    """Proved closed forms of all slots: ``at(n)`` is the state of the amounts after n periods."""

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

    def at(self, n: int) -> tuple[int, ...]:
        """The amounts after ``n`` periods, exactly."""
        return tuple(value(form, n) for form in self.forms)


def close(update: list[Poly], start: list[int], max_degree: int = 1) -> Closed | Refusal:
    """Close ``x -> update(x)`` from ``start``; a refusal that names the growth where it is not covered."""
    iterates = [list(start)]
    for _ in range(max_degree + 2):
        values = dict(enumerate(iterates[-1]))
        iterates.append([poly.evaluate(values) for poly in update])
        if any(v.bit_length() > _ITERATE_BITS for v in iterates[-1]):
            break
    forms = []
    for slot in range(len(start)):
        along = [row[slot] for row in iterates]
        form = newton(along)
        if len(form) > max_degree + 1 or len(iterates) < max_degree + 3:
            return _not_covered(slot, along)
        forms.append(form)
    closed = Closed(tuple(forms))
    for slot, poly in enumerate(update):
        if not _proved(poly, slot, closed):
            return _not_covered(slot, [row[slot] for row in iterates])
    return closed


def _proved(poly: Poly, slot: int, closed: Closed) -> bool:
    """Whether ``F(c(n)) = c(n + 1)`` holds for this slot, as an identity of polynomials in n."""
    degree = max(poly.degree, 1) * max(closed.degree, 1)
    for n in range(degree + 1):
        values = dict(enumerate(closed.at(n)))
        if poly.evaluate(values) != value(closed.forms[slot], n + 1):
            return False
    return True


def _not_covered(slot: int, along: list[int]) -> Refusal:
    grows = "faster than a polynomial of the degrees covered"
    tail = along[-4:]
    if len(tail) == 4 and tail[0] != 0 and all(b == 2 * a for a, b in pairwise(tail)):
        grows = "by doubling"
    elif len(tail) == 4 and all(c == a + b for a, b, c in zip(tail, tail[1:], tail[2:], strict=False)):
        grows = "as the sum of its two last values"
    elif len(along) >= 4 and along[-1] == along[-3] and along[-2] == along[-4]:
        grows = "back and forth between two values"
    message = f"an amount of the period (number {slot + 1}) grows {grows}: that is not covered"
    return Refusal(UNSUPPORTED, "growth-not-covered", message, "growth by fixed steps or a polynomial", "730.1b")
