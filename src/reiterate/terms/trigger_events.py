"""Events that triggered abilities watch (603).

``who`` is you, opponent or any; ``subject`` is the source, its host or a set.
"""

from __future__ import annotations

from typing import TypeAlias

from reiterate.terms.base import Term
from reiterate.terms.conditions import Condition
from reiterate.terms.filters import Filter
from reiterate.terms.references import Subject, This


class Enters(Term):
    """An object of ``subject`` enters the battlefield (603.6a); ``or_this``: "this creature or another ..."."""

    subject: Subject
    or_this: bool = False


class Dies(Term):
    """A permanent of ``subject`` is put into a graveyard from the battlefield (700.4).

    ``batch``: "one or more ... die", once for all that do so at the same time (603.2c).
    """

    subject: Subject
    or_this: bool = False
    batch: bool = False


class Leaves(Term):
    """A permanent of ``subject`` leaves the battlefield (603.6c)."""

    subject: Subject


class ToGraveyard(Term):
    """A card of a set is put into a graveyard from anywhere; ``whose`` graveyard.

    ``subject_this``: the source itself. ``origin``: only from this zone.
    """

    whose: str
    filter: Filter
    subject_this: bool = False
    origin: str = ""


class TokensMade(Term):
    """A player creates tokens of a set (111.2): each one, or one or more at once with ``batch``."""

    who: str
    filter: Filter
    batch: bool = False


class BecomesTapped(Term):
    """A permanent of ``subject`` becomes tapped (603.2e)."""

    subject: Subject


class BecomesUntapped(Term):
    """A permanent of ``subject`` becomes untapped (603.2e)."""

    subject: Subject


class TappedForMana(Term):
    """A player taps a permanent of a set for mana (106.12); ``host``: only what the source is attached to."""

    who: str
    filter: Filter
    host: bool = False


class BecomesTarget(Term):
    """An object becomes the target of a spell or ability (115.10); ``what``: "any", "spell" or "cast" (no copy)."""

    subject: Subject
    what: str = "any"
    by: str = "any"


class CountersPut(Term):
    """Counters are put on an object (122.6): each one, or one or more at once with ``batch``; ``who`` puts them."""

    subject: Subject
    kind: str = ""
    batch: bool = True
    who: str = "any"


class Sacrifices(Term):
    """A player sacrifices a permanent of a set (701.21)."""

    who: str
    filter: Filter


class DealsDamage(Term):
    """A source deals damage (120) to ``to``: any, player, opponent, you, creature; ``combat``: combat damage only."""

    subject: Subject
    to: str = "any"
    combat: bool = False
    batch: bool = False  # "one or more ... deal": once for all that happens at the same time


class IsDealtDamage(Term):
    """A permanent is dealt damage (120.3)."""

    subject: Subject


class PlayerDamaged(Term):
    """A player is dealt damage (120.3a)."""

    who: str


class LifeGained(Term):
    """A player gains life; ``who`` is you, opponent or any."""

    who: str


class LifeLost(Term):
    """A player loses life; ``who`` is you, opponent or any."""

    who: str


class CardDrawn(Term):
    """A player draws a card; ``who`` is you, opponent or any."""

    who: str


class CoinFlipped(Term):
    """A player wins a coin flip, or loses one with ``won`` false (705.2); ``who`` is you, opponent or any."""

    who: str
    won: bool = True


class DrawsNth(Term):
    """A player draws their second (``nth`` 2) card of a turn, or another one by its number."""

    who: str
    nth: int  # discrete: printed


class Discards(Term):
    """A player discards a card (701.9)."""

    who: str


class CyclesThis(Term):
    """The source is cycled: discarded to pay for its cycling or typecycling ability (702.29c)."""


class SpellCast(Term):
    """A player casts a spell of ``filter``; ``who`` is you, opponent or any."""

    who: str
    filter: Filter


class CastThis(Term):
    """The controller casts the source: "when you cast this spell"."""


class CastsNth(Term):
    """A player casts their second (``nth`` 2) spell of a turn, or another one by its number."""

    who: str
    nth: int  # discrete: printed


class CastOrCopied(Term):
    """A player casts or copies a spell of a set (601.2i, 707.10)."""

    who: str
    filter: Filter


class AbilityActivated(Term):
    """A player activates an ability of an object of a set (602); ``nonmana``: not a mana ability."""

    who: str
    filter: Filter
    nonmana: bool = False


class Expends(Term):
    """A player's mana spent on casting spells this turn becomes ``nth`` or more (700.14)."""

    who: str
    nth: int  # discrete: printed


class Attacks(Term):
    """A creature attacks (508.1m)."""

    subject: Subject


class Blocks(Term):
    """A creature blocks (509.1i)."""

    subject: Subject


class BecomesBlocked(Term):
    """A creature becomes blocked (509.1h)."""

    subject: Subject


class BlockedBy(Term):
    """The source becomes blocked by a creature of a set, once for each (509.3d); "it" is the blocking creature."""

    filter: Filter


class BlocksOne(Term):
    """The source blocks a creature of a set (509.3c); "it" is the attacking creature."""

    filter: Filter


class StepBegins(Term):
    """At the beginning of a step: ``step`` upkeep, draw, combat, end; ``whose`` you, opponent or each."""

    step: str
    whose: str


class StateIs(Term):
    """A state trigger (603.8)."""

    condition: Condition


class WhenDone(Term):
    """The event of a reflexive ability: what has just been done. Never printed alone."""


TriggerEvent: TypeAlias = (
    Enters
    | Dies
    | Leaves
    | LifeGained
    | LifeLost
    | BecomesTapped
    | BecomesUntapped
    | CardDrawn
    | CoinFlipped
    | SpellCast
    | StepBegins
    | DealsDamage
    | IsDealtDamage
    | PlayerDamaged
    | BecomesTarget
    | Discards
    | Sacrifices
    | CountersPut
    | TokensMade
    | AbilityActivated
    | ToGraveyard
    | CastThis
    | CyclesThis
    | StateIs
    | TappedForMana
    | Attacks
    | Blocks
    | BecomesBlocked
    | BlockedBy
    | BlocksOne
    | DrawsNth
    | CastsNth
    | Expends
    | CastOrCopied
)


def happens_to_source(trigger: TriggerEvent | WhenDone | None) -> bool:
    """Whether an event happens to the source of the ability itself, and to nothing else."""
    if isinstance(trigger, ToGraveyard):
        return trigger.subject_this
    return isinstance(getattr(trigger, "subject", None), This) and not getattr(trigger, "or_this", False)
