"""A spell whose mana value is compared with a number of the source of the ability that watches it (603.2, 202.3)."""

from __future__ import annotations

import pytest

from reiterate.rules.positions.layout import Layout
from tests.support.acting import settled
from tests.support.boards import life, play
from tests.support.texts import card, said

TEXT = "Whenever you cast a creature spell with mana value equal to Watcher's power, you gain 1 life."


@pytest.mark.parametrize(("cost", "gained"), [("{2}", 21), ("{1}", 20), ("{3}", 20)])
def test_603_2_the_power_is_that_of_the_source(cost: str, gained: int) -> None:
    layout = Layout(2)
    layout.put(card(TEXT, "Creature — Jackal", "Watcher", size=2), 0)
    layout.put(card("", "Creature — Bear", "Cub", cost), 0, "hand")
    layout.set_player(0, "mana.R", 3)
    state = layout.done()
    assert life(settled(play(state, said(state, "cast Cub"))), 0) == gained
