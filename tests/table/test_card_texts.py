"""What text a card shows: its own clauses as their source has them, and the engine's words for what effects changed (207.1, 707.2)."""

from __future__ import annotations

import json

import pytest

from reiterate.ask.answer import Permanent
from reiterate.ask.answer_json import as_json
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.oracle.compile import compile_card
from reiterate.rules.positions.layout import Layout
from reiterate.table.card_faces import board_with_texts, faces_of
from reiterate.table.seat_view import View
from reiterate.terms.proto import Proto
from tests.table.laid_table import Sitting, everything, opened, quick_folder, seated

EXARCH = "When this creature enters, choose one — • Untap target permanent you control. • Tap target permanent an opponent controls."
TWIN = 'Enchanted creature has "{T}: Create a token that\'s a copy of this creature, except it has haste. Exile that token at the beginning of the next end step."'
BOARD = """format: position/1
players:
  p1:
    battlefield:
      - Deceiver Exarch
      - {card: Splinter Twin, attached to: Deceiver Exarch}
    hand: [Zealous Conscripts]
  p2: {}
"""
#: Cards of the tests' own, with reminder text, a back face, and an effect that takes abilities away.
ROWS = (
    {"name": "Tall Reed", "type_line": "Creature — Plant", "power": "1", "toughness": "1", "oracle_text": "Flying (It flies.)\nWhen this creature enters, draw a card."},
    {"name": "Flat Calm", "type_line": "Enchantment", "oracle_text": "All creatures lose all abilities."},
    {"name": "Day // Night", "layout": "transform", "card_faces": [
        {"name": "Day", "type_line": "Creature — Elf", "power": "1", "toughness": "1", "oracle_text": "Vigilance, reach"},
        {"name": "Night", "type_line": "Creature — Elf", "power": "2", "toughness": "2", "oracle_text": "Trample (It tramples.)\nWhenever this creature attacks, you gain 1 life."},
    ]},
)  # fmt: skip
BOOK = CardBook((read_source("cards", json.dumps(ROWS).encode()), builtin_source()))


def texts(game: Sitting, who: str = "p1") -> dict[str, list[str]]:
    """What stands on the cards that a chair sees, by name."""
    found = game.table.faces(game[who])
    assert isinstance(found, list), found
    return {face.name: face.text for face in found}


def permanents(game: Sitting, who: str = "p1") -> list[Permanent]:
    """The permanents of p1 as a chair sees them."""
    found = game.table.view(game[who])
    assert isinstance(found, View), found
    return found.board.players[0].battlefield


def face(name: str) -> Proto:
    """The face of the tests' own cards that has this name."""
    (found,) = [each for each in BOOK.protos(name) if each.name == name]
    return found


def on_board(*names: str) -> dict[str, list[str] | None]:
    """What permanents say that is not what their names say, of a board of the tests' own cards."""
    layout = Layout(2)
    for name in names:
        layout.put(face(name), 0)
    there = board_with_texts(layout.done(), BOOK).players[0].battlefield
    return {each.name: as_json(each).get("text") for each in there}


def test_207_1_a_card_shows_the_clauses_that_are_printed_on_it() -> None:
    with quick_folder() as folder, opened(folder, CardBook.builtin()) as table:
        found = texts(seated(table, BOARD))
    assert found["Zealous Conscripts"] == [
        "Haste",
        "Whenever this creature enters, gain control of target permanent until end of turn. Untap that permanent. It gains haste until end of turn.",
    ]
    assert found["Splinter Twin"] == ["Enchant creature", TWIN]
    assert found["Deceiver Exarch"] == ["Flash", EXARCH]


def test_113_1_what_an_effect_gives_stands_behind_the_clauses_in_the_engines_words() -> None:
    with quick_folder() as folder, opened(folder, CardBook.builtin()) as table:
        exarch, twin = permanents(seated(table, BOARD))
    assert isinstance(exarch.text, list) and exarch.text[:2] == ["Flash", EXARCH]
    (given,) = exarch.text[2:]
    assert given.startswith("{T}: Create a token that's a copy of")
    assert "text" not in as_json(twin)


def test_707_2_a_copy_shows_the_text_of_what_it_copies_and_its_exception_in_the_engines_words() -> None:
    with quick_folder() as folder, opened(folder, CardBook.builtin()) as table:
        game = seated(table, BOARD)
        game.play("p1", "activate Deceiver Exarch", "pass")
        game.play("p2", "pass")
        (token,) = [each for each in permanents(game) if each.token]
        assert token.text == ["Flash", EXARCH, "Haste"]
        assert texts(game)["Deceiver Exarch"] == ["Flash", EXARCH]


def test_what_an_effect_takes_away_is_told_as_lost() -> None:
    assert on_board("Tall Reed", "Flat Calm") == {
        "Tall Reed": ["Lost: Flying", "Lost: When this creature enters, draw a card."],
        "Flat Calm": None,
    }


def test_207_2a_reminder_text_is_left_out_also_of_a_back_face() -> None:
    layout = Layout(2)
    layout.put(face("Day"), 0, "hand")
    layout.put(face("Night"), 0)
    found = {each.name: each.text for each in faces_of(layout.done(), BOOK)}
    assert found == {
        "Day": ["Vigilance, reach"],
        "Night": ["Trample", "Whenever this creature attacks, you gain 1 life."],
    }
    assert on_board("Night", "Tall Reed") == {"Night": None, "Tall Reed": None}


def test_a_card_that_the_book_does_not_know_or_knows_otherwise_shows_the_engines_words() -> None:
    other = {**ROWS[0], "oracle_text": "{T}: You gain 1 life."}
    for name in ("Tall Reed", "Lone Reed"):
        layout = Layout(2)
        layout.put(compile_card({**other, "name": name}).proto, 0)
        layout.put(compile_card({**other, "name": name}).proto, 0, "hand")
        (shown,) = faces_of(layout.done(), BOOK)
        assert shown.text == ["{T}: You gain 1 life."]


@pytest.mark.parametrize("who", ["p2", "spectator"])
def test_708_5_no_text_of_a_hidden_card_is_told(who: str) -> None:
    text = (
        "format: position/1\nplayers:\n  p1: {hand: [Aphetto Alchemist, Zealous Conscripts], mana: {C: 3}}\n  p2: {}\n"
    )
    with quick_folder() as folder, opened(folder, CardBook.builtin()) as table:
        game = seated(table, text)
        game.play("p1", "cast Aphetto Alchemist face down", "pass")
        game.play("p2", "pass")
        (down,) = permanents(game, who)
        assert texts(game, who).keys() == {"face-down creature"} and texts(game, who)["face-down creature"] == []
        assert "text" not in as_json(down)
        seen = everything(game, who)
    assert "Alchemist" not in seen and "Morph" not in seen and "Untap target" not in seen and "Conscripts" not in seen
