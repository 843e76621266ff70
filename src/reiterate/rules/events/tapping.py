"""Tapping and untapping permanents (701.26), stun counters (122.1d)."""

from __future__ import annotations

from typing import Final

from reiterate.amounts import is_zero
from reiterate.rules.access.state_access import tally, turn_into
from reiterate.rules.characteristics.continuous_effects import expire
from reiterate.rules.events.counters import remove_counters
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.triggers import fire
from reiterate.state.events import Draft
from reiterate.state.properties import BINDS, COUNT_TAPS, COUNT_UNTAPS, STUN_COUNTERS

#: Whose next untap step is meant where nobody else's is.
CONTROLLER: Final = "controller"


def tap(draft: Draft, handle: int) -> None:
    """Tap a permanent (or all of a row); nothing happens to what is tapped already (701.26a)."""
    row = draft.rows[handle]
    if row.cls.tapped:
        return
    turn_into(draft, "tapped", handle, row.cls.but("tapped", True))
    tally(draft, COUNT_TAPS, row.n)
    fire(draft, Happening("BecomesTapped", subject=handle, count=row.n))


def untap(draft: Draft, handle: int) -> None:
    """Untap a permanent (or all of a row); nothing happens to what is untapped already (701.26b)."""
    row = draft.rows[handle]
    if not row.cls.tapped:
        return
    if not is_zero(row.get(STUN_COUNTERS), "122.1d"):
        remove_counters(draft, handle, "stun", 1)
        return
    turn_into(draft, "untapped", handle, row.cls.but("tapped", False))
    if BINDS in row.cls.by_prop:
        expire(draft)
    tally(draft, COUNT_UNTAPS, row.n)
    fire(draft, Happening("BecomesUntapped", subject=handle, count=row.n))
