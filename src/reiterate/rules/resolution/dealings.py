"""Handlers of effects on hands and libraries that are looked at, of exchanges, and of prevention for a whole turn."""

from __future__ import annotations

from typing import Final

from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import seats, split, tally
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.derived import matches
from reiterate.rules.characteristics.printed_characteristics import proto_of, refuse_unknown
from reiterate.rules.events import control, looking, zones
from reiterate.rules.events import objects as game_objects
from reiterate.rules.events.frames import Ask, Frame, Handler, objects, players, quantity, set_results, source_handle
from reiterate.rules.resolution.deeds import candidates, choose_rows
from reiterate.rules.resolution.entering import enter_cards
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, HAND
from reiterate.terms.effects_continuous import ExchangeControl, GainControl
from reiterate.terms.effects_copies import Except, Populate
from reiterate.terms.effects_damage import PreventAll
from reiterate.terms.effects_structure import MayDraw
from reiterate.terms.effects_zones import EachReturns, LookTake, PutBack, Rearrange, ReturnToBattlefield, RevealDiscard
from reiterate.terms.filters import Filter
from reiterate.terms.references import This

_CREATURE_TOKEN: Final = Filter(types=("creature",), token=True, controller="you")


def _prevent_all(draft: Draft, frame: Frame, effect: PreventAll) -> Ask | None:
    if effect.object is None:
        continuous_effects.prevent_all(draft, effect, frame.controller, None)
        return None
    made = PreventAll(This(), effect.combat, effect.both)
    for handle in objects(draft, frame, effect.object):
        continuous_effects.prevent_all(draft, made, frame.controller, handle)
    return None


def _exchange(draft: Draft, frame: Frame, effect: ExchangeControl) -> Ask | None:
    """Both change controllers, or none where one is gone or both have the same controller (701.12b)."""
    first, second = objects(draft, frame, effect.one), objects(draft, frame, effect.other)
    frame.failed = True
    if len(first) != 1 or len(second) != 1 or first == second:
        return None
    seat, other = (draft.rows[h].cls.controller for h in (first[0], second[0]))
    if seat == other:
        return None
    made = GainControl(This(), continuous_effects.GAME_LONG)
    continuous_effects.last(draft, made, first[0], other, continuous_effects.GAME_LONG)
    continuous_effects.last(draft, made, second[0], seat, continuous_effects.GAME_LONG)
    control.settle_control(draft)
    frame.failed = False
    return None


def _reveal_discard(draft: Draft, frame: Frame, effect: RevealDiscard) -> Ask | None:
    assert isinstance(effect.filter, Filter)
    done = False
    for seat in players(draft, frame, effect.who):
        if effect.filter != Filter():
            for row in draft.rows.values():
                if row.cls.zone == HAND and row.cls.owner == seat:
                    refuse_unknown(row.cls, "which cards of a hand are of a set", "701.20")
        rows = candidates(draft, seat, (HAND,), effect.filter, source_handle(frame))
        for handle, count in choose_rows(draft, frame.controller, rows, 1, 1, "which card is discarded"):
            zones.discard(draft, handle, count)
            done = True
    frame.failed = not done
    return None


def _may_draw(draft: Draft, frame: Frame, effect: MayDraw) -> Ask | None:
    done = False
    for seat in players(draft, frame, effect.who):
        if decide(draft, Question("yes", seat, words=("no", "yes"), text="draw")).answer == "yes":
            zones.draw(draft, seat, quantity(draft, frame, effect.amount))
            done = True
    frame.failed = not done
    return None


def _rearrange(draft: Draft, frame: Frame, effect: Rearrange) -> Ask | None:
    looking.rearrange(draft, frame.controller, quantity(draft, frame, effect.amount))
    return None


def _put_back(draft: Draft, frame: Frame, effect: PutBack) -> Ask | None:
    frame.failed = not looking.put_back(draft, frame.controller, effect.amount)
    return None


def _look_take(draft: Draft, frame: Frame, effect: LookTake) -> Ask | None:
    amount = quantity(draft, frame, effect.amount)
    made = looking.take(draft, frame.controller, amount, effect.take, effect.rest)
    set_results(draft, frame, [handle for handle in made if handle in draft.rows])
    frame.failed = not made
    return None


def _populate(draft: Draft, frame: Frame, effect: Populate) -> Ask | None:
    seat = frame.controller
    rows = [
        handle
        for handle, row in draft.rows.items()
        if row.cls.zone == BATTLEFIELD and matches(draft, _CREATURE_TOKEN, handle, seat, source_handle(frame))
    ]
    made: list[int] = []
    for handle, _ in choose_rows(draft, seat, rows, 1, 1, "the token to copy"):
        proto = game_objects.with_exceptions(game_objects.copiable(draft, handle), Except(), token=True)
        made += game_objects.create_tokens(draft, [(proto, seat, 1)], False)
    tally(draft, "populates", 1)
    set_results(draft, frame, made)
    frame.failed = not made
    return None


def _each_returns(draft: Draft, frame: Frame, effect: EachReturns) -> Ask | None:
    """The players choose in turn order, then all the cards enter at the same time (101.4)."""
    assert isinstance(effect.filter, Filter)
    chosen: list[tuple[int, int]] = []
    for seat in seats(draft):
        for row in draft.rows.values():
            if row.cls.zone == "graveyard" and row.cls.owner == seat:
                refuse_unknown(row.cls, "which cards of a graveyard are of a set", "404.2")
        rows = candidates(draft, seat, ("graveyard",), effect.filter, source_handle(frame))
        for handle, _ in choose_rows(draft, seat, rows, 1, 1, "onto the battlefield"):
            chosen.append((seat, handle))
    cards = [(split(draft, handle, 1), seat) for seat, handle in chosen]
    assert not any({"instant", "sorcery"} & set(proto_of(draft.rows[card].cls).types) for card, _ in cards)
    made = enter_cards(draft, cards, ReturnToBattlefield(This()))
    set_results(draft, frame, made)
    frame.failed = not made
    return None


DEALINGS: Final[dict[type, Handler]] = {
    PreventAll: _prevent_all,
    ExchangeControl: _exchange,
    RevealDiscard: _reveal_discard,
    MayDraw: _may_draw,
    Rearrange: _rearrange,
    PutBack: _put_back,
    LookTake: _look_take,
    Populate: _populate,
    EachReturns: _each_returns,
}
