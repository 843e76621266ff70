"""Effects that create tokens, copies of objects, or spells without their costs (111, 707)."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Ability, Term
from reiterate.terms.declared import Deed
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import ObjectRef, PlayerRef, You


class CreateTokens(Term):
    """``who`` creates ``count`` tokens (111, 701.7)."""

    says: ClassVar = Deed(
        asks="", gives="enters", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    count: Quantity
    token: Proto
    who: PlayerRef = You()
    tapped: bool = False


class Populate(Term):
    """Create a copy of a creature token that the controller chooses among theirs (701.36)."""

    says: ClassVar = Deed(
        asks="", gives="enters", renews="", changes="", moves="", names=True, ranged=False, lasts=False
    )


class Except(Term):
    """What a copy has besides or instead of the copied values (707.9)."""

    abilities: tuple[Ability, ...] = ()
    types: tuple[str, ...] = ()  # in addition
    subtypes: tuple[str, ...] = ()  # in addition
    colors: tuple[str, ...] | None = None
    power: int | None = None  # discrete: printed
    toughness: int | None = None  # discrete: printed
    nonlegendary: bool = False
    more_colors: bool = False  # the colours are in addition
    instead: bool = False  # the types and subtypes replace those of the same kind (205.1a)
    entering: tuple[Ability, ...] = ()  # how it enters: no copiable values
    costless: bool = False  # it has no mana cost
    own_color: bool = False  # its colours stay what they were (707.9c)
    this_ability: bool = False  # it has the ability whose effect this is (707.9a)


class CopyToken(Term):
    """``who`` creates tokens that are copies of a permanent or card (707.2, 111)."""

    says: ClassVar = Deed(
        asks="", gives="enters", renews="of", changes="", moves="", names=True, ranged=True, lasts=False
    )

    count: Quantity
    of: ObjectRef
    who: PlayerRef
    but: Except = Except()
    tapped: bool = False


class BecomeCopy(Term):
    """Objects become copies of something else (613.1a); ``duration``: "turn" or "game". ``other``: all but what is copied."""

    says: ClassVar = Deed(
        asks="", gives="enters", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef
    of: ObjectRef
    duration: str
    but: Except = Except()
    other: bool = False


class CopySpell(Term):
    """The controller, or each player of ``who``, copies a spell or ability on the stack (707.10); ``retarget``: may choose new targets.

    ``but``: what the copies of a spell have besides or instead of the copied values (707.9).
    """

    says: ClassVar = Deed(
        asks="", gives="cast copied targeted", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    object: ObjectRef
    retarget: bool = False
    count: Quantity | None = None
    but: Except = Except()
    who: PlayerRef = You()


class CastCopy(Term):
    """The controller copies a card and casts the copy without paying its mana cost (707.12); ``may``: or leaves it."""

    says: ClassVar = Deed(
        asks="", gives="cast copied", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    object: ObjectRef
    may: bool = False


#: All effects of this subject.
CopyEffect: TypeAlias = CreateTokens | Populate | CopyToken | BecomeCopy | CopySpell | CastCopy
