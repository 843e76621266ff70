"""No maximum hand size until a player's next turn, or for the rest of the game (402.2, 514.1)."""

from __future__ import annotations

import pytest

from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn.turn_structure import excess_cards
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.terms.effects_players import NoMaximumHandSize
from tests.support.acting import settled, until
from tests.support.boards import BEAR, play
from tests.support.shown import shows
from tests.support.texts import card, said

NEXT = "You have no maximum hand size until your next turn."
GAME = "You have no maximum hand size for the rest of the game."


def after(text: str, *more: str) -> State:
    """A hand of ten cards after spells of these texts resolved."""
    layout = Layout(2)
    layout.put(BEAR, 0, "hand", n=10)
    layout.put(BEAR, 1, "hand", n=10)
    for i, each in enumerate((text, *more)):
        layout.put(card(each, "Instant", f"Spell {i}"), 0, "hand")
    for seat in (0, 1):
        layout.library(seat, [(BEAR, 20)])
    layout.set_player(0, "mana.R", 1 + len(more))
    state = layout.done()
    for i in range(1 + len(more)):
        state = settled(play(state, said(state, f"cast Spell {i}")))
    return state


@shows(NoMaximumHandSize)
@pytest.mark.parametrize(
    ("texts", "excess"),
    [(("You gain 1 life.",), 3), ((NEXT,), 0), ((GAME,), 0), ((GAME, NEXT), 0), ((NEXT, GAME), 0)],
)
def test_402_2_no_cards_are_over_the_maximum(texts: tuple[str, ...], excess: int) -> None:
    state = after(*texts)
    assert excess_cards(state, 0) == excess
    assert excess_cards(state, 1) == 3  # it is about one player
    assert excess_cards(state_from_json(state_to_json(state)), 0) == excess


@pytest.mark.parametrize(("texts", "later"), [((NEXT,), 3), ((GAME,), 0), ((GAME, NEXT), 0)])
def test_402_2_it_ends_as_the_next_turn_of_that_player_begins(texts: tuple[str, ...], later: int) -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, "hand", n=10)
    for i, each in enumerate(texts):
        layout.put(card(each, "Instant", f"Spell {i}"), 0, "hand")
    for seat in (0, 1):
        layout.library(seat, [(BEAR, 20)])
    layout.set_player(0, "mana.R", len(texts))
    state = layout.done()
    for i in range(len(texts)):
        state = settled(play(state, said(state, f"cast Spell {i}")))
    theirs = until(state, "upkeep", 1)
    assert excess_cards(theirs, 0) == 0
    assert excess_cards(until(theirs, "upkeep", 0), 0) == later
