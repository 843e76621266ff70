"""Backups of a database that is being written to: whole, of one moment, and a server can be started on them."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from reiterate.ask.answer_json import as_json
from reiterate.refusals import Refusal
from reiterate.table.backup import backed_up, restored
from reiterate.table.seat_view import View
from reiterate.table.table import Accepted, Table
from tests.support import postgres
from tests.support.command_line import in_process
from tests.table.laid_table import BOOK, RULEBOOK, Sitting, quick_folder, seated, taken_seats

LAP = (("p1", "activate Midnight Guard"), ("p1", "pass"), ("p2", "pass"), ("p1", "pass"), ("p2", "pass"))


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


def table_of(url: str) -> Table:
    table = Table.open(url, BOOK)
    assert isinstance(table, Table), table
    return table


@contextmanager
def busy(game: Sitting) -> Iterator[list[int]]:
    """Somebody plays on all the while; the numbers of the entries that were answered."""
    answered: list[int] = []
    over = threading.Event()

    def play() -> None:
        while not over.is_set():
            for who, line in LAP:
                found = game.table.play(game[who], game.next, line)
                assert isinstance(found, Accepted), found
                answered.append(found.number)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        while len(answered) < 10:
            over.wait(0.01)
        yield answered
    finally:
        over.set()
        thread.join()


def test_a_backup_is_taken_while_a_writer_is_busy(url: str, folder: Path) -> None:
    table = table_of(url)
    quiet, game = seated(table, RULEBOOK), seated(table, RULEBOOK)
    quiet.play("p1", "activate Midnight Guard")
    files = [folder / f"backup {number}.db" for number in range(3)]
    with busy(game) as answered:
        before = []
        for file in files:
            before.append(answered[-1])
            found = backed_up(url, file)
            assert isinstance(found, str) and found.startswith("2 games with "), found
            while answered[-1] == before[-1]:
                pass
    shown = as_json(view(quiet))
    table.close()
    for file, last in zip(files, before, strict=True):
        assert sorted(path.name for path in folder.iterdir() if path.name.startswith(file.name)) == [file.name]
        again = table_of(f"sqlite:///{file}")
        one, other = taken_seats(again, quiet.made), taken_seats(again, game.made)
        assert as_json(view(one)) == shown
        assert view(other).last >= last  # every entry that was answered before is there, and the game goes on
        one.play("p1", "pass")
        again.close()


def view(game: Sitting) -> View:
    found = game.table.view(game["p1"])
    assert isinstance(found, View), found
    return found


def test_what_is_restored_is_what_was_there(url: str, folder: Path) -> None:
    table = table_of(url)
    game = seated(table, RULEBOOK)
    for who, line in LAP * 11:
        game.play(who, line)
    shown = as_json(view(game))
    table.close()
    file = folder / "backup.db"
    assert isinstance(backed_up(url, file), str)
    kept = file.read_bytes()
    other = f"sqlite:///{folder / 'other.db'}"
    found = restored(file, other)
    assert found == "1 games with 56 entries are brought from backup.db" and file.read_bytes() == kept
    again = table_of(other)
    assert as_json(view(taken_seats(again, game.made))) == shown
    again.close()
    refused = restored(file, other)
    assert isinstance(refused, Refusal) and "has games already" in refused.message


@pytest.mark.slow("starts a server of its own, which takes time")
def test_games_move_to_another_kind_of_database(folder: Path, postgres_server: str) -> None:
    table = table_of(f"sqlite:///{folder / 'games.db'}")
    game = seated(table, RULEBOOK)
    game.play("p1", "activate Midnight Guard")
    table.close()
    assert isinstance(backed_up(f"sqlite:///{folder / 'games.db'}", folder / "backup.db"), str)
    url = postgres.database(postgres_server, "moved")
    assert isinstance(restored(folder / "backup.db", url), str)
    again = table_of(url)
    sitting = taken_seats(again, game.made)
    sitting.play("p1", "pass")
    assert view(sitting).last == 3
    again.close()


def test_what_can_not_be_backed_up_is_refused(folder: Path) -> None:
    (folder / "there.db").write_text("something")
    for url, file, word in (
        (f"sqlite:///{folder}/none.db", "new.db", "no database"),
        ("dance", "new.db", "none"),
        (f"sqlite:///{folder}/there.db", "there.db", "already"),
        (f"sqlite:///{folder}/there.db", "new.db", "can't be written"),
    ):
        found = backed_up(url, folder / file)
        assert isinstance(found, Refusal) and word in found.message and found.exit_code == 2, found
    assert sorted(path.name for path in folder.iterdir()) == ["there.db"]
    with sqlite3.connect(folder / "other.db") as opened:
        opened.execute("CREATE TABLE other (id)")
    for name in ("none.db", "there.db", "other.db"):
        found = restored(folder / name, f"sqlite:///{folder}/new.db")
        assert isinstance(found, Refusal) and name in found.message, found


def test_the_command(folder: Path) -> None:
    url = f"sqlite:///{folder / 'games.db'}"
    table = table_of(url)
    seated(table, RULEBOOK)
    table.close()
    file = folder / "backup.db"
    exit_code, text = in_process("backup", str(file), "--database", url)
    assert exit_code == 0 and text == f"1 games with 1 entries are in {file}\n"
    exit_code, text = in_process("backup", str(file), "--database", url)
    assert exit_code == 2 and "(file-exists)" in text and "Traceback" not in text
    exit_code, text = in_process("backup", str(file), "--restore", "--database", f"sqlite:///{folder / 'other.db'}")
    assert exit_code == 0 and text == "1 games with 1 entries are brought from backup.db\n"
    exit_code, text = in_process("backup", str(folder / "x.db"))
    assert exit_code == 2 and "(table-database)" in text
