"""Two tables on one database, as two servers have them: each goes on with what the other has written."""

from __future__ import annotations

import threading

import pytest

from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.table.rounds import Round
from reiterate.table.seats import Chair
from reiterate.table.table import Accepted, Table
from tests.support.patience import PATIENCE, until
from tests.table.laid_table import BOOK, RULEBOOK, Sitting, seated, taken_seats

LAP = (("p1", "activate Midnight Guard"), ("p1", "pass"), ("p2", "pass"), ("p1", "pass"), ("p2", "pass"))


def two(url: str) -> tuple[Sitting, Sitting]:
    """A game, and the same game at another table."""
    tables = [Table.open(url, BOOK) for _ in range(2)]
    assert isinstance(tables[0], Table) and isinstance(tables[1], Table)
    game = seated(tables[0], RULEBOOK)
    return game, taken_seats(tables[1], game.made)


def test_what_another_process_writes_is_carried_out_on_the_game_in_memory(url: str) -> None:
    first, second = two(url)
    before: Round = second.now
    for at, (who, line) in enumerate(LAP * 2):
        (first, second)[at % 2].play(who, line)
    first.play("p1", "activate Midnight Guard")
    assert isinstance(second.table.ask_undo(second["p1"], second.next, 1), Accepted)
    assert isinstance(first.table.answer_undo(first["p2"], first.next, True), Accepted)
    found = second.table.view(second["p1"])
    assert not isinstance(found, Refusal) and found.last == first.last
    assert second.now is before and same(first.now.game.state, second.now.game.state)
    assert first.now.entries == second.now.entries
    close(first, second)


def test_where_it_can_not_be_carried_out_the_game_is_taken_up_from_its_log(url: str) -> None:
    """The game in memory is not what it should be; whatever made it so, the log decides."""
    first, second = two(url)
    second.play("p1", "activate Midnight Guard")
    broken = second.now
    broken.game.state = broken.game.position.state
    first.play("p1", "pass")
    found = second.table.view(second["p1"])
    assert not isinstance(found, Refusal) and second.now is not broken
    assert same(first.now.game.state, second.now.game.state)
    close(first, second)


def test_the_same_words_by_way_of_both_tables_are_one_entry(url: str) -> None:
    first, second = two(url)
    found: list[object] = []
    start = threading.Barrier(2)

    def send(game: Sitting) -> None:
        start.wait()
        found.extend(game.table.chat(game["p1"], number, "the same") for number in range(2, 12))

    threads = [threading.Thread(target=send, args=(game,)) for game in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert first.last == 11 and all(isinstance(each, Accepted) for each in found), found
    assert [entry.said.text for entry in first.now.entries[1:]] == ["the same"] * 10
    close(first, second)


@pytest.mark.parametrize("kept", [True, False])
def test_who_waits_hears_of_what_another_process_writes(url: str, kept: bool) -> None:
    """On PostgreSQL at once, also after the connection for news was lost; within a second on SQLite."""
    first, second = two(url)
    heard: list[str] = []
    second.table.on_news(heard.append)
    if not kept and url.startswith("postgresql"):
        cut_off(url)
    chair = second["p2"]
    assert isinstance(chair, Chair)
    waiting = threading.Timer(0.3, lambda: first.play("p1", "activate Midnight Guard"))
    waiting.start()
    assert second.table.wait(chair, 1, PATIENCE) == 2
    waiting.join()
    if url.startswith("postgresql") and kept:
        until(lambda: heard == [first.made.game])
    close(first, second)


def cut_off(url: str) -> None:
    """End every connection to the database that listens."""
    from sqlalchemy import create_engine, text

    engine = create_engine(url)
    listening = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    with engine.connect() as connection:
        until(lambda: connection.execute(listening).first() is not None)
    engine.dispose()


def close(*games: Sitting) -> None:
    for game in games:
        game.table.close()
