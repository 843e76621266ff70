"""Calculations that come out below zero (107.1b)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least, at_most
from reiterate.terms.base import Term
from reiterate.terms.quantities import Greatest, Half, LifeTotal, Plus, StatOf, Times, Total

#: Quantities that may come out negative.
SIGNED: Final = (StatOf, LifeTotal, Half, Times, Plus, Greatest, Total)


def result(quantity: Term, amount: Amount) -> Amount:
    """The amount that an effect uses where ``quantity`` was worked out as ``amount``: zero in place of what is negative.

    A quantity that is taken off ("gets -1/-1 for each ...") is negative where its calculation is
    positive. Printed numbers are used as they are. Effects that set or double a size or a life
    total don't ask (107.1b).
    """
    if not isinstance(quantity, SIGNED):
        return amount
    if isinstance(quantity, Times) and quantity.by < 0:
        return amount if at_most(amount, 0, "107.1b") else 0
    return amount if at_least(amount, 0, "107.1b") else 0
