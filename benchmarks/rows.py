"""Rows of the table of ``make bench``: a figure, its unit and its aim; and how figures are measured.

Figures of time are processor time, the least of several runs: whatever else the machine does only adds to them.
"""

from __future__ import annotations

import math
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

REPEATS: Final = 7
#: Runs of one figure end after about this many seconds, however few they are.
PATIENCE: Final = 2.0
#: A figure is slower or faster than the baseline where it differs by more than this share.
MARGIN: Final = 0.15

RATIO: Final = ""
MILLISECONDS: Final = "ms"
PER_SECOND: Final = "/s"
MEGABYTES: Final = "MB"
EXPONENT: Final = "exponent"


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of the table.

    ``aim`` is a bound that the figure should keep, None where there is none: a least one for choices a second and
    for rows that say ``more_is_better``, a greatest one for all others.
    """

    name: str
    figure: float
    unit: str = RATIO
    aim: float | None = None
    more_is_better: bool = False

    @property
    def held(self) -> bool:
        """Whether the figure keeps its aim; a row without an aim does."""
        return self.aim is None or (self.figure >= self.aim if self.more_is_better else self.figure <= self.aim)

    def shown(self) -> str:
        """The row as a line of words: figure, unit, aim, and whether the aim is missed."""
        if self.aim is None:
            return f"{_number(self.figure)} {self.unit}".rstrip()
        sign = ">=" if self.more_is_better else "<="
        missed = "" if self.held else "  MISSED"
        return f"{_number(self.figure)} {self.unit:<8}  {sign} {_number(self.aim).strip()}{missed}"

    def against_machine(self, kernel: float) -> float:
        """The figure without the machine's speed: times in runs of ``kernel`` (its seconds), others as they are."""
        if self.unit == MILLISECONDS:
            return self.figure / 1000 / kernel
        return self.figure * kernel if self.unit == PER_SECOND else self.figure


def _number(figure: float) -> str:
    return f"{figure:>10,.0f}" if figure >= 1000 else f"{figure:>10.2f}"


def seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Processor seconds of a piece of work: the least of several runs, after one that is not counted."""
    work()
    found: list[float] = []
    while len(found) < repeats and (not found or sum(found) < PATIENCE):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found)


def kernel() -> int:
    """A fixed piece of plain Python: dictionary and integer work, about what an engine does."""
    table = {i: i for i in range(64)}
    total = 0
    for i in range(20_000):
        copy = table.copy() if i % 16 == 0 else table
        total += copy[i & 63] + (i ^ total) % 7
    return total


def exponent(figures: Iterable[tuple[int, float]]) -> float:
    """The power with which a cost grows: the slope through size and cost on logarithmic scales."""
    points = [(math.log(size), math.log(cost)) for size, cost in figures]
    across = sum(x for x, _ in points) / len(points)
    up = sum(y for _, y in points) / len(points)
    spread = sum((x - across) ** 2 for x, _ in points)
    return sum((x - across) * (y - up) for x, y in points) / spread


def own_peak() -> int:
    """This process's peak memory in kilobytes; the kernel's other figure is inherited from the parent."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    words = status.read_text(encoding="ascii").split()
    return int(words[words.index("VmHWM:") + 1])


def peak_of(code: str) -> int:
    """Peak memory in kilobytes of a process of its own that runs this code. Raises ``RuntimeError`` with the error of that process."""
    last = f"{code}; import benchmarks.rows; print(benchmarks.rows.own_peak())"
    done = subprocess.run([sys.executable, "-c", last], capture_output=True, text=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise RuntimeError(f"{code}: {said[-1]}")
    return int(done.stdout.split()[-1])
