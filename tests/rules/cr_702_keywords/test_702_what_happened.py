"""Conditions about what happened this turn (raid, morbid), and bloodthirst (702.54)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.base import replace
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_players import LoseLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, ThisTurn
from reiterate.terms.references import Each, Filter, TargetRef, TargetSpec, This
from tests.support.acting import handle, instant, only, settled, until
from tests.support.boards import BEAR, FOREST, life, play
from tests.support.combats import combat, run
from tests.support.own_cards import card_read as card
from tests.support.shown import shows


def free(name: str, effect: object, spec: TargetSpec) -> Proto:
    return replace(instant(name, effect, targets=(spec,)), mana_cost=())  # type: ignore[arg-type] # an effect


PLAYER = TargetSpec(None, "any")
SHOCK = free("Shock", DealDamage(This(), TargetRef(0), Fixed(2)), PLAYER)
DRAIN = free("Drain", LoseLife(TargetRef(0), Fixed(2)), PLAYER)
SLAY = free("Slay", Destroy(TargetRef(0)), TargetSpec(Filter()))


def end_step(text: str, *hand: Proto) -> Layout:
    """A board with a permanent that asks in the end step of its controller, the first player."""
    layout = Layout(3)
    for seat in range(3):
        layout.library(seat, [(FOREST, 9)])
    layout.put(card("Asker", f"At the beginning of your end step, if {text}, you gain 9 life.", 1, 1), 0)
    for proto in hand:
        layout.put(proto, 0, "hand")
    return layout


def gained(state: State) -> bool:
    """Whether the ability of the board did what it says."""
    before = life(state, 0)
    assert isinstance(before, int)
    return life(settled(until(state, "end", 0)), 0) == before + 9


def cast(state: State, name: str, target: int) -> State:
    return settled(play(state, Choice("cast", 0, handle(state, name, "hand"), targets=(target,))))


@shows(ThisTurn)
def test_508_1_a_player_attacked_who_declared_an_attacker_this_turn() -> None:
    text = "you attacked this turn"
    assert not gained(end_step(text).done())
    attacked = run(combat(end_step(text)), "attack p2 with Asker")
    assert gained(settled(attacked))
    assert gained(settled(run(combat(end_step("you attacked with a creature this turn")), "attack p2 with Asker")))


def test_508_1_last_turn_is_not_this_turn() -> None:
    state = settled(run(combat(end_step("you attacked this turn")), "attack p2 with Asker"))
    state = settled(until(state, "end", 0))
    assert not gained(until(until(state, "main1", 1), "main1", 0))


def test_700_4_a_creature_died_whoever_controlled_it_and_nothing_else_did() -> None:
    text = "a creature died this turn"
    layout = end_step(text, SLAY)
    bear, stone = layout.put(BEAR, 1), layout.put(card("Stone", "", types="Artifact"), 1)
    state = layout.done()
    assert not gained(state)
    assert not gained(cast(state, "Slay", stone))
    assert gained(cast(state, "Slay", bear))


def test_700_4_several_that_died() -> None:
    layout = end_step("two or more creatures died this turn", SLAY)
    bears = layout.put(BEAR, 1, n=2)
    assert not gained(cast(layout.done(), "Slay", bears))
    layout = end_step("two or more creatures died this turn", instant_for_all())
    layout.put(BEAR, 1, n=2)
    state = layout.done()
    state = settled(play(state, Choice("cast", 0, handle(state, "Sweep", "hand"))))
    assert gained(state)


def instant_for_all() -> Proto:
    bears = Filter(types=("creature",), controller="opponent")
    return replace(instant("Sweep", Destroy(Each(bears))), mana_cost=())


@pytest.mark.parametrize(
    ("spell", "target", "text", "expected"),
    [
        ("Drain", 2, "an opponent lost life this turn", True),
        ("Drain", 1, "an opponent lost life this turn", False),
        ("Drain", 3, "an opponent lost life this turn", True),
        ("Shock", 2, "an opponent lost life this turn", True),
        ("Shock", 2, "an opponent was dealt damage this turn", True),
        ("Shock", 1, "an opponent was dealt damage this turn", False),
        ("Drain", 2, "an opponent was dealt damage this turn", False),
    ],
)
def test_120_3_what_an_opponent_lost_or_was_dealt(spell: str, target: int, text: str, expected: bool) -> None:
    state = end_step(text, SHOCK, DRAIN).done()
    assert gained(cast(state, spell, target)) == expected


@pytest.mark.parametrize(("shocks", "text", "grown"), [(0, "2", 0), (1, "2", 2), (1, "X", 2), (2, "X", 4), (2, "3", 3)])
def test_702_54a_and_b_bloodthirst_where_an_opponent_was_dealt_damage(shocks: int, text: str, grown: int) -> None:
    layout = Layout(3)
    for _ in range(shocks):
        layout.put(SHOCK, 0, "hand")
    row = layout.put(card("Ogre", f"Bloodthirst {text}"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    for i in range(shocks):
        there = next(h for h, r in state.rows.items() if r.cls.proto is SHOCK and r.cls.zone == "hand")
        state = settled(play(state, Choice("cast", 0, there, targets=(2 + i,))))
    state = settled(play(state, Choice("cast", 0, row)))
    assert only(state, "Ogre").get("counter.+1/+1") == grown


def test_702_54a_damage_to_oneself_is_nothing() -> None:
    layout = Layout(2)
    layout.put(SHOCK, 0, "hand")
    row = layout.put(card("Ogre", "Bloodthirst 1"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = cast(layout.done(), "Shock", 1)
    assert only(settled(play(state, Choice("cast", 0, row))), "Ogre").get("counter.+1/+1") == 0


def test_702_54c_each_instance_applies() -> None:
    layout = Layout(2)
    layout.put(SHOCK, 0, "hand")
    row = layout.put(card("Ogre", "Bloodthirst 1\nBloodthirst 2"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = cast(layout.done(), "Shock", 2)
    assert only(settled(play(state, Choice("cast", 0, row))), "Ogre").get("counter.+1/+1") == 3
