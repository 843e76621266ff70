"""Checkpoints of SQLite beside the commits: nothing is lost, and the log begins anew."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from reiterate.table import writer
from reiterate.table.entries import Digests, Noted, Said
from reiterate.table.store import Kept, Store, open_store
from tests.support.patience import until


def entry(number: int) -> Noted:
    return Noted(number, Said("chat", "p1", {"text": "x" * 2_000, "to": "all"}), "now", Digests("a", "b", "c"))


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(writer, "PERIOD", 0.02)
    found = open_store(f"sqlite:///{tmp_path}/games.db")
    assert isinstance(found, Store)
    found.add_game("one", Kept("title", "now", {}), {"p1": "kept"}, [entry(1)])
    return found


def test_the_log_begins_anew_while_commits_go_on(tmp_path: Path, store: Store) -> None:
    most = 0
    beside = store._checkpoints
    assert beside is not None
    for number in range(2, 800):
        assert store.append("one", entry(number))
        most = max(most, (tmp_path / "games.db-wal").stat().st_size)
        if number % 50 == 0:
            until(lambda: beside.rest)  # a checkpoint has been made since the last commit
    written = 800 * 2_000
    assert most < 2 * written  # each entry takes several pages of the log
    assert (tmp_path / "games.db").stat().st_size > written / 2
    assert [each.number for each in store.entries("one", 0, 1_000)] == list(range(1, 800))
    store.close()


def test_what_was_committed_is_there_wherever_a_checkpoint_stands(tmp_path: Path, store: Store) -> None:
    """Files that are copied in the middle are what a killed program leaves: every entry that was answered is there."""
    for number in range(2, 200):
        assert store.append("one", entry(number))
        if number % 40 == 0:
            there = tmp_path / f"copy{number}"
            there.mkdir()
            for file in ("games.db-wal", "games.db"):  # the file last: what is no more in the log is in there
                shutil.copy(tmp_path / file, there / file)
            with sqlite3.connect(there / "games.db") as copied:
                assert copied.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                assert copied.execute("SELECT max(number) FROM entries").fetchone() == (number,)
            copied.close()
    store.close()


def test_a_file_that_is_closed_is_whole(tmp_path: Path, store: Store) -> None:
    for number in range(2, 20):
        assert store.append("one", entry(number))
    store.close()
    assert not (tmp_path / "games.db-wal").exists()
    with sqlite3.connect(tmp_path / "games.db") as kept:
        assert kept.execute("SELECT max(number) FROM entries").fetchone() == (19,)
    kept.close()
