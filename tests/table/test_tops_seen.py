"""Cards on top of a library that are seen there: revealed to all, or looked at by one player (401.5)."""

from __future__ import annotations

import json

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.table.seat_view import View
from tests.table.laid_table import (
    SECRETS,
    Sitting,
    card_rows,
    everything,
    opened,
    quick_folder,
    same_everywhere,
    seated,
    text_of,
)

OWN = {
    "Open Lid": "Play with the top card of your library revealed.",
    "Quiet Lid": "You may look at the top card of your library any time.",
    "Keen Owl": "{0}: Search your library for an artifact card, reveal it, put it into your hand, then shuffle.",
    "Great Owl": "{0}: Search your library for up to three artifact cards, reveal them, put them into your hand, then shuffle.",
    "Kind Owl": "{0}: You may search your library for an artifact card, reveal it, put it into your hand, then shuffle.",
    "Wise Owl": "{0}: Search your library for a card, then shuffle and put that card on top.",
}
ROWS = [{"name": name, "type_line": "Artifact", "mana_cost": "", "oracle_text": text} for name, text in OWN.items()]
BOOK = CardBook((read_source("cards", json.dumps([*card_rows(), *ROWS]).encode()), builtin_source()))
DECK = SECRETS[:4]


def board(*there: str, deck: tuple[str, ...] = DECK) -> str:
    own = f"{{library: [{', '.join(deck)}], battlefield: [{', '.join(there)}]}}"
    return f"format: position/1\nplayers:\n  p1: {own}\n  p2: {{}}\n"


def on_top(game: Sitting, who: str) -> list[tuple[str, str]]:
    """The cards of libraries that a chair sees, with how many of each."""
    view = game.table.view(game[who])
    assert isinstance(view, View)
    return [(each.name, str(each.count.amount)) for each in view.cards if each.zone == "library"]


def used(game: Sitting, name: str, *more: str) -> None:
    game.play("p1", f"activate {name}", "pass")
    game.play("p2", "pass")
    game.play("p1", *more)


@pytest.mark.parametrize(("lid", "others"), [("Open Lid", True), ("Quiet Lid", False)])
def test_401_5_the_top_card_is_seen_by_all_or_by_its_player_alone(lid: str, others: bool) -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board(lid, "Open Book"))
        for top in DECK[:2]:
            assert on_top(game, "p1") == on_top(game, "judge") == [(top, "1")]
            for who in ("p2", "spectator"):
                assert on_top(game, who) == ([(top, "1")] if others else [])
                assert (top in everything(game, who)) == others
            assert not [name for name in DECK[2:] if name in everything(game, "p1")]
            used(game, "Open Book")
        same_everywhere(folder, game, BOOK)


def test_401_5_of_like_cards_on_top_one_is_seen() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Open Lid", deck=(DECK[0], DECK[0], DECK[0], DECK[1])))
        assert on_top(game, "p2") == [(DECK[0], "1")]


def test_401_5_no_undo_leads_back_behind_what_came_to_lie_on_top() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Open Lid", "Far Glass"))
        used(game, "Far Glass", "choose bottom")
        assert on_top(game, "p2") == [(DECK[1], "1")]
        refused = table.ask_undo(game["p1"], game.next, game.last - 1)
        assert isinstance(refused, Refusal) and refused.code == "undo-revealed"


def test_401_5_the_position_of_a_seat_names_the_top_card_that_it_sees() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Open Lid"))
        for who in ("p1", "p2", "spectator"):
            found = text_of(table.export(game[who], "position"))
            assert DECK[0] in found and not [name for name in DECK[1:] if name in found]


def test_701_23_every_card_that_a_search_may_find_is_offered() -> None:
    """Eight of them were offered, as if they were ways to pay."""
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Wise Owl", deck=SECRETS[:30]))
        used(game, "Wise Owl")
        view = table.view(game["p1"])
        assert isinstance(view, View) and not view.more
        assert sorted(each.line for each in view.may) == sorted(f"choose {name}" for name in SECRETS[:30])


@pytest.mark.parametrize(
    ("name", "answers", "told"), [("Keen Owl", (), True), ("Kind Owl", ("yes",), True), ("Wise Owl", (), False)]
)
def test_701_20_what_a_search_reveals_is_told_to_all(name: str, answers: tuple[str, ...], told: bool) -> None:
    """What was found for being of a set is revealed; any card that was found is not."""
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board(name, deck=SECRETS[:10]))
        used(game, name, *answers, f"choose {SECRETS[4]}")
        for who in ("p2", "spectator"):
            assert (SECRETS[4] in everything(game, who)) == told
            assert not [other for other in SECRETS[:10] if other != SECRETS[4] and other in everything(game, who)]
        same_everywhere(folder, game, BOOK)


def test_701_23_like_cards_that_lie_apart_are_one_way_to_find_so_many() -> None:
    """Which of three alike cards is found nobody could tell, and all seven ways were offered."""
    alike, other = SECRETS[4], SECRETS[1]
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Great Owl", deck=(alike, other, alike, other, alike)))
        used(game, "Great Owl")
        view = table.view(game["p1"])
        assert isinstance(view, View) and len(view.may) == 4 and not view.more
