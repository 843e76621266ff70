"""The one writer of a database: a thread that commits what all games have to keep, and checkpoints beside the commits.

The one writer of a database: a thread that commits what all games have to keep, together.

What waits while one commit reaches the disk goes into the next one. A caller has its answer once that is on the disk.

Checkpoints of SQLite beside the commits: what is in the write-ahead log goes into the file while commits go on.

SQLite would do that within a commit, which then waits for the whole file to be on the disk. A log begins anew only when nothing in it is left.
So the rest, which came meanwhile, is moved between two commits.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Final, TypeAlias

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from reiterate.deadline import hurried, waiting

# --- writer --------------------------------------------------------------------------------------

#: Jobs that one commit takes at most.
MOST_TOGETHER: Final = 256

#: Seconds within which what a caller has given is meant to be on the disk.
SOON: Final = 0.01

#: What is written; out: whether it was accepted.
Work: TypeAlias = Callable[[Connection], bool]


@dataclass(slots=True)
class _Job:
    work: Work
    done: Future[bool] = field(default_factory=Future)
    given: float = field(default_factory=time.perf_counter)


class Writer:
    """Writes to a database in one thread.

    ``commits``: how many commits there were; ``written``: jobs in them; ``most``: jobs of the largest one. ``soon``: jobs that were on the
    disk within ``SOON``; ``spent``, ``longest``: seconds from giving a job until it was on the disk, of all jobs together and the most of one.
    ``between``: called after each commit.
    """

    __slots__ = ("_between", "_engine", "_jobs", "_thread", "commits", "longest", "most", "soon", "spent", "written")

    def __init__(self, engine: Engine, between: Callable[[], None] = lambda: None) -> None:
        self._engine = engine
        self._between = between
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self.commits = self.written = self.most = self.soon = 0
        self.spent = self.longest = 0.0
        self._thread = Thread(target=self._write, name="writer of games", daemon=True)
        self._thread.start()

    def write(self, work: Work) -> bool:
        """Do some work and wait until it is durable; out: what it returned. Raises what the work raises."""
        job = _Job(work)
        self._jobs.put(job)
        with waiting():
            return job.done.result()

    def close(self) -> None:
        """Write what waits, and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _write(self) -> None:
        while True:
            first = self._jobs.get()
            jobs = [] if first is None else [first]
            ending = first is None
            with contextlib.suppress(Empty):
                while not ending and len(jobs) < MOST_TOGETHER:
                    job = self._jobs.get_nowait()
                    ending = job is None
                    jobs += [] if job is None else [job]
            with hurried():
                if jobs and not self._together(jobs):
                    for job in jobs:  # one of them fails: each by itself
                        self._alone(job)
            if jobs:
                self._between()
            if ending:
                return

    def _together(self, jobs: list[_Job]) -> bool:
        try:
            with self._engine.begin() as connection:
                found = [job.work(connection) for job in jobs]
        except Exception:
            return False
        self._count(jobs)
        for job, result in zip(jobs, found, strict=True):
            job.done.set_result(result)
        return True

    def _alone(self, job: _Job) -> None:
        try:
            with self._engine.begin() as connection:
                result = job.work(connection)
        except Exception as error:  # whatever one caller's work raises, the thread goes on for the others
            job.done.set_exception(error)
            return
        self._count([job])
        job.done.set_result(result)

    def _count(self, jobs: list[_Job]) -> None:
        now = time.perf_counter()
        took = [now - job.given for job in jobs]
        self.commits += 1
        self.written += len(jobs)
        self.most = max(self.most, len(jobs))
        self.soon += sum(each <= SOON for each in took)
        self.spent += sum(took)
        self.longest = max(self.longest, *took)


# --- checkpoints ---------------------------------------------------------------------------------

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
