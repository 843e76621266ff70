"""Boards for the pairs of the combo data: both cards laid out in one of a few ways, with mana and something to begin with."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from reiterate.cards import CardBook
from reiterate.cards.book import builtin_source, open_source, read_source
from reiterate.oracle import CompiledCard
from reiterate.terms.nodes import Proto
from tests.conftest import require_data

Table = dict[str, Any]

#: What begins a chain, and a creature to enchant, to sacrifice or to copy.
HELPERS: Final = (
    {"name": "Starter Life", "type_line": "Artifact", "oracle_text": "Sacrifice Starter Life: You gain 1 life."},
    {"name": "Starter Draw", "type_line": "Artifact", "oracle_text": "Sacrifice Starter Draw: Draw a card."},
    {
        "name": "Helper",
        "type_line": "Creature — Zombie Elf Goblin Human Soldier Wizard",
        "mana_cost": "{1}{G}",
        "colors": ["G"],
        "power": "2",
        "toughness": "2",
        "oracle_text": "",
    },
)


def book() -> CardBook:
    """The helpers, the reference data's cards and the built-in ones; skips where the data are absent."""
    helpers = read_source("helpers", json.dumps(HELPERS).encode())
    return CardBook((helpers, open_source(require_data("cards.jsonl")), builtin_source()))


def laid_out(cards: CardBook, a: str, b: str, layout: str) -> Table:
    """The board of two cards in one of the ways of ``LAYOUTS``, as a position's table without a script."""
    first, second = _proto(cards, a), _proto(cards, b)
    entries = [_entry(a, first, b, second), _entry(b, second, a, first)]
    battlefield, hand, extra = LAYOUTS[layout](entries, [a, b])
    if any(isinstance(e, dict) and e["attached to"] == "Helper" for e in battlefield) and "Helper" not in extra:
        battlefield = ["Helper", *battlefield]
    me = {
        "life": "200",
        "mana": dict.fromkeys("WUBRGC", "4"),
        "battlefield": [*battlefield, *extra],
        "hand": hand,
        "graveyard": [],
    }
    other = {"life": "10^100", "hand": "0", "battlefield": ["Grizzly Bears"]}
    return {"format": "position/1", "players": {"p1": me, "p2": other}}


def _proto(cards: CardBook, name: str) -> Proto:
    found = cards.find(name)
    assert isinstance(found, CompiledCard), found
    return found.proto


def _entry(name: str, proto: Proto, other: str, its: Proto) -> object:
    """A permanent; what is attached is attached to the other one, or to the helper."""
    if {"Aura", "Equipment"} & set(proto.subtypes):
        return {"card": name, "attached to": other if "creature" in its.types else "Helper"}
    return name


_Layout = Callable[[list[object], list[str]], tuple[list[object], list[str], list[str]]]

LAYOUTS: Final[dict[str, _Layout]] = {
    "both": lambda on, names: (on, [], []),
    "both and a helper": lambda on, names: (on, [], ["Helper"]),
    "a in hand": lambda on, names: ([on[1]], [names[0]], ["Helper"]),
    "b in hand": lambda on, names: ([on[0]], [names[1]], ["Helper"]),
    "both in hand": lambda on, names: ([], names, ["Helper"]),
    "starter Life": lambda on, names: (on, [], ["Starter Life"]),
    "starter Draw": lambda on, names: (on, [], ["Starter Draw"]),
}
