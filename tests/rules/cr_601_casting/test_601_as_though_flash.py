"""Spells cast as though they had flash (601.3b, 702.8), and for no mana by any player; affinity that spells are given (702.41)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.costs.casting import FREE
from reiterate.rules.decisions.filling import covers
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.boards import FOREST, creature, play
from tests.support.texts import card

BEAR = creature("Bear", 2, 2, cost=("1", "G"))
WURM = creature("Wurm", 6, 6, cost=("5", "G"))
ALUREN = "Any player may cast creature spells with mana value 3 or less without paying their mana costs and as though they had flash."


def legal(state: State, choice: Choice) -> bool:
    """Whether a choice is legal; it is offered just where it is (law 7)."""
    fine = verify(state, choice) is None
    assert covers(state, options(state), choice) == fine
    return fine


def in_upkeep(text: str, seat: int = 0, active: int = 0, **mana: int) -> tuple[Layout, int]:
    layout = Layout(2, active=active, step="upkeep")
    layout.put(card(text), 0)
    for kind, amount in mana.items():
        layout.set_player(seat, f"mana.{kind}", amount)
    return layout, layout.put(BEAR, seat, "hand")


@pytest.mark.parametrize(
    ("text", "mine", "theirs"),
    [
        ("You may cast spells as though they had flash.", True, False),
        ("You may cast creature spells as though they had flash.", True, False),
        ("You may cast artifact spells as though they had flash.", False, False),
        ("Any player may cast creature spells as though they had flash.", True, True),
        ("As long as you control a Forest, you may cast spells as though they had flash.", False, False),
    ],
)
def test_601_3b_whose_spells_are_cast_as_though_they_had_flash(text: str, mine: bool, theirs: bool) -> None:
    for seat, expected in ((0, mine), (1, theirs)):
        layout, bear = in_upkeep(text, seat, G=2)
        state = layout.done()
        if seat:
            state = play(state, Choice("pass", 0))
        assert legal(state, Choice("cast", seat, bear)) == expected


def test_601_3b_the_condition_of_such_an_effect_is_asked() -> None:
    layout, bear = in_upkeep("As long as you control a Forest, you may cast spells as though they had flash.", G=2)
    layout.put(FOREST, 0)
    assert legal(layout.done(), Choice("cast", 0, bear))


@pytest.mark.parametrize("seat", [0, 1])
def test_601_3b_any_player_casts_small_creatures_for_nothing_at_any_time(seat: int) -> None:
    layout, bear = in_upkeep(ALUREN, seat)
    wurm = layout.put(WURM, seat, "hand")
    state = layout.done()
    if seat:
        state = play(state, Choice("pass", 0))
    assert legal(state, Choice("cast", seat, bear, how=(FREE,)))
    assert not legal(state, Choice("cast", seat, wurm, how=(FREE,)))


def test_118_9a_only_what_is_cast_for_nothing_is_cast_as_though_it_had_flash() -> None:
    layout, bear = in_upkeep(ALUREN, G=2)
    assert not legal(layout.done(), Choice("cast", 0, bear))


def test_118_9a_another_effect_that_costs_nothing_gives_no_flash() -> None:
    layout, bear = in_upkeep("You may cast spells from your hand without paying their mana costs.")
    assert not legal(layout.done(), Choice("cast", 0, bear, how=(FREE,)))


@pytest.mark.parametrize(("forests", "fine"), [(1, True), (0, False)])
def test_601_3d_a_card_that_may_be_cast_so_under_a_condition(forests: int, fine: bool) -> None:
    layout = Layout(2, step="upkeep")
    text = "You may cast ~ as though it had flash if you control a Forest."
    hound = layout.put(card(text, "Creature — Test", name="Hound", cost="{R}"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    if forests:
        layout.put(FOREST, 0)
    assert legal(layout.done(), Choice("cast", 0, hound)) == fine


@pytest.mark.parametrize(("artifacts", "fine"), [(0, False), (1, True), (5, True)])
def test_702_41a_spells_that_are_given_affinity_cost_less(artifacts: int, fine: bool) -> None:
    layout = Layout(2)
    layout.put(card("Creature spells you cast have affinity for artifacts."), 0)
    bear = layout.put(BEAR, 0, "hand")
    layout.put(card("", "Artifact", name="Rock"), 1, n=9)
    for _ in range(artifacts):
        layout.put(card("", "Artifact", name="Rock"), 0)
    layout.set_player(0, "mana.G", 1)
    assert legal(layout.done(), Choice("cast", 0, bear)) == fine


def test_702_41b_each_instance_of_affinity_counts() -> None:
    layout = Layout(2)
    layout.put(card("Creature spells you cast have affinity for artifacts."), 0)
    golem = layout.put(card("Affinity for artifacts", "Creature — Test", name="Hulk", cost="{4}"), 0, "hand")
    layout.put(card("", "Artifact", name="Rock"), 0, n=2)
    assert legal(layout.done(), Choice("cast", 0, golem))
