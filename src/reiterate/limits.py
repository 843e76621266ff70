"""What a command may take: files that are regular and bounded, and an outer guard of time and memory.

Budgets count work, so that the same input has the same answer everywhere. The guard only ends a
run: it never changes what is answered, and its refusals say so by their codes, ``time-spent`` and
``memory-spent``.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import stat
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from reiterate.refusals import UNDETERMINED, Refusal

_resource: Any
try:
    _resource = importlib.import_module("resource")
except ImportError:  # Windows has no such module; memory is not watched there
    _resource = None

#: Seconds of work that a command may take, its start included.
SECONDS: Final = 20

#: How many times as long it may take by the clock, where other programs have the machine too.
SHARED: Final = 3

#: Of these, what starting and ending the interpreter may need.
MARGIN: Final = 1.0

#: Bytes of memory that a command may take.
MEMORY: Final = 1_000_000_000

#: Seconds between two looks at clock and memory.
_EVERY: Final = 0.1


def read_regular(path: Path, most: int) -> bytes:
    """The bytes of a regular file, at most ``most`` + 1 of them.

    Raises ``OSError`` for what can't be read, and for devices, pipes and folders, which may have no
    end.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(0, "not a regular file")
    with path.open("rb") as opened:
        return opened.read(most + 1)


def peak_memory() -> int:
    """The most bytes that this process has held so far; 0 where the system doesn't say.

    Linux tells them of the program itself. What ``getrusage`` tells begins with the peak of the process that started it.
    """
    with contextlib.suppress(OSError, ValueError):
        for line in Path("/proc/self/status").read_text("ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    if _resource is None:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    most: int = _resource.getrusage(_resource.RUSAGE_SELF).ru_maxrss
    return most * unit


def bound_process(megabytes: int) -> None:
    """Bound this process from now on: no more memory than so much, 0 for no bound, and no dump of it where the process breaks.

    Windows has no such bound: whoever started the process looks at what it holds.
    """
    if _resource is not None:
        _resource.setrlimit(_resource.RLIMIT_CORE, (0, 0))
        if megabytes:
            _resource.setrlimit(_resource.RLIMIT_DATA, (megabytes * 1_000_000,) * 2)


class Watch:
    """A thread beside the work that ends the run when it has worked too long or holds too much."""

    def __init__(
        self,
        seconds: float,
        memory: int,
        end: Callable[[Refusal], None],
        beat: Callable[[float], None] | None = None,
        shared: float = SHARED,
    ) -> None:
        """``seconds`` and ``memory``: the bounds, 0 for none. ``shared``: by the clock it may take so many times as long.

        ``end`` is called once, with the refusal; ``beat`` at each look, with the seconds that have passed.
        """
        self.seconds = seconds
        self.memory = memory
        self.end = end
        self.beat = beat
        self.shared = shared
        self.over = threading.Event()
        self.started = self.began = time.monotonic()
        self.worked = 0.0
        self.thread = threading.Thread(target=self._look, name="watch", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self.thread.start()

    def again(self) -> None:
        """What follows is another piece of work, with all of the time for itself."""
        self.began = time.monotonic()
        self.worked = time.process_time()

    def stop(self) -> None:
        """The answer is there: nothing ends the run any more."""
        self.over.set()

    def _look(self) -> None:
        while not self.over.wait(_EVERY):
            if self.beat is not None:
                self.beat(time.monotonic() - self.started)
            refusal = self.refusal()
            if refusal is not None and not self.over.is_set():
                self.over.set()
                self.end(refusal)

    def refusal(self) -> Refusal | None:
        """Why the run ends now; None where it may go on."""
        passed = max(time.process_time() - self.worked, (time.monotonic() - self.began) / self.shared)
        if self.seconds and passed >= self.seconds - MARGIN:
            message = f"not answered in {self.seconds:g} seconds of work; nothing was decided"
            return Refusal(
                UNDETERMINED, "time-spent", message, "a smaller board or script, or more --seconds (0: no end)"
            )
        if self.memory and peak_memory() >= self.memory:
            message = f"more than {self.memory:,} bytes of memory are needed; nothing was decided"
            expected = "a smaller board or script, or more --megabytes (0: no end)"
            return Refusal(UNDETERMINED, "memory-spent", message, expected)
        return None
