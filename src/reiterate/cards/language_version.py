"""The version of the language, and of the engine: digests of all sources that decide what a card's text becomes.

A compiled card is kept under the first one, what was found of cards under the second one. So no number
has to be raised when a source changes.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from reiterate.cards.cache import Cache, key_of_parts

#: The parts of the package that card text passes through; compared with the reader's imports by a test.
SOURCES: Final = ("amounts", "oracle", "terms", "records.py", "refusals.py", "decoded.py", "cards/card_json.py")

#: The parts of the package that decide which loop is found with cards; compared with the imports of the search by a test.
ENGINE: Final = (
    *SOURCES,
    "cards",
    "certify",
    "check",
    "combos",
    "deadline.py",
    "games",
    "judging",
    "kinds",
    "lazy_module.py",
    "limits.py",
    "loops",
    "records.py",
    "rules",
    "script",
    "shortcuts",
    "untrusted_text.py",
    "state",
    "survey",
    "worth",
)

#: The parts of the package that decide what is told of a row of a database.
TOLD: Final = (*ENGINE, "ask", "databases", "show")

#: The parts of the package that decide which pairs of cards are searched for new combos.
PAIRED: Final = (*ENGINE, "discoveries")

#: A file that was changed so few seconds ago could be changed again without a trace in its times.
_SETTLED: Final = 2

_PACKAGE: Final = Path(__file__).resolve().parent.parent


def trace_of(*files: Path) -> str:
    """What the system says of files without reading them; "" where one changed just now.

    Raises ``OSError`` for a file that isn't there. Two files of the same trace are one file,
    unchanged: the time of a file's last change of state can't be set by hand.
    """
    parts = []
    latest = 0
    for file in files:
        about = file.stat()
        latest = max(latest, about.st_mtime_ns, about.st_ctime_ns)
        numbers = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
        parts.append(f"{file} {numbers}")
    return "" if latest > time.time_ns() - _SETTLED * 1_000_000_000 else "\n".join(parts)


def source_files(names: Sequence[str] = SOURCES) -> list[Path]:
    """The files of some parts of the package, in the order of their paths: those that card text passes through."""
    found: list[Path] = []
    todo = [_PACKAGE / name for name in names]
    while todo:
        path = todo.pop()
        if path.suffix:
            found.append(path)
            continue
        for entry in os.scandir(path):
            if entry.is_file():
                found.append(Path(entry.path))
            elif entry.name != "__pycache__":
                todo.append(Path(entry.path))
    return sorted(found)


def language_version(cache: Cache) -> str:
    """The digest of the language's sources and of Python's version; "" where unknown.

    The digest of unchanged sources comes from the cache, so that they are not read at each start.
    """
    return _version(cache, SOURCES)


def engine_version(cache: Cache) -> str:
    """The same digest of all sources that a search for a loop passes through."""
    return _version(cache, ENGINE)


def told_version(cache: Cache) -> str:
    """The same digest of all sources that what is told of a row passes through; "" where unknown."""
    return _version(cache, TOLD)


def paired_version(cache: Cache) -> str:
    """The same digest of all sources that decide which pairs are searched; "" where unknown."""
    return _version(cache, PAIRED)


def _version(cache: Cache, names: Sequence[str]) -> str:
    try:
        files = source_files(names)
        trace = trace_of(*files)
        key = key_of_parts("sources", trace, sys.version)
        known = cache.get(key) if trace else None
        if known is not None:
            return known.hex()
        parts: list[bytes | str] = [sys.version]
        for file in files:
            parts += [file.name, file.read_bytes()]
    except OSError:
        return ""
    made = key_of_parts("language", *parts)
    if trace:
        cache.put([(key, made)])
    return made.hex()
