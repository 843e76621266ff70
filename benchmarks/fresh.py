"""Fresh draws of combo rows: rows that nobody looked at, in an order that leaves no seed to shop for.

Rows are taken in the order of the SHA-256 of their ids. Rows whose hash begins with 0 to 3 are the shut part, which no draw
touches. Rows that an older benchmark took, that a test names, or that stand in ``fresh_draws.json`` are left out.
Each draw stands in that record before its first row is tried, and stays there whatever comes of it.
"""

from __future__ import annotations

import hashlib
import json
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

Row = dict[str, Any]

RECORD: Final = Path(__file__).parent / "fresh_draws.json"
TESTS: Final = Path(__file__).parents[1] / "tests"

#: First digits of the hash of an id that is never drawn.
SHUT: Final = frozenset("0123")

#: Processor seconds that a row of a draw may take.
SECONDS: Final = 10.0

NOT_RUN: Final = "not run"
SLOW: Final = "over the limit of processor time"
HELD: Final = "all claims held, every named card in use"
IDLE: Final = "proved, a named card is idle"


class TooSlow(BaseException):
    """A row took more processor time than it may; no ``Exception``, so that no row's own handling takes it."""


def digest(row: Row) -> str:
    """The hash that rows are ordered by."""
    return hashlib.sha256(str(row["id"]).encode()).hexdigest()


def shut(row: Row) -> bool:
    """Whether a row belongs to the shut part."""
    return digest(row)[0] in SHUT


def read_record(path: Path = RECORD) -> dict[str, Any]:
    """The record: pairs that were named elsewhere, and all draws, the oldest first."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def write_record(record: dict[str, Any], path: Path = RECORD) -> None:
    """Write the record, one row a line."""
    named = ",\n  ".join(json.dumps(pair, ensure_ascii=False) for pair in record["named"])
    draws = ",\n".join(_draw_text(draw) for draw in record["draws"])
    text = f'{{\n "named": [\n  {named}\n ],\n "draws": [\n{draws}\n ]\n}}\n'
    path.write_text(text, encoding="utf-8")


def _draw_text(draw: dict[str, Any]) -> str:
    head = json.dumps({key: value for key, value in draw.items() if key != "rows"}, ensure_ascii=False)
    rows = ",\n   ".join(json.dumps(row, ensure_ascii=False) for row in draw["rows"])
    return f'  {head[:-1]}, "rows": [\n   {rows}\n  ]}}'


def looked_at(record: dict[str, Any], tests: Path = TESTS) -> Callable[[Row], bool]:
    """Whether a row was looked at: it was drawn and tried, its id stands in a test, or one file of the tests names all its cards."""
    drawn = {row["id"] for draw in record["draws"] for row in draw["rows"] if row["came"] != NOT_RUN}
    kinds = {".py", ".tsv", ".json", ".yaml"}
    texts = [each.read_text(encoding="utf-8") for each in sorted(tests.rglob("*")) if each.suffix in kinds]
    texts = [each for each in texts if each]

    def seen(row: Row) -> bool:
        if row["id"] in drawn or any(all(part in _names(row) for part in pair) for pair in record["named"]):
            return True
        return any(f'"{row["id"]}"' in text or f"{row['id']}\t" in text for text in texts) or any(
            all(name in text for name in row["cards"]) for text in texts
        )

    return seen


def _names(row: Row) -> set[str]:
    """The names of a row's cards, and what stands before a comma in them."""
    return {part for name in row["cards"] for part in (name, name.split(",")[0])}


def order(rows: Iterable[Row], taken: Iterable[str], seen: Callable[[Row], bool]) -> Iterator[Row]:
    """The rows that may be drawn, in their order: none of the shut part, none of ``taken`` ids, none that was looked at."""
    before = set(taken)
    for row in sorted((row for row in rows if not shut(row)), key=digest):
        if row["id"] not in before and not seen(row):
            yield row


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises ``TooSlow`` where what is done within takes more processor time."""

    def stop(signum: int, frame: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def kept(line: Row, stands: str) -> Row:
    """What the record keeps of a measured row."""
    keys = ("id", "lacks", "idle", "seconds")
    return {**{key: line[key] for key in keys if line.get(key)}, "came": stands}


def rate(rows: Iterable[Row]) -> str:
    """How many of the rows that were tried hold all their claims with every named card in use."""
    found = [row for row in rows if row["came"] != NOT_RUN]
    held = sum(row["came"] == HELD for row in found)
    return f"{held} of {len(found)} ({100 * held / max(len(found), 1):.0f} %)"


def report(draw: dict[str, Any]) -> list[str]:
    """The rows that failed, the counts, the times, and the rate of a draw."""
    rows = draw["rows"]
    failed = [
        f"{row['id']}: {row['came']}: {row.get('lacks') or row.get('idle') or ''}"
        for row in rows
        if row["came"] != HELD
    ]
    times = sorted(row.get("seconds", 0.0) for row in rows)
    spent = f"processor seconds a row: median {times[len(times) // 2]}, greatest {times[-1]}" if times else "no rows"
    counts = [f"{came}: {n}" for came, n in Counter(row["came"] for row in rows).most_common()]
    return [*failed, *counts, spent, f"rate: {rate(rows)}"]
