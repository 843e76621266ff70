"""Mayhem: a card that its owner discarded this turn may be cast from the graveyard for its mayhem cost (702.187b)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.terms.conditions import Discarded
from tests.support.acting import handle, settled, until
from tests.support.boards import FOREST, life, play
from tests.support.combats import run
from tests.support.shown import shows
from tests.support.written import card

BOLT = card("You gain 2 life.\nMayhem {1}", "Instant", "{4}", "Bolt")
OUTLET = card("Discard a card: You gain 1 life.\n{0}: Mill a card.", "Enchantment", "{1}", "Outlet")
BACK = card("{0}: Return target card from your graveyard to your hand.", "Enchantment", "{1}", "Back")


def laid(zone: str = "hand") -> State:
    layout = Layout(2)
    layout.put(OUTLET, 0)
    layout.put(BACK, 0)
    if zone == "library":
        layout.library(0, [(BOLT, 1), (FOREST, 9)])
    else:
        layout.library(0, [(FOREST, 9)])
        layout.put(BOLT, 0, zone)
    layout.library(1, [(FOREST, 9)])
    layout.set_player(0, "mana.C", 1)
    return layout.done()


def may(state: State) -> bool:
    row = handle(state, "Bolt", "graveyard")
    choice = Choice("cast", 0, row, how=("mayhem",))
    offered = [o for o in options(state) if o.row == row and o.verb == "cast"]
    assert bool(offered) == (verify(state, choice) is None)
    return bool(offered)


def discarded(state: State) -> State:
    outlet = handle(state, "Outlet")
    return settled(play(state, Choice("activate", 0, outlet, 0, picks=((handle(state, "Bolt", "hand"), 1),))))


@shows(Discarded)
def test_702_187b_it_is_cast_for_its_mayhem_cost_as_long_as_it_was_discarded_this_turn() -> None:
    """{1} and not {4}; the discard gained 1 life, the spell 2."""
    state = discarded(laid())
    assert may(state)
    assert state_to_json(state_from_json(state_to_json(state))) == state_to_json(state)
    state = settled(play(state, Choice("cast", 0, handle(state, "Bolt", "graveyard"), how=("mayhem",))))
    assert life(state, 0) == 23 and state.rows[1].get("mana.C") == 0
    assert not may(state)  # in the graveyard it is another object, that nobody discarded (400.7)


def test_702_187b_it_is_said_by_its_word() -> None:
    state = run(discarded(laid()), "cast Bolt with mayhem")
    assert life(settled(state), 0) == 23


@pytest.mark.parametrize("zone", ["graveyard", "library"])
def test_702_187b_what_came_there_otherwise_is_not_cast(zone: str) -> None:
    state = laid(zone)
    if zone == "library":
        state = settled(play(state, Choice("activate", 0, handle(state, "Outlet"), 1)))
    assert not may(state)


def test_400_7_returned_to_the_hand_it_is_cast_for_its_mana_cost_alone() -> None:
    state = discarded(laid())
    back = Choice("activate", 0, handle(state, "Back"), targets=(handle(state, "Bolt", "graveyard"),))
    state = settled(play(state, back))
    assert verify(state, Choice("cast", 0, handle(state, "Bolt", "hand"), how=("mayhem",))) is not None


def test_702_187b_in_another_turn_it_is_not_cast() -> None:
    state = until(discarded(laid()), "upkeep", 1)
    assert (
        verify(play(state, Choice("pass", 1)), Choice("cast", 0, handle(state, "Bolt", "graveyard"), how=("mayhem",)))
        is not None
    )
