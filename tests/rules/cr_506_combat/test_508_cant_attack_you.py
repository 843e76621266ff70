"""Creatures that can't attack a player, or planeswalkers of that player (508.1c)."""

from __future__ import annotations

import pytest

from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import CantAttackYou
from tests.support.boards import BEAR, creature
from tests.support.combats import combat
from tests.support.shown import shows
from tests.support.texts import card, code

WALKER = Proto("Walker", ("planeswalker",), ("Jace",), loyalty=3)
ALONE = "Creatures can't attack you."
BOTH = "Creatures can't attack you or planeswalkers you control."
BLACK = "Black creatures can't attack you."


def table(text: str, players: int = 2, owner: int = 1) -> State:
    """Two attackers of the first player, a planeswalker of the second, who has an enchantment of this text."""
    layout = Layout(players)
    layout.put(BEAR, 0, label="bear")
    layout.put(Proto("Knight", ("creature",), ("Knight",), colors=("B",), power=2, toughness=2), 0, label="knight")
    layout.put(WALKER, 1, label="walker")
    layout.put(card(text), owner)
    return combat(layout)


@shows(CantAttackYou)
@pytest.mark.parametrize(
    ("text", "attack", "legal"),
    [
        (ALONE, "attack p2 with bear", False),
        (ALONE, "attack walker with bear", True),
        (BOTH, "attack walker with bear", False),
        (BOTH, "attack p2 with bear", False),
        (BLACK, "attack p2 with bear", True),
        (BLACK, "attack p2 with knight", False),
        (BLACK, "attack walker with knight", True),
    ],
)
def test_508_1c_a_player_who_cant_be_attacked(text: str, attack: str, legal: bool) -> None:
    assert (code(table(text), attack) == "") == legal
    assert code(table(text, owner=0), attack) == ""  # it is about its controller alone


def test_508_1c_another_player_may_be_attacked() -> None:
    state = table(ALONE, players=3)
    assert code(state, "attack p2 with bear") != ""
    assert code(state, "attack p3 with bear") == ""


def test_508_1d_who_must_attack_and_cant_need_not() -> None:
    layout = Layout(2)
    layout.put(card("Test Card attacks each combat if able.", "Creature — Orc"), 0)
    layout.put(card(ALONE, name="Rule"), 1)
    assert code(combat(layout), "no attack") == ""
    layout = Layout(2)
    layout.put(card("Test Card attacks each combat if able.", "Creature — Orc"), 0)
    layout.put(creature("Wall"), 1)
    assert code(combat(layout), "no attack") == "must-attack"
