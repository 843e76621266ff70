"""Structured logs, one JSON object a line, and what is measured in the text format of Prometheus.

Structured logs: each line is one JSON object on standard error, in the server and in each process that it starts.

What is logged of a request is its address without names and secrets (`/api/v1/games/{game}`), never a query, a header or a body.
What libraries say, warnings of Python and errors that nobody catches are lines too. Passwords and secrets of seats are left out of them.

What is measured, in the text format that Prometheus reads.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    from types import TracebackType

# --- logs ----------------------------------------------------------------------------------------

#: The name of the service's log.
LOG: Final = "reiterate.service"

_LOG: Final = logging.getLogger(LOG)

#: What stands in a text of somebody else and is nobody's business: passwords in addresses and words of a database, secrets of seats.
_SECRETS: Final = (
    re.compile(r"(?<=://)(?P<kept>[^/\s:@]*:)[^/\s@]+(?=@)"),
    re.compile(r"(?P<kept>\bpassword\s*=\s*)('[^']*'|\S+)", re.IGNORECASE),
    re.compile(r"(?P<kept>)(?<![\w-])(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{32}(?![\w-])"),
)


def without_secrets(text: str) -> str:
    """A text in which stars stand for what looks like a password or like the secret of a seat."""
    for each in _SECRETS:
        text = each.sub(r"\g<kept>***", text)
    return text


class OneObject(logging.Formatter):
    """A record as one line of JSON; foreign text in it is ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {"time": f"{at}.{int(record.msecs):03d}Z", "level": record.levelname.lower()}
        told = getattr(record, "told", None)
        if isinstance(told, dict):
            line |= told
        else:
            line |= {"event": "server", "logger": record.name, "message": without_secrets(record.getMessage())}
        if record.exc_info:
            line["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line)


def log(event: str, /, level: int = logging.INFO, error: BaseException | None = None, **told: Any) -> None:
    """Write what has happened; ``error``: whose trace is written too."""
    _LOG.log(level, event, extra={"told": {"event": event, **told}}, exc_info=error)


def begin_logs(quiet: bool = False, stream: TextIO | None = None) -> None:
    """From now on the service and all libraries write to standard error; ``quiet``: warnings and errors alone.

    Of libraries only warnings and errors are written. Once more behind what makes other loggers: it may have given them handlers.
    """
    ours, others = logging.StreamHandler(stream or sys.stderr), logging.StreamHandler(stream or sys.stderr)
    for each in (ours, others):
        each.setFormatter(OneObject())
    others.setLevel(logging.WARNING)
    root = logging.getLogger()
    _LOG.handlers[:] = [ours]
    _LOG.propagate = False
    _LOG.setLevel(logging.WARNING if quiet else logging.INFO)
    for name in list(root.manager.loggerDict):
        other = logging.getLogger(name)
        if other is not _LOG:
            other.handlers[:] = [known for known in other.handlers if not _writes(known)]
            other.propagate = True
    root.handlers[:] = [*(each for each in root.handlers if not _writes(each)), others]
    root.setLevel(logging.WARNING)


def _writes(handler: logging.Handler) -> bool:
    """Whether a handler writes to a terminal or a text, and to no file of its own."""
    return type(handler) is logging.StreamHandler


def begin_process_logs(quiet: bool = False) -> None:
    """The same for a whole process: what nobody catches and warnings of Python become lines, too."""
    begin_logs(quiet)
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_thread
    sys.unraisablehook = _unraisable


def _uncaught(_: type[BaseException], error: BaseException, __: TracebackType | None) -> None:
    log("bug", logging.CRITICAL, error)


def _uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
        log("bug", logging.ERROR, args.exc_value, thread=args.thread.name if args.thread is not None else "")


def _unraisable(args: sys.UnraisableHookArgs) -> None:
    log("bug", logging.ERROR, args.exc_value, inside=type(args.object).__qualname__)


# --- metrics -------------------------------------------------------------------------------------

#: The bounds of the buckets of times, in seconds.
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)

_Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counters, times and gauges. All label values come from closed sets: addresses of the API, codes, states."""

    def __init__(self) -> None:
        self.counted: dict[str, dict[_Labels, float]] = defaultdict(lambda: defaultdict(float))
        self.times: dict[str, dict[_Labels, list[float]]] = defaultdict(dict)
        self.gauges: dict[str, Callable[[], Mapping[str, float]]] = {}
        self.help: dict[str, str] = {}

    def count(self, name: str, meaning: str, /, **labels: str) -> None:
        """One more."""
        self.help[name] = meaning
        self.counted[name][tuple(sorted(labels.items()))] += 1

    def time(self, name: str, meaning: str, seconds: float, /, **labels: str) -> None:
        """Something took so many seconds."""
        self.help[name] = meaning
        row = self.times[name].setdefault(tuple(sorted(labels.items())), [0.0] * (len(BUCKETS) + 2))
        for i, bound in enumerate(BUCKETS):
            row[i] += seconds <= bound
        row[-2] += 1
        row[-1] += seconds

    def gauge(self, name: str, meaning: str, read: Callable[[], Mapping[str, float]]) -> None:
        """Something that is asked for when it is wanted: values by the label ``state``."""
        self.help[name] = meaning
        self.gauges[name] = read

    def text(self) -> str:
        """All of it."""
        lines: list[str] = []
        for name, rows in sorted(self.counted.items()):
            lines += self._head(name, "counter")
            lines += [f"{name}{_labels(labels)} {value:g}" for labels, value in sorted(rows.items())]
        for name, times in sorted(self.times.items()):
            lines += self._head(name, "histogram")
            for labels, row in sorted(times.items()):
                bounds = [*(f"{bound:g}" for bound in BUCKETS), "+Inf"]
                lines += [
                    f"{name}_bucket{_labels((*labels, ('le', le)))} {n:g}" for le, n in zip(bounds, row, strict=False)
                ]
                lines += [f"{name}_sum{_labels(labels)} {row[-1]:g}", f"{name}_count{_labels(labels)} {row[-2]:g}"]
        for name, read in sorted(self.gauges.items()):
            lines += self._head(name, "gauge")
            lines += [f"{name}{_labels((('state', state),))} {value:g}" for state, value in sorted(read().items())]
        return "".join(f"{line}\n" for line in lines)

    def _head(self, name: str, kind: str) -> list[str]:
        return [f"# HELP {name} {self.help[name]}", f"# TYPE {name} {kind}"]


def _labels(labels: _Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
