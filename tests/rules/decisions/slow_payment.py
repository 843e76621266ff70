"""A slow reference for payments of mana (107.4, 118.7, 601.2f): every unit of mana tried for every symbol.

It reads the state and the words of cards, and nothing of the rules' code. What it can't tell it says so of: None.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final, NamedTuple

from reiterate.state.model import BATTLEFIELD, GRAVEYARD, HAND, Class, State, player
from reiterate.state.properties import CARD, TOKEN
from reiterate.terms.abilities import Activated, SpellCosts, Static
from reiterate.terms.base import field_names, replace
from reiterate.terms.costs import ManaCost
from reiterate.terms.proto import FACE_DOWN
from reiterate.terms.quantities import CardsIn, CountOf, Fixed, Times
from reiterate.terms.references import Filter, You
from reiterate.terms.static_effects import CastTransformed, CostReduction, GrantAbilities, ModifyPT, SpellCost

KINDS: Final = ("W", "U", "B", "R", "G", "C")
#: The ways of casting that replace the mana cost (118.9).
INSTEAD: Final = (
    "flashback",
    "escape",
    "alternative cost",
    "evoke",
    "dash",
    "blitz",
    "spectacle",
    "surge",
    "mayhem",
    "warp",
    "foretell",
    "madness",
)
FREE: Final = "no mana cost"
#: What is cast so costs {2} instead of its mana cost (701.65a).
AIRBENT: Final = "airbend"
#: The ways of casting with a cost on top of the mana cost (118.8, 702.133a, 702.81a). Of any other way nothing is told.
BESIDES: Final = ("", "kicker", "buyback", "entwine", "offspring", "casualty", "jump-start", "retrace")
#: The ways of paying mana with something else (702.51a, 702.126a, 702.66a).
NOT_IN_MANA: Final = ("convoke", "improvise", "delve")

#: Statics that change no ability: beside others, what a cost changer says of itself can't be told here.
_HARMLESS: Final = (SpellCost, CostReduction, ModifyPT, GrantAbilities)
_SIMPLE: Final = ("types", "any_of", "without_types")


def is_told(way: str) -> bool:
    """Whether it is told here what a way of casting costs; "kicker {1}" is the kicker cost of several (702.33b)."""
    return way.partition(" {")[0] in BESIDES or way in (*INSTEAD, AIRBENT)


class Owed(NamedTuple):
    """What is to be paid in mana: symbols, X, generic mana more, and what is taken off with its floors."""

    symbols: tuple[str, ...]
    x: int
    more: int
    off: tuple[tuple[int, int], ...]


def ways(owed: Owed) -> list[tuple[list[str], int]]:
    """Each way to announce the symbols (601.2b): what is paid one by one ("P" for two life), and the generic part."""
    each: list[list[tuple[list[str], int]]] = []
    for symbol in owed.symbols:
        if symbol.isdigit():
            each.append([([], int(symbol))])
        elif symbol == "X":
            each.append([([], owed.x)])
        else:
            each.append([([], 2) if part == "2" else ([part], 0) for part in symbol.split("/")])
    found = []
    for chosen in product(*each):
        singles = [part for some, _ in chosen for part in some]
        generic = sum(number for _, number in chosen) + owed.more
        for amount, floor in sorted(owed.off, key=lambda one: -one[1]):
            least = max(floor - len(singles), 0)
            if generic >= least:
                generic = max(generic - amount, least)
        found.append((singles, generic))
    return found


def pays(owed: Owed, paid: dict[str, int]) -> bool:
    """Whether this mana, and so often two life ("P"), is exactly what is owed."""
    for singles, generic in ways(owed):
        left = dict(paid)
        for kind in singles:
            left[kind] = left.get(kind, 0) - 1
        if min(left.values(), default=0) >= 0 and left.get("P", 0) == 0 and sum(left.values()) == generic:
            return True
    return False


def payments(owed: Owed, pool: dict[str, int], most: int) -> list[dict[str, int]]:
    """Everything that could be said to be paid out of a pool, right or wrong, up to ``most`` of each kind."""
    kinds = [kind for kind in (*KINDS, "P") if pool.get(kind)]
    return [
        {kind: amount for kind, amount in zip(kinds, amounts, strict=True) if amount}
        for amounts in product(*(range(min(pool[kind], most) + 1) for kind in kinds))
    ]


# --- what is owed ------------------------------------------------------------------------------------------------


def of_ability(state: State, row: int, ability: Activated, x: int) -> Owed | None:
    """The mana of an activation; None where what changes it can't be told."""
    symbols = _mana(ability.costs)
    found = _changers(state, bool(ability.less or ability.more))
    if found is None:
        return None
    seat = state.rows[row].cls.controller
    more, taken = (_amount(state, seat, n or Fixed(0)) for n in (ability.more, ability.less))
    if more is None or taken is None or ability.less_if is not None:
        return None
    off = [(taken, 0)] if taken else []
    for source, effect in found:
        if isinstance(effect, CostReduction):
            if (
                effect.subject is not None
                or effect.whose != "you"
                or not effect.mana_abilities
                or effect.up_to
                or effect.keyword
            ):
                return None
            if state.rows[source].cls.controller == seat:
                off += [(effect.amount, effect.floor)] * _count(state, source)
    return Owed(symbols, x, more, tuple(off))


def of_spell(state: State, row: int, how: tuple[str, ...], x: int) -> Owed | None:
    """The mana of a spell cast in these ways; None where what changes it can't be told."""
    cls = _face(state.rows[row].cls, how)
    proto = cls.proto
    if cls.zone == "command" or set(how) & {*NOT_IN_MANA} or proto is None:
        return None
    symbols = ("0",) if FREE in how else ("2",) if AIRBENT in how else proto.mana_cost or ()
    priced = [a for a in proto.abilities if isinstance(a, SpellCosts)]
    if not all(is_told(ability.how) for ability in priced):
        return None
    for ability in priced:
        if ability.how in INSTEAD and ability.how in how:
            symbols = _mana(ability.costs)
    for ability in priced:
        if ability.how not in INSTEAD and ability.how in ("", *how):
            symbols += _mana(ability.costs)
    own = [a for a in proto.abilities if isinstance(a, Static) and isinstance(a.effect, SpellCost) and a.effect.this]
    found = _changers(state, bool(own))
    if found is None or any(ability.condition is not None for ability in own):
        return None
    more, off = 0, []
    for source, effect in [*found, *((row, ability.effect) for ability in own)]:
        if not isinstance(effect, SpellCost) or effect.this != (source == row):
            continue
        if not effect.this and not _of_who(state, effect.who, source, cls.owner):
            continue
        fits = effect.this or _fits(effect.filter, cls)
        seat = cls.owner if effect.this else state.rows[source].cls.controller
        each = _amount(state, seat, effect.amount, row)
        if fits is None or each is None:
            return None
        amount = each if effect.this else each * _count(state, source)
        if fits and effect.less:
            off.append((amount, 0))
        elif fits:
            more += amount
    return Owed(symbols, x, more, tuple(off))


def _face(cls: Class, how: tuple[str, ...]) -> Class:
    """A card as what is cast of it, which alone says what is paid."""
    proto = cls.proto
    assert proto is not None
    if "back face" in how and proto.back is not None:  # 712.11b, 715.3a, 708.4
        proto = proto.back
    for ability in proto.abilities if "disturb" in how else ():  # 702.146a: the other face, for this cost
        if proto.back is not None and isinstance(ability, Static) and isinstance(ability.effect, CastTransformed):
            proto = replace(proto.back, mana_cost=ability.effect.symbols)
            break
    for word, half in zip(("left half", "right half", "both halves"), proto.halves, strict=False):
        if word in how:  # 709.3a, 709.3b: the half that is cast; 702.102c: fused, both
            proto = half
            break
    if proto.name == FACE_DOWN:
        proto = replace(proto, mana_cost=("3",))  # 702.37c
    return cls.but("proto", proto)


def pool_of(state: State, seat: int) -> dict[str, int] | None:
    """A player's mana by kind, and the life for symbols; None where some of it is restricted."""
    row = state.rows[player(seat)]
    if any(slot.startswith("mana.") and "/" in slot for slot in row.num):
        return None
    found = {kind: row.get(f"mana.{kind}") for kind in KINDS}
    return {kind: amount for kind, amount in found.items() if isinstance(amount, int)} if found else {}


def _mana(costs: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(symbol for cost in costs if isinstance(cost, ManaCost) for symbol in cost.symbols)


def _changers(state: State, counts: bool) -> list[tuple[int, Any]] | None:
    """The permanents that change costs, as printed; None where that is not all, or may not be so.

    ``counts``: what is paid for says itself that its cost is another one.
    """
    found: list[tuple[int, Any]] = []
    others = False
    for handle, row in state.rows.items():
        text = repr((row.cls.term, row.cls.marks, row.cls.props))
        if "SpellCost(" in text or "CostReduction(" in text:
            return None
        others |= row.cls.kind == "effect"
        if row.cls.zone != BATTLEFIELD or row.cls.proto is None:
            continue
        for ability in row.cls.proto.abilities:
            changes = "SpellCost(" in repr(ability) or "CostReduction(" in repr(ability)
            if isinstance(ability, Static) and isinstance(ability.effect, (SpellCost, CostReduction)):
                if ability.condition is not None or row.cls.marks:
                    return None
                found.append((handle, ability.effect))
            elif changes:
                return None
            elif isinstance(ability, Static) and not isinstance(ability.effect, _HARMLESS):
                others = True
    return None if (found or counts) and others else found


def _amount(state: State, seat: int, quantity: Any, cast: int = -1) -> int | None:
    """How much an amount in a player's ability is (107.3c, 601.2f); None for what is not told here.

    ``cast``: of these cards one is a spell by now, and lies where it was no more (601.2a).
    """
    if isinstance(quantity, Fixed):
        return quantity.value
    if isinstance(quantity, Times):
        of = _amount(state, seat, quantity.of, cast)
        return None if of is None else of * quantity.by
    if isinstance(quantity, CardsIn) and isinstance(quantity.who, You) and quantity.zone in (GRAVEYARD, HAND):
        return _counted(state, quantity.filter, lambda cls: cls.zone == quantity.zone and cls.owner == seat, cast)
    if isinstance(quantity, CountOf) and quantity.filter.controller in ("any", "you", "opponent"):
        who, set_of = quantity.filter.controller, replace(quantity.filter, controller="any")
        mine = (True, False) if who == "any" else (who == "you",)
        number = _counted(state, set_of, lambda cls: cls.zone == BATTLEFIELD and (cls.controller == seat) in mine)
        return None if number is None else number * quantity.each
    return None


def _counted(state: State, set_of: Filter | None, there: Callable[[Class], bool], cast: int = -1) -> int | None:
    """How many objects of a set there are; None where their types may not be the printed ones."""
    number = 0
    for handle, row in state.rows.items():
        if row.cls.kind not in (CARD, TOKEN) or not there(row.cls):
            continue
        fits = None if row.cls.marks or row.cls.proto is None else _fits(set_of, row.cls)
        if fits is None:
            return None
        number += _count(state, handle) - (handle == cast) if fits else 0
    return number


def _count(state: State, handle: int) -> int:
    number = state.rows[handle].n
    assert isinstance(number, int)
    return number


def _of_who(state: State, who: str, source: int, seat: int) -> bool:
    mine = state.rows[source].cls.controller == seat
    return who == "any" or mine == (who == "you")


def _fits(filter: Any, cls: Class) -> bool | None:
    """Whether a card is of a set that types alone describe; None for other sets."""
    if filter is None:
        return True
    assert cls.proto is not None
    plain = Filter()
    if any(getattr(filter, f) != getattr(plain, f) for f in field_names(Filter) if f not in _SIMPLE):
        return None
    types = set(cls.proto.types)
    some = not filter.any_of or bool(types & set(filter.any_of))
    return set(filter.types) <= types and some and not types & set(filter.without_types)
