"""What an effect moved away is read as it last was: its size, its counters, its controller (608.2h, 400.7j)."""

from __future__ import annotations

import pytest

from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support.acting import count
from tests.support.boards import life
from tests.support.combats import answering, run
from tests.support.texts import card

BEAR = card("", "Creature — Bear", "Bear", "{1}{G}")
_DEFINED = "Mortivore's power and toughness are each equal to the number of creature cards in your graveyard."


def mortivore() -> Proto:
    return card(_DEFINED, "Creature — Lhurgoyf", "Mortivore", "{2}{B}{B}")


def cast(text: str, layout: Layout, *said: str, aim: str = "") -> State:
    """After a sorcery of this text was cast and resolved; these lines answer what is asked on the way."""
    layout.put(card(text, "Sorcery", "Spell", "{0}"), 0, "hand")
    return answering(run(layout.done(), f"cast Spell{aim}"), *said)


def grown() -> Layout:
    """A 4/4 Bear: a 2/2 with two counters."""
    layout = Layout(2)
    layout.put(BEAR, 0, counters={"+1/+1": 2})
    return layout


GAIN = "You gain life equal to its power."
MOVES = [
    "Return a creature you control to its owner's hand. " + GAIN,
    "You may return a creature you control to its owner's hand. If you do, you gain life equal to its power.",
    "You may return a creature you control to its owner's hand. When you do, you gain life equal to its power.",
    "Exile a creature you control. " + GAIN,
    "Choose a creature you control. Return it to its owner's hand. " + GAIN,
    "Exile a creature you control. If it had a +1/+1 counter on it, you gain 4 life.",
    "Return a creature you control to its owner's hand. When you do, you gain life equal to that creature's power.",
]


@pytest.mark.parametrize("text", MOVES)
def test_608_2h_what_was_moved_is_as_it_last_was(text: str) -> None:
    assert life(cast(text, grown(), "yes"), 0) == 24


@pytest.mark.parametrize("text", MOVES)
def test_608_2h_a_token_that_ceased_to_exist_is_as_it_last_was(text: str) -> None:
    layout = Layout(2)
    made = "Create a 2/2 green Bear creature token. Put two +1/+1 counters on it."
    layout.put(card(made, "Sorcery", "Maker", "{0}"), 0, "hand")
    layout.put(card(text, "Sorcery", "Spell", "{0}"), 0, "hand")
    state = answering(run(layout.done(), "cast Maker"))
    assert life(answering(run(state, "cast Spell"), "yes"), 0) == 24


@pytest.mark.parametrize("then", [GAIN, "When you do, you gain life equal to its power."])
def test_608_2h_what_a_target_was_before_it_was_returned(then: str) -> None:
    text = f"Return target creature you control to its owner's hand. {then}"
    assert life(cast(text, grown(), aim=" targeting Bear"), 0) == 24


def test_608_2h_it_is_as_effects_made_it() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(card("Creatures you control get +1/+1."), 0)
    assert life(cast(MOVES[0], layout), 0) == 23


def test_608_2h_its_controller_is_who_last_controlled_it() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, controller=1)
    text = "Choose a creature an opponent controls. Return it to its owner's hand. That creature's controller loses 4 life."
    done = cast(text, layout)
    assert (life(done, 0), life(done, 1), count(done, "Bear", "hand")) == (20, 16, 1)


def test_608_2h_it_deals_damage_as_it_last_was() -> None:
    layout = Layout(2)
    layout.put(card("Lifelink", "Creature — Bear", "Bear"), 0, counters={"+1/+1": 2})
    text = "Return a creature you control to its owner's hand. It deals damage equal to its power to each opponent."
    done = cast(text, layout)
    assert (life(done, 0), life(done, 1)) == (24, 16)


@pytest.mark.parametrize(
    ("text", "gained"),
    [
        ("Return target creature card from your graveyard to your hand. You gain life equal to that card's power.", 3),
        (
            "Return target creature card from your graveyard to your hand. When you do, you gain life equal to its power.",
            3,
        ),
        ("Exile target creature card from your graveyard. You gain life equal to that card's power.", 2),
    ],
)
def test_608_2h_a_card_is_read_where_it_lay_once_it_is_hidden_and_where_it_lies_in_public(
    text: str, gained: int
) -> None:
    """Three creature cards in the graveyard with itself, two without it: in exile it is known as it is there (400.7j)."""
    layout = Layout(2)
    layout.put(mortivore(), 0, "graveyard")
    layout.put(BEAR, 0, "graveyard", n=2)
    assert life(cast(text, layout, aim=" targeting Mortivore"), 0) == 20 + gained


def test_400_7j_what_is_done_to_it_is_done_to_the_card_that_it_became() -> None:
    """What is read is the 4/4 that left; what is returned is the card in exile, a 2/2."""
    text = "Exile a creature you control. You gain life equal to its power. Return that card to the battlefield under its owner's control."
    done = cast(text, grown())
    assert life(done, 0) == 24
    assert count(done, "Bear") == 1
