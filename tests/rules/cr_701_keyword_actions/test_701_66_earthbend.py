"""Earthbending, and delayed abilities that watch a thing that was named as they were set up (701.66a, 603.7c)."""

from __future__ import annotations

import pytest

from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import onward, settled
from tests.support.boards import BEAR, FOREST, life, named
from tests.support.combats import run
from tests.support.texts import card, code

BENDER = "{0}: Earthbend 2."
KILLER = "{0}: Destroy target land."
EXILER = "{0}: Exile target land."
BOUNCER = "{0}: Return target land to its owner's hand."


def board(*more: str, lands: int = 1, controller: int = 0) -> Layout:
    layout = Layout(2)
    layout.put(card(BENDER, "Artifact", name="Bender"), 0)
    for i, text in enumerate(more):
        layout.put(card(text, "Artifact", name=f"Tool {i}"), 0)
    layout.put(FOREST, controller, n=lands)
    return layout


def land(state: State) -> int:
    """The one Forest on the battlefield."""
    (found,) = (h for h, row in state.rows.items() if row in named(state, "Forest"))
    return found


def bent(layout: Layout) -> State:
    return settled(run(layout.done(), "activate Bender targeting Forest"))


def test_701_66a_the_land_is_a_0_0_creature_with_haste_besides_what_it_was_with_counters() -> None:
    state = bent(board())
    chars = view(state, land(state))
    assert set(chars.types) == {"land", "creature"}
    assert "haste" in chars.keywords
    assert "Forest" in chars.subtypes
    assert (power(state, land(state)), toughness(state, land(state))) == (2, 2)
    assert chars.activated  # its mana ability stays


def test_701_66a_a_second_time_adds_counters_and_another_ability() -> None:
    state = settled(run(bent(board()), "activate Bender targeting Forest"))
    assert (power(state, land(state)), toughness(state, land(state))) == (4, 4)
    assert sum(row.cls.kind == "delayed" for row in state.rows.values()) == 2


def test_701_66a_only_lands_of_ones_own_are_targets() -> None:
    assert code(board(controller=1).done(), "activate Bender targeting Forest")


@pytest.mark.parametrize("tool", [KILLER, EXILER])
def test_701_66a_it_comes_back_tapped_as_a_land_alone(tool: str) -> None:
    state = settled(run(bent(board(tool)), "activate Tool 0 targeting Forest"))
    row = state.rows[land(state)]
    assert row.cls.tapped
    assert view(state, land(state)).types == ("land",)
    assert not row.get("counter.+1/+1")
    assert not any(row.cls.kind == "delayed" for row in state.rows.values())


def test_701_66a_what_goes_to_a_hand_does_not_come_back() -> None:
    state = settled(run(bent(board(BOUNCER)), "activate Tool 0 targeting Forest"))
    assert not named(state, "Forest")
    assert named(state, "Forest", "hand")


def test_701_66a_another_land_that_dies_does_not_come_back() -> None:
    layout = board(KILLER)
    layout.put(card("{T}: Add {R}.", "Land", name="Crag"), 0)
    state = settled(run(bent(layout), "activate Tool 0 targeting Crag"))
    assert not named(state, "Crag")
    assert any(row.cls.kind == "delayed" for row in state.rows.values())


def test_701_66a_the_ability_is_delayed_and_not_one_of_the_land() -> None:
    state = settled(run(bent(board(KILLER, "Lands lose all abilities.")), "activate Tool 0 targeting Forest"))
    assert named(state, "Forest")[0].cls.tapped


def test_701_66a_it_comes_back_under_the_control_of_who_earthbent() -> None:
    thief = "{0}: Gain control of target land."
    layout = board(KILLER)
    layout.put(card(thief, "Artifact", name="Thief"), 1)
    state = run(bent(layout), "pass", "activate Thief targeting Forest")
    state = settled(state)
    assert named(state, "Forest")[0].cls.controller == 1
    state = settled(run(state, "activate Tool 0 targeting Forest"))
    assert named(state, "Forest")[0].cls.controller == 0


WATCH = "{0}: Target creature gets +0/+1 until end of turn. When that creature dies this turn, you gain 3 life."


@pytest.mark.parametrize(("victim", "gained"), [("Bear", 3), ("Elk", 0)])
def test_603_7c_a_delayed_ability_watches_the_creature_that_was_named(victim: str, gained: int) -> None:
    layout = Layout(2)
    layout.put(card(WATCH, "Artifact", name="Watch"), 0)
    layout.put(card("{0}: Destroy target creature.", "Artifact", name="Blade"), 0)
    layout.put(BEAR, 0)
    layout.put(card("", "Creature — Elk", name="Elk"), 0)
    state = settled(run(layout.done(), "activate Watch targeting Bear"))
    state = settled(run(state, f"activate Blade targeting {victim}"))
    assert life(state, 0) == 20 + gained


def test_603_7b_it_is_gone_behind_the_turn() -> None:
    layout = Layout(2)
    layout.put(card(WATCH, "Artifact", name="Watch"), 0)
    layout.put(card("{0}: Destroy target creature.", "Artifact", name="Blade"), 0)
    layout.put(BEAR, 0)
    state = settled(run(layout.done(), "activate Watch targeting Bear"))
    while state.game.prop("step") != "upkeep":
        state = onward(state)
    assert not any(row.cls.kind == "delayed" for row in state.rows.values())


def test_603_7c_its_controller_is_that_of_the_creature_as_it_last_was() -> None:
    layout = Layout(2)
    text = "{0}: Untap target creature. When that creature dies this turn, its controller loses 2 life."
    layout.put(card(text, "Artifact", name="Watch"), 0)
    layout.put(card("{0}: Destroy target creature.", "Artifact", name="Blade"), 0)
    layout.put(BEAR, 1)
    state = settled(run(layout.done(), "activate Watch targeting Bear"))
    state = settled(run(state, "activate Blade targeting Bear"))
    assert (life(state, 0), life(state, 1)) == (20, 18)
