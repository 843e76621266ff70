"""The same lines against opponents with more or less life: what they give beyond an early win, and whether they win.
Part of the solver: the answer.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import plain
from reiterate.loops.loop import Loop, find_loop
from reiterate.refusals import Unsupported
from reiterate.rules.access.state_access import seats
from reiterate.script.script import BodyReader
from reiterate.state.events import SET, Draft, Event, apply
from reiterate.state.model import State, player
from reiterate.state.normal_form import normal
from reiterate.state.properties import LIFE, OUTCOME
from reiterate.survey.own_turns import outlasts
from reiterate.survey.proof import work_out
from reiterate.worth.second_loops import proved

#: Life that no loop which was found takes within the iterations that it needs to settle.
MUCH: Final = 10**100

#: Iterations after which a loop that has not settled into a period is given up.
PROBE: Final = 8

#: What a gain of such a loop is told to need, and one of a loop that a win ends sooner.
WORDS: Final = "more life of each opponent"
LESS: Final = "no more life of an opponent than one's own"


def against_more_life(loop: Loop, seat: int) -> Loop | None:
    """The loop of the same lines where each opponent has much life; None where no win ends the first loop before it settles.

    Each of its iterations does what an iteration of the first loop does, as far as that one goes.
    """
    end = loop.end
    if end is None or loop.segments or not isinstance(loop.reader, BodyReader):
        return None
    if end.state.game.prop(OUTCOME) != f"p{seat + 1}_wins":
        return None
    return proved(with_life(loop.heads[0], seat, MUCH), loop.reader.body)


def against_as_much_life(loop: Loop, seat: int) -> Loop | None:
    """The loop of the same lines where each opponent has no more life than the player, where that one wins by it; None else.

    Such a loop may be won in its first iteration, so that nothing recurs in it.
    """
    end, own = loop.end, loop.heads[0].rows[player(seat)].get(LIFE)
    if end is None or not isinstance(loop.reader, BodyReader) or not isinstance(own, int):
        return None
    richer = any(
        plain(loop.heads[0].rows[player(other)].get(LIFE)) > own for other in seats(loop.heads[0]) if other != seat
    )
    if not richer or end.state.game.prop(OUTCOME) == f"p{seat + 1}_wins":
        return None
    found = find_loop(with_life(loop.heads[0], seat, own), loop.reader)
    if work_out(found) is not None or found.end is None:
        return None
    won = found.end.state.game.prop(OUTCOME) == f"p{seat + 1}_wins"
    return found if won and not outlasts(found, seat) else None


def with_much_life(loop: Loop, seat: int) -> Loop | None:
    """The same lines against opponents with much life, with their first proved period; None where none is shown.

    Nothing else differs. So what that period gives is what each iteration of the short loop gives, as long as the opponents live.
    """
    if not isinstance(loop.reader, BodyReader):
        return None
    found = find_loop(with_life(loop.heads[0], seat, MUCH), loop.reader)
    try:
        refused = found.extend(PROBE)
    except Unsupported:
        return None
    return found if refused is None and found.segments else None


def with_life(state: State, seat: int, life: int) -> State:
    """The same position with so much life of each opponent."""
    draft = Draft(state)
    for other in seats(state):
        if other != seat:
            apply(draft, Event(SET, "life", player(other), LIFE, life))
    return normal(draft.done())
