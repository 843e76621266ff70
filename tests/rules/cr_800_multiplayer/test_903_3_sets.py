"""Commanders as a set of permanents, and permanents a player owns (903.3, 903.3d, 108.3)."""

from __future__ import annotations

from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.positions.layout import Layout
from tests.support.boards import BEAR, creature
from tests.support.texts import card


def test_903_3d_commander_creatures_you_own_are_told_from_other_creatures() -> None:
    layout = Layout(2)
    layout.put(
        card('Commander creatures you own get +2/+2 and have "Whenever this creature attacks, you gain 1 life."'), 0
    )
    mine, theirs = (
        layout.put(creature("Lord", 3, 3, legendary=True), 0),
        layout.put(creature("King", 3, 3, legendary=True), 1),
    )
    layout.commander(mine)
    layout.commander(theirs)
    bear = layout.put(BEAR, 0)
    state = layout.done()
    assert [power(state, row) for row in (mine, theirs, bear)] == [5, 3, 2]
    assert "Attacks" in view(state, mine).triggers


def test_903_3d_if_you_control_a_commander() -> None:
    layout = Layout(2)
    text = "As long as you control a commander, Test Card has flying."
    rows = [layout.put(card(text, "Creature — Test"), seat) for seat in (0, 1)]
    general = layout.put(creature("Lord", 3, 3, legendary=True), 0)
    layout.commander(general)
    state = layout.done()
    assert ["flying" in view(state, row).keywords for row in rows] == [True, False]
