"""``make soak``: rules, table, drawn games, stories and bench, one after another. A part that fails takes no other down.

``python -m tests.soak.whole PART ...`` runs only these parts. What came of each is told at the end, with its minutes.
``python -m tests.soak.whole --record`` runs nothing: it writes the page of every part from what the last runs kept.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from tests.service.long_drawn import PARTS as DRAWN
from tests.support.files import ROOT
from tests.support.part_records import DRAW_NAME, commit_now

Command = tuple[str, ...]

#: Long tests that have a part of their own here.
_ELSEWHERE: Final = ("--ignore=tests/table/test_long_parts.py", "--ignore=tests/web")
_PYTEST: Final = ("-m", "pytest", "-m", "soak", "--dist", "worksteal")


@dataclass(frozen=True, slots=True)
class Part:
    """Some long tests: words for Python, one command after another; ``together``: all at once. ``record``: what writes the page."""

    name: str
    commands: tuple[Command, ...]
    record: Command
    together: bool = False


def parts(jobs: int) -> tuple[Part, ...]:
    """The parts in their order, for so many processors. The bench is last and alone, for it measures."""
    workers = ("-n", str(jobs))
    drawn = (tuple(map(str, range(DRAWN)[lane::jobs])) for lane in range(min(jobs, DRAWN)))
    return (
        Part(
            "rules",
            (("-m", "tests.soak.card_pool"), (*_PYTEST, *workers, *_ELSEWHERE), ("-m", "tests.soak.report")),
            ("-m", "tests.soak.report", "--write"),
        ),
        Part(
            "table",
            ((*_PYTEST, *workers, "tests/table/test_long_parts.py"),),
            ("-m", "tests.table.long_parts", "--kept", "--write"),
        ),
        Part(
            "drawn",
            tuple(("-m", "tests.service.long_drawn", *numbers) for numbers in drawn),
            ("-m", "tests.service.long_drawn", "--kept", "--write"),
            together=True,
        ),
        Part(
            "stories",
            (("-m", "tests.web.long_stories"), (*_PYTEST, "-n", "0", "tests/web")),
            ("-m", "tests.web.long_stories", "--kept", "--write"),
        ),
        Part("bench", (("-m", "benchmarks.run"),), ("-m", "benchmarks.record")),
    )


def python(command: Command) -> int:
    """Run Python with these words; its exit code. Random games of another commit are other games."""
    draw = os.environ.get(DRAW_NAME) or commit_now().removesuffix("-dirty")
    print(f"$ python {' '.join(command)}", flush=True)
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env={**os.environ, "REITERATE_SOAK": "1", DRAW_NAME: draw}, check=False
    ).returncode


def run(part: Part) -> list[str]:
    """Run all commands of a part, also those behind one that failed; a line for each that failed."""
    if part.together:
        with ThreadPoolExecutor(len(part.commands)) as pool:
            codes = list(pool.map(python, part.commands))
    else:
        codes = [python(command) for command in part.commands]
    failed = zip(part.commands, codes, strict=True)
    return [f"python {' '.join(command)}: exit code {code}" for command, code in failed if code]


def main(words: Sequence[str]) -> int:
    """Run parts, or write their pages; 1 where one failed."""
    command = argparse.ArgumentParser(prog="python -m tests.soak.whole", description=__doc__)
    command.add_argument("parts", nargs="*", metavar="PART", help="only these parts")
    command.add_argument("--jobs", type=int, default=2, help="processors that are used")
    command.add_argument("--record", action="store_true", help="write the pages of what was kept, and run nothing")
    asked = command.parse_args(words)
    there = parts(max(1, asked.jobs))
    unknown = sorted(set(asked.parts) - {part.name for part in there})
    if unknown:
        command.error(f"{unknown[0]!r} is no part; the parts are {', '.join(part.name for part in there)}")
    told: list[str] = []
    failed = False
    for part in there:
        if asked.parts and part.name not in asked.parts:
            continue
        begun = time.monotonic()
        wrong = run(Part(part.name, (part.record,), ()) if asked.record else part)
        failed = failed or bool(wrong)
        minutes = (time.monotonic() - begun) / 60
        told.append(f"{'FAILED' if wrong else 'passed'}: {part.name}, {minutes:.0f} minutes")
        told += [f"  {line}" for line in wrong]
    print("\n".join(["", *told]), flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
