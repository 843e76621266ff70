"""Checkpoints of SQLite beside the commits: what is in the write-ahead log goes into the file while commits go on.

SQLite would do that within a commit, which then waits for the whole file to be on the disk. A log begins anew only when nothing in it is left.
So the rest, which came meanwhile, is moved between two commits.
"""

from __future__ import annotations

from threading import Event, Thread
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

#: Seconds between two checkpoints, where anything was written.
PERIOD: Final = 5.0

#: Pages of the log from which on a commit makes a checkpoint itself, in case nobody else does.
MOST_PAGES: Final = 20_000

_PASSIVE: Final = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpoints:
    """Checkpoints of one database. ``rest``: something is left to be moved between two commits."""

    __slots__ = ("_closed", "_engine", "_thread", "_written", "rest")

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._written = False
        self._closed = Event()
        self.rest = False
        self._thread = Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def committed(self) -> None:
        """Note that something was committed. The writer calls this between two commits; a little work is done here now and then."""
        self._written = True
        if self.rest:
            self.rest = False
            self._move()

    def close(self) -> None:
        """End the thread."""
        self._closed.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closed.wait(PERIOD):
            if self._written:
                self._written = False
                self.rest = self._move()

    def _move(self) -> bool:
        """Move what is there, without making anybody wait; whether the database could be asked."""
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql(_PASSIVE)
        except SQLAlchemyError:  # the next one does it; commits tell their callers of a database that is gone
            return False
        return True
