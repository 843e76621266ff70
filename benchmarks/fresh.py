"""Fresh draws: combos of a list that nobody looked at, solved from their names alone.

``benchmarks.combos --fresh N`` draws N rows whose cards are understood, in the order of the SHA-256 of their ids. There is no seed to shop for. Rows whose
hash begins with ``SHUT`` are never read. Rows that were looked at before are left out: those of the older benchmark, and
those that a test, a list of causes or an issue names. Each draw stands in ``fresh.json`` with its rate. Its rows are training from then on.
"""

from __future__ import annotations

import hashlib
import json
import re
import signal
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final

HERE: Final = Path(__file__).parent

#: Every draw ever made, with its rows and its rate, and the ids of rows that were looked at otherwise.
RECORD: Final = HERE / "fresh.json"

#: First digits of the hashes of rows that are kept shut.
SHUT: Final = "0123"

#: Rows of the older benchmark are every so many.
OLDER: Final = 5

#: Processor seconds that a row may take.
LIMIT: Final = 10

#: Files that name rows by their ids.
_NAMING: Final = ("tests/survey/answers_read.tsv", "tests/survey/combos_found.json", "benchmarks/listed_causes.json")

_ID: Final = re.compile(r"\b\d+-\d+\b")

Row = dict[str, Any]


class OutOfTimeError(BaseException):
    """A row took longer than it may. No ``except Exception`` on the way catches this."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw: the words for the state that was measured, and a line for each row."""

    of: str
    rows: list[Row]

    @property
    def held(self) -> int:
        """The rows with all claims, an accepted certificate, and every named card in use."""
        return sum(row["holds"] for row in self.rows)


def digest(row: Row) -> str:
    """The hash that says where a row stands in the order, and whether it is shut."""
    return hashlib.sha256(row["id"].encode("ascii")).hexdigest()


def open_rows(lines: list[str], looked_at: set[str]) -> list[Row]:
    """The rows that may be drawn, in the order of their hashes. ``looked_at``: ids that are left out."""
    rows = [json.loads(line) for line in lines]
    fresh = [row for i, row in enumerate(rows) if i % OLDER and row["id"] not in looked_at]
    return sorted((row for row in fresh if digest(row)[0] not in SHUT), key=digest)


def looked_at(record: Row) -> set[str]:
    """The ids of rows that were drawn before, and of those that are named anywhere."""
    found = set(record["looked_at"])
    for draw in record["draws"]:
        found |= {row["id"] for row in draw["rows"]}
    for name in _NAMING:
        found |= set(_ID.findall((HERE.parent / name).read_text("utf-8")))
    return found


def drawn(
    lines: list[str], many: int, readable: Callable[[Row], bool], solve: Callable[[Row], Row], record: Row
) -> Iterator[Row]:
    """So many fresh rows with what came of them. ``readable``: whether all cards of a row are understood; the others are passed over."""
    for row in open_rows(lines, looked_at(record)):
        if many <= 0:
            return
        if readable(row):
            many -= 1
            yield limited(solve, row)


def limited(solve: Callable[[Row], Row], row: Row) -> Row:
    """What comes of a row within ``LIMIT`` processor seconds."""

    def over(_: int, __: FrameType | None) -> None:
        raise OutOfTimeError

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        return solve(row)
    except OutOfTimeError:
        return {"id": row["id"], "came": "not in time", "why": f"over {LIMIT} s", "seconds": float(LIMIT)}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def kept(line: Row, holds: bool) -> Row:
    """What the record keeps of a row: its id, what came of it, whether that holds all, and the processor time."""
    return {"id": line["id"], "came": line["came"], "holds": holds, "seconds": line["seconds"]}


def read_record() -> Row:
    """The record as it stands."""
    record: Row = json.loads(RECORD.read_text("utf-8"))
    return record


def add(draw: Draw) -> None:
    """Write a draw into the record."""
    record = read_record()
    head = {"of": draw.of, "held": draw.held, "drawn": len(draw.rows)}
    record["draws"].append({**head, "rows": draw.rows})
    RECORD.write_text(as_text(record), "utf-8")


def as_text(record: Row) -> str:
    """The record as a file: a row a line, so that what is added to the file is seen."""
    parts = []
    for draw in record["draws"]:
        head = json.dumps({key: value for key, value in draw.items() if key != "rows"})[:-1]
        rows = ",\n    ".join(json.dumps(row) for row in draw["rows"])
        parts.append(f'  {head}, "rows": [\n    {rows}\n  ]}}')
    draws = ",\n".join(parts)
    return f'{{\n "looked_at": {json.dumps(record["looked_at"])},\n "draws": [\n{draws}\n ]\n}}\n'


def summary(draw: Draw) -> list[str]:
    """The rate of a draw and the processor time of its rows."""
    seconds = sorted(row["seconds"] for row in draw.rows) or [0.0]
    p90 = seconds[min(len(seconds) - 1, 9 * len(seconds) // 10)]
    many = max(len(draw.rows), 1)
    return [
        f"{draw.held} of {len(draw.rows)} ({100 * draw.held / many:.0f} %) with all claims and every named card in use",
        f"processor seconds: median {statistics.median(seconds):.2f}, p90 {p90:.2f}, most {seconds[-1]:.2f}",
    ]
