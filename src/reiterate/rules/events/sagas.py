"""Sagas (714): lore counters as the precombat main phase begins, and which Sagas are over."""

from __future__ import annotations

from reiterate.amounts import Amount, at_least, equal, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.events.counters import put_counters
from reiterate.state.events import Draft
from reiterate.state.index import standing
from reiterate.state.model import BATTLEFIELD, POINTING, STACK, WAITING, Ref, State
from reiterate.state.properties import LORE_COUNTERS, SOURCE
from reiterate.terms.proto import SAGA
from reiterate.terms.trigger_events import Chapter


def advance(draft: Draft, seat: int) -> None:
    """A player puts a lore counter on each Saga they control with a chapter ability (714.3b); no effect does (609.1)."""
    for handle, row in list(draft.rows.items()):
        mine = row.cls.zone == BATTLEFIELD and row.cls.controller == seat
        if mine and row.cls.proto is not None and SAGA in view(draft, handle).subtypes and final_chapter(draft, handle):
            put_counters(draft, handle, "lore", 1, seat, by_effect=False)


def final_chapter(state: State, handle: int) -> int:
    """The greatest number of the chapter abilities that a permanent has; 0 if it has none (714.2d)."""
    found = view(state, handle).triggers.get(Chapter.__name__, ())
    return max((a.trigger.number for a in found if isinstance(a.trigger, Chapter)), default=0)


def is_over(state: State, handle: int) -> bool:
    """Whether a Saga is to be sacrificed: told to its end, and no chapter ability of its own waits or is on the stack (714.4).

    Raises ``Unsupported`` for several like Sagas where that holds for some of them.
    """
    final = final_chapter(state, handle)
    if not final or not at_least(state.rows[handle].get(LORE_COUNTERS), final, "714.4"):
        return False
    under_way: Amount = 0
    for other in standing(state, POINTING):
        row = state.rows[other]
        source, trigger = row.refs.get(SOURCE), getattr(row.cls.term, "trigger", None)
        own = isinstance(source, Ref) and source.row == handle
        if own and row.cls.zone in (WAITING, STACK) and isinstance(trigger, Chapter):
            under_way = under_way + row.n
    if is_zero(under_way, "714.4"):
        return True
    members = state.rows[handle].n
    if at_least(under_way, members, "714.4") or equal(members, 1, "714.4"):
        return False
    raise unsupported("rule-714.4", "chapter abilities of some of several like Sagas", "714.4")
