"""Calls of a table that take too long: they change nothing, and the game goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from reiterate import deadline
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.show.answer_json import as_json
from reiterate.state.identity import same
from reiterate.table.sight import View
from reiterate.table.table import Accepted, Table
from tests.support.served import text_of
from tests.table.laid_table import Sitting, quick_folder, seated

#: Laps that are written out one by one, which take minutes to play.
LAPS = "activate bears\nall pass\nall pass\n" * 3_000
SECONDS = 0.5


@pytest.fixture
def game() -> Iterator[Sitting]:
    with quick_folder() as folder:
        table = Table.open(f"sqlite:///{folder / 'games.db'}", CardBook.builtin(), SECONDS)
        assert isinstance(table, Table), table
        with table:
            yield seated(table, text_of("million"))


def test_a_proposal_that_takes_too_long_is_refused_and_the_game_goes_on(game: Sitting) -> None:
    before, begun = game.now.game.state, time.thread_time()
    found = game.table.propose(game["p1"], game.next, LAPS)
    assert isinstance(found, Refusal) and found.code == "time-spent" and found.exit_code == 3
    assert time.thread_time() - begun < 20 * SECONDS
    assert game.last == 1 and same(game.now.game.state, before)
    game.play("p1", "activate bears")
    assert game.last == 2


def test_a_look_that_takes_too_long_is_refused(game: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ruling on a loop that was shown is worked out again and again; here it has no time at all."""
    for _ in range(2):
        game.play("p1", "activate bears", "pass")
        game.play("p2", "pass")
        game.play("p1", "pass")
        game.play("p2", "pass")
    view = as_json(game.table.view(game["p1"]))  # type: ignore[arg-type] # no refusal
    monkeypatch.setattr(game.table, "_seconds", 1e-9)
    found = game.table.ruling(game["p1"], "comprehensive")
    assert isinstance(found, Refusal) and found.code == "time-spent"
    monkeypatch.setattr(game.table, "_seconds", 0.0)
    assert as_json(game.table.view(game["p1"])) == view  # type: ignore[arg-type] # no refusal


def test_a_log_that_takes_too_long_is_not_taken_up(game: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    game.play("p1", "activate bears")
    log = game.table.export(game["judge"], "log")
    monkeypatch.setattr(game.table, "_seconds", 1e-9)
    found = game.table.load(log.text)  # type: ignore[union-attr] # no refusal
    assert isinstance(found, Refusal) and found.code == "time-spent"


@pytest.mark.parametrize("bound", ["reiterate.table.resuming.LONG", "reiterate.table.table.MOST_TAKEN_UP"])
def test_a_game_is_taken_up_from_its_last_snapshot_where_its_past_or_many_games_take_long(
    game: Sitting, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    """Else nobody could look at such a game any more: to take it up, or a thousand others, would take longer than any call may."""
    for _ in range(3):
        game.play("p1", "activate bears", "pass")
        game.play("p2", "pass")
        game.play("p1", "pass")
        game.play("p2", "pass")
    script = "repeat 5:\n  activate bears\n  all pass\n  all pass\n"
    assert isinstance(game.table.propose(game["p1"], game.next, script), Accepted)
    assert isinstance(game.table.answer(game["p2"], game.next, "accept"), Accepted)
    game.play("p1", "activate bears")
    before = game.now
    monkeypatch.setattr(bound, 0 if bound.endswith("TAKEN_UP") else 1e-9)
    assert game.table.rest(-1) == 1
    after = game.now
    assert same(after.game.state, before.game.state) and after.entries == before.entries
    assert len(after.game.history.line) == 1
    assert isinstance(game.table.view(game["p1"]), View)


def test_a_choice_that_was_work_is_followed_by_a_snapshot(game: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reiterate.table.table.COSTLY", 0.0)
    game.play("p1", "activate bears")
    assert [each.number for each in game.table._store.snapshots(game.made.game)] == [2]


def test_an_earlier_end_around_a_block_stays() -> None:
    with pytest.raises(deadline.OutOfTime), deadline.at_most(1e-9), deadline.at_most(60):
        deadline.check()
    with deadline.at_most(0):
        deadline.check()
    deadline.check()
