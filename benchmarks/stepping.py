"""Plain choices a second, and how the cost of one grows with the rows on the table: 1, 10, 100 and 1,000 bystanders.

A choice is measured twice: the choices are known and only ``step`` is timed, or the script is read too. The growth is
the cost beside so many unlike bystanders over the cost beside one, and the exponent that fits all of them: 0 where the
cost is flat, 1 where each row costs the same. Run it alone with ``python -m benchmarks.stepping``.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from typing import Final

from reiterate.cards import CardBook
from reiterate.loops.play import play
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.step import step
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.state.model import State

SIZES: Final = (1, 10, 100, 1_000)
REPEATS: Final = 9
#: Iterations of one turn of measuring, on a bare board and beside bystanders.
ITERATIONS: Final = 60
AMONG_MANY: Final = 12
#: A step beside 1,000 rows costs at most so many times one beside a single row.
WANTED: Final = 4

HEAD: Final = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
"""
SCRIPT: Final = """script: |
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


def seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Median seconds of processor time of several runs after one that is not counted."""
    work()
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return statistics.median(times)


def warmed(bystanders: int) -> tuple[State, BodyReader]:
    """The board after some iterations."""
    state, reader = board(bystanders)
    for _ in range(3):
        state = play(state, reader).state
    return state, reader


def known_choices(state: State, reader: BodyReader, iterations: int) -> list[Choice]:
    """The choices of so many iterations."""
    found: list[Choice] = []
    for _ in range(iterations):
        played = play(state, reader)
        found += played.choices
        state = played.state
    return found


def stepping(bystanders: int, iterations: int = ITERATIONS) -> float:
    """Choices a second of the engine alone: the choices are known, only ``step`` is timed."""
    state, reader = warmed(bystanders)
    choices = known_choices(state, reader, iterations)

    def work() -> None:
        here = state
        for choice in choices:
            here = step(here, choice)[0]

    return len(choices) / seconds(work)


def playing(bystanders: int, iterations: int = ITERATIONS) -> float:
    """Choices a second where the script is read in each position."""
    state, reader = warmed(bystanders)
    made = len(known_choices(state, reader, iterations))

    def work() -> None:
        here = state
        for _ in range(iterations):
            here = play(here, reader).state

    return made / seconds(work)


def exponent(costs: list[tuple[int, float]]) -> float:
    """The power of the size with which the cost grows: the slope of the line through the logarithms that fits best."""
    points = [(math.log(size), math.log(cost)) for size, cost in costs]
    x, y = statistics.mean(p for p, _ in points), statistics.mean(q for _, q in points)
    return sum((p - x) * (q - y) for p, q in points) / sum((p - x) ** 2 for p, _ in points)


def growth(name: str, rate: Callable[[int, int], float]) -> list[tuple[str, float, str]]:
    """The cost of a choice at each size over the cost at the first, and the fitted exponent."""
    costs = [(size, 1 / rate(size, AMONG_MANY)) for size in SIZES]
    first = costs[0][1]
    found = [(f"{name} beside {size:,} rows over 1", cost / first, f"<= {WANTED}") for size, cost in costs[1:]]
    return [*found, (f"{name}, fitted exponent of the rows", exponent(costs), "")]


def rows() -> list[tuple[str, float, str]]:
    """The rates on a bare board and the growth, each a name, a figure and an aim."""
    return [
        ("choices/s, choices known, bare board", stepping(0), "aim 45,000"),
        ("choices/s, script read, bare board", playing(0), "aim 30,000"),
        *growth("a step", stepping),
        *growth("a step with its line read", playing),
    ]


def main() -> None:
    """Measure and print."""
    for name, figure, aim in rows():
        shown = f"{figure:,.0f}" if figure >= 1000 else f"{figure:.2f}"
        print(f"{name:<50} {shown:>10}  {aim}")


if __name__ == "__main__":
    main()
