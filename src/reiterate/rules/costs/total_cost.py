"""The total cost of a spell or ability and how a choice pays it (118, 601.2f to 601.2h)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from reiterate import records
from reiterate.amounts import Amount, is_zero, less
from reiterate.refusals import AMBIGUOUS, Refusal, unsupported
from reiterate.rules.access.choice import CAST, ITSELF, Choice, Pick
from reiterate.rules.access.influence import sees
from reiterate.rules.access.whole_tables import check_whole
from reiterate.rules.characteristics.evaluate import (
    cards_in,
    condition_holds,
    holds,
    matches,
    result_of,
    statics,
    types_of,
    view,
)
from reiterate.rules.characteristics.references import Around
from reiterate.rules.costs.bill import Bill, cost_quantity, name_of, own_counters
from reiterate.rules.costs.mana import (
    ManaDemand,
    ManaShort,
    Reduction,
    demand,
    refuse,
    settle_mana,
    take_kinds_off,
    take_off,
    usable,
)
from reiterate.rules.costs.object_costs import OBJECT_COSTS, collect, give_up, help_to_pay
from reiterate.rules.costs.payment import announces_x, check_x
from reiterate.rules.events.replacement import cant_have, in_force, of_player
from reiterate.state.model import BATTLEFIELD, EACH, LIBRARY, Ref, Reference, State, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import COUNTER, ENERGY_COUNTERS, HOST, LIFE, LOYALTY_COUNTERS, NTH_TARGET
from reiterate.terms.abilities import Activated, costs_by_target, is_mana_ability
from reiterate.terms.base import replace
from reiterate.terms.costs import (
    BottomCost,
    Cost,
    DiscardCost,
    DiscardThis,
    EnergyCost,
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
    TapPower,
    UntapCost,
)
from reiterate.terms.meanings import OF_KEYWORD
from reiterate.terms.references import Filter, Host, This
from reiterate.terms.static_effects import CostReduction, LoyaltyMore
from reiterate.terms.vocabulary import PAYING, either

HANDLED_COSTS: Final = (
    TapCost,
    UntapCost,
    ManaCost,
    LifeCost,
    EnergyCost,
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
    TapPower,
    BottomCost,
    DiscardThis,
)

check_whole("cost", HANDLED_COSTS, Cost)

#: Effects that say "up to" take off at most so much in all, where who pays may choose less.
MOST_SPARED: Final = 1000


def reductions(
    state: State, handle: int, ability: Activated, targets: tuple[int, ...] = (), spared: int = 0
) -> list[tuple[Amount, Amount]]:
    """The cost reductions of an activation as amounts with their floors, in the order that takes off most (601.2f, 602.2b).

    ``targets``: those chosen, of which the ability may ask (601.2c). ``spared``: by how much less than they may take off
    those do that say "up to".
    """
    found: list[tuple[Amount, int]] = []  # how much, and its floor
    if ability.less is not None:
        refs: dict[str, Reference] = {
            f"{NTH_TARGET}{i}": Ref("one", handle if target == ITSELF else target) for i, target in enumerate(targets)
        }
        around = Around(state.rows[handle].cls.controller, refs, {}, handle)
        if ability.less_if is None or holds(state, around, ability.less_if):
            found.append((result_of(state, around, ability.less), 0))
    for effect, amount in _applied(state, handle, ability):
        less_off = min(spared, _counted(amount)) if effect.up_to and spared else 0
        spared -= less_off
        found.append((amount - less_off, effect.floor))
    found.sort(key=_floor)  # 601.2f: in any order; what stops early goes first
    return list(found)


def _applied(state: State, handle: int, ability: Activated) -> Iterator[tuple[CostReduction, Amount]]:
    """The effects in force that reduce the cost of an activation, each with all that its source takes off."""
    in_force = statics(state)
    if CostReduction not in in_force.kinds or ability.action:
        return
    for source, static in in_force.applied:
        effect = static.effect
        if not isinstance(effect, CostReduction):
            continue
        if static.condition is not None and not condition_holds(state, static.condition, source):
            continue
        if not effect.mana_abilities and is_mana_ability(ability):
            continue
        if effect.keyword and not OF_KEYWORD[effect.keyword](ability):
            continue
        if _reduces(state, source, effect, handle):
            yield effect, effect.amount * _members(state, source, effect, handle)


def _members(state: State, source: int, effect: CostReduction, handle: int) -> Amount:
    """How many permanents of a group take something off the cost: each by itself, so that they add up (601.2f).

    A floor is the same for all of them, and so it holds for what they take off together.
    """
    row = state.rows[source]
    if is_single(row.n) or isinstance(effect.subject, This):
        return 1  # of a group, the member that is activated speaks of itself
    if isinstance(effect.subject, Host):
        ref = row.refs.get(HOST)
        return 1 if isinstance(ref, Ref) and ref.mode == EACH else row.n
    if source == handle and effect.subject is not None and effect.subject.another:
        return row.n - 1
    return row.n


def _counted(amount: Amount) -> int:
    """What effects take off that say "up to", where every lower number is tried, too. Raises ``Unsupported`` for too much."""
    if not isinstance(amount, int) or amount > MOST_SPARED:
        raise unsupported(
            "rule-601.2f", f"paying more than need be where effects take off more than {MOST_SPARED} mana", "601.2f"
        )
    return amount


def additions(state: State, handle: int, ability: Activated) -> Amount:
    """Generic mana that an activation costs more: the X that its text defines, worked out as it is activated (107.3c)."""
    if ability.more is None:
        return 0
    row = state.rows[handle]
    return result_of(state, Around(row.cls.controller, {}, {}, handle, row), ability.more)


def _floor(one: tuple[Amount, int]) -> int:
    return -one[1]


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
        ref = origin.refs.get(HOST)
        return isinstance(ref, Ref) and ref.row == handle
    if row.cls.zone != BATTLEFIELD:
        return False  # 109.2: a description without the word card means permanents
    return matches(state, effect.subject, handle, origin.cls.controller, source)


def activation_bill(state: State, choice: Choice, handle: int, ability: Activated) -> Bill | Refusal:
    """The bill of an activation, or why it can't be paid (602.2b)."""
    refused = check_x(choice, announces_x(ability.costs))
    if refused is not None:
        return refused
    more = additions(state, handle, ability)
    targets = choice.targets if costs_by_target(ability) else ()
    bill = bill_of(state, choice, handle, ability.costs, reductions(state, handle, ability, targets), more)
    if isinstance(bill, Bill) or not choice.pay:
        return bill
    for spared in range(1, _optional(state, handle, ability) + 1):
        bill = bill_of(state, choice, handle, ability.costs, reductions(state, handle, ability, targets, spared), more)
        if isinstance(bill, Bill):
            break  # who names another payment takes less off, where an effect says "up to" (601.2f)
    return bill


def _optional(state: State, handle: int, ability: Activated) -> int:
    """How much generic mana the effects take off that say "up to"."""
    return _counted(sum(_counted(amount) for effect, amount in _applied(state, handle, ability) if effect.up_to))


def bill_of(
    state: State,
    choice: Choice,
    handle: int,
    costs: tuple[Any, ...],
    off: Sequence[Reduction],
    more: Amount = 0,
) -> Bill | Refusal:
    """The bill of some costs, or why they can't be paid. ``off``: reductions with floors; ``more``: generic mana added.

    Where {2/W} can be read in several ways (107.4e), the one that is paid; more than one without a
    payment said is refused.
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
        short = [refused for refused in found if isinstance(refused, ManaShort)]
        return records.replace(short[0], due=tuple(due for each in short for due in each.due)) if short else found[0]
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
            ways_to_pay = either(symbol) or (symbol,)
            parts = list(dict.fromkeys(tuple(sorted((*part, one_way))) for part in parts for one_way in ways_to_pay))
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
    others: Filter = replace(filter, another=True)
    return others


def _bill_of(
    state: State,
    choice: Choice,
    handle: int,
    costs: tuple[Any, ...],
    off: Sequence[Reduction],
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
        elif isinstance(cost, EnergyCost):
            bill.energy = bill.energy + cost_quantity(state, cost.amount, seat, choice.x)
        elif isinstance(cost, RemoveCountersCost) and cost.filter is None:
            problem = _counters_cost(state, handle, cost, seat, choice.x)
        elif isinstance(cost, LoyaltyCost):
            problem = _loyalty_cost(state, handle, cost)
        elif isinstance(cost, MillCost):
            problem = _mill_cost(state, cost, seat, choice.x)
        elif isinstance(cost, BottomCost):
            bill.picks.append(("bottom this", (handle, 1)))
        elif isinstance(cost, DiscardThis):
            bill.picks.append(("discard", (handle, 1)))
        elif isinstance(cost, (EvidenceCost, TapPower)):
            problem = collect(state, bill, given, choice, cost, costs)
        elif isinstance(cost, OBJECT_COSTS):
            problem = give_up(state, bill, given, choice, handle, cost, costs)
        elif isinstance(cost, PutCountersCost):
            put_here = cost_quantity(state, cost.amount, seat, choice.x)
            problem = None if is_zero(put_here, "614.17b") else _counters_barred(state, handle, cost.kind)
        else:
            raise unsupported("rule-cost", f"{type(cost).__name__} has no handler", "118")
        if problem is not None:
            return problem
    taxed = not (type(more) is int and more == 0)  # 118.9d: a tax on a cost without mana
    costs_mana = mana_symbols or taxed
    if not costs_mana and not given:
        allowed = usable(state, seat, handle, choice.verb == CAST)
        return _settle(state, bill, given, choice, None, allowed)
    wanted = demand(mana_symbols, choice.x)
    wanted.generic = wanted.generic + more
    for amount, floor in take_kinds_off(wanted, off):
        take_off(wanted, amount, floor)
    if given and any(word in choice.how for word in PAYING):
        problem = help_to_pay(state, bill, given, choice, wanted)
        if problem is not None:
            return problem
    allowed = usable(state, seat, handle, choice.verb == CAST)
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
    if not is_zero(bill.life, "119.4") and less(state.rows[player(seat)].get(LIFE), bill.life, "119.4"):
        return refuse("life-short", "not that much life to pay", "119.4", "a life total of at least the payment")
    if less(state.rows[player(seat)].get(ENERGY_COUNTERS), bill.energy, "107.14"):
        return refuse("energy-short", "not that much energy to pay", "107.14", "that many energy counters")
    return bill


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
    there = state.rows[handle].get(LOYALTY_COUNTERS)
    if cost.amount < 0 and less(there, -cost.amount, "606.6"):
        return refuse("loyalty-short", f"{name_of(state, handle)} has not that much loyalty", "606.6", "enough loyalty")
    return _counters_barred(state, handle, "loyalty") if cost.amount > 0 else None


def _counters_barred(state: State, handle: int, kind: str) -> Refusal | None:
    """Counters that can't be put on something can't be put there as a cost (614.17b)."""
    if not cant_have(state, handle, state.rows[handle], kind):
        return None
    message = f"{name_of(state, handle)} can't have {kind} counters put on it, so this cost can't be paid"
    return refuse("cost-impossible", message, "614.17b", "a cost of which every part can happen")


def _mill_cost(state: State, cost: MillCost, seat: int, x: Amount) -> Refusal | None:
    """A player can't choose to mill more cards than their library has (701.17b)."""
    if less(cards_in(state, LIBRARY, seat, None), cost_quantity(state, cost.amount, seat, x), "701.17b"):
        return refuse("cost-short", "not enough cards to mill", "701.17b", "that many cards in the library")
    return None


def _tap_cost(state: State, handle: int, tap: bool) -> Refusal | None:
    cls = state.rows[handle].cls
    if cls.tapped == tap:
        word = "tapped" if tap else "untapped"
        return refuse("already-tapped", f"{name_of(state, handle)} is already {word}", "107.5", "an untapped permanent")
    if cls.sick and "creature" in types_of(state, handle) and "haste" not in view(state, handle).keywords:
        return refuse(
            "summoning-sick",
            f"{name_of(state, handle)} came under its controller's control this turn",
            "302.6",
            "a creature controlled since the turn began, or one with haste",
        )
    return None


def _counters_cost(state: State, handle: int, cost: RemoveCountersCost, seat: int, x: Amount) -> Refusal | None:
    wanted = own_counters(state, handle, cost, seat, x)
    if less(state.rows[handle].get(COUNTER + cost.kind), wanted, "118.3"):
        message = f"{name_of(state, handle)} has not enough {cost.kind} counters"
        return refuse("counters-short", message, "118.3", f"a permanent with {cost.kind} counters to remove")
    return None
