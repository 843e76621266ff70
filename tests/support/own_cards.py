"""Books of a test's own cards: a name with its types and its text, for {0}, beside the built-in set."""

from __future__ import annotations

import json
from collections.abc import Mapping

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.oracle.compile import compile_card
from reiterate.terms.proto import Proto


def own_book(own: Mapping[str, tuple[str, str]]) -> CardBook:
    """The built-in set and cards of one's own, which cost {0}; creatures are 2/2."""
    rows = []
    for name, (types, text) in own.items():
        row = {"name": name, "type_line": types, "mana_cost": "{0}", "oracle_text": text}
        if "Creature" in types:
            row |= {"power": "2", "toughness": "2"}
        rows.append(row)
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


def card_read(name: str, text: str, power: int = 2, toughness: int = 2, types: str = "Creature — Elf") -> Proto:
    """A card of these words for {R}. Fails where a line of it is not understood."""
    size = {"power": str(power), "toughness": str(toughness)} if "Creature" in types else {}
    found = compile_card({"name": name, "type_line": types, "oracle_text": text, "mana_cost": "{R}", **size})
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto
