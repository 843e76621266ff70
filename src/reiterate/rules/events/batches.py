"""Abilities that trigger once for one or more things that happen at the same time (603.2c)."""

from __future__ import annotations

from reiterate.refusals import unsupported
from reiterate.rules.characteristics.evaluate import view
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, State
from reiterate.terms.trigger_events import Dies


def first_of_batch(draft: Draft, key: object) -> bool:
    """Whether an ability has not yet triggered for what happens at the same time.

    in: what tells the ability, its source and the player it is about from others. Several parts of one effect may or may
    not happen at the same time: refused.
    """
    before = draft.batched.get(key)
    if before is not None and before != draft.batch and draft.frames:
        raise unsupported("rule-603.2c", "one or more things at once, in several parts of one effect", "603.2c")
    draft.batched[key] = draft.batch
    return before != draft.batch


def watches_batches(state: State) -> bool:
    """Whether any ability triggers once for all that die at the same time."""
    return any(
        isinstance(ability.trigger, Dies) and ability.trigger.batch
        for handle, row in state.rows.items()
        if row.cls.zone == BATTLEFIELD
        for ability in view(state, handle).triggers.get("Dies", ())
    )
