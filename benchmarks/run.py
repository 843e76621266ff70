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

from benchmarks import base, baseline, finding, growth, proving
from benchmarks.rows import MEGABYTES, PER_SECOND, Row, kernel, peak_of, seconds
from reiterate.cards import CardBook
from reiterate.loops.head_slots import moved
from reiterate.loops.loop import Loop, find_loop
from reiterate.loops.play import play
from reiterate.loops.trace import trace
from reiterate.refusals import Refusal
from reiterate.rules.decisions.step import step
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.state.identity import correspond
from reiterate.state.model import State
from reiterate.state.normal_form import normal

GOOGOL: Final = 10**100

HEAD = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
"""
SCRIPT = """script: |
  repeat 2:
    activate Midnight Guard
    all pass
    all pass
"""


def board(bystanders: int) -> tuple[State, BodyReader]:
    """Midnight Guard with Presence of Gond, and rows of bystanders that differ in their counters."""
    rows = "".join(f"      - {{card: Grizzly Bears, counters: {{+1/+1: {i + 1}}}}}\n" for i in range(bystanders))
    position = load(HEAD + rows + SCRIPT, "bench", CardBook.builtin())
    assert isinstance(position, Position), position
    block = position.script[0]
    assert isinstance(block, Repeat)
    return position.state, BodyReader(block.body)


def playing(state: State, reader: BodyReader, iterations: int) -> int:
    """Play iterations one by one; the number of choices."""
    choices = 0
    for _ in range(iterations):
        played = play(state, reader)
        choices += len(played.choices)
        state = played.state
    return choices


def stepping_rate(bystanders: int) -> float:
    """Choices a second of the engine alone: the choices are known, only ``step`` is timed."""
    state, reader = board(bystanders)
    recorded = []
    for _ in range(3):
        state = play(state, reader).state
    at = state
    for _ in range(60):
        played = play(at, reader)
        recorded += played.choices
        at = played.state

    def work() -> None:
        here = state
        for choice in recorded:
            here = step(here, choice)[0]

    return len(recorded) / seconds(work)


def fresh(iterations: int, bystanders: int = 0) -> State:
    """A jump on a loop found anew."""
    state, reader = board(bystanders)
    found = Loop(state, reader).reach(iterations)
    assert isinstance(found, State)
    return found


def trace_ratio(bystanders: int) -> float:
    """Tracing and closing one period over playing it plainly."""
    state, reader = board(bystanders)
    for _ in range(3):
        state = play(state, reader).state
    head = normal(state)
    after = normal(play(head, reader).state)
    phi = correspond(head, after, amounts=False)
    assert phi is not None
    symbols = moved(head, after, phi)

    def closing() -> None:
        period = trace(head, reader, 1, symbols)
        assert not isinstance(period, Refusal), period

    return seconds(closing) / seconds(lambda: play(head, reader))


def peak_memory(count: str) -> int:
    """Peak memory in kilobytes of a process of its own that makes that many tokens."""
    return peak_of(f"import benchmarks.run as b; b.fresh({count})")


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
        Row("trace and close over one plain period", trace_ratio(0), aim=8),
    ]


def choices() -> list[Row]:
    """Choices a second, with the choices known and with the script read."""
    state, reader = board(0)
    made = playing(state, reader, 60)
    read = made / seconds(lambda: playing(state, reader, 60))
    return [
        Row("choices known, bare board", stepping_rate(0), PER_SECOND, 45_000, more_is_better=True),
        Row("script read, bare board", read, PER_SECOND, 30_000, more_is_better=True),
        Row("choices known, 20 unlike bystanders", stepping_rate(20), PER_SECOND, 10_000, more_is_better=True),
    ]


def memory() -> list[Row]:
    """Peak memory of 10^100 tokens."""
    many, few = peak_memory("10**100"), peak_memory("10")
    return [
        Row("peak memory, 10^100 tokens over 10", many / few, aim=1.1),
        Row("peak memory after 10^100 tokens", many / 1024, MEGABYTES, 41),
    ]


#: The parts of the table, in its order.
PARTS: Final[tuple[Callable[[], list[Row]], ...]] = (jumps, choices, memory, growth.rows, finding.rows, proving.rows)


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
