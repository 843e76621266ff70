"""What chairs see and read of cards that are manifested at the table (701.40, 701.62, 708.5)."""

from __future__ import annotations

import json

import pytest

from reiterate.ask.answer_json import as_json
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.table.seat_view import View
from tests.table.laid_table import Sitting, everything, opened, quick_folder, seated

ROWS = (
    {"name": "Dark Turn", "type_line": "Sorcery", "mana_cost": "{0}", "oracle_text": "Manifest dread."},
    {"name": "Quick Turn", "type_line": "Sorcery", "mana_cost": "{0}", "oracle_text": "Manifest the top card of your library."},
    {"name": "Sly Turn", "type_line": "Sorcery", "mana_cost": "{0}", "oracle_text": "Manifest a card from your hand."},
    {"name": "Red Ogre", "type_line": "Creature — Ogre", "mana_cost": "{2}", "power": "4", "toughness": "4"},
    {"name": "Blue Imp", "type_line": "Creature — Imp", "mana_cost": "{9}", "power": "1", "toughness": "1"},
)  # fmt: skip
BOOK = CardBook((read_source("cards", json.dumps(ROWS).encode()), builtin_source()))
BOARD = """format: position/1
players:
  p1:
    hand: [Dark Turn, Quick Turn, Sly Turn, Red Ogre, Blue Imp]
    library: [Red Ogre, Blue Imp, Forest]
    mana: {C: 2}
  p2: {}
"""


def downs(game: Sitting, who: str) -> list[str]:
    """What a chair knows of the permanents of p1 that lie face down."""
    found = game.table.view(game[who])
    assert isinstance(found, View), found
    return [each["face_down"] for each in as_json(found.board)["players"][0]["battlefield"] if "face_down" in each]


def resolve(game: Sitting) -> None:
    game.play("p1", "pass")
    game.play("p2", "pass")


@pytest.mark.parametrize("who", ["p2", "spectator"])
def test_708_5_what_is_manifested_is_told_to_its_controller_alone_until_it_is_turned_face_up(who: str) -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, BOARD)
        game.play("p1", "cast Quick Turn")
        resolve(game)
        assert (downs(game, "p1"), downs(game, who)) == (["Red Ogre"], [""])
        assert "Ogre" not in everything(game, who) and "{2}" not in everything(game, who)
        game.play("p1", "activate face-down creature")
        assert "Red Ogre" in everything(game, who) and downs(game, who) == []


@pytest.mark.parametrize("who", ["p2", "spectator"])
def test_701_62a_which_of_two_cards_is_manifested_is_told_to_nobody_else(who: str) -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, BOARD)
        game.play("p1", "cast Dark Turn")
        resolve(game)
        assert "Ogre" not in everything(game, who) and "Imp" not in everything(game, who)
        game.play("p1", "choose Red Ogre")
        assert (downs(game, "p1"), downs(game, who)) == (["Red Ogre"], [""])
        assert "Ogre" not in everything(game, who) and "Blue Imp" in everything(game, who)


@pytest.mark.parametrize("who", ["p2", "spectator"])
def test_701_40a_a_card_of_the_hand_is_manifested_unseen(who: str) -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, BOARD)
        game.play("p1", "cast Sly Turn")
        resolve(game)
        game.play("p1", "choose Red Ogre")
        assert (downs(game, "p1"), downs(game, who)) == (["Red Ogre"], [""])
        assert "Ogre" not in everything(game, who)
