"""Generated loops of compiled cards: a jump is the same as playing, made without playing, of the kind it should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

import reiterate.loops.loop as loops_loop
from reiterate.amounts import plain
from reiterate.loops.loop import Loop, find_loop, jump
from reiterate.loops.play import DONE, Played, play, play_skipping_rounds
from reiterate.loops.trace import SkipByLemma
from reiterate.refusals import Refusal
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from tests.support.dice import dice
from tests.support.generated_loops import KINDS, Made, made
from tests.support.loop_cases import Count, assert_same, reached

#: Iterations that are compared with plain play, and choices that this may take in an ordinary run where iterations grow. A full run
#: goes to the last of them wherever that many choices can be played at all.
COMPARED = 60
CHOICES = 1_500
ALL_CHOICES = 60_000

#: The same for the boards that are compared farther, of which there are a few of each kind.
FARTHER = 200
FARTHER_CHOICES = 12_000
SAMPLE = 3

#: Periods played to trace a segment: one for each time that the set of moving amounts grows, and some rounds of blocks.
TRACES = 8

#: Boards of each kind in an ordinary run, and in a part of a full one.
FEW = 2
PART = 20


def compare(loop: Loop, start: State, reader: BodyReader, upto: int = COMPARED, most: int = CHOICES) -> int:
    """Jumps against plain play from the start; the number of iterations compared."""
    state = start
    choices = 0
    for n in range(upto + 1):
        assert_same(reached(loop, n), state, n)
        if n == upto or choices > most:
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
    return play(state, reader) if n < 10**4 else play_skipping_rounds(state, reader, SkipByLemma())


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
            played = played_at(plain(n), state, reader)
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
    """The jump takes the prefix, the flips and a few periods, the same however far it goes.

    An iteration whose blocks grow is counted as long as it is when it is traced.
    """
    first = loop.segments[0].start
    last = first if loop.end is None else min(first, loop.end.iteration - 1)
    size = max(len(play(reached(loop, n), reader).choices) for n in range(plain(last) + 1))
    rounds = sum(TRACES * s.period.iterations for s in loop.segments)
    if loop.why_plain is not None:  # traces that failed, tried again at twice the iteration
        rounds += TRACES * loops_loop.PERIODS_TRIED * loop.plain_used.bit_length()
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


def check(board: Made, most: int = CHOICES) -> tuple[str, bool]:
    """Everything that is asked of a board; what came of it, and whether all iterations were compared, or as many as there are."""
    start, reader = board.loop()
    loop = find_loop(start, reader)
    refused = loop.extend(None)
    if refused is not None:
        return f"refused: {refused.code}: {refused.message}", True
    compared = compare(loop, start, reader, COMPARED, most)
    whole = compared == COMPARED or (loop.end is not None and compared == loop.end.iteration - 1)
    around_flips(loop, reader)
    assert (loop.end is not None) == board.ends or not board.growth, loop.end and loop.end.refusal
    if not loop.segments:
        return f"played to its end: {loop.why_plain}", whole
    closed = loop.segments[-1].period.closed
    assert closed.kind in board.growth or not board.growth, closed.kind
    if board.degree:
        assert closed.degree == board.degree
    costs(board, start, reader, loop)
    return f"jumped, {closed.kind}", whole


#: What may come of a board, by kind; growing teams with counters on each may be no progression by equal steps.
OUTCOMES = {"halving": ("jumped", "played to its end")}
PROGRESSION = "+1/+1 counter on each creature"


def expected(board: Made, outcome: str) -> bool:
    """Whether a board of its kind may come to this."""
    allowed = OUTCOMES.get(board.kind, ("jumped", "played to its end") if board.ends else ("jumped",))
    if board.kind != "progression" and any(PROGRESSION in text for _, _, text in board.cards):
        allowed = (*allowed, "refused: progression")
    return outcome.startswith(allowed)


def check_some(kind: str, numbers: Iterable[int], most: int = CHOICES) -> None:
    """Check boards and print what came of them."""
    found: Counter[str] = Counter()
    for number in numbers:
        board = made(kind, number)
        outcome, whole = check(board, most)
        assert expected(board, outcome), (board.name, outcome)
        assert whole or most < ALL_CHOICES, f"{board.name}: not compared to iteration {COMPARED}"
        found[outcome.split(":")[0]] += 1
    print(f"\n{kind}: {dict(found)}")


@pytest.fixture(autouse=True)
def _small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops_loop, "PLAIN_BUDGET", 400)
    monkeypatch.setattr(loops_loop, "ROW_BUDGET", 30)


@pytest.mark.slow("plain play of generated loops")
@pytest.mark.parametrize("kind", KINDS)
def test_a_few_generated_loops(kind: str) -> None:
    check_some(kind, dice("generated loops", kind).sample(range(KINDS[kind][1]), FEW))


def test_a_full_run_is_a_thousand_loops() -> None:
    assert sum(number for _, number in KINDS.values()) >= 1_000


@pytest.mark.soak
@pytest.mark.parametrize(
    ("kind", "first"), [(kind, first) for kind, (_, number) in KINDS.items() for first in range(0, number, PART)]
)
def test_many_generated_loops(kind: str, first: int) -> None:
    check_some(kind, range(first, min(first + PART, KINDS[kind][1])), ALL_CHOICES)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_every_number_of_iterations_up_to_200(kind: str) -> None:
    """A sample of each kind: also below the prefix, and where no whole number of periods leads."""
    size = KINDS[kind][1]
    for number in range(0, size, -(-size // SAMPLE)):
        start, reader = made(kind, number).loop()
        loop = find_loop(start, reader)
        refused = loop.extend(None)
        assert refused is None or refused.code == "progression", refused
        if refused is None:
            done = compare(loop, start, reader, FARTHER, FARTHER_CHOICES)
            print(f"{kind} {number}: {done} iterations from {[plain(s.start) for s in loop.segments[:3]]}")
