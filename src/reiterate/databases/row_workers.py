"""Processes that work on rows: as many at once as there are workers, and what they say in the order of the rows."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Final, Protocol, TypeAlias

import msgspec

from reiterate.databases.combo_rows import Row
from reiterate.databases.row_outcomes import BUG, Outcome
from reiterate.databases.row_worker import CROWDED, Done, Limits
from reiterate.refusals import UNDETERMINED, Refusal

#: Rows of each worker that are given out before the first of them is answered: a slow row holds up so many behind it at most.
AHEAD: Final = 50

#: Seconds beside the limit of a row after which a process that says nothing is ended.
_LATE: Final = 60

#: A row to be worked on, or one whose outcome is known.
Task: TypeAlias = Row | Outcome

_DONE: Final = msgspec.json.Decoder(Done)
_WRITTEN: Final = msgspec.json.Encoder()


class NoWorker(Exception):
    """Nobody works on the rows, or nobody any more: ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Waiting(Protocol):
    """A row that is worked on. ``result`` waits for what comes of it, and may raise ``NoWorker``."""

    def done(self) -> bool: ...

    def result(self) -> Done: ...

    def cancel(self) -> object: ...


class Worker:
    """One process, which is started when a row comes."""

    def __init__(self, limits: Limits, files: Sequence[Path]) -> None:
        self.limits = limits
        self.files = files
        self.process: subprocess.Popen[bytes] | None = None

    def ask(self, row: Row) -> Done | None:
        """What the process says of a row; None where it ends without a word."""
        process = self.process or self._start()
        assert process.stdin is not None and process.stdout is not None
        seconds = self.limits.seconds
        late = threading.Timer(CROWDED * seconds + _LATE, process.kill) if seconds else None
        if late is not None:
            late.daemon = True
            late.start()
        try:
            process.stdin.write(_WRITTEN.encode(row) + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = b""
        finally:
            if late is not None:
                late.cancel()
        done = _DONE.decode(line) if line.endswith(b"\n") else None
        if done is None or done.last:
            self.end()
        return done

    def _start(self) -> subprocess.Popen[bytes]:
        """Start the process, and wait until it is ready. Raises ``NoWorker``."""
        home = str(Path(__file__).resolve().parents[2])  # where the package lies
        path = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
        words = [_WRITTEN.encode(self.limits).decode(), *map(str, self.files)]
        line = [sys.executable, "-m", "reiterate.databases.row_worker", *words]
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(line, stdin=pipe, stdout=pipe, env={**os.environ, "PYTHONPATH": path})
        except OSError:
            raise _none() from None
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            self.end()
            raise _none()
        return self.process

    def end(self) -> None:
        """End the process at once, where there is one."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


class Workers:
    """So many processes, each of which works on one row at a time. Threads may ask at once."""

    def __init__(self, many: int, limits: Limits, files: Sequence[Path]) -> None:
        self.workers = [Worker(limits, files) for _ in range(many)]
        self.free: SimpleQueue[Worker] = SimpleQueue()
        self.stopping = threading.Event()
        for worker in self.workers:
            self.free.put(worker)

    def done(self, row: Row) -> Done:
        """What comes of a row, once a process is free. Raises ``NoWorker``."""
        worker = self.free.get()
        try:
            tries = (worker.ask(row) for _ in range(2) if not self.stopping.is_set())
            return next(filter(None, tries), None) or _broke(row)
        finally:
            self.free.put(worker)

    def end(self) -> None:
        """End all processes at once; none is started for a row that was asked for before."""
        self.stopping.set()
        for worker in self.workers:
            worker.end()


def worked(tasks: Iterable[Task], many: int, limits: Limits, files: Sequence[Path]) -> Generator[Done, None, None]:
    """The outcomes of rows in their order, worked out by so many processes. Raises ``NoWorker``."""
    workers = Workers(many, limits, files)
    with ThreadPoolExecutor(many, "worker") as pool:
        begun = in_order(tasks, lambda rows: [pool.submit(workers.done, row) for row in rows], 1, AHEAD * many)
        try:
            yield from begun
        finally:
            workers.stopping.set()
            begun.close()
            workers.end()
            pool.shutdown()
            workers.end()  # one that was just being started


def in_order(
    tasks: Iterable[Task], begin: Callable[[Sequence[Row]], Sequence[Waiting]], together: int, ahead: int
) -> Generator[Done, None, None]:
    """The outcomes of rows in their order. ``begin`` gives out so many rows ``together``; of ``ahead`` the first is waited for."""
    under_way: deque[Waiting | Outcome] = deque()
    rest = iter(tasks)
    try:
        while group := list(islice(rest, together)):
            begun = iter(begin([task for task in group if isinstance(task, Row)]))
            under_way.extend(task if isinstance(task, Outcome) else next(begun) for task in group)
            while len(under_way) >= ahead or (under_way and _ready(under_way[0])):
                yield _done(under_way.popleft())
        while under_way:
            yield _done(under_way.popleft())
    finally:
        for each in under_way:
            if not isinstance(each, Outcome):
                each.cancel()


def _ready(each: Waiting | Outcome) -> bool:
    return isinstance(each, Outcome) or each.done()


def _done(each: Waiting | Outcome) -> Done:
    return Done(outcome=each, seconds=0.0, last=False) if isinstance(each, Outcome) else each.result()


def _none() -> NoWorker:
    message = "no process for the rows could be started"
    return NoWorker(Refusal(UNDETERMINED, "no-worker", message, "more memory, or fewer --workers"))


def _broke(row: Row) -> Done:
    """What is told of a row on which a process ended twice without a word."""
    how = "the process that worked on it ended without a word, twice"
    outcome = Outcome(number=row.number, key=row.key, came=BUG, id=row.id, cards=row.cards, claims=row.claims, how=how)
    return Done(outcome=outcome, seconds=0.0, last=False)
