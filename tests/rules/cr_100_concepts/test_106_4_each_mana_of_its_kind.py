"""Mana for each of what is counted, where each of them may be of one of several kinds (106.4, 608.2d)."""

from __future__ import annotations

import pytest

from reiterate.rules.positions.layout import Layout
from tests.support.acting import question, says, settled
from tests.support.combats import run
from tests.support.texts import card


@pytest.mark.parametrize("kinds", ["{R} or {G}", "one mana of any color"])
def test_106_4_two_counted_creatures_give_one_mana_of_each_kind(kinds: str) -> None:
    layout = Layout(2)
    layout.put(card("", "Creature — Raccoon", "Raccoon"), 0, n=2)
    layout.put(card(f"Add {kinds} for each creature you control.", "Sorcery", "Spell", "{0}"), 0, "hand")
    state = settled(run(layout.done(), "cast Spell"))
    assert question(state)[0] == "mixed"
    done = says(state, pay=(("R", 1), ("G", 1)))
    assert (done.rows[1].get("mana.R"), done.rows[1].get("mana.G")) == (1, 1)
