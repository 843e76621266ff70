"""What a view says of cards and of the game for people: who is asked, which turn it is, what lies face down, whose an ability is."""

from __future__ import annotations

import json

import pytest

from reiterate.ask.answer import Board
from reiterate.ask.answer_json import as_json
from reiterate.ask.answer_parts import Quantity
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.table.seat_view import View
from reiterate.table.table import Accepted
from tests.table.laid_table import RULEBOOK, Sitting, everything, opened, quick_folder, seated

ROWS = (
    {"name": "Fog Kite", "type_line": "Creature — Kite", "power": "1", "toughness": "1", "mana_cost": "{1}",
     "oracle_text": "Return this creature to its owner's hand: You gain 1 life."},
    {"name": "Odd Bell", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": "{0}: Put a +1/+1 counter on target creature."},
    {"name": "Wide Sail", "type_line": "Enchantment — Aura", "mana_cost": "{1}", "oracle_text": "Enchant creature\nEnchanted creature has flying."},
)  # fmt: skip
BOOK = CardBook((read_source("cards", json.dumps(ROWS).encode()), builtin_source()))
BOARD = """format: position/1
players:
  p1: {hand: [Aphetto Alchemist], mana: {C: 3}, battlefield: [Fog Kite, Odd Bell, {card: Wide Sail, attached to: Fog Kite}]}
  p2: {}
"""


def view(game: Sitting, who: str) -> View:
    """What a chair sees."""
    found = game.table.view(game[who])
    assert isinstance(found, View), found
    return found


def on_stack(board: Board) -> dict[str, str]:
    """What the top of the stack says of its source and what lies face down."""
    (top,) = as_json(board)["stack"]
    return {key: top[key] for key in ("source", "from_id", "face_down") if key in top}


def test_708_5_whoever_controls_it_may_look_at_what_lies_face_down_and_nobody_else() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, BOARD)
        game.play("p1", "cast Aphetto Alchemist face down")
        assert on_stack(view(game, "p1").board)["face_down"] == "Aphetto Alchemist"
        assert on_stack(view(game, "p2").board)["face_down"] == ""
        game.play("p1", "pass")
        game.play("p2", "pass")
        for who in ("p1", "judge", "p2", "spectator"):
            (down,) = [
                each for each in as_json(view(game, who).board)["players"][0]["battlefield"] if "face_down" in each
            ]
            faces = table.faces(game[who])
            assert isinstance(faces, list)
            knows = who in ("p1", "judge")
            assert down["face_down"] == ("Aphetto Alchemist" if knows else "")
            assert ("Aphetto Alchemist" in {each.name for each in faces}) == knows
            assert knows or "Alchemist" not in everything(game, who)


def test_113_7_an_ability_says_which_object_it_comes_from_and_keeps_the_name_of_one_that_has_left() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, BOARD)
        ids = {each.name: each.id for each in view(game, "p1").board.players[0].battlefield}
        game.play("p1", "activate Odd Bell targeting Fog Kite")
        assert on_stack(view(game, "p2").board) == {"source": "Odd Bell", "from_id": ids["Odd Bell"]}
        game.play("p1", "pass")
        game.play("p2", "pass")
        game.play("p1", "activate Fog Kite")
        for who in ("p1", "p2"):
            assert on_stack(view(game, who).board) == {"source": "Fog Kite"}
            game.play(who, "pass") if who == "p1" else None


def test_613_1f_what_an_effect_gave_names_what_gave_it() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        there = {
            each["name"]: each for each in as_json(view(seated(table, BOARD), "p1").board)["players"][0]["battlefield"]
        }
    assert there["Fog Kite"]["given"] == {"Flying": "Wide Sail"}
    assert "given" not in there["Odd Bell"]


def test_whoever_is_asked_for_anything_is_named() -> None:
    with quick_folder() as folder, opened(folder) as table:
        game = seated(table, RULEBOOK)
        assert view(game, "p1").waits_for == ["p1"]
        game.play("p1", "pass")
        assert view(game, "p1").waits_for == ["p2"]
        assert isinstance(table.ask_undo(game["p2"], game.next, 1), Accepted)
        assert view(game, "spectator").waits_for == ["p1", "p2"]  # p2 is to act, and p1 is asked to go back
        assert isinstance(table.answer_undo(game["p1"], game.next, False), Accepted)
        assert view(game, "p1").waits_for == ["p2"]
        assert isinstance(table.concede(game["p2"], game.next), Accepted)
        assert view(game, "p1").waits_for == []


@pytest.mark.parametrize("again", [False, True])
def test_500_1_turns_are_counted_from_where_the_game_began(again: bool) -> None:
    """So they are where the game is taken up again from its log."""
    with quick_folder() as folder:
        with opened(folder) as table:
            game = seated(table, "format: position/1\nstep: end\nplayers:\n  p1: {library: 9}\n  p2: {library: 9}\n")
            assert view(game, "p1").turn == Quantity(1)
            game.play("p1", "pass")
            game.play("p2", "pass")
            assert (view(game, "p1").turn, view(game, "p1").board.active) == (Quantity(2), "p2")
        if again:
            with opened(folder) as table:
                found = table.view(game["p1"])
                assert isinstance(found, View) and found.turn == Quantity(2)
