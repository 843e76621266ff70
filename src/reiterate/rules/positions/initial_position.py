"""A position that is laid out is one in which somebody has priority: what that says of it (117.5, 613.1b, 704.3).

Who controls what is what continuous effects make it from the first line on. State-based actions
have been performed already: where one still would be, there is no such position.
"""

from __future__ import annotations

from reiterate.amounts import at_most, is_zero
from reiterate.refusals import Unsupported
from reiterate.rules.access.questions import Need
from reiterate.rules.access.state_access import about, text_prop, turn_into
from reiterate.rules.characteristics.evaluate import toughness, types_of
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.events import control
from reiterate.rules.events.attaching import is_aura
from reiterate.rules.turn import state_based_actions
from reiterate.state.amount_slots import names
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.properties import ARRIVED, ASKED, HOST, LOST, LOYALTY_COUNTERS, PLAYER, TIMESTAMPS


def under_control(state: State) -> State:
    """The position with every permanent under the control of whom the latest effect on it names (613.1b).

    Nothing is summoning-sick by that, and timestamps stay in the order of the file. What is said to
    be controlled by the very player to whom an effect gives it belongs to its owner but for that
    effect.
    """
    draft = Draft(state)
    if TIMESTAMPS not in draft.seqs or not control.has_control_effects(draft):
        return state
    for handle, seat in control.given(draft).items():
        row = draft.rows[handle]
        if row.cls.controller == seat:
            turn_into(draft, "", handle, row.cls.but("controller", row.cls.owner))
    control.settle_control(draft)
    for handle, row in list(draft.rows.items()):
        before = state.rows[handle].cls
        if row.cls.sick and not before.sick:
            turn_into(draft, "", handle, row.cls.but("sick", False).with_prop(ARRIVED, False))
    draft.seqs[TIMESTAMPS] = state.seqs[TIMESTAMPS]
    made = draft.done()
    made.view = {}
    return made


def undone(state: State) -> tuple[int, str, str] | None:
    """A state-based action that is still to be performed: whom it is about, what would happen, its rule; or None.

    Where a rule is missing to tell, nothing is said: what is done first refuses then.
    """
    draft = Draft(state)
    try:
        if not state_based_actions.check(draft) and not any(event.what for event in draft.events):
            return None
    except (Unsupported, Need):
        return None
    for handle, row in draft.rows.items():
        lost = row.cls.prop(LOST)
        if row.cls.kind == PLAYER and lost:
            return handle, f"p{row.cls.owner + 1} has lost the game", str(lost)
    if text_prop(draft.game, ASKED) == "keep":
        handle = about(draft)
        return handle, f"there is more than one {proto_of(draft.rows[handle].cls).name}", "704.5j"
    for handle, row in state.rows.items():
        now = draft.rows.get(handle)
        if row.cls.zone == BATTLEFIELD and (now is None or now.cls.zone != BATTLEFIELD or now.refs != row.refs):
            return handle, *_why(state, handle)
    for handle, row in state.rows.items():
        if names(draft.rows[handle].num) != names(row.num):
            return handle, f"+1/+1 and -1/-1 counters on {proto_of(row.cls).name} would be gone", "704.5q"
    return -1, "the game is over", "104.1"


def _why(state: State, handle: int) -> tuple[str, str]:
    """Why a permanent can't stay as it is, and the rule."""
    name = proto_of(state.rows[handle].cls).name
    types = types_of(state, handle)
    if "creature" in types and at_most(toughness(state, handle), 0, "704.5f"):
        return f"{name} has no toughness", "704.5f"
    if "planeswalker" in types and is_zero(state.rows[handle].get(LOYALTY_COUNTERS), "704.5i"):
        return f"{name} has no loyalty", "704.5i"
    if is_aura(state, handle):
        return f"{name} is attached to what it can't enchant", "704.5m"
    if HOST in state.rows[handle].refs:
        return f"{name} is attached to what it can't equip", "704.5n"
    return f"{name} has lethal damage", "704.5g"
