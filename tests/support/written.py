"""Test cards from their words: each line of them has to be understood."""

from __future__ import annotations

from typing import Any

from reiterate.oracle.compile import compile_card
from reiterate.terms.proto import Proto


def card(text: str, types: str = "Enchantment", cost: str = "{1}", name: str = "Test Card", **more: Any) -> Proto:
    """A card of these words; the test fails where a line is not understood. ``more`` are further keys of its row."""
    found = compile_card({"name": name, "type_line": types, "oracle_text": text, "mana_cost": cost, **more})
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto


def not_read(text: str, types: str = "Enchantment") -> bool:
    """Whether some words of a card are not understood."""
    return not compile_card({"name": "Test Card", "type_line": types, "oracle_text": text, "mana_cost": "{1}"}).complete
