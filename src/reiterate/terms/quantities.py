"""Quantities: printed numbers, X, and what is counted (107)."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from reiterate.terms.base import Question, Term, check_declared
from reiterate.terms.references import Filter, ObjectRef, PlayerRef


class Fixed(Term):
    """A printed number; may be negative only inside ``Pump`` and ``ModifyPT``."""

    says: ClassVar = Question(asks="", source=False)

    value: int  # discrete: a number printed on a card


class ThatMuch(Term):
    """The amount of the event that triggered the ability: "that much", "that many"."""

    says: ClassVar = Question(asks="", source=False)


class XValue(Term):
    """The X announced for the spell or ability (107.3)."""

    says: ClassVar = Question(asks="", source=False)


class CountOf(Term):
    """The number of objects of a set on the battlefield, times ``each``."""

    says: ClassVar = Question(asks="counted", source=False)

    filter: Filter
    each: int = 1


class StatOf(Term):
    """Power, toughness or mana value ("manavalue") of an object, last known if it is gone (608.2h)."""

    says: ClassVar = Question(asks="", source=False)

    stat: str
    object: ObjectRef


class CountersOn(Term):
    """The number of counters of a kind on an object; of any kind for ""."""

    says: ClassVar = Question(asks="", source=False)

    kind: str
    object: ObjectRef


class LifeTotal(Term):
    """A player's life total."""

    says: ClassVar = Question(asks="", source=False)

    who: PlayerRef


class Half(Term):
    """Half of an amount, rounded up or down (107.1a)."""

    says: ClassVar = Question(asks="", source=False)

    of: Quantity
    up: bool


class PerEach(Term):
    """One for each so many of an amount: "for each five counters"."""

    says: ClassVar = Question(asks="", source=False)

    of: Quantity
    by: int  # discrete: printed


class CountersRemoved(Term):
    """How many counters, of a kind where it is said, were removed to pay for the ability: "removed this way"."""

    says: ClassVar = Question(asks="", source=False)

    kind: str = ""


class Times(Term):
    """An amount times a printed number."""

    says: ClassVar = Question(asks="", source=False)

    of: Quantity
    by: int  # discrete: printed


class Plus(Term):
    """An amount plus a printed number, which may be negative."""

    says: ClassVar = Question(asks="", source=False)

    of: Quantity
    more: int  # discrete: printed


class Greatest(Term):
    """The greatest power, toughness or mana value among a set of permanents; 0 for none."""

    says: ClassVar = Question(asks="great", source=False)

    stat: str
    filter: Filter


class Different(Term):
    """How many different powers, toughnesses, mana values or names ("name") there are among a set of permanents."""

    says: ClassVar = Question(asks="", source=False)

    stat: str
    filter: Filter


class Alike(Term):
    """The most permanents of a set that have the same name, one with another (201.2a)."""

    says: ClassVar = Question(asks="counted", source=False)

    filter: Filter


class Party(Term):
    """How many creatures are in the controller's party (700.8)."""

    says: ClassVar = Question(asks="", source=False)


class Total(Term):
    """The total power, toughness or mana value ("manavalue") of a set of permanents."""

    says: ClassVar = Question(asks="", source=False)

    stat: str
    filter: Filter


class BlockersOf(Term):
    """The number of creatures that block an object, those beyond the first ``beyond`` alone (702.23a)."""

    says: ClassVar = Question(asks="", source=False)

    object: ObjectRef
    beyond: int = 0  # discrete: printed


class CardsIn(Term):
    """The number of cards in a player's zone (library, hand, graveyard), of a set where there is one."""

    says: ClassVar = Question(asks="buried", source=False)

    zone: str
    who: PlayerRef
    filter: Filter | None = None


class PlayerCounters(Term):
    """The number of counters of a kind that a player has (122.1)."""

    says: ClassVar = Question(asks="", source=False)

    kind: str
    who: PlayerRef


class CardTypesIn(Term):
    """The number of card types among the cards in a player's zone (205.2a), each once."""

    says: ClassVar = Question(asks="", source=False)

    zone: str
    who: PlayerRef


class ThisTurn(Term):
    """How much of ``what`` happened to a player this turn: "life gained", "life lost", "spells cast", "cards drawn".

    Spells of a kind are counted as they are cast: "creature spells cast".
    """

    says: ClassVar = Question(asks="happened", source=False)

    what: str
    who: PlayerRef


#: The colour of the mana that is added, chosen as that happens.
THAT_COLOR: Final = "that color"


class Devotion(Term):
    """Devotion to a colour, or to a colour and an ``other`` (700.5): mana symbols of these among the costs of the controller's permanents.

    ``THAT_COLOR``: to the colour of the mana whose amount this is.
    """

    says: ClassVar = Question(asks="devotion", source=False)

    color: str
    other: str = ""


class ColorsAmong(Term):
    """The number of colours among a set of permanents."""

    says: ClassVar = Question(asks="colors", source=False)

    filter: Filter


class LandTypesAmong(Term):
    """The number of basic land types among a set of permanents (305.6), each once; ``who``: among those of a player."""

    says: ClassVar = Question(asks="", source=False)

    filter: Filter
    who: PlayerRef


class OpponentCount(Term):
    """The number of opponents that the controller has."""

    says: ClassVar = Question(asks="", source=False)


class HeldBy(Term):
    """The number of permanents of a set that a player controls; 0 where that is a chosen player and none is chosen."""

    says: ClassVar = Question(asks="counted", source=False)

    filter: Filter
    who: PlayerRef


class Sharing(Term):
    """The number of permanents of a set that share a creature type with an object (205.3m)."""

    says: ClassVar = Question(asks="counted", source=False)

    filter: Filter
    object: ObjectRef


class ColorsSpent(Term):
    """How many colours of mana were spent to cast the source (601.2h, 702.44a)."""

    says: ClassVar = Question(asks="", source=True)


class CommanderCasts(Term):
    """How many times the controller has cast their commanders from the command zone this game (903.8)."""

    says: ClassVar = Question(asks="", source=False)


class ManaSpent(Term):
    """How much mana was spent to cast the spell of the event (601.2h)."""

    says: ClassVar = Question(asks="", source=False)


class Done(Term):
    """How much the effect before did: "life lost this way", "for each card exiled this way"."""

    says: ClassVar = Question(asks="", source=False)


#: Quantities read off the game or the effect before: everything but printed numbers, X, amounts of events and counts.
Measured: TypeAlias = (
    StatOf
    | CountersOn
    | LifeTotal
    | Half
    | PerEach
    | CountersRemoved
    | Times
    | Plus
    | Greatest
    | Different
    | Alike
    | Party
    | Total
    | BlockersOf
    | CardsIn
    | PlayerCounters
    | CardTypesIn
    | ThisTurn
    | Devotion
    | ColorsAmong
    | LandTypesAmong
    | OpponentCount
    | HeldBy
    | Sharing
    | ColorsSpent
    | CommanderCasts
    | ManaSpent
    | Done
)


Quantity: TypeAlias = Fixed | ThatMuch | XValue | CountOf | Measured

check_declared("quantity", Quantity, Question)
