"""First flips: the first period in which a comparison does not answer as it did in the trace, exactly.

Between the sign changes of its difference a form is monotone, so it changes sign at most once
there. That change is found by bisection on whole numbers, on the last, unbounded piece after
galloping. A linear form needs one division. No real root is computed, and a flip of thousands of
digits takes a few evaluations, not one for each digit.
"""

from __future__ import annotations

from math import gcd
from typing import Final, TypeAlias

from reiterate.amounts import EQ, LE, Formula, Poly, divided, plain
from reiterate.amounts.number_classes import Whole, beyond
from reiterate.loops.closed_forms import ClosedForms, Form, Iterated, PolynomialForms, difference_form, newton, value
from reiterate.loops.growth import Growth, TooMany
from reiterate.loops.monotone import Monotone
from reiterate.refusals import unsupported

_NEVER: Final = None

#: The number of a period, which may itself be too long to write.
PeriodNumber: TypeAlias = int | Formula

#: Among amounts that are too long to write, a period whose number has more binary digits than this is not looked for.
SEARCH_BITS: Final = 1 << 14


def guard_form(poly: Poly, closed: PolynomialForms) -> Form:
    """What a guard's polynomial is along the loop, as a form in the number of periods."""
    forms = {slot: closed.forms[slot] for slot in poly.symbols()}  # of many slots a guard names one or two
    degree = poly.degree * max((len(form) - 1 for form in forms.values() if form), default=0)
    return newton([poly.evaluate({slot: value(form, n) for slot, form in forms.items()}) for n in range(degree + 1)])


def _sign(n: Whole) -> int:
    return (n > 0) - (n < 0)


def signs(form: Form) -> list[tuple[PeriodNumber, int]]:
    """The pieces of a form's sign over n = 0, 1, 2, ...: (first n, sign), each lasting up to the next one's start."""
    if len(form) <= 1:
        return [(0, _sign(value(form, 0)))]
    pieces: list[tuple[PeriodNumber, int]] = []
    slope = signs(difference_form(form))
    for i, (start, direction) in enumerate(slope):
        last = slope[i + 1][0] if i + 1 < len(slope) else None
        _monotone(form, start, last, direction, pieces)
    return pieces


def _monotone(
    form: Form, start: PeriodNumber, last: PeriodNumber | None, direction: int, pieces: list[tuple[PeriodNumber, int]]
) -> None:
    """Add the pieces of a form that is monotone from ``start`` to ``last`` inclusive (None: for ever)."""
    at = start
    while True:
        now = _sign(value(form, at))
        if not pieces or pieces[-1][1] != now:
            pieces.append((at, now))
        if direction == 0 or now == direction:
            return
        following = _next_change(form, at, last, now)
        if following is None:
            return
        at = following


def _next_change(form: Form, start: PeriodNumber, last: PeriodNumber | None, now: int) -> PeriodNumber | None:
    """The first n after ``start`` where the sign differs, on a piece moving away from it; None if there is none."""
    if last is not None and last <= start:
        return None
    if now == 0:
        return start + 1
    rising = tuple(-now * c for c in form)  # below zero at the start
    if len(rising) == 2 and isinstance(rising[1], int):  # one division
        n = -_floor(rising[0], rising[1])
        return n if last is None or n <= last else None
    if not isinstance(start, int) or not isinstance(last, int | None):
        raise beyond("finding where it ends: the number of that period")
    low = start
    if last is None:
        step = 1
        while value(rising, start + step) < 0:
            low = start + step
            step = max(2, step * step)
            if step.bit_length() > SEARCH_BITS and not all(isinstance(c, int) for c in rising):
                raise beyond("finding where it ends: the number of that period")
        high = start + step
    else:
        if value(rising, last) < 0:
            return None
        high = last
    return _first_not_below(rising, start, low, high)


def _first_not_below(rising: Form, origin: int, low: int, high: int) -> int:
    """The first n with a value >= 0 between ``low``, below zero, and ``high``, where it isn't; ``origin`` <= ``low``.

    First the number of binary digits of n - origin is bisected. Then Newton's steps from both
    sides, each tried and never trusted, find a number of many digits in few steps. Halving bounds
    how many steps there can be.
    """
    while (bits := (low - origin).bit_length()) + 2 < (top := (high - origin).bit_length()):
        low, high = _narrowed(rising, low, high, origin + (1 << (bits + top) // 2))
    if not all(isinstance(c, int) for c in rising):
        return _halved(rising, low, high)

    def along(n: int) -> int:
        found = value(rising, n)
        assert isinstance(found, int)
        return found

    while high - low > 1:
        at, slope = along(high), along(high) - along(high - 1)
        if at < slope:
            return high
        size = high - low
        below = along(low)
        for n in (high - at // slope, low - below // (along(low + 1) - below)):
            if low < n < high:
                low, high = _narrowed(rising, low, high, n)
        if 2 * (high - low) > size:
            low, high = _narrowed(rising, low, high, (low + high) // 2)
    return high


def _floor(a: Whole, b: Whole) -> int | Formula:
    """The whole part of a division by ``b`` > 0, which is written out."""
    assert isinstance(b, int) and isinstance(a, int | Formula)
    return divided(a, b)[0]


def _halved(rising: Form, low: int, high: int) -> int:
    """The same by halving alone: values that are too long to write are compared, not divided."""
    while high - low > 1:
        low, high = _narrowed(rising, low, high, (low + high) // 2)
    return high


def _narrowed(rising: Form, low: int, high: int, middle: int) -> tuple[int, int]:
    """The bounds with ``middle`` in the place of one of them."""
    return (low, middle) if value(rising, middle) >= 0 else (middle, high)


def first_flip(form: Form, op: str, truth: bool, start: int = 0) -> PeriodNumber | None:
    """The smallest n >= ``start`` where ``form(n) op 0`` is not ``truth``; None if there is none.

    ``op`` is EQ or LE; ValueError for any other.
    """
    if op not in (EQ, LE):
        raise ValueError(f"not a guard's comparison: {op!r}")
    wanted = (0,) if op == EQ else (-1, 0)
    pieces = signs(form)
    for i, (first, sign) in enumerate(pieces):
        last = pieces[i + 1][0] - 1 if i + 1 < len(pieces) else None
        if last is not None and last < start:
            continue
        if (sign in wanted) != truth:
            return max(first, start)
    return _NEVER


# --- other growth --------------------------------------------------------------------------------------------------


def flip_of(poly: Poly, op: str, truth: bool, closed: ClosedForms) -> PeriodNumber | None:
    """The first period in which ``poly op 0`` is not ``truth`` along the loop; None if there is none.

    ``Unsupported`` where that is not known.
    """
    if isinstance(closed, PolynomialForms):
        return first_flip(guard_form(poly, closed), op, truth)
    if isinstance(closed, Monotone):
        return closed.first_flip(poly, op, truth)
    if isinstance(closed, Iterated):
        message = "whether a comparison keeps its answer along a loop without a closed form is not known"
        raise unsupported("growth-not-covered", message, "732.1b")
    soonest: int | None = None
    try:
        guards = closed.guards(poly)
    except TooMany:
        raise beyond("a guard with so many terms") from None
    for rest, growth in enumerate(guards):
        found = growth_flip(growth, op, truth)
        if found is not None:
            period = found * closed.stride + rest
            soonest = period if soonest is None else min(soonest, period)
    return soonest


def growth_flip(growth: Growth, op: str, truth: bool) -> int | None:
    """The smallest n where ``growth(n) op 0`` is not ``truth``; None if there is none."""
    if any(base < 0 for base in growth.parts):  # even and odd n apart
        halves = [growth_flip(growth.strided(2, rest), op, truth) for rest in (0, 1)]
        found = [2 * half + rest for rest, half in enumerate(halves) if half is not None]
        return min(found, default=None)
    wanted = (0,) if op == EQ else (-1, 0)
    return next((first for first, sign in growth_signs(growth) if (sign in wanted) != truth), None)


def growth_signs(growth: Growth) -> list[tuple[int, int]]:
    """The pieces of the sign over n = 0, 1, 2, ... of a growth whose bases are above 0.

    With b the smallest base, f(n)/b^n is monotone between sign changes of f(n+1) - b f(n), which
    has a term less.
    """
    if not growth.parts:
        return [(0, 0)]
    least = min(growth.parts)
    if len(growth.parts) == 1 and growth.unwritten:
        once = Growth({1: growth.parts[least]})
        return _written_out(signs(newton([once.whole_at(n) for n in range(len(growth.parts[least]))])))
    if len(growth.parts) == 1:
        coefficients = growth.parts[least]
        bottom = 1
        for c in coefficients:
            bottom = bottom * c.denominator // gcd(bottom, c.denominator)
        points = range(len(coefficients))
        form = newton([int(sum(c * bottom * n**k for k, c in enumerate(coefficients))) for n in points])
        return _written_out(signs(form))
    slope = growth_signs(growth.shifted() - growth.scaled(least))
    pieces: list[tuple[int, int]] = []
    for i, (start, direction) in enumerate(slope):
        last = slope[i + 1][0] if i + 1 < len(slope) else None
        at = start
        while True:
            now = _growth_sign(growth, at)
            if not pieces or pieces[-1][1] != now:
                pieces.append((at, now))
            if direction == 0 or now == direction or (last is not None and last <= at):
                break
            following = _growth_change(growth, at, last, now)
            if following is None:
                break
            at = following
    return pieces


def _written_out(pieces: list[tuple[PeriodNumber, int]]) -> list[tuple[int, int]]:
    return [(plain(n), sign) for n, sign in pieces]


def _growth_sign(growth: Growth, n: int) -> int:
    sign = growth.sign_at(n)
    if sign is None:
        raise beyond("telling which of two terms is larger")
    return sign


def _growth_change(growth: Growth, start: int, last: int | None, now: int) -> int | None:
    """The first n after ``start`` with another sign, where the scaled growth moves away from it; None for none."""
    low = start
    if last is None:
        leading = growth.parts[max(growth.parts)][-1]
        if (leading > 0) == (now > 0) and now != 0:
            return None
        step = 1
        while _growth_sign(growth, start + step) == now:
            low = start + step
            step *= 2
            if step.bit_length() > SEARCH_BITS and growth.unwritten:
                raise beyond("finding where it ends: the number of that period")
        high = start + step
    else:
        if _growth_sign(growth, last) == now:
            return None
        high = last
    while high - low > 1:
        middle = (low + high) // 2
        if _growth_sign(growth, middle) == now:
            low = middle
        else:
            high = middle
    return high
