"""What can't happen is no cost, and what can't be cast isn't cast by an effect either: 101.2, 614.17, 118.9d, 601.3, 707.12."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.choices import Choice
from reiterate.rules.options import options
from reiterate.rules.setup import Layout
from reiterate.rules.verify import asked, verify
from reiterate.state.model import State
from reiterate.terms.deeds import CastCopy, CastFree
from reiterate.terms.nodes import (
    Activated,
    AddMana,
    Cost,
    DealDamage,
    Filter,
    Fixed,
    GainLife,
    Proto,
    PutCountersCost,
    SpellAbility,
    SpellCosts,
    Static,
    TapCost,
    TargetRef,
    TargetSpec,
    This,
    Untap,
    XValue,
    You,
)
from reiterate.terms.standing import (
    CantHaveCounters,
    EvidenceCost,
    LoyaltyCost,
    PlayerCant,
    SpellCost,
    TapOthers,
)
from tests.boards import BEAR, CREATURE, FOREST, MANA_ELF, creature, life, named, play, resolve, tap_ability

ONE_LIFE = GainLife(You(), Fixed(1))
NO_MINUS = creature("Shield", 2, 2, Static(CantHaveCounters(Filter(types=("creature",), controller="you"), "-1/-1")))
NONE_AT_ALL = creature("Bare", 2, 2, Static(CantHaveCounters(Filter(), "")))


def code(state: State, choice: Choice) -> str:
    refused = verify(state, choice)
    return "" if refused is None else refused.code


def offered(state: State, row: int) -> bool:
    return any(option.row == row for option in options(state))


# --- costs (614.17b) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("keeper", "expected"), [(NO_MINUS, "cost-impossible"), (NONE_AT_ALL, "cost-impossible"), (BEAR, "")])
def test_614_17b_a_cost_of_counters_that_cant_be_put_cant_be_paid(keeper: Proto, expected: str) -> None:
    druid = creature("Druid", 0, 2, Activated((PutCountersCost("-1/-1", Fixed(1)),), (Untap(This()),)))
    layout = Layout(2)
    row = layout.put(druid, 0, tapped=True)
    layout.put(keeper, 0)
    state = layout.done()
    assert code(state, Choice("activate", 0, row)) == expected
    assert offered(state, row) == (expected == "")


def test_614_17b_counters_of_another_kind_or_on_another_object_are_a_cost() -> None:
    for kind, seat in (("+1/+1", 0), ("-1/-1", 1)):
        layout = Layout(2)
        druid = creature("Druid", 0, 2, Activated((PutCountersCost(kind, Fixed(1)),), (ONE_LIFE,)))
        row = layout.put(druid, 0)
        layout.put(NO_MINUS, seat)
        assert code(layout.done(), Choice("activate", 0, row)) == ""


def test_614_17b_no_counters_are_no_event_and_can_be_paid() -> None:
    layout = Layout(2)
    druid = creature("Druid", 0, 2, Activated((PutCountersCost("-1/-1", XValue()),), (ONE_LIFE,)))
    row = layout.put(druid, 0)
    layout.put(NO_MINUS, 0)
    state = layout.done()
    assert code(state, Choice("activate", 0, row)) == ""
    assert code(state, Choice("activate", 0, row, x=1)) == "cost-impossible"


def test_614_17b_loyalty_that_cant_be_put_on_is_no_cost_and_taking_it_off_is() -> None:
    walker = Proto(
        "Walker",
        ("planeswalker",),
        abilities=(Activated((LoyaltyCost(1),), (ONE_LIFE,)), Activated((LoyaltyCost(-1),), (ONE_LIFE,))),
        loyalty=3,
    )
    layout = Layout(2)
    row = layout.put(walker, 0, counters={"loyalty": 3})
    layout.put(NONE_AT_ALL, 0)
    state = layout.done()
    assert [code(state, Choice("activate", 0, row, i)) for i in (0, 1)] == ["cost-impossible", ""]


# --- one thing isn't given up twice (118.3) ----------------------------------------------------------------------


def test_118_3_what_is_tapped_for_its_own_cost_isnt_tapped_for_another_part() -> None:
    costs: tuple[Cost, ...] = (TapCost(), TapOthers(CREATURE, Fixed(1)))
    layout = Layout(2)
    row = layout.put(creature("Lonely", 1, 1, Activated(costs, (ONE_LIFE,))), 0)
    alone = layout.done()
    assert code(alone, Choice("activate", 0, row)) == "cost-short"
    assert not offered(alone, row)
    bear = layout.put(BEAR, 0)
    state = play(layout.done(), Choice("activate", 0, row, picks=((bear, 1),)))
    assert all(named(state, name)[0].cls.tapped for name in ("Lonely", "Bear"))
    assert code(layout.done(), Choice("activate", 0, row, picks=((row, 1),))) != ""


def test_118_3_of_a_group_all_but_the_acting_one_may_be_tapped() -> None:
    costs: tuple[Cost, ...] = (TapCost(), TapOthers(CREATURE, Fixed(2)))
    for n, expected in ((2, "cost-short"), (3, "")):
        layout = Layout(2)
        row = layout.put(creature("Lonely", 1, 1, Activated(costs, (ONE_LIFE,))), 0, n=n)
        assert code(layout.done(), Choice("activate", 0, row)) == expected


def test_701_59a_a_card_is_exiled_once_for_evidence() -> None:
    card = Proto("Trail", ("instant",), mana_cost=("0",), abilities=(SpellAbility((ONE_LIFE,)), SpellCosts((EvidenceCost(4),))))
    layout = Layout(2)
    row = layout.put(card, 0, "hand")
    bear = layout.put(creature("Bulk", 2, 2, cost=("2",)), 0, "graveyard")
    state = layout.done()
    assert code(state, Choice("cast", 0, row, picks=((bear, 1),))) == "cost-short"
    assert code(state, Choice("cast", 0, row, picks=((bear, 1), (bear, 1)))) == "cost-picks"


def test_702_51a_a_creature_is_tapped_once_for_convoke() -> None:
    from reiterate.terms.nodes import Keyword

    card = Proto("Call", ("instant",), mana_cost=("2",), abilities=(Keyword("convoke"), SpellAbility((ONE_LIFE,))))
    layout = Layout(2)
    row = layout.put(card, 0, "hand")
    bear = layout.put(BEAR, 0)
    other = layout.put(MANA_ELF, 0)
    state = layout.done()
    assert code(state, Choice("cast", 0, row, how=("convoke",), picks=((bear, 1), (bear, 1)))) == "cost-picks"
    assert code(state, Choice("cast", 0, row, how=("convoke",), picks=((bear, 1), (other, 1)))) == ""
