"""Conditions: what an ability asks about the game."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from reiterate.terms.base import Question, Term, check_declared
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import Compare, Filter, Host, ObjectRef, This


class LifeIs(Term):
    """The controller's life total compared with a printed number: ``op`` ">=" or "<="."""

    says: ClassVar = Question(asks="most-life", source=False)

    op: str
    value: int


class Controls(Term):
    """The controller controls at least (``op`` ">=") or at most ("<=") ``value`` objects of the set."""

    says: ClassVar = Question(asks="objects", source=False)

    filter: Filter
    op: str = ">="
    value: int = 1


class StatIs(Term):
    """The named object's power or toughness compared with a printed number."""

    says: ClassVar = Question(asks="", source=False)

    object: This | Host
    compare: Compare


class Compared(Term):
    """Two quantities compared: ``op`` is ">=", "<=" or "=="."""

    says: ClassVar = Question(asks="buried", source=False)

    left: Quantity
    op: str
    right: Quantity


class HasCounter(Term):
    """An object has (had, if it is gone) a counter of a kind; of any kind for ""."""

    says: ClassVar = Question(asks="", source=False)

    object: ObjectRef
    kind: str


class IsTapped(Term):
    """An object is tapped (``tapped`` True) or untapped."""

    says: ClassVar = Question(asks="", source=False)

    object: ObjectRef
    tapped: bool


class IsSaddled(Term):
    """The source is saddled (702.171b)."""

    says: ClassVar = Question(asks="", source=True)


class IsDesignated(Term):
    """An object is monstrous or renowned (701.37b, 702.112b)."""

    says: ClassVar = Question(asks="", source=False)

    object: ObjectRef
    designation: str


class HasLevel(Term):
    """The source is of a level, or with ``more`` of a greater one; without any level it is of level 1 (716.2d)."""

    says: ClassVar = Question(asks="", source=True)

    level: int  # discrete: printed
    more: bool = False


class CanPair(Term):
    """The controller controls the source and this creature, or with None another one, both of them unpaired creatures (702.95a)."""

    says: ClassVar = Question(asks="", source=True)

    object: ObjectRef | None = None


class IsA(Term):
    """An object is of a set."""

    says: ClassVar = Question(asks="", source=False)

    object: ObjectRef
    filter: Filter


class Outgrows(Term):
    """One of these numbers of an object (power, toughness) is greater than that of another (702.100a).

    None is where either isn't a creature (702.100c). ``other`` a set: of all others of that set.
    """

    says: ClassVar = Question(asks="", source=False)

    object: ObjectRef
    other: ObjectRef
    stats: tuple[str, ...]


class Outspends(Term):
    """The mana spent to cast the spell of the event is more than one of these numbers of a creature (increment)."""

    says: ClassVar = Question(asks="", source=False)

    object: ObjectRef
    stats: tuple[str, ...]


class Damaged(Term):
    """An object of a set was dealt damage by the effect before ("this way")."""

    says: ClassVar = Question(asks="", source=False)

    filter: Filter


#: What a player may have so much of: life, poison counters, cards in a zone.
HAD: Final = ("life", "poison", "hand", "graveyard")


class PlayerHas(Term):
    """Some player of ``who`` (opponent or any) has so much of ``what`` (``HAD``) at least (``op`` ">=") or at most ("<=")."""

    says: ClassVar = Question(asks="", source=False)

    who: str
    what: str
    op: str
    value: int  # discrete: printed


class Rival(Term):
    """A number of some opponent is at least (``op`` ">="), or more than (">") a number of the controller.

    ``theirs`` is read as that opponent would read it: what "you" control in it they control.
    """

    says: ClassVar = Question(asks="", source=False)

    theirs: Quantity
    op: str
    mine: Quantity


#: The steps of the combat phase (506.1).
COMBAT: Final = ("combat", "attackers", "blockers", "firststrike", "damage", "endcombat")


#: The steps and phases that come after the upkeep step of a turn (500.1).
BEHIND_UPKEEP: Final = ("draw", "main1", *COMBAT, "main2", "end", "cleanup")


class During(Term):
    """It is one of these steps or phases, of a turn of ``whose``: you, opponent or any (500.1)."""

    says: ClassVar = Question(asks="", source=False)

    steps: tuple[str, ...]
    whose: str


class BeforeAttackers(Term):
    """It is the controller's turn, and its first declare attackers step has not begun (506.7a, 506.7d)."""

    says: ClassVar = Question(asks="", source=False)


class ShareColor(Term):
    """Two of the cards that the effect before moved share a colour (105.2)."""

    says: ClassVar = Question(asks="", source=False)


class Not(Term):
    """The opposite of a condition."""

    says: ClassVar = Question(asks="", source=False)

    condition: Condition


class OnBattlefield(Term):
    """The source is on the battlefield."""

    says: ClassVar = Question(asks="", source=True)


class InGraveyard(Term):
    """The source is in its owner's graveyard, where a triggered ability that says so functions (113.6b, 603.4)."""

    says: ClassVar = Question(asks="", source=False)

    object: This


class WasCast(Term):
    """The source was cast; ``from_hand``: from its owner's hand."""

    says: ClassVar = Question(asks="", source=True)

    from_hand: bool = False


class Blessed(Term):
    """The controller has the city's blessing (702.131c)."""

    says: ClassVar = Question(asks="", source=False)


class Discarded(Term):
    """The controller discarded the source this turn, and it still lies where it was put (702.187b)."""

    says: ClassVar = Question(asks="", source=True)


class CastBefore(Term):
    """The controller has cast another spell with the name of this one this game."""

    says: ClassVar = Question(asks="", source=True)


class Both(Term):
    """Two conditions at once."""

    says: ClassVar = Question(asks="", source=False)

    one: Condition
    other: Condition


class Arrived(Term):
    """The source came under its controller's control since the beginning of their last upkeep (702.30a)."""

    says: ClassVar = Question(asks="", source=True)


class YourTurn(Term):
    """It is the controller's turn."""

    says: ClassVar = Question(asks="", source=False)


class InExtraTurn(Term):
    """The turn is an extra turn (500.7)."""

    says: ClassVar = Question(asks="", source=False)


class Kicked(Term):
    """The spell's additional cost of this name was paid: "kicker"."""

    says: ClassVar = Question(asks="", source=True)

    how: str = "kicker"


class Spent(Term):
    """Mana of these kinds was spent to cast the spell, or the permanent that it became (601.2h, 607.2)."""

    says: ClassVar = Question(asks="", source=True)

    mana: tuple[str, ...]


Condition: TypeAlias = (
    LifeIs
    | Controls
    | StatIs
    | Compared
    | HasCounter
    | IsTapped
    | IsSaddled
    | IsDesignated
    | HasLevel
    | CanPair
    | IsA
    | Outgrows
    | Outspends
    | Damaged
    | PlayerHas
    | Rival
    | During
    | BeforeAttackers
    | ShareColor
    | Not
    | OnBattlefield
    | InGraveyard
    | WasCast
    | Discarded
    | CastBefore
    | Blessed
    | Both
    | Arrived
    | YourTurn
    | InExtraTurn
    | Kicked
    | Spent
)

check_declared("condition", Condition, Question)
