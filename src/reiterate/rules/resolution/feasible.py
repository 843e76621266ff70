"""Whether an effect can be done at all: what a player may choose (608.2d), and what "if you do" counts as done (118.12).

What becomes of it is no question here: what is replaced or prevented has been chosen and done all the same (118.11).
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least, less
from reiterate.rules.access.state_access import in_game
from reiterate.rules.characteristics.evaluate import matches
from reiterate.rules.characteristics.printed_characteristics import is_unknown
from reiterate.rules.events import attaching, leaves_battlefield, replacement
from reiterate.rules.events.frames import Frame, meant, players, quantity, source_handle
from reiterate.rules.events.players import library
from reiterate.rules.resolution.effects_permanents import COUNTED, blight_candidates, sacrifice_candidates
from reiterate.rules.resolution.moving import candidates, total
from reiterate.state.amount_slots import flagged
from reiterate.state.model import BATTLEFIELD, EXILE, HAND, STACK, State
from reiterate.state.properties import COUNTER, DONE_TOGETHER
from reiterate.terms.base import Deed, Term
from reiterate.terms.effects_permanents import (
    AttachTo,
    Blight,
    ChooseObject,
    Destroy,
    PutCounters,
    RemoveCounters,
    SacrificeChosen,
    SacrificeObject,
    Tap,
    Untap,
)
from reiterate.terms.effects_players import GainLife, PutPlayerCounters
from reiterate.terms.effects_structure import May
from reiterate.terms.effects_zones import (
    Discard,
    DiscardRandom,
    Draw,
    ExileTop,
    Manifest,
    Mill,
    MoveChosen,
    PutFromHand,
    RevealTop,
)
from reiterate.terms.references import (
    BOUNDS,
    Each,
    EachCard,
    Filter,
    Host,
    Linked,
    Result,
    TargetRef,
    Targets,
    That,
    This,
)

#: What gives up a number of things: a player who chooses that does all of it, whatever else is done besides (118.3).
_GIVES_UP: Final = (Discard, SacrificeChosen, RemoveCounters, Mill, Blight)
#: Words for objects.
_OBJECTS: Final = (This, Host, That, TargetRef, Targets, Result, Each, EachCard, Linked)
#: Where an effect finds what it changes, and what it takes away from there.
_CHANGED: Final = (BATTLEFIELD, EXILE, STACK)
_TAKEN: Final = (BATTLEFIELD, STACK)


def may_begin(state: State, frame: Frame, effect: May) -> bool:
    """Whether a player can choose to do what an effect offers: the option is not impossible (608.2d)."""
    first, *others = effect.effects
    if feasible(state, frame, first, True):
        return True
    return not isinstance(first, _GIVES_UP) and any(feasible(state, frame, each, True) for each in others)


def feasible(state: State, frame: Frame, effect: Term, whole: bool) -> bool:
    """Whether an effect can be done now.

    ``whole``: all of it, as what is chosen or paid has to be (118.3, 701.17b); else a part is enough (101.3). What is not
    asked here is decided as it is carried out.
    """
    if flagged(frame.num, DONE_TOGETHER):
        return True  # what several players have chosen is only given up now (101.4)
    match effect:
        case (
            Discard()
            | DiscardRandom()
            | SacrificeChosen()
            | MoveChosen()
            | RemoveCounters()
            | Mill()
            | ExileTop()
            | RevealTop()
        ):
            return _is_open(effect) or _are_enough(state, frame, effect, whole) or _are_unknown(state, frame, effect)
        case Manifest():
            return _may_manifest(state, frame, effect)
        case PutFromHand(filter=filter) | ChooseObject(filter=filter):
            some = effect.any_number or _is_open(effect) or _is_there(state, frame, effect, filter)
            return some or _are_unknown(state, frame, effect)
        case Blight(who=who):
            return any(blight_candidates(state, seat) for seat in players(state, frame, who))
        case GainLife(who=who):  # 119.7
            return _any_can(state, frame, who, "gain life")
        case Draw(who=who):  # 121.3: also from an empty library
            return _any_can(state, frame, who, "draw cards")
        case PutPlayerCounters(who=who, kind=kind):
            return _any_can(state, frame, who, "get counters", f"get {kind} counters")
        case AttachTo(host=host, what=what):
            hosts = _found(state, frame, host, _CHANGED)
            there = _found(state, frame, what, _CHANGED) if hosts else []
            return any(attaching.could_attach(state, handle, hosts[0]) for handle in there)
    return _has_objects(state, frame, effect) and _has_players(state, frame, effect)


def _is_open(effect: Term) -> bool:
    """Whether what an effect takes depends on a number or an object that is found only as it is carried out."""
    filter = getattr(effect, "filter", None)
    compare = filter.compare if isinstance(filter, Filter) else None
    if compare is not None and (compare.amount is not None or compare.op in BOUNDS or compare.op == "=X"):
        return True
    return getattr(effect, "like", None) is not None


def _are_unknown(state: State, frame: Frame, effect: Term) -> bool:
    """Whether cards among which a player would choose are not known: nobody can tell that none of them fits."""
    if not isinstance(effect, (MoveChosen, PutFromHand)):
        return False
    zones = (HAND,) if isinstance(effect, PutFromHand) else effect.zones
    seats = players(state, frame, effect.who)
    hidden = (row.cls for row in state.rows.values() if row.cls.zone in zones and is_unknown(row.cls))
    return any(cls.owner in seats for cls in hidden)


def _any_can(state: State, frame: Frame, who: Term, *barred: str) -> bool:
    """Whether one of the players can do something that others are forbidden."""
    seats = players(state, frame, who)
    return any(not any(replacement.cant(state, seat, what) for what in barred) for seat in seats)


def _are_enough(
    state: State,
    frame: Frame,
    effect: Discard | DiscardRandom | SacrificeChosen | MoveChosen | RemoveCounters | Mill | ExileTop | RevealTop,
    whole: bool,
) -> bool:
    """Whether there is as much as an effect gives up, of a player or of an object; at least one where not ``whole``."""
    wanted: Amount = 1 if isinstance(effect, RevealTop) else quantity(state, frame, effect.amount)
    if not whole and at_least(wanted, 1, "101.3"):
        wanted = 1
    there: list[Amount] = []
    if isinstance(effect, RemoveCounters):
        slot = COUNTER + effect.kind
        there = [state.rows[handle].get(slot) for handle in _found(state, frame, effect.object, COUNTED)]
    else:
        there = [total(state, _given_up(state, frame, seat, effect)) for seat in players(state, frame, effect.who)]
    return any(not less(amount, wanted, "608.2d") for amount in there)


def _given_up(state: State, frame: Frame, seat: int, effect: Term) -> list[int]:
    """The rows of which an effect takes something from a player."""
    if isinstance(effect, (Discard, DiscardRandom)):
        return candidates(state, seat, (HAND,), Filter(), source_handle(frame))
    if isinstance(effect, SacrificeChosen):
        return sacrifice_candidates(state, source_handle(frame), seat, effect)
    if isinstance(effect, MoveChosen):
        return candidates(state, seat, effect.zones, effect.filter, source_handle(frame))
    return list(state.seqs.get(library(seat), ()))


def _may_manifest(state: State, frame: Frame, effect: Manifest) -> bool:
    """Whether there is a card to be manifested, in the hand or in the library that is named (608.2d)."""
    whose = players(state, frame, effect.who if effect.of is None else effect.of)
    if effect.zone == HAND:
        return any(candidates(state, seat, (HAND,), Filter(), source_handle(frame)) for seat in whose)
    return any(state.seqs.get(library(seat), ()) for seat in whose)


def _is_there(state: State, frame: Frame, effect: PutFromHand | ChooseObject, filter: Filter) -> bool:
    """Whether anything can be chosen: a card in a hand, or a permanent."""
    source = source_handle(frame)
    if isinstance(effect, PutFromHand):
        return any(candidates(state, seat, (HAND,), filter, source) for seat in players(state, frame, effect.who))
    there = (handle for handle, row in state.rows.items() if row.cls.zone == BATTLEFIELD)
    return any(matches(state, filter, handle, frame.controller, source) for handle in there)


def _found(state: State, frame: Frame, ref: Term, zones: tuple[str, ...] | None) -> list[int]:
    """The rows in some zones, or in any, that an object reference could mean."""
    return [h for h in meant(state, frame, ref) if zones is None or state.rows[h].cls.zone in zones]


def _has_objects(state: State, frame: Frame, effect: Term) -> bool:
    """Whether an effect finds an object of those that it changes or moves, as it must be for that."""
    ref, says = getattr(effect, "object", None), effect.says
    if not isinstance(ref, _OBJECTS) or not isinstance(says, Deed):
        return True
    if not ("object" in says.changes or says.moves):
        return True
    zones = _TAKEN if "off" in says.moves else _CHANGED if "object" in says.changes else None
    found = _found(state, frame, ref, zones)
    rows = state.rows
    match effect:
        case Tap():  # 701.26a
            return any(not rows[handle].cls.tapped for handle in found)
        case Untap():  # 701.26b
            return any(rows[handle].cls.tapped for handle in found)
        case PutCounters(kind=kind):  # 614.17b
            return any(not replacement.cant_have(state, handle, rows[handle], kind) for handle in found)
        case SacrificeObject(by_controller=False):  # 701.21a
            return any(rows[handle].cls.controller == frame.controller for handle in found)
        case Destroy():  # 702.12b
            return bool(leaves_battlefield.destroyable(state, found))
    return bool(found)


def _has_players(state: State, frame: Frame, effect: Term) -> bool:
    """Whether any of the players is in the game whom an effect is about."""
    who = getattr(effect, "who", None)
    return not isinstance(who, Term) or any(in_game(state, seat) for seat in players(state, frame, who))
