"""Opening hands of games of decks (103.5): who is asked when, what a mulligan draws and puts back, and what nobody else learns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reiterate.ask.answer_json import as_json
from reiterate.refusals import Refusal
from reiterate.table.entries import HANDS
from reiterate.table.past import Page
from reiterate.table.rounds import may_go_back
from reiterate.table.seat_entries import ways_back
from reiterate.table.seat_view import View
from reiterate.table.seats import JUDGE
from reiterate.table.table import Accepted, Created, Table
from tests.support.dice import dice
from tests.table.laid_table import (
    BOOK,
    SECRETS,
    Sitting,
    everything,
    opened,
    quick_folder,
    same_everywhere,
    taken_seats,
)

#: Cards of each deck, each with a name of its own.
SIZE = 12


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


def names_of(seat: int) -> tuple[str, ...]:
    return SECRETS[seat * SIZE : (seat + 1) * SIZE]


def dealt(table: Table, players: int, programs: dict[str, str] | None = None, limit: int = 0) -> Sitting:
    decks = ["\n".join(f"1 {name}" for name in names_of(seat)) for seat in range(players)]
    made = table.create_dealt(decks, programs=programs, limit=limit)
    assert isinstance(made, Created), made
    return taken_seats(table, made)


def view(game: Sitting, who: str) -> View:
    found = game.table.view(game[who])
    assert isinstance(found, View), found
    return found


def hand(game: Sitting, who: str) -> list[str]:
    """The cards that a player sees in the own hand."""
    return [each.name for each in view(game, who).cards if each.player == who and each.zone == "hand"]


def library(game: Sitting, who: str) -> int:
    """How many cards everybody knows to be in a library."""
    player = next(each for each in view(game, "spectator").board.players if each.name == who)
    return int(str(player.library.amount))


def lines(game: Sitting, who: str) -> list[str]:
    return [each.line for each in view(game, who).may]


def asked(game: Sitting) -> str:
    found = {view(game, who).decides for who in game.made.links}
    assert len(found) == 1
    return found.pop()


def code(found: object) -> str:
    assert isinstance(found, Refusal), found
    return found.code


def test_103_5_each_declares_in_turn_order_and_those_who_mulligan_do_so_together(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = dealt(table, 2)
        first, second = hand(game, "p1"), hand(game, "p2")
        assert (len(first), len(second), library(game, "p1")) == (7, 7, SIZE - 7)
        assert asked(game) == "p1" and lines(game, "p1") == ["keep", "mulligan"] and lines(game, "p2") == []
        assert code(table.play(game["p2"], game.next, "keep")) == "not-your-decision"
        game.play("p1", "mulligan")
        assert asked(game) == "p2" and hand(game, "p1") == first  # nobody mulligans before all have declared
        game.play("p2", "keep")
        assert asked(game) == "p1" and hand(game, "p2") == second and library(game, "p2") == SIZE - 7
        assert lines(game, "p1") == [f"bottom {name}" for name in sorted(hand(game, "p1"))]
        put = hand(game, "p1")[3]
        game.play("p1", f"bottom {put}")
        assert put not in hand(game, "p1") and len(hand(game, "p1")) == 6 and library(game, "p1") == SIZE - 6
        assert asked(game) == "p1" and lines(game, "p1") == ["keep", "mulligan"]  # p2 has kept, and is asked no more
        game.play("p1", "keep")
        assert view(game, "p1").hands == [] and view(game, "p1").question.asked == "priority"
        assert [len(hand(game, who)) for who in ("p1", "p2")] == [6, 7]
        game.play("p1", "pass")


def test_103_5_until_the_hand_would_have_no_card(folder: Path) -> None:
    """Of two players each mulligan counts: seven of them leave no card, and then no other may be taken."""
    with opened(folder, BOOK) as table:
        game = dealt(table, 2)
        for many in range(1, 8):
            game.play("p1", "mulligan")
            if many == 1:
                game.play("p2", "keep")
            assert len(hand(game, "p1")) == 7
            for left in range(many, 0, -1):
                assert [each.to_put for each in view(game, "p2").hands] == [left, 0]
                game.play("p1", lines(game, "p1")[0])
            assert len(hand(game, "p1")) == 7 - many
            assert [each.mulligans for each in view(game, "spectator").hands] == [many, 0]
        assert lines(game, "p1") == ["keep"]
        assert code(table.play(game["p1"], game.next, "mulligan")) == "opening-hand"
        game.play("p1", "keep")
        assert (hand(game, "p1"), library(game, "p1")) == ([], SIZE)


def test_103_5_the_cards_go_below_the_library_in_the_order_that_was_chosen(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = dealt(table, 2)
        game.play("p1", "mulligan")
        game.play("p2", "keep")
        game.play("p1", lines(game, "p1")[0], "mulligan")
        one, two = sorted(hand(game, "p1"))[2], sorted(hand(game, "p1"))[5]
        game.play("p1", f"bottom {two}", f"bottom {one}", "keep")
        text = game.now.begun_with
        below = re.findall(r"^      - (.*)$", text[: text.index("  p2:")], re.M)
        assert below[-2:] == [two, one]


def test_103_5c_the_first_mulligan_of_a_multiplayer_game_does_not_count(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = dealt(table, 3)
        game.play("p1", "mulligan")
        game.play("p2", "keep")
        game.play("p3", "mulligan")
        assert [len(hand(game, who)) for who in ("p1", "p2", "p3")] == [7, 7, 7]
        assert asked(game) == "p1" and lines(game, "p1") == ["keep", "mulligan"]
        game.play("p1", "keep")
        game.play("p3", "mulligan")
        game.play("p3", lines(game, "p3")[0])
        assert len(hand(game, "p3")) == 6
        for many in range(2, 8):
            game.play("p3", "mulligan")
            for _ in range(many):
                game.play("p3", lines(game, "p3")[0])
            assert len(hand(game, "p3")) == 7 - many
        assert lines(game, "p3") == ["keep"]  # eight mulligans, of which seven count
        game.play("p3", "keep")
        assert view(game, "p3").hands == [] and asked(game) == "p1"


def test_nothing_else_is_done_before_the_first_turn(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = dealt(table, 2)
        assert code(table.play(game["p1"], game.next, "pass")) == "opening-hand"
        assert code(table.propose(game["p1"], game.next, "all pass")) == "opening-hand"
        assert "opening hands" in as_json(table.why_not(game["p1"], hand(game, "p1")[:1])[0])["why"]  # type: ignore[index] # a list
        assert code(table.play(game["spectator"], game.next, "keep")) == "not-a-player"
        assert code(table.play(game[JUDGE], game.next, "keep")) == "not-a-player"
        assert isinstance(table.chat(game["p2"], game.next, "good luck"), Accepted)


def test_the_ways_back_of_a_page_are_those_that_the_table_accepts(folder: Path) -> None:
    """The last deal stands and has moved the game: one goes back to just after it, as behind any such entry."""
    with opened(folder, BOOK) as table:
        game = dealt(table, 2)
        game.play("p1", "mulligan")
        game.play("p2", "keep")
        game.play("p1", lines(game, "p1")[0], "keep", "pass")
        entries = shown(game, "p1")
        lowest = view(game, "p1").undo_from
        last = game.next - 1
        begun = next(each.number for each in reversed(entries) if each.kind == HANDS)
        assert lowest <= begun == last - 1
        ways = ways_back([as_json(each) for each in entries], lowest)
        accepted = {number for number in range(lowest, last) if may_go_back(game.now, number) is None}
        assert ways == accepted and begun in ways


def test_an_undo_takes_a_declaration_back_and_never_a_deal(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = dealt(table, 2)
        game.play("p1", "mulligan")
        assert isinstance(table.ask_undo(game["p1"], game.next, 1), Accepted)
        assert isinstance(table.answer_undo(game["p2"], game.next, True), Accepted)
        assert asked(game) == "p1"
        game.play("p1", "mulligan")
        game.play("p2", "mulligan")
        for who in ("p1", "p2"):
            game.play(who, lines(game, who)[0])
        deal = next(each.number for each in shown(game, JUDGE) if each.kind == "hands are dealt")
        assert isinstance(table.ask_undo(game["p1"], game.next, deal - 1), Refusal)
        assert isinstance(table.ask_undo(game["p1"], game.next, deal), Accepted)
        assert isinstance(table.answer_undo(game["p2"], game.next, True), Accepted)
        assert (asked(game), len(hand(game, "p1"))) == ("p1", 7)


def shown(game: Sitting, who: str) -> Page:
    found = game.table.entries(game[who])
    assert isinstance(found, Page), found
    return found


def test_104_3a_who_leaves_before_the_first_turn_is_asked_nothing(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = dealt(table, 3)
        game.play("p1", "mulligan")
        assert isinstance(table.concede(game["p2"], game.next), Accepted)
        assert asked(game) == "p3"
        game.play("p3", "keep")
        assert (asked(game), view(game, "p1").left) == ("p1", ["p2"])
        game.play("p1", "mulligan")  # the first one counted nothing: three players began (103.5c)
        game.play("p1", lines(game, "p1")[0], "keep")
        assert (view(game, "p1").hands, view(game, "p3").left, len(hand(game, "p1"))) == ([], ["p2"], 6)
        same_everywhere(folder, game)
        for export in ("script", "position"):
            assert not isinstance(table.export(game["p1"], export), Refusal)


def test_104_3a_a_concession_that_leaves_all_declared_begins_the_deal(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = dealt(table, 3)
        game.play("p1", "mulligan")
        game.play("p2", "keep")
        before = hand(game, "p1")
        assert isinstance(table.concede(game["p3"], game.next), Accepted)
        assert asked(game) == "p1" and len(hand(game, "p1")) == 7
        assert any(each.kind == "hands are dealt" for each in shown(game, "p2")) and before
        two = dealt(table, 2)
        assert isinstance(table.concede(two["p2"], two.next), Accepted)
        ended = view(two, "p1").ended
        assert ended is not None and ended.winners == ["p1"] and view(two, "p1").hands == []


def test_a_program_keeps_its_hand_and_a_time_limit_holds(folder: Path) -> None:
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    with opened(folder, BOOK) as table:
        game = dealt(table, 2, {"p2": "passes"})
        game.play("p1", "mulligan")
        assert [each.kept for each in view(game, "p1").hands] == [False, True] and asked(game) == "p1"
        assert isinstance(table.concede(game["p1"], game.next), Accepted)
        assert isinstance(table.rematch(game["p1"], game.next), Accepted)
        assert [each.mulligans for each in view(game, "p1").hands] == [0, 0] and lines(game, "p1") == [
            "keep",
            "mulligan",
        ]
    table = Table.open(f"sqlite:///{folder / 'games.db'}", BOOK, clock=lambda: now[0])  # type: ignore[assignment] # no refusal
    with table:
        game = dealt(table, 3, limit=60)
        game.play("p1", "keep")
        now[0] += timedelta(seconds=61)
        assert isinstance(table.time_over(game["p1"], game.next), Accepted)
        assert (asked(game), view(game, "p1").left) == ("p3", ["p2"])


def test_a_rematch_begins_with_hands_to_be_kept(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = dealt(table, 2)
        game.play("p1", "mulligan")
        game.play("p2", "keep")
        game.play("p1", lines(game, "p1")[0], "keep", "pass")
        assert isinstance(table.concede(game["p2"], game.next), Accepted)
        for who in ("p1", "p2"):
            assert isinstance(table.rematch(game[who], game.next), Accepted)
        assert [(each.mulligans, each.kept) for each in view(game, "p1").hands] == [(0, False)] * 2
        assert [len(hand(game, who)) for who in ("p1", "p2")] == [7, 7]
        same_everywhere(folder, game)


@pytest.mark.parametrize("number", range(12))
def test_random_openings_offer_what_is_accepted_and_tell_nobody_of_hidden_cards(folder: Path, number: int) -> None:
    thrown = dice(f"openings {number}")
    players = 2 + number % 2
    with opened(folder, BOOK) as table:
        game = dealt(table, players)
        seen = {who: set[str]() for who in game.made.links}
        for _ in range(60):
            for who in seen:
                seen[who] |= {each.name for each in view(game, who).cards if each.name and each.player == who}
                if who != JUDGE:
                    others = set(SECRETS) - seen[who]
                    words = everything(game, who)
                    assert not [name for name in others if name in words], who
            if not view(game, "p1").hands or view(game, "p1").ended:
                break
            who = asked(game)
            offered = lines(game, who)
            assert offered
            turn = thrown.random()
            if turn < 0.05:
                assert isinstance(table.concede(game[f"p{players}"], game.next), Accepted | Refusal)
                continue
            game.play(who, thrown.choice(offered if turn < 0.7 else offered[:1]))
        for seat in range(players):
            text = game.now.begun_with
            assert Counter(name for name in names_of(seat) if name in text) == Counter(names_of(seat))
        same_everywhere(folder, game)
