"""Beasts and spells that are cast."""

from __future__ import annotations

from typing import Any

from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support import written
from tests.support.acting import settled
from tests.support.boards import play


def card(text: str, types: str = "Enchantment", name: str = "Study", **more: Any) -> Proto:
    """A red card of a text, which has to be understood whole."""
    return written.card(text, types, "{R}", name, **{"colors": ["R"], **more})


def beast(text: str, name: str = "Beast") -> Proto:
    """A 2/3 creature with a text."""
    return card(text, "Creature — Beast", name, power="2", toughness="3")


def cast(layout: Layout, text: str, *aims: int, how: tuple[str, ...] = (), kind: str = "Instant") -> State:
    """The position after the first player has cast a spell of a text, resolved up to its first question."""
    row = layout.put(card(text, kind), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    return settled(play(layout.done(), Choice("cast", 0, row, targets=aims, how=how)))
