"""Costs, mana and casting: rules 106, 107, 118, 302.6, 601, 602 and 605."""

from __future__ import annotations

import pytest

from reiterate.amounts import plain
from reiterate.rules.access.choice import Choice
from reiterate.rules.costs.total_cost import HANDLED_COSTS
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Keyword, NotUnderstood, Static
from reiterate.terms.costs import (
    Cost,
    DiscardCost,
    LifeCost,
    ManaCost,
    PutCountersCost,
    RemoveCountersCost,
    SacrificeCost,
    TapCost,
    UntapCost,
)
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, XValue
from reiterate.terms.references import Filter, Host, TargetSpec, This, You
from reiterate.terms.replacement_effects import ChangeCounters, Changed
from reiterate.terms.static_effects import CostReduction
from tests.support.boards import (
    ANOTHER,
    BEAR,
    CREATURE,
    FOREST,
    GOND,
    MANA_ELF,
    PUMPER,
    RAINBOW,
    creature,
    life,
    named,
    play,
    resolve,
    tap_ability,
)
from tests.support.shown import shows

GAIN = (GainLife(You(), Fixed(1)),)


def payer(*costs: Cost) -> Proto:
    return creature("Payer", 1, 1, Activated(costs, GAIN))


def code(state: State, choice: Choice) -> str:
    refused = verify(state, choice)
    return "" if refused is None else refused.code


def laid(proto: Proto, **more: object) -> tuple[Layout, int]:
    layout = Layout(2)
    return layout, layout.put(proto, 0, **more)  # type: ignore[arg-type] # the arguments of put


def check_summoning_sickness() -> None:
    for proto, expected in ((payer(TapCost()), "summoning-sick"), (payer(LifeCost(Fixed(1))), "")):
        layout, row = laid(proto, sick=True)
        assert code(layout.done(), Choice("activate", 0, row)) == expected


def test_302_6_summoning_sickness_stops_tap_abilities_only() -> None:
    check_summoning_sickness()
    layout, row = laid(creature("Fast", 1, 1, Activated((TapCost(),), GAIN), Keyword("haste")), sick=True)
    assert code(layout.done(), Choice("activate", 0, row)) == ""
    layout, row = laid(FOREST, sick=True)
    assert code(layout.done(), Choice("activate", 0, row)) == ""


@shows(TapCost, UntapCost)
def test_107_5_and_107_6_tap_and_untap_symbols() -> None:
    for cost, tapped, expected in (
        (TapCost(), True, "already-tapped"),
        (UntapCost(), False, "already-tapped"),
        (UntapCost(), True, ""),
    ):
        layout, row = laid(payer(cost), tapped=tapped)
        state = layout.done()
        assert code(state, Choice("activate", 0, row)) == expected
        if not expected:
            assert not play(state, Choice("activate", 0, row)).rows[row].cls.tapped


@shows(LifeCost)
def test_119_4_life_is_paid_if_there_is_that_much() -> None:
    for total, expected in ((4, "life-short"), (5, ""), (10**80, "")):
        layout, row = laid(payer(LifeCost(Fixed(5))))
        layout.set_player(0, "life", total)
        state = layout.done()
        assert code(state, Choice("activate", 0, row)) == expected
        if not expected:
            after = play(state, Choice("activate", 0, row))
            assert after.rows[1].get("life") == total - 5


@shows(RemoveCountersCost, PutCountersCost)
def test_118_3_counters_are_removed_and_put_as_costs() -> None:
    layout, row = laid(payer(RemoveCountersCost("+1/+1", Fixed(2))), counters={"+1/+1": 3})
    state = play(layout.done(), Choice("activate", 0, row))
    assert state.rows[row].get("counter.+1/+1") == 1
    assert code(state, Choice("activate", 0, row)) == "counters-short"
    layout, row = laid(payer(PutCountersCost("charge", Fixed(1))))
    assert play(layout.done(), Choice("activate", 0, row)).rows[row].get("counter.charge") == 1


COUNTERED = Filter(types=("creature",), controller="you")


def test_118_3_counters_are_removed_from_one_other_permanent() -> None:
    layout, row = laid(payer(RemoveCountersCost("+1/+1", Fixed(2), COUNTERED)))
    rich = layout.put(BEAR, 0, counters={"+1/+1": 3})
    poor = layout.put(BEAR, 0, counters={"+1/+1": 1})
    theirs = layout.put(BEAR, 1, counters={"+1/+1": 5})
    state = layout.done()
    for wrong in (poor, theirs, row):
        assert code(state, Choice("activate", 0, row, picks=((wrong, 1),))) == "cost-picks"
    state = play(state, Choice("activate", 0, row, picks=((rich, 1),)))
    bears = [
        (r.cls.controller, r.cls.zone, r.get("counter.+1/+1"), r.n) for r in state.rows.values() if r.cls.proto == BEAR
    ]
    assert sorted(bears) == [(0, "battlefield", 1, 2), (1, "battlefield", 5, 1)]
    assert code(state, Choice("activate", 0, row)) == "cost-short"


def test_601_2b_one_of_many_alike_loses_a_counter_and_the_source_may_be_it() -> None:
    layout, row = laid(payer(RemoveCountersCost("charge", Fixed(1), Filter(controller="you"))), counters={"charge": 1})
    many = layout.put(BEAR, 0, n=3, counters={"charge": 1})
    state = layout.done()
    assert code(state, Choice("activate", 0, row)) == "cost-ambiguous"
    after = play(state, Choice("activate", 0, row, picks=((many, 1),)))
    bears = {after.rows[h].get("counter.charge"): r.n for h, r in after.rows.items() if r.cls.proto == BEAR}
    assert bears == {1: 2, 0: 1}
    after = play(state, Choice("activate", 0, row, picks=((row, 1),)))
    assert after.rows[row].get("counter.charge") == 0
    assert after.rows[many].n == 3


@pytest.mark.parametrize(("effects", "expected"), [(True, 1), (False, 2)])
def test_614_1a_what_changes_counters_put_by_effects_changes_no_cost(effects: bool, expected: int) -> None:
    changes = ChangeCounters(Filter(controller="you"), "", Changed(by=2), effects=effects)
    layout, row = laid(payer(PutCountersCost("charge", Fixed(1))))
    layout.put(creature("Doubler", 1, 1, Static(changes)), 0)
    assert play(layout.done(), Choice("activate", 0, row)).rows[row].get("counter.charge") == expected


@shows(SacrificeCost)
def test_701_21_sacrifice_costs_of_itself_and_of_another() -> None:
    layout, row = laid(payer(SacrificeCost()), n=3)
    state = play(layout.done(), Choice("activate", 0, row))
    assert state.rows[row].n == 2
    assert life(resolve(state), 0) == 21
    layout, row = laid(payer(SacrificeCost(ANOTHER)))
    assert code(layout.done(), Choice("activate", 0, row)) == "cost-short"
    bears = layout.put(BEAR, 0, n=2)
    layout.put(BEAR, 1)
    state = play(layout.done(), Choice("activate", 0, row))
    assert state.rows[bears].n == 1
    assert code(layout.done(), Choice("activate", 0, row, picks=((row, 1),))) == "cost-picks"


def test_601_2b_what_is_given_up_must_be_said_where_it_matters() -> None:
    layout, row = laid(payer(SacrificeCost(CREATURE)))
    bear = layout.put(BEAR, 0)
    assert code(layout.done(), Choice("activate", 0, row)) == "cost-ambiguous"
    assert code(layout.done(), Choice("activate", 0, row, picks=((bear, 2),))) == "cost-picks"
    assert code(layout.done(), Choice("activate", 0, row, picks=((bear, 1), (row, 1)))) == "cost-picks"
    assert bear not in play(layout.done(), Choice("activate", 0, row, picks=((bear, 1),))).rows


@shows(DiscardCost)
def test_701_9_discard_costs() -> None:
    layout, row = laid(payer(DiscardCost(Fixed(2))))
    layout.put(BEAR, 0, "hand")
    assert code(layout.done(), Choice("activate", 0, row)) == "cost-short"
    layout.put(PUMPER, 0, "hand", n=4)
    card = layout.put(FOREST, 0, "hand")
    state = play(layout.done(), Choice("activate", 0, row, picks=((card, 1), (card - 1, 1))))
    assert named(state, "Forest", "graveyard") and named(state, "Pumper", "graveyard")
    assert [r.n for r in named(state, "Pumper", "hand")] == [3]


def test_every_cost_of_the_language_has_a_handler() -> None:
    assert set(HANDLED_COSTS) == set(Cost.__args__)


@pytest.mark.parametrize(
    ("symbols", "pool", "pay", "expected"),
    [
        (("1",), {}, (), "mana-short"),
        (("1",), {"C": 1}, (), ""),
        (("G",), {"C": 9}, (), "mana-short"),
        (("C",), {"G": 9}, (), "mana-short"),
        (("1", "G"), {"G": 2}, (), ""),
        (("1",), {"G": 1, "W": 1}, (), "payment-ambiguous"),
        (("1",), {"G": 1, "W": 1}, (("W", 1),), ""),
        (("1",), {"G": 1, "W": 1}, (("W", 1), ("G", 1)), "payment"),
        (("1",), {"G": 1, "W": 1}, (("U", 1),), "mana-short"),
        (("2",), {"G": 1, "W": 1}, (), ""),
        (("R/W",), {"W": 1}, (), ""),
        (("R/W",), {"W": 1, "R": 1}, (), "payment-ambiguous"),
        (("0",), {}, (), ""),
        (("3",), {"G": 10**90}, (), ""),
    ],
)
def test_107_4_paying_mana(
    symbols: tuple[str, ...], pool: dict[str, int], pay: tuple[tuple[str, int], ...], expected: str
) -> None:
    layout, row = laid(payer(ManaCost(symbols)))
    for kind, amount in pool.items():
        layout.set_player(0, f"mana.{kind}", amount)
    state = layout.done()
    choice = Choice("activate", 0, row, pay=pay)
    assert code(state, choice) == expected
    if not expected:
        left = sum(plain(play(state, choice).rows[1].get(f"mana.{k}")) for k in pool)
        assert sum(pool.values()) - left == sum(int(s) if s.isdigit() else 1 for s in symbols)


def check_reductions_stop_at_their_floor() -> None:
    for floor, mana, expected in ((1, 0, "mana-short"), (1, 1, ""), (0, 0, "")):
        layout, row = laid(payer(ManaCost(("2",))))
        layout.put(creature("Cheaper", 1, 1, Static(CostReduction(2, floor, CREATURE))), 0)
        layout.set_player(0, "mana.C", mana)
        assert code(layout.done(), Choice("activate", 0, row)) == expected


def test_601_2f_reductions_stop_at_their_floor() -> None:
    check_reductions_stop_at_their_floor()


@pytest.mark.parametrize(
    ("reduction", "expected"),
    [
        (CostReduction(2), ""),
        (CostReduction(2, whose="you"), ""),
        (CostReduction(2, subject=Filter(types=("land",))), "mana-short"),
        (CostReduction(2, subject=This()), "mana-short"),
        (CostReduction(2, subject=Host()), "mana-short"),
        (CostReduction(1), "mana-short"),
    ],
)
def test_601_2f_what_a_reduction_is_about(reduction: CostReduction, expected: str) -> None:
    layout, row = laid(payer(ManaCost(("2",))))
    layout.put(creature("Cheaper", 1, 1, Static(reduction)), 0)
    assert code(layout.done(), Choice("activate", 0, row)) == expected


def test_118_7a_a_reduction_takes_only_generic_mana_and_may_spare_mana_abilities() -> None:
    layout, row = laid(payer(ManaCost(("1", "G"))))
    layout.put(creature("Cheaper", 1, 1, Static(CostReduction(5))), 0)
    assert code(layout.done(), Choice("activate", 0, row)) == "mana-short"
    layout.set_player(0, "mana.G", 1)
    assert code(layout.done(), Choice("activate", 0, row)) == ""
    layout, row = laid(creature("Filter", 1, 1, Activated((ManaCost(("1",)),), (AddMana(("G",)),))))
    layout.put(creature("Cheaper", 1, 1, Static(CostReduction(5, mana_abilities=False))), 0)
    assert code(layout.done(), Choice("activate", 0, row)) == "mana-short"


def test_605_3b_mana_abilities_do_not_use_the_stack() -> None:
    layout, row = laid(MANA_ELF, n=2)
    state = play(layout.done(), Choice("activate", 0, row), Choice("activate", 0, row))
    assert state.rows[1].get("mana.G") == 2
    assert not state.stack
    assert asked(state) == "priority"


def test_106_4_a_choice_of_mana_is_named() -> None:
    layout, row = laid(RAINBOW)
    assert code(layout.done(), Choice("activate", 0, row)) == "mana-kind"
    assert code(layout.done(), Choice("activate", 0, row, answer="G")) == "mana-kind"
    assert play(layout.done(), Choice("activate", 0, row, answer="U")).rows[1].get("mana.U") == 1


def check_pools_empty() -> None:
    layout, row = laid(MANA_ELF)
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    assert state.rows[1].get("mana.G") == 0


def test_106_4_unspent_mana_empties_with_the_step() -> None:
    check_pools_empty()


def test_107_3_x_is_announced_paid_and_read() -> None:
    layout, row = laid(creature("X", 1, 1, Activated((ManaCost(("X", "1")),), (GainLife(You(), XValue()),))))
    layout.set_player(0, "mana.C", 10**40 + 1)
    state = resolve(play(layout.done(), Choice("activate", 0, row, x=10**40)))
    assert life(state, 0) == 20 + 10**40
    assert state.rows[1].get("mana.C") == 0
    assert code(layout.done(), Choice("activate", 0, row, x=-1)) == "x"


def test_602_2_only_the_controller_activates_an_ability_that_is_there() -> None:
    layout = Layout(2)
    row = layout.put(PUMPER, 1)
    assert code(layout.done(), Choice("activate", 0, row)) == "not-controller"
    assert code(layout.done(), Choice("activate", 0, 77)) == "no-such-object"
    mine = layout.put(BEAR, 0)
    assert code(layout.done(), Choice("activate", 0, mine)) == "no-such-ability"


def test_602_5_timing_and_once_each_turn() -> None:
    slow = creature("Slow", 1, 1, Activated((), GAIN, timing="sorcery"), Activated((), GAIN, limit="turn"))
    layout, row = laid(slow, n=2)
    state = play(layout.done(), Choice("activate", 0, row, 0))
    assert code(state, Choice("activate", 0, row, 0)) == "sorcery-timing"
    state = play(state, Choice("activate", 0, row, 1))
    used = [h for h, r in state.rows.items() if r.cls.prop("used.1")]
    assert code(state, Choice("activate", 0, used[0], 1)) == "once-each-turn"
    fresh = next(h for h, r in state.rows.items() if r.cls.proto is slow and not r.cls.prop("used.1"))
    assert code(state, Choice("activate", 0, fresh, 1)) == ""


def test_601_3_casting_needs_the_card_the_mana_and_the_time() -> None:
    layout = Layout(2)
    card = layout.put(PUMPER, 0, "hand")
    assert code(layout.done(), Choice("cast", 0, card)) == "mana-short"
    layout.set_player(0, "mana.C", 1)
    state = layout.done()
    assert code(state, Choice("cast", 0, card)) == ""
    assert code(state, Choice("play", 0, card)) == "not-a-land"
    upkeep = Layout(2, step="upkeep")
    card = upkeep.put(PUMPER, 0, "hand")
    assert code(upkeep.done(), Choice("cast", 0, card)) == "sorcery-timing"
    flash = upkeep.put(creature("Quick", 1, 1, Keyword("flash"), cost=()), 0, "hand")
    assert code(upkeep.done(), Choice("cast", 0, flash)) == ""


def test_305_one_land_a_turn() -> None:
    layout = Layout(2)
    forest = layout.put(FOREST, 0, "hand", n=2)
    state = play(layout.done(), Choice("play", 0, forest))
    assert code(state, Choice("play", 0, forest)) == "land-played"
    assert code(layout.done(), Choice("cast", 0, forest)) == "not-castable"
    assert len(named(state, "Forest")) == 1


def test_303_4a_an_aura_targets_what_it_will_enchant() -> None:
    layout = Layout(2)
    layout.set_player(0, "mana.G", 3)
    bears = layout.put(BEAR, 0, n=3)
    aura = layout.put(GOND, 0, "hand")
    assert code(layout.done(), Choice("cast", 0, aura)) == "targets"
    assert code(layout.done(), Choice("cast", 0, aura, targets=(1,))) == "illegal-target"
    state = resolve(play(layout.done(), Choice("cast", 0, aura, targets=(bears,))))
    (enchantment,) = named(state, "Presence of Gond")
    host = enchantment.refs["host"]
    assert state.rows[host.row].n == 1  # type: ignore[union-attr] # the host is there
    assert code(state, Choice("activate", 0, host.row)) == ""  # type: ignore[union-attr] # the host is there


def test_a_clause_that_is_not_understood_can_not_be_cast() -> None:
    layout = Layout(2)
    card = layout.put(creature("Odd", 1, 1, NotUnderstood("Whatever.", 0, 8), cost=()), 0, "hand")
    assert code(layout.done(), Choice("cast", 0, card)) == "clause-not-understood"
    secret = layout.put(Proto("unknown card", ()), 0, "hand")
    assert code(layout.done(), Choice("cast", 0, secret)) == "unknown-card"


@pytest.mark.parametrize(
    ("keyword", "mine", "theirs"), [("hexproof", "illegal-target", ""), ("shroud", "illegal-target", "illegal-target")]
)
def test_702_11_and_702_18_hexproof_and_shroud(keyword: str, mine: str, theirs: str) -> None:
    for seat, expected in ((1, mine), (0, theirs)):
        layout = Layout(2)
        from_row = layout.put(creature("Pinger", 1, 1, *tap_pinger()), 0)
        target = layout.put(creature("Safe", 1, 1, Keyword(keyword)), seat)
        assert code(layout.done(), Choice("activate", 0, from_row, targets=(target,))) == expected


def tap_pinger() -> tuple[Activated, ...]:
    from_pinger = tap_ability(GainLife(You(), Fixed(1)))
    return (Activated(from_pinger.costs, from_pinger.effects, (TargetSpec(CREATURE),)),)
