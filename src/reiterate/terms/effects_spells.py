"""Effects on spells and on the right to cast cards: countering, new targets, casting for free (701.6, 115.7, 601.3)."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Term
from reiterate.terms.costs import Cost
from reiterate.terms.declared import Deed
from reiterate.terms.filters import Filter
from reiterate.terms.references import ObjectRef


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
    """

    says: ClassVar = Deed(
        asks="", gives="cast copied", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    object: ObjectRef | None
    filter: Filter | None = None
    exile: bool = False
    how: str = ""
    paid: bool = False


class CastFor(Term):
    """The controller may cast a card of theirs by paying costs rather than its mana cost (608.2g, 118.9); if not, it goes to the zone ``to``.

    ``how``: the name of that way of casting.
    """

    says: ClassVar = Deed(asks="", gives="cast", renews="", changes="", moves="", names=True, ranged=True, lasts=False)

    object: ObjectRef
    costs: tuple[Cost, ...]
    how: str
    to: str = "graveyard"


class LetPlay(Term):
    """The controller may play cards of theirs from exile (601.3, 305.1), this "turn" or until the end of their "next" turn.

    ``duration`` "later": after this turn, for as long as they remain exiled (702.185a); "plot": so, without paying their mana
    costs, as sorceries are cast (702.170d); "foretell": so, face down, for their foretell costs (702.143a). ``spells``: they may only be cast.
    """

    says: ClassVar = Deed(asks="", gives="cast", renews="", changes="", moves="", names=True, ranged=True, lasts=True)

    object: ObjectRef
    duration: str = "turn"
    spells: bool = False


class GainFlashback(Term):
    """Cards in a graveyard gain flashback until end of turn, for their mana costs (702.34)."""

    says: ClassVar = Deed(asks="", gives="cast", renews="", changes="", moves="", names=True, ranged=True, lasts=True)

    object: ObjectRef


#: All effects of this subject.
SpellEffect: TypeAlias = CounterSpell | NewTargets | CastFree | CastFor | LetPlay | GainFlashback
