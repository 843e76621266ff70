"""Benchmarks: ratios measured in one run, printed as a table and written to ``build/bench.json``.

Absolute times differ between machines; every figure here is a ratio of two things measured side by side, or choices
per second beside the speed of a fixed kernel of plain Python. The last figures are the speed of plain play over that
of the commit before the rules were widened (``benchmarks.base``).
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import finding, growth, proving, stepping
from benchmarks.base import compare
from benchmarks.stepping import board
from reiterate.loops.head_slots import moved
from reiterate.loops.loop import Loop, find_loop
from reiterate.loops.play import play
from reiterate.loops.trace import trace
from reiterate.refusals import Refusal
from reiterate.script.script import BodyReader
from reiterate.state.identity import correspond
from reiterate.state.model import State
from reiterate.state.normal_form import normal

GOOGOL = 10**100
REPEATS = 9


def median_time(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Median seconds of several runs after one that is not counted."""
    work()
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def kernel() -> int:
    """A fixed piece of plain Python: dictionary and integer work, about what an engine does."""
    table = {i: i for i in range(64)}
    total = 0
    for i in range(20_000):
        copy = table.copy() if i % 16 == 0 else table
        total += copy[i & 63] + (i ^ total) % 7
    return total


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

    return median_time(closing) / median_time(lambda: play(head, reader))


def own_peak() -> int:
    """This process's peak memory in kilobytes; the kernel's other figure is inherited from the parent."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    words = status.read_text(encoding="ascii").split()
    return int(words[words.index("VmHWM:") + 1])


def peak_memory(count: str) -> int:
    """Peak memory in kilobytes of a process of its own that makes that many tokens."""
    code = f"import benchmarks.run as b; b.fresh({count}); print(b.own_peak())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout)


def main() -> None:
    """Measure, print the table, write the file."""
    kernels = 1 / median_time(kernel)
    alone, crowded = stepping.stepping(0), stepping.stepping(20)
    rows: list[tuple[str, float, str]] = []
    board(0)
    rows.append(
        ("jump at 10^100 over jump at 10", median_time(lambda: fresh(GOOGOL)) / median_time(lambda: fresh(10)), "<= 2")
    )
    state, reader = board(0)
    loop = find_loop(state, reader)
    loop.reach(GOOGOL)
    known = median_time(lambda: loop.reach(GOOGOL - 1)) / median_time(lambda: loop.reach(10))
    rows.append(("the same on a loop already found", known, ""))
    play_ten = median_time(lambda: playing(*board(0), 10))
    rows.append(("jump at 10 over playing 10", median_time(lambda: fresh(10)) / play_ten, ""))
    rows.append(("trace and close over one plain period", trace_ratio(0), "<= 60, aim 20"))
    rows.append(("the same with 20 rows of bystanders", trace_ratio(20), "<= 60, aim 20"))
    rows += stepping.rows()
    rows.append(("choices per kernel run, alone", alone / kernels, ""))
    rows.append(("choices per kernel run, with 20 rows", crowded / kernels, ""))
    rows.append(("peak memory, 10^100 tokens over 10", peak_memory("10**100") / peak_memory("10"), "<= 1.1"))
    rows += growth.rows()
    rows += finding.rows()
    rows += proving.rows()
    width = max(len(name) for name, _, _ in rows)
    for name, figure, aim in rows:
        shown = f"{figure:,.0f}" if figure >= 1000 else f"{figure:.2f}"
        print(f"{name:<{width}}  {shown:>12}  {aim}")
    build = Path("build")
    build.mkdir(exist_ok=True)
    found = {name: {"figure": f"{figure:.4f}", "aim": aim} for name, figure, aim in rows}
    found["peak memory of this run (kB)"] = {
        "figure": str(own_peak()),
        "aim": "",
    }
    found.update(compare())
    (build / "bench.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
