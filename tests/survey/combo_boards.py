"""Boards for the pairs of the combo data: both cards laid out in one of a few ways, with mana and something to begin with."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, open_source, read_source
from reiterate.oracle import CompiledCard
from reiterate.terms.base import Term, walk
from reiterate.terms.costs import ManaCost
from reiterate.terms.proto import Proto
from tests.support.files import require_data

Table = dict[str, Any]

#: What begins a chain; a creature to enchant, to sacrifice or to copy; what taps for mana; what counts as a lot of things.
HELPERS: Final = (
    {"name": "Starter Life", "type_line": "Artifact", "oracle_text": "Sacrifice Starter Life: You gain 1 life."},
    {"name": "Starter Draw", "type_line": "Artifact", "oracle_text": "Sacrifice Starter Draw: Draw a card."},
    {
        "name": "Starter Damage",
        "type_line": "Artifact",
        "oracle_text": "Sacrifice Starter Damage: It deals 1 damage to any target.",
    },
    {
        "name": "Helper",
        "type_line": "Creature — Zombie Elf Goblin Human Soldier Wizard",
        "mana_cost": "{1}{G}",
        "colors": ["G"],
        "power": "2",
        "toughness": "2",
        "oracle_text": "",
    },
    {
        "name": "Helper of Many",
        "type_line": "Artifact Enchantment Creature — Elf Wall",
        "mana_cost": "{W}{U}{B}{R}{G}",
        "colors": ["W", "U", "B", "R", "G"],
        "power": "0",
        "toughness": "4",
        "oracle_text": "Defender",
    },
    {
        "name": "Helper Druid",
        "type_line": "Creature — Elf Druid",
        "mana_cost": "{G}",
        "colors": ["G"],
        "power": "1",
        "toughness": "1",
        "oracle_text": "{T}: Add one mana of any color.",
    },
    {"name": "Helper Rock", "type_line": "Artifact", "oracle_text": "{T}: Add {C}{C}{C}."},
)


def book() -> CardBook:
    """The helpers, the reference data's cards and the built-in ones; skips where the data are absent."""
    helpers = read_source("helpers", json.dumps(HELPERS).encode())
    return CardBook((helpers, open_source(require_data("cards.jsonl")), builtin_source()))


def laid_out(cards: CardBook, a: str, b: str, layout: str) -> Table:
    """The board of two cards in one of the ways of ``LAYOUTS`` or ``MORE``, as a position's table without a script."""
    first, second = _proto(cards, a), _proto(cards, b)
    if layout in MORE:
        return _more(first, second, [a, b], layout)
    entries = [_entry(a, first, b, second), _entry(b, second, a, first)]
    battlefield, hand, extra = LAYOUTS[layout](entries, [a, b])
    return _table([*battlefield, *extra], {"hand": hand, "graveyard": []}, dict.fromkeys("WUBRGC", "4"))


def _table(battlefield: list[object], zones: Table, mana: dict[str, str]) -> Table:
    if (
        any(isinstance(e, dict) and e.get("attached to") == "Helper" for e in battlefield)
        and "Helper" not in battlefield
    ):
        battlefield = ["Helper", *battlefield]
    me = {"life": "200", "mana": mana, "battlefield": battlefield, **zones}
    other = {"life": "10^100", "hand": "0", "battlefield": ["Grizzly Bears"]}
    return {"format": "position/1", "players": {"p1": me, "p2": other}}


def _proto(cards: CardBook, name: str) -> Proto:
    found = cards.find(name)
    assert isinstance(found, CompiledCard), found
    return found.proto


def _entry(name: str, proto: Proto, other: str, its: Proto, host: str = "Helper") -> object:
    """A permanent; what is attached is attached to the other one, or to the helper."""
    if {"Aura", "Equipment"} & set(proto.subtypes):
        return {"card": name, "attached to": other if "creature" in its.types else host}
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

_BASICS: Final = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}

#: Further ways: what lies beside the two cards, and where those are that don't lie on the battlefield.
#: ``aura`` what an Aura enchants, even where the other card is a creature; ``counters`` lie on creatures.
MORE: Final[dict[str, dict[str, Any]]] = {
    "lands": {"beside": ["8 lands"]},
    "lands, a in hand": {"beside": ["8 lands"], "hand": (0,)},
    "lands, b in hand": {"beside": ["8 lands"], "hand": (1,)},
    "druid": {"beside": ["Helper Druid"], "aura": "Helper Druid"},
    "druid, a in hand": {"beside": ["Helper Druid"], "hand": (0,)},
    "druid, b in hand": {"beside": ["Helper Druid"], "hand": (1,)},
    "many": {"beside": ["5 Helper of Many"]},
    "counters": {"beside": [], "counters": "3"},
    "starter Damage": {"beside": ["Starter Damage"]},
    "b exiled by a": {"beside": ["Helper Rock"], "exiled": 0},
    "a exiled by b": {"beside": ["Helper Rock"], "exiled": 1},
    "a in graveyard": {"beside": ["Helper"], "graveyard": (0,)},
    "b in graveyard": {"beside": ["Helper"], "graveyard": (1,)},
    "a in graveyard, b in hand": {"beside": ["Helper"], "graveyard": (0,), "hand": (1,)},
    "b in graveyard, a in hand": {"beside": ["Helper"], "graveyard": (1,), "hand": (0,)},
}


def _more(first: Proto, second: Proto, names: list[str], layout: str) -> Table:
    asked = MORE[layout]
    protos = [first, second]
    away = (*asked.get("hand", ()), *asked.get("graveyard", ()))
    if "exiled" in asked:
        away = (*away, 1 - asked["exiled"])
    entries: list[object] = []
    for i in (0, 1):
        if i in away:
            continue
        other = 1 - i
        host = asked.get("aura", "Helper")
        its = second if i == 0 else first
        on_other = other not in away and "aura" not in asked
        entry = _entry(names[i], protos[i], names[other], its if on_other else Proto("", ()), host)
        more: Table = {}
        if "counters" in asked and "creature" in protos[i].types:
            more["counters"] = {"+1/+1": asked["counters"]}
        if asked.get("exiled") == i:
            more["exiled"] = names[other]
        if more:
            entry = {**(entry if isinstance(entry, dict) else {"card": entry}), **more}
        entries.append(entry)
    zones = {zone: [names[i] for i in asked.get(zone, ())] for zone in ("hand", "graveyard")}
    colors = _colors(protos)
    land = _BASICS[max("WUBRG", key=colors.count)]
    beside = [entry.replace("lands", land) for entry in asked["beside"]]
    return _table([*beside, *entries], zones, {**dict.fromkeys(sorted(set(colors)), "4"), "C": "6"})


def _colors(protos: list[Proto]) -> str:
    """The colors of mana that cards ask for, each as often as they do."""
    found: list[str] = []

    def visit(node: Term) -> None:
        if isinstance(node, ManaCost):
            found.extend(letter for symbol in node.symbols for letter in symbol if letter in _BASICS)

    for proto in protos:
        walk(proto.abilities, visit)
        visit(ManaCost(proto.mana_cost or ()))
    return "".join(found)
