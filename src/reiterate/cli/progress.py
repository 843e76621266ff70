"""Progress on a terminal: what a command works on and for how long, once that takes more than a second."""

from __future__ import annotations

import threading
from typing import Final, TextIO

from reiterate.untrusted_text import encodable, plain

#: Seconds of work after which something is said.
PATIENCE: Final = 1.0


class Progress:
    """One line on standard error that comes and goes; nothing where that is no terminal."""

    def __init__(self) -> None:
        self.what = "working"
        self.stream: TextIO | None = None
        self._shown = 0
        self._since = 0.0
        self._now = 0.0
        self._lock = threading.Lock()

    def begin(self, what: str, stream: TextIO | None) -> None:
        """Work begins on something; ``stream``: where to say so, None for nowhere."""
        self.clear()
        with self._lock:
            self.what, self._since = what, self._now
            self.stream = stream if stream is not None and stream.isatty() else None

    def beat(self, seconds: float) -> None:
        """So many seconds have passed since the run began."""
        with self._lock:
            self._now = seconds
            if self.stream is None or seconds - self._since < PATIENCE:
                return
            text = encodable(f"{plain(self.what)} ... {int(seconds - self._since)} s", self.stream.encoding)
            self._write(f"\r{text[:70].ljust(self._shown)}")
            self._shown = min(len(text), 70)

    def tell(self, what: str, seconds: float) -> None:
        """Say what is worked on now; so many seconds have passed since the run began."""
        self.what = what
        self.beat(seconds)

    def clear(self) -> None:
        """Take the line away, before anything else is written; nothing more is said until work begins again."""
        with self._lock:
            if self._shown:
                self._write("\r" + " " * self._shown + "\r")
                self._shown = 0
            self.stream = None

    def _write(self, text: str) -> None:
        if self.stream is not None:
            self.stream.write(text)
            self.stream.flush()
