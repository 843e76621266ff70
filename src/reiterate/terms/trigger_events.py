"""More of the language: events that triggered abilities watch, beyond the core of ``nodes``.

``who`` is you, opponent or any; ``subject`` is the source, its host or a set.
"""

from __future__ import annotations

from typing import TypeAlias

from reiterate.terms.base import Term, term


@term
class DealsDamage(Term):
    """A source deals damage (120) to ``to``: any, player, opponent, you, creature; ``combat``: combat damage only."""

    subject: Term
    to: str = "any"
    combat: bool = False
    batch: bool = False  # "one or more ... deal": once for all that happens at the same time


@term
class IsDealtDamage(Term):
    """A permanent is dealt damage (120.3)."""

    subject: Term


@term
class PlayerDamaged(Term):
    """A player is dealt damage (120.3a)."""

    who: str


@term
class BecomesTarget(Term):
    """An object becomes the target of a spell or ability (115.10); ``what``: "any", "spell" or "cast" (no copy)."""

    subject: Term
    what: str = "any"
    by: str = "any"


@term
class Discards(Term):
    """A player discards a card (701.9)."""

    who: str


@term
class Sacrifices(Term):
    """A player sacrifices a permanent of a set (701.21)."""

    who: str
    filter: Term


@term
class CountersPut(Term):
    """Counters are put on an object (122.6): each one, or one or more at once with ``batch``; ``who`` puts them."""

    subject: Term
    kind: str = ""
    batch: bool = True
    who: str = "any"


@term
class TokensMade(Term):
    """A player creates tokens of a set (111.2): each one, or one or more at once with ``batch``."""

    who: str
    filter: Term
    batch: bool = False


@term
class AbilityActivated(Term):
    """A player activates an ability of an object of a set (602); ``nonmana``: not a mana ability."""

    who: str
    filter: Term
    nonmana: bool = False


@term
class ToGraveyard(Term):
    """A card of a set is put into a graveyard from anywhere; ``whose`` graveyard."""

    whose: str
    filter: Term
    subject_this: bool = False


@term
class CastThis(Term):
    """The controller casts the source: "when you cast this spell"."""


@term
class CyclesThis(Term):
    """The source is cycled: discarded to pay for its cycling or typecycling ability (702.29c)."""


@term
class StateIs(Term):
    """A state trigger (603.8)."""

    condition: Term


@term
class TappedForMana(Term):
    """A player taps a permanent of a set for mana (106.12); ``host``: only what the source is attached to."""

    who: str
    filter: Term
    host: bool = False


@term
class Attacks(Term):
    """A creature attacks (508.1m)."""

    subject: Term


@term
class Blocks(Term):
    """A creature blocks (509.1i)."""

    subject: Term


@term
class BecomesBlocked(Term):
    """A creature becomes blocked (509.1h)."""

    subject: Term


@term
class BlockedBy(Term):
    """The source becomes blocked by a creature of a set, once for each (509.3d); "it" is the blocking creature."""

    filter: Term


@term
class BlocksOne(Term):
    """The source blocks a creature of a set (509.3c); "it" is the attacking creature."""

    filter: Term


@term
class DrawsNth(Term):
    """A player draws their second (``nth`` 2) card of a turn, or another one by its number."""

    who: str
    nth: int  # discrete: printed


@term
class Expends(Term):
    """A player's mana spent on casting spells this turn becomes ``nth`` or more (700.14)."""

    who: str
    nth: int  # discrete: printed


@term
class CastsNth(Term):
    """A player casts their second (``nth`` 2) spell of a turn, or another one by its number."""

    who: str
    nth: int  # discrete: printed


@term
class CastOrCopied(Term):
    """A player casts or copies a spell of a set (601.2i, 707.10)."""

    who: str
    filter: Term


Occasion: TypeAlias = (
    DealsDamage
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
