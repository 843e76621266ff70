"""A loop begun at once: anywhere in its iteration, with nothing before and without mana in the pool, where that does.
Part of the solver: taking away.
"""

from __future__ import annotations

from typing import Final

from reiterate.rules.access.state_access import put
from reiterate.state.events import Draft
from reiterate.state.model import State, player
from reiterate.state.properties import MANA
from reiterate.survey.proof import Found, Meter, Prover, as_good

#: Lines of an iteration up to which each of them is tried as the first.
ROTATED: Final = 16

#: Elementary choices that may be played for it.
BUDGET: Final = 4_000


def at_once(found: Found) -> Found:
    """The same loop with less before it; the given one where nothing is found.

    A search begins on a board with mana in the pool, and its first iterations may spend some. Out: a loop
    that gives the same things and begins without it, at the first line of the iteration that does.
    """
    if len(found.body) > ROTATED:
        return found
    empty = _without_mana(found.start, found.me)
    starts = [empty] if empty is not None else []
    meter = Meter(BUDGET)
    for start in [*starts, found.start] if found.prefix else starts:
        prover = Prover(start, found.me, meter)
        for first in range(len(found.body)):
            if meter.spent():
                return found
            tried = prover.prove((), found.body[first:] + found.body[:first])
            if isinstance(tried, Found) and as_good(tried, found):
                return tried
    return found


def leaner(found: Found) -> Found:
    """The same loop without lines that only make more of what it gives anyway, such as mana of further permanents.

    A search taps all that taps for mana. Out: a loop that gives the same things with fewer lines, and so with fewer permanents.
    """
    if not found.endless or len(found.body) > ROTATED:
        return found
    meter = Meter(BUDGET)
    at = len(found.body) - 1
    while at >= 0 and len(found.body) > 1 and not meter.spent():
        tried = Prover(found.start, found.me, meter).prove(found.prefix, found.body[:at] + found.body[at + 1 :])
        if isinstance(tried, Found) and as_good(tried, found):
            found = tried
        at -= 1
    return found


def _without_mana(state: State, seat: int) -> State | None:
    """A board whose player has no mana in the pool; None where there is none already."""
    handle = player(seat)
    slots = [slot for slot, n in state.rows[handle].num.items() if slot.startswith(MANA) and n != 0]
    if not slots:
        return None
    draft = Draft(state)
    for slot in slots:
        put(draft, "", handle, slot, 0)
    return draft.done()
