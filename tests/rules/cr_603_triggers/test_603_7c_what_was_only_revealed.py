"""What a delayed ability remembers is there, or is gone by name: a card that was only revealed is not found again (603.7c, 400.7)."""

from __future__ import annotations

from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Ref, State
from tests.support.acting import count, settled, until
from tests.support.boards import BEAR, FOREST
from tests.support.texts import card

INSTINCT = (
    "At the beginning of your upkeep, reveal the top card of your library. If it's a creature card, put it onto the "
    "battlefield. That creature gains haste until end of turn. Sacrifice it at the beginning of the next end step."
)


def refers(state: State) -> None:
    """Each reference is to a row that is there."""
    for row in state.rows.values():
        assert all(ref.row in state.rows for ref in row.refs.values() if isinstance(ref, Ref)), row


def turn(top: object) -> State:
    layout = Layout(2)
    layout.put(card(INSTINCT, name="Instinct"), 1)
    layout.library(0, [(FOREST, 9)])
    layout.library(1, [(top, 1), (FOREST, 9)])  # type: ignore[list-item] # a card
    state = settled(until(layout.done(), "upkeep", 1))
    refers(state)
    state = until(state, "main1", 1)
    refers(state)
    state = settled(until(state, "end", 1))
    refers(state)
    return state


def test_603_7c_a_card_that_stays_in_the_library_is_forgotten() -> None:
    assert count(turn(FOREST), "Forest", "hand") == 1


def test_603_7c_a_creature_that_was_put_there_is_sacrificed() -> None:
    state = turn(BEAR)
    assert (count(state, "Bear"), count(state, "Bear", "graveyard")) == (0, 1)
