"""Whose objects take part in a loop (104.4f): what resolves and is activated in its periods, and what they need."""

from __future__ import annotations

from reiterate.kinds.answers import ACTIONS
from reiterate.kinds.choice_segments import ChoicePoint, ChoiceSegment
from reiterate.loops.loop import Loop
from reiterate.loops.play import DONE, play
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import PASS
from reiterate.rules.access.state_access import discard_row, number_prop, seats
from reiterate.rules.positions.identity import correspond
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.normal_form import normal
from reiterate.state.properties import FRAME, PASSES

Found = list[tuple[ChoiceSegment, list[ChoicePoint]]]


def involved_in(found: Found, loop: Loop) -> set[int]:
    """The seats of the controllers of all objects that are involved (104.4f).

    Involved are the objects that are cast or activated, or that resolve. So are permanents with
    static abilities without which a period would go another way.
    """
    involved: set[int] = set()
    for _, points in found:
        for point in points:
            if point.choice.verb in ACTIONS and point.choice.row in point.state.rows:
                involved.add(point.state.rows[point.choice.row].cls.controller)
            if point.choice.verb == PASS and point.state.stack and _lets_resolve(point.state):
                involved.add(point.state.rows[point.state.stack[0]].cls.controller)
            involved |= {row.cls.controller for row in point.state.rows.values() if row.cls.kind == FRAME}
    for segment, _ in found:
        if segment.loop_segment is not None and segment.start == segment.loop_segment.start:
            involved |= _needed(segment, loop, involved)
    return {seat for seat in involved if seat >= 0}


def _lets_resolve(state: State) -> bool:
    """Whether a pass here is the last one in succession (117.4): what is passed over before that need not resolve."""
    return number_prop(state.game, PASSES) + 1 >= len(seats(state))


def _needed(segment: ChoiceSegment, loop: Loop, known: set[int]) -> set[int]:
    """The controllers of permanents with static abilities without which a period would go another way."""
    found: set[int] = set()
    before = _round(segment, segment.state, loop)
    for handle, row in segment.state.rows.items():
        seat = row.cls.controller
        if row.cls.zone != BATTLEFIELD or not row.cls.static or seat in known or seat in found:
            continue
        draft = Draft(segment.state)
        discard_row(draft, handle)
        without = draft.done()
        after = _round(segment, without, loop)
        if before is None or after is None or after != before or not _comes_back(segment, without, loop):
            found.add(seat)
    return found


def _round(segment: ChoiceSegment, state: State, loop: Loop) -> dict[str, object] | None:
    """What a period changes in the tallies; None where it can't be played."""
    start = state
    try:
        for _ in range(segment.size):
            played = play(state, loop.reader)
            if played.stop != DONE:
                return None
            state = played.state
    except Unsupported:
        return None
    keys = start.tally.keys() | state.tally.keys()
    return {key: state.tally.get(key, 0) - start.tally.get(key, 0) for key in sorted(keys)}


def _comes_back(segment: ChoiceSegment, state: State, loop: Loop) -> bool:
    after = state
    for _ in range(segment.size):
        after = play(after, loop.reader).state
    return correspond(normal(state), normal(after), amounts=False) is not None
