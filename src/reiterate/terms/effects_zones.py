"""Effects that move cards and permanents between zones (400.7)."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Deed, Term
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import Filter, ObjectRef, PlayerRef


class Exile(Term):
    """Exile what is named (701.13)."""

    says: ClassVar = Deed(
        asks="", gives="leaves enters", renews="object", changes="", moves="card", names=True, ranged=True, lasts=False
    )

    object: ObjectRef


class ExileUntil(Term):
    """Exile what is named until the source leaves the battlefield (610.3); ``link``: remembered by the source (607)."""

    says: ClassVar = Deed(
        asks="",
        gives="leaves enters",
        renews="object",
        changes="object",
        moves="off on",
        names=True,
        ranged=True,
        lasts=False,
    )

    object: ObjectRef
    link: bool = False


class ReturnToHand(Term):
    """Return what is named to its owner's hand."""

    says: ClassVar = Deed(
        asks="from-hand",
        gives="leaves enters",
        renews="object",
        changes="",
        moves="card",
        names=True,
        ranged=True,
        lasts=False,
    )

    object: ObjectRef


class Move(Term):
    """Put cards from where they are into a zone of their owner: hand, graveyard, exile, library.

    ``place``: "top" or "bottom" of the library, or a number: so manyth from the top (401.7). ``link``: remembered by
    the source (607).
    """

    says: ClassVar = Deed(
        asks="",
        gives="leaves enters milled",
        renews="object",
        changes="",
        moves="card",
        names=True,
        ranged=True,
        lasts=False,
    )

    object: ObjectRef
    zone: str
    place: str = ""
    link: bool = False


class MoveChosen(Term):
    """``who`` puts ``amount`` cards or permanents of their choice from zones into a zone of their owner.

    ``zones`` are battlefield, hand or graveyard. ``link``: remembered by the source (607). ``like``: other
    permanents than this one, that share a permanent type with it (110.4).
    """

    says: ClassVar = Deed(
        asks="chosen",
        gives="leaves enters milled",
        renews="filter",
        changes="",
        moves="",
        names=True,
        ranged=True,
        lasts=False,
    )

    who: PlayerRef
    amount: Quantity
    zones: tuple[str, ...]
    filter: Filter
    to: str
    link: bool = False
    place: str = ""
    like: ObjectRef | None = None


class ReturnAtRandom(Term):
    """``who`` returns ``amount`` cards of a set from their graveyard to their hand, at random (608.2d)."""

    says: ClassVar = Deed(
        asks="", gives="leaves", renews="filter", changes="", moves="", names=True, ranged=True, lasts=False
    )

    who: PlayerRef
    amount: Quantity
    filter: Filter


class ReturnToBattlefield(Term):
    """Put cards onto the battlefield: under ``control`` "owner" or "you"; tapped; with counters; transformed (712.14a).

    ``host``: what they are attached to as they enter (303.4i, 301.5e).
    """

    says: ClassVar = Deed(
        asks="", gives="enters", renews="object", changes="", moves="on", names=True, ranged=True, lasts=False
    )

    object: ObjectRef
    control: str = "owner"
    tapped: bool = False
    counter: str = ""
    counters: int = 0  # discrete: printed
    attach: bool = False  # the source then becomes attached to it
    transformed: bool = False  # with its back face up
    host: ObjectRef | None = None


class PutFromHand(Term):
    """``who`` puts a card of a set from their hand onto the battlefield, or any number of them."""

    says: ClassVar = Deed(
        asks="", gives="enters", renews="", changes="", moves="on", names=True, ranged=True, lasts=False
    )

    who: PlayerRef
    filter: Filter
    tapped: bool = False
    any_number: bool = False


class RevealFromHand(Term):
    """The controller reveals any number of cards of a set from their hand (701.20): ``Done`` of what follows is how many."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=True, ranged=False, lasts=False)

    filter: Filter


class EachReturns(Term):
    """Each player puts a card of a set that they choose from their graveyard onto the battlefield, all at once."""

    says: ClassVar = Deed(
        asks="", gives="enters", renews="filter", changes="", moves="on", names=True, ranged=False, lasts=False
    )

    filter: Filter


class Draw(Term):
    """``who`` draws cards, one at a time (121)."""

    says: ClassVar = Deed(
        asks="", gives="drawn", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    who: PlayerRef
    amount: Quantity


class Discard(Term):
    """``who`` discards cards of their choice (701.9). ``counted``: what it does is how many of those of a set are discarded."""

    says: ClassVar = Deed(
        asks="discards", gives="discarded", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    who: PlayerRef
    amount: Quantity
    counted: Filter | None = None


class DiscardRandom(Term):
    """``who`` discards cards at random (701.9b)."""

    says: ClassVar = Deed(
        asks="discards", gives="discarded", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    who: PlayerRef
    amount: Quantity


class RevealDiscard(Term):
    """``who`` reveals their hand, the controller chooses a card of a set from it, and it is discarded (701.9)."""

    says: ClassVar = Deed(
        asks="", gives="discarded", renews="", changes="", moves="", names=True, ranged=False, lasts=False
    )

    who: PlayerRef
    filter: Filter


class Manifest(Term):
    """``who`` manifests ``amount`` cards from the top of a library, their own or that of ``of``, or of their choice from their hand (701.40).

    ``zone`` is library or hand. ``cloaked``: they cloak the cards (701.58).
    """

    says: ClassVar = Deed(
        asks="", gives="enters turned-up", renews="", changes="", moves="on", names=True, ranged=True, lasts=False
    )

    who: PlayerRef
    amount: Quantity
    zone: str = "library"
    of: PlayerRef | None = None
    cloaked: bool = False


class ManifestDread(Term):
    """``who`` manifests one of the top two cards of their library and puts the other one into their graveyard (701.62a)."""

    says: ClassVar = Deed(
        asks="",
        gives="enters milled turned-up",
        renews="",
        changes="",
        moves="on",
        names=True,
        ranged=True,
        lasts=False,
    )

    who: PlayerRef


class Mill(Term):
    """``who`` puts cards from the top of their library into their graveyard (701.17)."""

    says: ClassVar = Deed(
        asks="mills", gives="milled", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    who: PlayerRef
    amount: Quantity


class MillUntil(Term):
    """``who`` mills one card at a time until a card of the set or ``most`` cards were put into the graveyard this way."""

    says: ClassVar = Deed(
        asks="mills", gives="milled", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    who: PlayerRef
    filter: Filter
    most: Quantity


class ExileTop(Term):
    """``who`` exiles cards from the top of their library."""

    says: ClassVar = Deed(
        asks="", gives="milled", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    who: PlayerRef
    amount: Quantity


class ExileTopUntil(Term):
    """The controller exiles cards from the top of their library until a card of a set is exiled: "that card" of what follows.

    ``most``: its mana value is at most so much. All cards exiled this way are what a ``PutRest`` of ``exiled`` ones speaks of.
    """

    says: ClassVar = Deed(
        asks="revealed", gives="milled", renews="", changes="", moves="", names=True, ranged=False, lasts=False
    )

    filter: Filter
    most: Quantity | None = None


class Discover(Term):
    """The controller discovers (701.57): the effects that this stands for are in ``terms.meanings``."""

    says: ClassVar = Deed(
        asks="", gives="cast milled", renews="", changes="", moves="", names=False, ranged=False, lasts=False
    )

    amount: Quantity


class PutBack(Term):
    """The controller puts cards from their hand on top of their library in any order."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=True, ranged=False, lasts=False)

    amount: int  # discrete: printed


class Scry(Term):
    """``who`` scries (701.22)."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=True, ranged=True, lasts=False)

    who: PlayerRef
    amount: Quantity


class Surveil(Term):
    """``who`` surveils (701.25)."""

    says: ClassVar = Deed(
        asks="", gives="milled", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    who: PlayerRef
    amount: Quantity


class Search(Term):
    """``who`` searches their library for up to ``amount`` cards of a set, for any number with 0, and puts them into a zone, then shuffles.

    Onto the battlefield with an additional ``counter`` on each.
    """

    says: ClassVar = Deed(
        asks="searches", gives="enters milled", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    who: PlayerRef
    filter: Filter
    to: str
    tapped: bool = False
    amount: int = 1  # discrete: printed
    counter: str = ""


class Shuffle(Term):
    """``who`` shuffles their library; ``object``: first put these cards into it (701.24)."""

    says: ClassVar = Deed(
        asks="", gives="leaves", renews="", changes="", moves="card", names=True, ranged=True, lasts=False
    )

    who: PlayerRef
    object: ObjectRef | None = None


class ShuffleIn(Term):
    """``who`` shuffles all cards of these zones of theirs into their library (701.24): hand, graveyard."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=True, ranged=True, lasts=False)

    who: PlayerRef
    zones: tuple[str, ...]


class LookAt(Term):
    """The controller looks at the top cards of their library, or reveals them (701.20): "them" of what follows."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=True, ranged=False, lasts=False)

    amount: Quantity
    shown: bool = False


class RevealTop(Term):
    """``who`` reveals the top card of their library (701.20), which stays there: "it" of what follows."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=True, ranged=True, lasts=False)

    who: PlayerRef


class Take(Term):
    """The controller puts cards of a set into a zone, from among those looked at or revealed before (608.2c, 608.2d).

    ``amount``: how many, 0 for all of them. ``may``: or fewer. ``shown``: they are revealed. ``milled``: from among
    those that the effect before milled (701.17c).
    """

    says: ClassVar = Deed(
        asks="", gives="enters milled", renews="", changes="", moves="", names=True, ranged=False, lasts=False
    )

    filter: Filter
    to: str
    amount: int = 1  # discrete: printed
    may: bool = False
    tapped: bool = False
    shown: bool = False
    milled: bool = False


class PutRest(Term):
    """The controller puts the cards looked at or revealed that are still in their library somewhere (608.2c).

    ``place`` in a library: "top" or "bottom" in any order, "random" for the bottom in a random order, "" for shuffled in.
    ``exiled``: those that ``ExileTopUntil`` exiled and that are still exiled, into the library in a random order.
    """

    says: ClassVar = Deed(
        asks="", gives="milled", renews="", changes="", moves="", names=False, ranged=False, lasts=False
    )

    to: str
    place: str = ""
    exiled: bool = False


class RevealUntil(Term):
    """``who`` reveals cards from the top of their library until a card of a set is revealed (701.20).

    ``to``: where that card goes, hand or battlefield (``tapped``). ``rest``: where the others go:
    graveyard, exile, the "bottom" of the library in a random order, or shuffled into the "library".
    """

    says: ClassVar = Deed(
        asks="revealed", gives="enters milled", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )

    who: PlayerRef
    filter: Filter
    to: str
    rest: str
    tapped: bool = False


class ChooseName(Term):
    """The controller chooses a card name (201.4): the ``chosen`` "name" of sets in what follows."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=False, lasts=False)


#: All effects of this subject.
ZoneEffect: TypeAlias = (
    Exile
    | ExileUntil
    | ReturnToHand
    | Move
    | MoveChosen
    | ReturnAtRandom
    | ReturnToBattlefield
    | PutFromHand
    | RevealFromHand
    | EachReturns
    | Draw
    | Discard
    | DiscardRandom
    | RevealDiscard
    | Manifest
    | ManifestDread
    | Mill
    | MillUntil
    | ExileTop
    | ExileTopUntil
    | Discover
    | PutBack
    | Scry
    | Surveil
    | Search
    | Shuffle
    | ShuffleIn
    | LookAt
    | RevealTop
    | Take
    | PutRest
    | RevealUntil
    | ChooseName
)
