"""Where cost bends: the same work beside ever more rows of bystanders, and the exponent of its growth.

Each kind of work is one line of ``BENDS``. The exponent is that of the cost from ten rows on: 0 for
a cost that stays, 1 for one that grows with the rows, 2 for one that grows with their pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.boards import board
from benchmarks.rows import EXPONENT, MILLISECONDS, RATIO, Row, exponent, seconds
from reiterate.certify.certificate import certify
from reiterate.check.certificate import Accepted, check
from reiterate.loops.head_slots import moved
from reiterate.loops.loop import Loop, find_loop
from reiterate.loops.play import play
from reiterate.loops.trace import trace
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import correspond
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from reiterate.state.normal_form import normal

GOOGOL: Final = 10**100
SIZES: Final = (1, 10, 100, 1_000)

#: The least size that counts for the exponent: below it, what is done once for the whole board is most of the cost.
FITTED_FROM: Final = 10


@dataclass(frozen=True, slots=True)
class Bend:
    """A kind of work by its size: what it costs there, and at some sizes the most that it should cost."""

    name: str
    unit: str
    cost: Callable[[int], float]
    aims: Mapping[int, float]
    sizes: Sequence[int] = SIZES


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

    return seconds(closing) / seconds(lambda: play(head, reader))


def jumping(bystanders: int) -> float:
    """Milliseconds of a jump to 10^100 on a loop found anew."""
    state, reader = board(bystanders)

    def jump() -> None:
        assert isinstance(Loop(state, reader).reach(GOOGOL), State)

    return 1_000 * seconds(jump)


def certifying(bystanders: int) -> float:
    """Milliseconds of certifying a loop that nobody asked anything of yet, with its needs."""
    state, reader = board(bystanders)
    return 1_000 * seconds(lambda: certified(state, reader))


def certified(state: State, reader: BodyReader) -> str:
    """The certificate of a loop found anew. What is kept of a loop would make a second one cheaper."""
    text = certify(find_loop(state, reader))
    assert isinstance(text, str), text
    return text


def checking(bystanders: int) -> float:
    """Milliseconds of checking that certificate."""
    text = certified(*board(bystanders))
    answer = check(text)
    assert isinstance(answer, Accepted), answer
    return 1_000 * seconds(lambda: check(text))


#: A further kind of work is one more line here. A start has 300 rows at most, and so has a certificate: those of the board are among them.
BENDS: Final[tuple[Bend, ...]] = (
    Bend("trace and close over one plain period", RATIO, trace_over_plain, dict.fromkeys(SIZES, 8)),
    Bend("jump to 10^100", MILLISECONDS, jumping, {1_000: 50}),
    Bend("certify", MILLISECONDS, certifying, {30: 60, 200: 150}, (1, 10, 30, 100, 200, 290)),
    Bend("check", MILLISECONDS, checking, {30: 40, 200: 100}, (1, 10, 30, 100, 200, 290)),
)


def rows() -> Iterator[Row]:
    """Each kind of work at each of its sizes, and its exponent."""
    for bend in BENDS:
        found: list[tuple[int, float]] = []
        for size in bend.sizes:
            found.append((size, bend.cost(size)))
            yield Row(f"{bend.name}, beside {size:,} rows", found[-1][1], bend.unit, bend.aims.get(size))
        grown = exponent([(size, cost) for size, cost in found if size >= FITTED_FROM])
        yield Row(f"{bend.name}, beside more rows", grown, EXPONENT, 1.1)


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name:<60} {row.shown()}", flush=True)
