"""The same lines against opponents with more life: what a loop gives that a win ends before it has settled.
Part of the solver: the answer.
"""

from __future__ import annotations

from typing import Final

from reiterate.loops.loop import Loop
from reiterate.rules.access.state_access import seats
from reiterate.script.script import BodyReader
from reiterate.state.events import SET, Draft, Event, apply
from reiterate.state.model import State, player
from reiterate.state.normal_form import normal
from reiterate.state.properties import LIFE, OUTCOME
from reiterate.worth.second_loops import proved

#: Life that no loop which was found takes within the iterations that it needs to settle.
MUCH: Final = 10**100

#: What a gain of such a loop is told to need.
WORDS: Final = "more life of each opponent"


def against_more_life(loop: Loop, seat: int) -> Loop | None:
    """The loop of the same lines where each opponent has much life; None where no win ends the first loop before it settles.

    Each of its iterations does what an iteration of the first loop does, as far as that one goes.
    """
    end = loop.end
    if end is None or loop.segments or not isinstance(loop.reader, BodyReader):
        return None
    if end.state.game.prop(OUTCOME) != f"p{seat + 1}_wins":
        return None
    return proved(_with_life(loop.heads[0], seat), loop.reader.body)


def _with_life(state: State, seat: int) -> State:
    draft = Draft(state)
    for other in seats(state):
        if other != seat:
            apply(draft, Event(SET, "life", player(other), LIFE, MUCH))
    return normal(draft.done())
