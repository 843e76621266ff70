"""A choice among cards of which some came there by an earlier part of the same spell or ability (608.2c, 608.2d)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import count, says, top
from tests.support.beasts import cast
from tests.support.boards import BEAR, FOREST, creature

WOLF = creature("Wolf", 2, 2)
BACK = "Draw two cards, then put a card from your hand on top of your library."
DUG = "Mill three cards, then return a creature card from your graveyard to your hand."


def library(*cards: tuple[object, object]) -> Layout:
    layout = Layout(2)
    layout.library(0, list(cards))  # type: ignore[arg-type] # printed facts with numbers
    return layout


@pytest.mark.parametrize("name", ["Bear", "Forest", "Wolf"])
def test_608_2c_a_card_is_chosen_among_those_drawn_and_those_that_were_there(name: str) -> None:
    layout = library((FOREST, 1), (WOLF, 1), (FOREST, 3))
    layout.put(BEAR, 0, "hand")
    state = cast(layout, BACK)
    assert question_of(state).words == ("Bear", "Forest", "Wolf")
    state = says(state, name)
    assert top(state, 0)[0][0] == name
    assert sum(count(state, each, "hand") for each in ("Bear", "Forest", "Wolf")) == 2
    assert count(state, name, "hand") == 0


def test_608_2d_alike_cards_are_no_choice() -> None:
    state = cast(library((WOLF, 2)), BACK)
    assert asked(state) == "priority" and top(state, 0) == [("Wolf", 1)] and count(state, "Wolf", "hand") == 1


def milled(*cards: tuple[object, object]) -> State:
    layout = library(*cards)
    layout.put(BEAR, 0, "graveyard")
    return cast(layout, DUG)


def test_608_2c_a_card_of_the_graveyard_is_chosen_among_those_milled_too() -> None:
    state = milled((WOLF, 1), (FOREST, 1), (BEAR, 1), (FOREST, 4))
    assert set(question_of(state).words) == {"Bear", "Wolf"}  # a Forest is no creature card
    bear = says(state, "Bear")
    assert (count(bear, "Bear", "hand"), count(bear, "Bear", "graveyard"), count(bear, "Wolf", "graveyard")) == (
        1,
        1,
        1,
    )
    wolf = says(state, "Wolf")
    assert (count(wolf, "Wolf", "hand"), count(wolf, "Bear", "graveyard")) == (1, 2)


def test_608_2d_no_milled_card_is_of_the_set() -> None:
    state = milled((FOREST, 7))
    assert asked(state) == "priority" and count(state, "Bear", "hand") == 1
