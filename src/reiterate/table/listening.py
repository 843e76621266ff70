"""News of entries that other processes have written to a PostgreSQL database, as they come (LISTEN and NOTIFY).

News only wake those who wait. Nobody relies on them: who waits looks at the database now and then all the same.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Engine, text

#: The channel on which each commit tells the games that it has written to.
CHANNEL: Final = "reiterate_entries"
NOTIFY: Final = text("SELECT pg_notify(:channel, :game)")

#: Seconds until it is seen that no more news are wanted, and until a lost database is asked again.
_PAUSE: Final = 0.5


class Listener(threading.Thread):
    """Tells the names of games that somebody has written to, until it is closed."""

    def __init__(self, engine: Engine, tell: Callable[[str], None]) -> None:
        super().__init__(name="news of games", daemon=True)
        self._engine = engine
        self._tell = tell
        self._over = threading.Event()

    def run(self) -> None:
        """The thread."""
        while not self._over.is_set():
            try:
                self._listen()
            except Exception:  # the database is gone, or this connection to it: it is asked again
                self._over.wait(_PAUSE)

    def close(self) -> None:
        """End the thread."""
        self._over.set()
        self.join()

    def _listen(self) -> None:
        """Tell what comes on one connection. Raises what the driver raises."""
        kept = self._engine.raw_connection()
        connection: Any = kept.driver_connection
        kept.detach()  # a connection that listens goes to nobody else, and is none of the pool's, which would roll it back
        try:
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            while not self._over.is_set():
                for news in connection.notifies(timeout=_PAUSE):
                    self._tell(news.payload)
        finally:
            connection.close()
