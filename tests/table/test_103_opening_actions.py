"""Actions with cards of an opening hand (103.6): who is asked when, what begins on the battlefield, and what nobody else learns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.boards.dealing import dealt
from reiterate.refusals import Refusal
from reiterate.table.seat_view import View
from reiterate.table.seats import JUDGE
from reiterate.table.table import Accepted, Created, Table
from reiterate.terms.unusable import BEGINS, OPENS, opening_action
from tests.support.own_cards import own_book
from tests.table.laid_table import Sitting, everything, opened, quick_folder, same_everywhere, taken_seats

BEGIN = "If ~ is in your opening hand, you may begin the game with it on the battlefield."
OWN = {
    "Ley": ("Enchantment", f"{BEGIN}\nWhenever a creature enters, you gain 1 life."),
    "Line": ("Creature — Elemental", f"{BEGIN}\nWhen ~ enters, you gain 5 life."),
    "Late Ley": ("Enchantment", f"{BEGIN}\nAs ~ enters, choose a color."),
    "Herald": ("Creature — Angel", "You may reveal this card from your opening hand. If you do, you gain 3 life."),
    "Powder": (
        "Artifact",
        "Any time you could mulligan and ~ is in your hand, you may exile all the cards from your hand, then draw that many cards.",
    ),
    "Caverns": (
        "Land",
        "If ~ is in your opening hand and you're not playing first, you may begin the game with ~ on the battlefield "
        "with a luck counter on it. If you do, exile a card from your hand.",
    ),
}
BOOK = own_book(OWN)
PLAIN = "7 Forest"


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


def view(game: Sitting, who: str) -> View:
    found = game.table.view(game[who])
    assert isinstance(found, View), found
    return found


def lines(game: Sitting, who: str) -> list[str]:
    return [each.line for each in view(game, who).may]


def begun(table: Table, *decks: str) -> Sitting:
    made = table.create_dealt(decks)
    assert isinstance(made, Created), made
    return taken_seats(table, made)


def kept(table: Table, *decks: str) -> Sitting:
    """A game of decks of seven cards, of which everybody has kept the hand."""
    game = begun(table, *decks)
    for seat in range(len(decks)):
        game.play(f"p{seat + 1}", "keep")
    return game


def in_play(game: Sitting, seat: int) -> list[str]:
    """The cards of a player on the battlefield, as everybody sees them."""
    rows = (row for row in game.now.game.state.rows.values() if row.cls.zone == "battlefield" and row.cls.owner == seat)
    return sorted(row.cls.proto.name for row in rows if row.cls.proto is not None)


def life(game: Sitting) -> list[object]:
    return [game.now.game.state.rows[1 + seat].get("life") for seat in range(game.now.players)]


def test_103_6a_each_player_in_turn_order_begins_with_cards_on_the_battlefield(folder: Path) -> None:
    """Nothing triggers: the game has not begun. The first turn follows once all are ready."""
    with opened(folder, BOOK) as table:
        game = kept(table, "1 Ley\n1 Line\n5 Forest", "2 Line\n5 Forest")
        assert lines(game, "p1") == ["ready", "begin with Ley", "begin with Line"] and lines(game, "p2") == []
        assert view(game, "p1").question.asked == "begin with" and "103.6" in view(game, "p1").question.text
        game.play("p1", "begin with Ley")
        assert in_play(game, 0) == ["Ley"] and lines(game, "p1") == ["ready", "begin with Line"]
        game.play("p1", "ready")
        assert lines(game, "p1") == [] and lines(game, "p2") == ["ready", "begin with Line"]
        game.play("p2", "begin with Line", "begin with Line", "ready")
        assert (in_play(game, 0), in_play(game, 1)) == (["Ley"], ["Line", "Line"])
        assert view(game, "p1").hands == [] and life(game) == [20, 20]
        assert view(game, "p1").decides == "p1" and view(game, "p1").question.asked == "priority"
        same_everywhere(folder, game, BOOK)


def test_103_6_all_are_asked_where_any_deck_has_such_a_card_and_nobody_else(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = kept(table, PLAIN, PLAIN, "1 Ley\n6 Forest")
        for who in ("p1", "p2"):
            assert lines(game, who) == ["ready"]
            game.play(who, "ready")
        assert lines(game, "p3") == ["ready", "begin with Ley"]
        assert all("Ley" not in everything(game, who) for who in ("p1", "p2", "spectator"))
        game.play("p3", "ready")
        assert in_play(game, 2) == [] and view(game, "p3").hands == []
        plain = kept(table, PLAIN, PLAIN)
        assert view(plain, "p1").hands == []


def test_103_6_what_is_not_in_the_hand_does_not_begin_on_the_battlefield(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = kept(table, PLAIN, "1 Ley\n6 Forest")
        for line in ("begin with Ley", "begin with Forest", "pass"):
            found = table.play(game["p1"], game.next, line)
            assert isinstance(found, Refusal) and (found.code, found.rule) == ("opening-hand", "103.5")
        found = table.play(game["p2"], game.next, "begin with Ley")
        assert isinstance(found, Refusal) and found.code == "not-your-decision"
        found = table.propose(game["p1"], game.next, "all pass")
        assert isinstance(found, Refusal) and (found.code, found.rule) == ("opening-hand", "103.6")


def test_103_6a_what_everybody_has_seen_is_not_taken_back_and_a_rematch_shuffles_it_in(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = kept(table, "1 Ley\n6 Forest", PLAIN)
        game.play("p1", "begin with Ley", "ready")
        refused = table.ask_undo(game["p1"], game.next, game.last - 2)
        assert isinstance(refused, Refusal) and refused.code == "undo-revealed"
        game.play("p2", "ready")
        assert isinstance(table.concede(game["p2"], game.next), Accepted)
        for who in ("p1", "p2"):
            assert isinstance(table.rematch(game[who], game.next), Accepted)
        assert in_play(game, 0) == [] and game.now.begun_with.count("Ley") == 1
        for who in ("p1", "p2"):
            game.play(who, "keep")
        assert lines(game, "p1") == ["ready", "begin with Ley"]
        same_everywhere(folder, game, BOOK)


def test_103_6_a_program_is_ready_and_who_has_left_is_not_asked(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        made = table.create_dealt(["1 Ley\n6 Forest"] * 3, programs={"p3": "passes"})
        assert isinstance(made, Created), made
        game = taken_seats(table, made)
        for who in ("p1", "p2"):
            game.play(who, "keep")
        assert isinstance(table.concede(game["p1"], game.next), Accepted)
        assert lines(game, "p2") == ["ready", "begin with Ley"]
        game.play("p2", "begin with Ley", "ready")
        assert view(game, "p2").hands == [] and (in_play(game, 1), in_play(game, 2)) == (["Ley"], [])


@pytest.mark.parametrize("card", ["Herald", "Powder", "Caverns", "Late Ley"])
def test_103_6_other_actions_of_an_opening_hand_are_refused_by_name(folder: Path, card: str) -> None:
    with opened(folder, BOOK) as table:
        made = table.create_dealt([PLAIN, f"1 {card}\n20 Forest"])
        assert isinstance(made, Refusal) and (made.code, made.rule, made.kind) == ("rule-103.6", "103.6", "unsupported")
        assert card in made.message
        assert isinstance(
            table.create(f"format: position/1\nplayers:\n  p1: {{hand: [{card}]}}\n  p2: {{}}\n"), Created
        )


def test_103_6_a_dealt_position_says_what_only_a_table_asks() -> None:
    made = dealt([(PLAIN, "a"), ("1 Ley\n1 Herald\n6 Forest", "b")], BOOK)
    assert not isinstance(made, Refusal)
    said = [line for line in made.text.splitlines() if "103.6" in line]
    assert [line.split()[1] for line in said] == ["Ley", "Herald"]


def test_103_6_words_of_an_opening_hand_are_read_and_do_nothing_in_a_game() -> None:
    kinds = {}
    for name in OWN:
        found = BOOK.find(name)
        assert not isinstance(found, Refusal)
        assert not [
            clause for clause in found.clauses if clause.status == "not-understood" and "opening" in clause.text
        ]
        kinds[name] = opening_action(found.proto)
    assert kinds == {"Ley": BEGINS, "Line": BEGINS, **dict.fromkeys(("Late Ley", "Herald", "Powder", "Caverns"), OPENS)}


def test_the_judge_sees_every_hand_before_the_first_turn(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = kept(table, "1 Ley\n6 Forest", PLAIN)
        assert "Ley" in everything(game, JUDGE)
