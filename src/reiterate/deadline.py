"""A bound of work for a stretch of a program: seconds of processor time of the present thread, looked at before each step of the rules.

Nothing is decided by it: what runs out of time is left as it was, and its caller says so. One large multiplication is not broken off;
a process that can be ended is the guard against that (``service``).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class OutOfTime(BaseException):
    """The work has taken the seconds that it may take. Nobody who catches every ``Exception`` takes it for an answer."""


class _Until(threading.local):
    """When the work of a thread has to be over, in seconds of that thread's processor time; 0: never."""

    until: float = 0.0


_UNTIL = _Until()


def check() -> None:
    """Raise ``OutOfTime`` where the present work has taken its time."""
    if _UNTIL.until and time.thread_time() > _UNTIL.until:
        raise OutOfTime


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Within the block the work takes at most so many seconds of processor time; 0: as long as around the block.

    Raises ``OutOfTime`` from within. An earlier end that is set around the block stays.
    """
    before = _UNTIL.until
    mine = time.thread_time() + seconds if seconds else before
    _UNTIL.until = min(mine, before) if before else mine
    try:
        yield
    finally:
        _UNTIL.until = before
