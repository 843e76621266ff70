"""The long tests of the table in parts: each part has a seed of its own, and leaves a record when it has passed.

``python -m tests.table.long_parts`` runs the parts that have no record for the sources as they are, and prints all together;
``python -m tests.table.long_parts KIND ...`` runs only parts of these kinds. ``--write`` writes
``docs/soak-table.md``; with ``--kept``, of what has passed, and nothing is run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.support import postgres
from tests.support.files import ROOT
from tests.support.part_records import DRAW, PROGRAM, Records, stretches, today
from tests.table.api_games import ALL_PAGES_OF, DEALT_OF, PAGE_OF, play_game, server_of_games
from tests.table.drawn_games import Game
from tests.table.killed import killed_many
from tests.table.laid_table import quick_folder

FOLDER: Final = Path(os.environ.get("REITERATE_TABLE_SOAK", ROOT / "build" / "soak" / "table"))
RECORD: Final = ROOT / "docs" / "soak-table.md"

#: Acts of one game over HTTP, and one game in so many has its process killed.
ACTS: Final = 40
KILLED_OF: Final = 10

#: Kinds of parts: how many parts, and how many games or killed programs each has.
KINDS: Final = {
    "kills on SQLite": (10, 20),
    "kills on PostgreSQL": (5, 10),
    "games over HTTP": (int(os.environ.get("REITERATE_SOAK_HTTP", "3")), 50),
    "drawn games": (int(os.environ.get("REITERATE_SOAK_DRAWN", "5")), 50),
}


def _sqlite(number: int, many: int) -> dict[str, int]:
    with quick_folder() as folder:
        return {"programs killed": many, "entries answered": killed_many(many, f"sqlite:///{folder}/games.db", number)}


def _postgresql(number: int, many: int) -> dict[str, int]:
    with postgres.server() as server:
        url = postgres.database(server, "games")
        return {"programs killed": many, "entries answered": killed_many(many, url, 100 + number)}


def _over_http(number: int, many: int) -> dict[str, int]:
    tally: Counter[str] = Counter()
    with quick_folder() as folder, server_of_games(folder) as laid:
        for game in range(number * many, (number + 1) * many):
            try:
                tally += play_game(laid, game, ACTS, kill=game % KILLED_OF == 0)
            except AssertionError as error:
                error.add_note(f"the game of seed {game}")
                raise
    return dict(tally)


def _drawn(number: int, many: int) -> dict[str, int]:
    class Drawn(Game):
        games = 0
        steps = 0

        def teardown(self) -> None:
            Drawn.games += 1
            Drawn.steps += self.sitting.last if hasattr(self, "sitting") else 0
            super().teardown()

    drawing = settings(
        max_examples=many,
        stateful_step_count=ACTS,
        derandomize=False,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(seed(f"{DRAW} {number}")(Drawn), settings=drawing)
    return {"games": Drawn.games, "entries": Drawn.steps}


_RUN: Final[dict[str, Callable[[int, int], dict[str, int]]]] = {
    "kills on SQLite": _sqlite,
    "kills on PostgreSQL": _postgresql,
    "games over HTTP": _over_http,
    "drawn games": _drawn,
}


# --- records -----------------------------------------------------------------------------------------------------


def _files() -> Iterator[Path]:
    """The program and the tests of the table."""
    for folder in (PROGRAM, ROOT / "tests" / "table"):
        yield from folder.rglob("*.py")


RECORDS: Final = Records(FOLDER, _files)


def _name(kind: str, number: int) -> str:
    return f"{kind} {number:02}"


def run_part(kind: str, number: int) -> dict[str, Any]:
    """Run a part, unless it has passed already; its record. Raises ``AssertionError`` where something does not hold."""
    what = {"kind": kind, "part": number}
    return RECORDS.run(_name(kind, number), what, lambda: _RUN[kind](number, KINDS[kind][1]))


def _alone(kind: str, number: int) -> dict[str, Any]:
    """Run a part in a process of its own, for a process has pages once; its record. Raises where something does not hold."""
    name = run_part.__name__
    code = f"from tests.table.long_parts import {name}; {name}({kind!r}, {number})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    found: dict[str, Any] = json.loads(RECORDS.path(_name(kind, number)).read_text(encoding="utf-8"))
    return found


# --- the page ----------------------------------------------------------------------------------------------------


def rows(records: list[dict[str, Any]]) -> list[str]:
    """One row for each kind and each commit: parts, counts, seconds."""
    found = []
    for kind, (parts, _) in KINDS.items():
        own = [record for record in records if record["kind"] == kind]
        for commit in sorted({record["commit"] for record in own}):
            these = [record for record in own if record["commit"] == commit]
            counts: Counter[str] = Counter()
            for record in these:
                counts.update(record["counts"])
            said = "; ".join(f"{name} {many:,}" for name, many in counts.items())
            numbers = ", ".join(stretches([record["part"] for record in these]))
            seconds, cpu = (sum(record[name] for record in these) for name in ("seconds", "cpu"))
            found.append(
                f"| {kind} | {numbers} of 0 to {parts - 1} | `{commit}` | {said} | {seconds:,.0f} | {cpu:,.0f} |"
            )
    return found


def page(records: list[dict[str, Any]]) -> str:
    """The dated record."""
    table = "\n".join(rows(records))
    return f"""# Long tests of the table

Record of runs up to {today()}. Every part that is listed has passed.

| what | parts | commit | counts | seconds | CPU seconds |
| --- | --- | --- | --- | --- | --- |
{table}

- **Kills.** Programs play three games in three threads each and are killed with SIGKILL at a drawn moment. No entry that was answered is lost,
  none is there twice, and every game goes on.
- **Games over HTTP.** Two to six players, spectators and the judge act at random over the API and at pages. Every byte that a seat is sent is
  searched for names of cards that this seat has not seen yet. That is answers, events, downloads, the first HTML of every seat's page, and
  each frame of web sockets. In one game of {PAGE_OF} a seat has its page open all the time, and in one of {ALL_PAGES_OF} every seat has. The log of
  the server and its metrics are searched too. One game of {DEALT_OF} is one of decks: hands are kept or drawn anew, and cards may begin on the battlefield. Now
  and then a player leaves or the judge ends the game, and all play again. The judge's log is replayed, and every chair's view has to come out the same. In one game of
  {KILLED_OF} the process of the games is killed first.
- **Drawn games.** Hypothesis draws every step at the functions of the table (`tests/table/drawn_games.py`). All invariants
  are looked at behind every step. About one game of three is one of decks, and players leave at any place. The games are as many as were begun, those that Hypothesis gave up early among them.

The number of a part is its seed; drawn games are drawn by the name of the commit too, so each commit has others.
A part keeps a record in `build/soak/table` once it has passed. Parts that have a record for the same sources
are not run again:

```sh fragment: takes more than an hour
python -m tests.table.long_parts                    # all parts that have no record
python -m tests.table.long_parts "kills on SQLite"  # parts of one kind
python -m tests.table.long_parts --write            # and write this page
pytest -m soak tests/table
```
"""


@contextmanager
def _no_parts_lost() -> Iterator[None]:
    """Say what has passed, also where the block is left early."""
    try:
        yield
    finally:
        print("\n".join(rows(RECORDS.all())), flush=True)


def main(words: list[str]) -> int:
    """Run what is to be run; 1 where something does not hold."""
    kinds = [word for word in words if not word.startswith("--")] or list(KINDS)
    if "--kept" in words:
        kinds = []
    with _no_parts_lost():
        for kind in kinds:
            if kind == "kills on PostgreSQL" and not postgres.installed():
                print(postgres.ABSENT, flush=True)
                continue
            for number in range(KINDS[kind][0]):
                print(json.dumps(RECORDS.kept(_name(kind, number)) or _alone(kind, number)), flush=True)
    if "--write" in words:
        RECORD.write_text(page(RECORDS.all()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
