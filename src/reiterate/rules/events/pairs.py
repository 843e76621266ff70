"""Creatures that are paired with each other by soulbond (702.95).

Each of the two has the property "paired" and a reference "pair" to the other. They are paired for as long as both are
creatures on the battlefield under the same player's control.
"""

from __future__ import annotations

from reiterate.rules.access.state_access import set_refs, turn_into
from reiterate.rules.characteristics.evaluate import is_creature
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Ref, State, one
from reiterate.state.properties import PAIR, PAIRED


def may_pair(state: State, handle: int, seat: int) -> bool:
    """Whether a row is an unpaired creature on the battlefield that a player controls."""
    row = state.rows.get(handle)
    if row is None or row.cls.zone != BATTLEFIELD or row.cls.controller != seat or PAIRED in row.cls.by_prop:
        return False
    return is_creature(state, handle)


def pair(draft: Draft, first: int, second: int) -> None:
    """Let two creatures, each a row of its own, be paired (702.95b)."""
    for handle, other in ((first, second), (second, first)):
        turn_into(draft, "is paired", handle, draft.rows[handle].cls.with_prop(PAIRED, True))
        set_refs(draft, handle, {**draft.rows[handle].refs, PAIR: one(other)})
    _looked_at_anew(draft)


def unpair(draft: Draft) -> None:
    """Creatures become unpaired as soon as one of two stops being a creature, changes control or leaves (702.95e)."""
    if PAIRED not in draft.index:
        return
    for handle in draft.index[PAIRED]:
        if not _stays(draft, handle, draft.rows[handle].cls.controller):
            part(draft, handle)


def part(draft: Draft, handle: int) -> None:
    """A creature is paired no more: with another player's control of it too, whoever controls the other one (702.95e)."""
    row = draft.rows[handle]
    turn_into(draft, "is unpaired", handle, row.cls.with_prop(PAIRED, False))
    set_refs(draft, handle, {name: ref for name, ref in row.refs.items() if name != PAIR})
    _looked_at_anew(draft)


def _stays(draft: Draft, handle: int, seat: int) -> bool:
    other = draft.rows[handle].refs.get(PAIR)
    if not isinstance(other, Ref) or other.row not in draft.rows:
        return False
    there = draft.rows[other.row].cls
    if there.zone != BATTLEFIELD or there.controller != seat or PAIRED not in there.by_prop:
        return False
    return is_creature(draft, handle) and is_creature(draft, other.row)


def _looked_at_anew(draft: Draft) -> None:
    draft.view.clear()
    draft.news = True
