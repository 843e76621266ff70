"""Whose a loop is: whose turns it goes through, and whether its player keeps it up.
Part of the solver: the proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.kinds.kept_kinds import kept_kind_of
from reiterate.loops.loop import Count, Loop, Segment
from reiterate.loops.play import PLACE, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.state_access import active_seat, text_prop
from reiterate.state.model import State
from reiterate.state.properties import COUNT_EXILES_OF, COUNT_MILLS_OF, OUTCOME_RULE

#: Iterations outside of segments that are played again; beyond that nothing is said.
FEW: Final = 200

#: The rule by which a player loses who drew from an empty library.
_NO_CARD: Final = "704.5b"

#: Choices of an iteration that are played again.
LONGEST: Final = 2_000


def goes_round(loop: Loop, me: int) -> bool:
    """Whether a turn of another player goes by in the first proved period, or in the first iteration where none is.

    False also where that can't be played again, and where all of it happens in the turn in which the loop begins.
    """
    if loop.segments:
        first = loop.segments[0]
        seats = _of_period(loop, first)
    else:
        seats = _of_iteration(loop, 0)
    return seats is not None and bool(seats - {me}) and seats != {active_seat(loop.heads[0])}


def outlasts(loop: Loop, me: int) -> bool:
    """Whether a loop ends since somebody's library is used up by draws while turns of all players go by (704.5b).

    Nothing that the player does decides such an end: the larger library does.
    """
    end = loop.end
    if end is None or text_prop(end.state.game, OUTCOME_RULE) != _NO_CARD:
        return False
    moved = any(key.startswith((COUNT_MILLS_OF, COUNT_EXILES_OF)) and value for key, value in end.state.tally.items())
    return not moved and goes_round(loop, me)


def kept_by_others(loop: Loop, me: int) -> bool:
    """Whether another player keeps a loop up, who would have another choice (732.6): it is no loop of player ``me``."""
    kind = kept_kind_of(loop)
    return not isinstance(kind, Refusal) and any(seat != me for seat in kind.keepers)


def stays_own(loop: Loop, me: int) -> bool:
    """Whether each turn of a loop is the player's own: from its start to its end, or for ever (500.7).

    A loop that was worked out. The turns of one period stand for those of its whole segment: whose
    turn it is belongs to the shape. False where iterations can't be played again, or are more than ``FEW``.
    """
    for segment in loop.segments:
        if _of_period(loop, segment) != {me}:
            return False
    alone = _alone(loop)
    return alone is not None and all(_of_iteration(loop, n) == {me} for n in alone)


def _alone(loop: Loop) -> list[Count] | None:
    """The iterations, from 0, that lie in no segment; None for more than ``FEW``."""
    counts: list[Count] = []
    at: Count = 0
    last: Count = loop.end.iteration if loop.end is not None else 0
    for begin, end in _covered(loop, last):
        if begin - at > FEW:
            return None
        while at < begin:
            counts.append(at)
            at = at + 1
        at = end
    return counts if len(counts) <= FEW else None


def _covered(loop: Loop, last: Count) -> Iterator[tuple[Count, Count]]:
    """Where each segment begins and ends, in iterations; at last the end of the loop, which covers nothing."""
    for segment in loop.segments:
        if segment.periods is None:
            yield segment.start, segment.start
            return
        yield segment.start, segment.start + segment.periods * segment.period.iterations
    yield last, last


def _of_period(loop: Loop, segment: Segment) -> set[int] | None:
    seats: set[int] = set()
    for n in range(segment.period.iterations):
        found = _of_iteration(loop, segment.start + n)
        if found is None:
            return None
        seats |= found
    return seats


def _of_iteration(loop: Loop, n: Count) -> set[int] | None:
    """The players in whose turns something is chosen in one iteration, from 0; None where it can't be played."""
    seats: set[int] = set()

    def look(state: State, _: int) -> None:
        seats.add(active_seat(state))

    try:
        head = loop.reach(n)
        if isinstance(head, Refusal):
            return None
        played = play(head, loop.reader, upto=LONGEST, observe=look)
    except Unsupported:
        return None
    return None if played.stop == PLACE else seats
