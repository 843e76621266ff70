"""Clauses that are not understood and may stand on the board all the same: which of them, and where (law 9)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from reiterate.terms.abilities import Assumed, Carried, Keyword, NotUnderstood, Unmet, Watched
from reiterate.terms.base import Term
from reiterate.terms.effects_continuous import Become
from reiterate.terms.filters import Filter
from reiterate.terms.handled import unhandled
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import Are, LoseAbilities, NotType

_BATTLEFIELD: Final = "battlefield"
_STACK: Final = "stack"
_CASTING: Final = "casting"
_NO_PERMANENTS: Final = ("instant", "sorcery")
#: Words by which a clause may be about its card as a spell: such a clause keeps the card from being cast.
_OF_SPELLS: Final = re.compile(r"\b(?:the stack|this spell|costs?\b[^.]*\bto cast|cast (?:~|this))\b", re.IGNORECASE)


def opaque(abilities: Iterable[Term]) -> tuple[NotUnderstood, ...]:
    """The clauses among some abilities that are not understood, those that are assumed not to matter included."""
    return tuple(ability for ability in abilities if isinstance(ability, NotUnderstood))


def blocking(abilities: Iterable[Term], zone: str, types: Collection[str] = ()) -> str | None:
    """The text of the first clause that could do something in a zone by itself; None where there is none.

    in: the abilities of a card, the zone in which the card is, and the card's types. What somebody would have to use blocks
    nothing, and neither does a trigger that is watched; of a spell see ``kept_from_casting``. What the rules have no
    handler for blocks anywhere.
    """
    for ability in abilities:
        if isinstance(ability, NotUnderstood):
            if not _quiet(ability, zone, types):
                return ability.text
        elif name := unhandled(ability):
            return name
    return None


def kept_from_casting(proto: Proto) -> str | None:
    """The text of the first clause for which a card can't be cast or played; None where there is none.

    An ability of a permanent functions on the battlefield only, unless it says otherwise (113.6). So it does nothing
    while the card is cast, is a spell, or is on its way. All of an instant or sorcery functions on the stack.
    """
    return blocking(proto.abilities, _STACK, proto.types)


def _quiet(clause: NotUnderstood, zone: str, types: Collection[str]) -> bool:
    """Whether a clause does nothing in a zone unless it is used, or its event happens there."""
    if isinstance(clause, Assumed):
        return True
    if zone == _STACK and (
        not types or any(kind in types for kind in _NO_PERMANENTS) or _OF_SPELLS.search(clause.text)
    ):
        return False
    if isinstance(clause, (Watched, Unmet)):
        return zone == _BATTLEFIELD or not clause.anywhere
    return isinstance(clause, Carried) and not (zone == _STACK and clause.what == _CASTING)


def may_meet(wanted: Filter, proto: Proto, mine: bool) -> bool:
    """Whether a permanent may be one of a set, by its printed types alone; what else the set asks for counts as met.

    in: the set, the permanent's printed facts, and whether the one who speaks of the set controls the permanent.
    """
    if wanted.controller != "any" and (wanted.controller == "you") != mine:
        return False
    if any(kind not in proto.types for kind in wanted.types if kind != "permanent"):
        return False
    if wanted.any_of and not any(kind in proto.types for kind in wanted.any_of):
        return False
    if any(kind in proto.types for kind in wanted.without_types):
        return False
    asked = (*wanted.subtypes, *wanted.any_subtype)
    return not asked or _every_type(proto) or any(kind in proto.subtypes for kind in asked)


def _every_type(proto: Proto) -> bool:
    """Whether a permanent may have more subtypes than are printed (702.73)."""
    return any(isinstance(ability, Keyword) and ability.name == "changeling" for ability in proto.abilities)


def sets_types(effect: Term) -> bool:
    """Whether an effect may make a permanent something else than its printed types say (613.1d)."""
    return isinstance(effect, (Are, Become, NotType))


def takes_abilities(effect: Term) -> bool:
    """Whether an effect makes objects lose abilities, or sets land types, which does the same (305.7, 613.1f)."""
    if isinstance(effect, LoseAbilities):
        return not effect.keywords
    if isinstance(effect, (Are, Become)):
        return effect.clear or (bool(effect.subtypes) and effect.instead)
    return False
