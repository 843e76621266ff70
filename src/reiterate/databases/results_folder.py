"""The results of a survey in a folder: a file grows by a line for each row, in the order of the file of combos.

At every moment ``rows.jsonl`` is the beginning of what it will be, so a survey that was ended goes on where it stands. Its first line is a ``Head``, which
says what the answers depend on. How long rows took stands in ``times.jsonl``. Where a new head or row differs from the line that stands there, the old
lines go to ``rows.before.jsonl``. Lines there that have the same head are used again.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from reiterate.databases.combo_rows import Broken, Row
from reiterate.databases.row_outcomes import Asked, Outcome
from reiterate.databases.row_worker import Done, Limits
from reiterate.databases.text_workers import digests_of
from reiterate.refusals import INPUT, Refusal, Where

ROWS: Final = "rows.jsonl"
TIMES: Final = "times.jsonl"
BEFORE: Final = "rows.before.jsonl"

_CHUNK: Final = 1_000_000

_fcntl: Any
try:
    _fcntl = importlib.import_module("fcntl")
except ImportError:  # Windows has no such module; nobody is kept from the same folder there
    _fcntl = None


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What all outcomes of a survey depend on: digests of the engine and of the card files, how rows are asked for, and their limits."""

    format: Literal["survey/1"] = "survey/1"
    engine: str
    cards: str
    asked: Asked
    seconds: float
    megabytes: int


class _Key(msgspec.Struct):
    """What a line is recognised by."""

    number: int
    key: str


_WRITTEN: Final = msgspec.json.Encoder(order="deterministic")
_OUTCOME: Final = msgspec.json.Decoder(Outcome)
_KEY: Final = msgspec.json.Decoder(_Key)


def head_of(limits: Limits, files: Sequence[Path]) -> Head | Refusal:
    """The head of a survey with some card files."""
    found = digests_of(files)
    if isinstance(found, Refusal):
        return found
    return Head(
        engine=found.engine,
        cards=found.cards,
        asked=limits.asked,
        seconds=limits.seconds,
        megabytes=limits.megabytes,
    )


def _no_file(file: Path, error: OSError) -> Refusal:
    why = "another survey writes there" if error.errno in (errno.EACCES, errno.EAGAIN) else error.strerror
    return Refusal(
        INPUT, "file", why or "it can not be used", "a folder that can be written", where=Where(file=str(file))
    )


class Results:
    """The files of one survey, opened. ``kept`` counts the lines that stood there already, ``aside`` those that were put aside."""

    def __init__(self, folder: Path, head: Head) -> None:
        """Raises ``OSError``."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.rows = _opened(folder / ROWS)
        self.times = (folder / TIMES).open("ab")
        self.head = _WRITTEN.encode(head) + b"\n"
        self.older: dict[str, int] = {}
        self.before: io.BufferedReader | None = None
        self.kept = 0  # discrete: lines that stood there
        self.aside = 0  # discrete: lines that were put aside
        self.written = 0  # discrete: lines behind the head
        first = self.rows.readline()
        if first != self.head:
            self._begin_anew(older=first.endswith(b"\n"))
        elif (folder / BEFORE).exists():
            self._look_before()
        self.standing = True  # whether the lines so far are those of the rows so far

    @staticmethod
    def opened(folder: Path, head: Head) -> Results | Refusal:
        """The results in a folder, which is made where there is none."""
        try:
            return Results(folder, head)
        except OSError as error:
            return _no_file(folder, error)

    def close(self) -> None:
        """Close the files."""
        for each in (self.rows, self.times, self.before):
            if each is not None:
                each.close()

    def _begin_anew(self, older: bool) -> None:
        """Put lines of another head aside where there are ``older`` ones, and begin with the head; half a head has no lines."""
        if older:
            self._put_aside(0)
            self.aside -= 1  # the old head is no row
        self.rows.seek(0)
        self.rows.truncate()
        self.rows.write(self.head)
        self.rows.flush()

    def _put_aside(self, at: int) -> None:
        """Copy the lines from a place on to ``rows.before.jsonl``, with the head, and cut them off."""
        self.rows.seek(at)
        with (self.folder / BEFORE).open("wb") as aside:
            if at:
                aside.write(self.head)
            while chunk := self.rows.read(_CHUNK):
                aside.write(chunk)
                self.aside += chunk.count(b"\n")
        self.rows.seek(at)
        self.rows.truncate()

    def _look_before(self) -> None:
        """Note where the older lines of the same head stand."""
        self.before = (self.folder / BEFORE).open("rb")
        if self.before.readline() != self.head:
            return
        at = self.before.tell()
        for line in self.before:
            key = _key_of(line)
            if key is not None:
                self.older[key.key] = at
            at += len(line)

    def known(self, row: Row | Broken) -> Outcome | None:
        """The outcome of the next row, where it is known."""
        if self.standing:
            at = self.rows.tell()
            line = self.rows.readline()
            key = _key_of(line)
            if key is not None and (key.number, key.key) == (row.number, row.key):
                self.kept += 1
                return _OUTCOME.decode(line)
            self.standing = False
            if key is not None:  # the file of combos is another one from here on
                self._put_aside(at)
                self._look_before()
            self.rows.seek(at)
            self.rows.truncate()
        if row.key not in self.older or self.before is None:
            return None
        self.before.seek(self.older[row.key])
        found = _OUTCOME.decode(self.before.readline())
        return msgspec.structs.replace(found, number=row.number)

    def keep(self, done: Done) -> None:
        """Write what came of the next row, unless the line stands there."""
        self.written += 1
        if self.written <= self.kept:
            return
        self.rows.write(_WRITTEN.encode(done.outcome) + b"\n")
        self.rows.flush()
        if done.seconds:
            self.times.write(_WRITTEN.encode({"number": done.outcome.number, "seconds": done.seconds}) + b"\n")
            self.times.flush()

    def end(self) -> None:
        """The file of combos ends here: lines behind that are of another one."""
        if self.standing:
            at = self.rows.tell()
            if self.rows.readline():
                self._put_aside(at)
            self.rows.seek(at)
            self.rows.truncate()


def outcomes_of(folder: Path) -> Iterator[Outcome]:
    """The outcomes that stand in a folder. Raises ``OSError``, and ``msgspec.DecodeError`` for a file of something else."""
    with (folder / ROWS).open("rb") as opened:
        opened.readline()
        for line in opened:
            if line.endswith(b"\n"):
                yield _OUTCOME.decode(line)


def _opened(file: Path) -> io.BufferedRandom:
    """A file to be read and written by one survey alone. Raises ``OSError``."""
    opened = os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o644), "r+b")
    if _fcntl is not None:
        try:
            _fcntl.flock(opened.fileno(), _fcntl.LOCK_EX | _fcntl.LOCK_NB)
        except OSError:
            opened.close()
            raise
    return opened


def _key_of(line: bytes) -> _Key | None:
    """What a whole line is recognised by; None for a torn one."""
    if not line.endswith(b"\n"):
        return None
    with contextlib.suppress(msgspec.DecodeError):
        return _KEY.decode(line)
    return None
