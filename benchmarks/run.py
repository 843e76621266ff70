"""The table of ``make bench``: figures measured in one run, each with its aim, and what is slower than the baseline.

Each part prints its rows as soon as it is done. A part that fails is named with its error, the others go on, and the
exit code is 1. ``python -m benchmarks.run PART ...`` measures only these parts. A run of all parts is kept for
``benchmarks.record``, which writes it into ``docs/speed.md``. ``--baseline`` writes the baseline anew.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks import (
    base,
    baseline,
    bends,
    finding,
    finding_wide,
    growth,
    jumping,
    proving,
    record,
    ruling,
    starting,
    stepping,
    watching,
)
from benchmarks.rows import Row, kernel, seconds
from tests.support.part_records import tried_now

#: As wide as most names of rows.
WIDTH: Final = 70


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows of the table. ``compared``: whether they are compared with the baseline."""

    name: str
    rows: Callable[[], Iterable[Row]]
    compared: bool = True


#: The parts of the table, in its order.
PARTS: Final[tuple[Part, ...]] = (
    Part("jumping", jumping.rows),
    Part("stepping", stepping.rows),
    Part("memory", jumping.memory),
    Part("growth", growth.rows),
    Part("bends", bends.rows),
    Part("finding", finding.rows),
    Part("finding_wide", finding_wide.rows),
    Part("proving", proving.rows),
    Part("watching", watching.rows),
    Part("ruling", ruling.rows),
    Part("starting", starting.rows),
    Part("base", base.rows, compared=False),
)


@dataclass(slots=True)
class Measured:
    """What came of a run: the rows of all parts, those that the baseline has, and the error of each part that failed."""

    rows: list[Row] = field(default_factory=list)
    compared: list[Row] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)


def say(line: str) -> None:
    """Print a line at once: a run that is broken off has told what it knew."""
    print(line, flush=True)


def measure(parts: Sequence[Part]) -> Measured:
    """Measure parts one after another, and print the rows of each when it is done. A part that raises takes no other down."""
    found = Measured()
    for number, part in enumerate(parts, 1):
        say(f"\n[{number} of {len(parts)}] {part.name} ...")
        begun = time.monotonic()
        try:
            for row in part.rows():
                say(f"{row.name:<{WIDTH}}  {row.shown()}")
                found.rows.append(row)
                if part.compared:
                    found.compared.append(row)
        except Exception as error:
            traceback.print_exc()
            found.failed[part.name] = traceback.format_exception_only(error)[-1].strip()
            say(f"FAILED: {part.name}: {found.failed[part.name]}")
        say(f"[{part.name}: {time.monotonic() - begun:.0f} s]")
    return found


def options_of(words: Sequence[str]) -> argparse.Namespace:
    """What the words of the command ask for. Ends the process with exit code 2 where a word is no part."""
    command = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    names = [part.name for part in PARTS]
    command.add_argument("parts", nargs="*", metavar="PART", help="only these parts: " + ", ".join(names))
    command.add_argument("--baseline", action="store_true", help="make the figures of this run the baseline")
    asked = command.parse_args(words)
    for name in asked.parts:
        if name not in names:
            command.error(f"{name!r} is no part; the parts are {', '.join(names)}")
    if asked.baseline and asked.parts:
        command.error(f"--baseline measures all parts, and {' '.join(asked.parts)} is not all of them")
    return asked


def main(words: Sequence[str]) -> int:
    """Measure, print, and keep a run of all parts; 1 where a part failed."""
    asked = options_of(words)
    parts = [part for part in PARTS if not asked.parts or part.name in asked.parts]
    commit = tried_now()
    found = measure(parts)
    once = seconds(kernel)
    whole = not asked.parts and not found.failed
    if asked.baseline and whole:
        baseline.write(found.compared, once)
    else:
        say("\nbeside the baseline:")
        lines = baseline.compared(found.compared, once, whole=whole)
        say("\n".join(f"  {line}" for line in lines) or "  nothing differs by more than 15 %")
    if not asked.parts:
        record.keep(found.rows, found.failed, commit)
    missed = [row.name for row in found.rows if not row.held]
    say(f"\n{len(found.rows)} figures; aims missed: {', '.join(missed) or 'none'}")
    for name, error in found.failed.items():
        say(f"FAILED: {name}: {error}")
    return 1 if found.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
