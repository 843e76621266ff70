"""Paying a bill: mana leaves the pool, objects are given up, and what was given up is remembered (601.2h, 608.2h)."""

from __future__ import annotations

from typing import Any, Final

from reiterate.amounts import Amount, is_zero, less
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice, Paid
from reiterate.rules.access.state_access import put, set_refs, single_out, split, turn_into
from reiterate.rules.costs.bill import Bill, cost_quantity, own_counters, takes_all
from reiterate.rules.costs.mana import refuse
from reiterate.rules.costs.object_costs import UNCOUNTED
from reiterate.rules.events import counters, damage, leaves_battlefield, players, zones
from reiterate.rules.events.happenings import reads
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, Class, one, whole
from reiterate.state.properties import ATTACKS, NTH_LINK, NTH_RESULT, RESULT_GIVEN, USED_LOYALTY, X
from reiterate.terms.abilities import Activated, SpellAbility
from reiterate.terms.base import has_kind
from reiterate.terms.costs import (
    LoyaltyCost,
    ManaCost,
    MillCost,
    PutCountersCost,
    RemoveCountersCost,
    TapCost,
    UntapCost,
)
from reiterate.terms.effects_permanents import JoinCombat
from reiterate.terms.quantities import CountersRemoved, XValue
from reiterate.terms.references import Result


def pay_mana(draft: Draft, seat: int, paid: list[Paid]) -> None:
    """Take mana from a player's pool; a Phyrexian symbol paid with life is among the life (107.4f)."""
    for kind, amount in paid:
        if kind != "P":
            players.spend_mana(draft, seat, kind, amount)


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

    ``entry``: the row of what is being put on the stack, whose words may speak of what was given
    up.
    """
    pay_mana(draft, seat, bill.mana)
    _uncount(draft, seat, costs, bill, x, taken)
    for cost in costs:
        if isinstance(cost, TapCost):
            counters.tap(draft, handle)
        elif isinstance(cost, UntapCost):
            counters.untap(draft, handle)
        elif isinstance(cost, RemoveCountersCost) and cost.filter is None:
            gone = counters.remove_counters(draft, handle, cost.kind, own_counters(draft, handle, cost, seat, x))
            if takes_all(cost) and _says_how_many(draft.rows[entry].cls):
                put(draft, "", entry, X, gone)
        elif isinstance(cost, PutCountersCost):
            amount = cost_quantity(draft, cost.amount, seat, x)
            counters.put_counters(draft, handle, cost.kind, amount, seat, by_effect=False)
        elif isinstance(cost, LoyaltyCost) and cost.amount > 0:
            counters.put_counters(draft, handle, "loyalty", cost.amount, seat, by_effect=False)
        elif isinstance(cost, LoyaltyCost):
            counters.remove_counters(draft, handle, "loyalty", -cost.amount)
        elif isinstance(cost, MillCost):
            made = zones.mill(draft, seat, cost_quantity(draft, cost.amount, seat, x), cost.to, _WORDS[cost.to])
            if cost.to == EXILE:
                _name_given(draft, entry, _spoken_of(draft.rows[entry].cls), "exile", made)
    counters.pay_energy(draft, seat, bill.energy)
    if not is_zero(bill.life, "119.4"):
        damage.lose_life(draft, seat, bill.life)
    _hand_over(draft, handle, bill, taken, entry)


def _says_how_many(cls: Class) -> bool:
    """Whether an ability on the stack speaks of the counters that were removed to pay for it."""
    return cls.term is not None and has_kind(cls.term, CountersRemoved)


def _speaks_of_it(cls: Class) -> bool:
    """Whether an ability speaks of what was given up for it first, before it makes or moves anything itself."""
    return isinstance(cls.term, Activated) and has_kind(cls.term.effects[:1], Result)


def _uncount(
    draft: Draft, seat: int, costs: tuple[Any, ...], bill: Bill, x: Amount, taken: dict[int, list[int]]
) -> None:
    """Remove counters from the permanents that were named for it, each for one cost (122.1)."""
    asked = [cost for cost in costs if isinstance(cost, RemoveCountersCost) and cost.filter is not None]
    named = [row for what, (row, _) in bill.picks if what == UNCOUNTED]
    for cost, row in zip(asked, named, strict=True):
        amount = cost_quantity(draft, cost.amount, seat, x)
        for part in _members(draft, row, 1, taken.get(row, [])):
            counters.remove_counters(draft, part, cost.kind, amount)
            taken[row] = [*(one for one in taken.get(row, []) if one != part), part]


def _hand_over(draft: Draft, handle: int, bill: Bill, taken: dict[int, list[int]], entry: int) -> None:
    """Give up the objects of a bill; permanents that leave for one zone leave at the same time."""
    if not bill.picks:
        return
    going: dict[str, list[int]] = {}
    read = _spoken_of(draft.rows[entry].cls)
    tapped: list[int] = []
    for what, (row, count) in bill.picks:
        if what == "tap":  # first: what is tapped may be given up, too
            for part in _members(draft, row, count, taken.get(row, [])):
                counters.tap(draft, part)
                tapped.append(part)
                taken[row] = [*(one for one in taken.get(row, []) if one != part), part]
    if tapped and _speaks_of_it(draft.rows[entry].cls) and all(what == "tap" for what, _ in bill.picks):
        _name_given(draft, entry, read, "tap", tapped)  # "the tapped creature"
    discarded = False
    for what, (row, count) in bill.picks:
        if what in ("tap", UNCOUNTED):
            continue
        if what == "discard":
            zones.discard(draft, row, count, discarded)
            discarded = True
        elif what.endswith(" this"):
            going.setdefault(what.removesuffix(" this"), []).append(handle)
        elif row in draft.rows and draft.rows[row].cls.zone != BATTLEFIELD:
            _name_given(draft, entry, read, "exile", [zones.move(draft, split(draft, row, count), EXILE, "exiled")])
        else:
            going.setdefault(what, []).extend(_members(draft, row, count, taken.get(row, [])))
    for what, rows in going.items():
        if what == "return" and _in_its_place(draft.rows[entry].cls):
            told = {slot: ref for row in rows for slot, ref in draft.rows[row].refs.items() if slot == ATTACKS}
            set_refs(draft, entry, {**draft.rows[entry].refs, **told})
        if rows != [handle]:
            _name_given(draft, entry, read, what, rows)
        if what == "sacrifice":
            for row in rows:
                leaves_battlefield.tally_sacrifice(draft, row)
        here = [row for row in rows if draft.rows[row].cls.zone == BATTLEFIELD]
        for row in rows:
            if row not in here:
                zones.move(draft, row, _TO[what], what, "bottom")
        if here:
            leaves_battlefield.leave_all(draft, here, _TO[what], _PAST[what], "bottom")


def _in_its_place(cls: Class) -> bool:
    """Whether an ability puts a creature into combat in the place of one that is returned for it (702.49c)."""
    effects = cls.term.effects if isinstance(cls.term, Activated) else ()
    return any(isinstance(effect, JoinCombat) and effect.same for effect in effects)


def _spoken_of(cls: Class) -> frozenset[str]:
    """Which of its surroundings what is put on the stack reads: the ability, or each line of the spell."""
    if cls.proto is None:
        return reads(cls.term)
    lines = [reads(ability) for ability in cls.proto.abilities if isinstance(ability, SpellAbility)]
    return frozenset().union(*lines)


#: What the words for an object given up read: "the sacrificed creature", "the exiled card" (607.2a).
_NAMED: Final = {"Result": NTH_RESULT, "Linked": NTH_LINK}


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
            put(draft, "", entry, RESULT_GIVEN, 1)


_WORDS: Final = {GRAVEYARD: "milled", EXILE: "exiled"}
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


def is_loyal(costs: tuple[Any, ...]) -> bool:
    """Whether the costs are those of a loyalty ability (606.2)."""
    for cost in costs:  # noqa: SIM110 # asked of every activation: a generator costs twice as much
        if isinstance(cost, LoyaltyCost):
            return True
    return False


def used(draft: Draft, handle: int, costs: tuple[Any, ...]) -> None:
    """A loyalty ability was activated: no other of this permanent this turn (606.3)."""
    if is_loyal(costs):
        turn_into(draft, "", handle, draft.rows[handle].cls.with_prop(USED_LOYALTY, True))


def used_loyalty(cls: Class) -> bool:
    """Whether a loyalty ability of a permanent was activated this turn."""
    return cls.prop(USED_LOYALTY)
