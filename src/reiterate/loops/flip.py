"""First flips: the first period in which a comparison no longer answers as it did in the trace, exactly.

Between the sign changes of its difference a form is monotone, so it changes sign at most once there: bisect on whole
numbers; on the last, unbounded piece gallop first. No real root is ever computed.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import EQ, Poly
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
    low = start
    if last is None:
        step = 1
        while _sign(value(form, start + step)) == now:
            step *= 2
        high = start + step
    else:
        if last <= start or _sign(value(form, last)) == now:
            return None
        high = last
    while high - low > 1:
        middle = (low + high) // 2
        if _sign(value(form, middle)) == now:
            low = middle
        else:
            high = middle
    return high


def first_flip(form: Form, op: str, truth: bool, start: int = 0) -> int | None:
    """The smallest n >= ``start`` where ``form(n) op 0`` is not ``truth``; None if there is none."""
    wanted = (0,) if op == EQ else (-1, 0)
    pieces = signs(form)
    for i, (first, sign) in enumerate(pieces):
        last = pieces[i + 1][0] - 1 if i + 1 < len(pieces) else None
        if last is not None and last < start:
            continue
        if (sign in wanted) != truth:
            return max(first, start)
    return _NEVER
