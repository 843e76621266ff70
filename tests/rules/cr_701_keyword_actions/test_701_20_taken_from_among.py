"""Cards looked at, revealed or milled, some of them taken and the rest put away (608.2c, 608.2d, 701.17c, 701.20)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.events.zones import NO_MORE
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.state.properties import LIBRARY_OF
from reiterate.terms.effects_zones import LookAt, PutRest, Take
from tests.support.acting import count, only, says, settled, top
from tests.support.beasts import card, cast
from tests.support.boards import BEAR, FOREST, creature, play
from tests.support.shown import shows

WOLF = creature("Wolf", 2, 2)
LOOK = "Look at the top three cards of your library. "


def library(*cards: tuple[object, object]) -> Layout:
    layout = Layout(2)
    layout.library(0, list(cards))  # type: ignore[arg-type] # printed facts with numbers
    return layout


def offers(state: State) -> set[str]:
    """The answers that a question for a name has."""
    return {choice.answer for option in options(state) for choice in instances(state, option, 9)}


@shows(LookAt, Take, PutRest)
@pytest.mark.parametrize("n", [1, 10**30])
def test_608_2c_all_cards_of_a_set_are_taken_and_the_rest_put_away(n: int) -> None:
    layout = library((FOREST, 2), (BEAR, 1), (FOREST, 1), (WOLF, 1), (BEAR, n))
    text = "Reveal the top five cards of your library. Put all land cards revealed this way into your hand and the rest {}."
    state = cast(layout, text.format("into your graveyard"))
    assert (count(state, "Forest", "hand"), top(state, 0)) == (3, [("Bear", n)])
    assert (count(state, "Bear", "graveyard"), count(state, "Wolf", "graveyard")) == (1, 1)
    layout = library((FOREST, 2), (BEAR, 1), (FOREST, 1), (BEAR, 1), (WOLF, n))
    state = cast(
        layout, text.format("on the bottom of your library in a random order")
    )  # two like cards have one order
    assert (count(state, "Forest", "hand"), top(state, 0)) == (3, [("Wolf", n), ("Bear", 2)])


@shows(Take)
def test_608_2d_a_card_that_may_be_taken_and_what_depends_on_it() -> None:
    text = (
        LOOK + "You may put a creature card from among them onto the battlefield tapped. "
        "If you do, you gain 1 life. Put the rest into your graveyard."
    )
    layout = library((BEAR, 1), (FOREST, 2), (WOLF, 4))
    state = cast(layout, text)
    assert offers(state) == {"Bear", NO_MORE}  # the Forests are no creature cards
    there = says(state, "Bear")
    assert only(there, "Bear").cls.tapped and there.rows != state.rows
    assert (count(there, "Forest", "graveyard"), top(there, 0)) == (2, [("Wolf", 4)])
    kept = says(state, NO_MORE)
    assert count(kept, "Bear") == 0
    assert (count(kept, "Bear", "graveyard"), count(kept, "Forest", "graveyard")) == (1, 2)
    none = cast(library((FOREST, 3)), text)
    assert count(none, "Forest", "graveyard") == 3
    assert top(cast(library(), text), 0) == []


@shows(Take)
def test_608_2c_if_you_dont_speaks_of_what_was_taken() -> None:
    text = (
        LOOK + "You may put a land card from among them onto the battlefield. "
        "If you don't, put a card from among them into your hand. Put the rest into your graveyard."
    )
    state = cast(library((BEAR, 1), (FOREST, 1), (WOLF, 4)), text)
    there = says(state, "Forest")
    assert (count(there, "Forest"), count(there, "Bear", "graveyard")) == (1, 1)
    assert count(there, "Wolf", "graveyard") == 1
    other = says(state, NO_MORE)
    assert offers(other) == {"Bear", "Forest", "Wolf"}
    other = says(other, "Wolf")
    assert (count(other, "Wolf", "hand"), count(other, "Forest", "graveyard")) == (1, 1)


@shows(Take)
@pytest.mark.parametrize("n", [1, 10**30])
def test_701_17c_cards_are_taken_from_among_those_milled_alone(n: int) -> None:
    layout = library((FOREST, 3), (BEAR, n))
    layout.put(FOREST, 0, "graveyard", n=n)
    state = cast(layout, "Mill three cards. Put all land cards from among them into your hand.")
    assert (count(state, "Forest", "hand"), count(state, "Forest", "graveyard")) == (3, n)
    layout = library((FOREST, 2), (BEAR, n))
    layout.put(BEAR, 0, "graveyard", n=n)
    state = cast(
        layout, "Mill two cards. You may put a creature card from among the milled cards into your hand. Draw a card."
    )
    assert (count(state, "Bear", "hand"), count(state, "Bear", "graveyard")) == (1, n)  # drawn; none was milled


@shows(PutRest)
def test_401_4_the_rest_in_any_order_and_in_a_random_order() -> None:
    text = LOOK + "Put one of them into your hand and the rest {}."
    layout = library((BEAR, 1), (FOREST, 1), (WOLF, 5))
    state = cast(layout, text.format("on the bottom of your library in any order"))
    state = says(says(state, "Forest"), "Bear")
    assert count(state, "Forest", "hand") == 1
    assert top(state, 0) == [("Wolf", 4), ("Bear", 1), ("Wolf", 1)]
    state = cast(layout, text.format("on the bottom of your library in a random order"))
    with pytest.raises(Unsupported, match="random order"):
        says(state, "Wolf")
    text = LOOK + "Put any number of them into your graveyard and the rest back on top of your library in any order."
    state = cast(library((BEAR, 1), (FOREST, 5)), text)
    state = says(says(state, "Bear"), NO_MORE)
    assert (count(state, "Bear", "graveyard"), top(state, 0)) == (1, [("Forest", 5)])


@pytest.mark.parametrize(
    "text",
    [
        LOOK,
        LOOK + "Put one of them into your hand.",
        "Put the rest into your graveyard.",
        "Draw a card. Put one of them into your hand.",
        "Target player mills three cards. Put a land card from among them into your hand.",
        LOOK + "At the beginning of the next end step, put the rest into your graveyard.",
        LOOK + "If you control a Goblin, put the rest into your graveyard.",
        LOOK + LOOK + "Put the rest into your graveyard.",
        LOOK + "You may put a land card from among them onto the battlefield and the rest into your graveyard.",
    ],
)
def test_608_2c_words_about_cards_that_are_not_told_are_not_read(text: str) -> None:
    made = compile_card({"name": "Study", "type_line": "Sorcery", "oracle_text": text.strip(), "mana_cost": "{U}"})
    assert not made.complete


def test_608_2d_another_choice_before_the_rest_is_put_away_is_refused() -> None:
    text = LOOK + "You may draw a card. Put the rest into your graveyard."
    with pytest.raises(Unsupported, match="before cards looked at"):
        cast(library((BEAR, 9)), text)


@pytest.mark.parametrize("rest", ["bottom of your library", "bottom of your library in any order"])
def test_701_20_the_cards_of_a_library_without_cards_are_looked_at(rest: str) -> None:
    """There are none, and nothing is put anywhere: it was a bug of the program."""
    layout = library()
    text = f"Look at the top two cards of your library. Put one of them into your hand and the rest on the {rest}."
    row = layout.put(card(text, "Instant"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = settled(play(normal(layout.done()), Choice("cast", 0, row)))
    assert count(state, "Sample", "hand") == 0 and not state.seqs.get(f"{LIBRARY_OF}0")
