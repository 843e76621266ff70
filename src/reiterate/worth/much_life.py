"""The loop that a short one is where its opponents have much life: it wins too soon to show what it does again and again.
Part of the solver: the answer.
"""

from __future__ import annotations

from typing import Final

from reiterate.loops.loop import Loop, find_loop
from reiterate.refusals import Unsupported
from reiterate.rules.access.state_access import put, seats
from reiterate.script.script import BodyReader
from reiterate.state.events import Draft
from reiterate.state.model import player
from reiterate.state.normal_form import normal
from reiterate.state.properties import LIFE

#: Life that no few iterations take.
MUCH: Final = 10**100

#: Iterations after which a loop that has not settled into a period is given up.
PROBE: Final = 8


def with_much_life(loop: Loop, seat: int) -> Loop | None:
    """The same lines against opponents with much life, with their first proved period; None where none is shown.

    Nothing else differs. So what that period gives is what each iteration of the short loop gives, as long as the opponents live.
    """
    if not isinstance(loop.reader, BodyReader):
        return None
    draft = Draft(loop.heads[0])
    for other in seats(loop.heads[0]):
        if other != seat:
            put(draft, "life", player(other), LIFE, MUCH)
    found = find_loop(normal(draft.done()), loop.reader)
    try:
        refused = found.extend(PROBE)
    except Unsupported:
        return None
    return found if refused is None and found.segments else None
