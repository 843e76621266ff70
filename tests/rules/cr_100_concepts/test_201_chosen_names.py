"""A card name that is chosen as a spell or ability resolves (201.4), and the card with that name (701.20)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.step import step_if_legal
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.base import replace
from reiterate.terms.effects_zones import ChooseName
from reiterate.terms.proto import Proto
from tests.support.acting import count, says, top
from tests.support.beasts import cast
from tests.support.boards import BEAR, FOREST, creature
from tests.support.shown import shows
from tests.support.written import not_read

WOLF = creature("Wolf", 2, 2)
DIG = (
    "Choose a card name. Exile the top two cards of your library, then reveal cards from the top of your library until "
    "you reveal a card with the chosen name. Put that card into your hand and exile all other cards revealed this way."
)


def asked_for_a_name(*cards: tuple[object, object], more: Layout | None = None) -> State:
    layout = more or Layout(2)
    layout.library(0, list(cards))  # type: ignore[arg-type] # printed facts with numbers
    return cast(layout, DIG)


@shows(ChooseName)
def test_201_4_the_first_card_with_the_chosen_name_is_found_behind_what_was_exiled() -> None:
    state = asked_for_a_name((BEAR, 2), (FOREST, 3), (BEAR, 1), (WOLF, 4))
    assert question_of(state).kind == "name"
    bear = says(state, "Bear")
    # the two Bears on top were exiled without being revealed for their name
    assert (count(bear, "Bear", "exile"), count(bear, "Forest", "exile"), count(bear, "Bear", "hand")) == (2, 3, 1)
    assert top(bear, 0) == [("Wolf", 4)]


@pytest.mark.parametrize("n", [1, 10**30])
def test_201_4_a_name_that_no_card_of_the_library_has_exiles_all_of_it(n: int) -> None:
    state = says(asked_for_a_name((BEAR, 2), (FOREST, 1), (WOLF, n)), "Island")
    assert top(state, 0) == [] and count(state, "Wolf", "exile") == n
    alone = says(asked_for_a_name((BEAR, 1), (WOLF, 1)), "Wolf")  # it is gone by then
    assert top(alone, 0) == [] and count(alone, "Wolf", "hand") == 0


def test_201_4_names_of_tokens_are_no_card_names() -> None:
    layout = Layout(2)
    layout.put(replace(creature("Wisp", 1, 1), token=True), 0)
    state = asked_for_a_name((BEAR, 3), more=layout)
    for name in ("Wisp", "", "a\nb", "x" * 1000):
        refused = step_if_legal(state, Choice("answer", 0, answer=name))
        assert isinstance(refused, Refusal) and (refused.code, refused.rule) == ("answer", "201.4"), name


def test_201_4b_one_half_of_a_split_card_is_named_and_not_both() -> None:
    left, right = (replace(creature(name, 1, 1), types=("instant",)) for name in ("Fire", "Ice"))
    split = replace(left, name="Fire // Ice", halves=(left, right))
    state = asked_for_a_name((BEAR, 3), (split, 1), (WOLF, 1))
    refused = step_if_legal(state, Choice("answer", 0, answer="Fire // Ice"))
    assert isinstance(refused, Refusal) and refused.rule == "201.4"
    for half in ("Fire", "Ice"):
        assert count(says(state, half), "Fire // Ice", "hand") == 1


@pytest.mark.parametrize("held", [False, True])
def test_400_2_an_answer_tells_nothing_of_an_opponents_hand(held: bool) -> None:
    """A split card's whole name and a name that only a token has are refused, whatever the other player holds."""
    left, right = (replace(creature(name, 1, 1), types=("instant",)) for name in ("Fire", "Ice"))
    layout = Layout(2)
    layout.put(replace(creature("Wisp", 1, 1), token=True), 0)
    if held:
        layout.put(replace(left, name="Fire // Ice", halves=(left, right)), 1, "hand")
        layout.put(creature("Wisp", 1, 1), 1, "hand")
    state = asked_for_a_name((BEAR, 3), (WOLF, 1), more=layout)
    for name in ("Fire // Ice", "Wisp"):
        assert isinstance(step_if_legal(state, Choice("answer", 0, answer=name)), Refusal)
    assert count(says(state, "Fire"), "Wolf", "exile") == 1


def test_201_4_names_are_offered_that_the_player_may_know() -> None:
    layout = Layout(2)
    layout.library(1, [(creature("Secret", 1, 1), 3)])
    layout.put(creature("Seen", 1, 1), 1)
    state = asked_for_a_name((BEAR, 3), (WOLF, 1), more=layout)
    offered = {choice.answer for option in options(state) for choice in instances(state, option, 9)}
    assert {"Bear", "Seen", "Wolf", "Plains"} <= offered and "Secret" not in offered


def test_701_20_an_unknown_card_on_the_way_is_refused() -> None:
    layout = Layout(2)
    layout.library(0, [(BEAR, 2), (Proto("unknown card", ()), 1), (WOLF, 1)])
    with pytest.raises(Unsupported):
        says(cast(layout, DIG), "Wolf")


def test_201_4_the_chosen_name_is_nothing_where_nobody_chooses_one() -> None:
    assert not_read(DIG.partition(". ")[2], "Instant")
