"""What an object is: its characteristics, printed or derived, and what a permanent's class alone says of them.

What an object is: its characteristics, printed or derived, and whether they fit a filter.

What a permanent's class alone says of its characteristics, and what of a static ability has to be read anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from reiterate.amounts import Amount, at_least
from reiterate.refusals import unsupported
from reiterate.rules.access.faces import front_of, is_transformed
from reiterate.state.amount_slots import written
from reiterate.state.model import BATTLEFIELD, STACK, Class, Gone, Row
from reiterate.state.properties import (
    ATTACKING,
    BLOCKING,
    CHOSEN_COLOR,
    COMMANDER,
    COUNTER,
    ENTERED,
    HOW,
    KEYWORD_COUNTED,
    LAST_KNOWN,
    LAST_POWER,
    LAST_TOUGHNESS,
    X,
)
from reiterate.terms.abilities import Activated, Carried, Keyword, SpellCosts, Static, Triggered, Unmet, Watched
from reiterate.terms.base import Ability, Term, replace, walk
from reiterate.terms.conditions import HasCounter, Spent
from reiterate.terms.effects_continuous import Forbid, GainKeywords, LoseKeywords, Require, SetBasePT, SwitchPT
from reiterate.terms.meanings import PAID_SO, each_counts, meaning
from reiterate.terms.proto import Proto, name_by_rules
from reiterate.terms.quantities import ColorsSpent, CountOf, Measured
from reiterate.terms.references import DEFENDING, SEAT, THAT_PLAYER, Compare, Filter, This
from reiterate.terms.static_effects import (
    UNORDERED,
    BasePT,
    CantDo,
    Defines,
    DoesntUntap,
    GrantAbilities,
    ModifyPT,
    TurnedAsThough,
)
from reiterate.terms.trigger_events import Attacks
from reiterate.terms.vocabulary import COLORS, KEYWORD_COUNTERS, NAMED, WITH_PARAMETER
from reiterate.terms.word_changes import in_color

# --- printed characteristics ---------------------------------------------------------------------


class SilentTrigger(Triggered):
    """A triggered ability of which only the event is read, with the text of its clause: where it triggers, play is refused."""

    text: str = ""


#: Activated abilities, static abilities, and triggered abilities by the event that they watch.
_ByKind: TypeAlias = tuple[tuple[Activated, ...], tuple[Static, ...], dict[str, tuple[Triggered, ...]]]


def event_in(zone: str, kind: str) -> str:
    """How triggered abilities that work in a zone are found by the kind of event that they watch (113.6)."""
    return kind if zone == BATTLEFIELD else f"{zone} {kind}"


@lru_cache(maxsize=4_096)
def _by_kind(abilities: tuple[Ability, ...]) -> _ByKind:
    """Abilities sorted by what they are; keywords that stand for abilities count as those."""
    whole = abilities
    for ability in abilities:
        if isinstance(ability, Keyword):
            whole += meaning(ability)
        elif isinstance(ability, SpellCosts):
            whole += PAID_SO.get(ability.how, ())
        elif isinstance(ability, Watched):
            whole += (SilentTrigger(ability.trigger, (), text=ability.text),)
        elif isinstance(ability, Unmet) and ability.event == "attacks":
            whole += (SilentTrigger(Attacks(This()), (), text=ability.text),)
    triggers: dict[str, tuple[Triggered, ...]] = {}
    for ability in whole:
        if isinstance(ability, Triggered):
            kind = event_in(ability.zone, type(ability.trigger).__name__)
            triggers[kind] = (*triggers.get(kind, ()), ability)
    activated = tuple(a for a in whole if isinstance(a, Activated))
    return activated, tuple(a for a in whole if isinstance(a, Static)), triggers


#: Among subtypes: every creature type, of a changeling or as in "creatures you control are every creature type".
EVERY_TYPE: Final = "*"
_CHANGELING: Final = Keyword("changeling")


class Characteristics:
    """The discrete characteristics of one object after all continuous effects."""

    __slots__ = (
        "abilities",
        "activated",
        "add",
        "base",
        "cant",
        "colors",
        "keywords",
        "must",
        "name",
        "no_untap",
        "statics",
        "subtypes",
        "supertypes",
        "switched",
        "triggers",
        "turned",
        "types",
    )

    def __init__(self, proto: Proto, abilities: tuple[Ability, ...], keywords: frozenset[str]) -> None:
        self.name = name_by_rules(proto)
        self.types = proto.types
        self.subtypes = (*proto.subtypes, EVERY_TYPE) if _CHANGELING in proto.abilities else proto.subtypes  # 702.73a
        self.supertypes = proto.supertypes
        self.colors = () if Keyword("devoid") in proto.abilities else proto.colors  # 702.114a
        self.keywords = keywords
        self.base: tuple[Amount, Amount] | None = None  # power and toughness after layer 7b, None for what has none
        self.add: tuple[Amount, Amount] = (0, 0)  # what static abilities add in layer 7c
        self.switched = False
        self.no_untap = False
        self.cant: frozenset[str] = frozenset()
        self.must: frozenset[str] = frozenset()
        self.turned: frozenset[str] = frozenset()
        self.set_abilities(abilities)

    def set_abilities(self, abilities: tuple[Ability, ...]) -> None:
        """Give it these abilities; keywords that stand for abilities count as those."""
        self.abilities = abilities
        self.activated, self.statics, self.triggers = _by_kind(abilities)

    def copied(self) -> Characteristics:
        """A copy that may be changed."""
        made: Characteristics = Characteristics.__new__(Characteristics)
        for slot in Characteristics.__slots__:
            setattr(made, slot, getattr(self, slot))
        return made


def proto_of(cls: Class) -> Proto:
    """The copiable values of a card or token."""
    assert cls.proto is not None, f"{cls!r} has no printed characteristics"
    return cls.proto


def own_keywords(proto: Proto) -> frozenset[str]:
    """The keywords among printed abilities."""
    return frozenset(a.name for a in proto.abilities if isinstance(a, Keyword))


def printed_pt(proto: Proto) -> tuple[Amount, Amount] | None:
    """Printed power and toughness; 0 for a star, None for what has neither."""
    if proto.power is None or proto.toughness is None:
        if any(isinstance(a, Static) and isinstance(a.effect, Defines) for a in proto.abilities):
            return (proto.power or 0, proto.toughness or 0)
        return None
    return (proto.power, proto.toughness)


_PRINTED: dict[Proto, Characteristics] = {}
_PRINTED_OF: dict[Class, Characteristics] = {}


def printed(cls: Class) -> Characteristics:
    """The characteristics of an object outside the battlefield: as printed; of one that is gone: as they last were."""
    found = _PRINTED_OF.get(cls)
    if found is None:
        last = cls.by_prop.get(LAST_KNOWN)
        found = printed_proto(last if isinstance(last, Proto) else as_chosen(cls))
        _PRINTED_OF[cls] = found
    return found


def as_chosen(cls: Class) -> Proto:
    """What is printed on an object, the colour chosen as it entered in the words that speak of it (607.2d)."""
    word = cls.by_prop.get(CHOSEN_COLOR, "")
    return in_color(proto_of(cls), word) if isinstance(word, str) and word else proto_of(cls)


def as_last(cls: Class, now: Characteristics) -> Class:
    """The class of a permanent as it is remembered (113.7a, 608.2h): with its characteristics, where they aren't as printed.

    Kept is what rules read of what is gone: name, types, colours and keywords. Its copiable values
    stay what they are.
    """
    as_printed = printed_proto(proto_of(cls))
    if _discrete(now) == _discrete(as_printed):
        return cls
    proto = proto_of(cls)
    words = tuple(Keyword(word) for word in sorted(now.keywords - {"devoid"}))  # its colours are said already
    made = Proto(now.name, now.types, now.subtypes, now.supertypes, now.colors, proto.mana_cost, abilities=words)
    return cls.with_prop(LAST_KNOWN, made)


def _discrete(chars: Characteristics) -> tuple[object, ...]:
    """What effects can change and rules read of what is gone, but amounts."""
    return (chars.name, chars.types, chars.subtypes, chars.supertypes, frozenset(chars.colors), chars.keywords)


def printed_proto(proto: Proto) -> Characteristics:
    """The characteristics of printed values."""
    found = _PRINTED.get(proto)
    if found is None:
        found = _PRINTED[proto] = Characteristics(proto, proto.abilities, own_keywords(proto))
        found.base = printed_pt(proto)
    return found


def last_size(row: Row) -> tuple[Amount, Amount] | None:
    """Power and toughness of a permanent as it last was, by its remembered row; None where it had neither (208.3)."""
    if "creature" not in printed(row.cls).types:
        return None
    return row.get(LAST_POWER), row.get(LAST_TOUGHNESS)


def kept_size(row: Row | Gone) -> tuple[Amount, Amount] | None:
    """The size that is remembered of a card whose own ability defined it; None where none is (604.3, 608.2h)."""
    if not (written(row.num, LAST_POWER) or written(row.num, LAST_TOUGHNESS)):
        return None
    return row.num.get(LAST_POWER, 0), row.num.get(LAST_TOUGHNESS, 0)


def size_forgotten(row: Row | Gone) -> bool:
    """Whether a card's own ability defined its size, and none is remembered."""
    return kept_size(row) is None and any(isinstance(a.effect, Defines) for a in printed(row.cls).statics)


def filter_holds(filter: Filter, row: Row, chars: Characteristics | None, controller: int) -> bool:
    """The discrete part of a filter on a row: everything but ``another`` and comparisons of numbers."""
    cls = row.cls
    proto = cls.proto
    if proto is None:
        return False
    if filter.chosen == "color":  # none was chosen for the ability: what speaks of it does nothing (607.5a)
        return False
    if filter.chosen:
        raise unsupported("rule-607", f"the chosen {filter.chosen} of something that is not known", "607.2d")
    if filter.hung:
        raise unsupported("rule-608.2h", "what is or was attached to something, in this place", "608.2h")
    if filter.namesake:
        raise unsupported("rule-201.2a", "the same name as that of something that is not known", "201.2a")
    if filter.controller == DEFENDING:
        raise unsupported("rule-508.5", "what a defending player controls, where no creature attacks", "508.5")
    if filter.controller == THAT_PLAYER:
        raise unsupported("rule-603.3d", "what a player controls whom no event has named", "603.3d")
    if filter.commander and COMMANDER not in cls.by_prop:
        return False
    if filter.own and cls.owner != controller:
        return False
    if filter.controller.startswith(SEAT):
        if cls.controller != int(filter.controller.removeprefix(SEAT)):
            return False
    elif filter.controller != "any" and (cls.controller == controller) != (filter.controller == "you"):
        return False
    if not proto.types:
        return _unknown(filter, cls)
    now = printed(cls) if chars is None else chars
    for wanted in filter.types:
        if wanted not in now.types and not (wanted == "permanent" and _permanent(now)):
            return False
    if filter.any_of and not any(t in now.types for t in filter.any_of):
        return False
    if filter.subtypes and not all(of_type(t, now) for t in filter.subtypes):
        return False
    if filter.token is not None and proto.token != filter.token:
        return False
    if filter.tapped is not None and cls.tapped != filter.tapped:
        return False
    return _rare_filter(narrowed(filter, row, now), row, now)


def narrowed(filter: Filter, row: Row, chars: Characteristics | None) -> Filter:
    """A filter of several card types, without what narrows its creatures alone where the object is of another of the types.

    "Artifact, enchantment, or creature with flying": any artifact is one of these (608.2c, 115.1).
    """
    if "creature" not in filter.any_of:
        return filter
    types = (printed(row.cls) if chars is None else chars).types
    if not any(t in types for t in filter.any_of if t != "creature"):
        return filter
    of_all = filter.compare if filter.compare is not None and filter.compare.stat == "manavalue" else None
    return replace(filter, keyword="", without_keyword="", compare=of_all)


def _unknown(filter: Filter, cls: Class) -> bool:
    """A filter on an unknown card: only what asks nothing of its printed values is answered."""
    asks = replace(filter, controller="any", another=False, token=None, tapped=None)
    if asks != Filter():
        refuse_unknown(cls, "a set of cards", "109.2")
    return not filter.token


def _permanent(now: Characteristics) -> bool:
    return "instant" not in now.types and "sorcery" not in now.types


def of_type(subtype: str, now: Characteristics) -> bool:
    """Whether an object has a subtype; a changeling has every creature type, whatever it loses in layer 6 (702.73a, 613.3)."""
    if subtype in now.subtypes:
        return True
    return EVERY_TYPE in now.subtypes and subtype in NAMED


def share_creature_type(a: Characteristics, b: Characteristics) -> bool:
    """Whether two objects have a creature type in common (205.3m); a changeling has all of them (702.73a)."""
    mine, theirs = ({*now.subtypes} & NAMED for now in (a, b))
    all_mine, all_theirs = (EVERY_TYPE in now.subtypes for now in (a, b))
    return bool(mine & theirs or (all_mine and (theirs or all_theirs)) or (all_theirs and mine))


def has_counter(row: Row, kind: str) -> bool:
    """Whether a permanent has a counter of a kind, or of any kind ("*")."""
    if kind != "*":
        return at_least(row.get(COUNTER + kind), 1, "122.1")
    return any(at_least(amount, 1, "122.1") for slot, amount in row.num.items() if slot.startswith(COUNTER))


def _half_named(row: Row, name: str) -> bool:
    """Whether a split card has a half of that name (709.4b)."""
    proto = row.cls.proto
    return proto is not None and any(half.name == name for half in proto.halves[:2])


def _rare_filter(filter: Filter, row: Row, now: Characteristics) -> bool:
    if filter.without_types and any(t in now.types for t in filter.without_types):
        return False
    if filter.supertypes and not all(t in now.supertypes for t in filter.supertypes):
        return False
    if filter.without_supertypes and any(t in now.supertypes for t in filter.without_supertypes):
        return False
    if filter.any_subtype and not any(of_type(t, now) for t in filter.any_subtype):
        return False
    if filter.without_subtypes and any(of_type(t, now) for t in filter.without_subtypes):
        return False
    if filter.colors and not all(c in now.colors for c in filter.colors):
        return False
    if filter.any_colors and not any(c in now.colors for c in filter.any_colors):
        return False
    if filter.without_colors and any(c in now.colors for c in filter.without_colors):
        return False
    if (filter.colorless and now.colors) or (
        filter.named and now.name != filter.named and not _half_named(row, filter.named)
    ):
        return False
    if filter.without_name and now.name == filter.without_name:
        return False
    if filter.attacking and not row.cls.prop(ATTACKING):
        return False
    if filter.blocking and not row.cls.prop(BLOCKING):
        return False
    if filter.fighting and not (row.cls.prop(ATTACKING) or row.cls.prop(BLOCKING)):
        return False
    if filter.fresh and not row.cls.prop(ENTERED):
        return False
    if filter.counter and not has_counter(row, filter.counter):
        return False
    if filter.bare and any(not (isinstance(a, Carried) and a.what == "face") for a in now.abilities):
        return False
    if filter.keyword and filter.keyword not in now.keywords:
        return False
    return not (filter.without_keyword and filter.without_keyword in now.keywords)


def mana_value(proto: Proto) -> int:
    """Mana value of printed characteristics (202.3); X counts as 0."""
    total = 0
    for symbol in proto.mana_cost or ():
        if symbol.isdecimal():
            total += int(symbol)
        elif symbol != "X":
            total += 2 if symbol.startswith("2/") else 1
    return total


def costed(cls: Class) -> Proto:
    """The face by whose mana cost the mana value of an object is calculated: the front one of a transformed object (202.3b)."""
    front = front_of(cls) if is_transformed(cls) else None
    return proto_of(cls) if front is None else front


def mana_value_of(row: Row | Gone) -> Amount:
    """Mana value of an object (202.3); on the stack X is what was announced (202.3e)."""
    proto = costed(row.cls)
    symbols = (proto.mana_cost or ()).count("X")
    if symbols and row.cls.zone == STACK:
        return row.num.get(X, 0) * symbols + mana_value(proto)
    return mana_value(proto)


def is_unknown(cls: Class) -> bool:
    """Whether a card's identity is not known (only facts declared of it are)."""
    return cls.proto is not None and not cls.proto.types


def refuse_unknown(cls: Class, question: str, rule: str) -> None:
    """Refuse a question about an unknown card that no declared fact answers."""
    if is_unknown(cls):
        raise unsupported("unknown-card", f"{question} asks what an unknown card is", rule)


#: The additional cost by which a spell is kicked; one of several is named with its cost: "kicker {W}" (702.33d, 702.33f).
KICKER: Final = "kicker"


def is_kicker(how: str) -> bool:
    """Whether a way of casting is a kicker cost."""
    return how == KICKER or how.startswith(KICKER + " ")


def cast_so(marks: Mapping[str, object], how: str) -> bool:
    """Whether something was cast in a way, as its properties or amounts tell; "kicker" is any kicker cost (702.33d)."""
    if how != KICKER:
        return marks.get(HOW + how) in (True, 1)
    return any(mark in (True, 1) for name, mark in marks.items() if name[:4] == HOW and is_kicker(name[4:]))


#: In front of so much mana of one kind, among the marks of how a spell was cast: "spent GG".
SPENT: Final = "spent "


def runs_of(mana: Iterable[str]) -> tuple[str, ...]:
    """Mana by kinds, each as often as there is of it: "R" and "GG"."""
    found = list(mana)
    return tuple(kind * found.count(kind) for kind in dict.fromkeys(found))


_SPENT_RUNS: dict[Proto, tuple[str, ...]] = {}


def spent_runs(proto: Proto) -> tuple[str, ...]:
    """What abilities ask of the mana that was spent to cast their object: so much of a kind."""
    known = _SPENT_RUNS.get(proto)
    if known is None:
        found: set[str] = set()

        def visit(node: Term) -> None:
            if isinstance(node, Spent):
                found.update(runs_of(node.mana))
            elif isinstance(node, ColorsSpent):
                found.update(COLORS)

        walk(proto.abilities, visit)
        known = _SPENT_RUNS[proto] = tuple(sorted(found))
    return known


# --- static characteristics ----------------------------------------------------------------------

#: What a counter of each kind gives its permanent, by the slot in which the counters are counted (122.1b).
GIVEN_BY_COUNTERS: Final = {
    f"{COUNTER}{kind}": Static(GrantAbilities(This(), (Keyword(kind),)), HasCounter(This(), kind))
    for kind in sorted(KEYWORD_COUNTERS)
}


def given_by_counters(row: Row) -> list[Static]:
    """What keyword counters give a permanent (122.1b), under the condition that there is such a counter."""
    if row.cls.zone != BATTLEFIELD or KEYWORD_COUNTED.isdisjoint(row.num):
        return []
    return [given for slot, given in GIVEN_BY_COUNTERS.items() if written(row.num, slot)]


Applied: TypeAlias = "tuple[int, Static]"  # handle of the source, its static ability


class Statics:
    """The static abilities in force, oldest source first.

    ``volatile``: some of them reads an amount. ``whole``: order or dependency can matter, so
    ``layers`` works. ``reached``: the permanents that they change; None where words have to say it.
    """

    __slots__ = ("applied", "kinds", "reached", "volatile", "whole")

    def __init__(self, applied: list[Applied], volatile: bool, whole: bool, reached: frozenset[int] | None) -> None:
        self.applied = applied
        self.reached = reached
        self.volatile = volatile
        self.whole = whole
        self.kinds = {type(ability.effect) for _, ability in applied}


class OrderMatters(Exception):
    """The short way met effects whose order or dependency matters."""


#: The static effects that change what permanents are, where the short way works them out: in layer 6, and in 7b and 7c.
LAYER_SIX: Final = (GrantAbilities, DoesntUntap, CantDo, TurnedAsThough)
LAYER_SEVEN: Final = (ModifyPT, BasePT)
CHANGING: Final = (GrantAbilities, DoesntUntap, CantDo, TurnedAsThough, ModifyPT, BasePT)

#: Static effects that the short way can work out.
SHORT: Final = (*UNORDERED, GrantAbilities, BasePT)
_VOLATILE: dict[Static, bool] = {}
_MORE_QUANTITIES: Final = Measured.__args__


def reads_amounts(ability: Static) -> bool:
    """Whether what a static ability does can change without its source changing."""
    known = _VOLATILE.get(ability)
    if known is None:
        terms: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, (CountOf, Compare, *_MORE_QUANTITIES)) or (
                isinstance(node, Filter)
                and (
                    node.tapped is not None
                    or node.counter
                    or node.attacking
                    or node.blocking
                    or node.fighting
                    or node.fresh
                )
            ):
                terms.append(node)

        walk(ability, visit)
        known = _VOLATILE[ability] = bool(terms) or ability.condition is not None
    return known


_DERIVED: dict[tuple[Class, tuple[Term, ...]], Characteristics] = {}


def layer_six(cls: Class, granted: tuple[Static, ...]) -> Characteristics:
    """Layer 6 and the marks of layers 7b and 7d (613.1f, 613.4b, 613.4d)."""
    at = (cls, granted)
    found = _DERIVED.get(at)
    if found is not None:
        return found
    proto = as_chosen(cls)
    abilities = list(proto.abilities)
    keywords = set(own_keywords(proto))
    cant: set[str] = set()
    must: set[str] = set()
    turned: set[str] = set()
    no_untap = False
    for static in granted:
        effect = static.effect
        if isinstance(effect, GrantAbilities):
            if any(isinstance(a, Static) for a in effect.abilities):
                raise OrderMatters
            abilities += effect.abilities
            keywords |= {a.name for a in effect.abilities if isinstance(a, Keyword)}
        elif isinstance(effect, DoesntUntap):
            no_untap = True
        elif isinstance(effect, CantDo):
            cant.add(effect.what)
        elif isinstance(effect, TurnedAsThough):
            turned.add(effect.what)
    granted_keywords = keywords - own_keywords(proto)
    for mark in cls.marks:
        if isinstance(mark, GainKeywords):
            keywords |= set(mark.keywords)
        elif isinstance(mark, LoseKeywords):
            if granted_keywords & set(mark.keywords):
                raise OrderMatters
            keywords -= set(mark.keywords)
        elif isinstance(mark, Forbid):
            cant.add(mark.what)
        elif isinstance(mark, Require):
            must.add(mark.what)
    made = Characteristics(proto, _with_marks(abilities, cls), frozenset(keywords))
    made.no_untap = no_untap
    made.cant = frozenset(cant)
    made.must = frozenset(must)
    made.turned = frozenset(turned)
    made.base = printed_pt(proto) if "creature" in proto.types else None  # 208.3
    for mark in cls.marks:
        if isinstance(mark, SetBasePT) and made.base is not None:
            made.base = (mark.power, mark.toughness)
        elif isinstance(mark, SwitchPT):
            made.switched = not made.switched
    _DERIVED[at] = made
    return made


def _with_marks(abilities: list[Ability], cls: Class) -> tuple[Ability, ...]:
    """Abilities with the keywords that stand for others gained, and those lost, until end of turn (702.1)."""
    for mark in cls.marks:
        if isinstance(mark, GainKeywords):
            abilities = abilities + [Keyword(k) for k in mark.keywords if k not in WITH_PARAMETER]
        elif isinstance(mark, LoseKeywords):
            abilities = [a for a in abilities if not (isinstance(a, Keyword) and a.name in mark.keywords)]
    return tuple(abilities)


def refuse_group(origin: Row, effect: GrantAbilities) -> None:
    """Refuse what several members of a group would grant several times."""
    single = type(origin.n) is int and origin.n == 1
    if not single and grants_triggers(effect):
        raise unsupported("rule-group-static", "a group of permanents that grant a triggered ability", "613.1f")


def grants_triggers(effect: GrantAbilities) -> bool:
    """Whether it matters how often these abilities are granted."""
    return any(each_counts(ability) for ability in effect.abilities)
