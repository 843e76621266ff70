"""The start: processor time of whole commands over that of a bare Python, without and with a file of many cards."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.rows import MILLISECONDS, Row

ROOT: Final = Path(__file__).resolve().parent.parent
EXAMPLE: Final = "examples/guard-gond.yaml"
REPEATS: Final = 9

#: As many cards as a file of all printed ones has.
CARDS: Final = 31_707


def cost(words: list[str], environ: dict[str, str]) -> float:
    """Processor seconds of a command, its start and end included: the least of several runs."""
    least = float("inf")
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert done.returncode == 0
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def many_cards(path: Path) -> None:
    """Write a file of many cards: those of the built-in set, and others of made-up names."""
    own = json.loads((ROOT / "src" / "reiterate" / "cards" / "builtin.json").read_text(encoding="utf-8"))
    more = [{**own[i % len(own)], "name": f"{own[i % len(own)]['name']}, the {i}th"} for i in range(CARDS - len(own))]
    path.write_text("".join(json.dumps(row) + "\n" for row in [*own, *more]), encoding="utf-8")


def measured() -> dict[str, float]:
    """Seconds of a bare Python and of commands; the first run of each fills the cache and is not the least one."""
    with tempfile.TemporaryDirectory(prefix="reiterate-bench-") as folder:
        environ = {**os.environ, "REITERATE_CACHE": f"{folder}/cache", "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
        for name in ("REITERATE_CARDS", "PYTHONDONTWRITEBYTECODE"):
            environ.pop(name, None)
        run = [sys.executable, "-m", "reiterate", "run", EXAMPLE]
        many_cards(Path(folder) / "cards.jsonl")
        beside = ["--cards", f"{folder}/cards.jsonl"]
        return {
            "bare": cost([sys.executable, "-c", "pass"], environ),
            "screen": cost(run, environ),
            "json": cost([*run, "--json"], environ),
            "uncached": cost([*run, "--json"], {**environ, "REITERATE_CACHE": "off"}),
            "beside": cost([*run, *beside], environ),
            "beside, uncached": cost([*run, *beside], {**environ, "REITERATE_CACHE": "off"}),
        }


def rows() -> list[Row]:
    """The rows of the table."""
    found = {name: seconds * 1000 for name, seconds in measured().items()}
    return [
        Row("run of a small file, start to end", found["screen"], MILLISECONDS, 180),
        Row("the same as JSON", found["json"], MILLISECONDS, 180),
        Row("the same as JSON, with no cache", found["uncached"], MILLISECONDS),
        Row(f"the same with {CARDS:,} cards beside it", found["beside"], MILLISECONDS, 250),
        Row("the same with no cache", found["beside, uncached"], MILLISECONDS),
        Row("run of a small file over a bare Python", found["screen"] / found["bare"]),
    ]


if __name__ == "__main__":
    for name, seconds in measured().items():
        print(f"{name:<20} {seconds:7.3f} s")
