"""Costs (118, 601.2f-h, 602.2b): what has to be paid, whether it can be, and paying it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from reiterate.amounts import Amount, at_least, is_zero, less
from reiterate.refusals import AMBIGUOUS, ILLEGAL, Refusal, unsupported
from reiterate.rules import objects
from reiterate.rules.chars import condition_holds, matches, statics, view
from reiterate.rules.choices import Choice, Paid, Pick
from reiterate.rules.world import single_out, split
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, HAND, Ref, State, player
from reiterate.terms.nodes import (
    MANA_KINDS,
    Activated,
    CostReduction,
    CountOf,
    DiscardCost,
    Fixed,
    Host,
    LifeCost,
    ManaCost,
    PutCountersCost,
    Quantity,
    RemoveCountersCost,
    SacrificeCost,
    TapCost,
    This,
    UntapCost,
    XValue,
    is_mana_ability,
)

HANDLED_COSTS: Final = (
    TapCost,
    UntapCost,
    ManaCost,
    LifeCost,
    RemoveCountersCost,
    PutCountersCost,
    SacrificeCost,
    DiscardCost,
)


class Bill:
    """A cost worked out: mana by kind, life, and what is given up; ready to be paid."""

    __slots__ = ("life", "mana", "picks")

    def __init__(self) -> None:
        self.mana: list[Paid] = []
        self.life: Amount = 0
        self.picks: list[tuple[str, Pick]] = []  # "sacrifice" or "discard", the row and how many


def refuse(code: str, message: str, rule: str, expected: str = "") -> Refusal:
    """A refusal of something not legal now."""
    return Refusal(ILLEGAL, code, message, expected, rule)


# --- mana --------------------------------------------------------------------------------------------------------


class ManaDemand:
    """A mana cost: each coloured or colourless symbol as its set of kinds, and a generic part."""

    __slots__ = ("generic", "singles")

    def __init__(self, singles: list[tuple[str, ...]], generic: Amount) -> None:
        self.singles = singles
        self.generic = generic


def demand(symbols: Iterable[str], x: Amount) -> ManaDemand:
    """Read mana symbols (107.4)."""
    singles: list[tuple[str, ...]] = []
    generic: Amount = 0
    for symbol in symbols:
        if symbol.isdigit():
            generic = generic + int(symbol)
        elif symbol == "X":
            generic = generic + x
        elif symbol in MANA_KINDS:
            singles.append((symbol,))
        elif "/" in symbol and all(part in MANA_KINDS for part in symbol.split("/")):
            singles.append(tuple(symbol.split("/")))
        else:
            raise unsupported("rule-107.4", f"paying {{{symbol}}}", "107.4")
    return ManaDemand(singles, generic)


def reductions(state: State, handle: int, ability: Activated) -> list[tuple[int, int]]:
    """The cost reductions of an activation as amounts with their floors (601.2f, 602.2b)."""
    found: list[tuple[int, int]] = []
    for source, static in statics(state).applied:
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
    return found


def take_off(wanted: ManaDemand, amount: Amount, floor: Amount) -> None:
    """Apply one reduction: generic mana only (118.7a), and not below ``floor`` mana in all."""
    singles = len(wanted.singles)
    keep = floor - singles if singles < floor else 0
    if not less(wanted.generic, keep, "601.2f"):
        lower = wanted.generic - amount
        wanted.generic = keep if less(lower, keep, "601.2f") else lower


def share(total: Amount, times: int) -> Amount:
    """How often ``times`` mana can be paid out of ``total``: the greatest X."""
    if less(total, 0, "107.3"):
        return 0
    if times == 1:
        return total
    if not isinstance(total, int):
        raise unsupported("growth-not-covered", "several {X} paid out of an amount that changes", "107.3")
    return total // times


def _reduces(state: State, source: int, effect: CostReduction, handle: int) -> bool:
    row = state.rows[handle]
    origin = state.rows[source]
    if effect.whose == "you" and row.cls.controller != origin.cls.controller:
        return False
    if effect.subject is None:
        return True
    if isinstance(effect.subject, This):
        return source == handle
    if isinstance(effect.subject, Host):
        ref = origin.refs.get("host")
        return isinstance(ref, Ref) and ref.row == handle
    return matches(state, effect.subject, handle, origin.cls.controller, source)


def pool(state: State, seat: int) -> dict[str, Amount]:
    """A player's mana by kind."""
    row = state.rows[player(seat)]
    return {kind: row.get(objects.MANA + kind) for kind in MANA_KINDS}


def settle_mana(state: State, seat: int, wanted: ManaDemand, pay: tuple[Paid, ...]) -> list[Paid] | Refusal:
    """How a mana cost is paid: as ``pay`` says, or the only way there is."""
    have = pool(state, seat)
    if pay:
        return _paid_as_said(have, wanted, pay)
    spent: dict[str, Amount] = {}
    for kinds in sorted(wanted.singles, key=len):
        usable = [k for k in kinds if not is_zero(have[k] - spent.get(k, 0), "106.4")]
        if not usable:
            return _short(wanted)
        if len(usable) > 1:
            return _say_which(wanted)
        spent[usable[0]] = spent.get(usable[0], 0) + 1
    if not is_zero(wanted.generic, "118.5"):
        left = [(k, have[k] - spent.get(k, 0)) for k in MANA_KINDS]
        kinds_left = [(k, amount) for k, amount in left if not is_zero(amount, "106.4")]
        total: Amount = 0
        for _, amount in kinds_left:
            total = total + amount
        if less(total, wanted.generic, "118.3"):
            return _short(wanted)
        if len(kinds_left) == 1:
            spent[kinds_left[0][0]] = spent.get(kinds_left[0][0], 0) + wanted.generic
        elif at_least(wanted.generic, total, "118.3"):
            for kind, amount in kinds_left:
                spent[kind] = spent.get(kind, 0) + amount
        else:
            return _say_which(wanted)
    return sorted(spent.items(), key=lambda item: MANA_KINDS.index(item[0]))


def _paid_as_said(have: dict[str, Amount], wanted: ManaDemand, pay: tuple[Paid, ...]) -> list[Paid] | Refusal:
    left: dict[str, Amount] = dict.fromkeys(MANA_KINDS, 0)
    for kind, amount in pay:
        if kind not in left or less(amount, 0, "118.3"):
            return refuse("payment", f"{kind} is no kind of mana to pay with", "106.1b", "W, U, B, R, G or C")
        left[kind] = left[kind] + amount
        if less(have[kind], left[kind], "118.3"):
            return refuse("mana-short", f"there is not that much {{{kind}}} in the pool", "118.3", "mana that is there")
    if not pays_symbols(left, wanted.singles):
        message = "that mana does not pay the coloured part of the cost"
        return refuse("payment", message, "118.3", _cost_text(wanted))
    due = wanted.generic + len(wanted.singles)
    total: Amount = 0
    for amount in left.values():
        total = total + amount
    if not (at_least(total, due, "118.3") and at_least(due, total, "118.3")):
        return refuse("payment", "that mana is not exactly the cost", "118.3", _cost_text(wanted))
    return [(kind, amount) for kind, amount in left.items() if not (type(amount) is int and amount == 0)]


def pays_symbols(left: dict[str, Amount], singles: list[tuple[str, ...]]) -> bool:
    """Whether mana pays every coloured, colourless and hybrid symbol of a cost (107.4e), each with mana of its own.

    True exactly if each set of symbols finds enough mana of the kinds they take; unions of kinds are enough to ask.
    """
    unions: set[frozenset[str]] = set()
    for kinds in singles:
        unions |= {frozenset(kinds) | union for union in unions} | {frozenset(kinds)}
    for union in sorted(unions, key=sorted):
        needed = sum(1 for kinds in singles if union.issuperset(kinds))
        there: Amount = 0
        for kind in sorted(union):
            there = there + left.get(kind, 0)
        if less(there, needed, "118.3"):
            return False
    return True


def _short(wanted: ManaDemand) -> Refusal:
    return refuse("mana-short", "not enough mana in the pool", "118.3", f"mana for {_cost_text(wanted)}")


def _say_which(wanted: ManaDemand) -> Refusal:
    message = "the cost can be paid with different mana"
    return Refusal(AMBIGUOUS, "payment-ambiguous", message, f"paying ... that adds up to {_cost_text(wanted)}", "118.3")


def _cost_text(wanted: ManaDemand) -> str:
    parts = ["{" + "/".join(kinds) + "}" for kinds in wanted.singles]
    if type(wanted.generic) is int and (wanted.generic or not parts):
        parts.insert(0, "{" + str(wanted.generic) + "}")
    elif type(wanted.generic) is not int:
        parts.insert(0, "the generic part")
    return "".join(parts)


# --- the whole cost ----------------------------------------------------------------------------------------------


def cost_quantity(state: State, value: Quantity, seat: int, x: Amount) -> Amount:
    """A quantity in a cost."""
    if isinstance(value, Fixed):
        return value.value
    if isinstance(value, XValue):
        return x
    if isinstance(value, CountOf):
        raise unsupported("rule-cost-count", "a cost that counts", "118")
    raise unsupported("rule-cost-quantity", f"{type(value).__name__} in a cost", "118")


def work_out(state: State, choice: Choice, handle: int, ability: Activated) -> Bill | Refusal:
    """The bill of an activation, or why it can't be paid (602.2b)."""
    refused = check_x(choice, announces_x(ability))
    if refused is not None:
        return refused
    bill = Bill()
    seat = choice.player
    mana_symbols: list[str] = []
    given = list(choice.picks)
    for cost in ability.costs:
        problem: Refusal | None = None
        if isinstance(cost, ManaCost):
            mana_symbols += cost.symbols
        elif isinstance(cost, (TapCost, UntapCost)):
            problem = _tap_cost(state, handle, isinstance(cost, TapCost))
        elif isinstance(cost, LifeCost):
            bill.life = bill.life + cost_quantity(state, cost.amount, seat, choice.x)
        elif isinstance(cost, RemoveCountersCost):
            problem = _counters_cost(state, handle, cost, seat, choice.x)
        elif isinstance(cost, SacrificeCost):
            problem = _give_up(state, bill, given, handle, seat, cost, choice.x)
        elif isinstance(cost, DiscardCost):
            problem = _discard_cost(state, bill, given, seat, cost_quantity(state, cost.amount, seat, choice.x))
        elif not isinstance(cost, PutCountersCost):
            raise unsupported("rule-cost", f"{type(cost).__name__} has no handler", "118")
        if problem is not None:
            return problem
    if not is_zero(bill.life, "119.4") and less(state.rows[player(seat)].get("life"), bill.life, "119.4"):
        return refuse("life-short", "not that much life to pay", "119.4", "a life total of at least the payment")
    if given:
        return refuse("cost-picks", "more objects are named than the cost takes", "601.2b", "the objects of the cost")
    if mana_symbols:
        wanted = demand(mana_symbols, choice.x)
        for amount, floor in reductions(state, handle, ability):
            take_off(wanted, amount, floor)
        paid = settle_mana(state, seat, wanted, choice.pay)
        if isinstance(paid, Refusal):
            return paid
        bill.mana = paid
    elif choice.pay:
        return refuse("payment", "the ability costs no mana", "118.5", "no payment")
    return bill


def _tap_cost(state: State, handle: int, tap: bool) -> Refusal | None:
    cls = state.rows[handle].cls
    if cls.tapped == tap:
        word = "tapped" if tap else "untapped"
        return refuse("already-tapped", f"{_name(state, handle)} is already {word}", "107.5", "an untapped permanent")
    if (
        cls.sick
        and cls.proto is not None
        and "creature" in cls.proto.types
        and "haste" not in view(state, handle).keywords
    ):
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


def _give_up(
    state: State, bill: Bill, given: list[Pick], handle: int, seat: int, cost: SacrificeCost, x: Amount
) -> Refusal | None:
    if cost.filter is None:
        bill.picks.append(("sacrifice this", (handle, 1)))
        return None
    wanted = cost_quantity(state, cost.amount, seat, x)
    candidates = sacrificeable(state, handle, seat, cost)
    there = {h: available(state, h, handle, cost) for h in candidates}
    for _, (h, count) in bill.picks:
        if h in there:
            there[h] = there[h] - count
    return _take_picks(state, bill, given, there, wanted, "sacrifice")


def available(state: State, row: int, actor: int, cost: SacrificeCost | DiscardCost) -> Amount:
    """How many of a row could be given up for a cost: not the acting one itself for "another"."""
    n = state.rows[row].n
    another = isinstance(cost, SacrificeCost) and cost.filter is not None and cost.filter.another
    return n - 1 if another and row == actor else n


def sacrificeable(state: State, handle: int, seat: int, cost: SacrificeCost) -> list[int]:
    """The rows that could be sacrificed for a cost."""
    assert cost.filter is not None
    return [
        h
        for h, row in state.rows.items()
        if row.cls.zone == BATTLEFIELD and row.cls.controller == seat and matches(state, cost.filter, h, seat, handle)
    ]


def in_hand(state: State, seat: int) -> list[int]:
    """The rows of cards in a player's hand."""
    return [h for h, row in state.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]


def _discard_cost(state: State, bill: Bill, given: list[Pick], seat: int, wanted: Amount) -> Refusal | None:
    there = {h: state.rows[h].n for h in in_hand(state, seat)}
    return _take_picks(state, bill, given, there, wanted, "discard")


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
    """Take mana from a player's pool."""
    for kind, amount in paid:
        objects.spend_mana(draft, seat, kind, amount)


def pay(
    draft: Draft, seat: int, handle: int, ability: Activated, bill: Bill, x: Amount, taken: dict[int, list[int]]
) -> None:
    """Pay a bill (601.2h). ``taken``: the actor and targets already singled out, by the row they came from."""
    pay_mana(draft, seat, bill.mana)
    for cost in ability.costs:
        if isinstance(cost, TapCost):
            objects.tap(draft, handle)
        elif isinstance(cost, UntapCost):
            objects.untap(draft, handle)
        elif isinstance(cost, RemoveCountersCost):
            objects.remove_counters(draft, handle, cost.kind, cost_quantity(draft, cost.amount, seat, x))
        elif isinstance(cost, PutCountersCost):
            objects.put_counters(draft, handle, cost.kind, cost_quantity(draft, cost.amount, seat, x))
    if not is_zero(bill.life, "119.4"):
        objects.lose_life(draft, seat, bill.life)
    leaving: list[int] = []
    for what, (row, count) in bill.picks:
        if what == "discard":
            objects.discard(draft, row, count)
        elif what == "sacrifice this":
            leaving.append(handle)
        else:
            leaving += _members(draft, row, count, taken.get(row, []))
    for row in leaving:
        objects.tally_sacrifice(draft, row)
    if leaving:
        objects.leave_all(draft, leaving, "graveyard", "sacrificed")


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


def announces_x(ability: Activated) -> bool:
    """Whether X is announced as an ability is activated (107.3a): its costs have one."""
    for cost in ability.costs:
        if isinstance(cost, ManaCost) and "X" in cost.symbols:
            return True
        if isinstance(getattr(cost, "amount", None), XValue):
            return True
    return False


def actor(draft: Draft, choice: Choice) -> int:
    """The one object that acts, singled out of its group."""
    return single_out(draft, choice.row, choice.member)
