"""A bound of work for a stretch of a program, looked at before each step of the rules; and one lane for all stretches that take long.

Nothing is decided by it: what runs out of time is left as it was, and its caller says so. One large multiplication is not broken off;
a process that can be ended is the guard against that (``service``).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

#: Seconds of processor time after which a bounded stretch is long. One long stretch works at a time, and gives way to short ones.
PATIENCE: Final = 0.3
#: Long stretches that wait for their turn; one more is out of time at once.
MOST_WAITING: Final = 8
#: A stretch may take so many times as long by the clock as it may work.
SHARED: Final = 1.6
#: A long stretch looks after so many seconds whether short ones are under way, and lets them go before, for so many.
_SLICE: Final = 0.002
_PAUSE: Final = 0.005
#: Whoever waits for the turn of the long ones looks after so many seconds whether the wait was stopped.
_LOOK: Final = 0.2


class OutOfTime(BaseException):
    """The work has taken the seconds that it may take. Nobody who catches every ``Exception`` takes it for an answer."""


class _Until(threading.local):
    """When the work of a thread has to be over: in seconds of its processor time, and by the clock; 0: never.

    ``long``: the processor time from which on it is long; ``turn``: whether it has the turn of the long ones; ``since``: when it gave way last.
    ``stopped``: set by another thread where nobody waits for the work any more.
    """

    until: float = 0.0
    clock: float = 0.0
    long: float = 0.0
    turn: bool = False
    since: float = 0.0
    stopped: threading.Event | None = None


class _Short:
    """How many stretches are under way that are not long."""

    def __init__(self) -> None:
        self.many = 0
        self.lock = threading.Lock()

    def add(self, more: int) -> None:
        """So many more, or fewer."""
        with self.lock:
            self.many += more


_UNTIL: Final = _Until()
_SHORT: Final = _Short()
_TURN: Final = threading.Lock()
_WAITING: Final = threading.BoundedSemaphore(MOST_WAITING)


def check() -> None:
    """Raise ``OutOfTime`` where the present work has taken its time; wait for a turn where it is long."""
    if not _UNTIL.until:
        return
    if _UNTIL.stopped is not None and _UNTIL.stopped.is_set():
        raise OutOfTime
    worked, now = time.thread_time(), time.monotonic()
    if worked > _UNTIL.until or (_UNTIL.clock and now > _UNTIL.clock):
        raise OutOfTime
    if _UNTIL.long and worked > _UNTIL.long:
        if not _UNTIL.turn:
            _take_turn(_UNTIL.clock - now)
        elif now - _UNTIL.since > _SLICE:
            if _SHORT.many:
                time.sleep(_PAUSE)
            _UNTIL.since = time.monotonic()


def _take_turn(seconds: float) -> None:
    """Wait for the turn of the long ones. Raises ``OutOfTime`` where it does not come, or where too many wait."""
    if not _WAITING.acquire(blocking=False):
        raise OutOfTime
    _SHORT.add(-1)
    try:
        _UNTIL.turn = _turn_within(time.monotonic() + seconds)
    finally:
        _WAITING.release()
        if not _UNTIL.turn:
            _SHORT.add(1)
    if not _UNTIL.turn:
        raise OutOfTime
    _UNTIL.since = time.monotonic()


def _turn_within(end: float) -> bool:
    """Whether the turn has come before a time of the clock, and before the work was stopped."""
    while _UNTIL.stopped is None or not _UNTIL.stopped.is_set():
        left = max(0.0, end - time.monotonic())
        if _TURN.acquire(timeout=min(left, _LOOK)):
            return True
        if left <= _LOOK:
            return False
    return False


@contextmanager
def stoppable(stopped: threading.Event) -> Iterator[None]:
    """Within the block another thread ends all bounded work of this one by setting ``stopped``; what is not bounded goes on."""
    before, _UNTIL.stopped = _UNTIL.stopped, stopped
    try:
        yield
    finally:
        _UNTIL.stopped = before


@contextmanager
def at_most(seconds: float, lane: bool = False) -> Iterator[None]:
    """Within the block the work takes at most so many seconds of processor time; 0: as long as around the block.

    ``lane``: by the clock it takes no more than ``SHARED`` times as long, and waits for its turn once it is long. An earlier end that is set around
    the block stays. Raises ``OutOfTime`` from within.
    """
    before = (_UNTIL.until, _UNTIL.clock, _UNTIL.long)
    if seconds:
        worked = time.thread_time()
        _UNTIL.until = min(worked + seconds, before[0] or float("inf"))
        if lane and not _UNTIL.clock:
            _UNTIL.clock = time.monotonic() + SHARED * seconds
            _UNTIL.long = worked + min(PATIENCE, seconds / 2)
            _SHORT.add(1)
    begun = bool(_UNTIL.long and not before[2])
    try:
        yield
    finally:
        _UNTIL.until, _UNTIL.clock, _UNTIL.long = before
        if begun and _UNTIL.turn:
            _UNTIL.turn = False
            _TURN.release()
        elif begun:
            _SHORT.add(-1)
