"""Mana costs (107.4, 118): what has to be paid, how a pool pays it, and restricted mana (106.6).

Mana that may be spent on some things only (106.6): which of it pays for what, and how a payment is shared out.

Mana of one kind is one amount to whoever pays. Restricted mana that may be spent is spent first,
which leaves the most mana that can be spent on anything. It lies in slots of its own, ``mana.G/cast
creature spells``. So does mana that stays as steps and phases end (500.5): ``mana.R until end of turn``. A payment
that names it spends it; one that names the kind alone spends first what empties first. Where a payment without
names could take of either, its player has to say which.

Mana costs (107.4, 118): what has to be paid, and whether and how a pool pays it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from reiterate.amounts import Amount, at_least, digits_text, is_zero, less
from reiterate.records import record
from reiterate.refusals import AMBIGUOUS, ILLEGAL, Refusal, unsupported
from reiterate.rules.access.choice import Paid
from reiterate.rules.characteristics.evaluate import matches
from reiterate.state.model import State, player
from reiterate.state.properties import LIFE, MANA
from reiterate.terms.effects_mana import STAYS, Unit, only_of, unit_of
from reiterate.terms.unusable import mana_symbol
from reiterate.terms.vocabulary import MANA_KINDS, hybrid

# --- restricted mana -----------------------------------------------------------------------------

SIGN = "/"


def usable(state: State, seat: int, handle: int, cast: bool) -> tuple[str, ...]:
    """The restrictions of mana in a player's pool that allow casting this card, or activating an ability of this."""
    amounts = state.rows[player(seat)].num.items()
    some = [(slot, amount) for slot, amount in amounts if SIGN in slot and slot.startswith(MANA)]
    if not some:
        return ()
    zero = [slot for slot, amount in some if type(amount) is int and amount == 0]
    there = {slot.partition(SIGN)[2] for slot, _ in some if slot not in zero} - {""}
    return tuple(only for only in sorted(there) if _allows(state, seat, handle, only, cast))


def usable_else(state: State, seat: int) -> tuple[str, ...]:
    """The restrictions of mana in a player's pool that allow paying for what is neither a spell nor an activated ability.

    So for what an effect asks to be paid (118.12), and for costs to attack and to block (508.1j,
    509.1f).
    """
    there = {
        slot.partition(SIGN)[2]
        for slot, amount in state.rows[player(seat)].num.items()
        if slot.startswith(MANA) and SIGN in slot and not is_zero(amount, "106.6")
    }
    return tuple(only for only in sorted(there) if (found := only_of(only)) is not None and found.other)


def _allows(state: State, seat: int, handle: int, only: str, cast: bool) -> bool:
    found = only_of(only)
    assert found is not None, only  # checked as the card was read (terms.check)
    zone = state.rows[handle].cls.zone
    return any(
        (not wanted or zone in wanted) and matches(state, filter, handle, seat, handle)
        for filter, wanted in (found.spells if cast else found.abilities)
    )


def staying(state: State, seat: int) -> tuple[str, ...]:
    """How long some mana in a player's pool stays as steps and phases end, of ``STAYS`` in their order; () where it all empties."""
    there: set[str] = set()
    for slot, amount in state.rows[player(seat)].num.items():
        unit = unit_of(slot.removeprefix(MANA)) if slot.startswith(MANA) else None
        if unit is not None and unit.until and not is_zero(amount, "500.5"):
            there.add(unit.until)
    return tuple(until for until in STAYS if until in there)


def restricted(state: State, seat: int, kind: str, allowed: tuple[str, ...]) -> list[tuple[str, Amount]]:
    """The mana of one kind that lies under any of these restrictions, by restriction."""
    row = state.rows[player(seat)]
    found = [(f"{kind}{SIGN}{only}", row.get(f"{MANA}{kind}{SIGN}{only}")) for only in allowed]
    return [(slot, amount) for slot, amount in found if not is_zero(amount, "106.6")]


def shared_out(state: State, seat: int, paid: list[Paid], allowed: tuple[str, ...]) -> list[Paid]:
    """A payment by kinds as a payment by slots: the restricted mana first.

    Refuses where a part of mana under several restrictions is spent: which of it is not said.
    """
    paids: list[Paid] = []
    for kind, amount in paid:
        there = restricted(state, seat, kind, allowed)
        total: Amount = 0
        for _, part in there:
            total = total + part
        if not there:
            paids.append((kind, amount))
        elif not less(amount, total, "106.6"):
            paids += there
            if less(total, amount, "106.6"):
                paids.append((kind, amount - total))
        elif len(there) == 1:
            paids.append((there[0][0], amount))
        else:
            raise unsupported("rule-106.6", "a part of mana of one kind under several restrictions", "106.6")
    return paids


# --- mana ----------------------------------------------------------------------------------------


def refuse(code: str, message: str, rule: str, expected: str = "") -> Refusal:
    """A refusal of something not legal now."""
    return Refusal(ILLEGAL, code, message, expected, rule)


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
        if symbol.isdecimal():
            generic = generic + int(symbol)
        elif symbol == "X":
            generic = generic + x
        elif symbol in MANA_KINDS:
            singles.append((symbol,))
        elif ways := hybrid(symbol):
            singles.append(ways)  # P: two life instead (107.4f)
        else:
            raise unsupported("rule-107.4", *mana_symbol(symbol))
    return ManaDemand(singles, generic)


class OfKind(NamedTuple):
    """A reduction by mana of one kind (118.7b to 118.7d): ``only`` that mana is reduced, and never generic mana."""

    amount: Amount
    kind: str
    only: bool


#: A reduction of generic mana with its floor, or one by mana of a kind.
Reduction: TypeAlias = tuple[Amount, Amount] | OfKind


def take_kinds_off(wanted: ManaDemand, off: Iterable[Reduction]) -> list[tuple[Amount, Amount]]:
    """Apply the reductions by mana of some kinds; the reductions of generic mana that are left (118.7c, 118.7d).

    Raises ``Unsupported`` where such mana is one half of a symbol: which half is paid would have been announced (601.2b).
    """
    generic: list[tuple[Amount, Amount]] = []
    for each in off:
        if not isinstance(each, OfKind):
            generic.append(each)
            continue
        rest = each.amount
        while (each.kind,) in wanted.singles and not is_zero(rest, "118.7c"):
            wanted.singles.remove((each.kind,))
            rest = rest - 1
        if is_zero(rest, "118.7c"):
            continue
        if any(each.kind in kinds for kinds in wanted.singles):
            raise unsupported("rule-118.7", "a hybrid or Phyrexian symbol reduced by mana of a color", "601.2b")
        if not each.only:
            generic.append((rest, 0))
    return generic


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


def named(state: State, seat: int, allowed: tuple[str, ...] = ()) -> dict[str, Amount]:
    """A player's mana by the names of a payment, what empties first in front.

    It is what may be spent on anything, and what lies under these restrictions (106.6).
    """
    row = state.rows[player(seat)]
    have: dict[str, Amount] = {}
    for until in ("", *staying(state, seat)):
        for kind in MANA_KINDS:
            have[Unit(kind, until).name] = row.get(MANA + Unit(kind, until).name)
            for only in allowed:
                name = Unit(kind, until).name
                have[name] = have[name] + row.get(f"{MANA}{name}{SIGN}{only}")
    return have


def pool(state: State, seat: int, allowed: tuple[str, ...] = ()) -> dict[str, Amount]:
    """A player's mana by kind: what may be spent on anything, and what lies under these restrictions (106.6)."""
    have: dict[str, Amount] = {}
    for name, amount in named(state, seat, allowed).items():
        have[name[0]] = have[name[0]] + amount if name[0] in have else amount
    return have


def by_names(symbols: Iterable[tuple[str, ...]], names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The symbols of a cost, each as all names of mana that pays it."""
    stays = [name for name in names if len(name) > 1]
    return tuple((*kinds, *(name for name in stays if name[0] in kinds)) for kinds in symbols)


def covered(have: Mapping[str, Amount], pay: Iterable[Paid]) -> bool:
    """Whether so much mana is there by its names: the name of a kind takes what stays too, where that isn't named."""
    left = dict(have)
    for name, amount in sorted(pay, key=lambda paid: -len(paid[0])):
        there = [each for each in left if each == name or (len(name) == 1 and each[0] == name)]
        total: Amount = 0
        for each in there:
            total = total + left[each]
        if not there or less(total, amount, "118.3"):
            return False
        if len(name) > 1:
            left[name] = left[name] - amount
    return True


def by_life(state: State, seat: int, symbols: int, owed: Amount = 0) -> int:
    """How many Phyrexian symbols a player could pay with two life each (107.4f), beside the life that is ``owed``."""
    life = state.rows[player(seat)].get(LIFE) - owed
    while symbols and less(life, 2 * symbols, "119.4"):
        symbols -= 1
    return symbols


def settle_mana(
    state: State,
    seat: int,
    wanted: ManaDemand,
    pay: tuple[Paid, ...],
    allowed: tuple[str, ...] = (),
    owed: Amount = 0,
) -> list[Paid] | Refusal:
    """How a mana cost is paid: as ``pay`` says, or the only way there is.

    ``allowed``: of ``restricted_mana.usable``; ``owed``: the life that is paid besides, and pays
    for no symbol.
    """
    said = _by_kind(pay)
    paid = said if isinstance(said, Refusal) else _settled(state, seat, wanted, said, allowed, owed)
    if not isinstance(paid, Refusal) and (said != pay or staying(state, seat)):
        paid = _by_name(named(state, seat, allowed), paid, pay)
    return paid if isinstance(paid, Refusal) or not allowed else shared_out(state, seat, paid, allowed)


def _by_kind(pay: tuple[Paid, ...]) -> tuple[Paid, ...] | Refusal:
    """A payment by the kinds of its mana alone."""
    if all(len(name) == 1 for name, _ in pay):
        return pay
    found: dict[str, Amount] = {}
    for name, amount in pay:
        unit = Unit(name) if name == "P" else unit_of(name)
        if unit is None or unit.only or less(amount, 0, "118.3"):
            expected = f"W, U, B, R, G or C, or such as R until {STAYS[-1]}"
            return refuse("payment", f"{name} is no kind of mana to pay with", "106.1b", expected)
        found[unit.kind] = found[unit.kind] + amount if unit.kind in found else amount
    return tuple(found.items())


def _by_name(have: dict[str, Amount], paid: list[Paid], pay: tuple[Paid, ...]) -> list[Paid] | Refusal:
    """A payment by kinds as one by names: what it names, then what empties first; without names only where there is one way."""
    said: dict[str, Amount] = {}
    for name, amount in pay:
        if len(name) > 1:
            said[name] = said.get(name, 0) + amount
    found: list[Paid] = []
    for kind, amount in paid:
        parts = [name for name in have if name[0] == kind]
        if len(parts) < 2 and not any(name[0] == kind for name in said):
            found.append((kind, amount))
            continue
        left, total = amount, have[kind]
        for name in parts:
            left = left - said.get(name, 0)
            total = total if name == kind else total + have[name]
        if any(less(have.get(name, 0), said[name], "118.3") for name in said if name[0] == kind):
            message = f"there is not that much {{{kind}}} in the pool that stays"
            return refuse("mana-short", message, "118.3", "mana that is there")
        some = [name for name in parts if not is_zero(have[name], "106.4")]
        if not pay and len(some) > 1 and less(amount, total, "118.3"):
            return _say_which_stays(some)
        for name in parts:
            free = have[name] - said.get(name, 0)
            taken = free if less(free, left, "118.3") else left
            left = left - taken
            spent = taken + said.get(name, 0)
            if not is_zero(spent, "118.3"):
                found.append((name, spent))
    return found


def _say_which_stays(names: list[str]) -> Refusal:
    message = "the cost can be paid with mana that empties now or later"
    expected = "paying ... with " + " or ".join(f"{{{name}}}" for name in names)
    return Refusal(AMBIGUOUS, "payment-ambiguous", message, expected, "500.5")


def can_settle(state: State, seat: int, wanted: ManaDemand, allowed: tuple[str, ...] = ()) -> bool:
    """Whether a player's mana pays a cost in some way, one or several (118.3)."""
    paids = settle_mana(state, seat, wanted, (), allowed)
    if not isinstance(paids, Refusal):
        return True
    if paids.kind != AMBIGUOUS:
        return False
    have = pool(state, seat, allowed)
    total: Amount = 0
    for amount in have.values():
        total = total + amount
    life = by_life(state, seat, sum("P" in kinds for kinds in wanted.singles), 0)
    due = wanted.generic + len(wanted.singles)
    return at_least(total + life, due, "118.3") and pays_symbols({**have, "P": life}, wanted.singles)


def _settled(
    state: State, seat: int, wanted: ManaDemand, pay: tuple[Paid, ...], allowed: tuple[str, ...], owed: Amount
) -> list[Paid] | Refusal:
    """A payment by kinds."""
    have = pool(state, seat, allowed)
    have["P"] = by_life(state, seat, sum("P" in kinds for kinds in wanted.singles), owed)
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
    return sorted(spent.items(), key=lambda item: (*MANA_KINDS, "P").index(item[0]))


def _paid_as_said(have: dict[str, Amount], wanted: ManaDemand, pay: tuple[Paid, ...]) -> list[Paid] | Refusal:
    left: dict[str, Amount] = dict.fromkeys((*MANA_KINDS, "P"), 0)
    for kind, amount in pay:
        if kind not in left or less(amount, 0, "118.3"):
            return refuse("payment", f"{kind} is no kind of mana to pay with", "106.1b", "W, U, B, R, G or C")
        left[kind] = left[kind] + amount
        if less(have[kind], left[kind], "118.3"):
            return refuse("mana-short", f"there is not that much {{{kind}}} in the pool", "118.3", "mana that is there")
    if not pays_symbols(left, wanted.singles):
        message = "that mana does not pay the coloured part of the cost"
        return refuse("payment", message, "118.3", cost_text(wanted))
    due = wanted.generic + len(wanted.singles)
    total: Amount = 0
    for amount in left.values():
        total = total + amount
    if not (at_least(total, due, "118.3") and at_least(due, total, "118.3")):
        return refuse("payment", "that mana is not exactly the cost", "118.3", cost_text(wanted))
    return [(kind, amount) for kind, amount in left.items() if not (type(amount) is int and amount == 0)]


def pays_symbols(left: dict[str, Amount], singles: list[tuple[str, ...]]) -> bool:
    """Whether mana pays every coloured, colourless and hybrid symbol of a cost (107.4e), each with mana of its own.

    Life ("P") pays Phyrexian symbols alone (107.4f). Where there is no more life than such symbols
    and the symbols can be paid, they can be paid with all of the life. True exactly if each set of
    symbols finds enough mana of the kinds they take; unions of kinds are enough to ask.
    """
    life = left.get("P", 0)
    if type(life) is int and life > sum("P" in kinds for kinds in singles):
        return False
    if all(len(kinds) == 1 for kinds in singles) and all(type(left.get(kinds[0], 0)) is int for kinds in singles):
        for kind, needed in Counter(kinds[0] for kinds in singles).items():
            have = left.get(kind, 0)
            if type(have) is int and have < needed:
                return False
        return True  # no kind of mana is asked for by two sets
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


@record(frozen=True, slots=True)
class Due:
    """A mana cost that is to be paid: each symbol as the kinds that pay it ("P": two life), and so much of any kind."""

    symbols: tuple[tuple[str, ...], ...]
    generic: Amount


@record(frozen=True, slots=True)
class ManaShort(Refusal):
    """There is too little mana for a cost. ``cost``: the cost in symbols; ``due``: what it is, in each way to read it (107.4e)."""

    cost: str = ""
    due: tuple[Due, ...] = ()


def _short(wanted: ManaDemand) -> ManaShort:
    cost = cost_text(wanted)
    due = (Due(tuple(wanted.singles), wanted.generic),)
    return ManaShort(
        ILLEGAL, "mana-short", "not enough mana in the pool", f"mana for {cost}", "118.3", cost=cost, due=due
    )


def _say_which(wanted: ManaDemand) -> Refusal:
    message = "the cost can be paid with different mana"
    return Refusal(AMBIGUOUS, "payment-ambiguous", message, f"paying ... that adds up to {cost_text(wanted)}", "118.3")


def cost_text(wanted: ManaDemand) -> str:
    """A mana cost in symbols, for messages."""
    parts = ["{" + "/".join(kinds) + "}" for kinds in wanted.singles]
    if type(wanted.generic) is int and (wanted.generic or not parts):
        parts.insert(0, "{" + digits_text(wanted.generic) + "}")
    elif type(wanted.generic) is not int:
        parts.insert(0, "the generic part")
    return "".join(parts)
