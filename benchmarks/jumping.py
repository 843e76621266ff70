"""Jumping over playing and tracing over playing on a bare board, and the peak memory of 10^100 tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks.bends import trace_over_plain
from benchmarks.boards import board
from benchmarks.rows import MEGABYTES, Row, peak_of, seconds
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


def rows() -> Iterator[Row]:
    """Jumping over playing, and tracing over playing, on a bare board."""
    state, reader = board(0)
    loop = find_loop(state, reader)
    loop.reach(GOOGOL)
    known = seconds(lambda: loop.reach(GOOGOL - 1)) / seconds(lambda: loop.reach(10))
    ten = seconds(lambda: fresh(10))
    yield Row("jump at 10^100 over jump at 10", seconds(lambda: fresh(GOOGOL)) / ten, aim=2)
    yield Row("the same on a loop already found", known)
    yield Row("jump at 10 over playing 10", ten / seconds(lambda: playing(*board(0), 10)))
    yield Row("trace and close over one plain period", trace_over_plain(0), aim=8)


def memory() -> Iterator[Row]:
    """Peak memory of 10^100 tokens."""
    many, few = peak_memory("10**100"), peak_memory("10")
    yield Row("peak memory, 10^100 tokens over 10", many / few, aim=1.1)
    yield Row("peak memory after 10^100 tokens", many / 1024, MEGABYTES, 41)
