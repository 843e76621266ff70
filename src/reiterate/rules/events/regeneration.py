"""Regeneration (701.19, 614.8): shields that replace the next destruction of a permanent this turn."""

from __future__ import annotations

from typing import Final

from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import put
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.events import leaves_battlefield, tapping
from reiterate.rules.events.combat_state import in_fight, leave_combat
from reiterate.state.amount_slots import written
from reiterate.state.events import Draft
from reiterate.state.index import standing
from reiterate.state.model import EFFECTS, Ref, State
from reiterate.state.properties import DAMAGE, ON, SHIELD
from reiterate.terms.effects_permanents import Regenerate
from reiterate.terms.references import This

_SHIELD: Final = Regenerate(This())


def protect(draft: Draft, handle: int, controller: int) -> None:
    """A permanent (each member of its row) is regenerated the next time it would be destroyed this turn (701.19a)."""
    continuous_effects.shield(draft, _SHIELD, controller, handle, {}, 1)


def spared(draft: Draft, handles: list[int], final: bool = False) -> list[int]:
    """What is destroyed of permanents that would be: those that regenerate are not, nor are hosts of umbra armor.

    ``final``: these permanents can't be regenerated, their shields stay (701.19c). Raises
    ``Unsupported`` where a permanent could be spared in both ways (616.1).
    """
    shields = _shields(draft)
    instead = leaves_battlefield.spared(draft, handles)
    if not shields:
        return instead
    found: list[int] = []
    for handle in dict.fromkeys((*handles, *instead)):
        shield = shields.get(handle)
        if shield is None or (final and handle in handles):
            found += [handle] if handle in instead else []
        elif handle not in instead:
            raise unsupported("rule-616.1", "a permanent that umbra armor and regeneration would spare", "616.1")
        else:
            _regenerate(draft, handle, shield)
    return found


def _shields(state: State) -> dict[int, int]:
    """The permanents that have shields of regeneration, each with the oldest one."""
    found: dict[int, int] = {}
    for handle in standing(state, EFFECTS):
        row = state.rows[handle]
        on = row.refs.get(ON)
        if row.cls.kind == SHIELD and isinstance(row.cls.term, Regenerate) and isinstance(on, Ref):
            found.setdefault(on.row, handle)
    return found


def _regenerate(draft: Draft, handle: int, shield: int) -> None:
    """Use up one shield: damage is removed, the permanent is tapped and removed from combat (701.19a)."""
    continuous_effects.use_shield(draft, shield, 1, "701.19a")
    if written(draft.rows[handle].num, DAMAGE):
        put(draft, "regenerated", handle, DAMAGE, 0)
    tapping.tap(draft, handle)
    if in_fight(draft, handle):
        leave_combat(draft, handle)
