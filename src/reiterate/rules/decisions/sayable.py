"""What could be said of a card or an ability as it is cast or activated, whether it is legal or not (601.2b, 602.2b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.costs import object_costs, payment, permission
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import Class, State
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, SpellCosts
from reiterate.terms.base import Term, replace, walk
from reiterate.terms.keywords import PAYING
from reiterate.terms.quantities import XValue


class Words(NamedTuple):
    """Of a card: ways of casting of which one at most is taken, those besides, its modes, and the keywords by which objects pay."""

    instead: tuple[str, ...]
    besides: tuple[str, ...]
    modes: int
    paying: tuple[str, ...]


def words_of(cls: Class) -> Words:
    """What could be said of how a card is cast."""
    abilities = proto_of(cls).abilities
    words = {a.how for a in abilities if isinstance(a, SpellCosts) and a.how}
    besides = words - set(permission.ALTERNATIVES)
    modes = max((len(a.modes) for a in abilities if isinstance(a, SpellAbility)), default=0)
    has = {a.name for a in abilities if isinstance(a, Keyword)}
    paying = tuple(word for word in PAYING if word in has)
    return Words(tuple(sorted({*words, permission.FREE, "flashback"} - besides)), tuple(sorted(besides)), modes, paying)


def abilities_of(state: State, handle: int) -> Iterator[tuple[int, tuple[str, ...], Activated]]:
    """Each ability of an object with its number, once for each mode, which is said by ``how``."""
    for index, ability in enumerate(abilities_at(state, handle)):
        if not ability.modes:
            yield index, (), ability
        for k, mode in enumerate(ability.modes, 1):
            yield index, (f"mode {k}",), replace(ability, effects=mode.effects, targets=mode.targets, modes=())


def is_about_x(condition: Term | None, costs: tuple[Any, ...]) -> bool:
    """Whether a condition reads the X that is announced."""
    found: list[Term] = []
    if condition is not None and payment.announces_x(costs):
        walk(condition, lambda node: found.append(node) if isinstance(node, XValue) else None)
    return bool(found)


def collects(costs: tuple[Any, ...]) -> bool:
    """Whether a cost totals something of objects, which have to be named: evidence, or power."""
    return any(type(cost) in object_costs.TOTALLED for cost in costs)


def without_objects(costs: tuple[Any, ...]) -> tuple[Any, ...]:
    """The costs that ask for no objects to be named."""
    return tuple(
        cost for cost in costs if not object_costs.takes_objects(cost) and type(cost) not in object_costs.TOTALLED
    )
