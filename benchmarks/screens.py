"""Screens of combos as a person gets them: ``python -m benchmarks.screens COMBOS CARDS [--every N]``.

Takes the rows that ``benchmarks.combos`` takes. ``reiterate combo`` is started for each one as a command of its own,
first with an empty cache and then once more. Printed are the processor seconds of both, from start to end of the process.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.combos import EVERY, rows
from reiterate.cards import Cache, CardBook
from reiterate.oracle import CompiledCard

#: Seconds of a screen that was asked for before.
AIM: Final = 1.5

#: Slow rows that are named.
NAMED: Final = 8


def seconds(names: list[str], environ: dict[str, str]) -> tuple[float, int]:
    """The processor seconds of a command, and its exit code."""
    command = [sys.executable, "-m", "reiterate", "combo", *names]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, process.returncode


def understood(names: list[str], book: CardBook) -> bool:
    """Whether all cards are read completely."""
    found = [book.find(name) for name in names]
    return all(isinstance(card, CompiledCard) and card.complete for card in found)


def told(title: str, measured: dict[str, float]) -> list[str]:
    """The lines that are printed of some rows: how many, the middle, how many within the aim, and the slowest."""
    times = sorted(measured.values())
    within = sum(time < AIM for time in times)
    slow = sorted(measured, key=lambda name: -measured[name])[:NAMED]
    worst = ", ".join(f"{name} {measured[name]:.2f}" for name in slow)
    return [
        f"{title}: {len(times)} screens, median {statistics.median(times):.2f} s, {within} under {AIM} s",
        f"  slowest: {worst}",
    ]


def main() -> None:
    """Measure, and print."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("combos", type=Path)
    words.add_argument("cards", type=Path)
    words.add_argument("--every", type=int, default=EVERY)
    asked = words.parse_args()
    first: dict[str, float] = {}
    again: dict[str, float] = {}
    nothing: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="reiterate-screens-") as folder:
        environ = {**os.environ, "REITERATE_CACHE": folder, "REITERATE_CARDS": str(asked.cards)}
        environ.pop("PYTHONDONTWRITEBYTECODE", None)
        book = CardBook.with_files([asked.cards], cached=Cache(Path(folder) / "asked.sqlite"))
        assert isinstance(book, CardBook), book
        seconds(["forest", "island"], environ)  # the index of the card file, and compiled files of the program
        for row in rows(asked.combos, asked.every):
            if not understood(row["cards"], book):
                continue
            used, code = seconds(row["cards"], environ)
            (nothing if code else first)[row["id"]] = used
            if not code:
                again[row["id"]], _ = seconds(row["cards"], environ)
    print("\n".join([*told("first", first), *told("asked again", again), f"no screen: {len(nothing)}"]))


if __name__ == "__main__":
    main()
