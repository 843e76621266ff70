"""A legal choice with its ability and its costs worked out."""

from __future__ import annotations

from reiterate.rules.costs.bill import Bill
from reiterate.terms.abilities import Activated
from reiterate.terms.base import Term


class Plan:
    """A legal choice with its costs worked out."""

    __slots__ = ("ability", "bill", "costs")

    def __init__(
        self, ability: Activated | None = None, bill: Bill | None = None, costs: tuple[Term, ...] = ()
    ) -> None:
        self.ability = ability
        self.bill = bill
        self.costs = costs
