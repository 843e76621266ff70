"""A body repeated from one state: a chain of segments that reaches any iteration, and any place inside one.

A *segment* is a traced period with closed forms, jumped at a cost that does not depend on the
number of iterations (loop acceleration). Between segments, and before the first one, iterations are
played plainly. Two things end the chain: a scripted choice that is not legal, or the end of the
game.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.amounts import Amount, Formula, Poly, decimal_text, digits_text, divided, identical, plain, value_of
from reiterate.amounts.number_classes import BEYOND
from reiterate.loops import block_summary, closed_forms
from reiterate.loops.closed_forms import Iterated, close
from reiterate.loops.head_slots import moved
from reiterate.loops.kept_periods import KeptPeriods
from reiterate.loops.play import (
    DONE,
    ILLEGAL,
    ITERATION_BUDGET,
    OVER,
    Block,
    Cursor,
    Observer,
    OutOfWork,
    Played,
    Reader,
    RoundsSkipped,
    Work,
    play,
    play_skipping_rounds,
)
from reiterate.loops.trace import SkipByLemma, trace
from reiterate.loops.traced_period import MAX_DEGREE, Period, amounts_at
from reiterate.refusals import INPUT, UNDETERMINED, Refusal, Unsupported, unsupported
from reiterate.rules.access.results import quoted_result
from reiterate.rules.positions.identity import correspond, skeleton
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.state.progression_rows import folded, has_progressions

#: Iterations that may be played one by one, over the whole chain, before the answer is "undetermined".
PLAIN_BUDGET: Final = 3_000

#: Of those, iterations in which rounds of blocks were skipped.
SKIPPING_BUDGET: Final = 300

#: And of them where the loop counts with an amount too long to write.
UNWRITTEN_BUDGET: Final = 8

#: Iterations played one by one of a block inside of an iteration, and of one inside of that.
INNER_BUDGETS: Final = (200, 40)

#: Segments that a chain may have before the answer is "undetermined".
SEGMENT_BUDGET: Final = 200

#: Choices that the iterations of a chain may take, played and traced, where it has ``SOME_SEGMENTS`` or ``SOME_ITERATIONS`` already. Of short
#: iterations the other budgets are spent first. Not where no more than ``FEW_ITERATIONS`` are asked for.
CHOICE_BUDGET: Final = 15_000
SOME_SEGMENTS: Final = 8
SOME_ITERATIONS: Final = 16

#: Rows that a position may have more than the first one: each iteration then takes longer than the one before.
ROW_BUDGET: Final = 100

#: And where no more than so many iterations are asked for: they are played to their end, whatever they add.
FEW_ITERATIONS: Final = 200
FEW_ROW_BUDGET: Final = 1_000

#: Rows more than at the start from which on folded heads are looked at too: tokens that differ by equal steps as one row.
FOLD_AFTER: Final = 4

#: A period without a closed form is iterated when so many iterations were played since the last segment: until then, what
#: begins otherwise may still come to one.
ITERATE_AFTER: Final = 8

#: Earlier heads that a new one is compared with.
MEMORY: Final = 12

#: How many of those of the same shape a period is tried from: amounts may change places in each iteration, and only
#: every second head has its objects in the same order of age.
PERIODS_TRIED: Final = 3


#: How often something is done: a number, or a formula that is too long to write.
Count: TypeAlias = int | Formula


def count_text(n: Count) -> str:
    """A number of iterations in full; one that is too long to write as a formula."""
    return decimal_text(n) if isinstance(n, int) else digits_text(n)


class Segment:
    """A part of the chain: ``periods`` periods behind the first ``start`` iterations (None: for ever)."""

    __slots__ = ("period", "periods", "start")

    def __init__(self, start: Count, period: Period, periods: Count | None) -> None:
        self.start = start
        self.period = period
        self.periods = periods


class End:
    """Where and why a loop ends: in iteration ``iteration``, before choice ``choice`` (both from 1)."""

    __slots__ = ("choice", "iteration", "kind", "refusal", "state")

    def __init__(self, kind: str, iteration: Count, choice: int, refusal: Refusal | None, state: State) -> None:
        self.kind = kind
        self.iteration = iteration
        self.choice = choice
        self.refusal = refusal
        self.state = state


def ending_place(iteration: Count, choice: int) -> str:
    """Where a loop ends in words; an iteration of which nothing was chosen never began."""
    if choice == 1 and iteration > 1:
        return f"after iteration {digits_text(iteration - 1)}, before the next begins"
    return f"in iteration {digits_text(iteration)}, before choice {digits_text(choice)}"


class Loop:
    """The chain of segments of a repeated body from one state, worked out as far as it was asked for.

    ``extend`` works it out, ``reach`` and ``place`` give states, ``segments`` and ``end`` say what
    was found.
    """

    __slots__ = (
        "at_iteration",
        "choices",
        "depth",
        "end",
        "folds_heads",
        "given_up",
        "heads",
        "iterated",
        "kept",
        "last_choices",
        "lengths",
        "phases",
        "plain_used",
        "random",
        "reader",
        "retry",
        "seen",
        "segments",
        "since",
        "skip",
        "skipping_used",
        "spare",
        "spent",
        "state",
        "why_plain",
    )

    def __init__(self, start: State, reader: Reader, around: SkipByLemmaOrLoop | None = None) -> None:
        """``around``: what skips the rounds of the block of which this loop is the rounds; None for a loop of whole iterations."""
        self.reader = reader
        self.depth = 0 if around is None else around.depth  # discrete: of how many blocks it is inside
        self.kept: dict[object, object] = {}  # what who asks about the loop worked out before, and may ask again
        self.skip = SkipByLemmaOrLoop() if around is None else around.deeper()
        self.given_up: Refusal | None = None  # why neither an end nor a proof that there is none was found
        self.spent: Refusal | None = None  # why nothing further is worked out: the rounds of its blocks took too much
        self.heads: dict[Count, State] = {0: start}
        self.lengths: dict[Count, Amount] = {}  # choices of the iterations that were played, by how many are before
        self.segments: list[Segment] = []
        self.end: End | None = None
        self.at_iteration: Count = 0
        self.state = start
        self.plain_used = 0
        self.choices = 0  # discrete: of iterations, as often as they were played or traced
        self.last_choices = 0  # discrete: of the last iteration that was played
        self.random = ""  # a random result that an iteration took: no other has to take it
        self.skipping_used = 0
        self.seen: list[tuple[Count, object, State]] = []
        self.why_plain: Refusal | None = None
        self.folds_heads = has_progressions(start)
        self.since = 0  # discrete: how many iterations had been played one by one when the last segment ended
        self.iterated = 0  # discrete: work done on periods without a closed form
        self.spare: Segment | None = None  # a traced period without one, where no other was found
        self.retry = 0  # discrete: after a failed trace, the next one is tried when so many have been
        self.phases = 0  # discrete: heads one after the other from which a period was tried in vain

    @property
    def endless(self) -> bool:
        """Whether the last segment was proved never to end."""
        return bool(self.segments) and self.segments[-1].periods is None

    def extend(self, count: Count | None) -> Refusal | None:
        """Work the chain out to ``count`` iterations, or (None) to its end or to the proof that it has none.

        None when that was done or the loop ended before. A refusal (undetermined) when a budget ran
        out.
        """
        if self.depth:
            return self._extend(count)
        if count is None and self.given_up is not None:
            return self.given_up
        if self.spent is None:
            try:
                refused = self._extend(count)
            except OutOfWork as error:
                self.spent = self.given_up = refused = error.refusal
            if count is None:
                self.given_up = refused
            if self.spent is None:
                return refused
        known = self.end is not None or self.endless or (count is not None and self.at_iteration >= count)
        return None if known else self.spent

    def _extend(self, count: Count | None) -> Refusal | None:
        while self.end is None and not self.endless and (count is None or self.at_iteration < count):
            if self.random:
                message = (
                    f"an iteration takes the random {quoted_result(self.random)}, and the next one may take another"
                )
                raise unsupported("random-result", message, "732.2a", "each iteration by hand, with its own results")
            if self.iterating is not None:
                refused = self._iterate(self.iterating, count)
                if refused is not None:
                    return refused
                continue
            budget = INNER_BUDGETS[min(self.depth, len(INNER_BUDGETS)) - 1] if self.depth else PLAIN_BUDGET
            if self.plain_used >= budget:
                return self._out_of("iterations played one by one", budget, "plain-budget")
            if self.skipping_used >= SKIPPING_BUDGET:
                return self._out_of("iterations with blocks, each done by itself", SKIPPING_BUDGET, "plain-budget")
            if self.plain_used >= UNWRITTEN_BUDGET and self.why_plain and self.why_plain.code == BEYOND:
                return self._out_of("iterations played one by one", self.plain_used, BEYOND)
            if len(self.segments) >= SEGMENT_BUDGET:
                return self._out_of("segments", SEGMENT_BUDGET, "segment-budget")
            few = isinstance(count, int) and count <= FEW_ITERATIONS
            if self.choices > CHOICE_BUDGET and not few:
                if len(self.segments) >= SOME_SEGMENTS:
                    return self._out_of("segments of long iterations", len(self.segments), "segment-budget")
                if self.plain_used >= SOME_ITERATIONS:
                    return self._out_of("long iterations played one by one", self.plain_used, "plain-budget")
            heads = self._heads()
            if len(heads[-1].rows) > len(self.heads[0].rows) + (FEW_ROW_BUDGET if few else ROW_BUDGET):
                return self._progression()
            again = (
                [(head, *each) for head in heads for each in self._earlier(head)]
                if self.plain_used >= self.retry
                else []
            )
            self.spare = None
            if any(self._segment(*each) for each in again) or self._begin_spare():
                continue
            if again:
                self._wait(max(plain(self.at_iteration - iteration) for _, iteration, _ in again))
            self._remember(heads)
            self._play_one()
        return None

    def _wait(self, longest: int) -> None:
        """After failed traces of periods of up to ``longest`` iterations: when the next one is tried.

        From another iteration of the period its rows may stay different, so each is tried once before the wait doubles.
        """
        self.phases += 1
        if self.phases >= longest:
            self.phases = 0
            self.retry = 2 * self.plain_used - self.since

    def _heads(self) -> list[State]:
        """The normal form of the present state; where its rows become more, the folded form too."""
        head = normal(self.state)
        self.folds_heads = self.folds_heads or len(head.rows) >= len(self.heads[0].rows) + FOLD_AFTER
        together = folded(self.state) if self.folds_heads else head
        return [head, together] if has_progressions(together) else [head]

    def _remember(self, heads: list[State]) -> None:
        self.seen += [(self.at_iteration, skeleton(head), head) for head in heads]
        del self.seen[: -MEMORY * len(heads)]

    def _out_of(self, what: str, budget: int, code: str) -> Refusal:
        reason = f"; {self.why_plain.message}" if self.why_plain is not None else ""
        return Refusal(UNDETERMINED, code, f"undetermined after {budget} {what}{reason}", rule="732.1b")

    def _progression(self) -> Refusal:
        """The refusal where iterations keep adding objects that differ from all others, such as counters 1, 2, 3, ..."""
        message = (
            f"undetermined after {count_text(self.at_iteration)} iterations: they keep adding objects that differ from all others "
            "(such as tokens with 1, 2, 3, ... counters), and so never come back to a shape"
        )
        return Refusal(UNDETERMINED, "progression", message, "objects that are alike or change alike", "732.1b")

    def _advance(self, iteration: Count, state: State) -> None:
        self.at_iteration = iteration
        self.state = state
        self.heads[iteration] = state

    def _finish(self, played: Played) -> None:
        kind = OVER if played.stop == OVER else ILLEGAL
        self.end = End(
            kind, self.at_iteration + 1, plain(played.skipped) + len(played.choices) + 1, played.refusal, played.state
        )

    def _earlier(self, head: State) -> list[tuple[Count, State]]:
        """The latest earlier heads with the same shape, the last one first; before them those with as many objects in each row.

        The present one is among ``seen`` where an iteration was begun and broken off. A period of no iterations proves nothing.
        """
        key = skeleton(head)
        many = _many(head)
        found: list[tuple[bool, Count, State]] = []
        for iteration, known, state in reversed(self.seen):
            if iteration == self.at_iteration:
                continue
            if known == key or correspond(state, head, amounts=False) is not None:
                found.append((_many(state) != many, iteration, state))
        found.sort(key=lambda each: each[0])
        return [each[1:] for each in found[:PERIODS_TRIED]]

    def _segment(self, head: State, iteration: Count, before: State) -> bool:
        """Trace from ``head`` and jump as far as the period holds; whether that led anywhere."""
        iterations = plain(self.at_iteration - iteration)

        def traced() -> None:
            self.choices += self.last_choices * iterations

        phi = correspond(head, before, amounts=False)
        assert phi is not None
        try:
            inside = self.depth > 0  # where nobody asks what could have been chosen
            moving = moved(head, before, phi)
            period = trace(head, self.reader, iterations, moving, not inside, traced, self.skip.work, inside)
        except Unsupported as error:
            self.why_plain = error.refusal
            return False
        if isinstance(period, Refusal):
            self.why_plain = period
            return False
        if isinstance(period.closed, Iterated):
            self.why_plain = period.why_iterated
            self.spare = self.spare or Segment(self.at_iteration, period, 0)
            return False
        if period.valid_until == 0:
            return False
        self._begin(Segment(self.at_iteration, period, period.valid_until))
        return True

    def _begin(self, segment: Segment) -> None:
        """Append a segment, go to its end, and play the iteration of the flip, behind which the chain goes on."""
        period = segment.period
        periods = None if isinstance(period.closed, Iterated) else segment.periods
        behind = None if periods is None else period.at(periods)
        self.segments.append(segment)
        self.since = self.plain_used
        self.retry = self.phases = 0
        if not isinstance(periods, int) or periods * period.iterations > MEMORY:
            self.seen.clear()
        if periods is not None and behind is not None:
            self._advance(segment.start + periods * period.iterations, behind)
            self._remember(self._heads())
            self._play_one()

    def _begin_spare(self) -> bool:
        """Go on with a period without a closed form, where no other was found for long enough."""
        if self.spare is None or self.plain_used - self.since < ITERATE_AFTER:
            return False
        self._begin(self.spare)
        return True

    @property
    def iterating(self) -> Segment | None:
        """The last segment where it has no closed form and may go on."""
        last = self.segments[-1] if self.segments else None
        if last is None or not isinstance(last.period.closed, Iterated) or last.period.closed.flipped:
            return None
        return last

    def _iterate(self, segment: Segment, count: Count | None) -> Refusal | None:
        """Iterate a period without a closed form as far as is asked, its guards allow, and the budget lasts.

        Each time that twice as many periods were done it is tried again whether it has one from
        here on.
        """
        period, closed = segment.period, segment.period.closed
        assert isinstance(closed, Iterated)
        asked_for = 2 * max(closed.done, 8)
        if isinstance(count, int):
            asked_for = min(asked_for, -(-(count - plain(segment.start)) // period.iterations))
        spent = closed.work
        closed.iterate(asked_for, spent + closed_forms.WORK_BUDGET - self.iterated)
        self.iterated += closed.work - spent
        segment.periods = period.valid_until = closed.done
        if closed.done:
            self._advance(segment.start + closed.done * period.iterations, period.at(closed.done))
        if closed.flipped:
            if not closed.done:
                self.segments.pop()
            self._remember(self._heads())
            self._play_one()
            return None
        if closed.done < asked_for:
            what = "rounds that were iterated on plain numbers, one after the other, because no formula tells them all"
            if closed.full:
                what += "; then the numbers were too long to go on"
            return self._out_of(what, closed.done, "iterated-budget")
        again = period.again(closed.done) if closed.done.bit_count() == 1 else None
        if isinstance(again, Period) and not isinstance(again.closed, Iterated) and again.valid_until != 0:
            self._begin(Segment(self.at_iteration, again, again.valid_until))
        return None

    def _play_one(self) -> None:
        """Play an iteration plainly."""
        self.plain_used += 1
        counted = self.skip.work if self.depth else None
        played = play_skipping_rounds(self.state, self.reader, self.skip, work=counted)
        self.skipping_used += not identical(played.skipped, 0)
        self.last_choices = len(played.choices)
        self.choices += self.last_choices
        self.random = next((result for choice in played.choices for result in choice.results), "")
        if played.stop != DONE:
            self._finish(played)
        else:
            self.lengths[self.at_iteration] = played.skipped + len(played.choices)
            self._advance(self.at_iteration + 1, played.state)

    def reach(self, iteration: Count) -> State | Refusal:
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
                periods, rest = divided(iteration - segment.start, size)
                state = segment.period.at(periods)
                for _ in range(rest):
                    played = self._played_again(state)
                    assert played.stop == DONE, "a proved iteration could not be played"
                    state = played.state
                return state
        assert self.end is not None
        return self.ended(iteration)

    def choices_before(self, iteration: Count) -> Amount | None:
        """How many choices the iterations before ``iteration`` (from 0) have, which are worked out; None if unknown."""
        total: Amount = 0
        for number, length in self.lengths.items():
            if number < iteration:
                total = total + length
        for segment in self.segments:
            if iteration <= segment.start:
                continue
            size = segment.period.iterations
            whole, rest = divided(iteration - segment.start, size)
            if segment.periods is not None and segment.periods <= whole:
                whole, rest = segment.periods, 0
            choices = _choices_of(segment.period, whole)
            if choices is None:
                return None
            total = total + choices
            state = segment.period.at(whole)
            for _ in range(rest):
                played = self._played_again(state)
                total = total + played.skipped + len(played.choices)
                state = played.state
        return total

    def _played_again(self, state: State) -> Played:
        """An iteration that was worked out before, played from its head."""
        if self.depth:
            return play_skipping_rounds(state, self.reader, self.skip, work=self.skip.work)
        return play_through(state, self.reader, kept=self.skip.kept)

    def ended(self, iteration: Count) -> Refusal:
        """The refusal for an iteration that the loop does not reach."""
        assert self.end is not None
        reason = "the game is over" if self.end.kind == OVER else "a scripted choice is not legal"
        if self.end.refusal is not None:
            reason = self.end.refusal.message
        done = self.end.iteration - 1
        message = f"iteration {count_text(self.end.iteration)} stops before its choice {self.end.choice}: {reason}"
        expected = f"at most {count_text(done)} complete iteration{'' if done == 1 else 's'}"
        rule = self.end.refusal.rule if self.end.refusal is not None else "732.2a"
        kind = self.end.refusal.kind if self.end.refusal is not None else "illegal"
        return Refusal(kind, "loop-ends", message, expected, rule)

    def place(self, iteration: Count, choice: int) -> Played | Refusal:
        """The state just before choice ``choice`` (from 1) of iteration ``iteration`` (from 1).

        The place behind the last choice is that of an end of the iteration. A refusal where there is no such place.
        """
        if not iteration >= 1 or choice < 1:
            return _no_place(iteration, choice, "iterations and choices from 1 on")
        played = self.up_to(iteration, choice)
        if isinstance(played, Played) and played.stop == DONE and len(played.choices) < choice - 1:
            return _no_place(iteration, choice, f"that iteration has {len(played.choices)} choices")
        return played

    def up_to(self, iteration: Count, choice: int) -> Played | Refusal:
        """As ``place``; the end of the iteration where it has fewer choices."""
        start = self.reach(iteration - 1)
        if isinstance(start, Refusal):
            return start
        return play(start, self.reader, upto=choice - 1)


def _no_place(iteration: Count, choice: int, expected: str) -> Refusal:
    place = f"{digits_text(iteration)}.{choice}"
    return Refusal(INPUT, "no-such-place", f"'{place}' is no place of this loop", expected, "732.2b")


class SkipByLemmaOrLoop:
    """Skips the rounds of a block where all amounts are plain: by a known period, by a lemma, or as a loop of their own.

    All of one call count on the same ``work``, and know the same periods. ``OutOfWork`` where the work is spent.
    """

    __slots__ = ("depth", "kept", "lemma", "work")

    def __init__(self, depth: int = 1, work: Work | None = None, kept: KeptPeriods | None = None) -> None:
        self.depth = depth  # discrete: of how many blocks the rounds are inside
        self.work = Work() if work is None else work
        self.kept = KeptPeriods() if kept is None else kept
        self.lemma = SkipByLemma(work=self.work)

    def deeper(self) -> SkipByLemmaOrLoop:
        """The same for blocks inside of the rounds."""
        return SkipByLemmaOrLoop(self.depth + 1, self.work, self.kept)

    def __call__(self, state: State, reader: Reader, cursor: Cursor) -> RoundsSkipped | None:
        """The state and cursor behind the rounds, and their choices; None where this round is to be played.

        ``Unsupported`` where there are too many rounds to be played, and neither way of skipping
        works.
        """
        block = reader.block(state, cursor)
        if block is None or not block_summary.wanted(block, False):
            return None
        again = self._known(state, block)
        if again is not None:
            return again
        folded = self.lemma(state, reader, cursor)
        if folded is not None:
            self.kept.traced(block, normal(state), self.work)
            return folded
        if block.made < block_summary.ROUNDS_BEFORE:
            return None
        wanted = value_of(block.left - block.kept)
        loop = Loop(state, block.reader, self)
        refused = loop.extend(wanted)
        rounds = wanted if loop.endless or loop.at_iteration >= wanted else loop.at_iteration
        choices = loop.choices_before(rounds)
        if refused is not None and block.left > ITERATION_BUDGET:
            raise Unsupported(refused)
        if choices is None or rounds < 1:
            return None
        reached = loop.reach(rounds)
        assert isinstance(reached, State)
        for segment in loop.segments:
            self.kept.keep(block.body, segment.period)
        return reached, block.after(block.left - rounds), choices

    def _known(self, state: State, block: Block) -> RoundsSkipped | None:
        """The rounds done by a period that was traced before; None where none is known of this block from here."""
        if block.body is None:
            return None
        period = self.kept.at(block.body, normal(state), self.work)
        if period is None:
            return None
        periods, _ = divided(value_of(block.left - block.kept), period.iterations)
        if period.valid_until is not None and period.valid_until < periods:
            periods = period.valid_until
        choices = _choices_of(period, periods) if periods > 0 else None
        if choices is None:
            return None
        return period.at(periods), block.after(block.left - periods * period.iterations), choices


def _choices_of(period: Period, periods: Count) -> Amount | None:
    """How many choices so many periods are: the sum of each one's, as one more amount that the period changes."""
    if period.choices.is_const:
        return period.choices.const_part * periods
    closed = period.closed
    start = [value_of(a) for a in closed.at(0)]
    update = [*period.update, Poly.symbol(len(start)) + period.choices]
    summed = close(update, [*start, 0], MAX_DEGREE + 1)
    return None if isinstance(summed, Refusal) else amounts_at(summed, periods)[-1]


def _many(state: State) -> list[object]:
    """How many objects each row of a position holds."""
    return [row.n for row in state.rows.values()]


def play_through(
    state: State, reader: Reader, observe: Observer | None = None, kept: KeptPeriods | None = None
) -> Played:
    """A body played once, with the rounds of its blocks done at once where they can be; ``kept``: periods that are known."""
    try:
        return play_skipping_rounds(state, reader, SkipByLemmaOrLoop(kept=kept), observe)
    except OutOfWork as error:
        raise Unsupported(error.refusal) from error


def find_loop(state: State, reader: Reader) -> Loop:
    """The loop of a body that is repeated from ``state``.

    In: the position before the first iteration; a reader of one iteration, such as ``BodyReader(block.body)``. Out: a loop
    of which nothing is worked out yet. ``extend``, ``reach`` and ``place`` do that. Refuses nothing.
    Example: ``find_loop(state, reader).reach(10**100)`` is the state after so many iterations, or a refusal.
    """
    return Loop(state, reader)


def jump(loop: Loop, iterations: Count) -> State | Refusal:
    """The state after ``iterations`` whole iterations, at a cost that does not depend on the number.

    A refusal where the loop ends before, or where a budget of work ran out; also of a number below 0.
    """
    if not iterations >= 0:
        return Refusal(INPUT, "count-not-a-number", f"{digits_text(iterations)} iterations are no count", "0 or more")
    return loop.reach(iterations)
