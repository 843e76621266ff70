"""Conditions: what an ability asks about the game."""

from __future__ import annotations

from typing import TypeAlias

from reiterate.terms.base import Term
from reiterate.terms.filters import Compare, Filter
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import Host, ObjectRef, This


class LifeIs(Term):
    """The controller's life total compared with a printed number: ``op`` ">=" or "<="."""

    op: str
    value: int


class Controls(Term):
    """The controller controls at least (``op`` ">=") or at most ("<=") ``value`` objects of the set."""

    filter: Filter
    op: str = ">="
    value: int = 1


class StatIs(Term):
    """The named object's power or toughness compared with a printed number."""

    object: This | Host
    compare: Compare


class Compared(Term):
    """Two quantities compared: ``op`` is ">=", "<=" or "=="."""

    left: Quantity
    op: str
    right: Quantity


class HasCounter(Term):
    """An object has (had, if it is gone) a counter of a kind; of any kind for ""."""

    object: ObjectRef
    kind: str


class IsTapped(Term):
    """An object is tapped (``tapped`` True) or untapped."""

    object: ObjectRef
    tapped: bool


class IsA(Term):
    """An object is of a set."""

    object: ObjectRef
    filter: Filter


class Damaged(Term):
    """An object of a set was dealt damage by the effect before ("this way")."""

    filter: Filter


class ShareColor(Term):
    """Two of the cards that the effect before moved share a colour (105.2)."""


class Not(Term):
    """The opposite of a condition."""

    condition: Condition


class OnBattlefield(Term):
    """The source is on the battlefield."""


class WasCast(Term):
    """The source was cast; ``from_hand``: from its owner's hand."""

    from_hand: bool = False


class Arrived(Term):
    """The source came under its controller's control since the beginning of their last upkeep (702.30a)."""


class YourTurn(Term):
    """It is the controller's turn."""


class Kicked(Term):
    """The spell's additional cost of this name was paid: "kicker"."""

    how: str = "kicker"


Condition: TypeAlias = (
    LifeIs
    | Controls
    | StatIs
    | Compared
    | HasCounter
    | IsTapped
    | IsA
    | Damaged
    | ShareColor
    | Not
    | OnBattlefield
    | WasCast
    | Arrived
    | YourTurn
    | Kicked
)
