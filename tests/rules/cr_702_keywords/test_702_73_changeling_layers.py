"""Changeling defines characteristics: it applies first in layer 4, and what sets types or takes abilities comes later (613.3)."""

from __future__ import annotations

import pytest

from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import of_type
from reiterate.rules.positions.layout import Layout
from tests.support.acting import handle
from tests.support.combats import keyed
from tests.support.texts import card


@pytest.mark.parametrize(
    ("text", "sliver", "goblin"),
    [
        ("All creatures lose all abilities.", True, True),
        ("All creatures are Goblins.", False, True),
        ("", True, True),
    ],
)
def test_613_3_types_are_there_before_abilities_are_lost_and_gone_where_others_are_set(
    text: str, sliver: bool, goblin: bool
) -> None:
    layout = Layout(2)
    layout.put(keyed("Shifter", 1, 1, "changeling"), 0)
    if text:
        layout.put(card(text), 0)
    state = layout.done()
    now = view(state, handle(state, "Shifter"))
    assert (of_type("Sliver", now), of_type("Goblin", now)) == (sliver, goblin)


def test_205_1a_what_is_no_creature_has_no_creature_type() -> None:
    layout = Layout(2)
    god = "As long as your devotion to white is less than five, Heliod isn't a creature."
    layout.put(card(god, "Legendary Enchantment Creature — God", "Heliod"), 0)
    state = layout.done()
    now = view(state, handle(state, "Heliod"))
    assert (now.types, now.subtypes) == (("enchantment",), ())
