"""Text boxes in sections, each of which functions from a number on: the levels of Classes (716)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace as with_abilities
from typing import Final

from reiterate.oracle.card import UNDERSTOOD, Clause
from reiterate.terms.abilities import Activated, Static
from reiterate.terms.base import Ability, replace
from reiterate.terms.conditions import Both, Condition, HasLevel
from reiterate.terms.effects_permanents import SetLevel
from reiterate.terms.references import This
from reiterate.terms.static_effects import GrantAbilities

CLASS: Final = "Class"


def by_levels(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses of a Class: what stands below a level bar it has as long as it is of that level or greater (716.2a, 716.3)."""
    made: list[Clause] = []
    level = 1
    for clause in clauses:
        bar = level_of_bar(clause.abilities)
        if bar:
            level = bar
        elif level > 1 and clause.status == UNDERSTOOD and clause.abilities:
            clause = with_abilities(clause, abilities=as_long_as(HasLevel(level, True), clause.abilities))
        made.append(clause)
    return made


def level_of_bar(abilities: Iterable[Ability]) -> int:
    """The level that a level bar names; 0 for other abilities."""
    effects = [e for a in abilities if isinstance(a, Activated) for e in a.effects]
    return next((e.level for e in effects if isinstance(e, SetLevel)), 0)


def as_long_as(condition: Condition, abilities: Sequence[Ability]) -> tuple[Ability, ...]:
    """Abilities that an object has as long as a condition holds; of a static ability that is one more condition."""
    others = tuple(a for a in abilities if not isinstance(a, Static))
    statics = (a for a in abilities if isinstance(a, Static))
    made: list[Ability] = [Static(GrantAbilities(This(), others), condition)] if others else []
    for ability in statics:
        both = condition if ability.condition is None else Both(condition, ability.condition)
        made.append(replace(ability, condition=both))
    return tuple(made)
