"""What is announced, and what is paid, for a spell that is cast as something resolves (601.2b to 601.2h, 608.2g).

It is announced by questions in the middle: optional costs, modes, targets, a division, then what is given up. X is 0 (107.3b).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from reiterate.amounts import Amount, is_zero, less, plain
from reiterate.refusals import AMBIGUOUS, Refusal, unsupported
from reiterate.rules.access.choice import CAST, Choice, Pick
from reiterate.rules.access.questions import Question, decide, note_objects, told_apart
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import printed, proto_of
from reiterate.rules.characteristics.references import Around
from reiterate.rules.costs import casting, object_costs, total_cost
from reiterate.rules.costs.bill import Bill, cost_quantity
from reiterate.rules.costs.casting import ALTERNATIVES, FREE
from reiterate.rules.costs.mana import ManaDemand, demand, settle_mana, take_kinds_off, take_off, usable
from reiterate.rules.costs.payment import announces_x
from reiterate.rules.events.targets import NONE, clash, legal_targets, possible, with_x
from reiterate.rules.resolution import division, stacking
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, STACK, State, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import LIFE
from reiterate.terms.abilities import SpellCosts, is_mana_ability
from reiterate.terms.base import Term
from reiterate.terms.costs import LifeCost, ManaCost, TapOthers
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetSpec
from reiterate.terms.unusable import kept_from_casting

#: The answer that ends a choice of modes.
NO_OTHER_MODE: Final = "no other mode"
#: Ways of casting one card that are looked at.
WAYS: Final = 256
#: Members of one row that are chosen as targets, each named by itself.
NAMED: Final = 1_000


@dataclass(frozen=True, slots=True)
class Announced:
    """What was announced for a spell: its modes and optional costs, its targets with their parts, and how it is paid."""

    how: tuple[str, ...]
    targets: tuple[int, ...]
    parts: dict[str, Amount]
    costs: tuple[Term, ...]
    bill: Bill

    @property
    def spent(self) -> Amount:
        """How much mana is spent."""
        total: Amount = 0
        for kind, amount in self.bill.mana:
            total = total + (0 if kind == "P" else amount)
        return total


# --- whether it can be cast --------------------------------------------------------------------------------------


def ways_of(state: State, handle: int, seat: int, stays: bool) -> list[tuple[str, ...]]:
    """The optional costs and modes with which a card could be cast now; [] where it can't be cast.

    ``stays``: the card stays where it is, because a copy of it is cast (707.12).
    """
    proto = proto_of(state.rows[handle].cls)
    text = kept_from_casting(proto)
    if text is not None:
        raise unsupported("clause-not-understood", f'{proto.name}: not understood: "{text}"', "601")
    found = []
    for how in _every_way(proto):
        if _affordable(state, handle, seat, how) and _aims(state, handle, seat, how, stays) is not None:
            found.append(how)
    return found


def _optional_words(proto: Proto) -> list[str]:
    """The words of optional costs that a card may be cast with, such as its kicker."""
    words = {a.how for a in proto.abilities if isinstance(a, SpellCosts) and a.how}
    return sorted(words - ALTERNATIVES.keys())


def _every_way(proto: Proto) -> list[tuple[str, ...]]:
    extra = _optional_words(proto)
    sets = [some for many in range(len(extra) + 1) for some in combinations(extra, many)]
    found = [(*some, *modes) for some in sets for modes in casting.mode_choices(proto, some)]
    if len(found) > WAYS:
        raise unsupported("rule-700.2", f"more than {WAYS} ways to cast a spell as something resolves", "700.2")
    return found


def _costs(state: State, handle: int, how: tuple[str, ...], targets: Sequence[int], seat: int) -> tuple[Any, ...]:
    """What a spell costs besides the mana cost that is not paid (601.2f, 118.9d)."""
    proto = proto_of(state.rows[handle].cls)
    costs = casting.costs_of(proto, (*how, FREE), casting.given_ways(state, handle))
    more = costs[1:]
    if any(type(cost) in object_costs.TOTALLED for cost in more):
        raise unsupported("rule-601.2b", "evidence for a spell that is cast as something resolves", "601.2b")
    if announces_x(more) and "X" not in (proto.mana_cost or ()):
        raise unsupported("rule-107.3", "an X that is announced for a spell cast as something resolves", "107.3a")
    return (*costs, *casting.target_costs(state, handle, seat, targets))


def _owed(state: State, handle: int, seat: int, costs: tuple[Any, ...]) -> ManaDemand:
    """The mana that a spell costs without its mana cost: its other costs, what effects add, less what they take off (118.9d)."""
    off, more = casting.changes(state, handle, seat)
    wanted = demand([symbol for cost in costs if isinstance(cost, ManaCost) for symbol in cost.symbols], 0)
    wanted.generic = wanted.generic + more
    for amount, floor in take_kinds_off(wanted, off):
        take_off(wanted, amount, floor)
    return wanted


def _affordable(state: State, handle: int, seat: int, how: tuple[str, ...]) -> bool:
    """Whether a player could pay what a spell costs so: with mana in the pool, or perhaps with mana that is made for it (601.2g)."""
    costs = _costs(state, handle, how, (), seat)
    life: Amount = 0
    for cost in costs:
        if isinstance(cost, LifeCost):
            life = life + cost_quantity(state, cost.amount, seat, 0)
    if not is_zero(life, "119.4") and less(state.rows[player(seat)].get(LIFE), life, "119.4"):
        return False
    return _objects_are_there(state, handle, seat, costs, costs, ()) and (
        _mana_is_there(state, handle, seat, costs) or _makes_mana(state, seat)
    )


def _objects_are_there(
    state: State,
    handle: int,
    seat: int,
    asking: Sequence[Any],
    costs: tuple[Any, ...],
    taken: Sequence[tuple[bool, Pick]],
) -> bool:
    """Whether there are objects for each of some costs, each for one of them (118.10); ``taken``: for others already."""
    for taps in (False, True):
        like = [c for c in asking if object_costs.takes_objects(c) and isinstance(c, TapOthers) is taps]
        for many in range(1, len(like) + 1):
            for some in combinations(like, many):
                there: dict[int, Amount] = {}
                wanted: Amount = 0
                for cost in some:
                    there |= _there(state, handle, seat, cost, costs, taken)
                    wanted = wanted + _number(state, cost, seat)
                if less(_sum_of(there), wanted, "118.3"):
                    return False
    return True


def _number(state: State, cost: Any, seat: int) -> Amount:
    """How many objects a cost takes."""
    return 1 if cost.amount is None else cost_quantity(state, cost.amount, seat, 0)


def _mana_is_there(state: State, handle: int, seat: int, costs: tuple[Any, ...]) -> bool:
    """Whether a pool pays the mana of some costs."""
    wanted = _owed(state, handle, seat, costs)
    if not wanted.singles and is_zero(wanted.generic, "118.9d"):
        return True
    paid = settle_mana(state, seat, wanted, (), usable(state, seat, handle, cast=True))
    return not isinstance(paid, Refusal) or paid.kind == AMBIGUOUS


def owes(state: State, handle: int, seat: int) -> bool:
    """Whether a spell that is cast without paying its mana cost costs something all the same (118.9d)."""
    costs = _costs(state, handle, (), (), seat)
    wanted = _owed(state, handle, seat, costs)
    return (
        bool(wanted.singles) or not is_zero(wanted.generic, "118.9d") or any(not isinstance(c, ManaCost) for c in costs)
    )


def _sum_of(there: dict[int, Amount]) -> Amount:
    """How many objects there are in some rows."""
    total: Amount = 0
    for amount in there.values():
        total = total + amount
    return total


def _makes_mana(state: State, seat: int) -> bool:
    """Whether a player has anything with a mana ability, whether it can be activated now or not."""
    for handle, row in state.rows.items():
        if row.cls.proto is None or row.cls.controller != seat or row.cls.zone == STACK:
            continue
        there = view(state, handle).activated if row.cls.zone == BATTLEFIELD else printed(row.cls).activated
        if any(is_mana_ability(ability) for ability in there):
            return True
    return False


def _aims(
    state: State, handle: int, seat: int, how: tuple[str, ...], stays: bool
) -> list[tuple[TargetSpec, list[int]]] | None:
    """The targets that a spell wants, each with the legal ones; None where one has none (601.2c)."""
    found: list[tuple[TargetSpec, list[int]]] = []
    specs = stacking.specs_of(proto_of(state.rows[handle].cls), how)
    division.run_of(specs)  # refuses those that are followed by others
    for spec in specs:
        gone = not stays and is_single(state.rows[handle].n)
        known = with_x(spec, 0)  # 107.3b
        rows = [r for r in legal_targets(state, known, seat, handle, casting=True) if r != handle or not gone]
        if _is_counted(spec):
            least, _ = _range(state, handle, seat, how, spec, rows)
            if not _as_many(state, rows, least):
                return None
        elif not rows and not spec.optional:
            return None
        found.append((spec, rows))
    plainly = [(spec, rows) for spec, rows in found if not _is_counted(spec)]
    offered = [rows + ([NONE] if spec.optional else []) for spec, rows in plainly]
    return found if possible(state, [spec for spec, _ in plainly], offered, handle) else None


def _is_counted(spec: TargetSpec) -> bool:
    """Whether the number of these targets is announced."""
    return spec.divided or bool(spec.run)


def _as_many(state: State, rows: Sequence[int], least: int) -> bool:
    return not least or not less(_sum_of({row: state.rows[row].n for row in rows}), least, "601.2c")


def _range(
    state: State, handle: int, seat: int, how: tuple[str, ...], spec: TargetSpec, rows: Sequence[int]
) -> tuple[int, Amount]:
    """How many targets of an announced number there are at least and at most."""
    there = _sum_of({row: state.rows[row].n for row in rows})
    if spec.divided:
        whole = _whole(state, handle, seat, how)
        least = 0 if is_zero(whole, "601.2d") and spec.least <= 1 and not spec.most else spec.least
        most = there if less(there, whole, "601.2d") else whole
    else:
        least, most = spec.least, there
        if division.bounded(spec):  # X is 0, and no event has a number
            return 0, 0
    return least, spec.most if spec.most and less(spec.most, most, "601.2c") else most


def _whole(state: State, handle: int, seat: int, how: tuple[str, ...]) -> Amount:
    """How much is divided (601.2d)."""
    effects = stacking.effects_of(proto_of(state.rows[handle].cls), how)
    return division.total(state, effects, Around(seat, {}, {}, handle, state.rows[handle]))


# --- announcing --------------------------------------------------------------------------------------------------


def announce(draft: Draft, handle: int, seat: int, ways: list[tuple[str, ...]], stays: bool = False) -> Announced:
    """Ask for all that is announced for a spell, and work out how it is paid. Nothing has moved by then.

    Raises ``Unsupported`` where mana would have to be made first (601.2g), or a payment is not possible any more.
    """
    _paid_now(draft, handle, seat, ways)
    how = _modes(draft, handle, seat, _optional(draft, handle, seat, ways))
    targets, parts = _targets(draft, handle, seat, how, stays)
    costs = _costs(draft, handle, how, targets, seat)
    picks = _given_up(draft, handle, seat, costs)
    choice = Choice(CAST, seat, handle, targets=targets, picks=picks, how=(*how, FREE))
    return Announced(how, targets, parts, costs, _bill(draft, handle, choice, costs))


def _name(draft: Draft, handle: int) -> str:
    return proto_of(draft.rows[handle].cls).name


def _optional(draft: Draft, handle: int, seat: int, ways: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The ways that are left once it is said of each optional cost whether it is paid (601.2b)."""
    for word in _optional_words(proto_of(draft.rows[handle].cls)):
        answers = tuple(
            said for said, paid in (("no", False), ("yes", True)) if any((word in how) is paid for how in ways)
        )
        text = f"cast {_name(draft, handle)} with {word}"
        paid = decide(draft, Question("yes", seat, words=answers, text=text)).answer == "yes"
        ways = _paid_now(draft, handle, seat, [how for how in ways if (word in how) is paid])
    return ways


def _paid_now(draft: Draft, handle: int, seat: int, ways: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Those ways that are paid with the mana that is there. Raises ``Unsupported`` where mana would have to be made first."""
    now = [how for how in ways if _mana_is_there(draft, handle, seat, _costs(draft, handle, how, (), seat))]
    if not now:
        message = "mana that is made for a spell cast as something resolves"
        raise unsupported("rule-601.2g", message, "601.2g")
    return now


def _modes(draft: Draft, handle: int, seat: int, ways: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The modes that are chosen, one after another (601.2b, 700.2), with the optional costs that all of these ways have."""
    chosen: list[str] = []
    proto = proto_of(draft.rows[handle].cls)
    besides = _optional_words(proto)
    ability = next((a for a in casting.spell_abilities(proto) if a.modes), None)
    while True:
        left = [how for how in ways if set(chosen) <= set(how)]
        done = next((how for how in left if set(how) <= {*chosen, *besides}), None)
        more = sorted({word for how in left for word in how} - {*chosen, *besides})
        if not more:
            assert done is not None
            return done
        words = (*more, NO_OTHER_MODE) if done is not None else tuple(more)
        text = f"{'another' if chosen else 'a'} mode of {_name(draft, handle)}"
        answer = decide(draft, Question("mode", seat, words=words, text=text, ability=ability)).answer
        if answer == NO_OTHER_MODE and done is not None:
            return done
        chosen.append(answer)


def _targets(
    draft: Draft, handle: int, seat: int, how: tuple[str, ...], stays: bool
) -> tuple[tuple[int, ...], dict[str, Amount]]:
    """The targets that are chosen (601.2c), and the part of each of them of what is divided (601.2d)."""
    targets: list[int] = []
    others: list[int] = []
    parts: dict[str, Amount] = {}
    aims = _aims(draft, handle, seat, how, stays) or []
    for spec, legal in aims:
        if _is_counted(spec):
            low, high = _range(draft, handle, seat, how, spec, legal)
            text = f"targets of {_name(draft, handle)}"
            asked = Question("objects", seat, rows=tuple(legal), low=low, high=high, text=text)
            picks = decide(draft, asked).picks if legal and not is_zero(high, "601.2c") else ()
            named = _named(picks)
            if spec.divided and named:
                specs = tuple(spec for spec, _ in aims)
                parts = division.slots(specs, _shares(draft, handle, seat, named, _whole(draft, handle, seat, how)))
            targets += named
            continue
        others.append(spec.other)
        rows = [r for r in legal if not clash(draft, others, [*targets, r], handle, acting=False)]
        text = f"{'a ' * stays}target of {_name(draft, handle)}"
        asked = Question("object", seat, rows=tuple(rows), low=0 if spec.optional else 1, text=text)
        picks = decide(draft, asked).picks if rows else ()
        targets.append(picks[0][0] if picks else NONE)
    return tuple(targets), parts


def _named(picks: Sequence[Pick]) -> list[int]:
    """Each target by itself. Raises ``Unsupported`` where there are too many of them for that."""
    if any(less(NAMED, count, "601.2c") for _, count in picks):
        message = f"more than {NAMED} targets of a spell that is cast as something resolves"
        raise unsupported("rule-601.2c", message, "601.2c")
    return [row for row, count in picks for _ in range(plain(count))]


def _shares(draft: Draft, handle: int, seat: int, named: Sequence[int], whole: Amount) -> tuple[Amount, ...]:
    """What each target gets, at least 1 (601.2d); the last one gets what is left."""
    parts: list[Amount] = []
    left = whole
    for at, row in enumerate(named[:-1]):
        most = left - (len(named) - 1 - at)
        proto = draft.rows[row].cls.proto
        whom = f"p{row}" if proto is None else proto.name
        text = f"how much of {_name(draft, handle)} {whom} gets"
        part: Amount = 1
        if less(1, most, "601.2d"):
            part = decide(draft, Question("number", seat, low=1, high=most, text=text)).count
        parts.append(part)
        left = left - part
    return (*parts, left)


# --- paying ------------------------------------------------------------------------------------------------------


def _there(
    state: State, handle: int, seat: int, cost: Any, costs: tuple[Any, ...], taken: Sequence[tuple[bool, Pick]]
) -> dict[int, Amount]:
    """How many of each row a cost could take, without what other costs take (118.10)."""
    there = {
        row: object_costs.available(state, row, handle, cost, costs)
        for row in object_costs.payable(state, handle, seat, cost)
    }
    for taps, (row, count) in taken:
        if row in there and taps is isinstance(cost, TapOthers):
            there[row] = there[row] - count
    return {row: n for row, n in there.items() if not is_zero(n, "118.3")}


def _given_up(draft: Draft, handle: int, seat: int, costs: tuple[Any, ...]) -> tuple[Pick, ...]:
    """The objects that are given up for costs, each for one of them (601.2b, 118.10)."""
    taken: list[tuple[bool, Pick]] = []
    for at, cost in enumerate(costs):
        if not object_costs.takes_objects(cost):
            continue
        wanted = _number(draft, cost, seat)
        there = _there(draft, handle, seat, cost, costs, taken)
        rows = tuple(there)
        does = object_costs.does_with(cost)
        text = f"what to {does} for {_name(draft, handle)}"
        if is_zero(wanted, "601.2b"):
            continue
        if len(rows) == 1:
            picks: tuple[Pick, ...] = ((rows[0], wanted),)
            note_objects(draft, seat, rows, picks, text)
        else:
            told_apart(draft, rows)
            picks = decide(draft, Question("objects", seat, rows=rows, low=wanted, high=wanted, text=text)).picks
        taken += [(isinstance(cost, TapOthers), pick) for pick in picks]
        if not _objects_are_there(draft, handle, seat, costs[at + 1 :], costs, taken):
            raise unsupported("rule-118.10", "something given up that another cost needs", "118.10")
    return tuple(pick for _, pick in taken)


def _bill(draft: Draft, handle: int, choice: Choice, costs: tuple[Any, ...]) -> Bill:
    """How the costs are paid; what mana pays is asked where several payments are possible (601.2h)."""
    seat = choice.player
    off, more = casting.changes(draft, handle, seat)
    bill = total_cost.bill_of(draft, choice, handle, costs, off, more)
    if isinstance(bill, Refusal) and bill.code == "payment-ambiguous" and not usable(draft, seat, handle, cast=True):
        if len(total_cost.readings(costs)) > 1:
            raise unsupported("rule-107.4", "a cost to be read in several ways, as something resolves", "107.4e")
        wanted = _owed(draft, handle, seat, costs)
        words = ("X", *("/".join(kinds) for kinds in wanted.singles))
        pay = decide(draft, Question("pay", seat, words, (), wanted.generic, wanted.generic, bill.expected)).pay
        bill = total_cost.bill_of(draft, replace(choice, pay=pay), handle, costs, off, more)
    if isinstance(bill, Refusal):
        raise unsupported("rule-601.2f", "a spell whose costs are not there, cast as something resolves", "601.2g")
    return bill
