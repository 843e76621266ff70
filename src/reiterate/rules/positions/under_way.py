"""What is under way in a position that is laid out: the stack, effects in force, what happened this turn (405, 611, 603.7).

Everything is made by the functions that make it in play. Only what those set off is left out: that
has happened already, and the position says what has come of it.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount
from reiterate.refusals import unsupported
from reiterate.rules.access.influence import check_effect, in_range
from reiterate.rules.access.questions import Need
from reiterate.rules.access.state_access import discard_row, new_row, seats, set_refs, turn_into
from reiterate.rules.events import leaves_battlefield
from reiterate.rules.events.combat_state import set_attacked
from reiterate.rules.events.frames import Frame
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.players import remember
from reiterate.rules.events.triggers import ability_class, follow, wait
from reiterate.rules.resolution import division, stacking
from reiterate.rules.resolution.handlers import HANDLERS
from reiterate.rules.resolution.put_triggers_on_stack import put_waiting_on_stack
from reiterate.state.events import Draft
from reiterate.state.model import (
    BATTLEFIELD,
    Class,
    Row,
    make_class,
    one,
)
from reiterate.state.properties import ARRIVED, ATTACKING, ATTACKS, BLOCKED, BLOCKING, BLOCKS, CARD, DELAYED, SOURCE, X
from reiterate.state.text_reads import CAST
from reiterate.terms import language as n
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import Ability, Deed, Part, Term, children, has_kind, replace, walk
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetSpec

#: Effects that put others in order: what is in force was chosen and done, so the others are looked at alone.
_DONE: Final = (n.May, n.IfDone)


# --- the stack ---------------------------------------------------------------------------------------------------


def put_spell(
    draft: Draft, cls: Class, x: Amount, targets: list[int], parts: tuple[Amount, ...], how: tuple[str, ...], n: Amount
) -> int:
    """Put ``n`` spells of a class on top of the stack, as they were cast or copied in a way. Gives their row."""
    specs = stacking.specs_of(_proto(cls), how)
    row = Row(cls, {**announced_amounts(x), **_parts(specs, parts)}, n, stacking.aimed_at(targets))
    return stacking.on_top(draft, "", row)


def put_activated(
    draft: Draft,
    source: int,
    ability: Activated,
    x: Amount,
    targets: list[int],
    parts: tuple[Amount, ...],
    n: Amount,
    seat: int,
) -> int:
    """Put ``n`` like abilities of a source that a player activated on top of the stack. Gives their row."""
    refs = stacking.aimed_at(targets)
    if stacking.keeps_source(draft, ability):
        refs = {SOURCE: one(source), **refs}
    cls = stacking.activated_class(ability, seat)
    return stacking.on_top(draft, "", Row(cls, {**announced_amounts(x), **_parts(ability.targets, parts)}, n, refs))


def put_triggered(
    draft: Draft,
    source: int,
    ability: Triggered,
    event: Happening,
    targets: list[int],
    parts: tuple[Amount, ...],
    n: Amount,
    seat: int,
    now: int = -1,
) -> int:
    """Put ``n`` like triggered abilities on top of the stack, as an event set them off. Gives their row.

    ``seat``: who controls them. ``now``: the card that the source is since it has left, or -1.
    """
    handle = draft.fresh
    wait(draft, event, source, ability, n)
    if seat != draft.rows[source].cls.controller:
        turn_into(draft, "", handle, ability_class(ability, seat))
    if now >= 0:
        follow(draft, source, now)
    return put_waiting_on_stack(draft, handle, targets, _parts(ability.targets, parts))


def announced_amounts(x: Amount) -> dict[str, Amount]:
    """The amounts of a stack entry for an X that was announced (107.3)."""
    return {} if type(x) is int and x == 0 else {X: x}


def _parts(specs: tuple[TargetSpec, ...], parts: tuple[Amount, ...]) -> dict[str, Amount]:
    return division.slots(specs, parts) if division.divided(specs) is not None else {}


def _proto(cls: Class) -> Proto:
    assert cls.proto is not None
    return cls.proto


def with_mode(ability: Activated | Triggered, number: int) -> Activated | Triggered:
    """An ability with the mode that was chosen as it was put on the stack (700.2)."""
    mode = ability.modes[number - 1]
    return replace(ability, effects=mode.effects, targets=mode.targets, modes=())


def stand_in(draft: Draft, proto: Proto, seat: int) -> int:
    """A permanent that has left, for as long as what comes from it is laid out; ``depart`` takes it away."""
    cls = make_class(CARD, BATTLEFIELD, proto=proto, owner=seat, controller=seat)
    return new_row(draft, "", Row(cls, {}, 1, {}))


def elsewhere(draft: Draft, handle: int, zone: str) -> None:
    """Let what stands in for something that has left stand for a card of another zone (602.2, 702.29a)."""
    cls = draft.rows[handle].cls
    turn_into(draft, "", handle, leaves_battlefield.card_class(_proto(cls), zone, cls.owner))


def depart(draft: Draft, handle: int, now: int = -1) -> None:
    """Take away what has left: what came from it remembers it as it last was (113.7a, 608.2h).

    ``now``: the card that a spell is since it has resolved, which what it set up knows; or -1.
    """
    for later, row in list(draft.rows.items()) if now >= 0 else ():
        if row.cls.kind == DELAYED and row.refs.get(SOURCE) == one(handle):
            set_refs(draft, later, {**row.refs, SOURCE: one(now)})
    here = draft.rows[handle].cls.zone == BATTLEFIELD
    known = leaves_battlefield.last_known(draft, handle) if here else None
    discard_row(draft, handle, "", known)


# --- effects in force ----------------------------------------------------------------------------------------------


def lasting(effects: tuple[Term, ...]) -> tuple[Term, ...]:
    """The effects of which something lasts, in order.

    Raises ``Unsupported`` where such an effect hangs on a condition, a payment or a choice that the
    position doesn't tell.
    """
    terms: list[Term] = []
    for effect in effects:
        if _lasts(effect):
            terms.append(effect)
        elif isinstance(effect, _DONE):
            inner = effect.effects if isinstance(effect, n.May) else (*effect.first, *effect.then)
            terms += lasting(inner)
        else:
            nested: list[Term] = []
            walk(effect, nested.append)
            if any(map(_lasts, nested)):
                raise unsupported("not-laid-out", f"an effect in force inside {type(effect).__name__}", "611.2")
    return tuple(terms)


def _lasts(node: Term) -> bool:
    """Whether something of an effect lasts behind the resolution: changes, shields, later triggers, turns to come."""
    return isinstance(node.says, Deed) and node.says.lasts


def nodes_spoken_of(effects: tuple[Term, ...], triggered: bool) -> set[str]:
    """The kinds of nodes by which effects speak of what was before them.

    What abilities in quotes speak of is theirs. A delayed ability speaks of its own event's object,
    player and amount (603.7). Only one that a trigger has set up may speak of that trigger's event
    instead.
    """
    found: set[str] = set()
    for effect in effects:
        todo: list[Part] = [effect]
        own: set[str] = set()
        while todo:
            part = todo.pop()
            if isinstance(part, tuple):
                todo += part
            elif isinstance(part, Term) and not isinstance(part, Ability):
                own.add(type(part).__name__)
                todo += [child for _, child in children(part)]
        if isinstance(effect, n.Delayed):
            about = effect.trigger.says.object and not has_kind(effect.trigger, n.That)
            if about or not triggered:
                own -= {"That", "ThatPlayer", "ThatMuch"}
        found |= own
    return found


def begin_lasting(draft: Draft, frame: Frame, effects: tuple[Term, ...]) -> bool:
    """Let lasting effects begin, as if what they stand in resolved here; False where nothing came of them.

    Raises ``Unsupported`` for an effect that asks for a choice.
    """
    sick = {handle for handle, row in draft.rows.items() if row.cls.sick}
    before = len(draft.events)
    draft.frames.append(frame)
    for effect in effects:
        check_effect(draft, effect)
        try:
            asked = HANDLERS[type(effect)](draft, frame, effect)
        except Need as need:
            raise unsupported(
                "not-laid-out", f"an effect in force that asks for {need.question.kind}", "608.2d"
            ) from None
        if asked is not None:
            raise unsupported("not-laid-out", f"an effect in force that asks ({asked[0]})", "608.2d")
    draft.frames.remove(frame)
    for handle, row in list(draft.rows.items()):  # nothing is summoning-sick by what is laid out
        if row.cls.sick and handle not in sick:
            turn_into(draft, "", handle, row.cls.but("sick", False).with_prop(ARRIVED, False))
    return len(draft.events) > before


# --- combat --------------------------------------------------------------------------------------------------------


def attack(draft: Draft, handle: int, defender: int) -> None:
    """Let creatures attack a player or a planeswalker (508.1k)."""
    row = draft.rows[handle]
    turn_into(draft, "", handle, row.cls.with_prop(ATTACKING, True))
    set_refs(draft, handle, {**row.refs, ATTACKS: one(defender)})
    set_attacked(draft, True)


def block(draft: Draft, handle: int, attacker: int) -> None:
    """Let creatures block an attacker, which becomes blocked (509.1g, 509.1h)."""
    row = draft.rows[handle]
    turn_into(draft, "", handle, row.cls.with_prop(BLOCKING, True))
    set_refs(draft, handle, {**row.refs, BLOCKS: one(attacker)})
    turn_into(draft, "", attacker, draft.rows[attacker].cls.with_prop(BLOCKED, True))


# --- what happened this turn ---------------------------------------------------------------------------------------


def happened(draft: Draft, seat: int, what: str, amount: Amount) -> None:
    """Set down what happened to a player this turn, where any card reads it; spells count for all in range, too."""
    remember(draft, seat, what, amount)
    if what == CAST:
        for each in seats(draft):
            if in_range(draft, each, seat):
                remember(draft, each, "spells cast by all", amount)
