"""Options: everything that the deciding player could choose at a decision, in full but grouped (law 7).

An option is a verb with *slots*: candidate rows for a target, a range for an amount, kinds of mana for a payment.
No list here is as long as an amount. Options agree with ``verify``: every way of filling the slots is legal, and
every legal choice fills the slots of one of them. They are worked out on traced amounts as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, islice, pairwise, product
from typing import Any, Final

from reiterate.amounts import Amount, at_least, at_most, equal, is_zero, less, plain
from reiterate.refusals import UNSUPPORTED, Unsupported
from reiterate.rules import (
    casting,
    choices,
    combat,
    combat_costs,
    combat_damage,
    commander,
    division,
    mana,
    payment,
    restricted,
)
from reiterate.rules.asking import question_of
from reiterate.rules.choices import Choice, Paid, Pick
from reiterate.rules.features import proto_of
from reiterate.rules.parting import compositions, shares
from reiterate.rules.sba import legends_like
from reiterate.rules.stacking import effects_of, specs_of
from reiterate.rules.targets import NONE, legal_targets
from reiterate.rules.triggers import divided_by, trigger_targets, waiting
from reiterate.rules.unoffered import CODE, unoffered
from reiterate.rules.verify import abilities_at, asked, asked_single, decider, mana_choice, pick_question, verify
from reiterate.rules.world import about, is_paired
from reiterate.state.model import BATTLEFIELD, HAND, State, player
from reiterate.terms.base import Term
from reiterate.terms.nodes import (
    MANA_KINDS,
    Activated,
    DiscardCost,
    Fixed,
    LifeCost,
    ManaCost,
    RemoveCountersCost,
    SpellCosts,
    TargetSpec,
    Triggered,
    XValue,
)

# The names of slots.
TARGET: Final = "target"  # one of ``rows``
MEMBER: Final = "member"  # which member of a paired row: ``low`` to ``high``
COUNT: Final = "count"  # how many of a group: ``low`` to ``high``
X: Final = "x"  # the announced X: ``low`` to ``high``
PICKS: Final = "picks"  # ``low`` (and as many again for each X: ``high`` = 1) things out of ``rows``
PAY: Final = "pay"  # mana of ``kinds``, up to the amount of each, that pays ``symbols`` and ``low`` more
ANSWER: Final = "answer"  # one of ``words``
CREATURES: Final = "creatures"  # attackers or blockers out of ``rows``, or what ``low`` damage is assigned to
DIVIDE: Final = "divide"  # ``low`` (and X where ``high`` is 1) divided among ``kinds`` "least" to "most" of ``rows``
AGAINST: Final = "against"  # beside each of them one of ``rows``: what it attacks or blocks


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing to decide within an option. What the fields mean depends on ``name``."""

    name: str
    rows: tuple[int, ...] = ()
    low: Amount = 0
    high: Amount = 0
    words: tuple[str, ...] = ()
    kinds: tuple[Paid, ...] = ()
    symbols: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A verb with slots. ``unknown``: the code of why it can't be told whether, or how, this may be chosen."""

    verb: str
    player: int
    row: int = -1
    index: int = 0
    slots: tuple[Slot, ...] = ()
    unknown: str = ""
    how: tuple[str, ...] = ()

    def slot(self, name: str) -> Slot | None:
        """The first slot with this name."""
        return next((slot for slot in self.slots if slot.name == name), None)


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
    found: list[Option | None] = [Option(choices.PASS, seat)]
    for handle, row in state.rows.items():
        cls = row.cls
        if cls.proto is None or cls.controller != seat or cls.kind not in ("card", "token"):
            continue
        if cls.zone == BATTLEFIELD or (cls.zone in _ACTIVE_ZONES and cls.owner == seat):
            found += _activations(state, seat, handle)
        if cls.zone == HAND and not is_zero(row.n, "601.3"):
            found += _from_hand(state, seat, handle)
        elif cls.zone in _ACTIVE_ZONES and cls.zone != HAND and casting.castable_zones(state, handle):
            found += _spells(state, seat, handle)
    for other in unoffered(state, seat):
        found.append(Option(choices.ACTIVATE, seat, other.row, NOT_OFFERED, unknown=CODE, how=(other.what, other.rule)))
    return found


#: The number of an ability that is none: an option of a card that is not offered, named by ``how`` with its rule.
NOT_OFFERED: Final = -1
_ACTIVE_ZONES: Final = ("graveyard", "exile", "hand", "command")


def _activations(state: State, seat: int, handle: int) -> list[Option | None]:
    found = []
    for i, ability in enumerate(abilities_at(state, handle)):
        for k, mode in enumerate(ability.modes or (None,), 1):
            how = () if mode is None else (f"mode {k}",)
            as_one = ability if mode is None else replace(ability, effects=mode.effects, targets=mode.targets, modes=())
            for costs in payment.readings(ability.costs):
                make = partial(_activation, state, seat, handle, i, replace(as_one, costs=costs), how)
                found.append(_possible(state, seat, handle, make, choices.ACTIVATE, i))
    return found


def _from_hand(state: State, seat: int, handle: int) -> list[Option | None]:
    if "land" in proto_of(state.rows[handle].cls).types:
        return [_possible(state, seat, handle, partial(_land, state, seat, handle), choices.PLAY)]
    return _spells(state, seat, handle)


def _spells(state: State, seat: int, handle: int) -> list[Option | None]:
    """The ways of casting a card: each mode, with and without each optional cost, each alternative."""
    row = state.rows[handle]
    proto = proto_of(row.cls)
    ways = {a.how for a in proto.abilities if isinstance(a, SpellCosts) and a.how}
    zone = row.cls.zone
    from_here = [(w,) for w in sorted(ways) if casting.ALTERNATIVES.get(w) == zone]
    extra = [(w,) for w in sorted(ways) if w not in casting.ALTERNATIVES]
    chosen = casting.mode_choices(proto)
    base: list[tuple[str, ...]] = [()] if zone == HAND or not from_here else []
    found: list[Option | None] = []
    for way in [*base, *from_here]:
        for more in [(), *extra]:
            for mode in chosen:
                for costs in payment.readings(casting.costs_of(proto, (*way, *more, *mode))):
                    make = partial(_spell, state, seat, handle, (*way, *more, *mode), costs)
                    found.append(_possible(state, seat, handle, make, choices.CAST))
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
        rows = legal_targets(state, spec, seat, source)
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
            rows.append(choices.ITSELF)
        if spec.divided:
            found.append(_dividing(spec, rows))
            continue
        if spec.optional:
            rows.append(NONE)
        found.append(Slot(TARGET, tuple(rows)))
    return found


def _dividing(spec: TargetSpec, rows: list[int], whole: Amount = 0, by_x: bool = False) -> Slot:
    numbers = (("least", spec.least), ("most", spec.most))
    return Slot(DIVIDE, tuple(rows), whole, 1 if by_x else 0, kinds=numbers)


def _divide(state: State, slots: list[Slot], effects: tuple[Term, ...], choice: Choice) -> list[Slot]:
    """The slots with how much is divided, as it is announced (601.2d)."""
    if not any(slot.name == DIVIDE for slot in slots):
        return slots
    by_x = division.by_x(effects)
    whole = 0 if by_x else division.of_choice(state, effects, choice)
    return [replace(s, low=whole, high=1 if by_x else 0) if s.name == DIVIDE else s for s in slots]


def _activation(
    state: State, seat: int, handle: int, index: int, ability: Activated, how: tuple[str, ...]
) -> Option | None:
    slots = _targets(state, ability.targets, seat, handle)
    if slots is None:
        return None
    slots = _divide(state, slots, ability.effects, Choice(choices.ACTIVATE, seat, handle, index))
    n = state.rows[handle].n
    if is_paired(state, handle) and not at_most(n, 1, "109.1"):
        slots.append(Slot(MEMBER, low=1, high=n))
    kinds = mana_choice(ability)
    if kinds:
        slots.append(Slot(ANSWER, words=kinds))
    limits: list[Amount] = []
    symbols: list[str] = []
    announced = payment.announces_x(ability.costs)
    for cost in ability.costs:
        if isinstance(cost, ManaCost):
            symbols += cost.symbols
        elif isinstance(cost, payment.OBJECT_COSTS):
            slots += _given_up(state, seat, handle, cost, limits)
        elif isinstance(cost, LifeCost) and isinstance(cost.amount, XValue):
            limits.append(state.rows[player(seat)].get("life"))
        elif isinstance(cost, RemoveCountersCost) and isinstance(cost.amount, XValue):
            limits.append(state.rows[handle].get("counter." + cost.kind))
    allowed = restricted.usable(state, seat, handle, cast=False)
    whole = abilities_at(state, handle)[index].costs
    several = len(payment.readings(whole)) > 1
    slots += _mana(state, seat, symbols, limits, payment.reductions(state, handle, ability), allowed, several)
    if announced:
        slots += _announced(limits)
    return Option(choices.ACTIVATE, seat, handle, index, tuple(slots), how=how)


def _announced(limits: list[Amount]) -> list[Slot]:
    """The range of X: as much as every part of the cost allows."""
    if not limits:
        return [Slot(X, low=0, high=-1)]  # nothing limits it
    high = limits[0]
    for limit in limits[1:]:
        high = limit if less(limit, high, "107.3") else high
    return [Slot(X, low=0, high=high)]


def _given_up(state: State, seat: int, handle: int, cost: Any, limits: list[Amount]) -> list[Slot]:
    if not isinstance(cost, DiscardCost) and cost.filter is None:
        return []
    rows = payment.payable(state, handle, seat, cost)
    amount: Any = cost.amount if cost.amount is not None else Fixed(1)
    if isinstance(amount, XValue):
        total: Amount = 0
        for row in rows:
            total = total + payment.available(state, row, handle, cost)
        limits.append(total)
    low = amount.value if isinstance(amount, Fixed) else 0
    return [Slot(PICKS, tuple(rows), low, 1 if isinstance(amount, XValue) else 0)]


def _mana(
    state: State,
    seat: int,
    symbols: list[str],
    limits: list[Amount],
    reductions: list[tuple[int, int]],
    allowed: tuple[str, ...],
    one_of_several: bool,
    more: Amount = 0,
) -> list[Slot]:
    """The payment, where it could be made in several ways; and what the pool leaves for X.

    ``one_of_several``: the cost can also be read in another way (107.4e), so that the payment says which.
    """
    wanted = mana.demand(symbols, 0)
    wanted.generic = wanted.generic + more
    have = mana.pool(state, seat, allowed)
    there = tuple((kind, amount) for kind, amount in have.items() if not is_zero(amount, "106.4"))
    single = len(wanted.singles)
    times = symbols.count("X")
    if times:
        total: Amount = -single
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
    life = mana.by_life(state, seat, sum("P" in kinds for kinds in wanted.singles))
    if life:
        there += (("P", life),)
    if len(there) < 2 and not one_of_several:
        return []
    slot = Slot(PAY, kinds=there, low=wanted.generic, high=times, symbols=tuple(wanted.singles))
    return [replace(slot, words=tuple(f"{a}/{f}" for a, f in reductions) if times else ())]


def _spell(state: State, seat: int, handle: int, how: tuple[str, ...], costs: tuple[Term, ...]) -> Option | None:
    proto = proto_of(state.rows[handle].cls)
    slots = _targets(state, specs_of(proto, how), seat, handle, cast=True)
    if slots is None:
        return None
    slots = _divide(state, slots, effects_of(proto, how), Choice(choices.CAST, seat, handle))
    symbols: list[str] = []
    limits: list[Amount] = []
    for cost in costs:
        if isinstance(cost, ManaCost):
            symbols += cost.symbols
        elif isinstance(cost, payment.OBJECT_COSTS):
            slots += _given_up(state, seat, handle, cost, limits)
        elif isinstance(cost, LifeCost) and isinstance(cost.amount, XValue):
            limits.append(state.rows[player(seat)].get("life"))
    allowed = restricted.usable(state, seat, handle, cast=True)
    several = len(payment.readings(casting.costs_of(proto, how))) > 1
    slots += _mana(state, seat, symbols, limits, [], allowed, several, commander.tax(state, state.rows[handle].cls))
    if payment.announces_x(costs):
        slots += _announced(limits)
    return Option(choices.CAST, seat, handle, 0, tuple(slots), how=how)


def _land(state: State, seat: int, handle: int) -> Option | None:
    return Option(choices.PLAY, seat, handle)


# --- other questions ---------------------------------------------------------------------------------------------


def _order(state: State, seat: int) -> list[Option | None]:
    rows = [h for h in waiting(state) if state.rows[h].cls.controller == seat]
    return [Option(choices.ORDER, seat, h, 0, (Slot(COUNT, low=1, high=state.rows[h].n),)) for h in rows]


def _target(state: State, seat: int) -> list[Option | None]:
    handle = about(state)
    term = state.rows[handle].cls.term
    assert isinstance(term, Triggered)
    slots = [
        _dividing(spec, rows, divided_by(state, handle)) if spec.divided else Slot(TARGET, tuple(rows))
        for spec, rows in zip(term.targets, trigger_targets(state, handle), strict=True)
    ]
    slots.append(Slot(COUNT, low=1, high=state.rows[handle].n))
    return [Option(choices.TARGET, seat, -1, 0, tuple(slots))]


def _may(state: State, seat: int) -> list[Option | None]:
    return [Option(choices.MAY, seat, slots=(Slot(ANSWER, words=("yes", "no")),))]


def _pick(state: State, seat: int) -> list[Option | None]:
    rows, wanted = pick_question(state)
    return [Option(choices.PICK, seat, slots=(Slot(PICKS, tuple(rows), wanted),))]


def _keep(state: State, seat: int) -> list[Option | None]:
    return [Option(choices.KEEP, seat, row) for row in legends_like(state, about(state))]


def _attack(state: State, seat: int) -> list[Option | None]:
    rows = tuple(combat.attack_candidates(state, seat))
    against = tuple(combat.defenders(state, seat))
    if not combat_costs.any_costs(state):
        return [Option(choices.ATTACK, seat, slots=(Slot(CREATURES, rows), Slot(AGAINST, against)))]
    able = {handle: combat.payable_targets(state, handle, seat) for handle in rows}
    rows = tuple(handle for handle in rows if able[handle])
    against = tuple(target for target in against if any(target in found for found in able.values()))
    slots = (Slot(CREATURES, rows), Slot(AGAINST, against), _toll(state, seat))
    return [Option(choices.ATTACK, seat, slots=slots), *_mana_for(state, seat, "attack")]


def _toll(state: State, seat: int) -> Slot:
    """The mana that may be spent on a cost to attack or to block."""
    return Slot(PAY, kinds=tuple(paid for paid in mana.pool(state, seat).items() if not is_zero(paid[1], "106.4")))


def _mana_for(state: State, seat: int, asks: str) -> list[Option | None]:
    """The mana abilities that may be activated for a cost to attack or to block (508.1i, 509.1e)."""
    if not combat.costs_something(state, seat, asks):
        return []
    mine = [h for h, r in state.rows.items() if r.cls.zone == BATTLEFIELD and r.cls.controller == seat]
    return [found for h in mine if state.rows[h].cls.proto is not None for found in _activations(state, seat, h)]


def _block(state: State, seat: int) -> list[Option | None]:
    pairs = combat.block_candidates(state, seat)
    rows = tuple(dict.fromkeys(b for b, _ in pairs))
    slots: tuple[Slot, ...] = (Slot(CREATURES, rows), Slot(AGAINST, tuple(dict.fromkeys(a for _, a in pairs))))
    found: list[Option | None] = []
    if combat_costs.any_costs(state):
        slots = (*slots, _toll(state, seat))
    if combat.block_ways(state, seat):
        found.append(Option(choices.BLOCK, seat, slots=slots))
    if not found or combat.unknown_block(state, seat):
        found.append(Option(choices.BLOCK, seat, unknown="rule-combat"))
    return found + _mana_for(state, seat, "block")


def _assign(state: State, seat: int) -> list[Option | None]:
    handle = about(state)
    count = Slot(COUNT, low=1, high=state.rows[handle].n)
    slots = (Slot(CREATURES, tuple(combat_damage.recipients(state)), combat_damage.strength_of(state, handle)), count)
    return [Option(choices.ASSIGN, seat, slots=slots)]


def _answer(state: State, seat: int) -> list[Option | None]:
    """The answers to the question in the middle of something."""
    asked_for = question_of(state)
    rows, words = asked_for.rows, asked_for.words
    if asked_for.kind in ("object", "objects"):
        words = ("range",) if asked_single(state) else ("range", "as often as wanted")
        return [Option(choices.ANSWER, seat, slots=(Slot(PICKS, rows, asked_for.low, asked_for.high, words),))]
    if asked_for.kind == "number":
        return [Option(choices.ANSWER, seat, slots=(Slot(COUNT, low=asked_for.low, high=asked_for.high),))]
    if asked_for.kind == "mixed":
        return [Option(choices.ANSWER, seat, slots=(Slot(PAY, low=asked_for.low, words=("mixed", *words)),))]
    if asked_for.kind == "pay":
        wanted = mana.demand(words, asked_for.low)
        have = tuple((k, a) for k, a in mana.pool(state, seat).items() if not is_zero(a, "106.4"))
        return [
            Option(
                choices.ANSWER, seat, slots=(Slot(PAY, kinds=have, low=wanted.generic, symbols=tuple(wanted.singles)),)
            )
        ]
    if asked_for.kind == "other type":
        words = tuple(word for word in _types_here(state) if word not in words) or _some_type(words)
    elif asked_for.kind == "type" and not words:
        words = _types_here(state)
    return [Option(choices.ANSWER, seat, slots=(Slot(ANSWER, words=words),))]


def _types_here(state: State) -> tuple[str, ...]:
    """The creature types that a player would name: those of the creatures in the game, or any other one."""
    found = {
        t
        for row in state.rows.values()
        if row.cls.proto is not None and "creature" in row.cls.proto.types
        for t in row.cls.proto.subtypes
    }
    return tuple(sorted(found)) or _some_type(())


def _some_type(barred: tuple[str, ...]) -> tuple[str, ...]:
    return next((word,) for word in ("Elf", "Goblin", "Human") if word not in barred)


def _go_on(state: State, seat: int) -> list[Option | None]:
    return [Option(choices.GO_ON, seat)]


_BY_QUESTION: Final[dict[str, Callable[[State, int], list[Option | None]]]] = {
    "priority": _at_priority,
    "order": _order,
    "target": _target,
    "may": _may,
    "pick": _pick,
    "cleanup": _pick,
    "keep": _keep,
    "attack": _attack,
    "answer": _answer,
    "continue": _go_on,
    "block": _block,
    "assign": _assign,
}


#: How many ways of choosing a number of objects are shown at most.
RANGE_SHOWN: Final = 64


# --- filling the slots -------------------------------------------------------------------------------------------


def first(state: State, option: Option) -> Choice:
    """The first way of choosing an option: first targets, X of 0, as few as possible, oldest objects."""
    targets = tuple(slot.rows[0] for slot in option.slots if slot.name == TARGET)
    x: Amount = 0
    sizes: tuple[Amount, ...] = ()
    shared = option.slot(DIVIDE)
    if shared is not None:
        x = dict(shared.kinds)["least"] if shared.high else 0
        sharing, sizes = _first_division(state, shared, shared.low + shared.high * x)
        targets += sharing
    picks: list[Pick] = []
    for slot in option.slots:
        if slot.name == PICKS:
            picks += _first_picks(state, slot, option.row)
    pay = option.slot(PAY)
    answer = option.slot(ANSWER)
    count = option.slot(COUNT)
    return Choice(
        option.verb,
        option.player,
        option.row,
        option.index,
        0,
        targets,
        tuple(picks),
        () if pay is None else _first_payment(pay, x),
        x,
        0 if count is None else count.low,
        "" if answer is None else answer.words[0],
        how=option.how,
        sizes=sizes,
    )


def _first_division(state: State, slot: Slot, whole: Amount) -> tuple[tuple[int, ...], tuple[Amount, ...]]:
    """As few targets as possible, 1 for each and the rest for the last."""
    least = dict(slot.kinds)["least"]
    if not at_least(whole, 1, "601.2d"):
        return (), ()
    wanted = max(plain(least), 1)
    few = tuple(row for row in slot.rows for k in range(1, wanted + 1) if _has(state, row, k))[:wanted]
    if not few:
        return (), ()
    return few, (*(1 for _ in few[1:]), whole - (len(few) - 1))


def _has(state: State, row: int, number: int) -> bool:
    """Whether a row has so many members; the acting one is a single one."""
    return number == 1 or (row >= 0 and at_least(state.rows[row].n, number, "115.3"))


def _first_picks(state: State, slot: Slot, actor: int) -> list[Pick]:
    found: list[Pick] = []
    left = slot.low
    for row in sorted(slot.rows, key=lambda h: h == actor):
        if is_zero(left, "601.2b"):
            break
        n = left if len(slot.words) == 2 else state.rows[row].n
        taken = n if less(n, left, "601.2b") else left
        found.append((row, taken))
        left = left - taken
    return found


def _first_payment(slot: Slot, x: Amount = 0) -> tuple[Paid, ...]:
    if slot.words[:1] == ("mixed",):
        return ((slot.words[1], slot.low),)
    left = dict(slot.kinds)
    paid: dict[str, Amount] = {}
    for kinds in sorted(slot.symbols, key=len):
        usable = [k for k in kinds if k in left and not is_zero(left[k], "118.3")]
        if not usable:
            return ()
        left[usable[0]] = left[usable[0]] - 1
        paid[usable[0]] = paid.get(usable[0], 0) + 1
    missing = _generic(slot, x)
    for kind in MANA_KINDS:
        if kind in left and not is_zero(missing, "118.3"):
            taken = left[kind] if less(left[kind], missing, "118.3") else missing
            paid[kind] = paid.get(kind, 0) + taken
            missing = missing - taken
    return tuple((kind, amount) for kind, amount in paid.items() if not (type(amount) is int and amount == 0))


def _generic(slot: Slot, x: Amount) -> Amount:
    """The generic part of a payment for an announced X, with the reductions that come after announcing it."""
    wanted = mana.ManaDemand(list(slot.symbols), slot.low + slot.high * x)
    for word in slot.words:
        amount, _, floor = word.partition("/")
        mana.take_off(wanted, int(amount), int(floor))
    return wanted.generic


def instances(state: State, option: Option, limit: int) -> Iterator[Choice]:
    """Up to ``limit`` ways of choosing an option, checked by ``verify`` in combat only. Plain amounts only."""
    if option.unknown:
        return
    if option.verb in _COMBAT:
        yield from islice(dict.fromkeys(_in_combat(state, option)), limit)
        return
    yield from islice(_all(state, option, limit), limit)


_COMBAT: Final = (choices.ATTACK, choices.BLOCK, choices.ASSIGN)


def _in_combat(state: State, option: Option) -> Iterator[Choice]:
    if option.verb == choices.ATTACK:
        yield from combat.attack_ways(state, option.player)
    elif option.verb == choices.BLOCK:
        yield from combat.block_ways(state, option.player)
    else:
        for way in combat_damage.assign_ways(state):
            yield replace(way, count=1)
            yield way


def _all(state: State, option: Option, limit: int) -> Iterator[Choice]:
    x_slot = option.slot(X)
    top = 0 if x_slot is None else plain(x_slot.high)
    x_range = range(min(top if top >= 0 else limit, limit) + 1)
    targets = [slot.rows for slot in option.slots if slot.name == TARGET]
    members = _range(option.slot(MEMBER), limit)
    counts = _range(option.slot(COUNT), limit)
    answer = option.slot(ANSWER)
    words = ("",) if answer is None else answer.words
    for x, member, count, word in product(x_range, members, counts, words):
        base = Choice(
            option.verb, option.player, option.row, option.index, member, x=x, count=count, answer=word, how=option.how
        )
        for named in product(*targets):
            for sharing, sizes in _divisions(state, option, x):
                for picks in _picks(state, option, x):
                    for pay in _payments(option.slot(PAY), x):
                        yield replace(base, targets=(*named, *sharing), sizes=sizes, picks=picks, pay=pay)


def _divisions(state: State, option: Option, announced: int) -> Iterator[tuple[tuple[int, ...], tuple[Amount, ...]]]:
    """The ways to divide something among targets: like targets get their parts in order of size."""
    slot = option.slot(DIVIDE)
    if slot is None:
        yield (), ()
        return
    whole = plain(slot.low) + plain(slot.high) * announced
    least, most = (plain(amount) for _, amount in slot.kinds)
    if not least:
        yield (), ()
    sizes = [plain(state.rows[row].n) if row >= 0 else 1 for row in slot.rows]
    there = [row for row, n in zip(slot.rows, sizes, strict=True) for _ in range(min(n, whole, most or RANGE_SHOWN))]
    for number in range(max(least, 1), min(len(there), whole, most or whole) + 1):
        for sharing in dict.fromkeys(combinations(there, number)):
            for parts in compositions(whole, number):
                pairs = list(zip(sharing, parts, strict=True))
                if all(a[0] != b[0] or a[1] >= b[1] for a, b in pairwise(pairs)):
                    yield sharing, parts


def _range(slot: Slot | None, limit: int) -> range:
    if slot is None:
        return range(1)
    low, high = plain(slot.low), plain(slot.high)
    return range(low, min(high, low + limit) + 1)


def _picks(state: State, option: Option, announced: int) -> Iterator[tuple[Pick, ...]]:
    slots = [slot for slot in option.slots if slot.name == PICKS]
    parts = []
    for slot in slots:
        wanted = [plain(slot.low) + plain(slot.high) * announced]
        counts = [plain(state.rows[row].n) for row in slot.rows]
        if slot.words:
            wanted = list(range(plain(slot.low), min(plain(slot.high), plain(slot.low) + RANGE_SHOWN) + 1))
            counts = counts if slot.words == ("range",) else [plain(slot.high)] * len(counts)
        ways = (
            tuple((row, part) for row, part in zip(slot.rows, taken, strict=True) if part)
            for number in wanted
            for taken in shares(counts, number)
        )
        parts.append(list(islice(ways, RANGE_SHOWN)))
    for combined in product(*parts):
        yield tuple(pick for part in combined for pick in part)


def _payments(slot: Slot | None, announced: int) -> Iterator[tuple[Paid, ...]]:
    if slot is not None and slot.words[:1] == ("mixed",):
        for kind in slot.words[1:]:
            yield ((kind, slot.low),)
        return
    if slot is None:
        yield ()
        return
    generic = plain(_generic(slot, announced))
    total = generic + len(slot.symbols)
    kinds = [kind for kind, _ in slot.kinds]
    for taken in shares([plain(amount) for _, amount in slot.kinds], total):
        left: dict[str, Amount] = dict.fromkeys((*MANA_KINDS, "P"), 0)
        left.update(zip(kinds, taken, strict=True))
        if mana.pays_symbols(left, list(slot.symbols)):
            yield tuple((kind, share) for kind, share in zip(kinds, taken, strict=True) if share)


# --- asking whether a choice is among them -----------------------------------------------------------------------


def covers(state: State, found: list[Option], choice: Choice) -> bool:
    """Whether a choice fills the slots of one of these options."""
    return any(_fits(state, option, choice) for option in found)


def _fits(state: State, option: Option, choice: Choice) -> bool:
    if option.unknown or (option.verb, option.player) != (choice.verb, choice.player):
        return False
    if option.verb in _COMBAT:
        return _combat_fits(option, choice)
    if option.row != choice.row and option.verb not in (choices.TARGET, choices.PICK, choices.MAY, choices.PASS):
        return False
    if option.index != choice.index and option.verb == choices.ACTIVATE:
        return False
    if set(option.how) != set(choice.how):
        return False
    targets = [slot for slot in option.slots if slot.name == TARGET]
    if not _targets_fit(option, targets, choice):
        return False
    answer = option.slot(ANSWER)
    if answer is not None and choice.answer not in answer.words:
        return False
    x_slot = option.slot(X)
    if x_slot is None:
        if not is_zero(choice.x, "107.3"):
            return False
    elif less(choice.x, 0, "107.3") or (
        not (type(x_slot.high) is int and x_slot.high == -1) and less(x_slot.high, choice.x, "107.3")
    ):
        return False
    rows = {row for slot in option.slots if slot.name == PICKS for row in slot.rows}
    if any(row not in rows for row, _ in choice.picks):
        return False
    return _amounts_fit(option, choice)


def _targets_fit(option: Option, targets: list[Slot], choice: Choice) -> bool:
    shared = option.slot(DIVIDE)
    sharing = choice.targets[len(targets) :]
    if shared is None and (sharing or choice.sizes):
        return False
    if len(choice.targets) < len(targets):
        return False
    if any(row not in slot.rows for slot, row in zip(targets, choice.targets, strict=False)):
        return False
    if shared is None:
        return True
    least, most = (amount for _, amount in shared.kinds)
    if less(len(sharing), least, "601.2d") or (not is_zero(most, "601.2d") and less(most, len(sharing), "601.2d")):
        return False
    return _parts_fit(shared, sharing, choice)


def _parts_fit(shared: Slot, sharing: tuple[int, ...], choice: Choice) -> bool:
    """Whether each target named is one and the parts are the whole (601.2d)."""
    if any(row not in shared.rows for row in sharing):
        return False
    if len(sharing) == 1 and not choice.sizes:
        return True
    given: Amount = 0
    for part in choice.sizes:
        if less(part, 1, "601.2d"):
            return False
        given = given + part
    whole = shared.low + shared.high * choice.x
    return len(choice.sizes) == len(sharing) and (not sharing or equal(given, whole, "601.2d"))


def _combat_fits(option: Option, choice: Choice) -> bool:
    creatures, against = option.slot(CREATURES), option.slot(AGAINST)
    assert creatures is not None
    if any(row not in creatures.rows for row, _ in choice.picks):
        return False
    named = against is None or all(row in against.rows for row in choice.targets)
    return named and _amounts_fit(option, choice)


def _amounts_fit(option: Option, choice: Choice) -> bool:
    for name, amount in ((MEMBER, choice.member), (COUNT, choice.count)):
        slot = option.slot(name)
        if type(amount) is int and amount == 0:
            continue  # any member, all of the group
        if slot is None or less(amount, slot.low, "107.1") or less(slot.high, amount, "107.1"):
            return False
    pay = option.slot(PAY)
    if pay is None:
        return True
    if pay.words[:1] == ("mixed",):
        return all(kind in pay.words for kind, _ in choice.pay)
    have = dict(pay.kinds)
    return all(kind in have and not less(have[kind], amount, "118.3") for kind, amount in choice.pay)
