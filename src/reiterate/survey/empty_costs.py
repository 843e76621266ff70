"""Costs that take nothing where they are paid: all counters of a permanent that has none.
Part of the solver: the search.

Such an ability may be activated without end, and does nothing for it. Lines with it hide others.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import is_zero
from reiterate.rules.access.choice import ACTIVATE, Option
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import State
from reiterate.state.properties import COUNTER
from reiterate.terms.costs import RemoveCountersCost
from reiterate.terms.quantities import CountersOn
from reiterate.terms.references import This

#: More for an ability that costs nothing since nothing is there that it takes.
TAKES_NOTHING: Final = 40


def takes_nothing(state: State, option: Option) -> bool:
    """Whether an ability's only cost is to remove all counters of its source, which has none of them (118.3)."""
    if option.verb != ACTIVATE:
        return False
    costs = abilities_at(state, option.row)[option.index].costs
    row = state.rows[option.row]
    return bool(costs) and all(
        isinstance(cost, RemoveCountersCost)
        and cost.filter is None
        and isinstance(cost.amount, CountersOn)
        and isinstance(cost.amount.object, This)
        and is_zero(row.get(f"{COUNTER}{cost.kind}"), "118.3")
        for cost in costs
    )
