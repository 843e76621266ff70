"""The store of games: a database on SQLite or PostgreSQL, brought to its newest form as it is opened.

An entry is accepted only with the number that follows the last one of its game, whoever else writes to the database.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from reiterate.deadline import check, waiting
from reiterate.lazy_module import Later
from reiterate.refusals import INPUT, Refusal
from reiterate.table.entries import Digests, Noted, Said, Snapshot
from reiterate.table.listening import CHANNEL, NOTIFY
from reiterate.table.tables import ENTRIES, GAMES, METADATA, SEATS, SNAPSHOTS
from reiterate.table.writer import MOST_PAGES, Checkpoints, Writer

if TYPE_CHECKING:
    from alembic import config, script, util
    from alembic.runtime import environment
    from sqlalchemy.dialects import postgresql, sqlite
else:  # what changes the form of a database is asked for only where the form is not the newest one, and one dialect of two
    config = Later("alembic.config")
    environment = Later("alembic.runtime.environment")
    script = Later("alembic.script")
    postgresql = Later("sqlalchemy.dialects.postgresql")
    sqlite = Later("sqlalchemy.dialects.sqlite")
    util = Later("alembic.util")

#: The newest form of a database, as its migration is called.
NEWEST: Final = "1"

_MIGRATIONS: Final = Path(__file__).resolve().parent / "migrations"
#: The lock under which one process at a time changes the form of a PostgreSQL database.
_LOCK: Final = 732_2_005

#: How long a process waits for another one that writes to the same file, in seconds.
_BUSY: Final = 20

#: The largest number that a database holds as that of an entry.
_LARGEST: Final = 2**31 - 1

#: Entries that are read or written together where there are many.
PART: Final = 50

#: Connections of one process that are kept open, and as many more for a moment.
_CONNECTIONS: Final = 12

SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a game beside its entries: its title, when it began, and which seats a program plays, and how."""

    title: str
    begun: str
    programs: Mapping[str, str]


class Store:
    """A database of games. ``open_store`` makes one. Reading raises ``SQLAlchemyError`` where the database is gone."""

    __slots__ = ("_appending", "_checkpoints", "_put", "engine", "shared", "writer")

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == POSTGRESQL  # other processes hear of entries at once
        self._checkpoints = None if self.shared else Checkpoints(engine)
        self.writer = Writer(engine) if self._checkpoints is None else Writer(engine, self._checkpoints.committed)
        dialect = postgresql if engine.dialect.name == POSTGRESQL else sqlite
        self._appending = _appending(dialect)
        self._put = _putting(dialect)

    def close(self) -> None:
        """Write what waits, and let the database go."""
        self.writer.close()
        if self._checkpoints is not None:
            self._checkpoints.close()
        self.engine.dispose()

    # --- writing ----------------------------------------------------------------------------------------------

    def add_game(self, game: str, kept: Kept, secrets: Mapping[str, str], entries: Sequence[Noted]) -> None:
        """Keep a new game with what is kept of its secrets and its first entries. Raises ``SQLAlchemyError``.

        Others write between the parts of a long log. The secrets come last: nobody enters a game that is not whole.
        """
        row = {"id": game, "title": kept.title, "begun": kept.begun, "programs": json.dumps(dict(kept.programs))}
        seats = [{"game": game, "who": who, "secret": form} for who, form in secrets.items()]
        for begin in range(0, len(entries), PART):
            rows = [_row(game, entry) for entry in entries[begin : begin + PART]]

            def work(connection: Connection, begin: int = begin, rows: list[dict[str, Any]] = rows) -> bool:
                if not begin:
                    connection.execute(insert(GAMES), row)
                connection.execute(insert(ENTRIES), rows)
                if begin + PART >= len(entries):
                    connection.execute(insert(SEATS), seats)
                return True

            self.writer.write(work)

    def append(
        self, game: str, entry: Noted, snapshot: Snapshot | None = None, programs: Mapping[str, str] | None = None
    ) -> bool:
        """Keep an entry, and a snapshot behind it; False where its number is not the one that follows.

        ``programs``: the seats that a program plays from that entry on; None: the same as before. Raises ``SQLAlchemyError``.
        """
        row = _row(game, entry)

        def work(connection: Connection) -> bool:
            kept = connection.execute(self._appending, row).first() is not None
            if kept and snapshot is not None:
                connection.execute(self._put, _snapshot_row(game, snapshot))
            if kept and programs is not None:
                connection.execute(update(GAMES).where(GAMES.c.id == game).values(programs=json.dumps(dict(programs))))
            if kept and self.shared:
                connection.execute(NOTIFY, {"channel": CHANNEL, "game": game})
            return kept

        return self.writer.write(work)

    def put_snapshot(self, game: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of one behind the same entry. Raises ``SQLAlchemyError``."""

        def work(connection: Connection) -> bool:
            connection.execute(self._put, _snapshot_row(game, snapshot))
            return True

        self.writer.write(work)

    # --- reading ----------------------------------------------------------------------------------------------

    def answers(self) -> bool:
        """Whether the database answers."""
        try:
            with self.engine.connect() as connection:
                connection.execute(_LAST, {"game": ""})
        except SQLAlchemyError:
            return False
        return True

    def last(self, game: str) -> int:
        """The number of a game's last entry; 0 where there is no such game."""
        afar = waiting() if self.shared else nullcontext()  # a file answers at once, a server elsewhere does not
        with afar, self.engine.connect() as connection:
            found = connection.execute(_LAST, {"game": game}).scalar()
        return int(found or 0)

    def secrets(self, game: str) -> dict[str, str]:
        """What is kept of the secrets of a game's chairs; nothing where there is no such game."""
        with self.engine.connect() as connection:
            rows = connection.execute(select(SEATS.c.who, SEATS.c.secret).where(SEATS.c.game == game)).all()
        return {str(who): str(form) for who, form in rows}

    def kept(self, game: str) -> Kept | None:
        """What is kept of a game beside its entries; None where there is no such game."""
        with self.engine.connect() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.id == game)).mappings().first()
        return None if row is None else Kept(row["title"], row["begun"], json.loads(row["programs"]))

    def entries(self, game: str, after: int = 0, until: int = _LARGEST) -> list[Noted]:
        """The entries of a game behind a number, in order, up to another one and with it."""
        asked = {"game": game, "after": after, "until": until}
        with self.engine.connect() as connection:
            rows = connection.execute(_BEHIND, asked).mappings().all()
        shared: dict[str, str] = {}
        found = []
        for row in rows:
            check()
            found.append(_noted(row, shared))
        return found

    def parts(self, game: str, until: int) -> Iterator[Noted]:
        """All entries of a game up to a number, read part by part."""
        for begin in range(0, until, PART):
            yield from self.entries(game, begin, min(until, begin + PART))

    def snapshots(self, game: str) -> list[Snapshot]:
        """The snapshots of a game, oldest first."""
        chosen = select(SNAPSHOTS).where(SNAPSHOTS.c.game == game).order_by(SNAPSHOTS.c.number)
        with self.engine.connect() as connection:
            rows = connection.execute(chosen).mappings().all()
        return [Snapshot(row["number"], row["engine"], row["position"], row["note"]) for row in rows]


# --- statements, made once -----------------------------------------------------------------------------------------


_LAST: Final = select(func.max(ENTRIES.c.number)).where(ENTRIES.c.game == bindparam("game"))


_BEHIND: Final = (
    select(ENTRIES)
    .where(
        ENTRIES.c.game == bindparam("game"),
        ENTRIES.c.number > bindparam("after"),
        ENTRIES.c.number <= bindparam("until"),
    )
    .order_by(ENTRIES.c.number)
)


def _appending(dialect: Any) -> Any:
    """Insert an entry where its number follows the last one of its game; out: its number, or nothing.

    The number is the key of the table too. So of two who write at the same time one is first, wherever they are.
    """
    columns = [column.name for column in ENTRIES.columns]
    values = select(*(bindparam(name, type_=ENTRIES.c[name].type) for name in columns))
    before = select(func.max(ENTRIES.c.number)).where(ENTRIES.c.game == bindparam("game")).scalar_subquery()
    chosen = values.where(before == bindparam("number", type_=ENTRIES.c.number.type) - 1)
    made = dialect.insert(ENTRIES).from_select(columns, chosen).on_conflict_do_nothing()
    return made.returning(ENTRIES.c.number)


def _putting(dialect: Any) -> Any:
    """Keep a snapshot, in place of one behind the same entry."""
    made = dialect.insert(SNAPSHOTS)
    told = {name: made.excluded[name] for name in ("engine", "position", "note")}
    return made.on_conflict_do_update(index_elements=["game", "number"], set_=told)


def _snapshot_row(game: str, snapshot: Snapshot) -> dict[str, Any]:
    told = {"engine": snapshot.engine, "position": snapshot.text, "note": snapshot.note}
    return {"game": game, "number": snapshot.number, **told}


def _row(game: str, entry: Noted) -> dict[str, Any]:
    said, digests = entry.said, entry.digests
    return {
        "game": game,
        "number": entry.number,
        "kind": said.kind,
        "who": said.who,
        "body": json.dumps(dict(said.body), ensure_ascii=False),
        "at": entry.at,
        "state": digests.state,
        "engine": digests.engine,
        "terms": digests.terms,
        "reveals": entry.reveals,
        "covered": entry.covered,
    }


def _noted(row: Mapping[Any, Any], shared: dict[str, str]) -> Noted:
    """An entry of a row. ``shared``: words that most entries have in common, each of them once in memory."""
    kind, who, engine, terms = (shared.setdefault(row[each], row[each]) for each in ("kind", "who", "engine", "terms"))
    said = Said(kind, who, json.loads(row["body"]))
    digests = Digests(row["state"], engine, terms)
    return Noted(row["number"], said, row["at"], digests, row["reveals"], row["covered"])


# --- opening -------------------------------------------------------------------------------------------------------


def open_store(url: str) -> Store | Refusal:
    """The store of a database, in its newest form.

    In: ``sqlite:///FILE``, or ``postgresql+psycopg://...``. Out: a refusal where that is no such database, where it can't
    be reached, or where a newer version of the program has written it. A refusal never holds the password of a URL.
    """
    engine = engine_of(url)
    if isinstance(engine, Refusal):
        return engine
    try:
        with engine.connect() as connection:
            there = revision_of(connection) == NEWEST
        if not there:
            with engine.begin() as connection:
                _newest_form(connection)
    except util.CommandError:
        engine.dispose()
        return _newer()
    except SQLAlchemyError:
        engine.dispose()
        return _unopened(f"the database {engine.url.render_as_string(hide_password=True)} can't be opened")
    return Store(engine)


def engine_of(url: str) -> Engine | Refusal:
    """What speaks with a database; nothing is asked of it yet, and nothing of its form is changed."""
    try:
        where = make_url(url)
        if where.get_backend_name() not in (SQLITE, POSTGRESQL):
            return _unopened(f"'{where.get_backend_name()}' is no kind of database that games are kept in")
        engine = create_engine(
            where,
            hide_parameters=True,  # errors reach the log, and no words of a game belong there
            pool_pre_ping=where.get_backend_name() == POSTGRESQL,
            pool_size=_CONNECTIONS,
            max_overflow=_CONNECTIONS,
        )
    except (
        ArgumentError,
        NoSuchModuleError,
        ImportError,
        ValueError,
        TypeError,
    ):  # the last: nothing is kept in memory
        return _unopened("the words for the database are none")
    if engine.dialect.name == SQLITE:
        event.listen(engine, "connect", _durable)
    return engine


def unreachable(url: str) -> Refusal | None:
    """Why games can't be kept in a database; None where they can. Nothing is written or changed."""
    engine = engine_of(url)
    if isinstance(engine, Refusal):
        return engine
    shown = engine.url.render_as_string(hide_password=True)
    try:
        path = Path(engine.url.database or "")
        if engine.dialect.name == SQLITE and not path.exists():
            there = path.parent.is_dir() and os.access(path.parent, os.W_OK)
            return None if there else _unopened(f"the database {shown} can't be opened")
        with engine.connect() as connection:
            revision = revision_of(connection)
        if revision in ("", NEWEST):
            return None
        known = {each.revision for each in _script().walk_revisions()}
        return None if revision in known else _newer()
    except SQLAlchemyError:
        return _unopened(f"the database {shown} can't be opened")
    finally:
        engine.dispose()


def games_in(url: str) -> int:
    """How many games a database holds; 0 where it holds none or can't be read. Nothing is made or changed."""
    engine = engine_of(url)
    if isinstance(engine, Refusal):
        return 0
    try:
        if engine.dialect.name == SQLITE and not Path(engine.url.database or "").is_file():
            return 0
        with engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(GAMES)).scalar() or 0)
    except SQLAlchemyError:
        return 0
    finally:
        engine.dispose()


def _newer() -> Refusal:
    message = "a newer version of the program has written this database"
    return Refusal(INPUT, "table-database", message, "the newer version, or another database")


def revision_of(connection: Connection) -> str:
    """The form that a database has, as its last migration is called; "" where it has none."""
    try:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")
    except SQLAlchemyError:
        return ""


def newest_revision() -> str:
    """The newest form that this version of the program knows."""
    return _script().get_current_head() or ""


def _unopened(message: str) -> Refusal:
    return Refusal(INPUT, "table-database", message, "sqlite:///games.db, or postgresql+psycopg://USER@HOST/NAME")


def _durable(connection: Any, _record: object) -> None:
    """What is committed is on the disk, and readers never wait for the writer."""
    wanted = {"journal_mode": "WAL", "synchronous": "FULL", "foreign_keys": "ON"}
    wanted |= {"busy_timeout": f"{_BUSY * 1000}", "wal_autocheckpoint": f"{MOST_PAGES}"}
    for pragma in (f"{name}={value}" for name, value in wanted.items()):
        connection.execute(f"PRAGMA {pragma}")


def _script() -> script.ScriptDirectory:
    configured = config.Config()
    configured.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return script.ScriptDirectory.from_config(configured)


def _newest_form(connection: Connection) -> None:
    """Make the changes of form that the database has not seen yet."""
    if connection.dialect.name == POSTGRESQL:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    steps = _script()

    def upgrade(revision: Any, _context: Any) -> Any:
        return steps._upgrade_revs("head", revision)

    with environment.EnvironmentContext(config.Config(), steps, fn=upgrade) as changing:
        changing.configure(connection=connection, target_metadata=METADATA)
        changing.run_migrations()
