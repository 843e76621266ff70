"""Effects on permanents: tapping, counters, destruction, sacrifice, attachment (701)."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Deed, Term
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import Filter, ObjectRef, PlayerRef, TargetRef, This


class Tap(Term):
    """Tap what is named (701.26)."""

    says: ClassVar = Deed(
        asks="",
        gives="tapped",
        renews="",
        changes="object as-permanent",
        moves="",
        names=False,
        ranged=True,
        lasts=False,
    )

    object: ObjectRef


class Untap(Term):
    """Untap what is named (701.26)."""

    says: ClassVar = Deed(
        asks="",
        gives="untapped",
        renews="object",
        changes="object as-permanent",
        moves="",
        names=False,
        ranged=True,
        lasts=False,
    )

    object: ObjectRef


class StaysTapped(Term):
    """What is named doesn't untap during its controller's next untap step (502.3), or with ``yours`` during yours."""

    says: ClassVar = Deed(
        asks="",
        gives="",
        renews="",
        changes="object as-permanent",
        moves="",
        names=False,
        ranged=True,
        lasts=True,
    )

    object: ObjectRef
    yours: bool = False


class TapOrUntap(Term):
    """Tap or untap, as the controller chooses."""

    says: ClassVar = Deed(
        asks="",
        gives="tapped untapped",
        renews="object",
        changes="object as-permanent",
        moves="",
        names=False,
        ranged=True,
        lasts=False,
    )

    object: ObjectRef


class UntapUpTo(Term):
    """The controller untaps up to so many permanents of a set."""

    says: ClassVar = Deed(
        asks="", gives="untapped", renews="filter", changes="", moves="", names=True, ranged=True, lasts=False
    )

    amount: Quantity
    filter: Filter


class ChooseTarget(Term):
    """ "Choose target creature": the targets were chosen as the spell or ability was put on the stack (115.1); nothing is done here."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=False, lasts=False)

    object: ObjectRef


class ChooseObject(Term):
    """The controller chooses a permanent of a set (608.2d); ``least``: one whose toughness is the least among them (701.39a).

    ``any_number``: any number of them. ``host``: one to which the source could be attached (701.3a).
    """

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=True, ranged=True, lasts=False)

    filter: Filter
    least: bool = False
    any_number: bool = False
    host: bool = False


class PutCounters(Term):
    """Put counters of a kind on what is named (122). ``by`` puts them; None: the controller of the effect."""

    says: ClassVar = Deed(
        asks="", gives="counters dies", renews="", changes="object", moves="", names=False, ranged=True, lasts=False
    )

    object: ObjectRef
    kind: str
    amount: Quantity
    by: PlayerRef | None = None


class PairUp(Term):
    """The controller may pair the source with this creature, or with None another one, both of them unpaired (702.95a, 702.95c)."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=True)

    object: ObjectRef | None = None


class Saddle(Term):
    """A permanent becomes saddled until end of turn (702.171a)."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=False
    )

    object: ObjectRef


class Designate(Term):
    """A permanent becomes monstrous or renowned until it leaves the battlefield; no copy has it (701.37b, 702.112b)."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object as-permanent", moves="", names=False, ranged=True, lasts=False
    )

    object: ObjectRef
    designation: str


class SetLevel(Term):
    """The source's level becomes a number (716.2a): a designation, which no copy has (716.2b)."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    level: int  # discrete: printed


class TurnFaceUp(Term):
    """A face-down permanent is turned face up (708.8)."""

    says: ClassVar = Deed(
        asks="", gives="turned-up", renews="", changes="object", moves="", names=False, ranged=True, lasts=False
    )

    object: ObjectRef


class TurnFaceDown(Term):
    """A permanent is turned face down: a 2/2 creature without text, name, subtypes or mana cost (708.2a)."""

    says: ClassVar = Deed(
        asks="", gives="turned-down", renews="", changes="object", moves="", names=False, ranged=True, lasts=False
    )

    object: ObjectRef


class Transform(Term):
    """A double-faced permanent is turned over, so that its other face is up (701.27a)."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object", moves="", names=False, ranged=True, lasts=False
    )

    object: ObjectRef


class RemoveCounters(Term):
    """Remove counters of a kind from what is named (122)."""

    says: ClassVar = Deed(
        asks="", gives="counters dies", renews="", changes="object", moves="", names=False, ranged=True, lasts=False
    )

    object: ObjectRef
    kind: str
    amount: Quantity


class RemoveAllCounters(Term):
    """Remove each counter of each kind from what is named (122.1)."""

    says: ClassVar = Deed(
        asks="", gives="counters dies", renews="", changes="object", moves="", names=False, ranged=True, lasts=False
    )

    object: ObjectRef


class DoubleCounters(Term):
    """Double the counters of a kind, or of each kind with "", on what is named (701.10e)."""

    says: ClassVar = Deed(
        asks="counters",
        gives="counters dies",
        renews="",
        changes="object",
        moves="",
        names=False,
        ranged=True,
        lasts=False,
    )

    object: ObjectRef
    kind: str


class Distribute(Term):
    """Put counters of a kind on the targets from ``to`` on, divided as announced (122, 601.2d)."""

    says: ClassVar = Deed(
        asks="", gives="counters dies", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    amount: Quantity
    kind: str
    to: TargetRef


class Proliferate(Term):
    """Proliferate (701.34)."""

    says: ClassVar = Deed(
        asks="counters", gives="counters dies", renews="", changes="", moves="", names=True, ranged=True, lasts=False
    )


class Blight(Term):
    """``who`` puts -1/-1 counters on a creature that they control and choose (701.68a)."""

    says: ClassVar = Deed(
        asks="chosen", gives="counters dies", renews="", changes="", moves="", names=False, ranged=True, lasts=False
    )

    who: PlayerRef
    amount: Quantity


class Destroy(Term):
    """Destroy what is named (701.8); ``final``: it can't be regenerated (701.19)."""

    says: ClassVar = Deed(
        asks="",
        gives="dies leaves",
        renews="",
        changes="object as-permanent",
        moves="off",
        names=False,
        ranged=True,
        lasts=False,
    )

    object: ObjectRef
    final: bool = False


class Regenerate(Term):
    """The next time each would be destroyed this turn it regenerates instead (701.19a)."""

    says: ClassVar = Deed(
        asks="", gives="safety", renews="", changes="object", moves="", names=False, ranged=True, lasts=True
    )

    object: ObjectRef


class SacrificeObject(Term):
    """The controller sacrifices the named object (701.21): "sacrifice this creature"; or its own controller does."""

    says: ClassVar = Deed(
        asks="",
        gives="sacrificed dies leaves",
        renews="",
        changes="object",
        moves="off",
        names=False,
        ranged=True,
        lasts=False,
    )

    object: ObjectRef
    by_controller: bool = False


class SacrificeChosen(Term):
    """``who`` sacrifices permanents of their choice (701.21)."""

    says: ClassVar = Deed(
        asks="chosen",
        gives="sacrificed dies leaves",
        renews="",
        changes="",
        moves="",
        names=False,
        ranged=True,
        lasts=False,
    )

    who: PlayerRef
    filter: Filter
    amount: Quantity


class AttachTo(Term):
    """Attach what is named, the source by default, to a permanent (701.3)."""

    says: ClassVar = Deed(asks="", gives="", renews="", changes="host", moves="", names=False, ranged=True, lasts=False)

    host: ObjectRef
    what: ObjectRef = This()


class JoinCombat(Term):
    """What was just put onto the battlefield entered attacking (508.4).

    ``same``: what the creature attacked that was returned for the ability (702.49c).
    """

    says: ClassVar = Deed(asks="", gives="", renews="", changes="", moves="", names=False, ranged=True, lasts=False)

    object: ObjectRef
    same: bool = False


class RemoveFromCombat(Term):
    """Remove attacking or blocking creatures from combat (506.4)."""

    says: ClassVar = Deed(
        asks="", gives="", renews="", changes="object as-permanent", moves="", names=False, ranged=True, lasts=False
    )

    object: ObjectRef


#: All effects of this subject.
PermanentEffect: TypeAlias = (
    Tap
    | Untap
    | StaysTapped
    | TapOrUntap
    | UntapUpTo
    | ChooseObject
    | ChooseTarget
    | PutCounters
    | RemoveCounters
    | RemoveAllCounters
    | PairUp
    | Saddle
    | Designate
    | SetLevel
    | TurnFaceUp
    | TurnFaceDown
    | Transform
    | DoubleCounters
    | Distribute
    | Proliferate
    | Blight
    | Destroy
    | Regenerate
    | SacrificeObject
    | SacrificeChosen
    | AttachTo
    | JoinCombat
    | RemoveFromCombat
)
