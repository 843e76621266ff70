"""What is true of a position: characteristics of permanents, filters, conditions and quantities (109, 603.4, 613)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from reiterate.amounts import Amount, at_least, equal, greatest, more
from reiterate.amounts.number_classes import Differing
from reiterate.refusals import unsupported
from reiterate.rules.access import below_zero
from reiterate.rules.access.influence import check_static, chosen_seat, in_range, limited, sees
from reiterate.rules.access.state_access import has_left, in_game, opponents, seats
from reiterate.rules.characteristics.board_facts import (
    attacked,
    blockers_of,
    card_types_in,
    compares,
    devotion,
    family_sum,
    of_yours,
    party_of,
    reached,
    related,
    summed,
    was_spent,
    with_chosen,
    worked_out,
)
from reiterate.rules.characteristics.derived import (
    Reading,
    derive,
    derive_all,
    elsewhere,
    has_pt,
    power_of,
    toughness_of,
    toughness_with,
)
from reiterate.rules.characteristics.layer_effects import chosen_filter, everywhere_made, reads_others
from reiterate.rules.characteristics.plain_conditions import plainly_holds
from reiterate.rules.characteristics.printed_characteristics import (
    SHORT,
    Applied,
    Characteristics,
    OrderMatters,
    Statics,
    as_chosen,
    cast_so,
    costed,
    filter_holds,
    given_by_counters,
    kept_size,
    last_size,
    layer_six,
    mana_value,
    mana_value_of,
    narrowed,
    printed,
    printed_pt,
    proto_of,
    reads_amounts,
    refuse_unknown,
    runs_of,
    share_creature_type,
    size_forgotten,
)
from reiterate.rules.characteristics.references import (
    TOLD,
    Around,
    counters_of,
    counters_on,
    linked,
    named_by,
    none_of_it,
    seat_in,
    seen,
)
from reiterate.state.events import WHOLE
from reiterate.state.model import BATTLEFIELD, GAME, Gone, Ref, Reference, Row, State, one, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    BLESSED,
    COMMANDER_CASTS,
    COUNTER,
    FIRST_LINK,
    HOST,
    LAST_CARDS,
    LAST_POWER,
    LAST_TOUGHNESS,
    LIFE,
    MANA_SPENT,
    PAIRED,
    POISON_COUNTERS,
    RANGE,
    THAT,
    THIS_TURN,
)
from reiterate.terms.abilities import Static
from reiterate.terms.base import Term, has_kind, replace
from reiterate.terms.conditions import (
    Blessed,
    Both,
    CanPair,
    Compared,
    Condition,
    Controls,
    HasCounter,
    IsA,
    Kicked,
    LifeIs,
    Not,
    Outgrows,
    Outspends,
    PlayerHas,
    Rival,
    Spent,
    StatIs,
)
from reiterate.terms.proto import is_face_down
from reiterate.terms.quantities import (
    Alike,
    BlockersOf,
    CardsIn,
    CardTypesIn,
    ColorsAmong,
    ColorsSpent,
    CommanderCasts,
    CountersOn,
    CountersRemoved,
    CountOf,
    Devotion,
    Different,
    Done,
    Fixed,
    Greatest,
    Half,
    HeldBy,
    LandTypesAmong,
    LifeTotal,
    ManaSpent,
    OpponentCount,
    Party,
    PerEach,
    PlayerCounters,
    Plus,
    Quantity,
    Sharing,
    StatOf,
    ThatMuch,
    ThisTurn,
    Times,
    Total,
    XValue,
)
from reiterate.terms.references import (
    DEFENDING,
    ChosenPlayer,
    Compare,
    Each,
    EachPlayer,
    Filter,
    Host,
    Linked,
    Result,
    This,
)
from reiterate.terms.static_effects import Are, Ascend
from reiterate.terms.unusable import defined_as_last_known
from reiterate.terms.vocabulary import COLORS
from reiterate.terms.word_changes import BASIC_LANDS

STATICS: Final = -1  # where ``State.view`` keeps the position's static abilities


def statics(state: State) -> Statics:
    """The static abilities of permanents on the battlefield (604.3, 611.3)."""
    known = state.view.get(STATICS)
    if isinstance(known, Statics):
        return known
    applied: list[Applied] = []
    volatile = whole = False
    for handle, row in state.rows.items():
        cls = row.cls
        if counted := given_by_counters(row):
            applied += [(handle, ability) for ability in counted]
            volatile = True
        if not cls.static:
            continue
        if cls.proto is None:
            whole = True
            continue
        for ability in as_chosen(cls).abilities:
            if isinstance(ability, Static):
                check_static(state, ability.effect)
                applied.append((handle, ability))
                volatile = volatile or reads_amounts(ability) or not is_single(row.n)
                whole = whole or not isinstance(ability.effect, SHORT) or reads_others(ability)
    made = Statics(applied, volatile, whole, reached(state, applied))
    state.view[STATICS] = made
    if whole:
        derive_all(state, made, READING)
    return made


def _filter_compares(state: State, filter: Filter, handle: int) -> bool:
    if filter.compare is not None and filter.compare.stat != "manavalue" and "creature" in filter.any_of:
        raise unsupported("rule-613.1", "a size that narrows one of several card types that an effect changes", "613.1")
    return filter.compare is None or compare_holds(state, filter.compare, handle)


def view(state: State, handle: int) -> Characteristics:
    """The characteristics of a permanent as the position's continuous effects make it."""
    known = state.view.get(handle)
    if isinstance(known, Characteristics):
        return known
    in_force = statics(state)
    if state.rows[handle].cls.zone != BATTLEFIELD:
        return elsewhere(state, handle, READING)  # what defines its size may read anything, and is read anew (604.3)
    if in_force.whole:
        if handle not in state.view:
            derive_all(state, in_force, READING)
        whole = state.view[handle]
        assert isinstance(whole, Characteristics)
        return whole
    if in_force.reached is not None and handle not in in_force.reached:
        return layer_six(state.rows[handle].cls, ())
    try:
        made = derive(state, handle, in_force, READING)
    except OrderMatters:
        state.view.clear()
        state.view[STATICS] = in_force
        derive_all(state, in_force, READING)
        return view(state, handle)
    if WHOLE in state.view:  # found out on the way
        return view(state, handle)
    if not in_force.volatile:
        state.view[handle] = made
    return made


def _static_quantity(state: State, source: int, quantity: Quantity) -> Amount:
    if isinstance(quantity, Fixed):
        return quantity.value
    row = state.rows[source]
    return measure(state, Around(row.cls.controller, {}, {}, source), quantity)


def count_matching(state: State, filter: Filter, controller: int, source: int) -> Amount:
    """How many permanents match a filter, as an amount."""
    total: Amount = 0
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD and matches(state, filter, handle, controller, source, skip_another=True):
            here = row.n - 1 if filter.another and handle == source else row.n
            total = total + here
    return total


def matches(
    state: State, filter: Filter, handle: int, controller: int, source: int, skip_another: bool = False
) -> bool:
    """Whether a permanent is in a set, seen by a source and its controller."""
    row = state.rows[handle]
    if filter.another and handle == source and not skip_another and is_single(row.n):
        return False
    if RANGE in state.rows[GAME].cls.by_prop and not sees(state, controller, handle):
        return False  # 801.10, 801.11
    seen_by = controller
    if filter.controller == DEFENDING:
        controller, filter = attacked(state, source), replace(filter, controller="you")
    if filter.chosen:
        if source not in state.rows:
            raise unsupported("rule-607", f"the chosen {filter.chosen} of something that is not known", "607.2d")
        filter = chosen_filter(filter, state.rows[source])
    if filter.namesake or filter.hung:
        if not related(state, filter, handle, source, lambda at: view(state, at).subtypes):
            return False
        filter = replace(filter, namesake="", hung="")
    chars = None
    if STATICS not in state.view:
        statics(state)  # says whether any effect changes what things are
    if row.cls.zone != BATTLEFIELD:
        chars = recolored(state, row)
    elif filter.keyword or filter.without_keyword or filter.bare or WHOLE in state.view:
        chars = view(state, handle)
    if not filter_holds(filter, row, chars, controller):
        return False
    filter = narrowed(filter, row, chars)
    return filter.compare is None or compare_holds(state, _counted(state, filter.compare, seen_by, source), handle)


_OF_SOURCE: Final = (This, Host)


def _counted(state: State, compare: Compare, controller: int, source: int) -> Compare:
    """A comparison with what is counted now in the place of its number (107.1, 608.2h)."""
    if compare.amount is None:
        return compare
    if has_kind(compare.amount, Result):
        raise unsupported("rule-608.2h", "a set compared with a number of what was given up, in this place", "608.2h")
    there = source in state.rows and state.rows[source].cls.zone == BATTLEFIELD
    if not there and has_kind(compare.amount, *_OF_SOURCE):
        raise unsupported("rule-608.2h", "a comparison with a number of a source that is not known", "608.2h")
    value: Any = measure(state, Around(controller, {}, {}, source), compare.amount)
    return Compare(compare.stat, compare.op, value)


def recolored(state: State, row: Row) -> Characteristics | None:
    """What effects in all zones make of an object that is no permanent: its colours and types (105.3, 205.1b); None: as printed."""
    if row.cls.zone == BATTLEFIELD or row.cls.proto is None or Are not in statics(state).kinds:
        return None
    reaching = [(state.rows[at], a.effect) for at, a in statics(state).applied if isinstance(a.effect, Are)]
    return everywhere_made(row, [(origin, effect) for origin, effect in reaching if effect.everywhere])


def card_fits(state: State, filter: Filter, row: Row, controller: int, handle: int = -1, source: int = -1) -> bool:
    """Whether an object outside the battlefield, or one that is gone (``handle`` -1), is in a set, its numbers too."""
    if filter.bare:
        raise unsupported("rule-113.12", "whether something that is no permanent has abilities", "113.12")
    if filter.chosen and source in state.rows:
        filter = chosen_filter(filter, state.rows[source])
    now = recolored(state, row)
    if not filter_holds(filter, row, now, controller):
        return False
    filter = narrowed(filter, row, now)
    if filter.compare is None:
        return True
    compare = _counted(state, filter.compare, controller, source)
    refuse_unknown(row.cls, "a number of a card", "202.3")
    if handle in state.rows and row.cls.zone != BATTLEFIELD:
        return compare_holds(state, compare, handle)
    proto = proto_of(row.cls)
    if compare.stat == "manavalue":
        return compares(mana_value_of(row), compare.op, compare.value, "202.3")
    if row.cls.zone == BATTLEFIELD:
        return _size_compares(last_size(row), compare)
    if size_forgotten(row):
        raise unsupported("rule-608.2h", "the last known size of what left", "608.2h")
    return _size_compares(kept_size(row) or printed_pt(proto), compare)


def _size_compares(size: tuple[Amount, Amount] | None, compare: Compare) -> bool:
    """Whether power, toughness or both compare as said (208.1); what has none can't have so much of it (208.3)."""
    if size is None:
        return False
    asked = {"power": size[:1], "toughness": size[1:], "size": size}[compare.stat]
    return all(compares(amount, compare.op, compare.value, "208.1") for amount in asked)


def compare_holds(state: State, compare: Compare, handle: int) -> bool:
    """Whether a number of a permanent compares as said; records a guard while tracing."""
    if compare.amount is not None:
        raise unsupported("rule-107.1", "a set of permanents compared with what is counted, in this place", "107.1")
    asked = {"power": (power,), "toughness": (toughness,), "size": (power, toughness)}.get(compare.stat)
    if asked is not None:
        if view(state, handle).base is None:
            return False  # 208.3: what has no power can't have so much of it
        return all(compares(number(state, handle), compare.op, compare.value, "208.1") for number in asked)
    if compare.stat != "manavalue":
        raise unsupported("rule-compare", f"comparing {compare.stat}", "208")
    refuse_unknown(state.rows[handle].cls, "a mana value", "202.3")
    return compares(mana_value_of(state.rows[handle]), compare.op, compare.value, "208.1")


def condition_holds(
    state: State,
    condition: Condition,
    source: int,
    controller: int | None = None,
    last: Row | None = None,
    that: int = -1,
    spent: Amount = 0,
) -> bool:
    """Whether "as long as ..." or an intervening "if ..." is true now (603.4, 611.3a).

    ``last``: the source's last row. ``that``: the object of the event, where there is one; ``spent``: the mana spent on it.
    """
    row = state.rows.get(source, last)
    if controller is None:
        assert row is not None
        controller = row.cls.controller
    return holds(
        state, Around(controller, {} if that < 0 else {THAT: one(that)}, {MANA_SPENT: spent}, source, row), condition
    )


def holds(state: State, around: Around, condition: Term) -> bool:
    """Whether a condition is true in its surroundings."""
    match condition:
        case LifeIs(op, value):
            return compares(state.rows[player(around.controller)].get(LIFE), op, value, "119")
        case Controls(filter, op, value):
            return compares(_count(state, around, of_yours(filter)), op, value, "109.4")
        case StatIs(ref, compare):
            return _stat_is(state, around, ref, compare)
        case Compared(left, op, right):
            return compares(measure(state, around, left), op, measure(state, around, right), "107.1")
        case HasCounter(ref, kind):
            return more(counters_of(state, around, ref, kind), 0, "122.1")
        case CanPair(ref):
            return _can_pair(state, around, ref)
        case IsA(ref, filter):
            return _is_a(state, around, ref, filter)
        case Outgrows(ref, other, stats):
            return any(_outgrows(state, around, ref, other, stat) for stat in stats)
        case Outspends(ref, stats):
            sizes = [_stat_of(state, around, s, ref) for s in stats if _is_or_was_creature(state, around, ref)]
            return any(more(around.num.get(MANA_SPENT, 0), size, "208.1") for size in sizes)
        case PlayerHas():
            return _player_has(state, around, condition)
        case Rival():
            return _rival(state, around, condition)
        case Spent(mana):
            return all(was_spent(state, around, run) for run in runs_of(mana))
        case Not(inner):
            return not holds(state, around, inner)
        case Both(one, other):
            return holds(state, around, one) and holds(state, around, other)
        case Blessed():
            return gets_blessing(state, around.controller)
        case Kicked(how):
            found = seen(state, around, This())
            return cast_so(around.num, how) or cast_so(found.cls.by_prop if found is not None else {}, how)
    plain = plainly_holds(state, around, condition)
    if plain is None:
        raise unsupported("rule-condition", f"{type(condition).__name__} in this place", "603.4")
    return plain


def gets_blessing(state: State, seat: int, spell: bool = False) -> bool:
    """Whether a player has the city's blessing or gets it now: by a permanent with ascend, or ``spell`` by a spell with it (702.131)."""
    if BLESSED in state.rows[player(seat)].cls.by_prop:
        return True
    ascends = (a for a, ability in statics(state).applied if isinstance(ability.effect, Ascend))
    if not spell and not any(state.rows[source].cls.controller == seat for source in ascends):
        return False
    return at_least(count_matching(state, Filter(controller="you"), seat, -1), 10, "702.131a")


def _player_has(state: State, around: Around, condition: PlayerHas) -> bool:
    """Whether a player has so much: any one in the game whom the controller sees."""
    mine = around.controller
    for seat in [s for s in seats(state) if in_game(state, s) and in_range(state, mine, s)]:
        if condition.who == "opponent" and seat not in opponents(state, mine):
            continue
        them = state.rows[player(seat)]
        known = {"life": LIFE, "poison": POISON_COUNTERS}.get(condition.what)
        amount = them.get(known) if known is not None else cards_in(state, condition.what, seat, None, around.cast)
        if compares(amount, condition.op, condition.value, "603.4"):
            return True
    return False


def _rival(state: State, around: Around, condition: Rival) -> bool:
    """Whether some opponent in the game has so much, as that opponent reads it."""
    if limited(state):
        raise unsupported("rule-801", "what an opponent has with a limited range of influence", "801.10")
    mine = measure(state, around, condition.mine)
    for seat in opponents(state, around.controller):
        theirs = measure(state, Around(seat, {}, {}, -1), condition.theirs) if in_game(state, seat) else None
        if theirs is not None and compares(theirs, condition.op, mine, "603.4"):
            return True
    return False


def _can_pair(state: State, around: Around, ref: Term | None) -> bool:
    """Whether the source and an object, or another permanent, are unpaired creatures of the controller (702.95a)."""

    def fits(handle: int) -> bool:
        row = state.rows[handle]
        mine = row.cls.zone == BATTLEFIELD and row.cls.controller == around.controller
        return mine and PAIRED not in row.cls.by_prop and is_creature(state, handle)

    if around.source not in state.rows or not fits(around.source):
        return False
    if ref is None:
        several = not is_single(state.rows[around.source].n)
        return any(fits(handle) and (several or handle != around.source) for handle in state.rows)
    named = named_by(state, around, ref)
    return isinstance(named, Ref) and named.row in state.rows and fits(named.row)


def _stat_is(state: State, around: Around, ref: Term, compare: Compare) -> bool:
    if isinstance(ref, This):
        if around.source not in state.rows:
            raise unsupported("rule-608.2h", "a condition on an object that has left", "608.2h")
        return compare_holds(state, compare, around.source)
    row = state.rows.get(around.source)
    host = row.refs.get(HOST) if row is not None else None
    return isinstance(host, Ref) and compare_holds(state, compare, host.row)


def _is_a(state: State, around: Around, ref: Term, filter: Term) -> bool:
    assert isinstance(filter, Filter)
    named = named_by(state, around, ref)
    if isinstance(named, Ref) and named.row in state.rows:
        return matches(state, filter, named.row, around.controller, around.source)
    return isinstance(named, Gone) and card_fits(state, filter, Row(named.cls, named.num, 1, {}), around.controller)


def _outgrows(state: State, around: Around, ref: Term, other: Term, stat: str) -> bool:
    """Whether a number of a creature is greater than that of another creature, each as it is or last was (702.100c)."""
    if isinstance(other, Each):
        return _outgrows_all(state, around, ref, other.filter, stat)
    if not (_is_or_was_creature(state, around, ref) and _is_or_was_creature(state, around, other)):
        return False
    return more(_stat_of(state, around, stat, ref), _stat_of(state, around, stat, other), "702.100a")


def _outgrows_all(state: State, around: Around, ref: Term, filter: Filter, stat: str) -> bool:
    """Whether a number of a creature is greater than that of each other permanent of a set; of a group there is another member."""
    named = named_by(state, around, ref)
    mine = named.row if isinstance(named, Ref) else -1
    if not _is_or_was_creature(state, around, ref):
        return False
    value = _stat_of(state, around, stat, ref)
    for handle, row in state.rows.items():
        if row.cls.zone != BATTLEFIELD or (handle == mine and is_single(row.n)):
            continue
        if not matches(state, filter, handle, around.controller, around.source) or view(state, handle).base is None:
            continue
        if not more(value, _size(state, handle, stat), "208.1"):
            return False
    return True


def _is_or_was_creature(state: State, around: Around, ref: Term) -> bool:
    named = named_by(state, around, ref)
    if isinstance(named, Ref) and named.row in state.rows:
        return is_creature(state, named.row)
    found = seen(state, around, ref)
    return found is not None and "creature" in printed(found.cls).types


def _count(state: State, around: Around, filter: Term) -> Amount:
    assert isinstance(filter, Filter)
    return count_matching(state, with_chosen(state, around, filter), around.controller, around.source)


def result_of(state: State, around: Around, value: Term) -> Amount:
    """The amount that an effect or a cost uses where a quantity is worked out: zero where that is negative (107.1b)."""
    return below_zero.result(value, measure(state, around, value))


#: What a party is looked for in (700.8).
_CREATURES: Final = Filter(types=("creature",), controller="you")


def measure(state: State, around: Around, value: Term) -> Amount:
    """The amount that a quantity stands for in its surroundings."""
    match value:
        case Fixed(number):
            return number
        case ThatMuch() | XValue() | Done() | ManaSpent() | CountersRemoved():
            return around.num.get(TOLD[type(value)], 0)
        case CountOf(filter, each):
            return _count(state, around, filter) * each
        case HeldBy(filter, who):
            return _held_by(state, around, filter, who)
        case StatOf(stat, ref):
            return _stat_of(state, around, stat, ref)
        case CountersOn(kind, Each(filter, None, None)):
            return summed(counters_on(row, kind) * row.n for _, row in _those(state, around, filter))
        case CountersOn(kind, ref):
            return counters_of(state, around, ref, kind)
        case LifeTotal(who):
            return state.rows[player(seat_in(state, around, who))].get(LIFE)
        case Half() | PerEach() | Times() | Plus():
            return worked_out(value, measure(state, around, value.of))
        case Greatest(stat, filter):
            return _greatest(state, around, stat, filter)
        case Alike(filter):
            return _alike(state, around, filter)
        case Different(stat, filter):
            return _different(state, around, stat, filter)
        case Party():
            return party_of((row.n, view(state, handle)) for handle, row in _those(state, around, _CREATURES))
        case BlockersOf(ref, beyond):
            return blockers_of(state, around, ref, beyond)
        case Total(stat, filter):
            return _total(state, around, stat, filter)
        case PlayerCounters(kind, who):
            return state.rows[player(seat_in(state, around, who))].get(COUNTER + kind)
        case CardsIn(zone, who, filter):
            return summed(cards_in(state, zone, seat, filter, around.cast) for seat in _whose(state, around, who))
        case CardTypesIn(zone, who):
            sorts = (card_types_in(state, zone, seat, recolored, around.cast) for seat in _whose(state, around, who))
            return len(set().union(*sorts))
        case ThisTurn(what, who):
            return state.rows[player(seat_in(state, around, who))].get(THIS_TURN + what)
        case Devotion(color, other):
            return devotion(state, around.controller, {color, other})
        case Sharing(filter, ref):
            return _sharing(state, around, filter, ref)
        case LandTypesAmong(filter, who):
            return _land_types(state, around, filter, who)
        case ColorsSpent():
            return sum(was_spent(state, around, color) for color in COLORS)
        case CommanderCasts():
            return family_sum(state.rows[player(around.controller)].num, COMMANDER_CASTS)
        case OpponentCount():
            return len([s for s in opponents(state, around.controller) if in_range(state, around.controller, s)])
        case ColorsAmong(filter):
            filter = with_chosen(state, around, filter)
            return len(colors_among(state, filter, around.controller, around.source))
    raise unsupported("rule-quantity", f"{type(value).__name__} has no handler", "608.2")


def _whose(state: State, around: Around, who: Term) -> list[int]:
    """The players whose zones are counted together (801.5); a player by themselves, who may have left (800.4i)."""
    all_of_them = (seat for seat in seats(state) if in_range(state, around.controller, seat))
    return list(all_of_them) if who == EachPlayer() else [seat_in(state, around, who)]


def _those(state: State, around: Around, filter: Filter) -> Iterator[tuple[int, Row]]:
    """The permanents of a set, with what was chosen for the source."""
    filter = with_chosen(state, around, filter)
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD and matches(state, filter, handle, around.controller, around.source):
            yield handle, row


def _sharing(state: State, around: Around, filter: Term, ref: Term) -> Amount:
    """How many permanents of a set share a creature type with an object (205.3m), which is one of them where it is of the set."""
    assert isinstance(filter, Filter)
    named = named_by(state, around, ref)
    if not isinstance(named, Ref) or named.row not in state.rows:
        raise unsupported("rule-608.2h", "the creature types of something that has left", "608.2h")
    mine = view(state, named.row)
    there = (row.n for handle, row in _those(state, around, filter) if share_creature_type(mine, view(state, handle)))
    return summed(there)


def _land_types(state: State, around: Around, filter: Term, who: Term) -> int:
    """How many basic land types there are among a player's permanents of a set."""
    assert isinstance(filter, Filter)
    seat = seat_in(state, around, who)
    if seat != around.controller and limited(state):
        raise unsupported("rule-801", "what another player controls with a limited range of influence", "801.10")
    theirs = replace(filter, controller="you")
    there = [h for h, row in state.rows.items() if row.cls.zone == BATTLEFIELD]
    found = [view(state, h).subtypes for h in there if matches(state, theirs, h, seat, around.source)]
    return len({word for words in found for word in words if word in BASIC_LANDS})


def _held_by(state: State, around: Around, filter: Term, who: Term) -> Amount:
    """How many permanents of a set a player controls."""
    assert isinstance(filter, Filter)
    if limited(state):
        raise unsupported("rule-801", "what another player controls with a limited range of influence", "801.10")
    chosen = isinstance(who, ChosenPlayer)
    seat = chosen_seat(state, around.source) if chosen else seat_in(state, around, who)
    theirs = replace(with_chosen(state, around, filter), controller="you")
    return 0 if seat < 0 else count_matching(state, theirs, seat, around.source)


def _stat_of(state: State, around: Around, stat: str, ref: Term) -> Amount:
    if isinstance(ref, Linked) and len(several := linked(state, around)) > 1:
        return _sum_of(state, around, stat, several)
    found = seen(state, around, ref)
    if found is None:
        return none_of_it(state, around, ref)
    if stat == "manavalue":
        refuse_unknown(found.cls, "a mana value", "202.3")
        return mana_value_of(found)
    named = named_by(state, around, ref)
    if isinstance(named, Ref) and named.row in state.rows:
        if has_pt(view(state, named.row)):
            return power(state, named.row) if stat == "power" else toughness(state, named.row)
        if state.rows[named.row].cls.zone == BATTLEFIELD:
            return 0  # 107.2: it has none
    if isinstance(found, Gone) and found.cls.zone == BATTLEFIELD:  # what it last was (608.2h), 0 where it had none
        return found.num.get(LAST_POWER if stat == "power" else LAST_TOUGHNESS, 0)
    if isinstance(found, Gone) and size_forgotten(found):
        raise unsupported("rule-608.2h", *defined_as_last_known(stat))
    base = kept_size(found) or printed_pt(proto_of(found.cls))
    return 0 if base is None else base[0] if stat == "power" else base[1]


def _sum_of(state: State, around: Around, stat: str, several: list[Reference]) -> Amount:
    """The sum of what is asked of several exiled cards (607.3)."""
    total: Amount = 0
    for named in several:
        if not isinstance(named, Ref) or named.row not in state.rows:
            raise unsupported("rule-607.3", "several exiled cards, one of which is exiled no more", "607.3")
        alone = Around(around.controller, {FIRST_LINK: named}, around.num, around.source, around.row)
        total = total + _stat_of(state, alone, stat, Linked()) * state.rows[named.row].n
    return total


def _greatest(state: State, around: Around, stat: str, filter: Filter) -> Amount:
    best: Amount | None = None
    for handle, row in _those(state, around, filter):
        if stat != "manavalue" and view(state, handle).base is None:
            continue
        value: Amount = mana_value(costed(row.cls)) if stat == "manavalue" else greatest(_size(state, handle, stat))
        best = value if best is None or more(value, best, "208") else best
    return 0 if best is None else best


def _different(state: State, around: Around, stat: str, filter: Filter) -> int:
    """How many different numbers there are among a set of permanents; those without one have none."""
    if stat == "name":
        return len(_by_name(state, around, filter))
    found: list[Amount] = []
    for handle, row in _those(state, around, filter):
        if stat != "manavalue" and view(state, handle).base is None:
            continue
        value: Amount = mana_value(costed(row.cls)) if stat == "manavalue" else _size(state, handle, stat)
        if isinstance(value, Differing):
            raise unsupported("rule-608.2h", "how many different numbers the members of a group have", "608.2h")
        if not any(equal(value, other, "208") for other in found):
            found.append(value)
    return len(found)


def _by_name(state: State, around: Around, filter: Filter) -> dict[str, Amount]:
    """How many permanents of a set have each name; what has no name has none in common with anything (201.2a, 708.2a)."""
    found: dict[str, Amount] = {}
    for _, row in _those(state, around, filter):
        if is_face_down(row.cls.proto):
            continue
        name = printed(row.cls).name  # no effect but a copy changes a name
        found[name] = found.get(name, 0) + row.n
    return found


def _alike(state: State, around: Around, filter: Term) -> Amount:
    """The most permanents of a set that have the same name."""
    assert isinstance(filter, Filter)
    most: Amount = 0
    for many in _by_name(state, around, filter).values():
        most = many if more(many, most, "201.2a") else most
    return most


def _size(state: State, handle: int, stat: str) -> Amount:
    return power(state, handle) if stat == "power" else toughness(state, handle)


def _total(state: State, around: Around, stat: str, filter: Term) -> Amount:
    """The total power, toughness or mana value (202.3) of a set of permanents."""
    assert isinstance(filter, Filter)
    if stat == "manavalue":
        return summed(mana_value(costed(row.cls)) * row.n for _, row in _those(state, around, filter))
    there = ((handle, row.n) for handle, row in _those(state, around, filter) if view(state, handle).base is not None)
    return summed(_size(state, handle, stat) * many for handle, many in there)


def cards_in(state: State, zone: str, seat: int, filter: Filter | None, cast: int = -1) -> Amount:
    """How many cards of a set a player has in a zone; of a player who has left how many they had (800.4i).

    ``cast``: one card of this row is not there any more (601.2a).
    """
    if has_left(state, seat):
        if filter is None:
            return state.rows[player(seat)].get(LAST_CARDS + zone)
        raise unsupported("rule-800.4i", "how many cards of a set a player had who has left the game", "800.4i")
    there = ((h, r) for h, r in state.rows.items() if r.cls.zone == zone and r.cls.owner == seat and r.cls.proto)
    fitting = ((h, r) for h, r in there if filter is None or card_fits(state, filter, r, seat, h))
    return summed(r.n if h != cast else r.n - 1 for h, r in fitting)


def colors_among(state: State, filter: Filter, controller: int, source: int) -> set[str]:
    """The colours among a set of permanents."""
    found: set[str] = set()
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD and matches(state, filter, handle, controller, source):
            whole = WHOLE in state.view  # else no effect changes colours
            found |= set(view(state, handle).colors if whole else printed(row.cls).colors)
    return found


def power(state: State, handle: int) -> Amount:
    """Power of a permanent (208, 613.4)."""
    chars = view(state, handle)
    return toughness_of(state.rows[handle], chars) if chars.switched else power_of(state.rows[handle], chars)


def toughness(state: State, handle: int) -> Amount:
    """Toughness of a permanent (208, 613.4)."""
    return toughness_with(state.rows[handle], view(state, handle))


def is_creature(state: State, handle: int) -> bool:
    """Whether a permanent is a creature now."""
    return "creature" in types_of(state, handle)


def types_of(state: State, handle: int) -> tuple[str, ...]:
    """The card types of an object: as effects make them on the battlefield, else as printed."""
    cls = state.rows[handle].cls
    if cls.proto is None:
        return ()
    statics(state)  # says whether any effect changes types
    return view(state, handle).types if WHOLE in state.view and cls.zone == BATTLEFIELD else cls.proto.types


#: What ``derived`` and ``layers`` ask of a position while they work out its characteristics.
READING: Final = Reading(condition_holds, _static_quantity, _filter_compares)
