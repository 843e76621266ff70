"""Effects with a duration of their own: exile until the source leaves, continuous effects "for as long as" (610.3, 611.2).

A row of kind "until" remembers what was exiled so; its reference "on" is the source. When the
source is gone, the card comes back at once, before anything else happens.
"""

from __future__ import annotations

from reiterate.amounts import plain
from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import discard_row, new_row
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.events.control import settle_control
from reiterate.rules.events.frames import Ask, Frame, numbered, objects, quantity, source_handle
from reiterate.rules.resolution.entering import enter_cards
from reiterate.rules.resolution.linked_abilities import link_made
from reiterate.rules.resolution.moving import put_away
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EFFECTS, EXILE, NO_NUM, Ref, Reference, Row, make_class, one, whole
from reiterate.state.normal_form import is_single
from reiterate.state.properties import NTH_CARD, ON, RETURN
from reiterate.terms.base import Term, with_fields
from reiterate.terms.effects_continuous import GainControl, Lasting, Pump
from reiterate.terms.effects_zones import ExileUntil, ReturnToBattlefield
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import This


def exile_until(draft: Draft, frame: Frame, effect: ExileUntil) -> Ask | None:
    """Exile objects until the source leaves the battlefield (610.3)."""
    source = source_handle(frame)
    if source not in draft.rows or draft.rows[source].cls.zone != BATTLEFIELD:
        frame.failed = True  # 610.3b: it has left already, and nothing moves
        return None
    if not is_single(draft.rows[source].n):
        raise unsupported("rule-610.3", "each of a group that exiles something until it leaves", "610.3")
    made = put_away(draft, frame, objects(draft, frame, effect.object), EXILE, "exiled")
    exiled = [handle for handle in made if draft.rows[handle].cls.zone == EXILE]
    if effect.link:
        link_made(draft, frame, exiled)
    if source not in draft.rows or not exiled:
        return None  # what exiles itself is gone for good
    refs: dict[str, Reference] = {ON: one(source)}
    for i, handle in enumerate(exiled):
        refs[f"{NTH_CARD}{i}"] = one(handle) if is_single(draft.rows[handle].n) else whole(handle)
    cls = make_class(RETURN, EFFECTS, owner=frame.controller, controller=frame.controller)
    new_row(draft, "until the source leaves", Row(cls, NO_NUM, 1, refs))
    return None


def come_back(draft: Draft) -> None:
    """Return what was exiled until something left that has left now, under its owner's control (610.3c)."""
    while draft.ended:
        ended, draft.ended = draft.ended, []
        cards: list[int] = []
        for handle in ended:
            refs = draft.rows[handle].refs
            for slot in numbered(refs, NTH_CARD):
                named = refs[slot]
                if isinstance(named, Ref) and draft.rows[named.row].cls.zone == EXILE:
                    cards.append(named.row)
            discard_row(draft, handle, "an effect ends")
        enter_cards(draft, [(card, draft.rows[card].cls.owner) for card in cards], ReturnToBattlefield(This()))


def lasting(draft: Draft, frame: Frame, effect: Lasting) -> Ask | None:
    """A continuous effect with a duration of its own; one that would end before it begins doesn't begin (611.2b)."""
    inner, seat = effect.effect, frame.controller
    bound = effect.until in continuous_effects.BOUND
    source = source_handle(frame)
    if bound and not continuous_effects.holds(draft, source, effect.until, seat):
        frame.failed = True
        return None
    found = objects(draft, frame, inner.object)
    made = _made(draft, frame, inner)
    for handle in found:
        continuous_effects.last(draft, made, handle, seat, effect.until, source if bound else -1)
    frame.failed = not found
    if isinstance(inner, GainControl):
        settle_control(draft)
    return None


def _made(draft: Draft, frame: Frame, inner: Term) -> Term:
    """The effect on an object: what it is now of the amounts that it reads (608.2h)."""
    if isinstance(inner, GainControl) and inner.who is not None:
        raise unsupported("rule-611.2", "control that another player gains for a time", "611.2")
    if isinstance(inner, Pump):
        sign = -1 if inner.minus else 1
        halves = [quantity(draft, frame, half) * sign for half in (inner.power, inner.toughness)]
        if any(type(half) is not int for half in halves):
            raise unsupported("growth-not-covered", "a lasting change of power that grows", "613.4c")
        return Pump(This(), Fixed(plain(halves[0])), Fixed(plain(halves[1])))
    return with_fields(inner, {"object": This()})
