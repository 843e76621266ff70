"""Calls of a table that take too long: they change nothing, and the game goes on."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from reiterate import deadline
from reiterate.ask.answer_json import as_json
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.table.entries import Said
from reiterate.table.exporting import Exported
from reiterate.table.past import MOST_TOLD, Page
from reiterate.table.rounds import Carried, Round, carry_out
from reiterate.table.seat_view import Shown, View
from reiterate.table.table import LONG_LOG, LONG_PAST, Accepted, Created, Table
from tests.support.patience import PATIENCE, until
from tests.support.served import text_of
from tests.table.laid_table import Sitting, quick_folder, seated

#: Laps that are written out one by one, which take minutes to play.
LAPS = "activate bears\nall pass\nall pass\n" * 3_000
#: Seconds in which no machine plays them.
SECONDS = 0.05


@pytest.fixture
def game() -> Iterator[Sitting]:
    with quick_folder() as folder:
        table = Table.open(f"sqlite:///{folder / 'games.db'}", CardBook.builtin(), PATIENCE)
        assert isinstance(table, Table), table
        with table:
            yield seated(table, text_of("million"))


def test_a_proposal_that_takes_too_long_is_refused_and_the_game_goes_on(
    game: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = game.now.game.state
    monkeypatch.setattr(game.table, "_seconds", SECONDS)
    found = game.table.propose(game["p1"], game.next, LAPS)
    monkeypatch.setattr(game.table, "_seconds", PATIENCE)
    assert isinstance(found, Refusal) and found.code == "time-spent" and found.exit_code == 3
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


@pytest.mark.parametrize("raised", [MemoryError, SystemError, ZeroDivisionError])
def test_a_move_that_breaks_in_the_middle_changes_nothing(
    game: Sitting, monkeypatch: pytest.MonkeyPatch, raised: type[Exception]
) -> None:
    """Whatever ends it: the game goes on as its log has it."""
    before = game.now.game.state

    def broken(now: Round, said: Said) -> Carried | Refusal:
        assert not isinstance(carry_out(now, said), Refusal) and not same(now.game.state, before)
        raise raised

    with monkeypatch.context() as patched:
        patched.setattr("reiterate.table.rounds.carry_out", broken)
        with pytest.raises(raised):
            game.table.play(game["p1"], game.next, "activate bears")
    assert isinstance(game.table.view(game["p1"]), View)
    assert game.last == 1 and same(game.now.game.state, before)
    game.play("p1", "activate bears")
    assert game.last == 2


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
    with pytest.raises(deadline.OutOfTime), deadline.at_most(1e-9), deadline.at_most(PATIENCE):
        deadline.check()
    with deadline.at_most(0):
        deadline.check()
    deadline.check()


def chatted(game: Sitting, many: int) -> list[str]:
    """Words of chat, so many of them."""
    said = [f"{number} " + "x" * 1_500 for number in range(many)]
    for each in said:
        assert isinstance(game.table.chat(game["p1"], game.next, each), Accepted)
    return said


def test_an_answer_with_entries_ends_after_so_many_words(game: Sitting) -> None:
    """Each entry is told once all the same, by whoever asks behind the last one that was told."""
    said = chatted(game, 2 * MOST_TOLD // 1_500)
    told: list[Shown] = []
    more = True
    while more:
        found = game.table.entries(game["p2"], len(told), 500)
        assert isinstance(found, Page) and found
        assert sum(len(each.body.get("text", "")) for each in found[:-1]) < MOST_TOLD
        more = found.more
        told += found
    assert [each.body.get("text") for each in told[1:]] == said
    happened = game.table.happened(game["p2"], 1)
    assert isinstance(happened, list) and 0 < len(happened) < len(said)
    assert game.table.entries(game["p2"], len(told)) == [] and game.table.entries(game["p2"], 10**6) == []


@pytest.mark.parametrize("what", ["log", "script"])
def test_the_past_of_a_long_game_is_taken_along_in_the_long_lane(
    game: Sitting, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """It waits for the turn of the long ones, and nobody waits for it: neither other games, nor players of the same one."""
    chatted(game, LONG_PAST)
    last = game.last
    found: list[object] = []
    taking = threading.Thread(target=lambda: found.append(game.table.export(game["judge"], what)))
    assert deadline._TURN.acquire(timeout=PATIENCE)
    try:
        taking.start()
        until(lambda: deadline._ALL.waiting)
        chatted(game, 1)
        assert game.last == last + 1 and not found
    finally:
        deadline._TURN.release()
    taking.join(PATIENCE)
    assert isinstance(found[0], Exported)
    if what == "log":
        assert found[0].text.count("\n") == last + 1


def test_a_long_log_is_taken_up_in_the_long_lane(game: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """One client takes up one of them at a time; short logs do not wait."""
    short = game.table.export(game["judge"], "log")
    chatted(game, LONG_LOG // 1_500 + 1)
    log = game.table.export(game["judge"], "log")
    assert isinstance(short, Exported) and isinstance(log, Exported)
    monkeypatch.setattr(deadline._ALL, "clients", {"somebody"})
    deadline.arrive(1, lambda: None)
    with deadline.arrived("somebody"):
        found = game.table.load(log.text)
        assert isinstance(found, Refusal) and found.code == "time-spent" and deadline.turned_away()
        assert isinstance(game.table.load(short.text), Created)
    monkeypatch.setattr(deadline._ALL, "clients", set())
    made = game.table.load(log.text)
    assert isinstance(made, Created) and made.last == game.last
    judge = game.table.enter(made.game, made.links["judge"])
    again = game.table.export(judge, "log")  # type: ignore[arg-type] # no refusal
    assert isinstance(again, Exported) and again.text == log.text
