"""What an Aura is attached to as its controller chooses is something that it could enchant (608.2d, 701.3a)."""

from __future__ import annotations

from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Ref
from tests.support.acting import settled
from tests.support.boards import BEAR, named
from tests.support.combats import run, struck
from tests.support.texts import card


def test_608_2d_a_creature_with_protection_is_no_choice_for_an_aura_of_that_color() -> None:
    fury = (
        "Enchant creature you control\nWhenever enchanted creature deals combat damage to a player, sacrifice it and"
        " attach Fury to a creature you control."
    )
    layout = Layout(2)
    first = layout.put(card("", "Creature — Ogre", "Ogre"), 0)
    layout.put(card("Protection from red", "Creature — Saint", "Saint"), 0)
    layout.put(BEAR, 0)
    layout.attach(layout.put(card(fury, "Enchantment — Aura", "Fury"), 0), first)
    state = run(layout.done(), "all pass to declare attackers", "attack with Ogre", "all pass to declare blockers")
    state = settled(struck(run(state, "no block")))
    (aura,) = named(state, "Fury")
    host = aura.refs["host"]
    assert isinstance(host, Ref)
    found = state.rows[host.row].cls.proto
    assert found is not None and found.name == BEAR.name
