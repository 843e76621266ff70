"""Searching by the mana value of what was sacrificed (701.23, 608.2h, 202.3), and milling by its power (701.17)."""

from __future__ import annotations

import pytest

from reiterate.oracle.clause import Context, read_line
from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import NotUnderstood
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, only, question, says, settled
from tests.support.boards import FOREST, creature, play
from tests.support.texts import card, said

ONE = creature("One", cost=("R",))
TWO = creature("Two", cost=("2",))
THREE = creature("Three", cost=("2", "R"))
TOKEN = Proto("Token", ("creature",), power=5, toughness=5, token=True)
SEARCH = "Sacrifice a creature: Search your library for a creature card with mana value"
EQUAL = (
    f"{SEARCH} equal to 1 plus the sacrificed creature's mana value, put that card onto the battlefield, then shuffle."
)
UP_TO = (
    f"{SEARCH} X or less, where X is 2 plus the sacrificed creature's mana value. "
    "Put that card onto the battlefield, then shuffle."
)


def searched(text: str, given: Proto) -> State:
    """While the permanent of this text searches a library of creatures of mana value one, two and three."""
    layout = Layout(2)
    layout.put(card(text, "Artifact", "Pod"), 0)
    layout.put(given, 0)
    layout.library(0, [(ONE, 2), (TWO, 2), (THREE, 2), (FOREST, 2)])
    state = layout.done()
    return settled(play(state, said(state, f"activate Pod sacrificing {given.name}")))


def find(state: State, name: str) -> State:
    """A card is found."""
    return settled(says(state, picks=((handle(state, name, "library"), 1),)))


@pytest.mark.parametrize(
    ("text", "given", "names"),
    [
        (EQUAL, TOKEN, {"One"}),  # 202.3a: an object without a mana cost has mana value 0
        (EQUAL, ONE, {"Two"}),
        (EQUAL, TWO, {"Three"}),
        (UP_TO, TOKEN, {"One", "Two"}),
        (UP_TO, ONE, {"One", "Two", "Three"}),
    ],
)
def test_608_2h_the_mana_value_is_that_of_what_was_sacrificed(text: str, given: Proto, names: set[str]) -> None:
    state = searched(text, given)
    _, seat, rows = question(state)
    assert (seat, {state.rows[row].cls.proto.name for row in rows}) == (0, names)  # type: ignore[union-attr] # known cards
    name = min(names)
    done = find(state, name)
    assert (count(done, name), count(done, name, "library")) == (1, 2 - 1)


def test_701_23b_nothing_has_to_be_found() -> None:
    done = searched(EQUAL, THREE)  # no card of mana value 4 is there
    assert [count(done, name, "library") for name in ("One", "Two", "Three", "Forest")] == [2, 2, 2, 2]


def test_608_2h_what_is_sacrificed_as_it_resolves() -> None:
    text = EQUAL.replace(
        SEARCH, "{R}: You may sacrifice a creature. If you do, search your library for a creature card with mana value"
    )
    layout = Layout(2)
    layout.put(card(text, "Artifact", "Pod"), 0)
    layout.put(TWO, 0)
    layout.set_player(0, "mana.R", 1)
    layout.library(0, [(ONE, 2), (TWO, 2), (THREE, 2), (FOREST, 2)])
    state = layout.done()
    asking = settled(play(state, said(state, "activate Pod")))
    left = settled(play(asking, Choice("may", 0, answer="no")))
    assert (count(left, "Two"), count(left, "Three", "library")) == (1, 2)
    done = find(play(asking, Choice("may", 0, answer="yes")), "Three")
    assert (count(done, "Two"), count(done, "Two", "graveyard"), count(done, "Three")) == (0, 1, 1)


def test_122_6_the_card_found_enters_with_a_counter() -> None:
    text = EQUAL.replace("battlefield,", "battlefield with an additional +1/+1 counter on it,")
    done = find(searched(text, ONE), "Two")
    assert only(done, "Two").get("counter.+1/+1") == 1


def test_601_2c_a_target_is_chosen_before_anything_is_sacrificed() -> None:
    line = (
        "Sacrifice a creature: Destroy target creature with mana value equal to the sacrificed creature's mana value."
    )
    assert isinstance(read_line(line, Context("Test Card"))[0], NotUnderstood)


def test_608_2h_nothing_was_sacrificed() -> None:
    assert isinstance(read_line(EQUAL.replace("Sacrifice a creature", "{T}"), Context("Test Card"))[0], NotUnderstood)


MILLS = (
    "Sacrifice a creature: Target player puts a number of cards equal to the sacrificed creature's power "
    "from the top of their library into their graveyard."
)


@pytest.mark.parametrize(("power", "milled"), [(3, 3), (0, 0), (9, 6)])  # 701.17b: as many as possible
def test_701_17a_the_old_words_of_milling(power: int, milled: int) -> None:
    layout = Layout(2)
    layout.put(card(MILLS, "Artifact", "Altar"), 0)
    layout.put(creature("Ox", power, 4), 0)
    layout.library(1, [(FOREST, 6)])
    state = layout.done()
    done = settled(play(state, said(state, "activate Altar sacrificing Ox targeting p2")))
    assert (count(done, "Forest", "graveyard"), count(done, "Forest", "library")) == (milled, 6 - milled)


def test_613_4_the_power_it_had_as_it_was_sacrificed() -> None:
    layout = Layout(2)
    layout.put(card(MILLS, "Artifact", "Altar"), 0)
    layout.put(card("Creatures you control get +2/+2."), 0)
    layout.put(creature("Ox", 1, 1), 0)
    layout.library(1, [(FOREST, 6)])
    state = layout.done()
    done = settled(play(state, said(state, "activate Altar sacrificing Ox targeting p2")))
    assert count(done, "Forest", "graveyard") == 3
