"""What each effect of the wider language does to turns, permanents, damage, life and mana (500, 613 to 615, 701)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Enchant, Keyword, Static, Triggered
from reiterate.terms.base import Term
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_continuous import Become, GainAbilities, GainControl, SwapEnchant
from reiterate.terms.effects_damage import DealDamage, Fight, Prevent, Redirect
from reiterate.terms.effects_mana import AddMixed, AddPerColor
from reiterate.terms.effects_permanents import (
    AttachTo,
    Destroy,
    DoubleCounters,
    Proliferate,
    PutCounters,
    TapOrUntap,
    Untap,
    UntapUpTo,
)
from reiterate.terms.effects_players import (
    ControlTurn,
    ExchangeLife,
    ExtraPhases,
    ExtraTurn,
    GainLife,
    PutPlayerCounters,
    SetLife,
    SkipTurn,
)
from reiterate.terms.effects_spells import BecomeCopy, CopySpell, CounterSpell, Except
from reiterate.terms.effects_zones import Exile
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf, Fixed, Quantity
from reiterate.terms.references import Each, Filter, Host, Seat, TargetRef, TargetSpec, This, You
from reiterate.terms.static_effects import ModifyPT, PlayerCant
from reiterate.terms.trigger_events import Dies
from tests.support.acting import (
    ANYTHING,
    AURA,
    BOLT,
    GROUPS,
    HUGE,
    ONE,
    SPELL,
    THEIRS,
    act,
    around,
    count,
    handle,
    only,
    onward,
    pool,
    question,
    says,
    settled,
    stack_size,
    until,
    with_bear,
)
from tests.support.boards import BEAR, CREATURE, FOREST, GUARD, WARDEN, creature, life, named, play, tap_ability
from tests.support.shown import shows

# --- turns -------------------------------------------------------------------------------------------------------


@shows(ExtraTurn)
def test_500_7_extra_turn_comes_after_this_one_the_latest_first() -> None:
    state = act(Layout(3), ExtraTurn(You()), ExtraTurn(Seat(2)))
    order: list[object] = []
    while len(order) < 4:
        state = onward(state)
        if state.game.prop("step") == "upkeep" and state.game.prop("passes") == 0:
            order.append(state.game.prop("active"))
    assert order == [2, 0, 1, 2]


@shows(SkipTurn)
def test_500_11_skip_turn_skips_the_next_one_only() -> None:
    state = until(act(Layout(2), SkipTurn(THEIRS)), "end", 0)
    state = until(state, "upkeep", 0)
    assert state.tally["turns skipped"] == 1
    assert until(state, "upkeep", 1).game.prop("active") == 1


@shows(ExtraPhases)
def test_500_8_extra_phases_follow_this_one() -> None:
    layout = Layout(2)
    state = act(layout, ExtraPhases(("combat", "main")))
    steps: list[object] = []
    while state.game.prop("step") != "end":
        state = onward(state)
        steps += [state.game.prop("step")] * (state.game.prop("step") not in steps[-1:])
    assert [s for s in steps if s in ("combat", "main2", "end")] == ["combat", "main2", "combat", "main2", "end"]


@shows(ControlTurn)
def test_723_1_control_turn_lets_the_controller_decide_during_their_next_turn() -> None:
    state = act(Layout(2), ControlTurn(THEIRS))
    assert decider(state) == 0
    state = until(state, "upkeep", 1)
    assert state.rows[2].cls.prop("master") == "p1"
    state = until(until(state, "end", 1), "upkeep", 0)
    assert not state.rows[2].cls.prop("master")


# --- permanents --------------------------------------------------------------------------------------------------


@shows(GainControl)
@GROUPS
def test_613_1b_gain_control_until_end_of_turn(n: int) -> None:
    layout, _ = with_bear(n)
    state = act(layout, GainControl(Each(Filter(("creature",), controller="opponent")), "turn"))
    row = only(state, "Bear")
    assert (row.n, row.cls.controller, row.cls.sick) == (n, 0, True)
    assert only(until(state, "upkeep", 1), "Bear").cls.controller == 1
    kept = act(with_bear(n)[0], GainControl(Each(Filter(("creature",), controller="opponent")), "game"))
    assert only(until(kept, "upkeep", 1), "Bear").cls.controller == 0


@shows(Become)
def test_613_1_become_adds_or_replaces_types_colours_and_size_for_a_while() -> None:
    layout, bear = with_bear()
    deed = Become(TargetRef(0), "turn", ("artifact",), ("Golem",), ("U",), 7, 8, (Keyword("flying"),))
    state = act(layout, deed, aims=(bear,))
    now = view(state, bear)
    assert (now.types, now.subtypes, now.colors) == (("creature", "artifact"), ("Bear", "Golem"), ("U",))
    assert (power(state, bear), toughness(state, bear), "flying" in now.keywords) == (7, 8, True)
    state = until(state, "upkeep", 1)
    assert (view(state, bear).types, power(state, bear)) == (("creature",), 2)


def test_613_1f_become_something_else_instead_without_abilities_for_good() -> None:
    layout = Layout(2)
    warden = layout.put(WARDEN, 1)
    deed = Become(TargetRef(0), "game", ("land",), ("Forest",), instead=True, clear=True)
    state = act(layout, deed, aims=(warden,))
    now = view(state, warden)
    assert (now.types, now.subtypes, now.triggers) == (("land",), ("Forest",), {})
    assert view(until(state, "upkeep", 1), warden).types == ("land",)


@shows(GainAbilities)
@GROUPS
def test_613_1f_gain_abilities_in_quotes_until_end_of_turn(n: int) -> None:
    layout, _ = with_bear(n)
    leaves = Triggered(Dies(This()), (GainLife(You(), Fixed(2)),))
    state = act(layout, GainAbilities(Each(Filter(("creature",), controller="opponent")), (leaves,)))
    bear = handle(state, "Bear")
    assert view(state, bear).triggers.keys() == {"Dies"}
    assert not view(until(state, "upkeep", 1), bear).triggers


@shows(BecomeCopy)
def test_613_1a_become_copy_changes_the_copiable_values_but_not_the_object() -> None:
    layout, bear = with_bear(counters={"+1/+1": 1}, tapped=True)
    guard = layout.put(GUARD, 0)
    specs = (ANYTHING, ANYTHING)
    deed = BecomeCopy(TargetRef(0), TargetRef(1), "game", Except(subtypes=("Shapeshifter",)))
    state = act(layout, deed, aims=(bear, guard), specs=specs)
    row = state.rows[bear]
    assert (power(state, bear), toughness(state, bear), row.cls.tapped, row.cls.owner) == (3, 4, True, 1)
    assert "Shapeshifter" in view(state, bear).subtypes
    gone = act(layout_of_copy(), Destroy(TargetRef(0)), BecomeCopy(This(), TargetRef(0), "game"), aims=(4,))
    assert named(gone, "Actor") == []  # 608.2h: a copy of what it last was
    assert len(named(gone, "Bear")) == 1


def layout_of_copy() -> Layout:
    """A bear of the opponent at row 4 (after two players and a spare)."""
    layout = Layout(2)
    layout.put(FOREST, 1)
    layout.put(BEAR, 1)
    return layout


def test_707_2_become_copy_until_end_of_turn_ends_with_the_turn() -> None:
    layout, bear = with_bear()
    state = act(layout, BecomeCopy(This(), TargetRef(0), "turn"), aims=(bear,))
    assert count(state, "Bear") == 2
    state = until(state, "upkeep", 1)
    assert (count(state, "Bear"), count(state, "Actor")) == (1, 1)
    assert not only(state, "Actor").cls.by_prop.keys() & {"printed", "copied"}


@shows(SwapEnchant)
@pytest.mark.parametrize(("gains", "stays"), [(Filter(("artifact",)), 0), (CREATURE, 1)])
def test_702_5_swap_enchant_says_what_an_aura_may_stay_on(gains: Filter, stays: int) -> None:
    layout, bear = with_bear()
    layout.attach(layout.put(AURA, 0), bear)
    state = act(layout, SwapEnchant(Each(Filter(("enchantment",))), Enchant(CREATURE), Enchant(gains)))
    assert (count(state, "Aura"), count(state, "Aura", "graveyard")) == (stays, 1 - stays)


@shows(TapOrUntap)
def test_701_26_tap_or_untap_is_chosen_as_it_resolves() -> None:
    for tapped in (False, True):
        for word in ("tap", "untap"):
            layout, bear = with_bear(tapped=tapped)
            state = act(layout, TapOrUntap(TargetRef(0)), aims=(bear,))
            assert question(state)[:2] == ("tap", 0)
            assert only(says(state, word), "Bear").cls.tapped == (word == "tap")


@shows(UntapUpTo)
def test_701_26b_untap_up_to_so_many_of_a_set() -> None:
    layout = Layout(2)
    forests = layout.put(FOREST, 0, n=HUGE, tapped=True)
    state = act(layout, UntapUpTo(Fixed(5), Filter(("land",))))
    assert question(state) == ("objects", 0, (forests,))
    after = says(state, picks=((forests, 4),))
    assert sorted((r.n, r.cls.tapped) for r in named(after, "Forest")) == [(4, False), (HUGE - 4, True)]
    assert only(says(state), "Forest").cls.tapped
    assert asked(act(Layout(2), UntapUpTo(Fixed(5), Filter(("land",))))) == "priority"


@shows(AttachTo)
def test_701_3_attach_to_another_creature_and_not_to_what_is_none() -> None:
    layout, bear = with_bear()
    row = layout.put(
        Proto("Blade", ("artifact",), ("Equipment",), abilities=(
            Activated((ManaCost(("0",)),), (AttachTo(TargetRef(0)),), (TargetSpec(Filter()),)),
            Static(ModifyPT(Host(), Fixed(3), Fixed(0))),
        )), 0)  # fmt: skip
    land = layout.put(FOREST, 0)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(bear,))))
    assert power(state, bear) == 5
    again = settled(play(state, Choice("activate", 0, row, targets=(land,))))
    assert power(again, bear) == 5


@shows(Proliferate)
def test_701_34_proliferate_any_number_of_permanents_and_players() -> None:
    layout, bear = with_bear(counters={"+1/+1": 1})
    grown = layout.put(GUARD, 0, n=3, counters={"+1/+1": 2, "charge": 1})
    layout.put(WARDEN, 0)
    layout.set_player(1, "counter.poison", 9)
    state = act(layout, Proliferate())
    assert question(state) == ("objects", 0, (2, bear, grown))
    state = says(state, picks=((2, 1), (grown, 2)))
    assert [(r.n, r.get("counter.+1/+1"), r.get("counter.charge")) for r in named(state, "Midnight Guard")] == [
        (1, 2, 1),
        (2, 3, 2),
    ]
    assert state.game.prop("outcome") == "p1_wins" and only(state, "Bear").get("counter.+1/+1") == 1
    assert act(Layout(2), Proliferate()).tally["proliferates"] == 1


@shows(DoubleCounters)
@pytest.mark.parametrize("there", [0, 1, HUGE])
def test_701_10e_double_counters(there: int) -> None:
    layout, bear = with_bear(counters={"+1/+1": there})
    assert act(layout, DoubleCounters(TargetRef(0), "+1/+1"), aims=(bear,)).rows[bear].get("counter.+1/+1") == 2 * there


@shows(Fight)
def test_701_14_fight_deals_damage_both_ways() -> None:
    layout, bear = with_bear()
    state = act(layout, Fight(This(), TargetRef(0)), aims=(bear,))
    assert only(state, "Actor").get("damage") == 2 and count(state, "Bear", "graveyard") == 1


def test_701_14b_a_creature_that_is_gone_does_not_fight() -> None:
    layout, bear = with_bear()
    state = act(layout, Destroy(TargetRef(0)), Fight(This(), TargetRef(0)), aims=(bear,))
    assert only(state, "Actor").get("damage") == 0


def test_701_14c_a_creature_that_fights_itself_is_dealt_twice_its_power() -> None:
    layout = Layout(2)
    row = layout.put(creature("Actor", 3, 9, tap_ability(Fight(This(), TargetRef(0)), targets=(ANYTHING,))), 0)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(row,))))
    assert only(state, "Actor").get("damage") == 6


@shows(CounterSpell)
def test_701_6_counter_spell_puts_the_card_into_its_owners_graveyard() -> None:
    layout = Layout(2)
    row = layout.put(creature("Actor", 3, 3, tap_ability(CounterSpell(TargetRef(0)), targets=(SPELL,))), 0)
    bolt = layout.put(BOLT, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = play(layout.done(), Choice("cast", 0, bolt, targets=(2,)))
    state = settled(play(state, Choice("activate", 0, row, targets=(state.stack[0],))))
    assert (life(state, 1), count(state, "Bolt", "graveyard"), state.tally["countered"]) == (20, 1, 1)


def test_701_6_counter_one_spell_of_a_group_on_the_stack() -> None:
    layout = Layout(2)
    copy = Activated((), (CopySpell(TargetRef(0), False, Fixed(3)),), (SPELL,))
    stop = Activated((), (CounterSpell(TargetRef(0)),), (SPELL,))
    row = layout.put(creature("Actor", 3, 3, copy, stop), 0)
    bolt = layout.put(BOLT, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = play(layout.done(), Choice("cast", 0, bolt, targets=(2,)))
    state = around(play(state, Choice("activate", 0, row, targets=(state.stack[0],))))
    assert stack_size(state) == 4
    state = settled(play(state, Choice("activate", 0, row, 1, targets=(state.stack[0],))))
    assert (life(state, 1), state.tally["countered"]) == (11, 1)


def hit(amount: int) -> tuple[Layout, int, int]:
    """A shielded bear of the opponent, another one, and a pinger for ``amount``."""
    layout, bear = with_bear()
    other = layout.put(creature("Big", 0, 99), 1)
    return layout, bear, other


@shows(Redirect)
@pytest.mark.parametrize(("shield", "to_bear", "to_big"), [(0, 1, 0), (1, 0, 1), (5, 0, 1)])
def test_614_9_redirect_the_next_damage(shield: int, to_bear: int, to_big: int) -> None:
    layout, bear, other = hit(1)
    state = act(
        layout,
        Redirect(Fixed(shield), TargetRef(0), TargetRef(1)),
        damage_by_actor(0),
        aims=(bear, other),
        specs=(ANYTHING, ANYTHING),
    )
    assert (state.rows[bear].get("damage"), state.rows[other].get("damage")) == (to_bear, to_big)
    if shield == 1:
        assert not [r for r in state.rows.values() if r.cls.kind == "shield"]


def damage_by_actor(index: int, amount: int = 1) -> Term:
    """The source deals damage to a target."""
    return DealDamage(This(), TargetRef(index), Fixed(amount))


def test_614_9a_damage_is_not_redirected_to_what_has_left() -> None:
    layout, bear, other = hit(1)
    deeds = (Redirect(ONE, TargetRef(0), TargetRef(1)), Exile(TargetRef(1)), damage_by_actor(0))
    state = act(layout, *deeds, aims=(bear, other), specs=(ANYTHING, ANYTHING))
    assert state.rows[bear].get("damage") == 1


@shows(Prevent)
@pytest.mark.parametrize(("amount", "lost"), [(Fixed(0), 3), (ONE, 2), (Fixed(3), 0), (Fixed(9), 0), (None, 0)])
def test_615_7_prevent_the_next_damage_to_a_player(amount: Quantity | None, lost: int) -> None:
    state = act(Layout(2), Prevent(amount, TargetRef(0)), damage_by_actor(0, 3), aims=(2,))
    assert life(state, 1) == 20 - lost
    assert not [r for r in until(state, "upkeep", 1).rows.values() if r.cls.kind == "shield"]


@pytest.mark.parametrize(("amount", "damage"), [(ONE, 1), (None, 0)])
def test_615_7_prevent_damage_to_each_of_a_group(amount: Quantity | None, damage: int) -> None:
    layout = Layout(2)
    big = layout.put(creature("Big", 0, 99), 1, n=HUGE)
    bigs = Each(Filter(subtypes=("Big",)))
    state = act(layout, Prevent(amount, bigs), DealDamage(This(), bigs, Fixed(2)))
    assert only(state, "Big").get("damage") == damage
    layout = Layout(2)
    big = layout.put(creature("Big", 0, 99), 1, n=3)
    pinger = layout.put(creature("Pinger", 1, 1, tap_ability(damage_by_actor(0, 2), targets=(ANYTHING,))), 0)
    state = act(layout, Prevent(amount, bigs))
    state = settled(play(state, Choice("activate", 0, pinger, targets=(big,))))
    assert max(int(str(r.get("damage"))) for r in named(state, "Big")) == damage


def test_122_1d_a_stun_counter_is_removed_instead_of_untapping() -> None:
    for n in (1, 3):
        layout, _ = with_bear(n, counters={"stun": 1}, tapped=True)
        state = act(layout, Untap(Each(CREATURE)), Untap(This()))
        assert (only(state, "Bear").cls.tapped, only(state, "Bear").get("counter.stun")) == (True, 0)
        assert not only(until(state, "upkeep", 1), "Bear").cls.tapped
    layout, bear = with_bear()
    with pytest.raises(Unsupported, match="exalted counters"):
        act(layout, PutCounters(TargetRef(0), "exalted", ONE), aims=(bear,))


def test_613_1d_what_something_became_is_counted_at_once() -> None:
    layout, _ = with_bear(2)
    deed = Become(Each(Filter(subtypes=("Bear",))), "turn", ("artifact",))
    assert life(act(layout, deed, GainLife(You(), CountOf(Filter(("artifact",))))), 0) == 22


def test_615_1_prevent_only_combat_damage() -> None:
    assert life(act(Layout(2), Prevent(None, TargetRef(0), combat=True), damage_by_actor(0), aims=(2,)), 1) == 19


@shows(SetLife)
@pytest.mark.parametrize(("total", "gained", "lost"), [(25, 1, 0), (20, 0, 0), (1, 0, 1)])
def test_119_5_set_life_is_gaining_or_losing_the_difference(total: int, gained: int, lost: int) -> None:
    state = act(Layout(2), SetLife(You(), Fixed(total)))
    assert life(state, 0) == total
    assert (state.tally.get("lifegain.p1", 0), int(state.tally.get("life lost.p1", 0) > 0)) == (gained, lost)


def exchanger(toughness: int, *more: Proto) -> tuple[State, int]:
    """A Tree that exchanged its toughness with the opponent's life."""
    layout = Layout(2)
    for proto in more:
        layout.put(proto, 0)
    deed = ExchangeLife(TargetRef(0), This())
    tree = layout.put(creature("Tree", 0, toughness, tap_ability(deed, targets=(TargetSpec(None, "opponent"),))), 0)
    return settled(play(layout.done(), Choice("activate", 0, tree, targets=(2,)))), tree


@shows(ExchangeLife)
def test_701_12_exchange_life_with_a_toughness() -> None:
    state, tree = exchanger(13)
    assert (life(state, 1), toughness(state, tree)) == (13, 20)
    assert toughness(until(state, "upkeep", 1), tree) == 20


def test_119_7_no_exchange_where_a_player_would_gain_life_and_cannot() -> None:
    ban = Proto("Ban", ("enchantment",), abilities=(Static(PlayerCant("any", "gain life")),))
    state, tree = exchanger(33, ban)
    assert (life(state, 1), toughness(state, tree)) == (20, 33)
    state, tree = exchanger(13, ban)
    assert (life(state, 1), toughness(state, tree)) == (13, 20)


@shows(AddMixed)
def test_106_4_add_mixed_mana_in_any_combination() -> None:
    layout = Layout(2)
    row = layout.put(creature("Actor", 3, 3, tap_ability(AddMixed(Fixed(5), ("R", "G")))), 0)
    state = play(layout.done(), Choice("activate", 0, row))
    assert question(state)[0] == "mixed"
    assert pool(says(state, pay=(("R", 2), ("G", 3)))) == {"R": 2, "G": 3}
    layout = Layout(2)
    row = layout.put(creature("Actor", 3, 3, tap_ability(AddMixed(Fixed(0), ("R", "G")))), 0)
    assert pool(play(layout.done(), Choice("activate", 0, row))) == {}


@shows(AddPerColor)
def test_106_4_add_one_mana_for_each_colour_once() -> None:
    layout = Layout(2)
    layout.put(Proto("Red", ("creature",), colors=("R", "W"), power=1, toughness=1), 0, n=7)
    layout.put(Proto("Other", ("creature",), colors=("U",), power=1, toughness=1), 1)
    row = layout.put(creature("Actor", 3, 3, tap_ability(AddPerColor(Filter(controller="you")))), 0)
    assert pool(play(layout.done(), Choice("activate", 0, row))) == {"W": 1, "R": 1}
    layout = Layout(2)
    row = layout.put(creature("Actor", 3, 3, tap_ability(AddPerColor(Filter(controller="you")))), 0)
    assert pool(play(layout.done(), Choice("activate", 0, row))) == {}


@shows(PutPlayerCounters)
@pytest.mark.parametrize(("amount", "outcome"), [(0, ""), (9, ""), (10, "p1_wins")])
def test_122_1f_player_counters_and_poison_loses_at_ten(amount: int, outcome: str) -> None:
    state = act(Layout(2), PutPlayerCounters(THEIRS, "poison", Fixed(amount)))
    assert state.rows[2].get("counter.poison") == amount
    assert state.game.prop("outcome", "") == outcome
