"""What comes of a loop that ends as one of several opponents leaves the game, or with a library that is empty.
Part of the solver: the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reiterate.amounts import plain
from reiterate.loops.loop import Loop, find_loop
from reiterate.rules.access.state_access import seats, text_prop
from reiterate.script.script import BodyReader
from reiterate.state.model import LIBRARY, State
from reiterate.state.properties import OUTCOME
from reiterate.survey.proof import Found, work_out
from reiterate.survey.script_of_play import nodes_of


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What is so behind a loop's end.

    ``lost``: opponents who have left the game, while others, ``left``, have not. ``beaten``: as ``beaten_in_turn`` has it. ``emptied``: as
    ``without_library`` has it, and whether the loop's player has cards in the library, ``drawing``.
    """

    lost: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    beaten: tuple[int, ...] = ()
    emptied: tuple[tuple[int, int], ...] = ()
    drawing: bool = False


def aftermath(found: Found) -> Aftermath:
    """What is so behind a loop's end."""
    end = found.loop.end
    if end is None:
        return Aftermath()
    there = seats(end.state)
    left = tuple(seat for seat in there if seat != found.me)
    lost = tuple(seat for seat in seats(found.start) if seat not in there and seat != found.me)
    if text_prop(end.state.game, OUTCOME) or not lost:
        left = lost = ()
    beaten = beaten_in_turn(found) if lost else ()
    return Aftermath(lost, left, beaten, without_library(found), library_size(end.state, found.me) > 0)


def beaten_in_turn(found: Found) -> tuple[int, ...]:
    """The opponents that lose one after the other, in order, where the same lap goes on against the next one until the player has won.

    Empty where the first loop ends otherwise, where one opponent was all, or where the lap doesn't go on so. Each of these loops is played to its end.
    """
    loop, body = found.loop, found.body
    left = seats(found.start)
    beaten: list[int] = []
    while loop.end is not None:
        there = loop.end.state
        won = text_prop(there.game, OUTCOME) == f"p{found.me + 1}_wins"
        gone = [seat for seat in left if seat != found.me and (won or seat not in seats(there))]
        if len(gone) != 1:
            return ()
        beaten += gone
        if won:
            return tuple(beaten) if len(beaten) > 1 else ()
        left = seats(there)
        following = next((seat for seat in left if seat != found.me), None)
        if following is None:
            return ()
        body = tuple(re.sub(rf"\bp{gone[0] + 1}\b", f"p{following + 1}", line) for line in body)
        again = _going_on(there, body, following)
        if again is None:
            return ()
        loop = again
    return ()


def _going_on(state: State, body: Sequence[str], opponent: int) -> Loop | None:
    """The loop of a lap's lines, from that line on which can be played at a position, at whose end an opponent has lost; None where there is none."""
    for first in range(len(body)):
        loop = find_loop(state, BodyReader(nodes_of((*body[first:], *body[:first]))))
        if work_out(loop) is None and loop.end is not None:
            over = text_prop(loop.end.state.game, OUTCOME)
            if over or opponent not in seats(loop.end.state):
                return loop
    return None


def without_library(found: Found) -> tuple[tuple[int, int], ...]:
    """The opponents who have no card left in their library where a loop ends, each with how many cards there were at the start.

    Empty where the loop never ends, where the game is over, or where something waits on the stack: that might put cards back.
    """
    end = found.loop.end
    if end is None or text_prop(end.state.game, OUTCOME) or end.state.stack:
        return ()
    there = ((seat, library_size(found.start, seat), library_size(end.state, seat)) for seat in seats(end.state))
    return tuple((seat, before) for seat, before, left in there if seat != found.me and before and not left)


def library_size(state: State, seat: int) -> int:
    """How many cards a player has in the library."""
    there = (row for row in state.rows.values() if row.cls.zone == LIBRARY and row.cls.owner == seat)
    return sum(plain(row.n) for row in there)
