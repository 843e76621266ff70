"""What a permanent's class alone says of its characteristics, and what of a static ability has to be read anew."""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.refusals import unsupported
from reiterate.rules.characteristics.printed_characteristics import Characteristics, as_chosen, own_keywords, printed_pt
from reiterate.state.model import Class, Row
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.base import Ability, Term, walk
from reiterate.terms.effects_continuous import Forbid, GainKeywords, LoseKeywords, Require, SetBasePT, SwitchPT
from reiterate.terms.filters import Compare, Filter
from reiterate.terms.keywords import WITH_PARAMETER
from reiterate.terms.meanings import each_counts
from reiterate.terms.quantities import CountOf, Measured
from reiterate.terms.static_effects import (
    UNORDERED,
    BasePT,
    CantDo,
    DoesntUntap,
    GrantAbilities,
    ModifyPT,
    TurnedAsThough,
)

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
        found: list[Term] = []

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
                found.append(node)

        walk(ability, visit)
        known = _VOLATILE[ability] = bool(found) or ability.condition is not None
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
