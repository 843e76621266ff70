"""More of the language: references to objects and players, quantities and conditions beyond the core of ``nodes``.

Fields that hold another part of the language are typed ``Term``; ``check`` says what may stand where.
"""

from __future__ import annotations

from typing import TypeAlias

from reiterate.terms.base import Term, term

# --- references --------------------------------------------------------------------------------------------------


@term
class Result(Term):
    """What the effect before made, moved or chose: "that card", "those tokens", "it"."""


@term
class Linked(Term):
    """The cards that a linked ability of the source exiled (607): "the exiled cards"."""


@term
class EachCard(Term):
    """Every card of a set in a zone; ``whose`` is any, you or opponent."""

    zone: str
    filter: Term | None = None
    whose: str = "any"


@term
class OwnerOf(Term):
    """The owner of an object (last known, if it is gone)."""

    object: Term


@term
class DefendingPlayer(Term):
    """The player that the source attacks, or whose planeswalker it attacks (506.3d)."""


@term
class ChosenPlayer(Term):
    """The player chosen as the source entered."""


@term
class ActivePlayer(Term):
    """The player whose turn it is."""


@term
class Targets(Term):
    """Several targets, from the one with this index on: "up to two target creatures", "those creatures" (115.1)."""

    first: int  # discrete: printed
    count: int  # discrete: printed


MoreObjects: TypeAlias = Result | Linked | EachCard | Targets
MorePlayers: TypeAlias = OwnerOf | DefendingPlayer | ChosenPlayer | ActivePlayer | Targets

# --- quantities --------------------------------------------------------------------------------------------------


@term
class StatOf(Term):
    """Power, toughness or mana value ("manavalue") of an object, last known if it is gone (608.2h)."""

    stat: str
    object: Term


@term
class CountersOn(Term):
    """The number of counters of a kind on an object; of any kind for ""."""

    kind: str
    object: Term


@term
class LifeTotal(Term):
    """A player's life total."""

    who: Term


@term
class Half(Term):
    """Half of an amount, rounded up or down (107.1a)."""

    of: Term
    up: bool


@term
class Times(Term):
    """An amount times a printed number."""

    of: Term
    by: int  # discrete: printed


@term
class Plus(Term):
    """An amount plus a printed number, which may be negative."""

    of: Term
    more: int  # discrete: printed


@term
class Greatest(Term):
    """The greatest power, toughness or mana value among a set of permanents; 0 for none."""

    stat: str
    filter: Term


@term
class CardsIn(Term):
    """The number of cards in a player's zone (library, hand, graveyard), of a set where there is one."""

    zone: str
    who: Term
    filter: Term | None = None


@term
class ThisTurn(Term):
    """How much of ``what`` happened to a player this turn: "life gained", "life lost", "spells cast", "cards drawn"."""

    what: str
    who: Term


@term
class Devotion(Term):
    """Devotion to a colour (700.5): its mana symbols among the costs of permanents the controller has."""

    color: str


@term
class ColorsAmong(Term):
    """The number of colours among a set of permanents."""

    filter: Term


@term
class OpponentCount(Term):
    """The number of opponents that the controller has."""


@term
class HeldByChosen(Term):
    """The number of permanents of a set that the player chosen as the source entered controls; 0 with none chosen."""

    filter: Term


@term
class Done(Term):
    """How much the effect before did: "life lost this way", "for each card exiled this way"."""


MoreQuantities: TypeAlias = (
    StatOf
    | CountersOn
    | LifeTotal
    | Half
    | Times
    | Plus
    | Greatest
    | CardsIn
    | ThisTurn
    | Devotion
    | ColorsAmong
    | OpponentCount
    | HeldByChosen
    | Done
)

# --- conditions --------------------------------------------------------------------------------------------------


@term
class Compared(Term):
    """Two quantities compared: ``op`` is ">=", "<=" or "=="."""

    left: Term
    op: str
    right: Term


@term
class HasCounter(Term):
    """An object has (had, if it is gone) a counter of a kind; of any kind for ""."""

    object: Term
    kind: str


@term
class IsTapped(Term):
    """An object is tapped (``tapped`` True) or untapped."""

    object: Term
    tapped: bool


@term
class IsA(Term):
    """An object is of a set."""

    object: Term
    filter: Term


@term
class Damaged(Term):
    """An object of a set was dealt damage by the effect before ("this way")."""

    filter: Term


@term
class ShareColor(Term):
    """Two of the cards that the effect before moved share a colour (105.2)."""


@term
class Not(Term):
    """The opposite of a condition."""

    condition: Term


@term
class OnBattlefield(Term):
    """The source is on the battlefield."""


@term
class WasCast(Term):
    """The source was cast; ``from_hand``: from its owner's hand."""

    from_hand: bool = False


@term
class YourTurn(Term):
    """It is the controller's turn."""


@term
class Kicked(Term):
    """The spell's additional cost of this name was paid: "kicker"."""

    how: str = "kicker"


MoreConditions: TypeAlias = (
    Compared | HasCounter | IsTapped | IsA | Damaged | ShareColor | Not | OnBattlefield | WasCast | YourTurn | Kicked
)
