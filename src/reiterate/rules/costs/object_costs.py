"""Costs that are paid with objects: what may be sacrificed, discarded, exiled, returned or tapped (118.3, 118.8)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from reiterate.amounts import Amount, at_least, digits_text, is_zero, less, value_of
from reiterate.refusals import AMBIGUOUS, Refusal, unsupported
from reiterate.rules.access.choice import Choice, Pick
from reiterate.rules.characteristics.evaluate import card_fits, matches, power, types_of, view
from reiterate.rules.characteristics.printed_characteristics import costed, mana_value, refuse_unknown
from reiterate.rules.costs.bill import Bill, cost_quantity, name_of
from reiterate.rules.costs.mana import ManaDemand, refuse
from reiterate.rules.events.combat_state import is_unblocked
from reiterate.state.model import BATTLEFIELD, GRAVEYARD, HAND, State
from reiterate.state.normal_form import is_single
from reiterate.state.progression_rows import members_of
from reiterate.state.properties import COUNTER
from reiterate.terms.costs import (
    DiscardCost,
    EvidenceCost,
    ExileCost,
    RemoveCountersCost,
    ReturnCost,
    SacrificeCost,
    TapCost,
    TapOthers,
    TapPower,
)
from reiterate.terms.quantities import XValue
from reiterate.terms.references import Filter
from reiterate.terms.unusable import COUNTERS_ELSEWHERE
from reiterate.terms.vocabulary import PAYING

#: Those of ``RemoveCountersCost`` only with a filter: else the counters are the source's own.
OBJECT_COSTS: Final = (SacrificeCost, DiscardCost, TapOthers, ReturnCost, ExileCost, RemoveCountersCost)


class Totalled(NamedTuple):
    """A cost that takes any number of objects with so much in all: where they lie, what is done to them, and words for both."""

    zone: str
    does: str
    done: str
    rule: str
    code: str
    those: str
    short: str
    enough: str


#: Such costs. ``worth`` says how much each object counts.
TOTALLED: Final[dict[type[Any], Totalled]] = {
    EvidenceCost: Totalled(
        GRAVEYARD, "exile", "exiled for evidence", "701.59a", "rule-701.59a", "cards of your graveyard",
        "evidence {} is not collected: the cards named have {}", "cards with total mana value {} or more",
    ),
    TapPower: Totalled(
        BATTLEFIELD, "tap", "tapped for power", "702.122a", "rule-702.122a", "other untapped creatures you control",
        "the creatures named lack power: {} is wanted, they have {}", "creatures with total power {} or greater",
    ),
}  # fmt: skip


def collect(
    state: State, bill: Bill, given: list[Pick], choice: Choice, cost: EvidenceCost | TapPower, costs: tuple[Any, ...]
) -> Refusal | None:
    """The objects named for a cost that totals something, each once, have so much or more (701.59a, 702.122a)."""
    way = TOTALLED[type(cost)]
    if any(c is not cost and _like(c, way) for c in costs):
        raise unsupported(way.code, f"what is {way.done} beside another cost of such objects", way.rule)
    there = rows_worth(state, choice.row, choice.player, cost)
    total: Amount = 0
    while given and given[0][0] in state.rows and state.rows[given[0][0]].cls.zone == way.zone:
        row, count = given.pop(0)
        if row not in there or less(count, 1, way.rule):
            return refuse("cost-picks", f"that can't be {way.done}", way.rule, way.those)
        left = left_of(state, bill, row, way.does) - (choice.row == row)  # not itself, as of ``worth``
        if less(left, count, way.rule):
            return refuse("cost-picks", f"that can't be {way.done}", way.rule, way.those)
        total = total + there[row] * count
        bill.picks.append((way.does, (row, count)))
    if less(total, cost.amount, way.rule):
        message = way.short.format(cost.amount, digits_text(value_of(total)))
        return refuse("cost-short", message, way.rule, way.enough.format(cost.amount))
    return None


def _like(cost: Any, way: Totalled) -> bool:
    """Whether a cost takes objects of the same zone in the same manner."""
    if type(cost) in TOTALLED:
        return TOTALLED[type(cost)] is way
    if isinstance(cost, ExileCost):
        return way.does == "exile" and cost.zone == way.zone
    return isinstance(cost, TapOthers) and way.does == "tap"


def left_of(state: State, bill: Bill, row: int, what: str) -> Amount:
    """How many of a row no other cost of a bill takes already in this way (118.3)."""
    left = state.rows[row].n
    for does, (taken, count) in bill.picks:
        left = left - count if taken == row and does == what else left
    return left


def rows_worth(state: State, handle: int, seat: int, cost: EvidenceCost | TapPower) -> dict[int, Amount]:
    """The rows that a cost which totals something may take, with what an object of each counts: mana value, or power (208.1)."""
    found: dict[int, Amount] = {}
    for row, there in state.rows.items():
        if row == handle and is_single(there.n):
            continue
        if isinstance(cost, EvidenceCost) and there.cls.zone == GRAVEYARD and there.cls.owner == seat:
            refuse_unknown(there.cls, "a mana value", "202.3")
            found[row] = mana_value(costed(there.cls))
        elif isinstance(cost, TapPower) and _may_tap(state, row, "creature", seat):
            if members_of(there) is not None:
                raise unsupported("rule-progressing", "the power of one of many objects that differ", "702.122a")
            found[row] = power(state, row)
    return found


def _may_tap(state: State, row: int, type: str, seat: int) -> bool:
    """Whether a permanent of a type may be tapped for a cost of a player."""
    cls = state.rows[row].cls
    return cls.zone == BATTLEFIELD and cls.controller == seat and not cls.tapped and type in types_of(state, row)


class Helping(NamedTuple):
    """How objects pay for a spell: what is done to them, what they are, whether they pay coloured mana, and words for them."""

    does: str
    type: str
    colored: bool
    rule: str
    those: str


#: The keywords by which objects pay (``PAYING``). What fits several pays by the first.
HELPING: Final = {
    "convoke": Helping("tap", "creature", True, "702.51a", "untapped creatures you control"),
    "improvise": Helping("tap", "artifact", False, "702.126a", "untapped artifacts you control"),
    "delve": Helping("exile", "", False, "702.66a", "cards in your graveyard"),
}
if HELPING.keys() != PAYING.keys():
    raise RuntimeError("the table of ways to pay with objects lacks or adds some")


def help_to_pay(state: State, bill: Bill, given: list[Pick], choice: Choice, wanted: ManaDemand) -> Refusal | None:
    """Objects that pay by convoke, improvise or delve: each one mana of its colour or one generic mana, as the keyword says."""
    ways = [HELPING[word] for word in HELPING if word in choice.how]
    while given:
        row, count = given.pop(0)
        way = next((way for way in ways if _helps(state, way, row, choice.player)), None)
        if way is None or less(count, 1, way.rule):
            first = way or ways[0]
            words = next(word for word, one in HELPING.items() if one is first)
            done = "exiled" if first.does == "exile" else "tapped"
            return refuse("cost-picks", f"that can't be {done} for {words}", first.rule, first.those)
        there = left_of(state, bill, row, way.does) - (way.does == "exile" and row == choice.row)  # 601.2a: it is cast
        if less(there, count, way.rule):
            return refuse("cost-picks", "more objects are named than there are", way.rule, way.those)
        left = count
        for kinds in list(wanted.singles) if way.colored else ():
            if set(kinds) & set(view(state, row).colors) and not is_zero(left, way.rule):
                wanted.singles.remove(kinds)
                left = left - 1
        if less(wanted.generic, left, way.rule):
            return refuse("cost-picks", "more objects are named than the cost takes", way.rule, "fewer of them")
        wanted.generic = wanted.generic - left
        bill.picks.append((way.does, (row, count)))
    return None


def _helps(state: State, way: Helping, row: int, seat: int) -> bool:
    """Whether an object may pay by a keyword."""
    there = state.rows.get(row)
    if there is None:
        return False
    if way.does == "exile":
        return there.cls.zone == GRAVEYARD and there.cls.owner == seat
    return _may_tap(state, row, way.type, seat)


#: What is done to a permanent whose counters are removed for a cost: it stays where it is.
UNCOUNTED: Final = "uncount"

#: What each cost does to the objects it takes, and with the source itself.
_DOES: Final = {
    SacrificeCost: "sacrifice",
    DiscardCost: "discard",
    TapOthers: "tap",
    ReturnCost: "return",
    ExileCost: "exile",
    RemoveCountersCost: UNCOUNTED,
}


def does_with(cost: Any) -> str:
    """What a cost does to the objects that it takes."""
    return _DOES[type(cost)]


def takes_objects(cost: Any) -> bool:
    """Whether objects may be named for a cost: not where it is the source's own counters that are removed."""
    return isinstance(cost, OBJECT_COSTS) and not (isinstance(cost, RemoveCountersCost) and cost.filter is None)


def give_up(
    state: State, bill: Bill, given: list[Pick], choice: Choice, handle: int, cost: Any, costs: tuple[Any, ...]
) -> Refusal | None:
    """The objects that a cost takes, from those named or the only ones there are."""
    does = _DOES[type(cost)]
    if not isinstance(cost, DiscardCost) and cost.filter is None:
        bill.picks.append((f"{does} this", (handle, 1)))
        return None
    removes = isinstance(cost, RemoveCountersCost)  # all of them from one permanent
    wanted = 1 if cost.amount is None or removes else cost_quantity(state, cost.amount, choice.player, choice.x)
    there = {h: available(state, h, handle, cost, costs) for h in payable(state, handle, choice.player, cost)}
    for what, (h, count) in bill.picks:
        if h in there and (what == "tap") == (does == "tap") and not what.endswith(" this"):
            there[h] = there[h] - count
    there = {h: amount for h, amount in there.items() if not (type(amount) is int and amount == 0)}
    return take_picks(state, bill, given, there, wanted, does)


def _counters_there(state: State, row: int, kind: str) -> Amount:
    """How many counters of a kind each permanent of a row has."""
    there = state.rows[row]
    if members_of(there) is not None:
        raise unsupported("rule-progressing", "counters of one of many objects that differ", "118.3")
    return there.get(COUNTER + kind)


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
        return there if wanted == Filter() else [h for h in there if card_fits(state, wanted, state.rows[h], seat, h)]
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
    found = [
        h
        for h, row in state.rows.items()
        if row.cls.zone == BATTLEFIELD
        and row.cls.controller == seat
        and not (tapped and row.cls.tapped)
        and not (isinstance(cost, ReturnCost) and cost.unblocked and not is_unblocked(state, h))
        and matches(state, cost.filter, h, seat, handle)
    ]
    return _with_counters(state, found, seat, cost) if isinstance(cost, RemoveCountersCost) else found


def _with_counters(state: State, rows: list[int], seat: int, cost: RemoveCountersCost) -> list[int]:
    """Those of some rows of which each permanent has as many counters as a cost removes from one."""
    if isinstance(cost.amount, XValue):
        raise unsupported("rule-cost-counters", *COUNTERS_ELSEWHERE)
    many = cost_quantity(state, cost.amount, seat, 0)
    return [h for h in rows if at_least(_counters_there(state, h, cost.kind), many, "118.3")]


def in_hand(state: State, seat: int) -> list[int]:
    """The rows of cards in a player's hand."""
    return [h for h, row in state.rows.items() if row.cls.zone == HAND and row.cls.owner == seat]


def take_picks(
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
        names = ", ".join(sorted({name_of(state, h) for h in there}))
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
