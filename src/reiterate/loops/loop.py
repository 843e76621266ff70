"""A body repeated: played while it must be, jumped where it is proved, to any iteration and any place inside.

The road of a loop is a chain of pieces: iterations played plainly (the prefix, the flips between segments) and
segments, each a traced period with closed forms. Two things end it: a scripted choice that is not legal, or the game.
"""

from __future__ import annotations

from typing import Final

from reiterate.loops.play import DONE, ILLEGAL, OVER, Played, play, play_folded
from reiterate.loops.reader import Reader
from reiterate.loops.trace import Folder, Period, moved, trace
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.state.identity import correspond, skeleton
from reiterate.state.model import State
from reiterate.state.normal import normal
from reiterate.state.progressions import folded, has_progressions

#: Iterations that may be played one by one, over the whole road, before the answer is "undetermined".
PLAIN_BUDGET: Final = 3_000

#: Segments that a road may have before the answer is "undetermined".
SEGMENT_BUDGET: Final = 200

#: Rows that a position may have more than the first one: each iteration then takes longer than the one before.
ROW_BUDGET: Final = 100

#: Rows more than at the start from which on folded heads are looked at too: tokens that differ by equal steps as one row.
FOLD_AFTER: Final = 4

#: Earlier heads that a new one is compared with.
MEMORY: Final = 12

#: How many of those of the same shape a period is tried from: amounts may change places in each iteration, and only
#: every second head has its objects in the same order of age.
PERIODS_TRIED: Final = 3


class Segment:
    """``periods`` periods from iteration ``start`` on; None: for ever."""

    __slots__ = ("period", "periods", "start")

    def __init__(self, start: int, period: Period, periods: int | None) -> None:
        self.start = start
        self.period = period
        self.periods = periods


class End:
    """Why a loop ends: in iteration ``iteration`` (from 1), before choice ``choice`` (from 1), for this reason."""

    __slots__ = ("choice", "iteration", "kind", "refusal", "state")

    def __init__(self, kind: str, iteration: int, choice: int, refusal: Refusal | None, state: State) -> None:
        self.kind = kind
        self.iteration = iteration
        self.choice = choice
        self.refusal = refusal
        self.state = state


class Loop:
    """The road of a repeated body from one state, worked out as far as it was asked for."""

    __slots__ = (
        "at_iteration",
        "end",
        "fold",
        "heads",
        "plain_used",
        "reader",
        "retry",
        "seen",
        "segments",
        "state",
        "why_plain",
    )

    def __init__(self, start: State, reader: Reader) -> None:
        self.reader = reader
        self.heads: dict[int, State] = {0: start}
        self.segments: list[Segment] = []
        self.end: End | None = None
        self.at_iteration = 0
        self.state = start
        self.plain_used = 0
        self.seen: list[tuple[int, object, State]] = []
        self.why_plain: Refusal | None = None
        self.fold = has_progressions(start)
        self.retry = 0  # discrete: after a failed trace, the next one is tried from this iteration on

    @property
    def endless(self) -> bool:
        """Whether the last segment was proved never to end."""
        return bool(self.segments) and self.segments[-1].periods is None

    def extend(self, count: int | None) -> Refusal | None:
        """Work the road out to ``count`` iterations, or (None) to its end or to the proof that it has none.

        None when that was done or the loop ended before; a refusal (undetermined) when a budget ran out.
        """
        while self.end is None and not self.endless and (count is None or self.at_iteration < count):
            if self.plain_used >= PLAIN_BUDGET:
                return self._out_of("iterations played one by one", PLAIN_BUDGET, "plain-budget")
            if len(self.segments) >= SEGMENT_BUDGET:
                return self._out_of("segments", SEGMENT_BUDGET, "segment-budget")
            heads = self._heads()
            if len(heads[-1].rows) > len(self.heads[0].rows) + ROW_BUDGET:
                return self._progression()
            again = [(head, *each) for head in heads for each in self._earlier(head)]
            if self.at_iteration >= self.retry and any(self._segment(*each) for each in again):
                continue
            if again and self.at_iteration >= self.retry:
                self.retry = 2 * self.at_iteration
            self._remember(heads)
            self.plain_used += 1
            played = play_folded(self.state, self.reader, Folder())
            if played.stop != DONE:
                self._finish(played)
                return None
            self._advance(self.at_iteration + 1, played.state)
        return None

    def _heads(self) -> list[State]:
        """The normal form of where the road is; where its rows grow, the folded form too."""
        head = normal(self.state)
        self.fold = self.fold or len(head.rows) >= len(self.heads[0].rows) + FOLD_AFTER
        together = folded(self.state) if self.fold else head
        return [head, together] if has_progressions(together) else [head]

    def _remember(self, heads: list[State]) -> None:
        self.seen += [(self.at_iteration, skeleton(head), head) for head in heads]
        del self.seen[: -MEMORY * len(heads)]

    def _out_of(self, what: str, budget: int, code: str) -> Refusal:
        reason = f"; {self.why_plain.message}" if self.why_plain is not None else ""
        return Refusal(UNDETERMINED, code, f"undetermined after {budget} {what}{reason}", rule="730.1b")

    def _progression(self) -> Refusal:
        """The refusal where iterations keep adding objects that differ from all others, such as counters 1, 2, 3, ..."""
        message = (
            f"undetermined after {self.at_iteration} iterations: they keep adding objects that differ from all others "
            "(such as tokens with 1, 2, 3, ... counters), and so never come back to a shape"
        )
        return Refusal(UNDETERMINED, "progression", message, "objects that are alike or change alike", "730.1b")

    def _advance(self, iteration: int, state: State) -> None:
        self.at_iteration = iteration
        self.state = state
        self.heads[iteration] = state

    def _finish(self, played: Played) -> None:
        kind = OVER if played.stop == OVER else ILLEGAL
        self.end = End(
            kind, self.at_iteration + 1, played.skipped + len(played.choices) + 1, played.refusal, played.state
        )

    def _earlier(self, head: State) -> list[tuple[int, State]]:
        """The latest earlier heads with the same shape, the last one first."""
        key = skeleton(head)
        found: list[tuple[int, State]] = []
        for iteration, known, state in reversed(self.seen):
            if known == key or correspond(state, head, amounts=False) is not None:
                found.append((iteration, state))
                if len(found) == PERIODS_TRIED:
                    break
        return found

    def _segment(self, head: State, iteration: int, before: State) -> bool:
        """Trace from ``head`` and jump as far as the period holds; whether that led anywhere."""
        iterations = self.at_iteration - iteration
        phi = correspond(head, before, amounts=False)
        assert phi is not None
        try:
            period = trace(head, self.reader, iterations, moved(head, before, phi))
        except Unsupported as error:
            self.why_plain = error.refusal
            return False
        if isinstance(period, Refusal):
            self.why_plain = period
            return False
        if period.valid_until == 0:
            return False
        segment = Segment(self.at_iteration, period, period.valid_until)
        self.segments.append(segment)
        self.seen.clear()
        if segment.periods is not None:
            self._advance(self.at_iteration + segment.periods * iterations, period.at(segment.periods))
            self._remember(self._heads())
            self._play_flip()
        return True

    def _play_flip(self) -> None:
        """Play the iteration after a segment plainly, so that the road goes on behind the flip."""
        self.plain_used += 1
        played = play_folded(self.state, self.reader, Folder())
        if played.stop != DONE:
            self._finish(played)
        else:
            self._advance(self.at_iteration + 1, played.state)

    def reach(self, iteration: int) -> State | Refusal:
        """The state after ``iteration`` whole iterations; a refusal if the loop ends before or a budget ran out."""
        refused = self.extend(iteration)
        if refused is not None:
            return refused
        known = self.heads.get(iteration)
        if known is not None:
            return known
        for segment in self.segments:
            size = segment.period.iterations
            last = None if segment.periods is None else segment.start + segment.periods * size
            if segment.start <= iteration and (last is None or iteration <= last):
                periods, rest = divmod(iteration - segment.start, size)
                state = segment.period.at(periods)
                for _ in range(rest):
                    played = play_folded(state, self.reader, Folder())
                    assert played.stop == DONE, "a proved iteration could not be played"
                    state = played.state
                return state
        assert self.end is not None
        return self.ended(iteration)

    def ended(self, iteration: int) -> Refusal:
        """The refusal for an iteration that the loop does not reach."""
        assert self.end is not None
        reason = "the game is over" if self.end.kind == OVER else "a scripted choice is not legal"
        if self.end.refusal is not None:
            reason = self.end.refusal.message
        done = self.end.iteration - 1
        message = f"iteration {self.end.iteration} stops before its choice {self.end.choice}: {reason}"
        expected = f"at most {done} complete iterations"
        rule = self.end.refusal.rule if self.end.refusal is not None else "730.2a"
        kind = self.end.refusal.kind if self.end.refusal is not None else "illegal"
        return Refusal(kind, "loop-ends", message, expected, rule)

    def place(self, iteration: int, choice: int) -> Played | Refusal:
        """The state just before choice ``choice`` (from 1) of iteration ``iteration`` (from 1)."""
        start = self.reach(iteration - 1)
        if isinstance(start, Refusal):
            return start
        return play(start, self.reader, upto=choice - 1)


def find_loop(state: State, reader: Reader) -> Loop:
    """The road of a body repeated from ``state``; ask it with ``extend``, ``reach`` and ``place``."""
    return Loop(state, reader)


def jump(loop: Loop, iterations: int) -> State | Refusal:
    """The state after ``iterations`` whole iterations, at a cost that does not depend on the number."""
    return loop.reach(iterations)
