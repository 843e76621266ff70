"""A slow reference for payments of mana (107.4, 118.7, 601.2f): every unit of mana tried for every symbol.

It reads the state and the words of cards, and nothing of the rules' code. What it can't tell it says so of: None.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Final, NamedTuple

from reiterate.state.model import BATTLEFIELD, Class, State, player
from reiterate.terms.abilities import Activated, SpellCosts, Static
from reiterate.terms.base import field_names, replace
from reiterate.terms.costs import ManaCost
from reiterate.terms.proto import FACE_DOWN
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter
from reiterate.terms.static_effects import CostReduction, GrantAbilities, ModifyPT, SpellCost

KINDS: Final = ("W", "U", "B", "R", "G", "C")
#: The ways of casting that replace the mana cost (118.9); "jump-start" and "retrace" leave it to be paid.
INSTEAD: Final = (
    "flashback",
    "escape",
    "alternative cost",
    "evoke",
    "dash",
    "blitz",
    "spectacle",
    "surge",
    "warp",
    "foretell",
    "madness",
)
FREE: Final = "no mana cost"

#: Statics that change no ability: beside others, what a cost changer says of itself can't be told here.
_HARMLESS: Final = (SpellCost, CostReduction, ModifyPT, GrantAbilities)
_SIMPLE: Final = ("types", "any_of", "without_types")


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
    found = _changers(state)
    if found is None or ability.less is not None or ability.more is not None:
        return None
    off: list[tuple[int, int]] = []
    for source, effect in found:
        if isinstance(effect, CostReduction):
            if effect.subject is not None or effect.whose != "you" or not effect.mana_abilities or effect.up_to:
                return None
            if state.rows[source].cls.controller == state.rows[row].cls.controller:
                off += [(effect.amount, effect.floor)] * _count(state, source)
    return Owed(symbols, x, 0, tuple(off))


def of_spell(state: State, row: int, how: tuple[str, ...], x: int) -> Owed | None:
    """The mana of a spell cast in these ways; None where what changes it can't be told."""
    cls = state.rows[row].cls
    proto = cls.proto
    assert proto is not None
    if "convoke" in how or cls.zone == "command":
        return None
    if "back face" in how and proto.back is not None:  # 712.11b, 715.3a, 708.4: it alone says what is paid
        proto = proto.back
        cls = cls.but("proto", proto)
    for word, half in zip(("left half", "right half", "both halves"), proto.halves, strict=False):
        if word in how:  # 709.3a, 709.3b: the half that is cast says alone what is paid; 702.102c: fused, both do
            proto = half
            cls = cls.but("proto", half)
            break
    if proto.name == FACE_DOWN:
        proto = replace(proto, mana_cost=("3",))  # 702.37c
    symbols = ("0",) if FREE in how else proto.mana_cost or ()
    for ability in proto.abilities:
        if isinstance(ability, SpellCosts) and ability.how in INSTEAD and ability.how in how:
            symbols = _mana(ability.costs)
    for ability in proto.abilities:
        if isinstance(ability, SpellCosts) and ability.how not in INSTEAD and ability.how in ("", *how):
            symbols += _mana(ability.costs)
        if isinstance(ability, Static) and isinstance(ability.effect, SpellCost) and ability.effect.this:
            return None
    found = _changers(state)
    if found is None:
        return None
    more, off = 0, []
    for source, effect in found:
        if not isinstance(effect, SpellCost) or effect.this or not _of_who(state, effect.who, source, cls.owner):
            continue
        fits = _fits(effect.filter, cls)
        if fits is None or not isinstance(effect.amount, Fixed):
            return None
        amount = effect.amount.value * _count(state, source)
        if fits and effect.less:
            off.append((amount, 0))
        elif fits:
            more += amount
    return Owed(symbols, x, more, tuple(off))


def pool_of(state: State, seat: int) -> dict[str, int] | None:
    """A player's mana by kind, and the life for symbols; None where some of it is restricted."""
    row = state.rows[player(seat)]
    if any(slot.startswith("mana.") and "/" in slot for slot in row.num):
        return None
    found = {kind: row.get(f"mana.{kind}") for kind in KINDS}
    return {kind: amount for kind, amount in found.items() if isinstance(amount, int)} if found else {}


def _mana(costs: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(symbol for cost in costs if isinstance(cost, ManaCost) for symbol in cost.symbols)


def _changers(state: State) -> list[tuple[int, Any]] | None:
    """The permanents that change costs, as printed; None where that is not all, or may not be so."""
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
    return None if found and others else found


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
