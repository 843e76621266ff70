"""Cards that an effect puts on one end of libraries at the same time: their owners arrange them (401.4)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import settled, top
from tests.support.boards import FOREST, play
from tests.support.combats import keyed
from tests.support.texts import card, said

CUB, MITE = keyed("Cub", 1, 1), keyed("Mite", 1, 1)


def answered(state: State, *names: str) -> State:
    """The position after a player has named cards in turn; each of them is asked of that player."""
    for name in names:
        assert asked(state) == "answer"
        state = play(state, Choice("answer", decider(state), answer=name))
    return settled(state)


def cast(spell: str) -> tuple[State, list[int]]:
    """The position in which the first player casts a spell, beside a Cub and a Mite of the second on three Forests."""
    layout = Layout(2)
    rows = [layout.put(CUB, 1), layout.put(MITE, 1, tapped=True)]
    for seat in range(2):
        layout.library(seat, [(FOREST, 3)])
    layout.put(card(spell, "Sorcery", "Spell", "{0}"), 0, "hand")
    return layout.done(), rows


@pytest.mark.parametrize("first", ["Cub", "Mite"])
def test_401_4_the_owner_arranges_what_goes_to_the_bottom_and_not_who_casts(first: str) -> None:
    state, _ = cast("Put all creatures on the bottom of their owners' libraries.")
    state = settled(play(state, said(state, "cast Spell")))
    assert (asked(state), decider(state)) == ("answer", 1)
    other = "Mite" if first == "Cub" else "Cub"
    assert top(answered(state, first), 1) == [("Forest", 3), (first, 1), (other, 1)]


@pytest.mark.parametrize("first", ["Cub", "Mite"])
def test_401_4_the_order_of_targets_is_no_order_in_the_library(first: str) -> None:
    state, rows = cast("Put two target creatures on top of their owners' libraries.")
    hand = next(
        h
        for h, r in state.rows.items()
        if r.cls.zone == "hand" and r.cls.proto is not None and r.cls.proto.name == "Spell"
    )
    state = settled(play(state, Choice("cast", 0, hand, targets=(rows[0], rows[1]))))
    assert (asked(state), decider(state)) == ("answer", 1)
    other = "Mite" if first == "Cub" else "Cub"
    assert top(answered(state, first), 1) == [(first, 1), (other, 1), ("Forest", 3)]


def test_401_4_like_cards_and_single_ones_are_not_asked_about() -> None:
    layout = Layout(2)
    layout.put(CUB, 0)
    layout.put(CUB, 1, n=2)
    layout.put(CUB, 1, tapped=True)
    layout.put(
        card("Put all creatures on the bottom of their owners' libraries.", "Sorcery", "Spell", "{0}"), 0, "hand"
    )
    for seat in range(2):
        layout.library(seat, [(FOREST, 3)])
    state = layout.done()
    state = settled(play(state, said(state, "cast Spell")))
    assert asked(state) == "priority"
    assert (top(state, 0), top(state, 1)) == ([("Forest", 3), ("Cub", 1)], [("Forest", 3), ("Cub", 2), ("Cub", 1)])


def test_401_4_cards_of_a_graveyard_are_arranged_too() -> None:
    layout = Layout(2)
    rows = [layout.put(each, 0, "graveyard") for each in (CUB, MITE)]
    layout.library(0, [(FOREST, 3)])
    text = "Put any number of target creature cards from your graveyard on top of your library."
    spell = layout.put(card(text, "Sorcery", "Spell", "{0}"), 0, "hand")
    state = settled(play(layout.done(), Choice("cast", 0, spell, targets=tuple(rows))))
    assert (asked(state), decider(state)) == ("answer", 0)
    assert top(answered(state, "Mite"), 0) == [("Mite", 1), ("Cub", 1), ("Forest", 3)]
