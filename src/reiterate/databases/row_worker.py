"""A process that says what comes of rows, one after the other, each within limits of time and memory.

``python -m reiterate.databases.row_worker WORDS [CARD FILE ...]`` reads a question a line from standard input and writes an outcome a line to standard
output. WORDS is JSON: ``Bounds``. Cards are compiled once. A row that takes too much ends the process, which says so first.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from reiterate.cards import Cache, CardBook
from reiterate.databases.combo_rows import Row
from reiterate.databases.row_outcomes import Asked, Outcome, outcome, refused_outcome
from reiterate.limits import MARGIN, Watch, bound_process, peak_memory
from reiterate.refusals import UNDETERMINED, Refusal

#: What is run as a process.
MODULE: Final = "reiterate.databases.row_worker"

#: How much of its memory a worker may have held when it takes another row.
FULL: Final = 0.5

#: Memory that the process may ask for beside what a row may hold.
_BESIDE: Final = 1.2

#: A row may take so many times as long by the clock: what else the machine does decides nothing, unless a worker hangs.
CROWDED: Final = 60

#: How seldom memory that refers to itself is looked for.
_COLLECTED: Final = (100_000, 20, 20)


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """What a row may take, 0 for no limit."""

    seconds: float
    megabytes: int


class Limits(Bounds, frozen=True, kw_only=True):
    """What a row may take, and how it is asked for."""

    asked: Asked


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A row, and how it is asked for."""

    row: Row
    asked: Asked


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker says of a row: the outcome, the seconds of work, and whether it takes no further row."""

    outcome: Outcome
    seconds: float
    last: bool


_QUESTION: Final = msgspec.json.Decoder(Question)
_WRITTEN: Final = msgspec.json.Encoder()


class Working:
    """Rows that are worked on, with a guard beside them."""

    def __init__(self, outgoing: BinaryIO, book: CardBook, limits: Bounds) -> None:
        self.outgoing = outgoing
        self.book = book
        self.limits = limits
        self.row: Row | None = None
        self.said = threading.Lock()
        self.begun = 0.0
        self.watch = Watch(0, limits.megabytes * 1_000_000, self.over, shared=CROWDED)

    def do(self, question: Question) -> None:
        """Work on a row, and say what comes of it."""
        row = question.row
        self.begun = time.process_time()
        self.watch.again()
        self.row = row
        self.watch.seconds = self.limits.seconds and self.limits.seconds + MARGIN
        try:
            found, last = outcome(row, self.book, question.asked), False
        except MemoryError:
            found, last = refused_outcome(row, memory_spent(self.limits.megabytes)), True
        self.watch.seconds = 0
        most = self.limits.megabytes * 1_000_000 * FULL
        self.say(found, last or bool(most and peak_memory() >= most))

    def say(self, found: Outcome, last: bool) -> None:
        """Say what comes of the row that is worked on; nothing where that was said."""
        with self.said:
            if self.row is None:
                return
            self.row = None
            done = Done(outcome=found, seconds=round(time.process_time() - self.begun, 3), last=last)
            try:
                self.outgoing.write(_WRITTEN.encode(done) + b"\n")
                self.outgoing.flush()
            except OSError:  # whoever asked is gone
                os._exit(0)

    def over(self, refusal: Refusal) -> None:
        """End the process: a row takes more than it may."""
        row = self.row
        if row is not None:
            spent = (
                time_spent(self.limits.seconds) if refusal.code == "time-spent" else memory_spent(self.limits.megabytes)
            )
            self.say(refused_outcome(row, spent), last=True)
        os._exit(0)


def time_spent(seconds: float) -> Refusal:
    """The refusal of a row that takes longer than it may."""
    message = f"not answered in {seconds:g} seconds of work; nothing was decided"
    return Refusal(UNDETERMINED, "time-spent", message, "more --seconds, or fewer --steps")


def memory_spent(megabytes: int) -> Refusal:
    """The refusal of a row that needs more memory than it may have."""
    message = f"more than {megabytes:,} megabytes of memory are needed; nothing was decided"
    return Refusal(UNDETERMINED, "memory-spent", message, "more --megabytes")


def main() -> None:
    """The process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limits = msgspec.json.decode(sys.argv[1], type=Bounds)
    bound_process(int(limits.megabytes * _BESIDE))
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed by accident is no outcome
    gc.set_threshold(*_COLLECTED)
    book = CardBook.with_files([Path(each) for each in sys.argv[2:]], {}, Cache.of(os.environ))
    if isinstance(book, Refusal):
        sys.exit(book.message)
    working = Working(outgoing, book, limits)
    working.watch.start()
    outgoing.write(b"{}\n")
    outgoing.flush()
    for line in sys.stdin.buffer:
        working.do(_QUESTION.decode(line))
    working.watch.stop()


if __name__ == "__main__":
    main()
