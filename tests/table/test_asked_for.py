"""What a player is asked in the middle of something names what asks it (608.2d)."""

from __future__ import annotations

import json

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.table.seat_view import View
from tests.table.laid_table import SECRETS, card_rows, opened, quick_folder, seated

OWN = {
    "Kind Well": "{0}: You may draw a card.",
    "Sad Altar": "{0}: Each player sacrifices an artifact.",
}
ROWS = [{"name": name, "type_line": "Artifact", "mana_cost": "", "oracle_text": text} for name, text in OWN.items()]
BOOK = CardBook((read_source("cards", json.dumps([*card_rows(), *ROWS]).encode()), builtin_source()))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Kind Well", "whether to do what Kind Well offers"),
        ("Sad Altar", "what to give up for Sad Altar"),
    ],
)
def test_608_2d_a_question_names_what_asks_it(name: str, words: str) -> None:
    """The stack was empty by then, and the question had no words."""
    own = f"{{library: [{', '.join(SECRETS[:3])}], mana: {{C: 3}}, battlefield: [{name}, Old Bell, Worn Map]}}"
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, f"format: position/1\nplayers:\n  p1: {own}\n  p2: {{}}\n")
        game.play("p1", f"activate {name}", "pass")
        game.play("p2", "pass")
        view = table.view(game["p1"])
        assert isinstance(view, View) and view.question.text == words
