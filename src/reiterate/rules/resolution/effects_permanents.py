"""Effects that tap, untap, attach, regenerate or remove permanents from combat (701.3, 701.19, 701.26, 506.4)."""

from __future__ import annotations

from reiterate.amounts import less
from reiterate.refusals import unsupported
from reiterate.rules.access import faces
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import single_out, split, turn_into
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import matches, toughness
from reiterate.rules.events import attaching, combat_state, regeneration, tapping
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import Ask, Frame, objects, quantity, set_results, source_handle
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.triggers import fire
from reiterate.rules.resolution.choosing import choose_rows
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Ref, one
from reiterate.state.properties import HOST, SADDLED, STAYS_TAPPED
from reiterate.terms.effects_permanents import (
    AttachTo,
    ChooseObject,
    JoinCombat,
    Regenerate,
    RemoveFromCombat,
    Saddle,
    StaysTapped,
    Tap,
    TapOrUntap,
    TurnFaceUp,
    Untap,
    UntapUpTo,
)
from reiterate.terms.trigger_events import TurnedUp


def tap(draft: Draft, frame: Frame, effect: Tap) -> Ask | None:
    """Tap permanents (701.26a)."""
    found = [h for h in objects(draft, frame, effect.object) if not draft.rows[h].cls.tapped]
    for handle in found:
        tapping.tap(draft, handle)
    frame.failed = not found
    return None


def untap(draft: Draft, frame: Frame, effect: Untap) -> Ask | None:
    """Untap permanents (701.26b)."""
    found = [h for h in objects(draft, frame, effect.object) if draft.rows[h].cls.tapped]
    for handle in found:
        tapping.untap(draft, handle)
    frame.failed = not found
    return None


def stay_tapped(draft: Draft, frame: Frame, effect: StaysTapped) -> Ask | None:
    """Permanents don't untap during the next untap step of their controller, or of the effect's (502.3)."""
    whose = f"p{frame.controller + 1}" if effect.yours else tapping.CONTROLLER
    for handle in objects(draft, frame, effect.object):
        row = draft.rows[handle]
        if row.cls.prop(STAYS_TAPPED, whose) != whose:
            raise unsupported("rule-502.3", "two players' untap steps in which one permanent doesn't untap", "502.3")
        turn_into(draft, "", handle, row.cls.with_prop(STAYS_TAPPED, whose))
    return None


def choose_object(draft: Draft, frame: Frame, effect: ChooseObject) -> Ask | None:
    """Choose a permanent of a set, for what is said of it next (608.2d)."""
    source = source_handle(frame)
    there = [h for h, row in draft.rows.items() if row.cls.zone == BATTLEFIELD]
    rows = [h for h in there if matches(draft, effect.filter, h, frame.controller, source)]
    if effect.least:
        sizes = {h: toughness(draft, h) for h in rows}
        rows = [h for h in rows if not any(less(other, sizes[h], "701.39a") for other in sizes.values())]
    picks = choose_rows(draft, frame.controller, rows, 1, 1, "choose")
    set_results(draft, frame, [split(draft, handle, count) for handle, count in picks])
    frame.failed = not picks
    return None


def tap_or_untap(draft: Draft, frame: Frame, effect: TapOrUntap) -> Ask | None:
    """Tap or untap permanents, as the controller chooses (701.26)."""
    for handle in objects(draft, frame, effect.object):
        asked = Question("tap", frame.controller, words=("tap", "untap"), text="tap or untap")
        if decide(draft, asked).answer == "tap":
            tapping.tap(draft, handle)
        else:
            tapping.untap(draft, handle)
    return None


def join_combat(draft: Draft, frame: Frame, effect: JoinCombat) -> Ask | None:
    """Creatures that have entered are attacking (508.4)."""
    for handle in objects(draft, frame, effect.object):
        combat_state.join(draft, handle)
    return None


def remove_from_combat(draft: Draft, frame: Frame, effect: RemoveFromCombat) -> Ask | None:
    """Remove permanents from combat (506.4)."""
    for handle in objects(draft, frame, effect.object):
        combat_state.leave_combat(draft, handle)
    return None


def regenerate(draft: Draft, frame: Frame, effect: Regenerate) -> Ask | None:
    """Put a regeneration shield before permanents (701.19)."""
    for handle in objects(draft, frame, effect.object):
        regeneration.protect(draft, handle, frame.controller)
    return None


def untap_up_to(draft: Draft, frame: Frame, effect: UntapUpTo) -> Ask | None:
    """Untap up to so many permanents of a set (701.26b)."""
    rows = [
        h
        for h, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD and matches(draft, effect.filter, h, frame.controller, source_handle(frame))
    ]
    amount = quantity(draft, frame, effect.amount)
    for handle, count in choose_rows(draft, frame.controller, rows, 0, amount, "untap up to"):
        tapping.untap(draft, split(draft, handle, count))
    return None


def attach_to(draft: Draft, frame: Frame, effect: AttachTo) -> Ask | None:
    """Attach permanents to another, if they could be attached there (701.3)."""
    hosts = objects(draft, frame, effect.host)
    frame.failed = True
    for source in objects(draft, frame, effect.what) if hosts else ():
        if not attaching.could_attach(draft, source, hosts[0]):
            continue
        here = draft.rows[source].refs.get(HOST)
        if not (isinstance(here, Ref) and here.row == hosts[0]):
            attaching.attach(draft, source, one(single_out(draft, hosts[0])))
        frame.failed = False
    return None


def turn_face_up(draft: Draft, frame: Frame, effect: TurnFaceUp) -> Ask | None:
    """Turn face-down permanents face up: they regain their normal characteristics, and enter nothing (708.8, 613.7f)."""
    for handle in objects(draft, frame, effect.object):
        cls = draft.rows[handle].cls
        if faces.is_down(cls):
            turn_into(draft, "turned face up", handle, faces.turned_up(cls))
            continuous_effects.restamp(draft, handle)
            fire(draft, Happening(TurnedUp.__name__, handle, cls.controller, count=draft.rows[handle].n))
    return None


def saddle(draft: Draft, frame: Frame, effect: Saddle) -> Ask | None:
    """Mark permanents as saddled: a designation until end of turn, which no copy has (702.171b)."""
    for handle in objects(draft, frame, effect.object):
        turn_into(draft, "becomes saddled", handle, draft.rows[handle].cls.with_prop(SADDLED, True))
    return None
