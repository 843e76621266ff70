"""A loop cut up by what may be chosen: within a segment of choices the same can be chosen in every period.

A segment of the loop ends where a comparison of the rules flips. A comparison that only decided
what somebody could choose (an options guard) ends a segment of choices. There the period is traced
anew. An iteration that is played plainly is a segment of choices by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from reiterate.amounts import OPTIONS, digits_text
from reiterate.kinds.answers import budget_spent
from reiterate.loops.loop import Count, Loop, Segment
from reiterate.loops.play import Cursor, Reader
from reiterate.loops.trace import trace
from reiterate.loops.traced_period import Period, horizon
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import State
from reiterate.state.normal_form import normal

#: Segments that are looked at before what may be chosen further on is "unknown".
CHOICE_SEGMENT_BUDGET: Final = 64

#: Choices of one iteration that are looked at one by one.
PLACE_BUDGET: Final = 1_000


@dataclass(frozen=True, slots=True)
class ChoiceSegment:
    """``periods`` periods of ``size`` iterations after ``start`` iterations; None: for ever. ``state``: its beginning."""

    start: Count
    size: int
    periods: Count | None
    state: State
    loop_segment: Segment | None


@dataclass(frozen=True, slots=True)
class ChoicePoint:
    """One choice of a period: the state in which it is made, and how the script goes on behind it."""

    offset: int  # which iteration of the period, from 0
    number: int  # which choice of that iteration, from 1
    state: State
    cursor: Cursor
    choice: Choice
    following: Cursor


def choice_segments_of(loop: Loop, broken: bool = False) -> tuple[list[ChoiceSegment], str]:
    """The segments of choices of a loop, and why they are not all of it ("" where they are).

    ``broken``: the iteration behind the last head can't be played to its end, but it begins.
    """
    choice_segments: list[ChoiceSegment] = []
    by_start = {segment.start: segment for segment in loop.segments}
    for at in sorted(loop.heads):
        if len(choice_segments) >= CHOICE_SEGMENT_BUDGET:
            return choice_segments, _out_of(at)
        if at in by_start:
            missing = _within(by_start[at], loop.reader, choice_segments)
            if missing:
                return choice_segments, missing
        elif at < loop.at_iteration or loop.end is not None or broken:
            choice_segments.append(ChoiceSegment(at, 1, 1, loop.heads[at], None))
    return choice_segments, ""


def _out_of(iteration: Count) -> str:
    what = "times something else may be chosen"
    return str(
        budget_spent(
            "CHOICE_SEGMENT_BUDGET",
            CHOICE_SEGMENT_BUDGET,
            what,
            f"the choices up to iteration {digits_text(iteration)}",
        )
    )


def _within(segment: Segment, reader: Reader, found: list[ChoiceSegment]) -> str:
    """Add the segments of choices within a segment of the loop; why not all could be added, or ""."""
    period, size = segment.period, segment.period.iterations
    done: Count = 0
    here = period
    while True:
        start, left = segment.start + done * size, None if segment.periods is None else segment.periods - done
        if len(found) >= CHOICE_SEGMENT_BUDGET:
            return _out_of(start)
        try:
            lasts = horizon(here.guards, here.closed, OPTIONS)
        except Unsupported as error:
            found.append(ChoiceSegment(start, size, left, here.head, segment))
            return error.refusal.message
        if lasts is None or (left is not None and lasts >= left):
            found.append(ChoiceSegment(start, size, left, here.head, segment))
            return ""
        found.append(ChoiceSegment(start, size, lasts, here.head, segment))
        done += lasts
        again = _traced(period, done, reader)
        if isinstance(again, Refusal):
            # The period of the flip is looked at by itself: amounts that differ elsewhere may be equal in it.
            found.append(ChoiceSegment(segment.start + done * size, size, 1, normal(period.at(done)), segment))
            done += 1
            if segment.periods is not None and done >= segment.periods:
                return ""
            again = _traced(period, done, reader)
        if isinstance(again, Refusal):
            return again.message
        here = again


def _traced(period: Period, done: Count, reader: Reader) -> Period | Refusal:
    """The period traced anew after ``done`` periods."""
    try:
        return trace(normal(period.at(done)), reader, period.iterations, period.slots)
    except Unsupported as error:
        return error.refusal


def choice_points(segment: ChoiceSegment, reader: Reader) -> Iterator[ChoicePoint]:
    """The choice points of a segment's first period, in order; they stop where the loop does.

    ``Unsupported`` where one iteration has more than ``PLACE_BUDGET`` choices.
    """
    state = segment.state
    for offset in range(segment.size):
        cursor, number = reader.start(), 0
        while asked(state) != "over":
            try:
                read = reader.next(state, cursor)
            except Unsupported:
                return
            if read is None:
                break
            if isinstance(read, Refusal):
                return
            number += 1
            if number > PLACE_BUDGET:  # a block of very many triggers
                seen = f"iteration {digits_text(segment.start + offset + 1)} up to there"
                reason = budget_spent("PLACE_BUDGET", PLACE_BUDGET, "choices in one iteration", seen)
                raise Unsupported(Refusal(UNDETERMINED, "iteration-budget", str(reason)))
            try:
                if verify(state, read[0]) is not None:
                    return
                yield ChoicePoint(offset, number, state, cursor, read[0], read[1])
                state, cursor = step(state, read[0])[0], read[1]
            except Unsupported:
                return
