"""Conniving (701.50): a card is drawn, a card is discarded, and a nonland card among them lets the creature grow.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, only, settled
from tests.support.boards import BEAR, FOREST, play
from tests.support.written import card as written
from tests.support.written import not_read

AGENT = written("{0}: This creature connives.", "Creature — Agent", name="Agent", power="1", toughness="1")
BOSS = written("{0}: Another target creature connives.", "Creature — Boss", name="Boss", power="1", toughness="1")
PAIR = written("{0}: This creature connives 2.", "Creature — Agent", name="Pair", power="1", toughness="1")
KILL = written("Destroy target creature.", "Instant", "{0}", "Kill")
WATCH = written("Whenever you discard a card, you gain 1 life.", name="Watch")


def laid(*there: Proto, hand: tuple[Proto, ...] = (), library: tuple[Proto, ...] = (FOREST,)) -> State:
    layout = Layout(2)
    for proto in there:
        layout.put(proto, 0)
    for proto in hand:
        layout.put(proto, 0, "hand")
    layout.library(0, [(proto, 1) for proto in library])
    layout.library(1, [(FOREST, 5)])
    return layout.done()


def use(state: State, name: str, *targets: int) -> State:
    return settled(play(state, Choice("activate", 0, handle(state, name), targets=targets)))


def discards(state: State, *names: str) -> State:
    assert asked(state) == "pick"
    picks = tuple((handle(state, name, "hand"), 1) for name in names)
    return settled(play(state, Choice("pick", decider(state), picks=picks)))


def grown(state: State, name: str) -> object:
    return only(state, name).get("counter.+1/+1")


def test_701_50a_a_nonland_card_lets_it_grow() -> None:
    state = discards(use(laid(AGENT, WATCH, hand=(BEAR,)), "Agent"), "Bear")
    assert grown(state, "Agent") == 1 and count(state, "Bear", "graveyard") == 1
    assert count(state, "Forest", "hand") == 1 and state.rows[1].get("life") == 21


def test_701_50a_a_land_card_does_not() -> None:
    state = discards(use(laid(AGENT, hand=(BEAR,)), "Agent"), "Forest")
    assert grown(state, "Agent") == 0 and count(state, "Bear", "hand") == 1


def test_701_50a_the_only_card_is_the_one_that_was_drawn() -> None:
    state = use(laid(AGENT, library=(BEAR,)), "Agent")
    assert grown(state, "Agent") == 1 and count(state, "Bear", "graveyard") == 1


def test_701_50b_nothing_to_draw_leaves_what_is_in_hand_to_discard() -> None:
    layout = Layout(2)
    layout.put(AGENT, 0)
    layout.put(BEAR, 0, "hand")
    layout.library(0, [])
    state = use(layout.done(), "Agent")  # and the player loses as state-based actions are checked
    assert asked(state) == "over" and grown(state, "Agent") == 1


def test_701_50a_whether_an_unknown_card_is_a_land_is_not_guessed() -> None:
    layout = Layout(2)
    layout.put(AGENT, 0)
    with pytest.raises(Unsupported) as refused:
        use(layout.done(), "Agent")
    assert refused.value.refusal.code == "unknown-card"


def test_701_50c_what_is_gone_connives_all_the_same_and_gets_no_counter() -> None:
    state = laid(AGENT, hand=(KILL,))
    own = handle(state, "Agent")
    state = play(state, Choice("activate", 0, own))
    state = settled(play(state, Choice("cast", 0, handle(state, "Kill", "hand"), targets=(own,))))
    assert count(state, "Forest", "graveyard") == 1 and count(state, "Agent", "graveyard") == 1


def test_701_50a_the_controller_of_the_creature_draws_and_discards() -> None:
    layout = Layout(2)
    layout.put(BOSS, 0)
    theirs = layout.put(BEAR, 1)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 5)])
    state = use(layout.done(), "Boss", theirs)
    assert (count(state, "Forest", "graveyard"), grown(state, "Bear")) == (1, 0)
    assert [r.cls.owner for r in state.rows.values() if r.cls.zone == "graveyard"] == [1]


def test_701_50e_connive_n_counts_each_nonland_card() -> None:
    state = use(laid(PAIR, hand=(BEAR, KILL), library=(FOREST, FOREST)), "Pair")
    state = discards(state, "Bear", "Kill")
    assert grown(state, "Pair") == 2
    state = use(laid(PAIR, hand=(BEAR, KILL), library=(FOREST, FOREST)), "Pair")
    state = discards(state, "Bear", "Forest")
    assert grown(state, "Pair") == 1


def test_701_50d_several_that_connive_at_once_are_not_read() -> None:
    assert not_read("{0}: Creatures you control connive.", "Creature — Agent")
