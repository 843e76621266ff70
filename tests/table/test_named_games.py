"""The title of a game, what people are called, and the time limit: told at every seat, kept by a rematch, a log and a new start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.table.seat_view import View
from reiterate.table.table import Accepted, Created, Table
from tests.table.laid_table import RULEBOOK, Sitting, opened, quick_folder, taken_seats

BOOK = CardBook.builtin()
DECK = "20 Forest\n20 Grizzly Bears"
NAMES = {"p1": "Anna", "p2": "<b>Ben</b>"}


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


def told(game: Sitting) -> set[tuple[str, tuple[tuple[str, str], ...], int]]:
    """What all seats are told of the game itself: one thing alone where they agree."""
    views = [game.table.view(game[who]) for who in ("p1", "p2", "judge", "spectator")]
    assert all(isinstance(each, View) for each in views)
    return {(each.title, tuple(sorted(each.names.items())), each.limit) for each in views}  # type: ignore[union-attr] # all are views


def dealt(table: Table) -> Sitting:
    made = table.create_dealt([DECK, DECK], limit=60, title="The final", names=NAMES)
    assert isinstance(made, Created), made
    return taken_seats(table, made)


def test_a_rematch_of_decks_keeps_title_names_and_limit(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        game = dealt(table)
        before = told(game)
        assert before == {("The final", tuple(sorted(NAMES.items())), 60)}
        assert isinstance(table.concede(game["p1"], game.next), Accepted)
        for who in ("p1", "p2"):
            assert isinstance(table.rematch(game[who], game.next), Accepted)
        assert told(game) == before
        log = table.export(game["judge"], "log")
        assert not isinstance(log, Refusal)
        copy = table.load(log.text)
        assert isinstance(copy, Created) and told(taken_seats(table, copy)) == before
    with opened(folder, BOOK) as table:
        chairs = {who: table.enter(game.made.game, secret) for who, secret in game.made.links.items()}
        assert told(Sitting(table, game.made, chairs)) == before  # type: ignore[arg-type] # none is refused


def test_without_a_title_the_game_is_called_after_its_decks(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        made = table.create_dealt([DECK, DECK])
        assert isinstance(made, Created)
        assert told(taken_seats(table, made)) == {("deck 1 against deck 2", (), 0)}


def test_names_are_of_seats_and_short(folder: Path) -> None:
    with opened(folder, BOOK) as table:
        for names, code in (
            ({"p3": "Cleo"}, "no-such-player"),
            ({"p1": "x" * 41}, "too-long"),
            ({"p1": "\0"}, "shape"),
        ):
            found = table.create(RULEBOOK, names=names)
            assert isinstance(found, Refusal) and found.code == code
        made = table.create_example("million", names={"p1": "  Anna   B ", "p2": " "}, title="of two")
        assert isinstance(made, Created)
        assert told(taken_seats(table, made)) == {("of two", (("p1", "Anna B"),), 0)}
