"""What becomes a creature of its mana value: the number is found once, as the effect happens (608.2h, 611.2d)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.positions.layout import Layout
from tests.support.acting import settled
from tests.support.boards import play
from tests.support.written import card

WAKING = "{{1}}: {} noncreature artifact becomes an artifact creature with power and toughness each equal to its mana value{}."
WAKES = card(WAKING.format("Target", " until end of turn"), name="Wakes")


@pytest.mark.parametrize(("cost", "value"), [("{4}", 4), ("{X}{2}", 2)])
def test_611_2d_an_artifact_is_as_large_as_its_mana_value(cost: str, value: int) -> None:
    """{4} is 4; an X that is not on the stack is 0 (202.3e)."""
    layout = Layout(2)
    row, box = layout.put(WAKES, 0), layout.put(card("{T}: Add {C}.", "Artifact", cost, name="Box"), 0)
    layout.set_player(0, "mana.C", 1)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(box,))))
    assert view(state, box).types == ("artifact", "creature")
    assert (power(state, box), toughness(state, box)) == (value, value)


def test_704_5f_an_artifact_without_a_mana_value_dies() -> None:
    layout = Layout(2)
    row, box = layout.put(WAKES, 0), layout.put(card("{T}: Add {C}.", "Artifact", "{0}", name="Box"), 0)
    layout.set_player(0, "mana.C", 1)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(box,))))
    assert box not in state.rows


def test_611_2d_until_your_next_turn_it_keeps_that_size() -> None:
    layout = Layout(2)
    text = WAKING.format("Until your next turn, target", "")
    row, box = (
        layout.put(card(text, name="Wakes"), 0),
        layout.put(card("{T}: Add {C}.", "Artifact", "{3}", name="Box"), 0),
    )
    layout.set_player(0, "mana.C", 1)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(box,))))
    assert (power(state, box), toughness(state, box)) == (3, 3)
