"""What people at seats are called: they say it when they sit down, and every view tells it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.refusals import Refusal
from reiterate.table.exporting import Exported
from reiterate.table.seat_view import View
from reiterate.table.table import Accepted, Created
from tests.table.laid_table import LAP, RULEBOOK, Sitting, opened, quick_folder, seated, taken_seats


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for one database."""
    with quick_folder() as found:
        yield found


def called(sitting: Sitting, who: str, name: str) -> object:
    return sitting.table.be_called(sitting[who], sitting.next, name)


def names(sitting: Sitting, who: str = "spectator") -> dict[str, str]:
    view = sitting.table.view(sitting[who])
    assert isinstance(view, View)
    return view.names


def test_everybody_reads_what_somebody_is_called(folder: Path) -> None:
    with opened(folder) as table:
        game = seated(table, RULEBOOK)
        assert names(game) == {}
        assert isinstance(called(game, "p2", "  Ben   of the\tHill "), Accepted)
        assert isinstance(called(game, "p1", "Anna"), Accepted)
        assert isinstance(called(game, "p1", "Ann"), Accepted)  # the last one counts
        for who in ("p1", "p2", "judge", "spectator"):
            assert names(game, who) == {"p1": "Ann", "p2": "Ben of the Hill"}


def test_a_name_moves_nothing_and_outlives_an_undo_and_a_new_start(folder: Path) -> None:
    with opened(folder) as table:
        game = seated(table, RULEBOOK)
        game.play("p1", "activate Midnight Guard")
        before = table.view(game["p1"])
        called(game, "p1", "Anna")
        after = table.view(game["p1"])
        assert isinstance(before, View) and isinstance(after, View) and before.board == after.board
        assert isinstance(table.ask_undo(game["p1"], game.next, 1), Accepted)
        assert isinstance(table.answer_undo(game["p2"], game.next, True), Accepted)
        assert names(game) == {"p1": "Anna"}
        assert isinstance(table.propose(game["p1"], game.next, LAP.format(60)), Accepted)
        assert isinstance(table.answer(game["p2"], game.next, "accept"), Accepted)  # a snapshot is kept behind it
        log = table.export(game["judge"], "log")
        script = table.export(game["p1"], "script")
        assert isinstance(log, Exported) and isinstance(script, Exported) and "Anna" not in script.text
        game_name, links = game.made.game, game.made.links
    with opened(folder) as table:
        again = Sitting(table, game.made)
        for who, secret in links.items():
            chair = table.enter(game_name, secret)
            assert not isinstance(chair, Refusal)
            again.chairs[who] = chair
        assert names(again) == {"p1": "Anna"}
        taken_along = table.load(log.text)
        assert isinstance(taken_along, Created)
        assert names(taken_seats(table, taken_along)) == {"p1": "Anna"}


@pytest.mark.parametrize(
    ("who", "name", "code"),
    [
        ("p1", "   ", "no-words"),
        ("p1", 41 * "a", "too-long"),
        ("judge", "Judith", "not-a-player"),
        ("p1", "a\0", "shape"),
    ],
)
def test_what_is_no_name_of_a_seat_is_refused(folder: Path, who: str, name: str, code: str) -> None:
    with opened(folder) as table:
        game = seated(table, RULEBOOK)
        found = called(game, who, name)
        assert isinstance(found, Refusal) and found.code == code and names(game) == {}
