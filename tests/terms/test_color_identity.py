"""The colour identity of cards (903.4): of each card of a file the one that the file says."""

from __future__ import annotations

import json

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.terms.color_identity import color_identity, unread_face
from reiterate.terms.proto import Proto
from tests.support.dice import dice
from tests.support.files import require_data

#: How many cards of the file a run draws.
DRAWN = 150


def card(text: str, cost: str = "", types: str = "Legendary Creature — Elf") -> Proto:
    return compile_card({"name": "Sample", "type_line": types, "oracle_text": text, "mana_cost": cost}).proto


@pytest.mark.parametrize(
    ("text", "cost", "colors"),
    [
        ("", "{2}{G/U}", "GU"),
        ("{3}{R}, Sacrifice an artifact: Draw a card.", "{8}", "R"),
        ("{T}: Add {B} or {R}.", "{1}", "BR"),
        ("{T}: Add one mana of any color.", "{1}", ""),
        ("{T}: Add two mana in any combination of {W} and/or {U}.", "{1}", "WU"),
        ("When this creature enters, sacrifice it unless {U} was spent to cast it.", "{2}{W}", "WU"),
        (
            "Extort (Whenever you cast a spell, you may pay {W/B}. If you do, each opponent loses 1 life.)",
            "{2}{B}",
            "B",
        ),
        ("Do what nobody reads for {G/P} (and {R} in parentheses).", "{1}", "G"),
        ("Create a 1/1 red Goblin creature token.", "{W}", "W"),
        ("Protection from black", "{W}", "W"),
    ],
)
def test_903_4_colours_of_symbols_in_cost_and_text(text: str, cost: str, colors: str) -> None:
    assert color_identity(card(text, cost)) == set(colors)


def test_903_4_a_card_of_a_file_has_the_identity_that_the_file_says() -> None:
    """All but those with a face that is not read: where it is asked for, such a commander is refused."""
    lines = require_data("cards.jsonl").read_text("utf-8").splitlines()
    for line in dice("color identity").sample(lines, DRAWN):
        data = json.loads(line)
        found = compile_card(data).proto
        if not unread_face(found):
            assert color_identity(found) == set(data["color_identity"]), data["name"]
