"""Effects on spells (701.6, 115.7, 601.3), and those that create tokens and copies (111, 707).

Effects on spells and on the right to cast cards: countering, new targets, casting for free (701.6, 115.7, 601.3).

Effects that create tokens, copies of objects, or spells without their costs (111, 707).
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Ability, Deed, Term
from reiterate.terms.costs import Cost
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import Filter, ObjectRef, PlayerRef, You

# --- effects spells ------------------------------------------------------------------------------


class CounterSpell(Term):
    """Counter a spell or ability on the stack (701.6).

    ``to``: where the card of a spell that is countered this way goes (614.1a), with its ``place``
    in a library.
    """

    says: ClassVar = Deed(
        asks="", gives="milled", renews="", changes="", moves="off", names=True, ranged=True, lasts=False
    )

    object: ObjectRef
    to: str = "graveyard"
    place: str = ""


class NewTargets(Term):
    """The controller may choose new targets for a spell on the stack (115.7d)."""

    says: ClassVar = Deed(
        asks="", gives="targeted", renews="", changes="", moves="", names=False, ranged=False, lasts=False
    )

    object: ObjectRef


class CastFree(Term):
    """The controller may cast a card of theirs, or with None one of a set from their hand, for no mana cost (608.2g, 118.9).

    ``exile``: if the spell would be put into a graveyard, it is exiled instead. ``how``: of a creature spell it is
    remembered that it was cast in this way, by suspend (702.62a). ``paid``: costs were paid for it already, as of ``CastFor``.
    ``many``: any number of the cards named, those of the set ``filter`` where there is one, one by one in any order.
    """

    says: ClassVar = Deed(
        asks="", gives="cast copied", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    object: ObjectRef | None
    filter: Filter | None = None
    exile: bool = False
    how: str = ""
    paid: bool = False
    many: bool = False


class CastFor(Term):
    """The controller may cast a card of theirs by paying costs rather than its mana cost (608.2g, 118.9).

    ``how``: the name of that way of casting. ``to``: the zone to which the card goes where it is not cast.
    """

    says: ClassVar = Deed(asks="", gives="cast", renews="", changes="", moves="", names=True, ranged=True, lasts=False)

    object: ObjectRef
    costs: tuple[Cost, ...]
    how: str
    to: str = "graveyard"


class LetPlay(Term):
    """The controller may play cards of theirs from exile (601.3, 305.1), this "turn" or until the end of their "next" turn.

    ``duration`` "later": after this turn, for as long as they remain exiled (702.185a); "plot": so, without paying their mana
    costs, as sorceries are cast (702.170d); "foretell": so, face down, for their foretell costs (702.143a).
    At once, for as long as they remain exiled: "remains"; "free" without paying their mana costs; "airbend" by paying {2} instead (701.65a).
    ``spells``: they may only be cast. ``owner``: each card's owner may play it, whoever that is.
    """

    says: ClassVar = Deed(asks="", gives="cast", renews="", changes="", moves="", names=True, ranged=True, lasts=True)

    object: ObjectRef
    duration: str = "turn"
    spells: bool = False
    owner: bool = False


class GainFlashback(Term):
    """Cards in a graveyard gain flashback until end of turn, for their mana costs (702.34)."""

    says: ClassVar = Deed(asks="", gives="cast", renews="", changes="", moves="", names=True, ranged=True, lasts=True)

    object: ObjectRef


#: All effects of this subject.
SpellEffect: TypeAlias = CounterSpell | NewTargets | CastFree | CastFor | LetPlay | GainFlashback


# --- effects copies ------------------------------------------------------------------------------


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
    name: str = ""  # its name is this one (707.9b)
    legendary: bool = False  # it is legendary besides


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


class CopyForEach(Term):
    """For each player of ``who`` create a token that is a copy of a permanent or card, all at once (707.2, 111).

    ``may``: or not, for each of them. ``attacking``: it is tapped and attacking that player or, with ``walkers``, a planeswalker
    they control (508.4). Otherwise it attacks that player this turn if able (508.1d).
    """

    says: ClassVar = Deed(
        asks="", gives="enters", renews="of", changes="", moves="", names=True, ranged=True, lasts=True
    )

    of: ObjectRef
    who: PlayerRef
    may: bool = False
    attacking: bool = False
    walkers: bool = True


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
CopyEffect: TypeAlias = CreateTokens | Populate | CopyToken | CopyForEach | BecomeCopy | CopySpell | CastCopy
