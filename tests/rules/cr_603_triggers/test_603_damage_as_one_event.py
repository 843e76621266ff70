"""Damage dealt at the same time is one event for who deals it and for what is dealt it: 603.2c, 510.2, 120.3."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Keyword, Triggered
from reiterate.terms.costs import LifeCost
from reiterate.terms.effects_damage import DealDamage, Fight
from reiterate.terms.effects_permanents import PutCounters
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_structure import Effect
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, ThatMuch
from reiterate.terms.references import Each, EachPlayer, Filter, TargetRef, TargetSpec, That, This, You
from reiterate.terms.trigger_events import DealsDamage, IsDealtDamage, LifeLost, PlayerDamaged, TriggerEvent
from tests.support.boards import CREATURE, creature, named, play, resolve
from tests.support.combats import combat, keyed, passed, run, struck

ONE = (GainLife(You(), Fixed(1)),)
MUCH = (GainLife(You(), ThatMuch()),)
BEARS = Filter(subtypes=("Bear",))


def on(event: TriggerEvent, effects: tuple[Effect, ...] = ONE) -> Triggered:
    return Triggered(event, effects)


def gained(state: State, seat: int) -> Amount:
    return state.rows[1 + seat].get("life") - 20


def ordered(state: State) -> State:
    """All that waits or is on the stack resolved, in any order; up to the next step."""
    for _ in range(60):
        if asked(state) == "order":
            state = run(state, "order #1 first")
        elif asked(state) == "priority" and state.stack:
            state = play(state, Choice("pass", decider(state)))
        else:
            break
    return state


def fought(layout: Layout, attack: str, block: str) -> State:
    """Combat up to the end of its damage step; a choice for blockers is made where one is asked for."""
    state = passed(run(combat(layout), attack))
    if asked(state) == "block":
        state = run(state, block)
    return ordered(struck(state))


def blocked_by_two(attacker: Proto, *lines: str) -> State:
    """An attacker blocked by a 1/1 and a 2/2."""
    layout = Layout(2)
    layout.put(attacker, 0)
    layout.put(creature("Cub", 1, 1), 1)
    layout.put(creature("Bear", 2, 2), 1)
    state = passed(run(combat(layout), "attack with everything"))
    for line in ("Cub blocks Raptor; Bear blocks Raptor", *lines):
        state = struck(run(state, line))
    return ordered(state)


@pytest.mark.parametrize(("effects", "much"), [(ONE, 1), (MUCH, 3)])
def test_603_2c_dealt_damage_by_several_sources_at_once_is_one_event(effects: tuple[Effect, ...], much: int) -> None:
    raptor = creature("Raptor", 4, 9, on(IsDealtDamage(This()), effects))
    assert gained(blocked_by_two(raptor, "assign 4 to Bear"), 0) == much


@pytest.mark.parametrize(("effects", "much"), [(ONE, 1), (MUCH, 4)])
def test_603_2c_damage_to_several_at_once_is_dealt_once(effects: tuple[Effect, ...], much: int) -> None:
    raptor = creature("Raptor", 4, 9, on(DealsDamage(This(), combat=True), effects))
    assert gained(blocked_by_two(raptor, "assign 1 to Cub and 3 to Bear"), 0) == much


def test_603_2c_damage_to_a_creature_is_dealt_to_each() -> None:
    raptor = creature("Raptor", 4, 9, on(DealsDamage(This(), "creature")))
    assert gained(blocked_by_two(raptor, "assign 1 to Cub and 3 to Bear"), 0) == 2


def test_603_2c_trample_deals_damage_once_and_to_a_player_once() -> None:
    for to, much in (("any", 4), ("player", 1), ("creature", 3)):
        raptor = creature("Raptor", 4, 9, Keyword("trample"), on(DealsDamage(This(), to), MUCH))
        state = blocked_by_two(raptor, "assign 1 to Cub and 2 to Bear and 1 to p2")
        assert gained(state, 0) == much


def test_510_2_first_strike_damage_is_another_event() -> None:
    raptor = creature("Raptor", 4, 9, Keyword("double strike"), on(DealsDamage(This())))
    layout = Layout(2)
    layout.put(raptor, 0)
    layout.put(creature("Bear", 2, 9), 1)
    state = passed(run(combat(layout), "attack with everything"))
    assert gained(struck(run(state, "Bear blocks Raptor")), 0) == 2


@pytest.mark.parametrize(("effects", "much"), [(ONE, 1), (MUCH, 6)])
def test_603_2c_a_player_dealt_damage_by_a_group_is_dealt_it_once(effects: tuple[Effect, ...], much: int) -> None:
    layout = Layout(2)
    layout.put(creature("Bear", 2, 2), 0, n=2)
    layout.put(creature("Ox", 2, 3), 0)
    layout.put(creature("Darien", 3, 3, on(PlayerDamaged("you"), effects)), 1)
    assert gained(fought(layout, "attack with everything", "no block"), 1) == much - 6


def test_603_2c_each_of_a_group_of_sources_deals_its_own() -> None:
    for to in ("any", "player"):
        layout = Layout(2)
        layout.put(keyed("Bear", 2, 2), 0, n=3)
        layout.put(creature("Watcher", 0, 1, on(DealsDamage(BEARS, to))), 0)
        layout.put(creature("Wall", 0, 9), 1)
        assert gained(fought(layout, "attack with 3 Bears", "no block"), 0) == 3


@pytest.mark.parametrize(("effects", "much"), [(ONE, 1), (MUCH, 6)])
def test_603_2c_a_group_that_blocks_one_attacker_hurts_it_once(effects: tuple[Effect, ...], much: int) -> None:
    layout = Layout(2)
    layout.put(creature("Raptor", 0, 9, on(IsDealtDamage(This()), effects)), 0)
    layout.put(creature("Bear", 2, 2), 1, n=3)
    assert gained(fought(layout, "attack with Raptor", "3 Bears block Raptor"), 0) == much


def struck_down(pinger: Effect, event: TriggerEvent, effects: tuple[Effect, ...] = ONE, n: int = 3) -> State:
    """A creature's ability deals damage among a group of Bears, with a watcher of its controller."""
    layout = Layout(2)
    act = Activated((LifeCost(Fixed(0)),), (pinger,))
    row = layout.put(creature("Pinger", 1, 9, act, on(event, effects)), 0)
    layout.put(creature("Bear", 2, 9), 1, n=n)
    state = resolve(play(layout.done(), Choice("activate", 0, row)))
    for _ in range(9):
        if not state.stack:
            break
        state = resolve(state)
    return state


@pytest.mark.parametrize(
    ("to", "event", "effects", "much"),
    [
        (Each(BEARS), DealsDamage(This()), ONE, 1),
        (Each(BEARS), DealsDamage(This()), MUCH, 6),
        (Each(BEARS), DealsDamage(This(), "creature"), ONE, 3),
        (Each(BEARS), IsDealtDamage(BEARS), ONE, 3),
        (Each(CREATURE), IsDealtDamage(This()), MUCH, 2),
        (EachPlayer(), DealsDamage(This(), "player"), ONE, 2),
        (EachPlayer(), DealsDamage(This(), "opponent"), ONE, 1),
        (EachPlayer(), PlayerDamaged("any"), ONE, 2),
    ],
)
def test_603_2c_one_source_and_many(
    to: Each | EachPlayer, event: TriggerEvent, effects: tuple[Effect, ...], much: int
) -> None:
    state = struck_down(DealDamage(This(), to, Fixed(2)), event, effects)
    lost = 2 if isinstance(to, EachPlayer) else 0
    assert gained(state, 0) == much - lost


def test_603_2c_damage_in_two_sentences_is_two_events() -> None:
    layout = Layout(2)
    twice = (DealDamage(This(), Each(BEARS), Fixed(1)), DealDamage(This(), Each(BEARS), Fixed(1)))
    row = layout.put(creature("Pinger", 1, 9, Activated((LifeCost(Fixed(0)),), twice), on(DealsDamage(This()))), 0)
    layout.put(creature("Bear", 2, 9), 1)
    state = resolve(resolve(resolve(play(layout.done(), Choice("activate", 0, row)))))
    assert gained(state, 0) == 2


@pytest.mark.parametrize(("effects", "much"), [(ONE, 1), (MUCH, 6)])
def test_120_4d_life_lost_to_damage_of_several_sources_is_lost_at_once(effects: tuple[Effect, ...], much: int) -> None:
    layout = Layout(2)
    layout.put(creature("Bear", 2, 2), 0, n=2)
    layout.put(creature("Ox", 2, 3), 0)
    layout.put(Proto("Blood", ("enchantment",), abilities=(on(LifeLost("opponent"), effects),)), 0)
    assert gained(fought(layout, "attack with everything", "no block"), 0) == much


def test_603_2c_life_lost_in_two_sentences_is_lost_twice() -> None:
    layout = Layout(2)
    twice = (LoseLife(EachPlayer(opponents=True), Fixed(1)), LoseLife(EachPlayer(opponents=True), Fixed(1)))
    row = layout.put(creature("Drain", 1, 9, Activated((LifeCost(Fixed(0)),), twice), on(LifeLost("opponent"))), 0)
    assert gained(ordered(play(layout.done(), Choice("activate", 0, row))), 0) == 2


def test_701_14a_a_fight_is_one_event_for_each_of_the_two() -> None:
    layout = Layout(2)
    act = Activated((LifeCost(Fixed(0)),), (Fight(This(), TargetRef(0)),), (TargetSpec(CREATURE),))
    row = layout.put(creature("Brute", 3, 9, act, on(IsDealtDamage(CREATURE), MUCH)), 0)
    bear = layout.put(creature("Bear", 2, 9), 1)
    state = ordered(play(layout.done(), Choice("activate", 0, row, targets=(bear,))))
    assert gained(state, 0) == 5


def test_603_2c_each_hurt_creature_is_spoken_of() -> None:
    effects = (PutCounters(That(), "mark", Fixed(1)),)
    state = struck_down(DealDamage(This(), Each(BEARS), Fixed(2)), IsDealtDamage(BEARS), effects)
    assert [r.get("counter.mark") for r in named(state, "Bear")] == [1]
