"""The record of ``make bench``: a run of all parts is kept, and ``python -m benchmarks.record`` writes it into ``docs/speed.md``.

The page has the whole table between two marks. What stands around it is written by hand.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.rows import Row
from tests.support.files import ROOT
from tests.support.part_records import today

KEPT: Final = ROOT / "build" / "bench.json"
PAGE: Final = ROOT / "docs" / "speed.md"

#: The marks around the table of the page.
BEGIN: Final = "<!-- written by: python -m benchmarks.record -->\n"
END: Final = "<!-- the end of that table -->\n"


def keep(rows: Sequence[Row], failed: Mapping[str, str], commit: str, path: Path = KEPT) -> None:
    """Keep what a run came to, with its commit, day and machine."""
    path.parent.mkdir(exist_ok=True)
    found = {
        "commit": commit,
        "day": today(),
        "machine": f"{os.cpu_count()} cores, Python {platform.python_version()}",
        "failed": dict(failed),
        "rows": [{"name": row.name, "shown": row.shown(), "held": row.held} for row in rows],
    }
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def table(kept: Mapping[str, Any]) -> str:
    """The kept run as a table: each figure with its aim, and the parts that failed."""
    lines = [
        f"Commit `{kept['commit']}`, {kept['day']}, {kept['machine']}.",
        "",
        "| figure | value | aim |",
        "| --- | --- | --- |",
    ]
    for row in kept["rows"]:
        value, sign, aim = _cells(row["shown"])
        lines.append(f"| {row['name']} | {value} | {f'{sign} {aim}'.strip()} |")
    lines += [f"| **part {name} failed**: {error} | | |" for name, error in kept["failed"].items()]
    return "\n".join(lines) + "\n"


def _cells(shown: str) -> tuple[str, str, str]:
    """What a row shows: the figure with its unit, and of its aim the sign and the bound."""
    for sign in ("<=", ">="):
        value, found, aim = shown.partition(sign)
        if found:
            missed = "**MISSED**" if "MISSED" in aim else ""
            return " ".join(value.split()), sign, " ".join([*aim.replace("MISSED", "").split(), missed]).strip()
    return " ".join(shown.split()), "", ""


def written(page: str, made: str) -> str:
    """The page with another table between its marks. Raises ``ValueError`` where a mark is missing."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name} has no marks {BEGIN.strip()} and {END.strip()}")
    return f"{head}{begin}\n{made}\n{end}{tail}"


def main() -> int:
    """Write the kept run into the page; 2 where none is kept."""
    if not KEPT.exists():
        print("benchmarks.record: no run is kept: make bench")
        return 2
    made = table(json.loads(KEPT.read_text(encoding="utf-8")))
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), made), encoding="utf-8")
    print(f"wrote the table of {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
