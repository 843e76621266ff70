"""Targets of a triggered ability that the player of the event controls (603.3d), and another card than the source (400.7e)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import count, settled
from tests.support.boards import BEAR, FOREST, creature, play
from tests.support.combats import combat, passed, run, struck
from tests.support.texts import card, said

HITS = "Whenever Test Card deals combat damage to a player, destroy target creature that player controls."


def test_603_3d_only_what_that_player_controls_is_a_target() -> None:
    layout = Layout(3)
    layout.put(card(HITS, "Creature — Test"), 0)
    layout.put(BEAR, 0)
    layout.put(creature("Ox"), 1, tapped=True)
    layout.put(creature("Cat"), 2, tapped=True)
    state = passed(run(combat(layout), "attack p2 with Test Card"))
    done = settled(struck(state))
    assert (count(done, "Ox"), count(done, "Cat"), count(done, "Bear")) == (0, 1, 1)  # the only target there is


def test_603_3d_without_such_a_thing_the_ability_is_removed() -> None:
    layout = Layout(2)
    layout.put(card(HITS, "Creature — Test"), 0)
    layout.put(BEAR, 0)
    state = passed(run(combat(layout), "attack p2 with Test Card"))
    assert count(settled(struck(state)), "Bear") == 1


DIES = "When Test Card dies, return another target creature card from your graveyard to your hand."


def died(*others: str, n: int = 1, token: bool = False) -> State:
    """After the card of these words was destroyed, with other cards in its owner's graveyard."""
    layout = Layout(2)
    layout.put(card(DIES, "Creature — Test"), 0, n=n)
    for name in others:
        layout.put(creature(name), 0, "graveyard")
    layout.put(creature("Alien"), 1, "graveyard")
    layout.put(FOREST, 0, "graveyard")
    layout.put(card("Destroy target creature.", "Instant", "Bolt"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    return settled(play(state, said(state, "cast Bolt targeting Test Card")))


def test_400_7e_the_source_is_not_another_card() -> None:
    alone = died()
    assert asked(alone) == "priority"  # no target: removed from the stack
    assert count(alone, "Test Card", "graveyard") == 1
    done = died("Ox")
    assert (count(done, "Ox", "hand"), count(done, "Test Card", "graveyard")) == (1, 1)


def test_400_7e_a_like_card_that_lay_there_before_is_another() -> None:
    layout = Layout(2)
    layout.put(card(DIES, "Creature — Test"), 0)
    layout.put(card(DIES, "Creature — Test"), 0, "graveyard")
    layout.put(card("Destroy target creature.", "Instant", "Bolt"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    done = settled(play(state, said(state, "cast Bolt targeting Test Card")))
    assert (count(done, "Test Card", "hand"), count(done, "Test Card", "graveyard")) == (1, 1)


def test_400_7_a_source_that_nothing_followed_is_refused() -> None:
    text = "{T}: You may sacrifice Test Card. When you do, return another target creature card from your graveyard to your hand."
    layout = Layout(2)
    row = layout.put(card(text, "Creature — Test"), 0)
    layout.put(creature("Ox"), 0, "graveyard")
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    with pytest.raises(Unsupported) as refused:
        settled(play(state, Choice("may", 0, answer="yes")))
    assert refused.value.refusal.code == "rule-400.7"
