"""What the defending player controls, where an attacking creature is not the source of the ability (508.5)."""

from __future__ import annotations

import pytest

from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import settled
from tests.support.boards import BEAR, named
from tests.support.combats import combat, run, written

AURA, EQUIPMENT, OTHER = "Enchantment — Aura", "Artifact — Equipment", "Enchantment"
SIZE = {"power": "1", "toughness": "1"}


def attacked(text: str, type_line: str) -> State:
    """Three players with a Cub each; a Bear of the first attacks p3, beside or below something of this text."""
    layout = Layout(3)
    bear = layout.put(BEAR, 0)
    shield = layout.put(written("Shield", text, type_line), 0)
    if type_line != OTHER:
        layout.attach(shield, bear)
    for seat in range(3):
        layout.put(written("Cub", "", "Creature — Bear", **SIZE), seat)
    return run(combat(layout), "attack p3 with Bear")


TAPS = "tap target creature defending player controls."


@pytest.mark.parametrize(
    ("text", "type_line"),
    [
        (f"Whenever equipped creature attacks, {TAPS}\nEquip {{1}}", EQUIPMENT),
        (f"Enchant creature\nWhenever enchanted creature attacks, {TAPS}", AURA),
        (f"Whenever a creature you control attacks, {TAPS}", OTHER),
    ],
)
def test_508_5_it_is_the_player_that_the_named_creature_attacks(text: str, type_line: str) -> None:
    state = attacked(text, type_line)
    while asked(state) == "target":  # of the Cub that alone may be tapped
        state = run(state, "target Cub")
    assert [row.cls.controller for row in named(settled(state), "Cub") if row.cls.tapped] == [2]


def test_508_5_a_set_that_is_not_targeted_is_of_that_player_too() -> None:
    text = "Enchant creature\nWhenever enchanted creature attacks, tap all creatures defending player controls."
    state = settled(attacked(text, AURA))
    assert [row.cls.controller for row in named(state, "Cub") if row.cls.tapped] == [2]
