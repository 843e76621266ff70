"""Structured logs: each line is one JSON object on standard error.

What is logged of a request is its address without names and secrets (`/api/v1/games/{game}`), never a query, a header or a body.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, Final, TextIO

#: The name of the service's log.
LOG: Final = "reiterate.service"

_LOG: Final = logging.getLogger(LOG)


class OneObject(logging.Formatter):
    """A record as one line of JSON; foreign text in it is ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {"time": f"{at}.{int(record.msecs):03d}Z", "level": record.levelname.lower()}
        told = getattr(record, "told", None)
        line |= told if isinstance(told, dict) else {"event": "server", "message": record.getMessage()}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def log(event: str, /, level: int = logging.INFO, error: BaseException | None = None, **told: Any) -> None:
    """Write what has happened; ``error``: whose trace is written too."""
    _LOG.log(level, event, extra={"told": {"event": event, **told}}, exc_info=error)


def begin_logs(quiet: bool = False, stream: TextIO | None = None) -> None:
    """From now on the service and its web server write to standard error; ``quiet``: warnings and errors alone."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(OneObject())
    for name in (LOG, "uvicorn.error"):
        found = logging.getLogger(name)
        for old in list(found.handlers):
            found.removeHandler(old)
        found.addHandler(handler)
        found.propagate = False
        found.setLevel(logging.WARNING if quiet or name != LOG else logging.INFO)
