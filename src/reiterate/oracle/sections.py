"""Text boxes in sections, each of which functions from a number on: levels of Classes (716), station symbols (721)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace as with_abilities
from typing import Final

from reiterate.oracle.card import NOT_UNDERSTOOD, UNDERSTOOD, Clause
from reiterate.terms.abilities import Activated, NotUnderstood, Static
from reiterate.terms.base import Ability, replace
from reiterate.terms.conditions import Both, Compared, Condition, HasLevel
from reiterate.terms.effects_permanents import SetLevel
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountersOn, Fixed
from reiterate.terms.references import This
from reiterate.terms.static_effects import Are, GrantAbilities

CLASS: Final = "Class"
SPACECRAFT: Final = "Spacecraft"

#: A station symbol in front of its abilities (721.2); and one on a line of its own, with the size behind them.
_SYMBOL: Final = re.compile(r"([0-9]{1,4})\+ \| ")
_HEADING: Final = re.compile(r"STATION ([0-9]{1,4})\+")
_SIZE: Final = re.compile(r"[0-9]+/[0-9]+")


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


def without_bars(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses of what is no Class: a level bar there is not understood, as nothing says what stands below it."""
    return [_unread(clause) if level_of_bar(clause.abilities) else clause for clause in clauses]


def _unread(clause: Clause) -> Clause:
    length = len(clause.text)
    return Clause(clause.text, NOT_UNDERSTOOD, (NotUnderstood(clause.text, 0, length),), (0, length))


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


def in_sections(lines: Sequence[str]) -> list[str]:
    """The lines of a text with the station symbol of its section in front of each; a size says no more than the card's facts."""
    made: list[str] = []
    number = ""
    for line in lines:
        heading = _HEADING.fullmatch(line.strip())
        if heading:
            number = heading[1]
        elif number and not _SIZE.fullmatch(line.strip()):
            made.append(f"{number}+ | {line}")
        elif not number:
            made.append(line)
    return made


def charged(line: str, read: Callable[[str], Clause]) -> Clause:
    """The clause of a line: behind a station symbol its abilities are there from so many charge counters on (721.2a, 721.4)."""
    symbol = _SYMBOL.match(line)
    if symbol is None:
        return read(line)
    clause = read(line[symbol.end() :])
    if clause.status == UNDERSTOOD:
        return Clause(line, UNDERSTOOD, as_long_as(_charge(int(symbol[1])), clause.abilities))
    start, end = (at + symbol.end() for at in clause.span)
    return Clause(line, NOT_UNDERSTOOD, (NotUnderstood(line, start, end),), (start, end))


def _charge(number: int) -> Condition:
    return Compared(CountersOn("charge", This()), ">=", Fixed(number))


def sized_by_charge(proto: Proto, clauses: Sequence[Clause]) -> tuple[Proto, list[Clause]]:
    """A Spacecraft with a size: it has the size, and is a creature, from the number of its last station symbol on (721.2b, 721.2c)."""
    numbers = [int(symbol[1]) if (symbol := _SYMBOL.match(clause.text)) else 0 for clause in clauses]
    if SPACECRAFT not in proto.subtypes or proto.power is None or proto.toughness is None or not any(numbers):
        return proto, list(clauses)
    last = max(numbers)
    at = numbers.index(last)
    size = Static(Are(This(), ("creature",), power=proto.power, toughness=proto.toughness), _charge(last))
    clause = with_abilities(clauses[at], abilities=(*clauses[at].abilities, size))
    return replace(proto, power=None, toughness=None), [*clauses[:at], clause, *clauses[at + 1 :]]
