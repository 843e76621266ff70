"""Effects that destroy, sacrifice or discard, and the choice of what is given up (701.8, 701.9, 701.21, 608.2d)."""

from __future__ import annotations

from reiterate.amounts import Amount, at_least, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.access.questions import note_objects, only_way
from reiterate.rules.access.state_access import split
from reiterate.rules.characteristics.evaluate import matches
from reiterate.rules.events import leaves_battlefield, regeneration, zones
from reiterate.rules.events.batches import watches_batches
from reiterate.rules.events.frames import (
    Ask,
    Frame,
    numbered,
    objects,
    players,
    pointer,
    quantity,
    set_done,
    set_results,
    source_handle,
)
from reiterate.rules.resolution.moving import put_away
from reiterate.state.amount_slots import flagged, without
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, HAND, Ref, State
from reiterate.state.properties import DONE_AMOUNT, DONE_TOGETHER, NTH_OFFERED
from reiterate.terms.base import Term, has_kind
from reiterate.terms.effects_permanents import Destroy, SacrificeChosen, SacrificeObject
from reiterate.terms.effects_structure import Effect, IfDone, Reflexive
from reiterate.terms.effects_zones import Discard
from reiterate.terms.references import Result, Seat


def _leave(draft: Draft, handles: list[int], zone: str, what: str) -> list[int]:
    return leaves_battlefield.leave_all(draft, handles, zone, what) if handles else []


def destroy(draft: Draft, frame: Frame, effect: Destroy) -> Ask | None:
    """Destroy permanents, if they can be and nothing regenerates them (701.8)."""
    named = leaves_battlefield.destroyable(draft, objects(draft, frame, effect.object))
    named = regeneration.spared(draft, named, effect.final)
    put_away(draft, frame, named, "graveyard", "destroyed", name=False)
    return None


def sacrifice_object(draft: Draft, frame: Frame, effect: SacrificeObject) -> Ask | None:
    """Sacrifice permanents that the effect names (701.21)."""
    handles = [
        h
        for h in objects(draft, frame, effect.object)
        if effect.by_controller or draft.rows[h].cls.controller == frame.controller
    ]
    if flagged(frame.num, DONE_TOGETHER):
        handles = _offered(frame)
    for handle in handles:
        leaves_battlefield.tally_sacrifice(draft, handle)
    put_away(draft, frame, handles, "graveyard", "sacrificed", name=False)
    return None


def _offered(frame: Frame) -> list[int]:
    """What several players chose to sacrifice or discard, each for themselves: it leaves at the same time (101.4)."""
    slots = numbered(frame.refs, NTH_OFFERED)
    found = [ref.row for slot in slots if isinstance(ref := frame.refs[slot], Ref)]
    frame.refs = {slot: ref for slot, ref in frame.refs.items() if slot not in slots}
    frame.num = without(frame.num, DONE_TOGETHER)
    return found


def sacrifice_candidates(draft: State, source: int, seat: int, effect: SacrificeChosen) -> list[int]:
    """The rows of a player's permanents that could be sacrificed to an effect of a source (-1: none that is known)."""
    return [
        handle
        for handle, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD
        and row.cls.controller == seat
        and matches(draft, effect.filter, handle, seat, source)
    ]


def sacrifice_chosen(draft: Draft, frame: Frame, effect: SacrificeChosen) -> Ask | None:
    """Players sacrifice permanents of their choice (701.21)."""
    who = players(draft, frame, effect.who)
    if len(who) > 1 and watches_batches(draft):
        raise unsupported("rule-603.2c", "one or more things at once, sacrificed by several players", "603.2c")
    if len(who) != 1 or not isinstance(effect.who, Seat):
        each_player: tuple[Effect, ...] = tuple(SacrificeChosen(Seat(s), effect.filter, effect.amount) for s in who)
        if len(who) > 1:  # they choose one after the other and then sacrifice together (101.4)
            frame.num = {**frame.num, DONE_TOGETHER: 1}
            each_player += (SacrificeObject(Result(), by_controller=True),)
        frame.rest = (*each_player, *frame.rest)
        frame.failed = True  # nothing is done yet: what each player does says whether anything was
        return None
    seat = who[0]
    handles = sacrifice_candidates(draft, source_handle(frame), seat, effect)
    wanted = quantity(draft, frame, effect.amount)
    return _pick_or_ask(draft, frame, effect, handles, wanted, seat)


def discard(draft: Draft, frame: Frame, effect: Discard) -> Ask | None:
    """Players discard cards of their choice (701.9)."""
    if flagged(frame.num, DONE_TOGETHER) and not isinstance(effect.who, Seat):
        _discard_together(draft, frame)
        return None
    who = players(draft, frame, effect.who)
    if len(who) != 1 or not isinstance(effect.who, Seat):
        each_player: tuple[Effect, ...] = tuple(Discard(Seat(s), effect.amount) for s in who)
        if len(who) > 1:  # they choose one after the other and then discard together (101.4)
            frame.num = {**frame.num, DONE_TOGETHER: 1}
            each_player += (effect,)
        frame.rest = (*each_player, *frame.rest)
        frame.failed = True  # nothing is done yet: what each player does says whether anything was
        return None
    seat = who[0]
    handles = [h for h, row in draft.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]
    return _pick_or_ask(draft, frame, effect, handles, quantity(draft, frame, effect.amount), seat)


def _discard_together(draft: Draft, frame: Frame) -> None:
    """Discard what several players have chosen, at the same time (101.4)."""
    total: Amount = 0
    for handle in _offered(frame):
        count = draft.rows[handle].n
        zones.discard(draft, handle, count)
        total = total + count
    set_done(frame, total)
    frame.failed = is_zero(total, "701.9")


def _pick_or_ask(draft: Draft, frame: Frame, effect: Term, handles: list[int], wanted: Amount, seat: int) -> Ask | None:
    """Carry out a choice of objects with only one answer, or ask for it."""
    total: Amount = 0
    for handle in handles:
        total = total + draft.rows[handle].n
    if not handles or not at_least(wanted, 1, "608.2d"):
        frame.failed = True
        frame.num = without(frame.num, DONE_AMOUNT)  # "that many" is none
        return None
    every = at_least(wanted, total, "608.2d")
    only = [(h, draft.rows[h].n) for h in handles] if every else only_way(draft, handles, wanted)
    if only is not None:
        note_objects(draft, seat, handles, only)
        set_done(frame, total if every else wanted)
        carry_out(draft, frame, effect, only)
        return None
    frame.rest = (effect, *frame.rest)
    return ("pick", seat)


def carry_out(draft: Draft, frame: Frame, effect: Term, picks: list[tuple[int, Amount]]) -> None:
    """Sacrifice or discard what was picked; what several players give up together waits for all of them."""
    together = flagged(frame.num, DONE_TOGETHER)
    if isinstance(effect, Discard) and not together:
        for handle, count in picks:
            zones.discard(draft, handle, count)
        return
    of = split if isinstance(effect, Discard) else leaves_battlefield.split_off
    chosen = [of(draft, handle, count) for handle, count in picks]
    if together:
        start = len(numbered(frame.refs, NTH_OFFERED))
        frame.refs = {**frame.refs, **{f"{NTH_OFFERED}{start + i}": pointer(draft, h) for i, h in enumerate(chosen)}}
        return
    if _told(frame.rest[:1]):
        set_results(draft, frame, chosen)
    for handle in chosen:
        leaves_battlefield.tally_sacrifice(draft, handle)
    _leave(draft, chosen, "graveyard", "sacrificed")


def _told(rest: tuple[Term, ...]) -> bool:
    """Whether "when you do" comes next and speaks of what is sacrificed now, before it makes anything itself (603.12)."""
    then = rest[0].then if rest and isinstance(rest[0], IfDone) and not rest[0].first else ()
    return any(isinstance(effect, Reflexive) and has_kind(effect.effects[:1], Result) for effect in then)
