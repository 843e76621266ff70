"""What is scheduled for a skipped step won't happen; what waits for the next one waits for one that isn't skipped (614.10a)."""

from __future__ import annotations

import pytest

from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import count, settled, until
from tests.support.combats import run
from tests.support.texts import card

HUB = card("Players skip their upkeep steps.", "Enchantment", "Hub")
BOOM = card("Destroy target enchantment.", "Instant", "Boom", "{0}")
OF_THE_NEXT_TURN = "You gain 1 life. Draw a card at the beginning of the next turn's upkeep."
OF_THE_NEXT_ONE = "You gain 1 life. At the beginning of your next upkeep, draw a card."


def scheduled(text: str, boom: bool) -> State:
    """A card is to be drawn in an upkeep. That of the next turn is skipped; after it nothing skips steps any more."""
    layout = Layout(2)
    layout.put(HUB, 1)
    layout.put(card(text, "Instant", "Cry", "{0}"), 0, "hand")
    layout.put(BOOM, 0, "hand")
    state = layout.done()
    if boom:
        state = run(state, "cast Boom targeting Hub", "all pass", "cast Cry", "all pass")
        return until(state, "upkeep", 1)
    state = run(
        state, "cast Cry", "all pass", "all pass to p2's second main", "pass", "cast Boom targeting Hub", "all pass"
    )
    return until(state, "upkeep", 0)


@pytest.mark.parametrize(("text", "drawn"), [(OF_THE_NEXT_TURN, 0), (OF_THE_NEXT_ONE, 1)])
def test_614_10a_what_is_scheduled_for_a_skipped_step_does_not_happen(text: str, drawn: int) -> None:
    state = scheduled(text, boom=False)
    assert len(state.stack) == drawn
    assert count(settled(state), "unknown card", "hand") == drawn + 1  # one in the draw step of their turn before


def test_603_7b_what_is_scheduled_for_the_next_turn_happens_there() -> None:
    assert len(scheduled(OF_THE_NEXT_TURN, boom=True).stack) == 1
