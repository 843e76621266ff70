"""Which amounts have no upper bound along a period that lasts for ever, by their closed forms.
Part of the solver: the proof.
"""

from __future__ import annotations

from collections.abc import Iterator

from reiterate.amounts import EQ, Poly
from reiterate.loops.closed_forms import ClosedForms, PolynomialForms
from reiterate.loops.iterated import Iterated
from reiterate.loops.monotone import Monotone
from reiterate.loops.traced_period import Period


def unbounded_slots(period: Period) -> Iterator[tuple[int, str]]:
    """The slots whose amounts have no upper bound along a period that lasts for ever."""
    for i, slot in enumerate(period.slots):
        if unbounded(period.closed, i, period.update[i]):
            yield slot


def unbounded(closed: ClosedForms, i: int, update: Poly) -> bool:
    """Whether the amount of slot ``i``, which a period changes to ``update``, has no upper bound."""
    if isinstance(closed, PolynomialForms):
        form = closed.forms[i]
        return len(form) > 1 and form[-1] > 0
    if isinstance(closed, Iterated):
        return False  # nothing is known of it for ever
    if isinstance(closed, Monotone):
        return update != Poly.symbol(i) and _rises(closed, update - Poly.symbol(i))
    growth = closed.growths[i]
    top = max(growth.parts, key=lambda base: (abs(base), base), default=1)
    if top < 0 or not growth.parts:
        return top < -1
    leading = growth.parts[top]
    return (top > 1 or len(leading) > 1) and leading[-1] > 0


def _rises(closed: Monotone, gain: Poly) -> bool:
    """Whether an amount that never falls grows from some period on for ever."""
    later = closed.first_flip(gain, EQ, truth=True)
    return later is not None
