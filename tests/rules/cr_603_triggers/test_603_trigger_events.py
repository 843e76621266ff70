"""What sets off a triggered ability of the wider language, how often, and about what (603, 115.10, 120, 508, 509)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, SpellAbility, SpellCosts, Static, Triggered
from reiterate.terms.base import Term
from reiterate.terms.conditions import LifeIs
from reiterate.terms.costs import SacrificeCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import PutCounters, SacrificeChosen, Tap
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.effects_structure import Effect
from reiterate.terms.effects_zones import Discard, Mill
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, ThatMuch
from reiterate.terms.references import Each, EachPlayer, Filter, TargetRef, TargetSpec, That, ThatPlayer, This, You
from reiterate.terms.replacement_effects import EntersWithCounters
from reiterate.terms.trigger_events import (
    AbilityActivated,
    Attacks,
    BecomesBlocked,
    BecomesTarget,
    Blocks,
    CastThis,
    CountersPut,
    DealsDamage,
    Discards,
    IsDealtDamage,
    PlayerDamaged,
    Sacrifices,
    StateIs,
    TappedForMana,
    ToGraveyard,
    TokensMade,
    TriggerEvent,
)
from tests.support.acting import ANYTHING, act, around, count, instant, only, pool, settled, stack_size, until
from tests.support.boards import BEAR, CREATURE, ELF, FOREST, creature, life, play, tap_ability
from tests.support.shown import shows

ONE = Fixed(1)
GAIN = (GainLife(You(), ONE),)
THEIRS = EachPlayer(True)
HUGE = 10**30
MINE = Filter(("creature",), controller="you")
BOLT = instant("Bolt", DealDamage(This(), TargetRef(0), Fixed(3)), targets=(ANYTHING,))


def watched(event: TriggerEvent, *deeds: Term, n: int = 1, seat: int = 0) -> State:
    """The stack after an Actor did something under the eyes of ``n`` Watchers."""
    layout = Layout(2)
    layout.put(creature("Watcher", 1, 9, Triggered(event, GAIN)), seat, n=n)
    layout.put(BEAR, 1)
    layout.put(FOREST, 0, "hand", n=3)
    layout.put(FOREST, 1, "hand", n=3)
    return act(layout, *deeds)


def ping(to: Term, amount: int = 2) -> Effect:
    """The source deals damage."""
    return DealDamage(This(), to, Fixed(amount))  # type: ignore[arg-type] # a reference


BEARS = Each(Filter(subtypes=("Bear",)))
TWO_TOKENS = CreateTokens(Fixed(2), ELF)
SACRIFICE = SacrificeChosen(THEIRS, CREATURE, ONE)

#: An event, what the Actor does, and how often one Watcher's ability triggers.
CASES: list[tuple[TriggerEvent, tuple[Term, ...], int]] = [
    (DealsDamage(MINE), (ping(BEARS),), 1),
    (DealsDamage(MINE, "player"), (ping(BEARS),), 0),
    (DealsDamage(MINE, "player"), (ping(THEIRS),), 1),
    (DealsDamage(MINE, "opponent"), (ping(You()),), 0),
    (DealsDamage(MINE, "opponent"), (ping(EachPlayer()),), 1),
    (DealsDamage(MINE, "you"), (ping(EachPlayer()),), 1),
    (DealsDamage(MINE, "creature"), (ping(EachPlayer()),), 0),
    (DealsDamage(MINE, "creature"), (ping(BEARS),), 1),
    (DealsDamage(MINE, "any", combat=True), (ping(THEIRS),), 0),
    (DealsDamage(MINE), (ping(THEIRS, 0),), 0),
    (DealsDamage(Filter(("creature",), controller="opponent")), (ping(THEIRS),), 0),
    (IsDealtDamage(Filter(("creature",), another=True)), (ping(BEARS),), 1),
    (IsDealtDamage(MINE), (ping(BEARS),), 0),
    (IsDealtDamage(This()), (ping(Each(CREATURE), 1),), 1),
    (IsDealtDamage(CREATURE), (ping(THEIRS),), 0),
    (IsDealtDamage(CREATURE), (ping(BEARS, 0),), 0),
    (PlayerDamaged("you"), (ping(EachPlayer()),), 1),
    (PlayerDamaged("opponent"), (ping(You()),), 0),
    (PlayerDamaged("any"), (ping(EachPlayer()),), 2),
    (PlayerDamaged("any"), (LoseLife(EachPlayer(), ONE),), 0),
    (Discards("any"), (Discard(EachPlayer(), Fixed(2)),), 4),
    (Discards("you"), (Discard(THEIRS, Fixed(2)),), 0),
    (Discards("opponent"), (Discard(THEIRS, Fixed(9)),), 3),
    (Discards("any"), (Mill(EachPlayer(), Fixed(2)),), 0),
    (Sacrifices("any", CREATURE), (SACRIFICE,), 1),
    (Sacrifices("you", CREATURE), (SACRIFICE,), 0),
    (Sacrifices("opponent", Filter(("land",))), (SACRIFICE,), 0),
    (CountersPut(CREATURE), (PutCounters(BEARS, "+1/+1", Fixed(3)),), 1),
    (CountersPut(CREATURE, "+1/+1"), (PutCounters(BEARS, "charge", Fixed(3)),), 0),
    (CountersPut(CREATURE, "+1/+1", batch=False), (PutCounters(BEARS, "+1/+1", Fixed(3)),), 3),
    (CountersPut(CREATURE, who="opponent"), (PutCounters(BEARS, "+1/+1", Fixed(3)),), 0),
    (CountersPut(CREATURE), (PutCounters(BEARS, "+1/+1", Fixed(0)),), 0),
    (TokensMade("you", CREATURE), (TWO_TOKENS,), 2),
    (TokensMade("you", CREATURE, batch=True), (TWO_TOKENS,), 1),
    (TokensMade("opponent", CREATURE), (TWO_TOKENS,), 0),
    (TokensMade("you", Filter(("artifact",))), (TWO_TOKENS,), 0),
    (TokensMade("you", CREATURE), (CreateTokens(Fixed(0), ELF),), 0),
    (ToGraveyard("any", Filter()), (Mill(EachPlayer(), Fixed(2)),), 4),
    (ToGraveyard("opponent", Filter()), (Discard(EachPlayer(), Fixed(2)),), 2),
    (ToGraveyard("any", Filter(("land",))), (Discard(You(), Fixed(2)), SACRIFICE), 2),
    (ToGraveyard("any", CREATURE), (SACRIFICE,), 1),
    (ToGraveyard("any", Filter()), (TWO_TOKENS, SacrificeChosen(You(), Filter(token=True), Fixed(2))), 0),
    (AbilityActivated("you", CREATURE), (ping(You()),), 1),
    (AbilityActivated("opponent", CREATURE), (ping(You()),), 0),
    (AbilityActivated("you", Filter(("artifact",))), (ping(You()),), 0),
]


@shows(Discards, TokensMade)
@pytest.mark.parametrize(("event", "deeds", "times"), CASES)
def test_603_2_what_sets_an_ability_off_and_how_often(event: TriggerEvent, deeds: tuple[Term, ...], times: int) -> None:
    state = watched(event, *deeds)
    if isinstance(event, AbilityActivated):
        assert state.tally.get("resolved.trigger", 0) == times
    else:
        assert stack_size(state) == times


@pytest.mark.parametrize(("event", "deeds", "times"), CASES)
def test_603_2c_each_of_a_group_triggers(event: TriggerEvent, deeds: tuple[Term, ...], times: int) -> None:
    if isinstance(getattr(event, "subject", None), This) or isinstance(event, AbilityActivated):
        return
    assert stack_size(watched(event, *deeds, n=HUGE)) == times * HUGE


# --- damage ------------------------------------------------------------------------------------------------------


@shows(DealsDamage)
def test_120_3_deals_damage_says_how_much_and_to_whom() -> None:
    punish = Triggered(DealsDamage(This(), "player"), (LoseLife(ThatPlayer(), ThatMuch()),))
    layout = Layout(2)
    row = layout.put(creature("Puncher", 1, 1, punish, tap_ability(ping(THEIRS, 4))), 0)
    assert life(settled(play(layout.done(), Choice("activate", 0, row))), 1) == 12


def test_120_3_damage_of_a_group_is_one_event_for_each_and_one_for_a_batch() -> None:
    for batch, times in ((False, 3), (True, 1)):
        layout = Layout(2)
        layout.put(creature("Watcher", 0, 9, Triggered(DealsDamage(MINE, "player", True, batch), GAIN)), 0)
        layout.put(BEAR, 0, n=3)
        state = attack_with(layout, "Bear", 3)
        assert stack_size(state) == times and life(state, 1) == 14


def attack_with(layout: Layout, name: str, n: int) -> State:
    """The end of unblocked combat damage of ``n`` of a name."""
    state = declared(layout, name, n)
    while state.game.prop("step") != "damage":
        state = onward_unblocked(state)
    return state


def declared(layout: Layout, name: str, n: int) -> State:
    """Attackers just declared, before anything resolves."""
    state = until(layout.done(), "attackers", 0)
    (attacker,) = [h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == name]
    return play(state, Choice("attack", 0, picks=((attacker, n),), targets=(2,)))


def onward_unblocked(state: State) -> State:
    """One choice on the way to damage without blocks."""
    if asked(state) == "block":
        return play(state, Choice("block", 1, answer="none"))
    return around(state)


@shows(IsDealtDamage)
def test_120_3d_is_dealt_damage_gives_its_amount_back() -> None:
    back = Triggered(
        IsDealtDamage(This()), (DealDamage(This(), TargetRef(0), ThatMuch()),), (TargetSpec(None, "opponent"),)
    )
    layout = Layout(2)
    layout.put(creature("Reckoner", 3, 9, back), 0)
    state = settled(act(layout, ping(Each(Filter(subtypes=("Reckoner",))), 5)))
    assert life(state, 1) == 15 and only(state, "Reckoner").get("damage") == 5


def test_120_3d_each_of_a_group_dealt_damage_answers_for_itself() -> None:
    layout = Layout(2)
    layout.put(creature("Reckoner", 3, 9, Triggered(IsDealtDamage(This()), (LoseLife(THEIRS, ThatMuch()),))), 0, n=3)
    assert life(settled(act(layout, ping(Each(Filter(subtypes=("Reckoner",))), 5))), 1) == 5


def test_120_3d_damage_that_kills_still_triggers() -> None:
    layout = Layout(2)
    layout.put(creature("Martyr", 1, 1, Triggered(IsDealtDamage(This()), (LoseLife(THEIRS, ThatMuch()),))), 0)
    state = settled(act(layout, ping(Each(Filter(subtypes=("Martyr",))), 5)))
    assert (life(state, 1), count(state, "Martyr")) == (15, 0)


@shows(PlayerDamaged)
def test_120_3a_that_player_is_the_one_damaged() -> None:
    layout = Layout(2)
    listener = Triggered(PlayerDamaged("you"), (GainLife(You(), ThatMuch()),))
    layout.put(creature("Listener", 1, 1, listener), 1)
    assert life(settled(act(layout, ping(EachPlayer(), 4))), 1) == 20


# --- targets and spells ------------------------------------------------------------------------------------------


@shows(BecomesTarget)
@pytest.mark.parametrize(
    ("event", "by", "times"),
    [
        (BecomesTarget(This()), 0, 1),
        (BecomesTarget(This(), by="opponent"), 0, 0),
        (BecomesTarget(This(), by="opponent"), 1, 1),
        (BecomesTarget(This(), "spell"), 0, 0),
        (BecomesTarget(CREATURE), 1, 1),
        (BecomesTarget(Filter(("land",))), 0, 0),
    ],
)
def test_115_10_becomes_the_target_of_an_ability(event: BecomesTarget, by: int, times: int) -> None:
    layout = Layout(2, active=by)
    shy = layout.put(creature("Shy", 1, 1, Triggered(event, GAIN)), 0)
    row = layout.put(creature("Actor", 3, 3, tap_ability(Tap(TargetRef(0)), targets=(ANYTHING,))), by)
    state = play(layout.done(), Choice("activate", by, row, targets=(shy,)))
    assert stack_size(state) == 1 + times


def test_115_10_becomes_the_target_of_a_spell_before_it_resolves() -> None:
    layout = Layout(2)
    shy = layout.put(creature("Shy", 1, 1, Triggered(BecomesTarget(This(), "spell"), GAIN)), 0, n=3)
    bolt = layout.put(BOLT, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = play(layout.done(), Choice("cast", 0, bolt, targets=(shy,)))
    assert stack_size(state) == 2
    state = settled(state)
    assert (life(state, 0), count(state, "Shy")) == (21, 2)


@pytest.mark.parametrize(
    ("what", "given", "times"), [("cast", "Shy", 0), ("spell", "Shy", 1), ("cast", "Bear", 1), ("spell", "Bear", 1)]
)
def test_601_2i_a_spell_that_targets_is_cast_once_its_costs_are_paid(what: str, given: str, times: int) -> None:
    """601.2c, 601.2h, 601.2i: what is sacrificed for the spell became its target before, and does not see the spell become cast."""
    layout = Layout(2)
    rows = {"Shy": layout.put(creature("Shy", 1, 1, Triggered(BecomesTarget(This(), what, "you"), GAIN)), 0)}
    rows["Bear"] = layout.put(BEAR, 0)
    costs = SpellCosts((SacrificeCost(CREATURE, ONE),))
    cut = Proto(
        "Cut",
        ("instant",),
        (),
        (),
        (),
        ("1",),
        None,
        None,
        None,
        (SpellAbility((Tap(TargetRef(0)),), (ANYTHING,)), costs),
    )
    card = layout.put(cut, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    state = play(layout.done(), Choice("cast", 0, card, targets=(rows["Shy"],), picks=((rows[given], 1),)))
    assert (count(state, given), stack_size(state)) == (0, 1 + times)


@shows(CastThis)
def test_601_2i_cast_this_triggers_for_the_spell_itself_and_no_other() -> None:
    layout = Layout(2)
    giant = Proto("Giant", ("creature",), (), (), (), ("1",), 5, 5, None, (Triggered(CastThis(), GAIN),))
    card = layout.put(giant, 0, "hand", n=2)
    layout.put(giant, 0)
    layout.set_player(0, "mana.C", 1)
    state = play(layout.done(), Choice("cast", 0, card))
    assert stack_size(state) == 2
    assert life(settled(state), 0) == 21


@shows(StateIs)
def test_603_8_a_state_trigger_triggers_once_until_it_has_resolved() -> None:
    layout = Layout(2)
    layout.put(creature("Ghost", 1, 1, Triggered(StateIs(LifeIs("<=", 19)), (LoseLife(THEIRS, ONE),))), 0)
    state = act(layout, LoseLife(You(), ONE))
    assert stack_size(state) == 1
    state = around(state)
    assert life(state, 1) == 19 and stack_size(state) == 1  # the state is still so: it triggers again
    layout = Layout(2)
    layout.put(creature("Ghost", 1, 1, Triggered(StateIs(LifeIs("<=", 19)), GAIN)), 0)
    state = settled(act(layout, LoseLife(You(), ONE)))
    assert (life(state, 0), state.tally["resolved.trigger"]) == (20, 1)


# --- mana, abilities, counters ------------------------------------------------------------------------------------


@shows(TappedForMana)
def test_605_4a_a_triggered_mana_ability_resolves_at_once() -> None:
    layout = Layout(2)
    layout.put(
        Proto(
            "Flare",
            ("enchantment",),
            abilities=(Triggered(TappedForMana("you", Filter(("land",))), (AddMana(("R",)),)),),
        ),
        0,
    )
    forests = layout.put(FOREST, 0, n=2)
    elf = layout.put(creature("Elf", 1, 1, tap_ability(AddMana(("G",)))), 0)
    state = play(layout.done(), Choice("activate", 0, forests))
    assert (pool(state), stack_size(state)) == ({"G": 1, "R": 1}, 0)
    assert pool(play(state, Choice("activate", 0, elf))) == {"G": 2, "R": 1}


def test_106_12_other_triggers_on_tapping_for_mana_use_the_stack() -> None:
    for who, times in (("you", 1), ("opponent", 0), ("any", 1)):
        layout = Layout(2)
        layout.put(creature("Watcher", 1, 1, Triggered(TappedForMana(who, Filter(("land",))), GAIN)), 0)
        forest = layout.put(FOREST, 0)
        assert stack_size(play(layout.done(), Choice("activate", 0, forest))) == times


@shows(AbilityActivated)
@pytest.mark.parametrize(("nonmana", "times"), [(True, 0), (False, 1)])
def test_602_2_ability_activated_may_leave_out_mana_abilities(nonmana: bool, times: int) -> None:
    layout = Layout(2)
    layout.put(creature("Watcher", 1, 1, Triggered(AbilityActivated("you", Filter(), nonmana), GAIN)), 0)
    forest = layout.put(FOREST, 0)
    assert stack_size(play(layout.done(), Choice("activate", 0, forest))) == times


def test_602_2_ability_activated_sees_what_was_sacrificed_for_it() -> None:
    layout = Layout(2)
    layout.put(creature("Watcher", 1, 1, Triggered(AbilityActivated("you", CREATURE), GAIN)), 0)
    row = layout.put(creature("Martyr", 1, 1, Activated((SacrificeCost(),), (LoseLife(THEIRS, ONE),))), 0, n=3)
    state = play(layout.done(), Choice("activate", 0, row))
    assert stack_size(state) == 2 and life(settled(state), 0) == 21


@shows(CountersPut)
def test_122_6_counters_put_on_this_says_how_many() -> None:
    layout = Layout(2)
    grow = Triggered(CountersPut(This(), "+1/+1"), (GainLife(You(), ThatMuch()),))
    layout.put(creature("Grower", 1, 1, grow), 0, n=2)
    state = settled(act(layout, PutCounters(Each(Filter(subtypes=("Grower",))), "+1/+1", Fixed(3))))
    assert life(state, 0) == 26


def test_122_6_what_enters_with_counters_has_counters_put_on_it() -> None:
    layout = Layout(2)
    layout.put(creature("Watcher", 1, 1, Triggered(CountersPut(MINE, "+1/+1"), GAIN)), 0)
    hydra = Proto(
        "Hydra", ("creature",), (), (), (), ("1",), 0, 0, None, (Static(EntersWithCounters("+1/+1", Fixed(2))),)
    )
    card = layout.put(hydra, 0, "hand")
    layout.set_player(0, "mana.C", 1)
    assert life(settled(play(layout.done(), Choice("cast", 0, card))), 0) == 21


def test_122_6_counters_put_by_you_as_a_cost_or_an_effect() -> None:
    layout = Layout(2)
    layout.put(creature("Watcher", 1, 1, Triggered(CountersPut(CREATURE, who="you"), GAIN)), 1)
    assert stack_size(act(layout, PutCounters(This(), "+1/+1", ONE))) == 0


# --- zones -------------------------------------------------------------------------------------------------------


@shows(ToGraveyard)
@pytest.mark.parametrize("n", [1, 3])
def test_603_6c_this_card_put_into_a_graveyard_from_anywhere(n: int) -> None:
    back = Triggered(ToGraveyard("any", Filter(), subject_this=True), GAIN)
    avatar = creature("Avatar", 1, 1, back)
    for zone, deed in (
        ("hand", Discard(You(), Fixed(9))),
        ("library", Mill(You(), Fixed(n))),
        ("battlefield", SacrificeChosen(You(), Filter(subtypes=("Avatar",)), Fixed(n))),
    ):
        layout = Layout(2)
        if zone == "library":
            layout.library(0, [(avatar, n)])
        else:
            layout.put(avatar, 0, zone, n=n)
        layout.put(avatar, 0, "exile")
        state = act(layout, deed)
        assert stack_size(state) == n
        assert life(settled(state), 0) == 20 + n


@shows(Sacrifices)
def test_701_21_sacrifices_sees_the_permanent_as_it_was() -> None:
    layout = Layout(2)
    layout.put(
        creature(
            "Watcher", 1, 1, Triggered(Sacrifices("you", Filter(token=True)), (PutCounters(This(), "+1/+1", ONE),))
        ),
        0,
    )
    layout.put(ELF, 0, n=3)
    state = settled(act(layout, SacrificeChosen(You(), Filter(token=True), Fixed(3))))
    assert only(state, "Watcher").get("counter.+1/+1") == 3


# --- combat ------------------------------------------------------------------------------------------------------


@shows(Attacks)
@pytest.mark.parametrize("n", [1, 4])
def test_508_3a_attacks_triggers_for_each_attacker(n: int) -> None:
    layout = Layout(2)
    layout.put(creature("Raider", 1, 1, Triggered(Attacks(This()), GAIN)), 0, n=n)
    layout.put(creature("Watcher", 0, 9, Triggered(Attacks(Filter(("creature",), controller="opponent")), GAIN)), 1)
    state = declared(layout, "Raider", n)
    assert stack_size(state) == 2 * n
    state = settled(state)
    assert (life(state, 0), life(state, 1)) == (20 + n, 20 + n)


@shows(Blocks, BecomesBlocked)
def test_509_3_blocks_and_becomes_blocked() -> None:
    layout = Layout(2)
    layout.put(creature("Bold", 1, 9, Triggered(BecomesBlocked(This()), GAIN)), 0)
    layout.put(creature("Stout", 0, 9, Triggered(Blocks(This()), (PutCounters(That(), "+1/+1", ONE),))), 1)
    state = declared(layout, "Bold", 1)
    bold, stout = (
        next(h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == name)
        for name in ("Bold", "Stout")
    )
    while asked(state) != "block":
        state = around(state)
    none = around(play(state, Choice("block", 1, answer="none")))
    assert life(none, 0) == 20
    state = settled(play(state, Choice("block", 1, picks=((stout, 1),), targets=(bold,))))
    assert (life(state, 0), only(state, "Stout").get("counter.+1/+1")) == (21, 1)


def test_the_table_of_events_holds_what_only_it_shows() -> None:
    assert {Discards, TokensMade} <= {type(event) for event, _, _ in CASES}
