"""The cache: what was worked out of card files, in one file that is safe to delete.

An entry is a key, a value and a check sum of both. A key is a digest of everything that the value
depends on. So an entry is never out of date, only never asked for again. An entry whose
check sum differs counts as absent. So does everything where the file is torn, locked or can't be
written: whoever asks works the value out again (docs/decisions/start.md).
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
import weakref
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

#: The folder of the cache, or ``off``.
ENVIRONMENT: Final = "REITERATE_CACHE"
OFF: Final = "off"

#: The name of the file; another shape of the table is another name.
FILE: Final = "cards-1.sqlite"

#: Bytes of the file above which it is begun anew.
MOST_BYTES: Final = 200_000_000

#: Seconds to wait for another process that writes.
_PATIENCE: Final = 0.2

_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS entries (key BLOB PRIMARY KEY, value BLOB NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID"
)


def key_of_parts(*parts: bytes | str) -> bytes:
    """The key of an entry: a digest of all that its value depends on, the kind of entry first."""
    made = hashlib.sha256()
    for part in parts:
        content = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        made.update(len(content).to_bytes(8, "big"))
        made.update(content)
    return made.digest()


def folder(environ: Mapping[str, str]) -> Path | None:
    """The folder that the environment or the platform names; None where the cache is off."""
    return own_folder(environ, ENVIRONMENT, ("cache",), "Caches", ("XDG_CACHE_HOME", ".cache"))


def own_folder(
    environ: Mapping[str, str], named_by: str, windows: tuple[str, ...], mac: str, xdg: tuple[str, str]
) -> Path | None:
    """A folder of this program's: as a variable names it, else by the platform's rule; None where it is ``off`` or there is no home.

    ``windows``: folders below the program's own. ``mac``: the folder in the library. ``xdg``: the variable, and the folder below home.
    """
    named = environ.get(named_by, "")
    if named:
        return None if named == OFF else Path(named)
    if sys.platform == "win32":
        local = environ.get("LOCALAPPDATA", "")
        return Path(local, "reiterate", *windows) if local else None
    home = environ.get("HOME", "")
    if sys.platform == "darwin":
        return Path(home) / "Library" / mac / "reiterate" if home else None
    base = environ.get(xdg[0], "")
    if os.path.isabs(base):
        return Path(base) / "reiterate"
    return Path(home) / xdg[1] / "reiterate" if home else None


class Cache:
    """Entries in one SQLite file. No call raises for what the file holds or lacks."""

    def __init__(self, file: Path | None) -> None:
        """``file``: where the entries are, None for a cache that holds nothing."""
        self.file = file
        self._open: sqlite3.Connection | None = None

    @staticmethod
    def of(environ: Mapping[str, str]) -> Cache:
        """The cache in the folder that the environment or the platform names."""
        found = folder(environ)
        return Cache(None if found is None else found / FILE)

    def get(self, key: bytes) -> bytes | None:
        """The value of an entry; None where there is none, or a damaged one."""
        asked = "SELECT value, sum FROM entries WHERE key = ?"
        rows = self._try(lambda db: db.execute(asked, (key,)).fetchall())
        for value, found in rows or ():
            if isinstance(value, bytes) and found == _sum(key, value):
                return value
        return None

    def put(self, entries: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep entries, all or none of them."""
        rows = [(key, value, _sum(key, value)) for key, value in entries]

        def write(db: sqlite3.Connection) -> None:
            with db:
                db.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", rows)

        self._try(write)

    def _try(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """What some work on the file gives; None where it fails. A torn file is removed."""
        if self.file is None:
            return None
        try:
            if self._open is None:
                self._open = _opened(self.file)
                weakref.finalize(self, self._open.close)
            return work(self._open)
        except sqlite3.OperationalError:  # locked, read-only, full, or no such folder
            self._go_without()
        except (sqlite3.DatabaseError, OSError):
            file = self.file
            self._go_without()
            _remove(file)
        return None

    def _go_without(self) -> None:
        """From now on this process finds and keeps nothing, and waits for nobody."""
        self.file = None
        if self._open is not None:
            self._open.close()
            self._open = None


def _sum(key: bytes, value: bytes) -> bytes:
    return hashlib.sha256(key + value).digest()[:16]


def _opened(file: Path) -> sqlite3.Connection:
    """The file as a database. Raises ``sqlite3.Error`` and ``OSError``."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if file.exists() and file.stat().st_size > MOST_BYTES:
        _remove(file)
    db = sqlite3.connect(file, timeout=_PATIENCE, isolation_level="IMMEDIATE", check_same_thread=False)
    # All of it could be worked out again, so nothing waits for the disk and no journal lies about.
    db.execute("PRAGMA journal_mode = MEMORY")
    db.execute("PRAGMA synchronous = OFF")
    db.execute(_TABLE)
    return db


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError:  # somebody else has it open, or the folder can't be written
        return
