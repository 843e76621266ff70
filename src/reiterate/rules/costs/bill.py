"""The bill of a cost: what is paid of it, in mana, objects, counters, energy and life (601.2f)."""

from __future__ import annotations

from typing import Any

from reiterate.amounts import Amount
from reiterate.rules.access.choice import Paid, Pick
from reiterate.rules.characteristics.evaluate import result_of
from reiterate.rules.characteristics.references import Around
from reiterate.state.model import State
from reiterate.state.properties import COUNTER, X
from reiterate.terms.costs import RemoveCountersCost
from reiterate.terms.quantities import CountersOn, Fixed, XValue
from reiterate.terms.references import This


class Bill:
    """A cost worked out: mana by kind, life, energy, and what is given up; ready to be paid."""

    __slots__ = ("energy", "life", "mana", "picks")

    def __init__(self) -> None:
        self.mana: list[Paid] = []
        self.life: Amount = 0
        self.energy: Amount = 0
        self.picks: list[
            tuple[str, Pick]
        ] = []  # what is done (sacrifice, discard, tap, return, exile), the row, how many


def cost_quantity(state: State, value: Any, seat: int, x: Amount) -> Amount:
    """A quantity in a cost."""
    if isinstance(value, Fixed):
        return value.value
    if isinstance(value, XValue):
        return x
    return result_of(state, Around(seat, {}, {X: x}), value)


def own_counters(state: State, handle: int, cost: RemoveCountersCost, seat: int, x: Amount) -> Amount:
    """How many counters are removed from the source: a number, X, or all there are (118.3)."""
    if takes_all(cost):
        return state.rows[handle].get(COUNTER + cost.kind)
    return cost_quantity(state, cost.amount, seat, x)


def takes_all(cost: RemoveCountersCost) -> bool:
    """Whether all counters of a kind are removed from the source."""
    return cost.amount == CountersOn(cost.kind, This())


def name_of(state: State, handle: int) -> str:
    """The name of an object, for messages."""
    proto = state.rows[handle].cls.proto
    return proto.name if proto is not None else "it"
