"""Drawn games over the API in parts: each part has a seed of its own, and leaves a record when it has passed.

``python -m tests.service.long_drawn`` runs the parts that have no record for the sources as they are, and prints all together;
``python -m tests.service.long_drawn NUMBER ...`` runs only these parts. ``--write`` writes
``docs/soak-drawn.md``; with ``--kept``, of what has passed, and nothing is run.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.service.drawn_over_http import MORTAL_OF, over
from tests.service.table_over_http import server_of_cards
from tests.support.files import ROOT
from tests.support.part_records import DRAW, PROGRAM, Records, stretches, today
from tests.table.laid_table import quick_folder

FOLDER: Final = ROOT / "build" / "soak" / "drawn"
RECORD: Final = ROOT / "docs" / "soak-drawn.md"

#: Parts, games of a part, and steps of a game.
PARTS: Final = int(os.environ.get("REITERATE_SOAK_DRAWN", "5"))
GAMES: Final = 20
STEPS: Final = 30

#: Files of the tests that say what is tried.
_TRIED: Final = (
    "tests/service/drawn_over_http.py",
    "tests/service/table_over_http.py",
    "tests/table/drawn_games.py",
    "tests/table/laid_table.py",
)


def play(number: int) -> dict[str, int]:
    """Play the games of a part; what was counted. Raises ``AssertionError`` where something does not hold."""
    drawing = settings(
        max_examples=GAMES,
        stateful_step_count=STEPS,
        derandomize=False,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    with quick_folder() as folder, server_of_cards(folder) as served:
        drawn = over(served)
        run_state_machine_as_test(seed(f"{DRAW} {number}")(drawn), settings=drawing)
    return dict(drawn.tally)


# --- records -----------------------------------------------------------------------------------------------------


def _files() -> list[Path]:
    """The program and the drawn games."""
    return [*PROGRAM.rglob("*.py"), *(ROOT / name for name in _TRIED)]


RECORDS: Final = Records(FOLDER, _files)


def run_part(number: int) -> dict[str, Any]:
    """Run a part, unless it has passed already; its record. Raises ``AssertionError`` where something does not hold."""
    return RECORDS.run(f"{number:02}", {"part": number}, lambda: play(number))


# --- the page ----------------------------------------------------------------------------------------------------


def rows(records: list[dict[str, Any]]) -> list[str]:
    """One row for each commit: parts, counts, seconds."""
    found = []
    for commit in sorted({record["commit"] for record in records}):
        these = [record for record in records if record["commit"] == commit]
        counts: Counter[str] = Counter()
        for record in these:
            counts.update(record["counts"])
        said = "; ".join(f"{name} {many:,}" for name, many in counts.items())
        numbers = ", ".join(stretches([record["part"] for record in these]))
        seconds, cpu = (sum(record[name] for record in these) for name in ("seconds", "cpu"))
        found.append(f"| {numbers} of 0 to {PARTS - 1} | `{commit}` | {said} | {seconds:,.0f} | {cpu:,.0f} |")
    return found


def page(records: list[dict[str, Any]]) -> str:
    """The dated record."""
    table = "\n".join(rows(records))
    return f"""# Drawn games over HTTP

Record of runs up to {today()}. Every part that is listed has passed.

| parts | commit | counts | seconds | CPU seconds |
| --- | --- | --- | --- | --- |
{table}

Hypothesis draws games of two to six players step by step. Every step is a request to a real server. One server has all games of a part.
The steps are those of the drawn games in [soak-table.md](soak-table.md). Behind every step all of this has to hold:

- The end of a proposal never moves later, and answers come in turn order.
- All chairs are shown the same of what everybody may see.
- No byte that a seat is sent holds the name of a card that this seat has not seen, or another seat's secret. The bytes are searched as they come
  through the socket: status line, headers and body of answers, downloads and event streams.
- The judge's log only grows. A refused request adds nothing. Every new entry is carried out again, and its digests come out the same.
- Every chair is shown what the replayed log comes to.

A game is begun anew from its log now and then, and goes on there. The new game has to look like the old one, and the old game stays as it was.
In about one game of {MORTAL_OF} the process of the games may be killed. Games that Hypothesis gave up early are not counted.

The number of a part and the name of the commit are its seed, so each commit has other games. A part keeps a record in `build/soak/drawn` once it has passed. Parts that have a record for the same sources
are not run again:

```sh fragment: takes more than half an hour
python -m tests.service.long_drawn            # all parts that have no record
python -m tests.service.long_drawn 0 7        # some parts
python -m tests.service.long_drawn --write    # and write this page
```
"""


def main(words: list[str]) -> int:
    """Run what is to be run; 1 where something does not hold."""
    numbers = [int(word) for word in words if word.isdecimal()] or list(range(PARTS))
    failed = 0
    if "--kept" in words:
        numbers = []
    for number in numbers:
        try:
            print(json.dumps(run_part(number)), flush=True)
        except AssertionError as error:
            failed = 1
            notes = "\n".join(getattr(error, "__notes__", ()))
            print(f"part {number}: {error}\n{notes}", flush=True)
    print("\n".join(rows(RECORDS.all())), flush=True)
    if "--write" in words:
        RECORD.write_text(page(RECORDS.all()), encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
