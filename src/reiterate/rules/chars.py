"""Derived characteristics: what the continuous effects of a position make of each permanent (613).

Layers 6, 7b, 7c and 7d are worked out here, in that order. Copy, control, text, type and colour changing effects
(layers 1 to 5) and characteristic-defining abilities (7a) have no terms yet, so no card that needs them compiles.
Where the answer would need timestamps (613.7) or dependency (613.8) the position is refused by name.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.amounts import Amount, at_least, at_most
from reiterate.refusals import unsupported
from reiterate.state.model import BATTLEFIELD, Class, Ref, Row, State, player
from reiterate.terms.base import Term, walk
from reiterate.terms.nodes import (
    Ability,
    Activated,
    BasePT,
    CantDo,
    Compare,
    Condition,
    Controls,
    CostReduction,
    CountOf,
    DoesntUntap,
    EntersTapped,
    EntersWithCounters,
    Filter,
    Fixed,
    Forbid,
    GainKeywords,
    GrantAbilities,
    Host,
    Keyword,
    LifeIs,
    LoseKeywords,
    ModifyPT,
    Proto,
    Quantity,
    Require,
    SetBasePT,
    Static,
    StatIs,
    Subject,
    SwitchPT,
    This,
    Triggered,
)

STATICS: Final = -1  # where ``State.view`` keeps the position's static abilities
EOT_POWER: Final = "eot.power"
EOT_TOUGHNESS: Final = "eot.toughness"
PLUS: Final = "counter.+1/+1"
MINUS: Final = "counter.-1/-1"

Applied: TypeAlias = "tuple[int, Static]"  # handle of the source, its static ability


class Chars:
    """The discrete characteristics of one permanent after all continuous effects."""

    __slots__ = (
        "abilities",
        "activated",
        "add",
        "base",
        "cant",
        "keywords",
        "must",
        "no_untap",
        "switched",
        "triggers",
    )

    def __init__(self, abilities: tuple[Ability, ...], keywords: frozenset[str]) -> None:
        self.abilities = abilities
        self.keywords = keywords
        self.activated: tuple[Activated, ...] = tuple(a for a in abilities if isinstance(a, Activated))
        self.triggers: dict[str, tuple[Triggered, ...]] = {}
        for ability in abilities:
            if isinstance(ability, Triggered):
                kind = type(ability.trigger).__name__
                self.triggers[kind] = (*self.triggers.get(kind, ()), ability)
        self.base: tuple[int, int] | None = None  # power and toughness after layer 7b, None for what has none
        self.add: tuple[Amount, Amount] = (0, 0)  # what static abilities add in layer 7c
        self.switched = False
        self.no_untap = False
        self.cant: frozenset[str] = frozenset()
        self.must: frozenset[str] = frozenset()  # what it does if able: attack, block (508.1d, 509.1c)


class Statics:
    """The static abilities in force, oldest source first, and whether any of them reads an amount."""

    __slots__ = ("applied", "volatile")

    def __init__(self, applied: list[Applied], volatile: bool) -> None:
        self.applied = applied
        self.volatile = volatile


# What each kind of static ability does here. A static effect without an entry counts as not understood.
_OWN_ENTRY: Final = (EntersTapped, EntersWithCounters)  # replacement effects of the entering object (614.1c)
_COSTS: Final = (CostReduction,)  # read where costs are worked out (601.2f)
_LAYERED: Final = (GrantAbilities, ModifyPT, BasePT, DoesntUntap, CantDo)
HANDLED_STATICS: Final = (*_OWN_ENTRY, *_COSTS, *_LAYERED)


#: The layers in the order in which they apply (613.1, 613.4): number, what it changes, whether it is worked out here.
LAYERS: Final = (
    ("1", "copiable values", False),
    ("2", "control", False),
    ("3", "text", False),
    ("4", "types", False),
    ("5", "colours", False),
    ("6", "abilities", True),
    ("7a", "characteristic-defining power and toughness", False),
    ("7b", "base power and toughness", True),
    ("7c", "additions to power and toughness", True),
    ("7d", "switching power and toughness", True),
)

#: The layer of each effect of the language that has one: static effects, and those that last until end of turn.
LAYER_OF: Final[dict[type, str]] = {
    GrantAbilities: "6",
    GainKeywords: "6",
    LoseKeywords: "6",
    BasePT: "7b",
    SetBasePT: "7b",
    ModifyPT: "7c",
    SwitchPT: "7d",
}


def require_layer(number: str) -> None:
    """Refuse by name an effect of a layer that is not worked out (613.1)."""
    for layer, changes, worked in LAYERS:
        if layer == number and not worked:
            raise unsupported("rule-613-layer", f"layer {layer} ({changes}) is not implemented", "613.1")


def statics(state: State) -> Statics:
    """The static abilities of permanents on the battlefield (604.3, 611.3)."""
    known = state.view.get(STATICS)
    if isinstance(known, Statics):
        return known
    applied: list[Applied] = []
    volatile = False
    for handle, row in state.rows.items():
        if not row.cls.static or row.cls.proto is None:
            continue
        for ability in row.cls.proto.abilities:
            if isinstance(ability, Static):
                if not isinstance(ability.effect, HANDLED_STATICS):
                    raise unsupported("rule-static", f"{type(ability.effect).__name__} has no handler", "604.3")
                require_layer(LAYER_OF.get(type(ability.effect), ""))
                applied.append((handle, ability))
                volatile = volatile or _reads_amounts(ability) or not _single(row)
    made = Statics(applied, volatile)
    state.view[STATICS] = made
    return made


_VOLATILE: dict[Static, bool] = {}


def _reads_amounts(ability: Static) -> bool:
    """Whether what a static ability does can change without its source changing."""
    known = _VOLATILE.get(ability)
    if known is None:
        found: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, (CountOf, LifeIs, Controls, StatIs, Compare)) or (
                isinstance(node, Filter) and (node.tapped is not None or node.counter)
            ):
                found.append(node)

        walk(ability, visit)
        known = _VOLATILE[ability] = bool(found)
    return known


def view(state: State, handle: int) -> Chars:
    """The characteristics of a permanent as the position's continuous effects make it."""
    known = state.view.get(handle)
    if isinstance(known, Chars):
        return known
    in_force = statics(state)
    made = _derive(state, handle, in_force)
    if not in_force.volatile:
        state.view[handle] = made
    return made


def printed(cls: Class) -> Chars:
    """The characteristics of an object outside the battlefield: as printed."""
    found = _PRINTED.get(cls)
    if found is None:
        proto = proto_of(cls)
        found = _PRINTED[cls] = Chars(proto.abilities, _own_keywords(cls, proto))
        found.base = _printed_pt(proto)
    return found


_PRINTED: dict[Class, Chars] = {}
_DERIVED: dict[tuple[Class, tuple[Term, ...]], Chars] = {}


def proto_of(cls: Class) -> Proto:
    """The copiable values of a card or token."""
    assert cls.proto is not None, f"{cls!r} has no printed characteristics"
    return cls.proto


def _printed_pt(proto: Proto) -> tuple[int, int] | None:
    if proto.power is None or proto.toughness is None:
        return None
    return (proto.power, proto.toughness)


def _own_keywords(cls: Class, proto: Proto) -> frozenset[str]:
    return frozenset(a.name for a in proto.abilities if isinstance(a, Keyword))


def _derive(state: State, handle: int, in_force: Statics) -> Chars:
    row = state.rows[handle]
    cls = row.cls
    if cls.zone != BATTLEFIELD:
        return printed(cls)
    first: list[Static] = []
    for source, ability in in_force.applied:
        if isinstance(ability.effect, (GrantAbilities, DoesntUntap, CantDo)) and _applies(
            state, source, ability, handle, None
        ):
            first.append(ability)
    six = _layer_six(cls, tuple(first))
    second: list[tuple[int, Static]] = []
    for source, ability in in_force.applied:
        if isinstance(ability.effect, (ModifyPT, BasePT)) and _applies(state, source, ability, handle, six):
            second.append((source, ability))
    if not second:
        return six
    return _layer_seven(state, handle, six, second)


def _layer_six(cls: Class, granted: tuple[Static, ...]) -> Chars:
    """Layer 6 and the marks of layers 7b and 7d (613.1f, 613.4b, 613.4d)."""
    at = (cls, granted)
    found = _DERIVED.get(at)
    if found is not None:
        return found
    proto = proto_of(cls)
    abilities = list(proto.abilities)
    keywords = set(_own_keywords(cls, proto))
    cant: set[str] = set()
    must: set[str] = set()
    no_untap = False
    for static in granted:
        effect = static.effect
        if isinstance(effect, GrantAbilities):
            if any(isinstance(a, Static) for a in effect.abilities):
                raise unsupported("rule-613.8", "a granted static ability needs dependency of effects", "613.8")
            abilities += effect.abilities
            keywords |= {a.name for a in effect.abilities if isinstance(a, Keyword)}
        elif isinstance(effect, DoesntUntap):
            no_untap = True
        elif isinstance(effect, CantDo):
            cant.add(effect.what)
    granted_keywords = keywords - _own_keywords(cls, proto)
    for mark in cls.marks:
        if isinstance(mark, GainKeywords):
            keywords |= set(mark.keywords)
        elif isinstance(mark, LoseKeywords):
            if granted_keywords & set(mark.keywords):
                raise unsupported("rule-613.7", "losing a keyword that another effect grants needs timestamps", "613.7")
            keywords -= set(mark.keywords)
        elif isinstance(mark, Forbid):
            cant.add(mark.what)
        elif isinstance(mark, Require):
            must.add(mark.what)
    made = Chars(tuple(abilities), frozenset(keywords))
    made.no_untap = no_untap
    made.cant = frozenset(cant)
    made.must = frozenset(must)
    made.base = _printed_pt(proto)
    for mark in cls.marks:
        if isinstance(mark, SetBasePT):
            made.base = (mark.power, mark.toughness)
        elif isinstance(mark, SwitchPT):
            made.switched = not made.switched
    _DERIVED[at] = made
    return made


def _layer_seven(state: State, handle: int, six: Chars, applied: list[tuple[int, Static]]) -> Chars:
    """Layers 7b and 7c for static abilities (613.4b, 613.4c)."""
    made = Chars(six.abilities, six.keywords)
    made.base, made.switched, made.no_untap, made.cant = six.base, six.switched, six.no_untap, six.cant
    made.must = six.must
    bases = {(s.effect.power, s.effect.toughness) for _, s in applied if isinstance(s.effect, BasePT)}
    if bases:
        if len(bases) > 1 or any(isinstance(m, SetBasePT) for m in state.rows[handle].cls.marks):
            raise unsupported("rule-613.7", "several effects set base power and toughness: timestamps", "613.7")
        made.base = next(iter(bases))
    power: Amount = 0
    toughness: Amount = 0
    for source, static in applied:
        if isinstance(static.effect, ModifyPT):
            times = _times(state, source, handle, static.effect.subject)
            power = power + times * _static_quantity(state, source, static.effect.power)
            toughness = toughness + times * _static_quantity(state, source, static.effect.toughness)
    made.add = (power, toughness)
    return made


def _times(state: State, source: int, handle: int, subject: Subject) -> Amount:
    """How many members of the source's group affect each member of ``handle``'s."""
    members = state.rows[source].n
    if isinstance(subject, Filter):
        return members - 1 if subject.another and source == handle else members
    return 1


def _static_quantity(state: State, source: int, quantity: Quantity) -> Amount:
    if isinstance(quantity, Fixed):
        return quantity.value
    if isinstance(quantity, CountOf):
        return count_matching(state, quantity.filter, state.rows[source].cls.controller, source) * quantity.each
    raise unsupported("rule-static-quantity", f"{type(quantity).__name__} in a static ability", "613.4c")


def count_matching(state: State, filter: Filter, controller: int, source: int) -> Amount:
    """How many permanents match a filter, as an amount."""
    total: Amount = 0
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD and matches(state, filter, handle, controller, source, skip_another=True):
            here = row.n - 1 if filter.another and handle == source else row.n
            total = total + here
    return total


def _applies(state: State, source: int, ability: Static, handle: int, six: Chars | None) -> bool:
    """Whether a static ability of ``source`` applies to a permanent. ``six`` is None while layer 6 is worked out."""
    if ability.condition is not None and not condition_holds(state, ability.condition, source):
        return False
    effect = ability.effect
    assert isinstance(effect, (GrantAbilities, DoesntUntap, CantDo, ModifyPT, BasePT))
    subject = effect.subject
    if isinstance(subject, This):
        return source == handle
    if isinstance(subject, Host):
        ref = state.rows[source].refs.get("host")
        return isinstance(ref, Ref) and ref.row == handle
    if six is None and (subject.keyword or subject.without_keyword or subject.compare):
        raise unsupported("rule-613.8", "an effect of layer 6 that depends on another layer", "613.8")
    if subject.compare is not None:
        raise unsupported("rule-613.8", "a power changing effect that depends on power", "613.8")
    row = state.rows[handle]
    origin = state.rows[source]
    if source == handle and subject.another and _single(row):
        return False
    if not _single(origin) and isinstance(effect, GrantAbilities) and _grants_triggers(effect):
        raise unsupported("rule-group-static", "a group of permanents that grant a triggered ability", "613.1f")
    return filter_holds(subject, row, six, origin.cls.controller)


def _grants_triggers(effect: GrantAbilities) -> bool:
    return any(isinstance(ability, Triggered) for ability in effect.abilities)


def _single(row: Row) -> bool:
    return type(row.n) is int and row.n == 1


def filter_holds(filter: Filter, row: Row, chars: Chars | None, controller: int) -> bool:
    """The discrete part of a filter on a row: everything but ``another`` and comparisons of numbers."""
    cls = row.cls
    proto = cls.proto
    if proto is None:
        return False
    if filter.controller != "any" and (cls.controller == controller) != (filter.controller == "you"):
        return False
    for wanted in filter.types:
        if wanted not in proto.types and wanted != "permanent":
            return False
    if filter.any_of and not any(t in proto.types for t in filter.any_of):
        return False
    if filter.subtypes and not all(t in proto.subtypes for t in filter.subtypes):
        return False
    if filter.token is not None and proto.token != filter.token:
        return False
    if filter.tapped is not None and cls.tapped != filter.tapped:
        return False
    return _rare_filter(filter, row, proto, chars)


def _rare_filter(filter: Filter, row: Row, proto: Proto, chars: Chars | None) -> bool:
    if filter.without_types and any(t in proto.types for t in filter.without_types):
        return False
    if filter.supertypes and not all(t in proto.supertypes for t in filter.supertypes):
        return False
    if filter.without_supertypes and any(t in proto.supertypes for t in filter.without_supertypes):
        return False
    if filter.any_subtype and not any(t in proto.subtypes for t in filter.any_subtype):
        return False
    if filter.without_subtypes and any(t in proto.subtypes for t in filter.without_subtypes):
        return False
    if filter.colors and not all(c in proto.colors for c in filter.colors):
        return False
    if filter.without_colors and any(c in proto.colors for c in filter.without_colors):
        return False
    if (filter.colorless and proto.colors) or (filter.named and proto.name != filter.named):
        return False
    if filter.counter and not at_least(row.get("counter." + filter.counter), 1, "122.1"):
        return False
    if filter.keyword or filter.without_keyword:
        keywords = chars.keywords if chars is not None else printed(row.cls).keywords
        if filter.keyword and filter.keyword not in keywords:
            return False
        if filter.without_keyword and filter.without_keyword in keywords:
            return False
    return True


def matches(
    state: State, filter: Filter, handle: int, controller: int, source: int, skip_another: bool = False
) -> bool:
    """Whether a permanent is in a set, seen by a source and its controller."""
    row = state.rows[handle]
    if filter.another and handle == source and not skip_another and _single(row):
        return False
    chars = view(state, handle) if filter.keyword or filter.without_keyword else None
    if not filter_holds(filter, row, chars, controller):
        return False
    return filter.compare is None or compare_holds(state, filter.compare, handle)


def compare_holds(state: State, compare: Compare, handle: int) -> bool:
    """Whether a number of a permanent compares as said; records a guard while tracing."""
    if compare.stat == "power":
        amount = power(state, handle)
    elif compare.stat == "toughness":
        amount = toughness(state, handle)
    elif compare.stat == "manavalue":
        amount = mana_value(proto_of(state.rows[handle].cls))
    else:
        raise unsupported("rule-compare", f"comparing {compare.stat}", "208")
    if compare.op == ">=":
        return at_least(amount, compare.value, "208.1")
    return at_most(amount, compare.value, "208.1")


def mana_value(proto: Proto) -> int:
    """Mana value of printed characteristics (202.3); X counts as 0."""
    total = 0
    for symbol in proto.mana_cost or ():
        if symbol.isdigit():
            total += int(symbol)
        elif symbol != "X":
            total += 2 if symbol.startswith("2/") else 1
    return total


def condition_holds(state: State, condition: Condition, source: int, controller: int | None = None) -> bool:
    """Whether "as long as ..." or an intervening "if ..." is true now (603.4, 611.3a)."""
    row = state.rows.get(source)
    if controller is None:
        assert row is not None
        controller = row.cls.controller
    if isinstance(condition, LifeIs):
        life = state.rows[player(controller)].get("life")
        holds = at_least if condition.op == ">=" else at_most
        return holds(life, condition.value, "119")
    if isinstance(condition, Controls):
        count = count_matching(state, condition.filter, controller, source)
        holds = at_least if condition.op == ">=" else at_most
        return holds(count, condition.value, "109.4")
    if isinstance(condition.object, This):
        if row is None:
            raise unsupported("rule-608.2h", "a condition on an object that has left", "608.2h")
        return compare_holds(state, condition.compare, source)
    ref = row.refs.get("host") if row is not None else None
    return isinstance(ref, Ref) and compare_holds(state, condition.compare, ref.row)


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


def is_creature(cls: Class) -> bool:
    """Whether a row's class is a creature."""
    return cls.proto is not None and "creature" in cls.proto.types


def subject_matches(
    state: State, subject: Subject, source: int, handle: int, controller: int, row: Row | None = None
) -> bool:
    """Whether a permanent is what a trigger watches; ``row`` is its last known row if it is gone."""
    if isinstance(subject, This):
        return source == handle
    if isinstance(subject, Host):
        host = state.rows[source].refs.get("host") if source in state.rows else None
        return isinstance(host, Ref) and host.row == handle
    if handle in state.rows:
        return matches(state, subject, handle, controller, source)
    assert row is not None
    if subject.compare is not None:
        raise unsupported("rule-608.2h", "last known power of what left", "608.2h")
    return filter_holds(subject, row, None, controller)
