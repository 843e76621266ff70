"""First flips: the first period in which a comparison no longer answers as it did in the trace, exactly.

Between the sign changes of its difference a form is monotone, so it changes sign at most once there: bisect on whole
numbers; on the last, unbounded piece gallop first. Where a form is linear one division does. No real root is ever
computed, and a flip of thousands of digits takes a few evaluations, not one for each digit.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import EQ, LE, Poly
from reiterate.loops.closed import Closed, Form, difference, newton, value

_NEVER: Final = None


def guard_form(poly: Poly, closed: Closed) -> Form:
    """What a guard's polynomial is along the loop, as a form in the number of periods."""
    degree = max(poly.degree, 0) * max(closed.degree, 0)
    return newton([poly.evaluate(dict(enumerate(closed.at(n)))) for n in range(degree + 1)])


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


def signs(form: Form) -> list[tuple[int, int]]:
    """The pieces of a form's sign over n = 0, 1, 2, ...: (first n, sign), each lasting up to the next one's start."""
    if len(form) <= 1:
        return [(0, _sign(value(form, 0)))]
    pieces: list[tuple[int, int]] = []
    slope = signs(difference(form))
    for i, (start, direction) in enumerate(slope):
        last = slope[i + 1][0] if i + 1 < len(slope) else None
        _monotone(form, start, last, direction, pieces)
    return pieces


def _monotone(form: Form, start: int, last: int | None, direction: int, pieces: list[tuple[int, int]]) -> None:
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


def _next_change(form: Form, start: int, last: int | None, now: int) -> int | None:
    """The first n after ``start`` where the sign differs, on a piece moving away from it; None if there is none."""
    if last is not None and last <= start:
        return None
    if now == 0:
        return start + 1
    rising = tuple(-now * c for c in form)  # below zero at the start
    if len(rising) == 2:  # one division
        n = -(rising[0] // rising[1])
        return n if last is None or n <= last else None
    low = start
    if last is None:
        step = 1
        while value(rising, start + step) < 0:
            low = start + step
            step = max(2, step * step)
        high = start + step
    else:
        if value(rising, last) < 0:
            return None
        high = last
    return _first_not_below(rising, start, low, high)


def _first_not_below(rising: Form, origin: int, low: int, high: int) -> int:
    """The first n with a value >= 0 between ``low``, below zero, and ``high``, where it isn't; ``origin`` <= ``low``.

    First the number of binary digits of n - origin is bisected. Then Newton's steps from both sides, each tried and
    never trusted, find a number of many digits in few steps, and halving bounds how many there can be.
    """
    while (bits := (low - origin).bit_length()) + 2 < (top := (high - origin).bit_length()):
        low, high = _narrowed(rising, low, high, origin + (1 << (bits + top) // 2))
    while high - low > 1:
        at, slope = value(rising, high), value(rising, high) - value(rising, high - 1)
        if at < slope:
            return high
        size = high - low
        below = value(rising, low)
        for n in (high - at // slope, low - below // (value(rising, low + 1) - below)):
            if low < n < high:
                low, high = _narrowed(rising, low, high, n)
        if 2 * (high - low) > size:
            low, high = _narrowed(rising, low, high, (low + high) // 2)
    return high


def _narrowed(rising: Form, low: int, high: int, middle: int) -> tuple[int, int]:
    """The bounds with ``middle`` in the place of one of them."""
    return (low, middle) if value(rising, middle) >= 0 else (middle, high)


def first_flip(form: Form, op: str, truth: bool, start: int = 0) -> int | None:
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
