"""Events that triggered abilities watch (603).

``who`` is you, opponent or any; ``subject`` is the source, its host or a set.
"""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from reiterate.terms.base import Term, Watch, check_declared
from reiterate.terms.conditions import Condition
from reiterate.terms.references import Filter, Followed, Subject, This


class Enters(Term):
    """An object of ``subject`` enters the battlefield (603.6a); ``or_this``: "this creature or another ...".

    ``batch``: "one or more ... enter", once for all that do so at the same time (603.2c).
    """

    says: ClassVar = Watch(
        asks="from-hand", needs="enters", starters="creature", leaves=False, amount=False, object=True, player=""
    )

    subject: Subject
    or_this: bool = False
    batch: bool = False


class Dies(Term):
    """A permanent of ``subject`` is put into a graveyard from the battlefield (700.4).

    ``batch``: "one or more ... die", once for all that do so at the same time (603.2c).
    """

    says: ClassVar = Watch(
        asks="", needs="dies", starters="creature death", leaves=True, amount=False, object=True, player=""
    )

    subject: Followed
    or_this: bool = False
    batch: bool = False


class Leaves(Term):
    """A permanent of ``subject`` leaves the battlefield (603.6c); ``or_this``: "this creature or another ...".

    ``into``: it is put into one of these zones.
    """

    says: ClassVar = Watch(asks="", needs="leaves dies", starters="", leaves=True, amount=False, object=True, player="")

    subject: Followed
    or_this: bool = False
    into: tuple[str, ...] = ()


class ToGraveyard(Term):
    """A card of a set is put into a graveyard from anywhere; ``whose`` graveyard.

    ``subject_this``: the source itself. ``origin``: only from this zone. ``batch``: "one or more ...", once for all
    that are put there at the same time (603.2c).
    """

    says: ClassVar = Watch(
        asks="",
        needs="dies milled discarded cast",
        starters="creature death",
        leaves=True,
        amount=False,
        object=True,
        player="whose opponent",
    )

    whose: str
    filter: Filter
    subject_this: bool = False
    origin: str = ""
    batch: bool = False


class TokensMade(Term):
    """A player creates tokens of a set (111.2): each one, or one or more at once with ``batch``."""

    says: ClassVar = Watch(
        asks="", needs="enters", starters="creature", leaves=False, amount=False, object=True, player=""
    )

    who: str
    filter: Filter
    batch: bool = False


class BecomesTapped(Term):
    """A permanent of ``subject`` becomes tapped (603.2e)."""

    says: ClassVar = Watch(asks="", needs="tapped", starters="", leaves=False, amount=False, object=True, player="")

    subject: Subject


class BecomesUntapped(Term):
    """A permanent of ``subject`` becomes untapped (603.2e)."""

    says: ClassVar = Watch(
        asks="", needs="untapped turn", starters="", leaves=False, amount=False, object=True, player=""
    )

    subject: Subject


class TappedForMana(Term):
    """A player taps a permanent of a set for mana (106.12); ``host``: only what the source is attached to."""

    says: ClassVar = Watch(
        asks="", needs="tapped", starters="", leaves=False, amount=False, object=False, player="who opponent any"
    )

    who: str
    filter: Filter
    host: bool = False


class BecomesTarget(Term):
    """An object becomes the target of a spell or ability (115.10); ``what``: "any" or "spell". "cast": a spell that targets the object is cast (601.2i)."""

    says: ClassVar = Watch(asks="", needs="targeted", starters="", leaves=False, amount=False, object=True, player="")

    subject: Subject
    what: str = "any"
    by: str = "any"


class CountersPut(Term):
    """Counters are put on an object (122.6): each one, or one or more at once with ``batch``; ``who`` puts them."""

    says: ClassVar = Watch(
        asks="", needs="counters", starters="counter", leaves=False, amount=True, object=True, player=""
    )

    subject: Subject
    kind: str = ""
    batch: bool = True
    who: str = "any"


class Chapter(Term):
    """Lore counters are put onto the source, and with them it comes to have at least ``number`` of them (714.2b)."""

    says: ClassVar = Watch(
        asks="", needs="counters turn", starters="counter", leaves=False, amount=False, object=False, player=""
    )

    number: int  # discrete: printed


class LastCounter(Term):
    """The last counter of a kind is removed from the source (702.62a, 702.63a)."""

    says: ClassVar = Watch(
        asks="", needs="counters turn", starters="", leaves=False, amount=False, object=False, player=""
    )

    kind: str


class Madness(Term):
    """The source is exiled instead of being put into a graveyard, as it is discarded (702.35a)."""

    says: ClassVar = Watch(
        asks="", needs="discarded", starters="card", leaves=False, amount=False, object=False, player=""
    )


class TurnedUp(Term):
    """A permanent of ``subject`` is turned face up (708.8)."""

    says: ClassVar = Watch(asks="", needs="turned-up", starters="", leaves=False, amount=False, object=True, player="")

    subject: Subject


class BecomesDesignated(Term):
    """A permanent of ``subject`` becomes monstrous or renowned (701.37a, 702.112a)."""

    says: ClassVar = Watch(asks="", needs="", starters="", leaves=False, amount=False, object=True, player="")

    subject: Subject
    designation: str


class Exerted(Term):
    """A permanent of ``subject`` is exerted as it attacks (701.43d)."""

    says: ClassVar = Watch(
        asks="attackers", needs="step", starters="", leaves=False, amount=False, object=True, player=""
    )

    subject: Subject


class Transforms(Term):
    """A permanent of ``subject`` transforms, and is one of them immediately after it did so (701.27e)."""

    says: ClassVar = Watch(asks="", needs="", starters="", leaves=False, amount=False, object=True, player="")

    subject: Subject


class Sacrifices(Term):
    """A player sacrifices a permanent of a set (701.21)."""

    says: ClassVar = Watch(
        asks="", needs="sacrificed", starters="creature", leaves=True, amount=False, object=False, player=""
    )

    who: str
    filter: Filter


class DealsDamage(Term):
    """A source deals damage (120) to ``to``: any, player, opponent, you, creature; ``combat``: combat damage only.

    ``source``: any source of a set, such as a spell; else permanents alone (109.2). ``noncombat``: no combat damage.
    """

    says: ClassVar = Watch(
        asks="hitters",
        needs="damage",
        starters="damage",
        leaves=False,
        amount=True,
        object=True,
        player="to player opponent",
    )

    subject: Followed
    to: str = "any"
    combat: bool = False
    batch: bool = False  # "one or more ... deal": once for all that happens at the same time
    source: bool = False
    noncombat: bool = False


class IsDealtDamage(Term):
    """A permanent is dealt damage (120.3): any, ``noncombat`` damage alone, or ``combat`` damage alone."""

    says: ClassVar = Watch(
        asks="", needs="damage", starters="damage", leaves=False, amount=True, object=True, player=""
    )

    subject: Subject
    noncombat: bool = False
    combat: bool = False


class PlayerDamaged(Term):
    """A player is dealt damage (120.3a)."""

    says: ClassVar = Watch(
        asks="", needs="damage", starters="damage", leaves=False, amount=True, object=False, player=""
    )

    who: str


class LifeGained(Term):
    """A player gains life; ``who`` is you, opponent or any."""

    says: ClassVar = Watch(
        asks="", needs="life", starters="life", leaves=False, amount=True, object=False, player="who opponent any"
    )

    who: str


class LifeLost(Term):
    """A player loses life; ``who`` is you, opponent or any."""

    says: ClassVar = Watch(
        asks="", needs="loss", starters="damage", leaves=False, amount=True, object=False, player="who opponent any"
    )

    who: str


class CardDrawn(Term):
    """A player draws a card; ``who`` is you, opponent or any."""

    says: ClassVar = Watch(
        asks="", needs="drawn", starters="card", leaves=False, amount=False, object=False, player="who opponent any"
    )

    who: str


class CoinFlipped(Term):
    """A player wins a coin flip, or loses one with ``won`` false (705.2); ``who`` is you, opponent or any."""

    says: ClassVar = Watch(asks="", needs="flipped", starters="", leaves=False, amount=False, object=False, player="")

    who: str
    won: bool = True


#: What is bent (701.65b, 701.66b, 701.67c, 702.189b). Nobody can pay a waterbend cost yet.
ELEMENTS: Final = ("water", "earth", "fire", "air")

#: How the history of a turn calls that a player has bent each.
BENT: Final = {each: f"{each} bent" for each in ELEMENTS}


class Bends(Term):
    """A player bends one of some elements; ``who`` is you, opponent or any."""

    says: ClassVar = Watch(asks="", needs="", starters="", leaves=False, amount=False, object=False, player="")

    who: str
    elements: tuple[str, ...]


class DrawsNth(Term):
    """A player draws their second (``nth`` 2) card of a turn, or another one by its number."""

    says: ClassVar = Watch(asks="", needs="drawn", starters="card", leaves=False, amount=False, object=False, player="")

    who: str
    nth: int  # discrete: printed


class Discards(Term):
    """A player discards a card (701.9)."""

    says: ClassVar = Watch(
        asks="", needs="discarded", starters="card", leaves=True, amount=False, object=False, player="who opponent any"
    )

    who: str


class DiscardsSome(Term):
    """A player discards one or more cards at the same time (603.2c, 701.9)."""

    says: ClassVar = Watch(
        asks="", needs="discarded", starters="card", leaves=True, amount=True, object=False, player="who opponent any"
    )

    who: str


class CyclesThis(Term):
    """The source is cycled: discarded to pay for its cycling or typecycling ability (702.29c)."""

    says: ClassVar = Watch(asks="", needs="discarded", starters="", leaves=False, amount=False, object=False, player="")


class SpellCast(Term):
    """A player casts a spell of ``filter``; ``who`` is you, opponent or any.

    ``nth``: the spell of this number that they cast this turn, of ``filter`` or of one of several ``kinds``.
    """

    says: ClassVar = Watch(
        asks="from-hand", needs="cast", starters="", leaves=False, amount=False, object=True, player="who opponent any"
    )

    who: str
    filter: Filter
    nth: int = 0  # discrete: printed
    kinds: tuple[Filter, ...] = ()


class CastThis(Term):
    """The controller casts the source: "when you cast this spell"."""

    says: ClassVar = Watch(asks="", needs="cast", starters="", leaves=False, amount=False, object=True, player="")


class CastsNth(Term):
    """A player casts their second (``nth`` 2) spell of a turn, or another one by its number."""

    says: ClassVar = Watch(
        asks="from-hand", needs="turn", starters="", leaves=False, amount=False, object=False, player=""
    )

    who: str
    nth: int  # discrete: printed


class CastOrCopied(Term):
    """A player casts or copies a spell of a set (601.2i, 707.10)."""

    says: ClassVar = Watch(
        asks="from-hand", needs="cast", starters="", leaves=False, amount=False, object=False, player=""
    )

    who: str
    filter: Filter


class AbilityActivated(Term):
    """A player activates an ability of an object of a set (602); ``nonmana``: not a mana ability; ``host``: of what the source is attached to."""

    says: ClassVar = Watch(asks="", needs="activated", starters="", leaves=False, amount=False, object=False, player="")

    who: str
    filter: Filter
    nonmana: bool = False
    host: bool = False


class Expends(Term):
    """A player's mana spent on casting spells this turn becomes ``nth`` or more (700.14)."""

    says: ClassVar = Watch(asks="", needs="turn", starters="", leaves=False, amount=False, object=False, player="")

    who: str
    nth: int  # discrete: printed


#: How a creature attacks: with another one that has greater power, or the player with the most life.
GREATER_BESIDE: Final = "greater beside"
MOST_LIFE: Final = "most life"
TWO_BESIDE: Final = "two beside"
WHILE_SADDLED: Final = "saddled"
FIRST_TIME: Final = "first"


class Attacks(Term):
    """A creature attacks (508.1m); ``alone``: no other creature was declared as an attacker (506.5).

    ``so``: how it attacks, "" for anyhow. "greater beside": with another creature that has greater power (702.149a).
    "most life": the player with the most life or tied for it (702.105a). "two beside": with at least two other creatures.
    "saddled": as a saddled one (702.171b). "first": for the first time this turn.
    """

    says: ClassVar = Watch(
        asks="attackers", needs="step", starters="", leaves=False, amount=False, object=True, player=""
    )

    subject: Subject
    alone: bool = False
    so: str = ""


class AttacksWith(Term):
    """A player attacks with at least ``least`` creatures of a set (508.3c, 508.3d), once for each declaration."""

    says: ClassVar = Watch(
        asks="attackers", needs="step", starters="", leaves=False, amount=False, object=False, player=""
    )

    who: str
    filter: Filter
    least: int = 1  # discrete: printed


class Blocks(Term):
    """A creature blocks (509.1i)."""

    says: ClassVar = Watch(asks="", needs="step", starters="", leaves=False, amount=False, object=True, player="")

    subject: Subject


class BecomesBlocked(Term):
    """A creature becomes blocked (509.1h)."""

    says: ClassVar = Watch(asks="", needs="step", starters="", leaves=False, amount=False, object=True, player="")

    subject: Subject


class Unblocked(Term):
    """A creature attacks and isn't blocked: no creature is declared as a blocker for it (509.3g)."""

    says: ClassVar = Watch(asks="", needs="step", starters="", leaves=False, amount=False, object=True, player="")

    subject: Subject


class BlockedBy(Term):
    """The source becomes blocked by a creature of a set, once for each (509.3d); "it" is the blocking creature."""

    says: ClassVar = Watch(asks="", needs="step", starters="", leaves=False, amount=False, object=True, player="")

    filter: Filter


class BlocksOne(Term):
    """The source blocks a creature of a set (509.3c); "it" is the attacking creature."""

    says: ClassVar = Watch(asks="", needs="step", starters="", leaves=False, amount=False, object=True, player="")

    filter: Filter


class Unattached(Term):
    """The source becomes unattached from a permanent (701.3d); "it" is what it was attached to."""

    says: ClassVar = Watch(asks="", needs="", starters="", leaves=False, amount=False, object=True, player="")


class LevelReached(Term):
    """The source becomes a level (716.2a)."""

    says: ClassVar = Watch(asks="", needs="mana", starters="", leaves=False, amount=False, object=True, player="")

    level: int  # discrete: printed


class StepBegins(Term):
    """At the beginning of a step: ``step`` upkeep, draw, combat, end; ``whose`` you, opponent, each or host.

    "host": the controller of what the source is attached to.
    """

    says: ClassVar = Watch(
        asks="", needs="step", starters="", leaves=False, amount=False, object=False, player="whose opponent each host"
    )

    step: str
    whose: str


class StateIs(Term):
    """A state trigger (603.8)."""

    says: ClassVar = Watch(asks="", needs="", starters="", leaves=False, amount=False, object=False, player="")

    condition: Condition


class WhenDone(Term):
    """The event of a reflexive ability: what has just been done. Never printed alone."""

    says: ClassVar = Watch(asks="", needs="", starters="", leaves=False, amount=False, object=False, player="")


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
    | Bends
    | SpellCast
    | StepBegins
    | DealsDamage
    | IsDealtDamage
    | PlayerDamaged
    | BecomesTarget
    | Discards
    | DiscardsSome
    | Sacrifices
    | CountersPut
    | Chapter
    | LastCounter
    | Madness
    | TurnedUp
    | Transforms
    | BecomesDesignated
    | Exerted
    | TokensMade
    | AbilityActivated
    | ToGraveyard
    | CastThis
    | CyclesThis
    | StateIs
    | TappedForMana
    | Attacks
    | AttacksWith
    | Blocks
    | BecomesBlocked
    | Unblocked
    | BlockedBy
    | BlocksOne
    | Unattached
    | LevelReached
    | DrawsNth
    | CastsNth
    | Expends
    | CastOrCopied
)

check_declared("trigger event", TriggerEvent, Watch)


def happens_to_source(trigger: TriggerEvent | WhenDone | None) -> bool:
    """Whether an event happens to the source of the ability itself, and to nothing else."""
    if isinstance(trigger, ToGraveyard):
        return trigger.subject_this
    if isinstance(trigger, Chapter | LastCounter | Madness | LevelReached):
        return True
    return isinstance(getattr(trigger, "subject", None), This) and not getattr(trigger, "or_this", False)
