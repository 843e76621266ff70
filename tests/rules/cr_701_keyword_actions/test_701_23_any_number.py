"""Searching for any number of cards (701.23), the one card on top (701.20), Map tokens (111.10s), and a card revealed on entering."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import IllegalChoice
from reiterate.rules.events.zones import NO_MORE
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State
from tests.support.acting import count, says, settled
from tests.support.boards import BEAR, FOREST, creature, named, play
from tests.support.texts import card, code, said

OX, CAT = creature("Ox"), creature("Cat")


def cast(text: str, *library: tuple[object, int], kind: str = "Sorcery") -> State:
    """After a card of this text was cast over a library in this order, up to the first question."""
    layout = Layout(2)
    layout.put(card(text, kind), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    layout.library(0, list(library))  # type: ignore[arg-type] # cards with how many there are
    state = layout.done()
    return settled(play(state, said(state, "cast Test Card")))


ANY = "Search your library for any number of creature cards, exile them, then shuffle."


@pytest.mark.parametrize(("oxen", "cats"), [(3, 2), (0, 0), (2, 1)])
def test_701_23a_any_number_of_the_cards_of_a_set_is_found(oxen: int, cats: int) -> None:
    state = cast(ANY, (OX, 3), (FOREST, 4), (CAT, 2))
    rows = {r.cls.proto.name: h for h, r in state.rows.items() if r.cls.zone == "library" and r.cls.proto is not None}
    picks = tuple((rows[name], many) for name, many in (("Ox", oxen), ("Cat", cats)) if many)
    done = settled(says(state, picks=picks))
    assert (count(done, "Ox", "exile"), count(done, "Cat", "exile")) == (oxen, cats)
    assert count(done, "Forest", "library") == 4


def test_701_23a_no_land_is_among_creature_cards() -> None:
    state = cast(ANY, (OX, 1), (FOREST, 4))
    (forest,) = [h for h, r in state.rows.items() if r.cls.zone == "library" and r.cls.proto == FOREST]
    with pytest.raises(IllegalChoice):
        says(state, picks=((forest, 1),))


TOP = "Look at the top card of your library. If it's a land card, you may reveal it and put it into your hand."
ELSE = TOP + " If you don't put the card into your hand, you may put it into your graveyard."


def test_701_20a_a_card_of_the_set_may_be_taken() -> None:
    state = cast(TOP, (FOREST, 1), (OX, 3))
    taken = settled(says(state, "Forest"))
    assert (count(taken, "Forest", "hand"), count(taken, "Ox", "library")) == (1, 3)
    left = settled(says(state, NO_MORE))
    assert (count(left, "Forest", "hand"), count(left, "Forest", "library")) == (0, 1)


def test_701_20a_another_card_stays_on_top() -> None:
    done = cast(TOP, (OX, 1), (FOREST, 3))
    assert asked(done) == "priority"
    assert (count(done, "Ox", "library"), count(done, "Forest", "hand")) == (1, 0)


def test_608_2c_what_was_not_taken_may_go_to_the_graveyard() -> None:
    state = cast(ELSE, (OX, 1), (FOREST, 3))
    done = settled(says(state, "Ox"))
    assert (count(done, "Ox", "graveyard"), count(done, "Forest", "library")) == (1, 3)


@pytest.mark.parametrize(("top", "zone", "hand"), [("Forest", "battlefield", 0), ("Ox", "hand", 1)])
def test_608_2c_what_is_not_put_onto_the_battlefield_goes_to_the_hand(top: str, zone: str, hand: int) -> None:
    text = (
        "Look at the top card of your library. If it's a land card, you may put it onto the battlefield tapped. "
        "If you don't put the card onto the battlefield, put it into your hand."
    )
    state = cast(text, (FOREST if top == "Forest" else OX, 1), (CAT, 3))
    if asked(state) != "priority":
        state = settled(says(state, "Forest"))
    assert (count(state, top, zone), count(state, top, "hand")) == (1, hand)
    assert all(row.cls.tapped for row in named(state, "Forest"))


def test_111_10s_a_map_lets_a_creature_explore() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    layout.put(card("Create a Map token.", "Sorcery"), 0, "hand")
    layout.set_player(0, "mana.R", 2)
    layout.library(0, [(FOREST, 1), (OX, 3)])
    state = layout.done()
    state = settled(play(state, said(state, "cast Test Card")))
    assert count(state, "Map") == 1
    done = settled(play(state, said(state, "activate Map targeting Bear")))
    assert (count(done, "Map"), count(done, "Forest", "hand"), done.rows[bear].get("counter.+1/+1")) == (0, 1, 0)


REVEAL = "As Test Card enters, you may reveal a Forest card from your hand. If you don't, Test Card enters tapped."


@pytest.mark.parametrize(("answer", "tapped"), [("yes", False), ("no", True)])
def test_614_1c_a_land_enters_untapped_if_a_card_is_revealed(answer: str, tapped: bool) -> None:
    layout = Layout(2)
    row = layout.put(card(REVEAL, "Land", cost=""), 0, "hand")
    layout.put(FOREST, 0, "hand")
    state = says(play(layout.done(), Choice("play", 0, row)), answer)
    (made,) = named(state, "Test Card")
    assert (made.cls.tapped, count(state, "Forest", "hand")) == (tapped, 1)


def test_614_1c_who_has_no_such_card_is_not_asked() -> None:
    layout = Layout(2)
    row = layout.put(card(REVEAL, "Land", cost=""), 0, "hand")
    layout.put(BEAR, 0, "hand")
    layout.put(FOREST, 1, "hand")
    (made,) = named(play(layout.done(), Choice("play", 0, row)), "Test Card")
    assert made.cls.tapped


@pytest.mark.parametrize(("target", "refused"), [("One", "illegal-target"), ("Two", ""), ("Three", "illegal-target")])
def test_115_4_a_target_with_exactly_that_mana_value(target: str, refused: str) -> None:
    layout = Layout(2)
    for name, cost in (("One", ("1",)), ("Two", ("1", "R")), ("Three", ("2", "R"))):
        layout.put(creature(name, cost=cost), 1)
    layout.put(card("Destroy target creature with mana value 2.", "Sorcery"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    assert code(layout.done(), f"cast Test Card targeting {target}") == refused


def test_601_2h_the_source_goes_to_the_bottom_of_its_owners_library() -> None:
    layout = Layout(2)
    row = layout.put(
        card("{T}, Put Test Card on the bottom of its owner's library: You gain 1 life.", "Creature — Test"), 0
    )
    layout.library(0, [(OX, 3)])
    done = settled(play(layout.done(), Choice("activate", 0, row)))
    assert done.rows[done.seqs["library.0"][-1]].cls.proto.name == "Test Card"  # type: ignore[union-attr] # it is known


@pytest.mark.parametrize(
    ("words", "forests", "others"),
    [
        ("a card, put it into your hand", 1, 2),
        ("up to two basic land cards, put them onto the battlefield tapped", 2, 0),
        ("any number of land cards, exile them", 3, 0),
    ],
)
def test_701_23_like_cards_that_lie_apart_are_offered_no_more_often_than_they_are_found(
    words: str, forests: int, others: int
) -> None:
    """A question of twenty Forests hid the Mountain below them; the library is shuffled whichever of them is found."""
    deck = ((FOREST, 1), (OX, 1), (FOREST, 1), (CAT, 1), (FOREST, 1), (OX, 1))
    state = cast(f"Search your library for {words}, then shuffle.", *deck)
    rows = [state.rows[handle].cls.proto for handle in question_of(state).rows]
    assert (rows.count(FOREST), len(rows)) == (forests, forests + others)
    if others:
        found = read_sentence(state, "choose Forest")
        assert isinstance(found, Choice) and count(play(state, found), "Forest", "hand") == 1
