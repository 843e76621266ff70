"""Additional costs of loyalty abilities: 606.5."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import ACTIVATE, Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.terms.abilities import Activated, Static
from reiterate.terms.costs import LoyaltyCost
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import You
from reiterate.terms.static_effects import LoyaltyMore
from tests.support.boards import creature, play
from tests.support.shown import shows

CARTH = creature("Carth", 3, 5, Static(LoyaltyMore(1)))
SAGE = Proto(
    "Sage",
    ("planeswalker",),
    ("Sage",),
    ("legendary",),
    (),
    ("0",),
    loyalty=3,
    abilities=tuple(
        Activated((LoyaltyCost(cost),), (GainLife(You(), Fixed(life)),)) for cost, life in ((1, 1), (-4, 4), (0, 2))
    ),
)


def board(mine: int, theirs: int, others: tuple[Proto, ...] = ()) -> tuple[Layout, int]:
    """A layout with a Sage of three loyalty and so many Carths of each player."""
    layout = Layout(2)
    row = layout.put(SAGE, 0, counters={"loyalty": 3})
    for seat, count in ((0, mine), (1, theirs)):
        for _ in range(count):
            layout.put(CARTH, seat)
    for proto in others:
        layout.put(proto, 0)
    return layout, row


@shows(LoyaltyMore)
@pytest.mark.parametrize(
    ("mine", "theirs", "index", "left"),
    [(1, 0, 0, 5), (2, 0, 0, 6), (0, 1, 0, 4), (1, 0, 2, 4), (2, 0, 1, 1), (0, 0, 2, 3)],
)
def test_606_5_the_costs_are_one_cost(mine: int, theirs: int, index: int, left: int) -> None:
    layout, row = board(mine, theirs)
    state = play(layout.done(), Choice(ACTIVATE, 0, row, index=index))
    assert state.rows[row].get("counter.loyalty") == left


@pytest.mark.parametrize(("mine", "legal"), [(0, False), (1, True)])
def test_606_6_what_the_whole_cost_takes_must_be_there(mine: int, legal: bool) -> None:
    layout, row = board(mine, 0)
    state = layout.done()
    assert (verify(state, Choice(ACTIVATE, 0, row, index=1)) is None) == legal
    assert any(o.verb == ACTIVATE and o.row == row and o.index == 1 for o in options(state)) == legal
