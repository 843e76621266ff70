"""Derived characteristics: what the continuous effects of a position make of each permanent (613).

The short way here works out granted abilities, base power and toughness and additions to them, where no two effects
depend on each other and no order matters; everything else goes through ``layers``. Quantities and conditions of the
language are read here too, since static abilities have both.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import Amount, at_least, at_most, equal, greatest, halve_down, halve_up, more
from reiterate.refusals import unsupported
from reiterate.rules.access import below_zero
from reiterate.rules.access.influence import check_static, held_by_chosen, in_range, sees
from reiterate.rules.access.state_access import has_left, opponents
from reiterate.rules.characteristics.layers import (
    Layering,
    chosen_filter,
    on_one_host,
    reads_others,
    reads_sizes,
    times_of,
)
from reiterate.rules.characteristics.printed_characteristics import (
    LAST_POWER,
    LAST_TOUGHNESS,
    Chars,
    as_chosen,
    cast_so,
    filter_holds,
    last_size,
    mana_value,
    mana_value_of,
    printed,
    printed_proto,
    printed_pt,
    proto_of,
    refuse_unknown,
)
from reiterate.rules.characteristics.static_characteristics import (
    EOT_POWER,
    EOT_TOUGHNESS,
    HISTORY,
    MINUS,
    PLUS,
    SHORT,
    Applied,
    OrderMatters,
    Statics,
    layer_six,
    reads_amounts,
    refuse_group,
)
from reiterate.state.events import WHOLE
from reiterate.state.model import BATTLEFIELD, Gone, Ref, Reference, Row, State, player
from reiterate.state.slots import flagged
from reiterate.terms import language as n
from reiterate.terms.base import Term
from reiterate.terms.handled import STATICS as STATIC_TABLE
from reiterate.terms.handled import members

BUSY: Final = -3  # where ``State.view`` keeps which permanents are being worked out
STATICS: Final = -1  # where ``State.view`` keeps the position's static abilities


#: Every static effect has an entry in the layers, in costs, in replacement or in rules code.
HANDLED_STATICS: Final = tuple(kind for kind in members(n.StaticEffect) if kind.__name__ in STATIC_TABLE)


def statics(state: State) -> Statics:
    """The static abilities of permanents on the battlefield (604.3, 611.3)."""
    known = state.view.get(STATICS)
    if isinstance(known, Statics):
        return known
    applied: list[Applied] = []
    volatile = whole = False
    for handle, row in state.rows.items():
        cls = row.cls
        if not cls.static:
            continue
        if cls.proto is None:
            whole = True
            continue
        for ability in as_chosen(cls).abilities:
            if isinstance(ability, n.Static):
                check_static(state, ability.effect)
                applied.append((handle, ability))
                volatile = volatile or reads_amounts(ability) or not _single(row)
                whole = whole or not isinstance(ability.effect, SHORT) or reads_others(ability)
    made = Statics(applied, volatile, whole)
    state.view[STATICS] = made
    if whole:
        _derive_all(state, made)
    return made


def _derive_all(state: State, in_force: Statics) -> None:
    """Work out every permanent by layers and keep the answer until anything changes."""
    in_force.whole = True
    state.view[WHOLE] = True
    truths = _Truths()
    for _ in range(PASSES):
        made = Layering(state, truths.holds, _static_quantity, _filter_compares).run()
        for handle, chars in made.items():
            state.view[handle] = chars
        if truths.settled(state):
            break
    else:
        raise unsupported("rule-613", "conditions on power or toughness that change what they read", "613.8")
    in_force.applied = [(h, ability) for h, chars in made.items() for ability in chars.statics]
    in_force.kinds = {type(ability.effect) for _, ability in in_force.applied}
    for _, ability in in_force.applied:
        check_static(state, ability.effect)


#: How often the layers are gone through for conditions that read what comes out of them.
PASSES: Final = 5


class _Truths:
    """Whether the conditions of static abilities hold.

    One that reads power or toughness means those that come out of all layers (613.4): what it says is
    taken as found, and the layers are gone through again while the outcome says otherwise.
    """

    __slots__ = ("asked", "known")

    def __init__(self) -> None:
        self.asked: dict[Applied, bool] = {}
        self.known: dict[Applied, bool] = {}

    def holds(self, state: State, ability: n.Static, source: int) -> bool:
        """Whether the ability's condition holds, as far as is known on this way through the layers."""
        if ability.condition is None:
            return True
        if not reads_sizes(ability):
            return condition_holds(state, ability.condition, source)
        at = (source, ability)
        if at not in self.asked:
            known = self.known.get(at)
            self.asked[at] = condition_holds(state, ability.condition, source) if known is None else known
        return self.asked[at]

    def settled(self, state: State) -> bool:
        """Whether every condition holds in the outcome just when it was taken to hold; what holds is kept."""
        self.known = {}
        for source, ability in self.asked:
            if ability.condition is not None:
                self.known[source, ability] = condition_holds(state, ability.condition, source)
        same = self.known == self.asked
        self.asked = {}
        return same


def _filter_compares(state: State, filter: n.Filter, handle: int) -> bool:
    return filter.compare is None or compare_holds(state, filter.compare, handle)


def view(state: State, handle: int) -> Chars:
    """The characteristics of a permanent as the position's continuous effects make it."""
    known = state.view.get(handle)
    if isinstance(known, Chars):
        return known
    in_force = statics(state)
    if in_force.whole:
        if state.rows[handle].cls.zone != BATTLEFIELD:
            return elsewhere(state, handle)
        if handle not in state.view:
            _derive_all(state, in_force)
        whole = state.view[handle]
        assert isinstance(whole, Chars)
        return whole
    try:
        made = _derive(state, handle, in_force)
    except OrderMatters:
        state.view.clear()
        state.view[STATICS] = in_force
        _derive_all(state, in_force)
        return view(state, handle)
    if WHOLE in state.view:  # found out on the way
        return view(state, handle)
    if not in_force.volatile:
        state.view[handle] = made
    return made


def elsewhere(state: State, handle: int) -> Chars:
    """The characteristics of a card that is no permanent: as printed, with what defines its size (604.3)."""
    chars = printed(state.rows[handle].cls)
    for ability in chars.statics:
        if isinstance(ability.effect, n.Defines):
            up, out = ability.effect.power, ability.effect.toughness
            base = chars.base or (0, 0)
            chars = chars.copied()
            chars.base = (
                base[0] if up is None else _static_quantity(state, handle, up),
                base[1] if out is None else _static_quantity(state, handle, out),
            )
    return chars


def _derive(state: State, handle: int, in_force: Statics) -> Chars:
    row = state.rows[handle]
    cls = row.cls
    if cls.zone != BATTLEFIELD:
        return elsewhere(state, handle)
    first: list[n.Static] = []
    for source, ability in in_force.applied:
        if isinstance(ability.effect, (n.GrantAbilities, n.DoesntUntap, n.CantDo, n.TurnedAsThough)) and _applies(
            state, source, ability, handle, None
        ):
            first.append(ability)
    six = layer_six(cls, tuple(first))
    second: list[tuple[int, n.Static]] = []
    for source, ability in in_force.applied:
        if isinstance(ability.effect, (n.ModifyPT, n.BasePT)) and _applies(state, source, ability, handle, six):
            second.append((source, ability))
    if not second:
        return six
    if handle in _busy(state):
        raise OrderMatters
    state.view[BUSY] = {*_busy(state), handle}
    try:
        return _layer_seven(state, handle, six, second)
    finally:
        state.view[BUSY] = _busy(state) - {handle}


def _layer_seven(state: State, handle: int, six: Chars, applied: list[tuple[int, n.Static]]) -> Chars:
    """Layers 7b and 7c for static abilities (613.4b, 613.4c)."""
    made = six.copied()
    bases = {(s.effect.power, s.effect.toughness) for _, s in applied if isinstance(s.effect, n.BasePT)}
    if bases:
        if len(bases) > 1 or any(isinstance(m, n.SetBasePT) for m in state.rows[handle].cls.marks):
            raise OrderMatters
        made.base = next(iter(bases))
    power: Amount = 0
    toughness: Amount = 0
    for source, static in applied:
        if isinstance(static.effect, n.ModifyPT):
            times = times_of(state, source, handle, static.effect.subject)
            up, out = static.effect.power, static.effect.toughness
            power = power + times * below_zero.result(up, _static_quantity(state, source, up))
            toughness = toughness + times * below_zero.result(out, _static_quantity(state, source, out))
    made.add = (power, toughness)
    return made


def _busy(state: State) -> set[int]:
    """The permanents whose size is being worked out: one that is asked for its size meanwhile needs the layers."""
    found = state.view.get(BUSY)
    return found if isinstance(found, set) else set()


def _static_quantity(state: State, source: int, quantity: n.Quantity) -> Amount:
    if isinstance(quantity, n.Fixed):
        return quantity.value
    row = state.rows[source]
    return measure(state, Around(row.cls.controller, {}, {}, source), quantity)


def count_matching(state: State, filter: n.Filter, controller: int, source: int) -> Amount:
    """How many permanents match a filter, as an amount."""
    total: Amount = 0
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD and matches(state, filter, handle, controller, source, skip_another=True):
            here = row.n - 1 if filter.another and handle == source else row.n
            total = total + here
    return total


def _applies(state: State, source: int, ability: n.Static, handle: int, six: Chars | None) -> bool:
    """Whether a static ability of ``source`` applies to a permanent. ``six`` is None while layer 6 is worked out."""
    if ability.condition is not None and not condition_holds(state, ability.condition, source):
        return False
    effect = ability.effect
    assert isinstance(effect, (n.GrantAbilities, n.DoesntUntap, n.CantDo, n.ModifyPT, n.BasePT, n.TurnedAsThough))
    subject: object = effect.subject
    if isinstance(subject, n.This):
        return source == handle
    if isinstance(subject, n.Host):
        ref = state.rows[source].refs.get("host")
        here = isinstance(ref, Ref) and ref.row == handle
        if here and isinstance(effect, n.GrantAbilities) and on_one_host(state, source, subject):
            refuse_group(state.rows[source], effect)
        return here
    assert isinstance(subject, n.Filter)
    if subject.chosen:
        subject = chosen_filter(subject, state.rows[source])
    if subject.bare or (six is None and (subject.keyword or subject.without_keyword or subject.compare)):
        raise OrderMatters
    if subject.compare is not None:
        raise OrderMatters
    row = state.rows[handle]
    origin = state.rows[source]
    if source == handle and subject.another and _single(row):
        return False
    if not sees(state, origin.cls.controller, handle):  # 801.10
        return False
    if isinstance(effect, n.GrantAbilities):
        refuse_group(origin, effect)
    return filter_holds(subject, row, six, origin.cls.controller)


def _single(row: Row) -> bool:
    return type(row.n) is int and row.n == 1


def matches(
    state: State, filter: n.Filter, handle: int, controller: int, source: int, skip_another: bool = False
) -> bool:
    """Whether a permanent is in a set, seen by a source and its controller."""
    row = state.rows[handle]
    if filter.another and handle == source and not skip_another and _single(row):
        return False
    if not sees(state, controller, handle):  # 801.10, 801.11
        return False
    if filter.chosen:
        if source not in state.rows:
            raise unsupported("rule-607", f"the chosen {filter.chosen} of something that is not known", "607.2d")
        filter = chosen_filter(filter, state.rows[source])
    chars = None
    if STATICS not in state.view:
        statics(state)  # says whether any effect changes what things are
    if row.cls.zone == BATTLEFIELD and (filter.keyword or filter.without_keyword or filter.bare or WHOLE in state.view):
        chars = view(state, handle)
    if chars is None and row.cls.zone != BATTLEFIELD:
        chars = recolored(state, row)
    if not filter_holds(filter, row, chars, controller):
        return False
    return filter.compare is None or compare_holds(state, filter.compare, handle)


def recolored(state: State, row: Row) -> Chars | None:
    """What effects in all zones make of the colours of an object that is no permanent (105.3); None: as printed."""
    if row.cls.zone == BATTLEFIELD or row.cls.proto is None or n.Are not in statics(state).kinds:
        return None
    found: set[str] = set()
    for source, ability in statics(state).applied:
        effect = ability.effect
        if isinstance(effect, n.Are) and effect.everywhere:
            word = state.rows[source].cls.prop(f"chosen.{effect.chosen}", "") if effect.chosen else ""
            found |= {*effect.colors, word} if isinstance(word, str) and word else {*effect.colors}
    if not found:
        return None
    made = printed(row.cls).copied()
    made.colors = tuple(color for color in n.COLORS if color in found or color in made.colors)
    return made


def card_fits(state: State, filter: n.Filter, row: Row, controller: int, handle: int = -1) -> bool:
    """Whether an object outside the battlefield, or one that is gone (``handle`` -1), is in a set, its numbers too."""
    if filter.bare:
        raise unsupported("rule-113.12", "whether something that is no permanent has abilities", "113.12")
    if not filter_holds(filter, row, recolored(state, row), controller):
        return False
    compare = filter.compare
    if compare is None:
        return True
    refuse_unknown(row.cls, "a number of a card", "202.3")
    if handle in state.rows and row.cls.zone != BATTLEFIELD:
        return compare_holds(state, compare, handle)
    proto = proto_of(row.cls)
    if compare.stat == "manavalue":
        return _compare(mana_value_of(row), compare.op, compare.value, "202.3")
    if row.cls.zone == BATTLEFIELD:
        size = last_size(row)
        return size is not None and _compare(size[compare.stat == "toughness"], compare.op, compare.value, "208.1")
    if any(isinstance(a.effect, n.Defines) for a in printed_proto(proto).statics):
        raise unsupported("rule-608.2h", "the last known size of what left", "608.2h")
    size = printed_pt(proto)
    return size is not None and _compare(size[compare.stat == "toughness"], compare.op, compare.value, "208.1")


def compare_holds(state: State, compare: n.Compare, handle: int) -> bool:
    """Whether a number of a permanent compares as said; records a guard while tracing."""
    amount: Amount
    if compare.stat in ("power", "toughness"):
        chars = view(state, handle)
        if chars.base is None:
            return False  # 208.3: what has no power can't have so much of it
        amount = power(state, handle) if compare.stat == "power" else toughness(state, handle)
    elif compare.stat == "manavalue":
        refuse_unknown(state.rows[handle].cls, "a mana value", "202.3")
        amount = mana_value_of(state.rows[handle])
    else:
        raise unsupported("rule-compare", f"comparing {compare.stat}", "208")
    if compare.op == ">=":
        return at_least(amount, compare.value, "208.1")
    return at_most(amount, compare.value, "208.1")


class Around:
    """What the words of an ability refer to: its controller, its source, references and captured amounts."""

    __slots__ = ("controller", "num", "refs", "row", "source")

    def __init__(
        self,
        controller: int,
        refs: dict[str, Reference],
        num: dict[str, Amount],
        source: int = -1,
        row: Row | Gone | None = None,
    ) -> None:
        self.controller = controller
        self.refs = refs
        self.num = num
        self.source = source
        self.row = row


def condition_holds(
    state: State, condition: n.Condition, source: int, controller: int | None = None, last: Row | None = None
) -> bool:
    """Whether "as long as ..." or an intervening "if ..." is true now (603.4, 611.3a); ``last``: the source's last row."""
    row = state.rows.get(source, last)
    if controller is None:
        assert row is not None
        controller = row.cls.controller
    return holds(state, Around(controller, {}, {}, source, row), condition)


def holds(state: State, around: Around, condition: Term) -> bool:
    """Whether a condition is true in its surroundings."""
    match condition:
        case n.LifeIs(op, value):
            life = state.rows[player(around.controller)].get("life")
            return _compare(life, op, value, "119")
        case n.Controls(filter, op, value):
            count = _count(state, around, filter)
            return _compare(count, op, value, "109.4")
        case n.StatIs(ref, compare):
            return _stat_is(state, around, ref, compare)
        case n.Compared(left, op, right):
            return _compare(measure(state, around, left), op, measure(state, around, right), "107.1")
        case n.HasCounter(ref, kind):
            return more(_counters(state, around, ref, kind), 0, "122.1")
        case n.IsTapped(ref, tapped):
            found = seen(state, around, ref)
            return found is not None and found.cls.tapped == tapped
        case n.IsA(ref, filter):
            return _is_a(state, around, ref, filter)
        case n.Not(inner):
            return not holds(state, around, inner)
        case n.OnBattlefield():
            return around.source in state.rows and state.rows[around.source].cls.zone == BATTLEFIELD
        case n.YourTurn():
            return state.game.prop("active", 0) == around.controller
        case n.WasCast(from_hand):
            found = seen(state, around, n.This())
            how = found.cls.prop("cast", "") if found is not None else ""
            return how == "hand" if from_hand else bool(how)
        case n.Kicked(how):
            found = seen(state, around, n.This())
            return cast_so(around.num, how) or cast_so(found.cls.by_prop if found is not None else {}, how)
    raise unsupported("rule-condition", f"{type(condition).__name__} in this place", "603.4")


def _compare(left: Amount, op: str, right: Amount, rule: str) -> bool:
    if op == ">=":
        return at_least(left, right, rule)
    return at_most(left, right, rule) if op == "<=" else equal(left, right, rule)


def _stat_is(state: State, around: Around, ref: Term, compare: n.Compare) -> bool:
    if isinstance(ref, n.This):
        if around.source not in state.rows:
            raise unsupported("rule-608.2h", "a condition on an object that has left", "608.2h")
        return compare_holds(state, compare, around.source)
    row = state.rows.get(around.source)
    host = row.refs.get("host") if row is not None else None
    return isinstance(host, Ref) and compare_holds(state, compare, host.row)


def _is_a(state: State, around: Around, ref: Term, filter: Term) -> bool:
    assert isinstance(filter, n.Filter)
    named = named_by(state, around, ref)
    if isinstance(named, Ref) and named.row in state.rows:
        return matches(state, filter, named.row, around.controller, around.source)
    return isinstance(named, Gone) and card_fits(state, filter, Row(named.cls, named.num, 1, {}), around.controller)


def named_by(state: State, around: Around, ref: Term) -> Reference | None:
    """The reference that a single object's words stand for."""
    if isinstance(ref, n.This):
        if around.source >= 0:
            return Ref("one", around.source)
        return around.refs.get("source")
    if isinstance(ref, n.Host):
        if "host" in around.refs:
            return around.refs["host"]
        row = state.rows.get(around.source)
        return row.refs.get("host") if row is not None else None
    if isinstance(ref, n.That):
        return around.refs.get("that")
    if isinstance(ref, n.TargetRef):
        return around.refs.get(f"target{ref.index}")
    if isinstance(ref, n.Result):
        return around.refs.get("res0")
    if isinstance(ref, n.Linked):
        row = state.rows.get(around.source)
        return around.refs.get("link0", row.refs.get("link0") if row is not None else None)
    raise unsupported("rule-reference", f"{type(ref).__name__} as a single object", "608.2")


def seen(state: State, around: Around, ref: Term) -> Row | Gone | None:
    """The row of a single named object, or what is last known of it (608.2h)."""
    if isinstance(ref, n.Result) and flagged(around.num, TWO_THINGS):
        raise unsupported("rule-608.2h", "words for what was given up or for what an effect did then", "608.2h")
    named = named_by(state, around, ref)
    if isinstance(named, Ref):
        return state.rows.get(named.row, around.row)
    return named if named is not None else around.row if isinstance(ref, n.This) else None


def _counters(state: State, around: Around, ref: Term, kind: str) -> Amount:
    found = seen(state, around, ref)
    if found is None:
        return _nothing(state, around, ref)
    if kind:
        return found.num.get("counter." + kind, 0)
    total: Amount = 0
    for slot, amount in found.num.items():
        if slot.startswith("counter."):
            total = total + amount
    return total


NOTHING: Final = "res none"  # of "it", as a frame remembers: the effect before made, moved or chose nothing
GIVEN: Final = "res given"  # it was given up as a cost
TWO_THINGS: Final = "res two"  # something was given up as a cost, and an effect made, moved or chose something else


def _nothing(state: State, around: Around, ref: Term) -> Amount:
    """0 for an amount of an object that there is none of (107.2); refuses where nobody has said what the words mean."""
    if isinstance(ref, n.Result) and not flagged(around.num, NOTHING):
        raise unsupported("rule-608.2h", "an amount of an object that nothing here has named", "608.2h")
    if isinstance(ref, n.Linked):
        row = state.rows.get(around.source, around.row)
        if row is None or row.cls.zone != BATTLEFIELD:
            raise unsupported("rule-607.2a", "an amount of an exiled card that nothing here has exiled", "607.2a")
    return 0


def _count(state: State, around: Around, filter: Term) -> Amount:
    assert isinstance(filter, n.Filter)
    return count_matching(state, _with_chosen(state, around, filter), around.controller, around.source)


def _with_chosen(state: State, around: Around, filter: n.Filter) -> n.Filter:
    """A filter with what was chosen for its source: as that is, or last was (608.2h)."""
    if not filter.chosen:
        return filter
    row = state.rows.get(around.source, around.row)
    if not isinstance(row, Row):
        raise unsupported("rule-607", f"the chosen {filter.chosen} of something that is not known", "607.2d")
    return chosen_filter(filter, row)


def measure(state: State, around: Around, value: Term) -> Amount:
    """The amount that a quantity stands for in its surroundings."""
    match value:
        case n.Fixed(number):
            return number
        case n.ThatMuch():
            return around.num.get("that", 0)
        case n.XValue():
            return around.num.get("x", 0)
        case n.Done():
            return around.num.get("done", 0)
        case n.CountOf(filter, each):
            return _count(state, around, filter) * each
        case n.HeldByChosen(filter):
            seat, held = held_by_chosen(state, around.source, filter)
            return 0 if seat < 0 else count_matching(state, held, seat, around.source)
        case n.StatOf(stat, ref):
            return _stat_of(state, around, stat, ref)
        case n.CountersOn(kind, ref):
            return _counters(state, around, ref, kind)
        case n.LifeTotal(who):
            return state.rows[player(seat_in(state, around, who))].get("life")
        case n.Half(of, up):
            amount = measure(state, around, of)
            return halve_up(amount, "107.1a") if up else halve_down(amount, "107.1a")
        case n.Times(of, by):
            return measure(state, around, of) * by
        case n.Plus(of, extra):
            return measure(state, around, of) + extra
        case n.Greatest(stat, filter):
            assert isinstance(filter, n.Filter)
            return _greatest(state, around, stat, filter)
        case n.CardsIn(zone, who, filter):
            assert filter is None or isinstance(filter, n.Filter)
            return cards_in(state, zone, seat_in(state, around, who), filter)
        case n.ThisTurn(what, who):
            return state.rows[player(seat_in(state, around, who))].get(HISTORY + what)
        case n.Devotion(color):
            return _devotion(state, around.controller, color)
        case n.OpponentCount():
            return len([s for s in opponents(state, around.controller) if in_range(state, around.controller, s)])
        case n.ColorsAmong(filter):
            assert isinstance(filter, n.Filter)
            filter = _with_chosen(state, around, filter)
            return len(colors_among(state, filter, around.controller, around.source))
    raise unsupported("rule-quantity", f"{type(value).__name__} has no handler", "608.2")


def seat_in(state: State, around: Around, who: Term) -> int:
    """The seat of a single player in quantities."""
    if isinstance(who, n.You):
        return around.controller
    if isinstance(who, n.ThatPlayer):
        named = around.refs.get("player")
        if isinstance(named, Ref):
            return named.row - 1
    if isinstance(who, n.TargetRef):
        named = around.refs.get(f"target{who.index}")
        if isinstance(named, Ref):
            return named.row - 1
    if isinstance(who, n.Seat):
        return who.seat
    if isinstance(who, (n.ControllerOf, n.OwnerOf)):
        found = seen(state, around, who.object)
        if found is not None:
            return found.cls.owner if isinstance(who, n.OwnerOf) else found.cls.controller
    raise unsupported("rule-reference", f"{type(who).__name__} as a single player", "608.2")


def _stat_of(state: State, around: Around, stat: str, ref: Term) -> Amount:
    found = seen(state, around, ref)
    if found is None:
        return _nothing(state, around, ref)
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
    if isinstance(found, Gone) and any(isinstance(a.effect, n.Defines) for a in printed(found.cls).statics):
        raise unsupported("rule-608.2h", f"last known {stat} of a card whose own ability defines it", "608.2h")
    base = printed_pt(proto_of(found.cls))
    return 0 if base is None else base[0] if stat == "power" else base[1]


def _greatest(state: State, around: Around, stat: str, filter: n.Filter) -> Amount:
    best: Amount | None = None
    filter = _with_chosen(state, around, filter)
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD and matches(state, filter, handle, around.controller, around.source):
            if stat != "manavalue" and view(state, handle).base is None:
                continue
            if stat == "manavalue":
                value: Amount = mana_value(proto_of(row.cls))
            else:
                value = greatest(power(state, handle) if stat == "power" else toughness(state, handle))
            best = value if best is None or more(value, best, "208") else best
    return 0 if best is None else best


def cards_in(state: State, zone: str, seat: int, filter: n.Filter | None) -> Amount:
    """How many cards of a set a player has in a zone."""
    if has_left(state, seat):
        raise unsupported("rule-800.4h", "how many cards a player had who has left the game", "800.4h")
    total: Amount = 0
    for handle, row in state.rows.items():
        there = row.cls.zone == zone and row.cls.owner == seat and row.cls.proto is not None
        if there and (filter is None or card_fits(state, filter, row, seat, handle)):
            total = total + row.n
    return total


def _devotion(state: State, seat: int, color: str) -> Amount:
    total: Amount = 0
    for row in state.rows.values():
        if row.cls.zone == BATTLEFIELD and row.cls.controller == seat and row.cls.proto is not None:
            symbols = row.cls.proto.mana_cost or ()
            total = total + row.n * sum(1 for symbol in symbols if color in symbol.split("/"))
    return total


def colors_among(state: State, filter: n.Filter, controller: int, source: int) -> set[str]:
    """The colours among a set of permanents."""
    found: set[str] = set()
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD and matches(state, filter, handle, controller, source):
            whole = WHOLE in state.view  # else no effect changes colours
            found |= set(view(state, handle).colors if whole else printed(row.cls).colors)
    return found


def has_pt(chars: Chars) -> bool:
    """Whether there is power and toughness to speak of."""
    return chars.base is not None


def power(state: State, handle: int) -> Amount:
    """Power of a permanent (208, 613.4)."""
    chars = view(state, handle)
    return _toughness_of(state.rows[handle], chars) if chars.switched else _power_of(state.rows[handle], chars)


def toughness(state: State, handle: int) -> Amount:
    """Toughness of a permanent (208, 613.4)."""
    return toughness_with(state.rows[handle], view(state, handle))


def toughness_with(row: Row, chars: Chars) -> Amount:
    """Toughness of a permanent whose characteristics are known already."""
    return _power_of(row, chars) if chars.switched else _toughness_of(row, chars)


def _power_of(row: Row, chars: Chars) -> Amount:
    assert chars.base is not None
    num = row.num
    total: Amount = chars.base[0] + chars.add[0]
    if num:
        total = total + num.get(EOT_POWER, 0) + num.get(PLUS, 0) - num.get(MINUS, 0)
    return total


def _toughness_of(row: Row, chars: Chars) -> Amount:
    assert chars.base is not None
    num = row.num
    total: Amount = chars.base[1] + chars.add[1]
    if num:
        total = total + num.get(EOT_TOUGHNESS, 0) + num.get(PLUS, 0) - num.get(MINUS, 0)
    return total


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
