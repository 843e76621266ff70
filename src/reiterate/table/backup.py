"""Backups of a database of games, taken while servers write to it, and what is restored from one.

A backup is one file of SQLite, whatever kind of database the games are in. A server can be started on the file as it is. The file holds the
games as they stood at one moment. Of secrets it holds digests alone.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, func, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from reiterate.refusals import INPUT, Refusal
from reiterate.table.store import SQLITE, Store, engine_of, newest_revision, open_store, revision_of
from reiterate.table.tables import GAMES, METADATA

#: Rows that are copied at once.
ROWS: Final = 1_000


def backed_up(url: str, file: Path) -> str | Refusal:
    """Write the games of a database to a new file; out: what was done, in words.

    Servers may go on to write meanwhile. What is committed before the call is in the file. The file appears once it is whole.
    """
    if file.exists():
        return Refusal(INPUT, "file-exists", f"{file.name} is there already", "another name")
    part = file.with_name(file.name + ".part")
    engine = engine_of(url)
    if isinstance(engine, Refusal):
        return engine
    try:
        part.unlink(missing_ok=True)
        refused = _pages(url, part) if engine.dialect.name == SQLITE else _rows_of(engine, part)
        if refused is not None:
            return refused
        games, entries = _counted(part)
        with part.open("rb+") as opened:
            os.fsync(opened.fileno())
        part.rename(file)
    except (OSError, sqlite3.Error) as error:
        return Refusal(INPUT, "file", f"{file.name} can't be written: {error}", "a folder with room for the file")
    except SQLAlchemyError:
        return Refusal(INPUT, "table-database", "the database does not answer", "the same again in a while")
    finally:
        engine.dispose()
        part.unlink(missing_ok=True)
    return f"{games:,} games with {entries:,} entries are in {file}"


def restored(file: Path, url: str) -> str | Refusal:
    """Bring the games of a backup into a database that has none; out: what was done, in words."""
    if not file.is_file():
        return Refusal(INPUT, "file", f"there is no file {file.name}", "a file that 'reiterate backup' wrote")
    with tempfile.TemporaryDirectory(
        prefix="reiterate-"
    ) as folder:  # the backup stays as it is, also one of an older version
        try:
            copy = shutil.copy(file, folder)
        except OSError as error:
            return Refusal(INPUT, "file", f"{file.name}: {error.strerror}", "a file that can be opened")
        return _restored(Path(copy), url, file.name)


def _restored(copy: Path, url: str, name: str) -> str | Refusal:
    source = open_store(f"{SQLITE}:///{copy}") if _has_games(copy) else None
    if source is None or isinstance(source, Refusal):
        return Refusal(INPUT, "table-database", f"{name} is no backup of games", "a file that 'reiterate backup' wrote")
    target = open_store(url)
    if isinstance(target, Refusal):
        source.close()
        return target
    try:
        return _brought(source, target, name)
    except SQLAlchemyError:
        message = "the games could not be written; the database is as it was"
        return Refusal(INPUT, "table-database", message, "the same again in a while")
    finally:
        source.close()
        target.close()


def _brought(source: Store, target: Store, name: str) -> str | Refusal:
    with source.engine.connect() as kept, target.engine.begin() as connection:
        if connection.execute(select(func.count()).select_from(GAMES)).scalar():
            return Refusal(INPUT, "table-database", "the database has games already", "a database without games")
        many = _copied(kept, connection)
    return f"{many[GAMES.name]:,} games with {many['entries']:,} entries are brought from {name}"


def _copied(source: Connection, target: Connection) -> dict[str, int]:
    """Copy the rows of all tables; how many of each there were."""
    found = {}
    for table in METADATA.sorted_tables:
        many = 0
        for rows in source.execution_options(yield_per=ROWS).execute(select(table)).mappings().partitions(ROWS):
            target.execute(insert(table), [dict(row) for row in rows])
            many += len(rows)
        found[table.name] = many
    return found


def _pages(url: str, part: Path) -> Refusal | None:
    """Copy a file of SQLite page by page, within one reading of it: whoever writes meanwhile is not held up."""
    path = Path(make_url(url).database or "")
    if not path.is_file():
        return Refusal(INPUT, "table-database", f"there is no database {path.name}", "sqlite:///games.db")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
        wrong = target.execute("PRAGMA integrity_check").fetchone()[0]
    if wrong != "ok":
        return Refusal(INPUT, "table-database", f"the database is damaged: {wrong}", "an earlier backup")
    return None


def _rows_of(engine: Engine, part: Path) -> Refusal | None:
    """Copy the rows of a PostgreSQL database as they stand at one moment."""
    reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    with reading.connect() as source:
        if revision_of(source) != newest_revision():
            message = "the database has the form of another version of the program"
            return Refusal(INPUT, "table-database", message, "that version, or pg_dump")
        target = open_store(f"{SQLITE}:///{part}")
        if isinstance(target, Refusal):
            return target
        try:
            with target.engine.begin() as connection:
                _copied(source, connection)
            with target.engine.connect() as connection:
                connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        finally:
            target.close()
    with closing(sqlite3.connect(part)) as kept:
        kept.execute("PRAGMA journal_mode=DELETE")
    return None


def _has_games(file: Path) -> bool:
    """Whether a file is a database that games were kept in."""
    try:
        with closing(sqlite3.connect(file)) as kept:
            return bool(kept.execute("SELECT count(*) FROM alembic_version").fetchone()[0])
    except sqlite3.Error:
        return False


def _counted(file: Path) -> tuple[int, int]:
    """The games and entries of a backup."""
    with closing(sqlite3.connect(file)) as kept:
        games, entries = (
            int(kept.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in ("games", "entries")
        )
    return games, entries
