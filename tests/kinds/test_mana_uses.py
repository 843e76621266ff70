"""What mana that could be made would pay for: each ability alone, several together, and what is not looked at."""

from __future__ import annotations

import json
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.kinds import other_actions
from reiterate.kinds.other_actions import MORE, pays_for
from reiterate.rules.access.choice import Option
from reiterate.script.position import Position, load
from reiterate.state.model import State

CARDS: Final = [
    {"name": "Pebble", "type_line": "Artifact", "oracle_text": "{T}: Add {C}."},
    {"name": "Boulder", "type_line": "Artifact", "oracle_text": "{2}: You gain 1 life."},
]


def board(battlefield: str) -> State:
    """The state of a board."""
    book = CardBook((read_source("cards", json.dumps(CARDS).encode()), builtin_source()))
    text = f"format: position/1\nplayers:\n  p1: {{battlefield: [{battlefield}]}}\n  p2: {{}}\n"
    position = load(text, "board.yaml", book)
    assert isinstance(position, Position), position
    return position.state


def words(state: State, option: Option) -> str:
    """An option by the name of its card."""
    proto = state.rows[option.row].cls.proto
    assert proto is not None
    return proto.name


def test_what_two_mana_abilities_pay_for_together_is_told_of_both() -> None:
    assert pays_for(board("{card: Pebble, count: '3'}, {card: Boulder}"), words) == {"Pebble": ("Boulder",)}
    assert pays_for(board("{card: Pebble}, {card: Boulder}"), words) == {}


def test_positions_that_are_not_looked_at_are_told_as_maybe_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_actions, "PAYING_BUDGET", 1)
    assert pays_for(board("{card: Pebble, count: '3'}, {card: Boulder}"), words) == {"Pebble": (MORE,)}
