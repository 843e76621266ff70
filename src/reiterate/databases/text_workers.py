"""Processes that answer texts: a line of JSON for a line of JSON. What the texts are about is known to the program of the processes alone.

A ``Program`` says what each process runs. ``Processes`` gives texts to as many processes of this machine as are wanted. Whoever asks takes any ``Crew``.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Final, Protocol, Self

import msgspec

from reiterate.cards import Cache
from reiterate.cards.language_version import told_version
from reiterate.refusals import INPUT, UNDETERMINED, Refusal, Where

#: Texts of each process that are given out before the first of them is answered: a slow one holds up so many behind it at most.
AHEAD: Final = 50

_CHUNK: Final = 1_000_000


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """What a process runs: a module, and what it is told in a text before the card files.

    ``patience``: after so many seconds by the clock a process that says nothing is ended, 0 for never.
    """

    module: str
    words: str
    patience: float


class Digests(msgspec.Struct, frozen=True, kw_only=True):
    """What answers depend on beside the program and the texts: the engine, and the cards."""

    engine: str
    cards: str


class _Answer(msgspec.Struct):
    """Part of what a process says: whether it takes no further text."""

    last: bool = False


_ANSWER: Final = msgspec.json.Decoder(_Answer)


class NoWorker(Exception):
    """Nobody works on the texts, or nobody any more: ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Waiting(Protocol):
    """A text that is worked on. ``result`` waits for the answer, "" where two processes ended over it. It may raise ``NoWorker``."""

    def done(self) -> bool: ...

    def result(self) -> str: ...

    def cancel(self) -> object: ...


class Crew(Protocol):
    """Who answers texts: entered before the first one, and left behind the last one.

    ``start``, which may be called more than once, raises ``NoWorker`` where nobody may work on them. ``begin`` gives out texts, ``together`` at a time.
    ``ahead``: how many may be under way.
    """

    together: int
    ahead: int

    def start(self) -> None: ...

    def begin(self, texts: Sequence[str]) -> Sequence[Waiting]: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...


def digests_of(files: Sequence[Path]) -> Digests | Refusal:
    """The digests of this engine and of some card files."""
    made = hashlib.sha256()
    for file in files:
        try:
            with file.open("rb") as opened:
                while chunk := opened.read(_CHUNK):
                    made.update(chunk)
        except OSError as error:
            message = error.strerror or "it can not be read"
            return Refusal(INPUT, "file", message, "a file of cards", where=Where(file=str(file)))
    return Digests(engine=told_version(Cache.of(os.environ)), cards=made.hexdigest())


class Worker:
    """One process, which is started when a text comes."""

    def __init__(self, program: Program, files: Sequence[Path]) -> None:
        self.program = program
        self.files = files
        self.process: subprocess.Popen[bytes] | None = None

    def ask(self, text: str) -> str:
        """What the process says of a text; "" where it ends without a word."""
        process = self.process or self._start()
        assert process.stdin is not None and process.stdout is not None
        patience = self.program.patience
        late = threading.Timer(patience, process.kill) if patience else None
        if late is not None:
            late.daemon = True
            late.start()
        try:
            process.stdin.write(text.encode("utf-8") + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = b""
        finally:
            if late is not None:
                late.cancel()
        whole = line.endswith(b"\n")
        if not whole or _ANSWER.decode(line).last:
            self.end()
        return line.decode("utf-8").rstrip("\n") if whole else ""

    def _start(self) -> subprocess.Popen[bytes]:
        """Start the process, and wait until it is ready. Raises ``NoWorker``."""
        home = str(Path(__file__).resolve().parents[2])  # where the package lies
        path = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
        line = [sys.executable, "-m", self.program.module, self.program.words, *map(str, self.files)]
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
    """So many processes, each of which works on one text at a time. Threads may ask at once."""

    def __init__(self, many: int, program: Program, files: Sequence[Path]) -> None:
        self.workers = [Worker(program, files) for _ in range(many)]
        self.free: SimpleQueue[Worker] = SimpleQueue()
        self.stopping = threading.Event()
        for worker in self.workers:
            self.free.put(worker)

    def done(self, text: str) -> str:
        """The answer to a text, once a process is free; "" where two processes ended over it. Raises ``NoWorker``, also where all were ended."""
        worker = self.free.get()
        try:
            for _ in range(2):
                answer = "" if self.stopping.is_set() else worker.ask(text)
                if self.stopping.is_set():  # no process ended over the text
                    raise _none("the processes were ended")
                if answer:
                    return answer
            return ""
        finally:
            self.free.put(worker)

    def rest(self) -> None:
        """End the processes that work on nothing. They start again when texts come."""
        with contextlib.suppress(Empty):
            for _ in self.workers:
                worker = self.free.get_nowait()  # nobody asks it now
                worker.end()
                self.free.put(worker)

    def end(self) -> None:
        """End all processes at once; none is started for a text that was asked for before."""
        self.stopping.set()
        for worker in self.workers:
            worker.end()


class Processes:
    """A crew of so many processes of this machine."""

    def __init__(self, many: int, program: Program, files: Sequence[Path]) -> None:
        self.together = 1  # discrete
        self.ahead = AHEAD * many
        self.workers = Workers(many, program, files)
        self.pool = ThreadPoolExecutor(many, "worker")

    def start(self) -> None:
        """Processes start when texts come."""

    def begin(self, texts: Sequence[str]) -> Sequence[Waiting]:
        """Give out texts."""
        return [self.pool.submit(self.workers.done, text) for text in texts]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.workers.end()
        self.pool.shutdown(cancel_futures=True)
        self.workers.end()  # one that was just being started


def _none(message: str = "no process for the rows could be started") -> NoWorker:
    return NoWorker(Refusal(UNDETERMINED, "no-worker", message, "more memory, or fewer --workers"))


__all__ = ["AHEAD", "Crew", "Digests", "NoWorker", "Processes", "Program", "Waiting", "Worker", "Workers", "digests_of"]
