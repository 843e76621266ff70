"""The table of ``make bench``: figures measured in one run, each with its aim, and what is slower than the baseline.

The table is printed and written to ``build/bench.json``. The last figures are the speed of plain play over that of
the commit before the rules were widened (``benchmarks.base``). ``--baseline`` writes the baseline anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks import (
    base,
    baseline,
    bends,
    finding,
    finding_wide,
    growth,
    proving,
    ruling,
    starting,
    stepping,
    watching,
)
from benchmarks.bends import trace_over_plain
from benchmarks.boards import board
from benchmarks.rows import MEGABYTES, Row, kernel, peak_of, seconds
from reiterate.loops.loop import Loop, find_loop
from reiterate.loops.play import play
from reiterate.script.script import BodyReader
from reiterate.state.model import State

GOOGOL: Final = 10**100


def playing(state: State, reader: BodyReader, iterations: int) -> int:
    """Play iterations one by one; the number of choices."""
    choices = 0
    for _ in range(iterations):
        played = play(state, reader)
        choices += len(played.choices)
        state = played.state
    return choices


def fresh(iterations: int, bystanders: int = 0) -> State:
    """A jump on a loop found anew."""
    state, reader = board(bystanders)
    found = Loop(state, reader).reach(iterations)
    assert isinstance(found, State)
    return found


def peak_memory(count: str) -> int:
    """Peak memory in kilobytes of a process of its own that makes that many tokens."""
    jump = f"Loop(*board(0)).reach({count})"
    return peak_of(f"from benchmarks.boards import board; from reiterate.loops.loop import Loop; {jump}")


def jumps() -> list[Row]:
    """Jumping over playing, and tracing over playing, on a bare board."""
    state, reader = board(0)
    loop = find_loop(state, reader)
    loop.reach(GOOGOL)
    known = seconds(lambda: loop.reach(GOOGOL - 1)) / seconds(lambda: loop.reach(10))
    ten = seconds(lambda: fresh(10))
    return [
        Row("jump at 10^100 over jump at 10", seconds(lambda: fresh(GOOGOL)) / ten, aim=2),
        Row("the same on a loop already found", known),
        Row("jump at 10 over playing 10", ten / seconds(lambda: playing(*board(0), 10))),
        Row("trace and close over one plain period", trace_over_plain(0), aim=8),
    ]


def memory() -> list[Row]:
    """Peak memory of 10^100 tokens."""
    many, few = peak_memory("10**100"), peak_memory("10")
    return [
        Row("peak memory, 10^100 tokens over 10", many / few, aim=1.1),
        Row("peak memory after 10^100 tokens", many / 1024, MEGABYTES, 41),
    ]


#: The parts of the table, in its order.
PARTS: Final[tuple[Callable[[], list[Row]], ...]] = (
    *(jumps, stepping.rows, memory),
    *(growth.rows, bends.rows, finding.rows, finding_wide.rows, proving.rows),
    *(watching.rows, ruling.rows, starting.rows),
)


def main() -> None:
    """Measure, print the table and what is slower than the baseline, write ``build/bench.json``; or the baseline."""
    rows: list[Row] = []
    for part in PARTS:
        rows += part()
    with_base = [*rows, *base.rows()]
    once = seconds(kernel)
    width = max(len(row.name) for row in with_base)
    for row in with_base:
        print(f"{row.name:<{width}}  {row.shown()}")
    if "--baseline" in sys.argv[1:]:
        baseline.write(rows, once)
        return
    print("\nbeside the baseline:")
    print("\n".join(f"  {line}" for line in baseline.compared(rows, once)) or "  nothing differs by more than 15 %")
    build = Path("build")
    build.mkdir(exist_ok=True)
    found = {row.name: {"figure": f"{row.figure:.4f}", "unit": row.unit, "held": row.held} for row in with_base}
    (build / "bench.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
