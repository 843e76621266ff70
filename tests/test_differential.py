"""Generated loops of compiled cards: a jump is the same as playing, made without playing, of the kind it should be."""

from __future__ import annotations

import pytest

import reiterate.loops.loop as loops_loop
from reiterate.loops.loop import Loop, find_loop, jump
from reiterate.loops.play import DONE, Played, play, play_folded
from reiterate.loops.trace import Folder
from reiterate.refusals import Refusal
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from tests.loop_boards import KINDS, Made, made
from tests.loops_board import Count, assert_same, reached

#: Iterations that are compared with plain play, and choices that this may take where iterations grow.
COMPARED = 60
CHOICES = 1_500

#: Boards of each kind in an ordinary run, and how many parts a full run has.
FEW = 3
PARTS = 20


def compare(loop: Loop, start: State, reader: BodyReader) -> int:
    """Jumps against plain play from the start; the number of iterations compared."""
    state = start
    choices = 0
    for n in range(COMPARED + 1):
        assert_same(reached(loop, n), state, n)
        if n == COMPARED or choices > CHOICES:
            return n
        played = play(state, reader)
        choices += len(played.choices)
        if played.stop != DONE:
            assert loop.end is not None
            assert (loop.end.iteration, loop.end.choice) == (n + 1, len(played.choices) + 1)
            assert loop.end.kind == played.stop
            assert_same(loop.end.state, played.state)
            assert isinstance(jump(loop, n + 1), Refusal)
            return n
        state = played.state
    raise AssertionError


def played_at(n: int, state: State, reader: BodyReader) -> Played:
    """An iteration played plainly; far out, where it may have very many like triggers, with blocks folded."""
    return play(state, reader) if n < 10**4 else play_folded(state, reader, Folder())


def around_flips(loop: Loop, reader: BodyReader) -> int:
    """One iteration played before and behind each place where a segment ends; the number of places."""
    places = 0
    for segment in loop.segments:
        if segment.periods is None:
            continue
        flip = segment.start + segment.periods * segment.period.iterations
        for n in (flip - 1, flip, flip + 1):
            if n < segment.start or (loop.end is not None and n > loop.end.iteration):
                continue
            state = jump(loop, n)
            if isinstance(state, Refusal):
                assert loop.end is not None and n >= loop.end.iteration
                continue
            played = played_at(n, state, reader)
            following = jump(loop, n + 1)
            if played.stop == DONE:
                assert isinstance(following, State)
                assert_same(played.state, following, n)
            else:
                assert loop.end is not None and loop.end.iteration == n + 1
                assert loop.end.choice == played.skipped + len(played.choices) + 1
                assert isinstance(following, Refusal)
            places += 1
    return places


def costs(board: Made, start: State, reader: BodyReader, loop: Loop) -> None:
    """The jump takes the prefix, the flips and a few periods, the same however far it goes."""
    size = max(len(play(reached(loop, n), reader).choices) for n in range(3))
    rounds = sum(6 * s.period.iterations + 2 for s in loop.segments)
    taken = []
    writable = loop.segments[-1].period.closed.kind != "monotone"  # no closed form: only what can be written
    for n in (10**9, 10**12) if writable else (500, 2_000):
        with pytest.MonkeyPatch.context() as patch:
            count = Count(patch)
            found = find_loop(start, reader)
            found.reach(n)
            taken.append(count.steps)
            assert count.steps <= (loop.plain_used + rounds) * size
    if loop.endless:
        assert taken[0] == taken[1]


def check(board: Made) -> str:
    """Everything that is asked of a board; what came of it."""
    start, reader = board.loop()
    loop = find_loop(start, reader)
    refused = loop.extend(None)
    if refused is not None:
        return f"refused: {refused.code}: {refused.message}"
    compare(loop, start, reader)
    around_flips(loop, reader)
    assert (loop.end is not None) == board.ends or not board.growth, loop.end and loop.end.refusal
    if not loop.segments:
        return f"played to its end: {loop.why_plain}"
    closed = loop.segments[-1].period.closed
    assert closed.kind in board.growth or not board.growth, closed.kind
    if board.degree:
        assert closed.degree == board.degree
    costs(board, start, reader, loop)
    return f"jumped, {closed.kind}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_generated_loops(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops_loop, "PLAIN_BUDGET", 400 if kind != "progression" else 20)
    for number in range(FEW):
        print(kind, number, check(made(kind, number)))
