"""The end of combat step (511): everything is removed from combat."""

from __future__ import annotations

from reiterate.rules.access.state_access import set_refs, turn_into
from reiterate.rules.events.combat_state import OF_COMBAT, attacked, out_of_combat, set_attacked
from reiterate.state.events import Draft
from reiterate.state.properties import ATTACKS, BLOCKS


def remove_all_from_combat(draft: Draft) -> None:
    """Remove everything from combat as the end of combat step ends (511.3)."""
    for handle, row in list(draft.rows.items()):
        cls = row.cls
        if any(name in cls.by_prop for name in OF_COMBAT):
            turn_into(draft, "", handle, out_of_combat(cls))
        if ATTACKS in row.refs or BLOCKS in row.refs:
            set_refs(draft, handle, {k: r for k, r in row.refs.items() if k not in (ATTACKS, BLOCKS)})
    if attacked(draft):
        set_attacked(draft, False)
