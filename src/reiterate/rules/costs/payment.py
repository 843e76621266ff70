"""Costs (118, 601.2f-h, 602.2b): what has to be paid, whether it can be, and paying it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from reiterate.amounts import Amount, at_least, is_zero, less
from reiterate.refusals import AMBIGUOUS, Refusal, unsupported
from reiterate.rules.access.choices import CAST, Choice, Paid, Pick
from reiterate.rules.access.influence import sees
from reiterate.rules.access.state_access import put, set_refs, single_out, split, turn_into
from reiterate.rules.characteristics.derived import (
    GIVEN,
    Around,
    card_fits,
    cards_in,
    condition_holds,
    matches,
    measure,
    statics,
    types_of,
    view,
)
from reiterate.rules.characteristics.printed_characteristics import mana_value, proto_of, refuse_unknown
from reiterate.rules.costs.mana import ManaDemand, demand, refuse, settle_mana, take_off
from reiterate.rules.costs.restricted_mana import usable
from reiterate.rules.events import damage, frames, objects, zones
from reiterate.rules.events.replacement import cant_have, in_force, of_player
from reiterate.rules.events.triggers import reads
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, Class, Ref, State, one, player, whole
from reiterate.state.normal_form import is_single
from reiterate.terms.abilities import Activated, SpellAbility, is_mana_ability
from reiterate.terms.costs import (
    BottomCost,
    DiscardCost,
    DiscardThis,
    EvidenceCost,
    ExileCost,
    LifeCost,
    LoyaltyCost,
    ManaCost,
    MillCost,
    PutCountersCost,
    RemoveCountersCost,
    ReturnCost,
    SacrificeCost,
    TapCost,
    TapOthers,
    UntapCost,
)
from reiterate.terms.filters import Filter
from reiterate.terms.quantities import Fixed, XValue
from reiterate.terms.references import Host, This
from reiterate.terms.static_effects import CostReduction, LoyaltyMore

HANDLED_COSTS: Final = (
    TapCost,
    UntapCost,
    ManaCost,
    LifeCost,
    RemoveCountersCost,
    PutCountersCost,
    SacrificeCost,
    DiscardCost,
    TapOthers,
    ReturnCost,
    ExileCost,
    LoyaltyCost,
    MillCost,
    EvidenceCost,
    BottomCost,
    DiscardThis,
)


class Bill:
    """A cost worked out: mana by kind, life, and what is given up; ready to be paid."""

    __slots__ = ("life", "mana", "picks")

    def __init__(self) -> None:
        self.mana: list[Paid] = []
        self.life: Amount = 0
        self.picks: list[
            tuple[str, Pick]
        ] = []  # what is done (sacrifice, discard, tap, return, exile), the row, how many


def reductions(state: State, handle: int, ability: Activated) -> list[tuple[Amount, Amount]]:
    """The cost reductions of an activation as amounts with their floors, in the order that takes off most (601.2f, 602.2b)."""
    found: list[tuple[int, int]] = []
    in_force = statics(state)
    if CostReduction not in in_force.kinds:
        return []
    for source, static in in_force.applied:
        effect = static.effect
        if not isinstance(effect, CostReduction):
            continue
        if static.condition is not None and not condition_holds(state, static.condition, source):
            continue
        if not effect.mana_abilities and is_mana_ability(ability):
            continue
        if not _reduces(state, source, effect, handle):
            continue
        if not (type(state.rows[source].n) is int and state.rows[source].n == 1):
            raise unsupported("rule-601.2f", "a group of permanents that reduce costs", "601.2f")
        found.append((effect.amount, effect.floor))
    return sorted(found, key=lambda one: -one[1])  # 601.2f: in any order; what stops early goes first


def _reduces(state: State, source: int, effect: CostReduction, handle: int) -> bool:
    row = state.rows[handle]
    origin = state.rows[source]
    if effect.whose == "you" and row.cls.controller != origin.cls.controller:
        return False
    if not sees(state, origin.cls.controller, handle):  # 801.10
        return False
    if effect.subject is None:
        return True
    if isinstance(effect.subject, This):
        return source == handle
    if isinstance(effect.subject, Host):
        ref = origin.refs.get("host")
        return isinstance(ref, Ref) and ref.row == handle
    return matches(state, effect.subject, handle, origin.cls.controller, source)


# --- the whole cost ----------------------------------------------------------------------------------------------


def cost_quantity(state: State, value: Any, seat: int, x: Amount) -> Amount:
    """A quantity in a cost."""
    if isinstance(value, Fixed):
        return value.value
    if isinstance(value, XValue):
        return x
    return measure(state, Around(seat, {}, {"x": x}), value)


def work_out(state: State, choice: Choice, handle: int, ability: Activated) -> Bill | Refusal:
    """The bill of an activation, or why it can't be paid (602.2b)."""
    refused = check_x(choice, announces_x(ability.costs))
    if refused is not None:
        return refused
    return bill_of(state, choice, handle, ability.costs, reductions(state, handle, ability))


def bill_of(
    state: State,
    choice: Choice,
    handle: int,
    costs: tuple[Any, ...],
    off: list[tuple[Amount, Amount]],
    more: Amount = 0,
) -> Bill | Refusal:
    """The bill of some costs, or why they can't be paid. ``off``: reductions with floors; ``more``: generic mana added.

    Where {2/W} can be read in several ways (107.4e), the one that is paid; more than one without a payment said is refused.
    """
    ways = readings(costs)
    if len(ways) == 1:
        return _bill_of(state, choice, handle, ways[0], off, more)
    found = [_bill_of(state, choice, handle, way, off, more) for way in ways]
    bills = [bill for bill in found if isinstance(bill, Bill)]
    unclear = [r for r in found if isinstance(r, Refusal) and r.kind == AMBIGUOUS]
    if choice.pay or (len(bills) == 1 and not unclear):
        return bills[0] if bills else found[0]
    if not bills and not unclear:
        return found[0]
    for bill in bills:
        if not bill.mana:
            return bill  # who says nothing of mana pays none, where one reading asks for none
    return Refusal(AMBIGUOUS, "payment-ambiguous", "the cost can be paid with different mana", "paying ...", "107.4e")


_READINGS: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}


def readings(costs: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The costs with each symbol such as {2/W} as its colour or as two generic mana (107.4e), announced in 601.2b."""
    known = _READINGS.get(costs)
    if known is None:
        known = _READINGS[costs] = _readings(costs)
    return known


def _readings(costs: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = [()]
    for cost in _once_each(costs):
        parts: list[tuple[str, ...]] = [()]
        for symbol in cost.symbols if isinstance(cost, ManaCost) else ():
            either = tuple(symbol.split("/")[::-1]) if symbol.startswith("2/") else (symbol,)
            parts = list(dict.fromkeys(tuple(sorted((*part, one_way))) for part in parts for one_way in either))
        ways = [ManaCost(part) for part in parts] if len(parts) > 1 else [cost]
        found = [(*before, way) for before in found for way in ways]
    return found


def _once_each(costs: tuple[Any, ...]) -> tuple[Any, ...]:
    """The costs; where the source is tapped for one of them, others are tapped for the rest (118.3)."""
    if not any(isinstance(cost, TapCost) for cost in costs):
        return costs
    return tuple(
        TapOthers(_others(cost.filter), cost.amount) if isinstance(cost, TapOthers) else cost for cost in costs
    )


def _others(filter: Any) -> Filter:
    values = {f: getattr(filter, f) for f in Filter.__slots__}
    values["another"] = True
    return Filter(**values)


def _bill_of(
    state: State,
    choice: Choice,
    handle: int,
    costs: tuple[Any, ...],
    off: list[tuple[Amount, Amount]],
    more: Amount,
) -> Bill | Refusal:
    bill = Bill()
    seat = choice.player
    mana_symbols: list[str] = []
    given = list(choice.picks)
    for cost in costs:
        problem: Refusal | None = None
        if isinstance(cost, ManaCost):
            mana_symbols += cost.symbols
        elif isinstance(cost, (TapCost, UntapCost)):
            problem = _tap_cost(state, handle, isinstance(cost, TapCost))
        elif isinstance(cost, LifeCost):
            bill.life = bill.life + cost_quantity(state, cost.amount, seat, choice.x)
        elif isinstance(cost, RemoveCountersCost):
            problem = _counters_cost(state, handle, cost, seat, choice.x)
        elif isinstance(cost, LoyaltyCost):
            problem = _loyalty_cost(state, handle, cost)
        elif isinstance(cost, MillCost):
            problem = _mill_cost(state, cost, seat, choice.x)
        elif isinstance(cost, BottomCost):
            bill.picks.append(("bottom this", (handle, 1)))
        elif isinstance(cost, DiscardThis):
            bill.picks.append(("discard", (handle, 1)))
        elif isinstance(cost, EvidenceCost):
            problem = _evidence(state, bill, given, choice, cost, costs)
        elif isinstance(cost, OBJECT_COSTS):
            problem = _give_up(state, bill, given, choice, handle, cost, costs)
        elif isinstance(cost, PutCountersCost):
            put_here = cost_quantity(state, cost.amount, seat, choice.x)
            problem = None if is_zero(put_here, "614.17b") else _counters_barred(state, handle, cost.kind)
        else:
            raise unsupported("rule-cost", f"{type(cost).__name__} has no handler", "118")
        if problem is not None:
            return problem
    wanted = demand(mana_symbols, choice.x)
    wanted.generic = wanted.generic + more
    for amount, floor in off:
        take_off(wanted, amount, floor)
    if given and "convoke" in choice.how:
        problem = _convoke(state, bill, given, seat, wanted)
        if problem is not None:
            return problem
    allowed = usable(state, seat, handle, choice.verb == CAST)
    costs_mana = mana_symbols or not (type(more) is int and more == 0)  # 118.9d: a tax on a cost without mana
    return _settle(state, bill, given, choice, wanted if costs_mana else None, allowed)


def _settle(
    state: State,
    bill: Bill,
    given: list[Pick],
    choice: Choice,
    wanted: ManaDemand | None,
    allowed: tuple[str, ...],
) -> Bill | Refusal:
    """The mana and life of a bill, and that nothing is named too much."""
    seat = choice.player
    if given:
        return refuse("cost-picks", "more objects are named than the cost takes", "601.2b", "the objects of the cost")
    if wanted is not None:
        paid = settle_mana(state, seat, wanted, choice.pay, allowed, bill.life)
        if isinstance(paid, Refusal):
            return paid
        bill.mana = paid
        for kind, amount in paid:
            if kind == "P":
                bill.life = bill.life + amount * 2
    elif choice.pay:
        return refuse("payment", "the ability costs no mana", "118.5", "no payment")
    if not is_zero(bill.life, "119.4") and less(state.rows[player(seat)].get("life"), bill.life, "119.4"):
        return refuse("life-short", "not that much life to pay", "119.4", "a life total of at least the payment")
    return bill


OBJECT_COSTS: Final = (SacrificeCost, DiscardCost, TapOthers, ReturnCost, ExileCost)


def with_more_loyalty(state: State, handle: int, abilities: tuple[Activated, ...]) -> tuple[Activated, ...]:
    """A planeswalker's abilities, their loyalty costs combined with those that effects add (606.5)."""
    in_question = in_force(state, LoyaltyMore)
    if not in_question or "planeswalker" not in types_of(state, handle):
        return abilities
    seat, more = state.rows[handle].cls.controller, 0
    for source, effect in in_question:
        if of_player(state, "you", source, seat):
            times = state.rows[source].n
            if type(times) is not int:
                raise unsupported("rule-606.5", "an unknown number of additional loyalty costs", "606.5")
            more += effect.amount * times
    if not more:
        return abilities
    return tuple(replace(a, costs=tuple(_with_more(cost, more) for cost in a.costs)) for a in abilities)


def _with_more(cost: Any, more: int) -> Any:
    return LoyaltyCost(cost.amount + more) if isinstance(cost, LoyaltyCost) else cost


def _loyalty_cost(state: State, handle: int, cost: LoyaltyCost) -> Refusal | None:
    there = state.rows[handle].get("counter.loyalty")
    if cost.amount < 0 and less(there, -cost.amount, "606.6"):
        return refuse("loyalty-short", f"{_name(state, handle)} has not that much loyalty", "606.6", "enough loyalty")
    return _counters_barred(state, handle, "loyalty") if cost.amount > 0 else None


def _counters_barred(state: State, handle: int, kind: str) -> Refusal | None:
    """Counters that can't be put on something can't be put there as a cost (614.17b)."""
    if not cant_have(state, handle, state.rows[handle], kind):
        return None
    message = f"{_name(state, handle)} can't have {kind} counters put on it, so this cost can't be paid"
    return refuse("cost-impossible", message, "614.17b", "a cost of which every part can happen")


def _mill_cost(state: State, cost: MillCost, seat: int, x: Amount) -> Refusal | None:
    """A player can't choose to mill more cards than their library has (701.17b)."""
    if less(cards_in(state, LIBRARY, seat, None), cost_quantity(state, cost.amount, seat, x), "701.17b"):
        return refuse("cost-short", "not enough cards to mill", "701.17b", "that many cards in the library")
    return None


def _evidence(
    state: State, bill: Bill, given: list[Pick], choice: Choice, cost: EvidenceCost, costs: tuple[Any, ...]
) -> Refusal | None:
    """Collect evidence: the named graveyard cards, each once, have total mana value N or more (701.59a)."""
    others = [c for c in costs if c is not cost and isinstance(c, (EvidenceCost, ExileCost))]
    if any(isinstance(c, EvidenceCost) or c.zone == GRAVEYARD for c in others):
        raise unsupported("rule-701.59a", "evidence beside another cost of cards in a graveyard", "701.59a")
    total = 0
    while given and given[0][0] in state.rows and state.rows[given[0][0]].cls.zone == GRAVEYARD:
        row, count = given.pop(0)
        cls = state.rows[row].cls
        refuse_unknown(cls, "a mana value", "202.3")
        there = _left_of(state, bill, row, "exile") - (choice.verb == CAST and choice.row == row)
        if not isinstance(count, int) or cls.owner != choice.player or less(count, 1, "701.59a"):
            return refuse("cost-picks", "that can't be exiled for evidence", "701.59a", "cards of your graveyard")
        if less(there, count, "701.59a"):
            return refuse("cost-picks", "that can't be exiled for evidence", "701.59a", "cards of your graveyard")
        total += mana_value(proto_of(cls)) * count
        bill.picks.append(("exile", (row, count)))
    if total < cost.amount:
        message = f"evidence {cost.amount} is not collected: the cards named have {total}"
        return refuse("cost-short", message, "701.59a", f"cards with total mana value {cost.amount} or more")
    return None


def _left_of(state: State, bill: Bill, row: int, what: str) -> Amount:
    """How many of a row no other cost of a bill takes already in this way (118.3)."""
    left = state.rows[row].n
    for does, (taken, count) in bill.picks:
        left = left - count if taken == row and does == what else left
    return left


def evidence(state: State, handle: int, seat: int) -> dict[int, int]:
    """The rows that may be exiled to collect evidence, with the mana value of a card of each (701.59a)."""
    found = {}
    for row, there in state.rows.items():
        if there.cls.zone == GRAVEYARD and there.cls.owner == seat and (row != handle or not is_single(there.n)):
            refuse_unknown(there.cls, "a mana value", "202.3")
            found[row] = mana_value(proto_of(there.cls))
    return found


def _convoke(state: State, bill: Bill, given: list[Pick], seat: int, wanted: ManaDemand) -> Refusal | None:
    """Creatures tapped for convoke: each pays one mana of its colour, else one generic mana (702.51a)."""
    while given:
        row, count = given.pop(0)
        there = state.rows.get(row)
        fine = (
            there is not None
            and there.cls.zone == BATTLEFIELD
            and there.cls.controller == seat
            and not there.cls.tapped
            and "creature" in types_of(state, row)
        )
        fine = fine and not less(count, 1, "702.51a")
        if not fine or less(_left_of(state, bill, row, "tap"), count, "702.51a"):
            return refuse("cost-picks", "that can't be tapped for convoke", "702.51a", "untapped creatures you control")
        colors = view(state, row).colors
        left = count
        for kinds in list(wanted.singles):
            if set(kinds) & set(colors) and not is_zero(left, "702.51a"):
                wanted.singles.remove(kinds)
                left = left - 1
        if less(wanted.generic, left, "702.51a"):
            return refuse("cost-picks", "more creatures are tapped than the cost takes", "702.51a", "fewer creatures")
        wanted.generic = wanted.generic - left
        bill.picks.append(("tap", (row, count)))
    return None


def _tap_cost(state: State, handle: int, tap: bool) -> Refusal | None:
    cls = state.rows[handle].cls
    if cls.tapped == tap:
        word = "tapped" if tap else "untapped"
        return refuse("already-tapped", f"{_name(state, handle)} is already {word}", "107.5", "an untapped permanent")
    if cls.sick and "creature" in types_of(state, handle) and "haste" not in view(state, handle).keywords:
        return refuse(
            "summoning-sick",
            f"{_name(state, handle)} came under its controller's control this turn",
            "302.6",
            "a creature controlled since the turn began, or one with haste",
        )
    return None


def _name(state: State, handle: int) -> str:
    proto = state.rows[handle].cls.proto
    return proto.name if proto is not None else "it"


def _counters_cost(state: State, handle: int, cost: RemoveCountersCost, seat: int, x: Amount) -> Refusal | None:
    if cost.filter is not None:
        raise unsupported("rule-cost-counters", "removing counters from another permanent as a cost", "118")
    wanted = cost_quantity(state, cost.amount, seat, x)
    if less(state.rows[handle].get(objects.COUNTER + cost.kind), wanted, "118.3"):
        message = f"{_name(state, handle)} has not enough {cost.kind} counters"
        return refuse("counters-short", message, "118.3", f"a permanent with {cost.kind} counters to remove")
    return None


#: What each cost does to the objects it takes, and with the source itself.
_DOES: Final = {
    SacrificeCost: "sacrifice",
    DiscardCost: "discard",
    TapOthers: "tap",
    ReturnCost: "return",
    ExileCost: "exile",
}


def _give_up(
    state: State, bill: Bill, given: list[Pick], choice: Choice, handle: int, cost: Any, costs: tuple[Any, ...]
) -> Refusal | None:
    """The objects that a cost takes, from those named or the only ones there are."""
    does = _DOES[type(cost)]
    if not isinstance(cost, DiscardCost) and cost.filter is None:
        bill.picks.append((f"{does} this", (handle, 1)))
        return None
    wanted = 1 if cost.amount is None else cost_quantity(state, cost.amount, choice.player, choice.x)
    there = {h: available(state, h, handle, cost, costs) for h in payable(state, handle, choice.player, cost)}
    for what, (h, count) in bill.picks:
        if h in there and (what == "tap") == (does == "tap") and not what.endswith(" this"):
            there[h] = there[h] - count
    there = {h: amount for h, amount in there.items() if not (type(amount) is int and amount == 0)}
    return _take_picks(state, bill, given, there, wanted, does)


def available(state: State, row: int, actor: int, cost: Any, costs: tuple[Any, ...] = ()) -> Amount:
    """How many of a row could be given up for a cost, one of ``costs``: not the acting one itself for "another"."""
    n = state.rows[row].n
    return n - 1 if but_itself(row, actor, cost) or (row == actor and goes_itself(cost, costs)) else n


def goes_itself(cost: Any, costs: tuple[Any, ...]) -> bool:
    """Whether the acting object can't be given up for a cost, because another of ``costs`` does the like with it (118.3).

    What is tapped for one cost may be given up for another, for it is tapped first.
    """
    if isinstance(cost, TapOthers):
        return any(isinstance(other, TapCost) for other in costs)
    return any(isinstance(c, (SacrificeCost, ReturnCost, ExileCost)) and c.filter is None for c in costs)


def but_itself(row: int, actor: int, cost: Any) -> bool:
    """Whether a row is the acting one's, and a cost can't take the acting object itself."""
    chosen = getattr(cost, "filter", None)
    elsewhere = isinstance(cost, DiscardCost) or (isinstance(cost, ExileCost) and cost.zone != BATTLEFIELD)
    gone = elsewhere or (chosen is not None and chosen.another)  # a card that is cast is no more where it was
    return gone and row == actor


def payable(state: State, handle: int, seat: int, cost: Any) -> list[int]:
    """The rows that a cost could take."""
    if isinstance(cost, DiscardCost):
        there = [h for h in in_hand(state, seat) if h != handle or not is_single(state.rows[h].n)]
        wanted = cost.filter
        return there if wanted is None else [h for h in there if card_fits(state, wanted, state.rows[h], seat, h)]
    assert isinstance(cost.filter, Filter)
    if isinstance(cost, ExileCost) and cost.zone != BATTLEFIELD:
        return [
            h
            for h, row in state.rows.items()
            if row.cls.zone == cost.zone
            and row.cls.owner == seat
            and (h != handle or not is_single(row.n))
            and card_fits(state, cost.filter, row, seat, h)
        ]
    tapped = isinstance(cost, TapOthers)
    return [
        h
        for h, row in state.rows.items()
        if row.cls.zone == BATTLEFIELD
        and row.cls.controller == seat
        and not (tapped and row.cls.tapped)
        and matches(state, cost.filter, h, seat, handle)
    ]


def in_hand(state: State, seat: int) -> list[int]:
    """The rows of cards in a player's hand."""
    return [h for h, row in state.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]


def _take_picks(
    state: State, bill: Bill, given: list[Pick], there: dict[int, Amount], wanted: Amount, what: str
) -> Refusal | None:
    """Take the objects for one cost from those named, or the only ones there are. ``there``: how many of each row."""
    total: Amount = 0
    for amount in there.values():
        total = total + amount
    if less(total, wanted, "118.3"):
        return refuse("cost-short", f"not enough to {what}", "118.3", f"something to {what}")
    if is_zero(wanted, "601.2b"):
        return None
    if not given:
        if len(there) == 1:
            bill.picks.append((what, (next(iter(there)), wanted)))
            return None
        if at_least(wanted, total, "118.3"):
            bill.picks += [(what, pick) for pick in there.items()]
            return None
        message = f"different things could be chosen to {what}"
        names = ", ".join(sorted({_name(state, h) for h in there}))
        return Refusal(AMBIGUOUS, "cost-ambiguous", message, f"one of: {names}", "601.2b")
    missing = wanted
    left = dict(there)
    while given and not is_zero(missing, "601.2b"):
        h, count = given.pop(0)
        if h not in left or less(count, 1, "601.2b") or less(left[h], count, "118.3"):
            return refuse("cost-picks", f"that can't be chosen to {what}", "601.2b", "what the cost names")
        if less(missing, count, "601.2b"):
            return refuse("cost-picks", f"too many are named to {what}", "601.2b", "exactly what the cost names")
        bill.picks.append((what, (h, count)))
        left[h] = left[h] - count
        missing = missing - count
    if not is_zero(missing, "601.2b"):
        return refuse("cost-picks", f"too few are named to {what}", "601.2b", "exactly what the cost names")
    return None


def pay_mana(draft: Draft, seat: int, paid: list[Paid]) -> None:
    """Take mana from a player's pool; a Phyrexian symbol paid with life is among the life (107.4f)."""
    for kind, amount in paid:
        if kind != "P":
            objects.spend_mana(draft, seat, kind, amount)


def pay(
    draft: Draft,
    seat: int,
    handle: int,
    costs: tuple[Any, ...],
    bill: Bill,
    x: Amount,
    taken: dict[int, list[int]],
    entry: int,
) -> None:
    """Pay a bill (601.2h). ``taken``: the actor and targets already singled out, by the row they came from.

    ``entry``: the row of what is being put on the stack, whose words may speak of what was given up.
    """
    pay_mana(draft, seat, bill.mana)
    for cost in costs:
        if isinstance(cost, TapCost):
            objects.tap(draft, handle)
        elif isinstance(cost, UntapCost):
            objects.untap(draft, handle)
        elif isinstance(cost, RemoveCountersCost):
            objects.remove_counters(draft, handle, cost.kind, cost_quantity(draft, cost.amount, seat, x))
        elif isinstance(cost, PutCountersCost):
            amount = cost_quantity(draft, cost.amount, seat, x)
            objects.put_counters(draft, handle, cost.kind, amount, seat, by_effect=False)
        elif isinstance(cost, LoyaltyCost) and cost.amount > 0:
            objects.put_counters(draft, handle, "loyalty", cost.amount, seat, by_effect=False)
        elif isinstance(cost, LoyaltyCost):
            objects.remove_counters(draft, handle, "loyalty", -cost.amount)
        elif isinstance(cost, MillCost):
            zones.mill(draft, seat, cost_quantity(draft, cost.amount, seat, x))
    if not is_zero(bill.life, "119.4"):
        damage.lose_life(draft, seat, bill.life)
    _hand_over(draft, handle, bill, taken, entry)


def _hand_over(draft: Draft, handle: int, bill: Bill, taken: dict[int, list[int]], entry: int) -> None:
    """Give up the objects of a bill; permanents that leave for one zone leave at the same time."""
    going: dict[str, list[int]] = {}
    read = _spoken_of(draft.rows[entry].cls)
    for what, (row, count) in bill.picks:
        if what == "tap":  # first: what is tapped may be given up, too
            for part in _members(draft, row, count, taken.get(row, [])):
                objects.tap(draft, part)
                taken[row] = [*(one for one in taken.get(row, []) if one != part), part]
    for what, (row, count) in bill.picks:
        if what == "tap":
            continue
        if what == "discard":
            zones.discard(draft, row, count)
        elif what.endswith(" this"):
            going.setdefault(what.removesuffix(" this"), []).append(handle)
        elif row in draft.rows and draft.rows[row].cls.zone != BATTLEFIELD:
            _name_given(draft, entry, read, "exile", [zones.move(draft, split(draft, row, count), EXILE, "exiled")])
        else:
            going.setdefault(what, []).extend(_members(draft, row, count, taken.get(row, [])))
    for what, rows in going.items():
        if rows != [handle]:
            _name_given(draft, entry, read, what, rows)
        if what == "sacrifice":
            for row in rows:
                objects.tally_sacrifice(draft, row)
        here = [row for row in rows if draft.rows[row].cls.zone == BATTLEFIELD]
        for row in rows:
            if row not in here:
                zones.move(draft, row, _TO[what], what, "bottom")
        if here:
            objects.leave_all(draft, here, _TO[what], _PAST[what], "bottom")


def _spoken_of(cls: Class) -> frozenset[str]:
    """Which of its surroundings what is put on the stack reads: the ability, or each line of the spell."""
    if cls.proto is None:
        return reads(cls.term)
    lines = [reads(ability) for ability in cls.proto.abilities if isinstance(ability, SpellAbility)]
    return frozenset().union(*lines)


#: What the words for an object given up read: "the sacrificed creature", "the exiled card" (607.2a).
_NAMED: Final = {"Result": frames.RESULT, "Linked": frames.LINK}


def _name_given(draft: Draft, entry: int, read: frozenset[str], what: str, rows: list[int]) -> None:
    """Let a spell or ability that speaks of what was given up for it know what that was (608.2h)."""
    for word, stem in _NAMED.items():
        if word not in read or (word == "Linked" and what != "exile"):
            continue
        refs = dict(draft.rows[entry].refs)
        known = sum(slot.startswith(stem) for slot in refs)
        for i, row in enumerate((row for row in rows if row in draft.rows), known):
            refs[f"{stem}{i}"] = one(row) if type(draft.rows[row].n) is int else whole(row)
        set_refs(draft, entry, refs)
        if word == "Result":
            put(draft, "", entry, GIVEN, 1)


_TO: Final = {"sacrifice": GRAVEYARD, "return": HAND, "exile": EXILE, "bottom": LIBRARY}
_PAST: Final = {
    "sacrifice": "sacrificed",
    "return": "returned to hand",
    "exile": "exiled",
    "bottom": "put on the bottom",
}


def _members(draft: Draft, row: int, count: Amount, singled: list[int]) -> list[int]:
    """``count`` things of a row, those singled out of it last (their row may be all that is left of it)."""
    found: list[int] = []
    for part in [row, *singled]:
        if part in found or part not in draft.rows or is_zero(count, "601.2b"):
            continue
        n = draft.rows[part].n
        here = n if less(n, count, "601.2b") else count
        found.append(split(draft, part, here))
        count = count - here
    return found


def check_x(choice: Choice, announced: bool) -> Refusal | None:
    """Whether the choice announces an X where there is one to announce, and not below 0 (107.1b, 107.3)."""
    if announced:
        return refuse("x", "X can't be less than 0", "107.1b", "0 or more") if less(choice.x, 0, "107.1b") else None
    if type(choice.x) is int and choice.x == 0:
        return None
    return refuse("x", "there is no X to announce", "107.3", "no X")


def announces_x(costs: tuple[Any, ...]) -> bool:
    """Whether X is announced as something is activated or cast (107.3a): its costs have one."""
    for cost in costs:
        if isinstance(cost, ManaCost) and "X" in cost.symbols:
            return True
        if isinstance(getattr(cost, "amount", None), XValue):
            return True
    return False


def actor(draft: Draft, choice: Choice) -> int:
    """The one object that acts, singled out of its group."""
    return single_out(draft, choice.row, choice.member)


def used(draft: Draft, handle: int, costs: tuple[Any, ...]) -> None:
    """A loyalty ability was activated: no other of this permanent this turn (606.3)."""
    if any(isinstance(cost, LoyaltyCost) for cost in costs):
        turn_into(draft, "", handle, draft.rows[handle].cls.with_prop("used.loyalty", True))


def used_loyalty(cls: Class) -> bool:
    """Whether a loyalty ability of a permanent was activated this turn."""
    return bool(cls.prop("used.loyalty"))
