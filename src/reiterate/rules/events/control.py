"""Layer 2 (613.1b): who controls a permanent, kept in its class and worked out anew when a control effect comes or goes."""

from __future__ import annotations

from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import in_game, seats, turn_into
from reiterate.rules.access.unread_clauses import stop_where_met
from reiterate.rules.characteristics.continuous_effects import expire
from reiterate.rules.characteristics.evaluate import statics
from reiterate.rules.events.combat_state import leave_combat
from reiterate.rules.events.leaves_battlefield import leave_all
from reiterate.rules.events.pairs import part, unpair
from reiterate.rules.events.players import arrivals_kept, bless
from reiterate.state.events import Draft
from reiterate.state.index import standing
from reiterate.state.model import BATTLEFIELD, EXILE, STEERING, Class, Ref
from reiterate.state.properties import ARRIVED, BINDS, EFFECT, HOST, HOW, ON, PAIRED, TIMESTAMPS, UNDER, FlagName
from reiterate.terms.abilities import Static
from reiterate.terms.effects_continuous import GainControl
from reiterate.terms.meanings import SUSPEND
from reiterate.terms.static_effects import Ascend, ControlHost


def given(draft: Draft) -> dict[int, int]:
    """The permanents that control effects give to a player, and to whom the latest one does.

    An Aura that is given itself is first of all given: what its controller controls depends on that (613.8a). Raises
    ``Unsupported`` for Auras that depend on each other.
    """
    steering = [(handle, on) for handle in draft.seqs.get(TIMESTAMPS, ()) if (on := _steered(draft, handle)) >= 0]
    held = {handle: draft.rows[handle].cls.controller for handle, _ in steering}
    for _ in range(len(steering) + 1):
        wanted = {on: held[handle] for handle, on in steering if in_game(draft, held[handle])}  # 800.4b
        then = {handle: wanted.get(handle, _own(draft.rows[handle].cls)) for handle in held}
        if then == held:
            return wanted
        held = then
    raise unsupported("rule-613.8b", "control effects that depend on each other", "613.8b")


def _steered(draft: Draft, handle: int) -> int:
    """The permanent whose controller an effect or an Aura sets; -1 for none."""
    row = draft.rows[handle]
    on = row.refs.get(ON if row.cls.kind == EFFECT else HOST)
    if not isinstance(on, Ref) or on.row not in draft.rows:
        return -1
    of_aura = row.cls.proto is not None and _controls_host(row.cls.proto.abilities)
    return on.row if of_aura or isinstance(row.cls.term, GainControl) else -1


def _own(cls: Class) -> int:
    """Who controls a permanent without control effects, and always an effect."""
    first = cls.prop(UNDER, "")
    return int(first[1:]) - 1 if first else cls.controller


def settle_control(draft: Draft) -> None:
    """Give every permanent to the player whom the latest control effect on it names, else to its first controller."""
    wanted = given(draft)
    moved = False
    for handle, row in list(draft.rows.items()):
        cls = row.cls
        if cls.zone != BATTLEFIELD:
            continue
        first = cls.prop(UNDER, "")
        if handle not in wanted and not first:
            continue
        own = _own(cls)
        seat = wanted.get(handle, own)
        now = cls.with_prop(UNDER, f"p{own + 1}" if handle in wanted else False)
        if seat != cls.controller:
            now = now.but("controller", seat).but("sick", True)
            now = now.with_prop(FlagName(f"{HOW}{SUSPEND}"), False)  # 702.62a: haste until control is lost
            now = now.with_prop(ARRIVED, "new") if arrivals_kept(draft) else now
        if now is not cls:
            turn_into(draft, "changes control" if seat != cls.controller else "", handle, now)
            if seat != cls.controller:
                moved = moved or BINDS in now.by_prop
                if PAIRED in now.by_prop:
                    part(draft, handle)
                leave_combat(draft, handle, cls)
                stop_where_met(draft)
    unpair(draft)
    if Ascend in statics(draft).kinds:
        bless(draft, seats(draft))  # any time, also in the middle of something (702.131b)
    if moved and expire(draft):
        settle_control(draft)
        return
    exile_strays(draft)


def exile_strays(draft: Draft) -> None:
    """Exile permanents that a player who has left the game controls, or would control again (800.4a, 800.4c)."""
    strays = [
        handle
        for handle, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD and not in_game(draft, row.cls.controller)
    ]
    if strays:
        leave_all(draft, strays, EXILE, "exiled (800.4a)")


def _controls_host(abilities: tuple[object, ...]) -> bool:
    return any(isinstance(a, Static) and isinstance(a.effect, ControlHost) for a in abilities)


def has_control_effects(draft: Draft) -> bool:
    """Whether anything on the table changes control, or did."""
    return bool(standing(draft, STEERING))
