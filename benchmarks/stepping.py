"""Plain choices a second, and how the cost of one grows with the rows beside it: 1, 10, 100 and 1,000 bystanders.

A choice is measured twice: the choices are known and only ``step`` is timed, or its line of the
script is read too. The growth is the cost beside so many unlike bystanders over the cost beside
one. The exponent is that of all sizes: 0 for a cost that stays, 1 for one that grows with the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from benchmarks.boards import board
from benchmarks.rows import EXPONENT, PER_SECOND, Row, exponent, seconds
from reiterate.loops.play import play
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.step import step
from reiterate.script.script import BodyReader
from reiterate.state.model import State

SIZES: Final = (1, 10, 100, 1_000)
#: Iterations of one run, on a bare board and beside bystanders.
ITERATIONS: Final = 60
AMONG_MANY: Final = 12
#: A step beside 1,000 rows costs at most so many times one beside a single row.
WANTED: Final = 4


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


def reading(bystanders: int, iterations: int = ITERATIONS) -> float:
    """Choices a second where the script is read in each position."""
    state, reader = warmed(bystanders)
    made = len(known_choices(state, reader, iterations))

    def work() -> None:
        here = state
        for _ in range(iterations):
            here = play(here, reader).state

    return made / seconds(work)


def growth(name: str, rate: Callable[[int, int], float]) -> list[Row]:
    """The cost of a choice at each size over the cost at the first, and the exponent."""
    costs = [(size, 1 / rate(size, AMONG_MANY)) for size in SIZES]
    first = costs[0][1]
    found = [Row(f"{name} beside {size:,} rows over 1", cost / first, aim=WANTED) for size, cost in costs[1:]]
    return [*found, Row(f"{name} by rows", exponent(costs), EXPONENT)]


def rows() -> list[Row]:
    """Choices a second on a bare board and among bystanders, and the growth."""
    return [
        Row("choices known, bare board", stepping(0), PER_SECOND, 45_000, more_is_better=True),
        Row("script read, bare board", reading(0), PER_SECOND, 30_000, more_is_better=True),
        Row("choices known, 20 unlike bystanders", stepping(20), PER_SECOND, 10_000, more_is_better=True),
        *growth("a step", stepping),
        *growth("a step with its line read", reading),
    ]


def main() -> None:
    """Measure and print these rows alone."""
    for row in rows():
        print(f"{row.name:<45}  {row.shown()}")


if __name__ == "__main__":
    main()
