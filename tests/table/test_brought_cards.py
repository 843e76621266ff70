"""Cards that somebody brought belong to the game that was made with them, and to no other one."""

from __future__ import annotations

import json

from reiterate.cards.book import MOST_BROUGHT
from reiterate.refusals import Refusal
from reiterate.table.exporting import Exported
from reiterate.table.past import Page
from reiterate.table.table import Created
from tests.table.laid_table import Sitting, opened, quick_folder, same_everywhere, taken_seats

ZORBL = {"name": "Zorbl Guard", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": "{0}: You gain 1 life."}
#: A card of the server's with another text.
OTHER = {"name": "Mountain", "type_line": "Artifact", "oracle_text": "{0}: You gain 7 life."}
BOARD = (
    "format: position/1\nplayers:\n  p1:\n    battlefield: [Zorbl Guard, Mountain]\n    hand: [Zorbl Guard]\n  p2: {}\n"
)


def lines(*cards: dict[str, str]) -> str:
    return "\n".join(json.dumps(card) for card in cards)


def texts(game: Sitting, who: str, name: str) -> list[str]:
    faces = game.table.faces(game[who])
    assert not isinstance(faces, Refusal)
    return next((each.text for each in faces if each.name == name), [])


def test_a_game_knows_the_cards_that_were_brought_to_it_after_a_new_start_too() -> None:
    with quick_folder() as folder:
        with opened(folder) as table:
            unknown = table.create(BOARD)
            assert isinstance(unknown, Refusal) and unknown.code == "card-unknown"
            made = table.create(BOARD, cards=lines(ZORBL, OTHER))
            assert isinstance(made, Created), made
            game = taken_seats(table, made)
            game.play("p1", "activate Zorbl Guard", "pass")
            game.play("p2", "pass")
            assert texts(game, "p2", "Zorbl Guard") == ["{0}: You gain 1 life."]
            assert "gain 7" not in str(texts(game, "p1", "Mountain"))
            assert isinstance(table.create(BOARD), Refusal)  # the table itself has learned nothing
            same_everywhere(folder, game)
        with opened(folder) as again:
            later = taken_seats(again, made)
            later.play("p1", "activate Zorbl Guard")


def test_nobody_reads_in_an_entry_which_cards_were_brought() -> None:
    """They may lie in a hand."""
    with quick_folder() as folder, opened(folder) as table:
        made = table.create(BOARD, cards=lines(ZORBL))
        assert isinstance(made, Created), made
        game = taken_seats(table, made)
        for who in made.links:
            page = table.entries(game[who])
            assert isinstance(page, Page) and "cards" not in page[0].body
        for what in ("position", "replay"):
            taken = table.export(game["p1"], what)
            assert isinstance(taken, Exported) and taken.text.startswith("# some cards of this game were brought")


def test_a_card_file_that_is_too_long_or_none_is_refused() -> None:
    with quick_folder() as folder, opened(folder) as table:
        for cards in (f"{lines(ZORBL)}{' ' * MOST_BROUGHT}", "no card", "[]"):
            found = table.create(BOARD, cards=cards)
            assert isinstance(found, Refusal) and found.code == "card-file", cards[:20]
        assert isinstance(table.create(BOARD, cards=f"{lines(ZORBL)}\0"), Refusal)


def test_decks_may_hold_a_card_that_was_brought() -> None:
    with quick_folder() as folder, opened(folder) as table:
        decks = ["30 Zorbl Guard\n30 Mountain\n", "60 Mountain\n"]
        assert isinstance(table.create_dealt(decks), Refusal)
        assert isinstance(table.create_dealt(decks, cards=lines(ZORBL)), Created)
