"""Costs paid while something resolves (118.12): "you may pay", "unless that player pays".

A player who is given the option to pay mana may activate mana abilities before (608.2g, 605.3a).
Where they control any, the resolution stands still (``TOLL``) until they pay or don't; else they
are asked in the middle.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least, less
from reiterate.refusals import Refusal, unsupported
from reiterate.rules.access.questions import Question, decide, note_objects, only_way, told_apart
from reiterate.rules.access.state_access import about, number_prop, split
from reiterate.rules.characteristics.evaluate import card_fits, matches, result_of, view
from reiterate.rules.characteristics.printed_characteristics import printed
from reiterate.rules.costs import mana
from reiterate.rules.costs.mana import can_settle, demand, settle_mana
from reiterate.rules.events import counters, damage, leaves_battlefield, players, zones
from reiterate.rules.events.frames import Frame, source_handle, surroundings
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, HAND, LIBRARY, STACK, Class, State, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import CARD, ENERGY_COUNTERS, LIFE, REST, TOKEN, WHO, X
from reiterate.terms.abilities import Carried, is_mana_ability
from reiterate.terms.base import Term
from reiterate.terms.costs import DiscardCost, EnergyCost, LifeCost, ManaCost, ReturnCost, SacrificeCost, TapOthers
from reiterate.terms.effects_structure import MayPay
from reiterate.terms.references import Filter
from reiterate.terms.unusable import on_resolution, unpaid_on_resolution

#: Up to how often a cost of coloured mana is written out.
_MOST: Final = 64

#: What a state waits for where a player may make mana before they pay, or don't.
TOLL: Final = "toll"


def could_make(state: State, seat: int, costs: tuple[Term, ...]) -> bool:
    """Whether a player is to be asked before a payment: it has mana in it, and they have a mana ability, usable now or not."""
    if not any(isinstance(cost, ManaCost) for cost in costs):
        return False
    for handle, row in state.rows.items():
        cls = row.cls
        if cls.proto is None or cls.kind not in (CARD, TOKEN) or cls.controller != seat or cls.zone in _NEVER:
            continue
        found = view(state, handle).activated if cls.zone == BATTLEFIELD else printed(cls).activated
        if any(ability.zone == cls.zone and is_mana_ability(ability) for ability in found):
            return True
        if _unread_mana(cls):
            return True
    return False


def _unread_mana(cls: Class) -> bool:
    """Whether a card has a clause that is not understood and may be a mana ability where the card is."""
    abilities = cls.proto.abilities if cls.proto is not None else ()
    return any(isinstance(a, Carried) and a.mana and cls.zone in a.zones for a in abilities)


_NEVER: Final = (STACK, LIBRARY)


def stood_still(state: State) -> tuple[MayPay, Frame]:
    """The payment that a resolution stands still for, and its frame as it will go on."""
    row = state.rows[about(state)]
    rest = row.cls.prop(REST, ())
    effects = tuple(effect for effect in rest if isinstance(effect, Term))
    frame = Frame(row.cls.controller, row.refs, row.num, effects)
    effect = effects[0]
    assert isinstance(effect, MayPay)
    return effect, frame


def payable_now(state: State) -> bool:
    """Whether the player whom a resolution waits for could pay with what they have now."""
    effect, frame = stood_still(state)
    return could_pay(state, decider_of(state), effect, frame)


def decider_of(state: State) -> int:
    """The player whom a resolution waits for."""
    return number_prop(state.game, WHO)


#: Costs for which objects are chosen as something resolves.
_GIVEN: Final = (SacrificeCost, DiscardCost, ReturnCost, TapOthers)


def _rows(
    state: State, seat: int, cost: SacrificeCost | DiscardCost | ReturnCost | TapOthers, source: int
) -> list[int]:
    if isinstance(cost, DiscardCost):
        there = [h for h, r in state.rows.items() if r.cls.zone == HAND and r.cls.owner == seat]
        of = cost.filter
        return there if of == Filter() else [h for h in there if card_fits(state, of, state.rows[h], seat, h)]
    wanted = cost.filter if cost.filter is not None else Filter()
    if wanted.another and source in state.rows and not is_single(state.rows[source].n):
        raise unsupported("rule-118.12", "another one of several like permanents as a payment", "118.12")
    return [
        h
        for h, r in state.rows.items()
        if r.cls.zone == BATTLEFIELD
        and r.cls.controller == seat
        and not (isinstance(cost, TapOthers) and r.cls.tapped)
        and matches(state, wanted, h, seat, source)
    ]


def _symbols(cost: ManaCost, x: Amount, times: Amount) -> tuple[tuple[str, ...], Amount]:
    """The mana symbols of a cost that is paid so often, and what X stands for in them."""
    if type(times) is int and times <= _MOST:
        return cost.symbols * times, x
    generic = demand(cost.symbols, x)
    if generic.singles:
        raise unsupported("growth-not-covered", "mana of a colour for each of a great or growing amount", "118.12")
    return ("X",), generic.generic * times


def _times(state: State, effect: MayPay, frame: Frame) -> Amount:
    """How often the costs are paid (702.24a)."""
    return 1 if effect.times is None else result_of(state, surroundings(frame), effect.times)


def _amount(state: State, frame: Frame, amount: Term, times: Amount) -> Amount:
    return result_of(state, surroundings(frame), amount) * times


def could_pay(state: State, seat: int, effect: MayPay, frame: Frame) -> bool:
    """Whether a player can pay these costs now; refuses by name a cost that is not implemented here."""
    times = _times(state, effect, frame)
    for cost in effect.costs:
        if isinstance(cost, ManaCost):
            wanted = demand(*_symbols(cost, frame.num.get(X, 0), times))
            if not can_settle(state, seat, wanted, mana.usable_else(state, seat)):
                return False
        elif isinstance(cost, LifeCost):
            if less(state.rows[player(seat)].get(LIFE), _amount(state, frame, cost.amount, times), "119.4"):
                return False
        elif isinstance(cost, EnergyCost):
            if less(state.rows[player(seat)].get(ENERGY_COUNTERS), _amount(state, frame, cost.amount, times), "107.14"):
                return False
        elif isinstance(cost, _GIVEN) and not unpaid_on_resolution(cost):
            total: Amount = 0
            for handle in _rows(state, seat, cost, source_handle(frame)):
                total = total + state.rows[handle].n
            if not at_least(total, _number(state, frame, cost, times), "118.3"):
                return False
        else:
            raise unsupported("rule-118.12", *on_resolution(cost))
    return True


def pay_now(draft: Draft, seat: int, effect: MayPay, frame: Frame) -> None:
    """Pay costs that ``could_pay`` allowed; asks where there are several ways."""
    times = _times(draft, effect, frame)
    for cost in effect.costs:
        if isinstance(cost, ManaCost):
            symbols, x = _symbols(cost, frame.num.get(X, 0), times)
            wanted = demand(symbols, x)
            paids = settle_mana(draft, seat, wanted, (), mana.usable_else(draft, seat))
            if isinstance(paids, Refusal):
                pay = decide(draft, Question("pay", seat, symbols, (), x, x, paids.expected, cost=True)).pay
                paids = settle_mana(draft, seat, wanted, pay, mana.usable_else(draft, seat))
                assert not isinstance(paids, Refusal)
            for kind, amount in paids:
                players.spend_mana(draft, seat, kind, amount)
        elif isinstance(cost, LifeCost):
            damage.lose_life(draft, seat, _amount(draft, frame, cost.amount, times))
        elif isinstance(cost, EnergyCost):
            counters.pay_energy(draft, seat, _amount(draft, frame, cost.amount, times))
        elif isinstance(cost, _GIVEN):
            _give_up(draft, seat, cost, frame, times)


def _number(
    state: State, frame: Frame, cost: SacrificeCost | DiscardCost | ReturnCost | TapOthers, times: Amount
) -> Amount:
    """How many objects a cost takes."""
    return times if cost.amount is None else _amount(state, frame, cost.amount, times)


def _give_up(
    draft: Draft, seat: int, cost: SacrificeCost | DiscardCost | ReturnCost | TapOthers, frame: Frame, times: Amount
) -> None:
    rows = _rows(draft, seat, cost, source_handle(frame))
    amount = _number(draft, frame, cost, times)
    asked = Question("objects", seat, rows=tuple(rows), low=amount, high=amount, text="to pay", cost=True)
    total: Amount = 0
    for handle in rows:
        total = total + draft.rows[handle].n
    some = less(amount, total, "118.3")
    if some:
        told_apart(draft, rows)
    only = only_way(draft, rows, amount) if some else [(h, draft.rows[h].n) for h in rows]
    picks = list(decide(draft, asked).picks) if only is None else only
    if only is not None:
        note_objects(draft, seat, rows, only, "to pay")
    if isinstance(cost, DiscardCost):
        zones.discard_together(draft, picks)
        return
    parts = [split(draft, handle, count) for handle, count in picks]
    if isinstance(cost, TapOthers):
        for part in parts:
            counters.tap(draft, part)
        return
    if isinstance(cost, ReturnCost):
        leaves_battlefield.leave_all(draft, parts, HAND, "returned")
        return
    for part in parts:
        leaves_battlefield.tally_sacrifice(draft, part)
    leaves_battlefield.leave_all(draft, parts, "graveyard", "sacrificed")
