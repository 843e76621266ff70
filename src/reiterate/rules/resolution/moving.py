"""Moving the objects that an effect names, all at the same time (400.7, 608.2c)."""

from __future__ import annotations

from reiterate.amounts import Amount
from reiterate.rules.events import leaves_battlefield, zones
from reiterate.rules.events.frames import Frame, set_done, set_results
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD


def put_away(
    draft: Draft, frame: Frame, found: list[int], zone: str, what: str, place: str = "", name: bool = True
) -> list[int]:
    """Move permanents at the same time, and cards from other zones, to a zone.

    ``name``: what they became is what the next effect's "that card" means.
    """
    total: Amount = 0
    for handle in found:
        total = total + draft.rows[handle].n
    here = [h for h in found if draft.rows[h].cls.zone == BATTLEFIELD]
    made = leaves_battlefield.leave_all(draft, here, zone, what, place) if here else []
    for handle in found:
        if handle not in here and handle in draft.rows and draft.rows[handle].cls.zone != zone:
            moved = zones.move(draft, handle, zone, what, place)
            made += [moved] if moved in draft.rows else []
    if name:
        set_results(draft, frame, made)
    set_done(frame, total)
    frame.failed = not found
    return made
