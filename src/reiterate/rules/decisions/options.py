"""Options: everything that the deciding player could choose at a decision, in full but grouped (law 7).

An option is a verb with *slots*: candidate rows for a target, a range for an amount, kinds of mana for a payment.
No list here is as long as an amount. Options agree with ``verify``: every way of filling the slots is legal, and
every legal choice fills the slots of one of them. They are worked out on traced amounts as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, islice
from typing import Any, Final, NamedTuple

from reiterate import records
from reiterate.amounts import Amount, at_least, at_most, decimal_text, is_zero, less, plain
from reiterate.refusals import UNSUPPORTED, Unsupported, unsupported
from reiterate.rules.access import faces
from reiterate.rules.access.choice import (
    ACTIVATE,
    AGAINST,
    ANSWER,
    ASSIGN,
    ATTACK,
    BLOCK,
    CAST,
    COUNT,
    CREATURES,
    DIVIDE,
    GO_ON,
    ITSELF,
    KEEP,
    MAY,
    MEMBER,
    ORDER,
    PASS,
    PAY,
    PICK,
    PICKS,
    PLAY,
    RUN,
    TARGET,
    Choice,
    Option,
    Slot,
    X,
)
from reiterate.rules.access.choice import ANSWER as ANSWER_VERB
from reiterate.rules.access.choice import TARGET as TARGET_VERB
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.state_access import about, is_paired
from reiterate.rules.characteristics.evaluate import cards_in
from reiterate.rules.characteristics.printed_characteristics import is_unknown, mana_value_of, proto_of
from reiterate.rules.costs import (
    bill,
    casting,
    combat_costs,
    mana,
    object_costs,
    payment,
    resolution_payments,
    total_cost,
)
from reiterate.rules.costs.mana import Reduction
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.not_offered import PAYING_RULES, Unoffered, carried, paying_elsewhere, unoffered
from reiterate.rules.decisions.pending import asked, asked_single, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at, mana_choice
from reiterate.rules.decisions.verify_answers import can_begin, pick_question
from reiterate.rules.events import combat_state
from reiterate.rules.events.targets import NONE, legal_targets, possible
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.rules.resolution import division
from reiterate.rules.resolution.put_triggers_on_stack import divided_by, own_row, trigger_targets
from reiterate.rules.resolution.stacking import effects_of, specs_of
from reiterate.rules.turn import combat_damage, combat_ways, declare_attackers, declare_blockers
from reiterate.rules.turn.state_based_actions import legends_like
from reiterate.state.model import BATTLEFIELD, HAND, LIBRARY, State, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import CARD, COUNTER, ENERGY_COUNTERS, LIFE, THAT_MUCH, TOKEN
from reiterate.terms import vocabulary
from reiterate.terms.abilities import Activated, SpellCosts, Triggered, costs_by_target, is_mana_ability
from reiterate.terms.base import Term, replace
from reiterate.terms.conditions import Compared
from reiterate.terms.costs import (
    DiscardCost,
    EnergyCost,
    EvidenceCost,
    LifeCost,
    ManaCost,
    MillCost,
    RemoveCountersCost,
    TapCost,
    TapOthers,
    TapPower,
)
from reiterate.terms.proto import is_face_down
from reiterate.terms.quantities import Fixed, XValue
from reiterate.terms.references import KNOWN_X, TargetSpec, compared_with_x
from reiterate.terms.word_changes import BASIC_LANDS


def options(state: State) -> list[Option]:
    """What the deciding player could choose now; [] when the game is over."""
    ask = asked(state)
    if ask == "over":
        return []
    seat = decider(state)
    found = _BY_QUESTION[ask](state, seat)
    return [option for option in found if option is not None]


# --- priority ----------------------------------------------------------------------------------------------------


def _at_priority(state: State, seat: int) -> list[Option | None]:
    found: list[Option | None] = [Option(PASS, seat)]
    for handle, row in state.rows.items():
        cls = row.cls
        if cls.proto is None or cls.controller != seat or cls.kind not in (CARD, TOKEN):
            continue
        if cls.zone == BATTLEFIELD or (cls.zone in _ACTIVE_ZONES and cls.owner == seat):
            found += _activations(state, seat, handle)
        if cls.zone == HAND and not is_zero(row.n, "601.3"):
            found += _playing(state, seat, handle)
        elif cls.zone in _ACTIVE_ZONES and cls.zone != HAND:
            found += _from_elsewhere(state, seat, handle)
    top = casting.playable_top_card(state, seat)
    if top >= 0:
        found += _from_elsewhere(state, seat, top)
    return found + [_not_offered(seat, other) for other in unoffered(state, seat)]


#: The number of an ability that is none: an option of a card that is not offered, named by ``how`` with its rule.
NOT_OFFERED: Final = -1
_ACTIVE_ZONES: Final = ("graveyard", "exile", "hand", "command")


def never_said(option: Option) -> bool:
    """Whether an option is the mark of something that no rule here carries out: no line says it either."""
    return option.index == NOT_OFFERED and bool(option.unknown) and option.how[-1] not in PAYING_RULES


def _activations(state: State, seat: int, handle: int) -> list[Option | None]:
    found = []
    cls = state.rows[handle].cls
    tapped = cls.zone == BATTLEFIELD and cls.tapped
    for i, ability in enumerate(abilities_at(state, handle)):
        if tapped and TapCost() in ability.costs:  # whatever else it asks for (118.3)
            continue
        for k, mode in enumerate(ability.modes or (None,), 1):
            how = () if mode is None else (f"mode {k}",)
            as_one = ability if mode is None else replace(ability, effects=mode.effects, targets=mode.targets, modes=())
            for costs in total_cost.readings(ability.costs):
                one = replace(as_one, costs=costs)
                for told in _told_apart(state, seat, handle, one.targets, priced=costs_by_target(one)):
                    make = partial(_activation, state, seat, handle, i, one, how, told)
                    found.append(_possible(state, seat, handle, make, ACTIVATE, i))
    return found


class Told(NamedTuple):
    """A target that has an option of its own, with the range of X that may be announced for it; -1: without end."""

    row: int
    least: int = 0
    most: int = -1


#: No target has an option of its own.
_ALL_ALIKE: Final[tuple[Told | None, ...]] = (None,)


def _told_apart(
    state: State, seat: int, handle: int, specs: tuple[TargetSpec, ...], priced: bool = False, cast: bool = False
) -> Sequence[Told | None]:
    """The targets with an option each: what is paid hangs on the target (601.2f), or it is compared with X (601.2b, 601.2c)."""
    by_x = [spec for spec in specs if compared_with_x(spec)]
    if not priced and not by_x:
        return _ALL_ALIKE
    slots = _targets(state, specs, seat, handle, cast) or ()
    rows = [row for slot in slots for row in slot.rows]
    return [_with_range(state, handle if row == ITSELF else row, row, by_x) for row in rows]


def _with_range(state: State, handle: int, row: int, by_x: list[TargetSpec]) -> Told:
    """A target with the X that its mana value allows."""
    if not by_x:
        return Told(row)
    assert by_x[0].filter is not None and by_x[0].filter.compare is not None
    op, value = KNOWN_X[by_x[0].filter.compare.op], mana_value_of(state.rows[handle])
    if type(value) is not int:
        raise unsupported("rule-107.3", "an X compared with a mana value that is not a plain number", "107.3")
    return Told(row, 0 if op == ">=" else value, -1 if op == "<=" else value)


def _from_elsewhere(state: State, seat: int, handle: int) -> list[Option | None]:
    """Playing a card from another zone than the hand, marked where it can't be told whether an effect lets its owner."""
    try:
        allowed = casting.castable_zones(state, handle)
    except Unsupported as unknown:
        return [Option(CAST, seat, handle, unknown=unknown.refusal.code)]
    if not allowed:
        return _back(state, seat, handle)
    return [
        *_playing(state, seat, handle),
        *map(partial(_not_offered, seat), paying_elsewhere(state, handle, seat)),
    ]


def _not_offered(seat: int, other: Unoffered) -> Option:
    """The mark of something that a card lets its owner do and that can't be offered."""
    return Option(ACTIVATE, seat, other.row, NOT_OFFERED, unknown=other.code, how=(other.what, other.rule))


def _playing(state: State, seat: int, handle: int) -> list[Option | None]:
    """The ways of playing a card with each of its faces up (712.11b, 712.12)."""
    proto = state.rows[handle].cls.proto
    front = _front(state, seat, handle) if proto is None or not proto.halves else []  # 709.3
    return [*front, *_back(state, seat, handle)]


def _back(state: State, seat: int, handle: int) -> list[Option | None]:
    """The ways of playing a card with each of its other faces up, marked where they can't be told."""
    found: list[Option | None] = []
    for word in faces.other_faces(state.rows[handle].cls):
        try:
            turned = faces.turned(state, handle, word)
            if state.rows[handle].cls.zone != HAND and not casting.castable_zones(turned, handle):
                continue
            ways = [option for option in _front(turned, seat, handle) if option is not None]
        except Unsupported as unknown:
            found.append(Option(CAST, seat, handle, unknown=unknown.refusal.code, how=(word,)))
            continue
        found += [records.replace(option, how=(word, *option.how)) for option in ways]
    return found


def _front(state: State, seat: int, handle: int) -> list[Option | None]:
    types = proto_of(state.rows[handle].cls).types
    as_land = partial(_possible, state, seat, handle, partial(_land, state, seat, handle), PLAY)
    if "land" in types:
        return [as_land()]
    found = _spells(state, seat, handle)
    if types or any(found):
        return found
    return [as_land()]  # an unknown card that can't be cast may be a land (305.1)


def _spells(state: State, seat: int, handle: int) -> list[Option | None]:
    """The ways of casting a card: each mode, with each set of optional costs, each alternative (601.2b)."""
    proto = proto_of(state.rows[handle].cls)
    ways = {a.how for a in proto.abilities if isinstance(a, SpellCosts) and a.how}
    extra = [w for w in sorted(ways) if w not in casting.ALTERNATIVES]
    found: list[Option | None] = []
    given = casting.given_ways(state, handle)
    for way in casting.payment_ways(state, handle, seat):
        for more in [some for many in range(len(extra) + 1) for some in combinations(extra, many)]:
            for mode in casting.mode_choices(proto, more):
                words = (*way, *more, *mode)
                for told in _told_apart(state, seat, handle, specs_of(proto, words), cast=True):
                    for costs in total_cost.readings(casting.costs_of(proto, words, given)):
                        make = partial(_spell, state, seat, handle, words, costs, told)
                        found.append(_possible(state, seat, handle, make, CAST))
    return found


def _possible(
    state: State, seat: int, handle: int, make: Callable[[], Option | None], verb: str, index: int = 0
) -> Option | None:
    """The option made, if the first way of choosing it is legal; marked where that can't be told."""
    try:
        made = make()
        if made is None:
            return None
        refused = verify(state, first(state, made))
    except Unsupported as unknown:
        return Option(verb, seat, handle, index, unknown=unknown.refusal.code)
    if refused is None:
        return made
    if refused.kind == UNSUPPORTED:
        return Option(verb, seat, handle, index, unknown=refused.code)
    return None


def _targets(
    state: State, specs: tuple[TargetSpec, ...], seat: int, source: int, cast: bool = False
) -> list[Slot] | None:
    found = []
    for spec in specs:
        rows = legal_targets(state, spec, seat, source, casting=cast)
        if cast and source in rows and at_most(state.rows[source].n, 1, "601.2a"):
            rows.remove(source)  # it is on the stack by now
        if not rows and not spec.optional and spec.least:
            return None
        if (
            source in rows
            and state.rows[source].cls.zone == BATTLEFIELD
            and not at_most(state.rows[source].n, 1, "109.1")
            and not (spec.filter is not None and spec.filter.another)
        ):
            rows.append(ITSELF)
        if spec.divided:
            found.append(_dividing(spec, rows))
            continue
        if spec.run:
            found.append(_run(spec, rows))
            continue
        if spec.optional:
            rows.append(NONE)
        found.append(Slot(TARGET, tuple(rows), low=spec.other))
    if not possible(state, specs, [slot.rows or (NONE,) for slot in found], source, acting=not cast):
        return None
    return found


def _dividing(spec: TargetSpec, rows: list[int], whole: Amount = 0, by_x: bool = False) -> Slot:
    numbers = (("least", spec.least), ("most", spec.most))
    return Slot(DIVIDE, tuple(rows), whole, 1 if by_x else 0, kinds=numbers)


def _run(spec: TargetSpec, rows: list[int], many: Amount = 0) -> Slot:
    return Slot(RUN, tuple(rows), low=many, words=(spec.run,) if division.bounded(spec) else ())


def _divide(state: State, slots: list[Slot], effects: tuple[Term, ...], choice: Choice) -> list[Slot]:
    """The slots with how much is divided, as it is announced (601.2d)."""
    if not any(slot.name == DIVIDE for slot in slots):
        return slots
    by_x = division.by_x(effects)
    whole = 0 if by_x else division.of_choice(state, effects, choice)
    return [records.replace(s, low=whole, high=1 if by_x else 0) if s.name == DIVIDE else s for s in slots]


def _activation(
    state: State, seat: int, handle: int, index: int, ability: Activated, how: tuple[str, ...], told: Told | None
) -> Option | None:
    """``told``: the only target of this option, where targets are told apart."""
    slots = _targets(state, ability.targets, seat, handle)
    if slots is None:
        return None
    if told is not None:
        slots = [records.replace(slots[0], rows=(told.row,))]
    slots = _divide(state, slots, ability.effects, Choice(ACTIVATE, seat, handle, index))
    n = state.rows[handle].n
    if is_paired(state, handle) and not at_most(n, 1, "109.1"):
        slots.append(Slot(MEMBER, low=1, high=n))
    kinds = mana_choice(ability)
    if kinds:
        slots.append(Slot(ANSWER, words=kinds))
    announced = payment.announces_x(ability.costs)
    asked, symbols, limits = _costs(state, seat, handle, ability.costs)
    slots += asked
    allowed = mana.usable(state, seat, handle, cast=False)
    whole = abilities_at(state, handle)[index].costs
    several = len(total_cost.readings(whole)) > 1
    named = (told.row,) if costs_by_target(ability) and told is not None else ()
    off, more = total_cost.reductions(state, handle, ability, named), total_cost.additions(state, handle, ability)
    life = _life(state, seat, ability.costs)
    slots += map(_named_reductions, _mana(state, seat, symbols, limits, off, allowed, several, life, more))
    if announced:
        least = _least(ability.condition)
        if limits and any(less(limit, least, "107.3") for limit in limits):
            return None
        announced_now = _announced(limits, least, told)
        if not announced_now:
            return None
        slots += announced_now
    return Option(ACTIVATE, seat, handle, index, tuple(slots), how=how)


def _least(condition: Term | None) -> int:
    """The least X that a condition for activating lets a player announce, such as "X can't be 0" (107.3, 601.2b)."""
    if not isinstance(condition, Compared) or condition.left != XValue() or not isinstance(condition.right, Fixed):
        return 0
    return max(condition.right.value, 0) if condition.op == ">=" else 0


def _announced(limits: list[Amount], least: int = 0, told: Told | None = None) -> list[Slot]:
    """The range of X: from the least that may be announced to as much as every part of the cost allows; [] for no X."""
    if told is not None:
        least = max(least, told.least)
        if any(less(limit, least, "107.3") for limit in limits) or 0 <= told.most < least:
            return []
        limits = [*limits, told.most] if told.most >= 0 else limits
    if not limits:
        return [Slot(X, low=least, high=-1)]  # nothing limits it
    high = limits[0]
    for limit in limits[1:]:
        high = limit if less(limit, high, "107.3") else high
    return [Slot(X, low=least, high=high)]


def _given_up(
    state: State, seat: int, handle: int, cost: Any, costs: tuple[Any, ...], limits: list[Amount]
) -> list[Slot]:
    """What one of some costs asks to be named, and the limit that it sets for X."""
    if not isinstance(cost, DiscardCost) and cost.filter is None:
        return []
    goes = object_costs.goes_itself(cost, costs)
    rows = object_costs.payable(state, handle, seat, cost)
    rows = [row for row in rows if row != handle or not goes or not is_single(state.rows[row].n)]
    amount: Any = cost.amount if cost.amount is not None and not isinstance(cost, RemoveCountersCost) else Fixed(1)
    if isinstance(amount, XValue):
        total: Amount = 0
        for row in rows:
            total = total + object_costs.available(state, row, handle, cost, costs)
        limits.append(total)
    low = 0 if isinstance(amount, XValue) else bill.cost_quantity(state, amount, seat, 0)
    own = handle in rows and (goes or object_costs.but_itself(handle, handle, cost))
    by_x = 1 if isinstance(amount, XValue) else 0
    return [Slot(PICKS, tuple(rows), low, by_x, but_itself=own, taps=isinstance(cost, TapOthers))]


def _totalled(state: State, seat: int, handle: int, cost: EvidenceCost | TapPower) -> Slot:
    worth = object_costs.rows_worth(state, handle, seat, cost)
    kinds = tuple(("worth", value) for value in worth.values())
    taps = isinstance(cost, TapPower)
    return Slot(PICKS, tuple(worth), cost.amount, kinds=kinds, but_itself=handle in worth, taps=taps)


def _mana(
    state: State,
    seat: int,
    symbols: list[str],
    limits: list[Amount],
    off: Sequence[Reduction],
    allowed: tuple[str, ...],
    one_of_several: bool,
    owed: Amount,
    more: Amount = 0,
) -> list[Slot]:
    """The payment, where it could be made in several ways; and what the pool leaves for X.

    ``one_of_several``: the cost can also be read in another way (107.4e), so that the payment says which. ``owed``: the life
    that is paid besides.
    """
    wanted = mana.demand(symbols, 0)
    wanted.generic = wanted.generic + more
    reductions = mana.take_kinds_off(wanted, off)
    have = mana.named(state, seat, allowed)
    there = tuple((kind, amount) for kind, amount in have.items() if not is_zero(amount, "106.4"))
    single = len(wanted.singles)
    times = symbols.count("X")
    life = mana.by_life(state, seat, sum("P" in kinds for kinds in wanted.singles), owed)
    if times:
        total: Amount = life - single
        for _, amount in there:
            total = total + amount
        for amount, floor in reversed(reductions):
            keep = floor - single if single < floor else 0
            total = total + amount if at_least(total, keep, "601.2f") else total
        limits.append(mana.share(total - wanted.generic, times))
    if times == 0:
        for amount, floor in reductions:
            mana.take_off(wanted, amount, floor)
    if times == 0 and (not wanted.singles and is_zero(wanted.generic, "118.5")):
        return []
    if life:
        there += (("P", life),)
    if len(there) < 2 and not one_of_several:
        return []
    later = tuple(reductions) if times else ()
    return [
        Slot(PAY, kinds=there, low=wanted.generic, high=times, symbols=mana.by_names(wanted.singles, have), off=later)
    ]


def _named_reductions(slot: Slot) -> Slot:
    """A payment of an activation with {X}, its reductions among the words (which certificates hold)."""
    return records.replace(slot, words=tuple("/".join(decimal_text(plain(each)) for each in pair) for pair in slot.off))


def _life(state: State, seat: int, costs: tuple[Any, ...]) -> Amount:
    """The life that costs take, for an X of 0."""
    total: Amount = 0
    for cost in costs:
        if isinstance(cost, LifeCost):
            total = total + bill.cost_quantity(state, cost.amount, seat, 0)
    return total


def _costs(state: State, seat: int, handle: int, costs: tuple[Term, ...]) -> tuple[list[Slot], list[str], list[Amount]]:
    """What costs ask to be named, their symbols of mana, and the greatest numbers that they allow for X."""
    slots: list[Slot] = []
    symbols: list[str] = []
    limits: list[Amount] = []
    for cost in costs:
        if isinstance(cost, ManaCost):
            symbols += cost.symbols
        elif object_costs.takes_objects(cost):
            slots += _given_up(state, seat, handle, cost, costs, limits)
        elif isinstance(cost, (EvidenceCost, TapPower)):
            slots.append(_totalled(state, seat, handle, cost))
        elif isinstance(cost, LifeCost) and isinstance(cost.amount, XValue):
            limits.append(state.rows[player(seat)].get(LIFE))
        elif isinstance(cost, EnergyCost) and isinstance(cost.amount, XValue):
            limits.append(state.rows[player(seat)].get(ENERGY_COUNTERS))
        elif isinstance(cost, RemoveCountersCost) and isinstance(cost.amount, XValue):
            limits.append(state.rows[handle].get(COUNTER + cost.kind))
        elif isinstance(cost, MillCost) and isinstance(cost.amount, XValue):
            limits.append(cards_in(state, LIBRARY, seat, None))
    return slots, symbols, limits


def _spell(
    state: State, seat: int, handle: int, how: tuple[str, ...], costs: tuple[Term, ...], told: Told | None
) -> Option | None:
    """``told``: the only target of this option, where targets are told apart."""
    proto = proto_of(state.rows[handle].cls)
    slots = _targets(state, specs_of(proto, how), seat, handle, cast=True)
    if slots is None:
        return None
    if told is not None:
        slots = [records.replace(slots[0], rows=(told.row,))]
    slots = _divide(state, slots, effects_of(proto, how), Choice(CAST, seat, handle))
    asked, symbols, limits = _costs(state, seat, handle, costs)
    slots += asked
    allowed = mana.usable(state, seat, handle, cast=True)
    several = len(total_cost.readings(casting.costs_of(proto, how, casting.given_ways(state, handle)))) > 1
    off, more = casting.changes(state, handle, seat)
    slots += _mana(state, seat, symbols, limits, off, allowed, several, _life(state, seat, costs), more)
    if payment.announces_x(costs):
        announced = _announced(limits, 0, told)
        if not announced:
            return None
        slots += announced
    elif told is not None and told.least > 0:
        return None  # without an announced X it is 0 (107.3b)
    return Option(CAST, seat, handle, 0, tuple(slots), how=how)


def _land(state: State, seat: int, handle: int) -> Option | None:
    return Option(PLAY, seat, handle)


# --- other questions ---------------------------------------------------------------------------------------------


def _order(state: State, seat: int) -> list[Option | None]:
    rows = [h for h in waiting_abilities(state) if state.rows[h].cls.controller == seat]
    return [Option(ORDER, seat, h, 0, (Slot(COUNT, low=1, high=state.rows[h].n),)) for h in rows]


def _target(state: State, seat: int) -> list[Option | None]:
    handle = about(state)
    term = state.rows[handle].cls.term
    assert isinstance(term, Triggered)
    slots = [
        _dividing(spec, rows, divided_by(state, handle))
        if spec.divided
        else _run(spec, rows, state.rows[handle].get(THAT_MUCH))
        if spec.run
        else Slot(TARGET, tuple(rows), low=spec.other)
        for spec, rows in zip(term.targets, trigger_targets(state, handle), strict=True)
    ]
    slots.append(Slot(COUNT, low=1, high=state.rows[handle].n))
    return [Option(TARGET_VERB, seat, -1, 0, tuple(slots), own=own_row(state, handle))]


def _may(state: State, seat: int) -> list[Option | None]:
    words = ("yes", "no") if can_begin(state) else ("no",)
    return [Option(MAY, seat, slots=(Slot(ANSWER, words=words),))]


def _pay_or_not(state: State, seat: int) -> list[Option | None]:
    """Paying while something resolves, or not; before it, mana abilities (608.2g)."""
    words = ("yes", "no") if resolution_payments.payable_now(state) else ("no",)
    found: list[Option | None] = [Option(MAY, seat, slots=(Slot(ANSWER, words=words),))]
    for handle, row in state.rows.items():
        cls = row.cls
        if cls.proto is None or cls.controller != seat or cls.kind not in (CARD, TOKEN):
            continue
        if cls.zone == BATTLEFIELD or (cls.zone in _ACTIVE_ZONES and cls.owner == seat):
            mana_only = [i for i, a in enumerate(abilities_at(state, handle)) if is_mana_ability(a)]
            found += [o for o in _activations(state, seat, handle) if o is not None and o.index in mana_only]
    return found + [_not_offered(seat, other) for other in carried(state, seat, mana=True)]


def _pick(state: State, seat: int) -> list[Option | None]:
    rows, wanted = pick_question(state)
    return [Option(PICK, seat, slots=(Slot(PICKS, tuple(rows), wanted),))]


def _keep(state: State, seat: int) -> list[Option | None]:
    return [Option(KEEP, seat, row) for row in legends_like(state, about(state))]


def _attack(state: State, seat: int) -> list[Option | None]:
    rows = tuple(declare_attackers.attack_candidates(state, seat))
    against = tuple(combat_state.defenders(state, seat))
    dear = combat_costs.any_costs(state)
    if not dear and not combat_ways.attack_ways(state, seat):
        return [Option(ATTACK, seat, unknown="rule-combat")]
    able = {handle: declare_attackers.payable_targets(state, handle, seat) for handle in rows}
    rows = tuple(handle for handle in rows if able[handle])
    against = tuple(target for target in against if any(target in found for found in able.values()))
    if not dear:
        return [Option(ATTACK, seat, slots=(Slot(CREATURES, rows), Slot(AGAINST, against)))]
    slots = (Slot(CREATURES, rows), Slot(AGAINST, against), _toll(state, seat))
    return [Option(ATTACK, seat, slots=slots), *_mana_for(state, seat, "attack")]


def _toll(state: State, seat: int) -> Slot:
    """The mana that may be spent on a cost to attack or to block."""
    have = mana.named(state, seat, mana.usable_else(state, seat))
    return Slot(PAY, kinds=tuple(paid for paid in have.items() if not is_zero(paid[1], "106.4")))


def _mana_for(state: State, seat: int, asks: str) -> list[Option | None]:
    """The mana abilities that may be activated for a cost to attack or to block (508.1i, 509.1e)."""
    if not combat_ways.costs_something(state, seat, asks):
        return []
    mine = [h for h, r in state.rows.items() if r.cls.zone == BATTLEFIELD and r.cls.controller == seat]
    able = [found for h in mine if state.rows[h].cls.proto is not None for found in _activations(state, seat, h)]
    return able + [_not_offered(seat, other) for other in carried(state, seat, mana=True)]


def _block(state: State, seat: int) -> list[Option | None]:
    pairs = declare_blockers.block_candidates(state, seat)
    rows = tuple(dict.fromkeys(b for b, _ in pairs))
    slots: tuple[Slot, ...] = (Slot(CREATURES, rows), Slot(AGAINST, tuple(dict.fromkeys(a for _, a in pairs))))
    found: list[Option | None] = []
    if combat_costs.any_costs(state):
        slots = (*slots, _toll(state, seat))
    if combat_ways.block_ways(state, seat):
        found.append(Option(BLOCK, seat, slots=slots))
    if not found or declare_blockers.unknown_block(state, seat):
        found.append(Option(BLOCK, seat, unknown="rule-combat"))
    return found + _mana_for(state, seat, "block")


def _assign(state: State, seat: int) -> list[Option | None]:
    handle = about(state)
    count = Slot(COUNT, low=1, high=state.rows[handle].n)
    slots = (Slot(CREATURES, tuple(combat_damage.recipients(state)), combat_damage.strength_of(state, handle)), count)
    return [Option(ASSIGN, seat, slots=slots)]


def _answer(state: State, seat: int) -> list[Option | None]:
    """The answers to the question in the middle of something."""
    asked_for = question_of(state)
    rows, words = asked_for.rows, asked_for.words
    if asked_for.kind in ("object", "objects"):
        words = ("range",) if asked_single(state) else ("range", "as often as wanted")
        return [Option(ANSWER_VERB, seat, slots=(Slot(PICKS, rows, asked_for.low, asked_for.high, words),))]
    if asked_for.kind == "number":
        return [Option(ANSWER_VERB, seat, slots=(Slot(COUNT, low=asked_for.low, high=asked_for.high),))]
    if asked_for.kind == "mixed":
        return [Option(ANSWER_VERB, seat, slots=(Slot(PAY, low=asked_for.low, words=("mixed", *words)),))]
    if asked_for.kind == "pay":
        wanted = mana.demand(words, asked_for.low)
        pool = mana.named(state, seat, mana.usable_else(state, seat))
        have = tuple((k, a) for k, a in pool.items() if not is_zero(a, "106.4"))
        life = mana.by_life(state, seat, sum("P" in kinds for kinds in wanted.singles))
        have += (("P", life),) if life else ()
        symbols = mana.by_names(wanted.singles, pool)
        return [Option(ANSWER_VERB, seat, slots=(Slot(PAY, kinds=have, low=wanted.generic, symbols=symbols),))]
    if asked_for.kind == "other type":
        words = tuple(word for word in _types_here(state) if word not in words) or _some_type(words)
    elif asked_for.kind == "type" and not words:
        words = _types_here(state)
    elif asked_for.kind == "name":
        words = names_here(state, seat)
    parts = () if is_single(asked_for.high) else (Slot(COUNT, low=1, high=asked_for.high),)
    return [Option(ANSWER_VERB, seat, slots=(Slot(ANSWER, words=words), *parts))]


def _types_here(state: State) -> tuple[str, ...]:
    """The creature types that a player would name: those of the creatures in the game, or any other one (205.3m)."""
    found = {
        t
        for row in state.rows.values()
        if row.cls.proto is not None and "creature" in row.cls.proto.types
        for t in row.cls.proto.subtypes
        if t in vocabulary.NAMED  # not a land type of a creature that is a land, too
    }
    return tuple(sorted(found)) or _some_type(())


def names_here(state: State, seat: int) -> tuple[str, ...]:
    """The card names that a player would choose: of cards that they own or everybody sees, and one that no such card has (201.4)."""
    found = {
        name
        for row in state.rows.values()
        if (proto := row.cls.proto) is not None and row.cls.kind == CARD and not is_face_down(proto)
        if faces.sees_name(row.cls, seat) and not is_unknown(row.cls)
        for name in faces.names_of(proto)
    }
    others = (name for name in BASIC_LANDS if name not in found)
    return (*sorted(found), *islice(others, 1))


def _some_type(barred: tuple[str, ...]) -> tuple[str, ...]:
    return next((word,) for word in ("Elf", "Goblin", "Human") if word not in barred)


def _go_on(state: State, seat: int) -> list[Option | None]:
    return [Option(GO_ON, seat)]


_BY_QUESTION: Final[dict[str, Callable[[State, int], list[Option | None]]]] = {
    "priority": _at_priority,
    "order": _order,
    "target": _target,
    "may": _may,
    resolution_payments.TOLL: _pay_or_not,
    "pick": _pick,
    "cleanup": _pick,
    "keep": _keep,
    "attack": _attack,
    "answer": _answer,
    "continue": _go_on,
    "block": _block,
    "assign": _assign,
}
