"""Facts and numbers of a board that are read without asking what effects make of its permanents.

``evaluate`` asks them for conditions and quantities; what takes characteristics gets those that effects gave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from reiterate.amounts import Amount, at_least, at_most, equal, halve_down, halve_up, more
from reiterate.refusals import unsupported
from reiterate.rules.characteristics.layer_effects import chosen_filter
from reiterate.rules.characteristics.printed_characteristics import (
    CHANGING,
    SPENT,
    Applied,
    Characteristics,
    cast_so,
    has_counter,
    of_type,
    printed,
    refuse_unknown,
)
from reiterate.rules.characteristics.references import Around, named_by, seen
from reiterate.state.model import BATTLEFIELD, Gone, Ref, Row, State, is_player, seat_of
from reiterate.state.normal_form import is_single
from reiterate.state.properties import ACTIVE, ATTACKS, BLOCKS, CLASS_LEVEL, HOST, NTH_LINK, RESUME, STEP
from reiterate.terms.base import Term, replace
from reiterate.terms.proto import is_face_down
from reiterate.terms.quantities import Half, PerEach, Plus, Times
from reiterate.terms.references import LESSER, MODIFIED, WITH_X, Filter, Host, This


def level_of(row: Row | Gone | None) -> int:
    """The level of a permanent as it is or last was, 1 where it has none (716.2d, 608.2h); 0 of what is no permanent."""
    return row.cls.prop(CLASS_LEVEL, 1) if row is not None and row.cls.zone == BATTLEFIELD else 0


def portions(amount: Amount, by: int) -> Amount:
    """How many times a printed number goes into an amount (107.1a)."""
    if by == 2:
        return halve_down(amount, "107.1a")
    if type(amount) is not int:
        raise unsupported("rule-107.1a", "for each so many of an amount that is not a plain number", "107.1a")
    return max(amount, 0) // by


def worked_out(value: Half | PerEach | Times | Plus, amount: Amount) -> Amount:
    """What a quantity makes of the amount of another; halves are rounded as it says (107.1a)."""
    match value:
        case Half(_, up):
            return halve_up(amount, "107.1a") if up else halve_down(amount, "107.1a")
        case PerEach(_, by):
            return portions(amount, by)
        case Times(_, by):
            return amount * by
        case Plus(_, extra):
            return amount + extra


def family_sum(num: Mapping[str, Amount], prefix: str) -> Amount:
    """The sum of all amounts whose names begin so."""
    return summed(amount for slot, amount in num.items() if slot.startswith(prefix))


def summed(numbers: Iterable[Amount]) -> Amount:
    """The sum of amounts."""
    total: Amount = 0
    for each in numbers:
        total = total + each
    return total


#: What a party consists of: up to one creature of each (700.8).
PARTY: Final = ("Cleric", "Rogue", "Warrior", "Wizard")


def party_of(there: Iterable[tuple[Amount, Characteristics]]) -> int:
    """How many of a player's permanents are in the party: each counts for one of its types, so that there are most (700.8b).

    In: how many like permanents there are, and their characteristics.
    """
    filled: set[frozenset[str]] = {frozenset()}
    for many, chars in there:
        mine = [kind for kind in PARTY if of_type(kind, chars)] if "creature" in chars.types else []
        for i in range(len(mine)):
            if at_least(many, i + 1, "700.8"):
                filled |= {some | {kind} for some in filled for kind in mine}
    return max(map(len, filled))


def reached(state: State, applied: list[Applied]) -> frozenset[int] | None:
    """The permanents that change themselves, or that their Auras and Equipment change; None where others may be changed."""
    found: set[int] = set()
    for source, ability in applied:
        if not isinstance(ability.effect, CHANGING):
            continue
        subject: object = ability.effect.subject
        if ability.condition is not None or not isinstance(subject, (This, Host)):
            return None
        host = state.rows[source].refs.get(HOST)
        if isinstance(subject, This):
            found.add(source)
        elif isinstance(host, Ref):
            found.add(host.row)
    return frozenset(found)


def attacked(state: State, source: int) -> int:
    """The player whom a creature attacks, or whose planeswalker (508.5); refused where the creature attacks nobody now."""
    named = state.rows[source].refs.get(ATTACKS) if source in state.rows else None
    if not isinstance(named, Ref):
        raise unsupported("rule-508.5", "the defending player of a creature that does not attack now", "508.5a")
    return seat_of(named.row) if is_player(state, named.row) else state.rows[named.row].cls.controller


def before_attackers(state: State, seat: int) -> bool:
    """Whether it is a player's turn, before its first declare attackers step (506.7a); refused in additional phases (506.7d)."""
    if state.game.prop(ACTIVE, 0) != seat or state.game.prop(STEP, "") not in ("upkeep", "draw", "main1", "combat"):
        return False
    if RESUME in state.game.by_prop:
        raise unsupported("rule-506.7d", "before attackers are declared, in an additional phase", "506.7d")
    return True


def was_spent(state: State, around: Around, run: str) -> bool:
    """Whether so much mana of a kind was spent to cast the source, as its marks say (601.2h)."""
    found = seen(state, around, This())
    return cast_so(around.num, SPENT + run) or cast_so(found.cls.by_prop if found is not None else {}, SPENT + run)


def compares(left: Amount, op: str, right: Amount, rule: str) -> bool:
    if op == ">=":
        return at_least(left, right, rule)
    if op == ">":
        return more(left, right, rule)
    if op in WITH_X or op == LESSER:
        raise unsupported("rule-107.3", "a number compared with an X, or with what left, in this place", "107.3")
    return at_most(left, right, rule) if op == "<=" else equal(left, right, rule)


@cache
def of_yours(filter: Filter) -> Filter:
    """What of a set "you" control, where the words say so outside of the set (109.4, 109.5)."""
    return filter if filter.controller == "you" else replace(filter, controller="you")


def with_chosen(state: State, around: Around, filter: Filter) -> Filter:
    """A filter with what was chosen for its source: as that is, or last was (608.2h)."""
    if not filter.chosen:
        return filter
    row = state.rows.get(around.source, around.row)
    if not isinstance(row, Row):
        raise unsupported("rule-607", f"the chosen {filter.chosen} of something that is not known", "607.2d")
    return chosen_filter(filter, row)


def hangs(state: State, filter: Filter, handle: int, subtypes_of: Callable[[int], Sequence[str]]) -> bool:
    """Whether a permanent is equipped (301.5), enchanted (303.4), or modified (700.9), as a set asks."""
    host = state.rows[handle]
    if host.cls.zone != BATTLEFIELD:
        return False
    if filter.hung == MODIFIED and has_counter(host, "*"):
        return True
    for at, row in state.rows.items():
        ref = row.refs.get(HOST)
        if isinstance(ref, Ref) and ref.row == handle and row.cls.zone == BATTLEFIELD:
            kinds = subtypes_of(at)
            if filter.hung in kinds:
                return True
            own = "Aura" in kinds and row.cls.controller == host.cls.controller
            if filter.hung == MODIFIED and (own or "Equipment" in kinds):
                return True
    return False


def related(
    state: State, filter: Filter, handle: int, source: int, subtypes_of: Callable[[int], Sequence[str]]
) -> bool:
    """Whether a permanent has the name that a set asks for, and attached to it what the set says."""
    if filter.namesake and not same_name(state, filter.namesake, source, state.rows[handle]):
        return False
    return not filter.hung or hangs(state, filter, handle, subtypes_of)


def blockers_of(state: State, around: Around, ref: Term, beyond: int) -> Amount:
    """How many creatures block an object, beyond so many (509.1g)."""
    named = named_by(state, around, ref)
    if not isinstance(named, Ref) or named.row not in state.rows:
        return 0
    if not is_single(state.rows[named.row].n):
        raise unsupported("rule-509.1", "how many creatures block each of a group of attackers", "509.1g")
    total: Amount = 0
    for row in state.rows.values():
        blocked = row.refs.get(BLOCKS)
        if isinstance(blocked, Ref) and blocked.row == named.row:
            total = total + row.n
    return total - beyond if more(total, beyond, "702.23a") else 0


def card_types_in(
    state: State, zone: str, seat: int, made: Callable[[State, Row], Characteristics | None], cast: int = -1
) -> set[str]:
    """The card types among the cards that a player has in a zone. One card of the row ``cast`` is not there any more (601.2a).

    ``made``: what effects in all zones make of a card; None: as printed (205.1b).
    """
    found: set[str] = set()
    for handle, row in state.rows.items():
        if handle == cast and is_single(row.n):
            continue
        if row.cls.zone == zone and row.cls.owner == seat and row.cls.proto is not None:
            refuse_unknown(row.cls, "the card types of a card", "205.2")
            found |= set((made(state, row) or printed(row.cls)).types)
    return found


def devotion(state: State, seat: int, colors: set[str]) -> Amount:
    """How many mana symbols of one of these colours a player's permanents have in their costs (700.5)."""
    total: Amount = 0
    for row in state.rows.values():
        if row.cls.zone == BATTLEFIELD and row.cls.controller == seat and row.cls.proto is not None:
            symbols = row.cls.proto.mana_cost or ()
            total = total + row.n * sum(1 for symbol in symbols if colors & set(symbol.split("/")))
    return total


def same_name(state: State, of: str, source: int, row: Row) -> bool:
    """Whether a permanent has the name of a source, or of the card that it exiled.

    What has no name has none in common with anything (201.2a).
    """
    there = state.rows.get(source)
    if there is None or there.cls.zone != BATTLEFIELD:
        raise unsupported("rule-608.2h", "the name of a source that is not on the battlefield", "608.2h")
    if of == "exiled":
        cards = [ref for slot, ref in there.refs.items() if slot.startswith(NTH_LINK)]
        if not cards:
            return False
        if len(cards) > 1 or not isinstance(cards[0], Ref) or cards[0].row not in state.rows:
            raise unsupported(
                "rule-607.3", "the name of one of several exiled cards, or of one that is exiled no more", "607.3"
            )
        there = state.rows[cards[0].row]
    for named in (there, row):
        if named.cls.proto is None or is_face_down(named.cls.proto):
            return False
        refuse_unknown(named.cls, "a name", "201.2a")
    return printed(there.cls).name == printed(row.cls).name
