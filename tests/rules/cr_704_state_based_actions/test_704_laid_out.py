"""A position is one in which somebody has priority: control is in force (613.1b), no state-based action is left (704.3)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.script.position import Position, load
from tests.support.acting import handle, only
from tests.support.boards import play

CARDS = [
    {
        "name": "Leash",
        "mana_cost": "{U}",
        "type_line": "Enchantment — Aura",
        "oracle_text": "Enchant creature\nYou control enchanted creature.",
    },
    {
        "name": "Tapper",
        "mana_cost": "{G}",
        "type_line": "Creature — Elf",
        "power": "1",
        "toughness": "1",
        "oracle_text": "{T}: Add {G}.",
    },
    {"name": "Chief", "mana_cost": "{G}", "type_line": "Legendary Creature — Elf", "power": "1", "toughness": "1"},
    {"name": "Nil", "mana_cost": "{G}", "type_line": "Creature — Elf", "power": "0", "toughness": "0"},
    {
        "name": "Pit",
        "mana_cost": "{0}",
        "type_line": "Enchantment",
        "oracle_text": "Sacrifice an enchantment: You gain 1 life.",
    },
]


def laid(p1: str, p2: str, file: Path) -> Position | Refusal:
    """The position of these permanents."""
    file.write_text(json.dumps(CARDS), encoding="utf-8")
    book = CardBook.builtin().with_files([file])
    assert isinstance(book, CardBook)
    return load(f"format: position/1\nplayers:\n  p1: {{{p1}}}\n  p2: {{{p2}}}\n", "board.yaml", book)


@pytest.mark.parametrize(("said", "sick"), [("card: Tapper", False), ("card: Tapper, sick: yes", True)])
@pytest.mark.parametrize("controller", ["", ", controller: p1"])
def test_613_1b_an_aura_laid_out_gives_control_from_the_start(
    said: str, sick: bool, controller: str, tmp_path: Path
) -> None:
    found = laid(
        "battlefield: [{card: Leash, attached to: Tapper}, Pit]",
        f"battlefield: [{{{said}{controller}}}]",
        tmp_path / "cards.json",
    )
    assert isinstance(found, Position), found
    row = handle(found.state, "Tapper")
    assert found.state.rows[row].cls.controller == 0
    assert (verify(found.state, Choice("activate", 0, row)) is None) != sick
    assert verify(found.state, Choice("activate", 1, row)) is not None
    state = play(
        found.state, Choice("activate", 0, handle(found.state, "Pit"), picks=((handle(found.state, "Leash"), 1),))
    )
    assert only(state, "Tapper").cls.controller == 1


@pytest.mark.parametrize(
    ("p1", "rule", "column"),
    [
        ("battlefield: [Chief, Nil]", "704.5f", 29),
        ("battlefield: [Chief, {card: Nil, counters: {+1/+1: 1}, damage: 1}]", "704.5g", 29),
        ("battlefield: [Chief, Tapper, Chief]", "704.5j", 22),
        ("battlefield: [2 Chief]", "704.5j", 22),
        ("battlefield: [Tapper], life: 0", "704.5a", 7),
        ("battlefield: [Pit, {card: Tapper, counters: {+1/+1: 2, -1/-1: 1}}]", "704.5q", 0),
    ],
)
def test_704_3_a_position_in_which_something_would_still_happen_is_refused(
    p1: str, rule: str, column: int, tmp_path: Path
) -> None:
    found = laid(p1, "battlefield: []", tmp_path / "cards.json")
    assert isinstance(found, Refusal) and found.where is not None
    assert (found.code, found.rule, found.kind) == ("state-based", rule, "input")
    assert not column or (found.where.line, found.where.column) == (3, column)


def test_704_3_a_position_in_which_nothing_would_happen_is_taken(tmp_path: Path) -> None:
    found = laid(
        "battlefield: [Chief, {card: Nil, counters: {+1/+1: 1}}]", "battlefield: [Chief]", tmp_path / "cards.json"
    )
    assert isinstance(found, Position), found
