"""Where cost bends: the same work beside 1, 10, 100 and 1,000 rows of bystanders, and the exponent of its growth.

Each kind of work is one line of ``BENDS``. Its costs are milliseconds of process time, or the ratio
of two of them. The exponent is the slope of the line that fits the logarithms of cost and size
best, from ten rows on: 0 for a cost that stays, 1 for one that grows with the rows, 2 for one that
grows with their pairs.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.boards import board
from reiterate.certify.certificate import certify
from reiterate.check.certificate import Accepted, check
from reiterate.loops.head_slots import moved
from reiterate.loops.loop import Loop, find_loop
from reiterate.loops.play import play
from reiterate.loops.trace import trace
from reiterate.refusals import Refusal
from reiterate.state.identity import correspond
from reiterate.state.model import State
from reiterate.state.normal_form import normal

GOOGOL: Final = 10**100
SIZES: Final = (1, 10, 100, 1_000)

#: The least size that counts for the exponent: below it, what is done once for the whole board is most of the cost.
FITTED_FROM: Final = 10


@dataclass(frozen=True, slots=True)
class Bend:
    """A kind of work by its size: its cost there (None where it is not done), and at some sizes what is wanted of it."""

    name: str
    unit: str
    cost: Callable[[int], float | None]
    aims: Mapping[int, str]
    sizes: Sequence[int] = SIZES


def milliseconds(work: Callable[[], object], least: float = 0.1, repeats: int = 3) -> float:
    """The median of some runs behind one that is not counted; more of them where they are short."""
    work()
    times: list[float] = []
    while len(times) < repeats or sum(times) < least:
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return statistics.median(times) * 1_000


def exponent(sizes: Sequence[int], costs: Sequence[float]) -> float:
    """The slope of the line that fits the logarithms best (least squares)."""
    points = [(math.log(size), math.log(cost)) for size, cost in zip(sizes, costs, strict=True)]
    along = statistics.fmean(x for x, _ in points)
    up = statistics.fmean(y for _, y in points)
    return sum((x - along) * (y - up) for x, y in points) / sum((x - along) ** 2 for x, _ in points)


# --- what is measured ----------------------------------------------------------------------------


def trace_over_plain(bystanders: int) -> float:
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

    return milliseconds(closing) / milliseconds(lambda: play(head, reader))


def jumping(bystanders: int) -> float:
    """A jump to 10^100 on a loop found anew."""
    state, reader = board(bystanders)

    def jump() -> None:
        assert isinstance(Loop(state, reader).reach(GOOGOL), State)

    return milliseconds(jump)


def certifying(bystanders: int) -> float:
    """Certifying a loop that is found already, with its needs."""
    loop = find_loop(*board(bystanders))
    return milliseconds(lambda: certify(loop))


def checking(bystanders: int) -> float | None:
    """Checking that certificate; None where it is longer than the checker reads."""
    text = certify(find_loop(*board(bystanders)))
    assert isinstance(text, str), text
    answer = check(text)
    if isinstance(answer, Refusal) and answer.code == "certificate-budget":
        return None
    assert isinstance(answer, Accepted), answer
    return milliseconds(lambda: check(text))


#: A further kind of work is one more line here.
BENDS: Final[tuple[Bend, ...]] = (
    Bend("trace and close over one plain period", "", trace_over_plain, dict.fromkeys(SIZES, "<= 8")),
    Bend("jump to 10^100", "ms", jumping, {1_000: "<= 50"}),
    Bend("certify", "ms", certifying, {30: "<= 60", 200: "<= 150"}, (1, 10, 30, 100, 200, 1_000)),
    Bend("check", "ms", checking, {30: "<= 40", 200: "<= 100"}, (1, 10, 30, 100, 200, 1_000)),
)


def costs(bend: Bend) -> dict[int, float]:
    """The cost of each size at which the work is done."""
    found = {size: bend.cost(size) for size in bend.sizes}
    return {size: cost for size, cost in found.items() if cost is not None}


def rows() -> list[tuple[str, float, str]]:
    """The rows of the table: each kind of work beside as many rows as there are sizes, and its exponent."""
    table: list[tuple[str, float, str]] = []
    for bend in BENDS:
        found = costs(bend)
        unit = f", {bend.unit}" if bend.unit else ""
        for size, cost in found.items():
            table.append((f"{bend.name}{unit}, beside {size:,} rows", cost, bend.aims.get(size, "")))
        fitted = {size: cost for size, cost in found.items() if size >= FITTED_FROM}
        table.append((f"{bend.name}: exponent", exponent([*fitted], [*fitted.values()]), "<= 1.1"))
    return table


if __name__ == "__main__":
    for name, figure, aim in rows():
        print(f"{name:<60} {figure:10.2f}  {aim}")
