"""What stands on a card that a chair sees: a keyword in one line, however many abilities it stands for."""

from __future__ import annotations

import pytest

from reiterate.cards import CardBook
from reiterate.oracle.compile import compile_card
from reiterate.rules.positions.layout import Layout
from reiterate.table.card_faces import faces_of


@pytest.mark.parametrize(
    "text",
    [
        "Suspend 3—{R}",
        "Foretell {1}{U}",
        "Dash {R}",
        "Casualty 2",
        "Offspring {2}",
        "Morph {R}",
        "Vanishing 3",
        "Plot {R}",
    ],
)
def test_a_keyword_is_one_line_of_its_card(text: str) -> None:
    facts = {"name": "Own", "type_line": "Creature — Elf", "mana_cost": "{R}", "power": "1", "toughness": "1"}
    layout = Layout(2)
    layout.put(compile_card({**facts, "oracle_text": f"Flying\n{text}"}).proto, 0)
    (face,) = [each for each in faces_of(layout.done(), CardBook.builtin()) if each.name == "Own"]
    assert face.text == ["Flying", text]
