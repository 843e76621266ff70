"""The store: one writer, numbers that follow one another, migrations, snapshots, logs of another engine. On both databases."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text, update
from sqlalchemy.exc import SQLAlchemyError

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.table import resuming
from reiterate.table.entries import Digests, Noted, Said, Snapshot
from reiterate.table.seat_view import View
from reiterate.table.store import NEWEST, Kept, Store, games_in, newest_revision, open_store
from reiterate.table.table import Accepted, Table
from reiterate.table.tables import ENTRIES, METADATA, SNAPSHOTS
from tests.support.patience import PATIENCE
from tests.table.laid_table import RULEBOOK, Sitting, seated

BOOK = CardBook.builtin()
LAP = (("p1", "activate Midnight Guard"), ("p1", "pass"), ("p2", "pass"), ("p1", "pass"), ("p2", "pass"))
SCRIPT = "repeat 1000:\n  activate Midnight Guard\n  all pass\n  all pass\n"


def entry(number: int, words: str = "words") -> Noted:
    return Noted(number, Said("chat", "p1", {"text": words, "to": "all"}), "now", Digests("a", "b", "c"))


def opened(url: str) -> Store:
    store = open_store(url)
    assert isinstance(store, Store), store
    return store


def with_games(url: str, *games: str) -> Store:
    store = opened(url)
    for game in games:
        store.add_game(game, Kept("title", "now", {"p2": "passes"}), {"p1": "kept"}, [entry(1)])
    return store


def table_of(url: str) -> Table:
    table = Table.open(url, BOOK)
    assert isinstance(table, Table), table
    return table


# --- numbers -------------------------------------------------------------------------------------------------------


def test_what_was_kept_is_read_again(url: str) -> None:
    store = with_games(url, "one")
    words = "dangerous: ' \" ; -- \\ 10^100 é 漢字 🂡"
    assert store.append("one", entry(2, words), Snapshot(2, "e", "{}", "note"))
    store.close()
    again = opened(url)
    assert again.entries("one") == [entry(1), entry(2, words)]
    assert again.snapshots("one") == [Snapshot(2, "e", "{}", "note")]
    assert again.kept("one") == Kept("title", "now", {"p2": "passes"}) and again.secrets("one") == {"p1": "kept"}
    assert again.kept("two") is None and again.secrets("two") == {} and again.last("two") == 0
    again.close()


def test_the_games_of_a_database_are_counted(url: str, tmp_path: Path) -> None:
    assert games_in(f"sqlite:///{tmp_path / 'none.db'}") == 0 and not (tmp_path / "none.db").exists()
    (tmp_path / "other.db").write_text("no database", encoding="utf-8")
    assert games_in(f"sqlite:///{tmp_path / 'other.db'}") == 0 and games_in("no address") == 0
    with_games(url, "a", "b").close()
    assert games_in(url) == 2


def test_only_the_number_that_follows_is_kept(url: str) -> None:
    store = with_games(url, "one", "two")
    assert [store.append("one", entry(number)) for number in (3, 1, 0, -1, 2, 2, 4, 3)] == [
        False, False, False, False, True, False, False, True,
    ]  # fmt: skip
    assert (store.last("one"), store.last("two"), store.append("no such game", entry(1))) == (3, 1, False)
    store.close()


def test_of_many_who_send_the_same_number_one_is_first(url: str) -> None:
    """Two programs on one database, and four threads in each: every number is given to one of them."""
    stores = [with_games(url, "one"), opened(url)]
    won: list[tuple[int, int]] = []
    start = threading.Barrier(8)

    def race(who: int) -> None:
        start.wait()
        for number in range(2, 12):
            if stores[who % 2].append("one", entry(number, str(who))):
                won.append((number, who))

    threads = [threading.Thread(target=race, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = [(each.number, int(each.said.text)) for each in stores[0].entries("one")[1:]]
    assert sorted(won) == kept and [number for number, _ in kept] == list(range(2, 2 + len(kept)))
    for store in stores:
        store.close()


def held_up(store: Store) -> tuple[threading.Event, threading.Thread]:
    """A write that is under way until an event is set."""
    begun, gate = threading.Event(), threading.Event()

    def work(_connection: object) -> bool:
        begun.set()
        return gate.wait(PATIENCE)

    thread = threading.Thread(target=lambda: store.writer.write(work))
    thread.start()
    assert begun.wait(PATIENCE)
    return gate, thread


def test_entries_of_all_games_are_committed_together(url: str) -> None:
    games = [f"game {number}" for number in range(20)]
    store = with_games(url, *games)
    before = store.writer.commits
    gate, waiting = held_up(store)
    threads = [threading.Thread(target=store.append, args=(game, entry(2))) for game in games]
    for thread in threads:
        thread.start()
    while store.writer._jobs.qsize() < len(games):
        time.sleep(0.001)
    gate.set()
    for thread in (waiting, *threads):
        thread.join()
    assert store.writer.commits == before + 2
    assert [store.last(game) for game in games] == [2] * 20
    store.close()


def test_a_write_that_fails_fails_alone(url: str) -> None:
    store = with_games(url, "one", "two")
    gate, waiting = held_up(store)
    failed: list[bool] = []

    def fails() -> None:
        try:
            store.writer.write(lambda connection: bool(connection.execute(text("SELECT * FROM no_such_table"))))
        except SQLAlchemyError:
            failed.append(True)

    threads = [threading.Thread(target=each) for each in (fails, lambda: store.append("one", entry(2)))]
    for thread in threads:
        thread.start()
    while store.writer._jobs.qsize() < 2:
        time.sleep(0.001)
    gate.set()
    for thread in (waiting, *threads):
        thread.join()
    assert failed and store.last("one") == 2
    store.close()


# --- form ----------------------------------------------------------------------------------------------------------


def test_the_migrations_make_the_tables_that_the_store_uses(url: str) -> None:
    store = opened(url)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.close()


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    store = opened(url)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '999'"))
    store.close()
    found = open_store(url)
    assert isinstance(found, Refusal) and found.code == "table-database" and "newer" in found.message


def test_words_that_name_no_database_are_refused_without_their_password() -> None:
    for words in ("", "games.db", "mysql://root:secret@host/x", "postgresql+psycopg://me:secret@127.0.0.1:1/x"):
        found = open_store(words)
        assert isinstance(found, Refusal) and "secret" not in f"{found.message} {found.expected}", words


# --- logs of another engine ----------------------------------------------------------------------------------------


def played(url: str, laps: int = 1) -> tuple[Table, Sitting]:
    table = table_of(url)
    game = seated(table, RULEBOOK)
    for _ in range(laps):
        for who, line in LAP:
            game.play(who, line)
    return table, game


def rewritten(url: str, game: Sitting, number: int, **columns: object) -> Sitting | Refusal:
    """The game as another program has written an entry of it, and as another engine those behind it too, taken up again."""
    store = opened(url)
    of_game = ENTRIES.c.game == game.made.game
    later = {key: columns.pop(key) for key in ("engine",) if key in columns}
    with store.engine.begin() as connection:
        if later:
            connection.execute(update(ENTRIES).where(of_game, ENTRIES.c.number >= number).values(**later))
        connection.execute(update(ENTRIES).where(of_game, ENTRIES.c.number == number).values(**columns))
    store.close()
    return again(url, game)


def again(url: str, game: Sitting) -> Sitting | Refusal:
    """The game taken up by a new table."""
    game.table.close()
    game.table = table_of(url)
    found = game.table.view(game["p1"])
    return found if isinstance(found, Refusal) else game


@pytest.mark.parametrize(
    "columns",
    [{"body": '{"text": "pass"}'}, {"state": "0" * 64}, {"reveals": True}, {"covered": True}, {"who": "p2"}],
)
def test_a_log_that_was_changed_is_refused(url: str, columns: dict[str, object]) -> None:
    _, game = played(url)
    found = rewritten(url, game, 3 if "body" not in columns else 2, **columns)
    assert isinstance(found, Refusal) and found.code == "game-damaged" and "entry " in found.message
    game.table.close()


def note(game: Sitting) -> str:
    found = game.table.view(game["p1"])
    assert isinstance(found, View), found
    return found.note


def test_where_a_newer_engine_differs_the_snapshot_wins_and_the_game_says_so(url: str) -> None:
    """The log says of entry 3 that another engine came to another position; behind entry 8 a snapshot was kept."""
    _, game = played(url)
    assert isinstance(game.table.propose(game["p1"], 7, SCRIPT), Accepted)
    assert isinstance(game.table.answer(game["p2"], 8, "cut 7.3"), Accepted)
    before = game.now.game.state
    found = rewritten(url, game, 3, engine="an older one", state="another position")
    assert isinstance(found, Sitting), found
    assert "entry 3" in note(game) and "entry 8" in note(game)
    assert same(game.now.game.state, before)
    refused = game.table.play(game["p2"], game.next, "pass")
    assert isinstance(refused, Refusal) and refused.code == "must-differ"  # the duty was kept too
    game.play("p2", "cast Lightning Bolt targeting p1")
    assert isinstance(again(url, game), Sitting) and "entry 3" in note(game)
    refused = game.table.ask_undo(game["p2"], game.next, 2)
    assert isinstance(refused, Refusal) and refused.code == "nothing-to-undo"
    told = game.table.view(game["p2"])
    assert isinstance(told, View) and told.undo_from == game.last  # the spell was a card that p1 did not know
    game.table.close()


def test_without_a_snapshot_the_game_goes_on_with_what_the_newer_engine_makes_of_it(url: str) -> None:
    _, game = played(url)
    before = game.now.game.state
    assert isinstance(rewritten(url, game, 3, engine="an older one", state="another position"), Sitting)
    assert "entry 3" in note(game) and same(game.now.game.state, before)
    game.play("p1", "activate Midnight Guard")
    kept = note(game)
    assert isinstance(again(url, game), Sitting) and note(game) == kept
    game.table.close()


def test_an_entry_that_a_newer_engine_refuses_ends_the_replay(url: str) -> None:
    _, game = played(url)
    found = rewritten(url, game, 3, engine="an older one", body='{"text": "cast Lightning Bolt targeting p1"}')
    assert isinstance(found, Sitting), found
    assert "refuses entry 3" in note(game)
    assert game.last == 6 and game.now.game.seat == 0 and len(game.now.game.state.stack) == 1
    game.play("p1", "pass")
    assert isinstance(again(url, game), Sitting) and "refuses entry 3" in note(game) and game.now.game.seat == 1
    game.table.close()


# --- snapshots -----------------------------------------------------------------------------------------------------


def snapshots_of(game: Sitting) -> list[int]:
    store = game.table._store
    return [each.number for each in store.snapshots(game.made.game)]


def test_a_snapshot_is_kept_after_each_shortcut_and_every_fifty_entries(url: str) -> None:
    _, game = played(url, 10)
    assert game.last == 51 and snapshots_of(game) == [50]
    assert isinstance(game.table.propose(game["p1"], 52, SCRIPT), Accepted)
    assert isinstance(game.table.answer(game["p2"], 53, "accept"), Accepted)
    assert snapshots_of(game) == [50, 53]
    game.table.close()


def _cut(game: Sitting) -> None:
    game.table.propose(game["p1"], game.next, SCRIPT)
    game.table.answer(game["p2"], game.next, "cut 7.3")


def _accepted(game: Sitting) -> None:
    game.table.propose(game["p1"], game.next, SCRIPT)
    game.table.answer(game["p2"], game.next, "accept")


@pytest.mark.parametrize("last", [_cut, _accepted])
def test_from_a_snapshot_the_game_goes_on_as_from_its_whole_log(
    url: str, last: Callable[[Sitting], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, game = played(url)
    last(game)
    whole = resuming.resume(game.now.entries, [], BOOK)
    kept = game.table._store.snapshots(game.made.game)
    monkeypatch.setattr(resuming, "REPLAYED", 0)
    monkeypatch.setattr(resuming, "_start", lambda _stands, usable: usable[-1])
    short = resuming.resume(game.now.entries, kept, BOOK)
    assert not isinstance(whole, Refusal) and not isinstance(short, Refusal)
    assert same(whole.game.state, short.game.state)
    assert resuming.snapshot_text(short.game) == resuming.snapshot_text(whole.game)
    game.table.close()


def test_a_snapshot_that_was_changed_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, game = played(url, 25)
    store = opened(url)
    with store.engine.begin() as connection:
        connection.execute(
            text('UPDATE snapshots SET position = replace(position, \'"life": "20"\', \'"life": "21"\')')
        )
        assert connection.execute(SNAPSHOTS.select()).first() is not None
    store.close()
    found = again(url, game)
    assert isinstance(found, Refusal) and found.code == "game-damaged"
    game.table.close()


def test_the_newest_form_is_that_of_the_last_migration() -> None:
    assert newest_revision() == NEWEST
