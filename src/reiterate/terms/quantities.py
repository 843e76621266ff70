"""Quantities: printed numbers, X, and what is counted (107)."""

from __future__ import annotations

from typing import TypeAlias

from reiterate.terms.base import Term
from reiterate.terms.filters import Filter
from reiterate.terms.references import ObjectRef, PlayerRef


class Fixed(Term):
    """A printed number; may be negative only inside ``Pump`` and ``ModifyPT``."""

    value: int  # discrete: a number printed on a card


class ThatMuch(Term):
    """The amount of the event that triggered the ability: "that much", "that many"."""


class XValue(Term):
    """The X announced for the spell or ability (107.3)."""


class CountOf(Term):
    """The number of objects of a set on the battlefield, times ``each``."""

    filter: Filter
    each: int = 1


class StatOf(Term):
    """Power, toughness or mana value ("manavalue") of an object, last known if it is gone (608.2h)."""

    stat: str
    object: ObjectRef


class CountersOn(Term):
    """The number of counters of a kind on an object; of any kind for ""."""

    kind: str
    object: ObjectRef


class LifeTotal(Term):
    """A player's life total."""

    who: PlayerRef


class Half(Term):
    """Half of an amount, rounded up or down (107.1a)."""

    of: Quantity
    up: bool


class Times(Term):
    """An amount times a printed number."""

    of: Quantity
    by: int  # discrete: printed


class Plus(Term):
    """An amount plus a printed number, which may be negative."""

    of: Quantity
    more: int  # discrete: printed


class Greatest(Term):
    """The greatest power, toughness or mana value among a set of permanents; 0 for none."""

    stat: str
    filter: Filter


class CardsIn(Term):
    """The number of cards in a player's zone (library, hand, graveyard), of a set where there is one."""

    zone: str
    who: PlayerRef
    filter: Filter | None = None


class ThisTurn(Term):
    """How much of ``what`` happened to a player this turn: "life gained", "life lost", "spells cast", "cards drawn"."""

    what: str
    who: PlayerRef


class Devotion(Term):
    """Devotion to a colour (700.5): its mana symbols among the costs of permanents the controller has."""

    color: str


class ColorsAmong(Term):
    """The number of colours among a set of permanents."""

    filter: Filter


class OpponentCount(Term):
    """The number of opponents that the controller has."""


class HeldByChosen(Term):
    """The number of permanents of a set that the player chosen as the source entered controls; 0 with none chosen."""

    filter: Filter


class Done(Term):
    """How much the effect before did: "life lost this way", "for each card exiled this way"."""


#: Quantities read off the game or the effect before: everything but printed numbers, X, amounts of events and counts.
Measured: TypeAlias = (
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


Quantity: TypeAlias = Fixed | ThatMuch | XValue | CountOf | Measured
