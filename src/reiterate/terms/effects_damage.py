"""Effects that deal, prevent or redirect damage (120, 614, 615)."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Deed, Term
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import ObjectRef, PlayerRef, TargetRef


class DealDamage(Term):
    """``source`` deals damage to an object or a player (120).

    ``with_last``: at the same time as the damage in front, as part of the same words: "3 damage to
    it and 2 damage to you".
    """

    says: ClassVar = Deed(
        asks="", gives="damage loss dies", renews="", changes="to", moves="", names=False, ranged=True, lasts=False
    )

    source: ObjectRef
    to: ObjectRef | PlayerRef
    amount: Quantity
    with_last: bool = False


class DealDivided(Term):
    """``source`` deals damage divided among the targets from ``to`` on, as announced (120, 601.2d)."""

    says: ClassVar = Deed(
        asks="", gives="damage loss dies", renews="", changes="to", moves="", names=False, ranged=True, lasts=False
    )

    source: ObjectRef
    amount: Quantity
    to: TargetRef


class Fight(Term):
    """Two creatures deal damage equal to their power to each other (701.14)."""

    says: ClassVar = Deed(
        asks="",
        gives="damage loss dies",
        renews="",
        changes="one other",
        moves="",
        names=False,
        ranged=True,
        lasts=False,
    )

    one: ObjectRef
    other: ObjectRef


class Prevent(Term):
    """Prevent the next ``amount`` damage that would be dealt this turn to what is named; all of it for None (615)."""

    says: ClassVar = Deed(
        asks="", gives="safety", renews="", changes="to", moves="", names=False, ranged=True, lasts=True
    )

    amount: Quantity | None
    to: ObjectRef | PlayerRef
    combat: bool = False


class PreventAll(Term):
    """Prevent all damage this turn (615): of everybody for ``object`` None, else what it would deal, or ``both`` ways."""

    says: ClassVar = Deed(
        asks="", gives="safety", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef | PlayerRef | None = None
    combat: bool = False
    both: bool = False


class Redirect(Term):
    """The next ``amount`` damage that would be dealt to ``shielded`` this turn is dealt to ``to`` instead (614.9)."""

    says: ClassVar = Deed(
        asks="", gives="safety", renews="", changes="shielded to", moves="", names=False, ranged=True, lasts=True
    )

    amount: Quantity
    shielded: ObjectRef | PlayerRef
    to: ObjectRef | PlayerRef


#: All effects of this subject.
DamageEffect: TypeAlias = DealDamage | DealDivided | Fight | Prevent | PreventAll | Redirect
