"""What the parts of a long run reached, all together: printed, judged, and written to ``docs/soak.md``.

``python -m tests.soak.report`` prints and judges; with ``--write`` it writes the record too.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Final

from tests.soak.card_pool import NEVER, by_tag, pool, wanted
from tests.soak.games import Reached
from tests.support.files import ROOT
from tests.support.part_records import today, tried_now

FOLDER: Final = ROOT / "build" / "soak"
RECORD: Final = ROOT / "docs" / "soak.md"
#: A run of fewer games is not judged by what it reached.
FULL: Final = 4_000
MEDIAN: Final = 100

#: How the games are drawn, checked and repeated: the part of the record that is the same for every run.
HOW: Final = """To repeat it: `make soak` (with the reference data in `REITERATE_DATA`, else the boards are of built-in cards alone), then
`make soak-record` ([all long tests](soak-whole.md)). `REITERATE_SOAK_GAMES=300 make soak` plays fewer games and does not fail for what
they don't reach. The games are drawn by the name of the
commit, so another commit plays other games. `REITERATE_SOAK_DRAW=NAME make soak` plays those of a name again.
Each class of the language is the theme of equally many games, and several of their cards have it
([why](decisions/games-drawn.md)). A failure's message holds the game, with as few cards as it can be seen with:
`tests.soak.games.play_game(Game(...), full=True, reached=Reached())` plays it again.

After every choice: nothing raised, every card is in exactly one place, the replayed log gives the same state. Now and then: the
normal form is its own normal form, and the state goes to JSON and back. The sentence of the choice reads back to the same step,
and some choice of the exploded position ends in the same position. A choice that needs a rule that is not implemented is taken
back, up to the last empty stack if need be.

Boards of their own kind are compared with slow references (`tests/soak/compared_games.py`, `tests/soak/layer_boards.py`). The
references are written from the rules alone and import no rules code. Each check of state-based actions is compared with 704, each
permanent's characteristics with 613, and last known information with the object as it was. A failure's message holds the number
of the board. Each old fault put back is noticed (`tests/sabotage/one_event.py`).

How often each class was carried out, paid, set off or in force:"""


def _part_file(part: int) -> Path:
    return FOLDER / f"part-{part}.json"


def clear_part(part: int) -> None:
    """A part begins: what it wrote before is gone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    _part_file(part).unlink(missing_ok=True)
    (FOLDER / f"begin-{part}.txt").write_text(str(time.time()), encoding="ascii")


def write_part(part: int, reached: Reached) -> None:
    """A part is done: what it reached."""
    begun = float((FOLDER / f"begin-{part}.txt").read_text(encoding="ascii"))
    found = {
        "classes": dict(reached.classes),
        "told": dict(reached.told),
        "lengths": reached.lengths,
        "commit": tried_now(),
        "seconds": time.time() - begun,
    }
    _part_file(part).write_text(json.dumps(found), encoding="utf-8")


def gather() -> tuple[Reached, float]:
    """All parts together, and their seconds added up."""
    total, seconds = Reached(), 0.0
    for path in sorted(FOLDER.glob("part-*.json")):
        found = json.loads(path.read_text(encoding="utf-8"))
        total.classes += Counter(found["classes"])
        total.told += Counter(found["told"])
        total.lengths += found["lengths"]
        seconds += found["seconds"]
    return total, seconds


def commits() -> list[str]:
    """The commits of which the parts were played."""
    files = sorted(FOLDER.glob("part-*.json"))
    return sorted({json.loads(path.read_text(encoding="utf-8")).get("commit", "unknown") for path in files})


def missing(total: Reached) -> list[str]:
    """What was not reached, with how many cards of the pool have it."""
    tags = by_tag(full=True)
    return [f"{tag} ({len(tags.get(tag, ()))} cards)" for tag in sorted(wanted() - total.classes.keys())]


def lines(total: Reached, seconds: float) -> list[str]:
    """The report."""
    choices = sum(total.lengths)
    median = statistics.median(total.lengths) if total.lengths else 0
    refused = {code: n for code, n in sorted(total.told.items()) if code.startswith("refused")}
    laws = {name: n for name, n in sorted(total.told.items()) if name.startswith("laws")}
    made = {name: n for name, n in sorted(total.told.items()) if name.startswith("choice")}
    found = sorted(wanted() & total.classes.keys())
    return [
        f"games: {len(total.lengths)} on boards of {len(pool(full=True))} cards",
        f"choices: {choices}, median {median:g} a game; the log replayed and every card counted at each of them",
        f"processor time: {seconds / 60:.0f} minutes, {1000 * seconds / max(choices, 1):.1f} ms a choice with its checks",
        "checked now and then: " + _listed(laws, "laws: "),
        "kinds of choices: " + _listed(made, "choice "),
        "refusals taken back: " + _listed(refused, "refused: "),
        f"reached: {len(found)} of {len(wanted())} handlers",
        "not reached: " + (", ".join(missing(total)) or "none"),
        "left out: " + "; ".join(f"`{tag}` ({why})" for tag, why in sorted(NEVER.items())),
    ]


def _listed(counts: dict[str, int], prefix: str) -> str:
    return "; ".join(f"`{name.removeprefix(prefix)}` {n}" for name, n in counts.items()) or "none"


def record(total: Reached, seconds: float) -> str:
    """The dated record of a run."""
    said = "\n".join(f"- {line}" for line in lines(total, seconds))
    reached = "\n".join(f"| {tag} | {total.classes[tag]} |" for tag in sorted(wanted()))
    return f"""# Long random games

Record of a run up to {today()}, of commit {", ".join(f"`{each}`" for each in commits())}:

{said}

{HOW}

| class | times |
| --- | --- |
{reached}
"""


def main() -> int:
    """Print and judge; 1 for a full run that misses something."""
    total, seconds = gather()
    if not total.lengths:
        print("no games were played: make soak")
        return 1
    print("\n".join(lines(total, seconds)))
    if "--write" in sys.argv:
        RECORD.write_text(record(total, seconds), encoding="utf-8")
    if len(total.lengths) < FULL:
        print(f"not judged by reach: fewer than {FULL} games")
        return 0
    return 1 if missing(total) or statistics.median(total.lengths) < MEDIAN else 0


if __name__ == "__main__":
    sys.exit(main())
