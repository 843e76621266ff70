"""Static abilities that replace or prevent events (614, 615), and how permanents enter (614.1c)."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from reiterate.terms.base import Ability, Rule, Term
from reiterate.terms.effects_spells import Except
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import Filter, PlayerRef, Subject


class EntersTapped(Term):
    """The source enters tapped (614.1c)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)


class EntersWithCounters(Term):
    """The source enters with counters on it (614.1c).

    ``may``: if its controller wants that; ``otherwise``: keywords that it gains for good where it doesn't enter so (702.136a).
    """

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    kind: str
    amount: Quantity
    may: bool = False
    otherwise: tuple[str, ...] = ()


class EntersAs(Term):
    """The source may enter as a copy of a permanent of a set (614.1c, 707.9)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    filter: Filter
    but: Except


class EntersDevouring(Term):
    """As the source enters, its controller may sacrifice any number of permanents of a set (702.82a, 702.82c).

    It enters with so many +1/+1 counters for each of them.
    """

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    filter: Filter
    each: int  # discrete: printed


class OthersEnterAs(Term):
    """Permanents of a set enter as copies of the source (616.1c, 707.5)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    filter: Filter


class EntersChoosing(Term):
    """As the source enters, choose a colour, a creature type, a player or an opponent (614.1c)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    what: str


class OthersEnter(Term):
    """Permanents of a set enter tapped, or with counters (614.12)."""

    says: ClassVar = Rule(asks="", changes="enters counters", ranged=True)

    filter: Filter
    tapped: bool = False
    kind: str = ""
    amount: int = 0  # discrete: printed


class EntersPaying(Term):
    """As the source enters, its controller may pay life, or reveal a card from their hand; if they don't, it enters tapped (614.1c)."""

    says: ClassVar = Rule(asks="", changes="enters", ranged=True)

    life: int  # discrete: printed
    reveal: Filter | None = None


class Changed(Term):
    """How an amount is changed: times ``by``, then plus ``more``, never below 0; ``none``: it doesn't happen at all."""

    by: int = 1  # discrete: printed
    more: int = 0  # discrete: printed
    none: bool = False


class ChangeCounters(Term):
    """Counters that would be put on objects of a set are changed; ``kind`` "" for any kind (614.1a).

    ``effects``: only those that an effect puts, not those of costs or of damage.
    """

    says: ClassVar = Rule(asks="", changes="counters", ranged=True)

    filter: Filter
    kind: str
    change: Changed
    who: str = "any"
    effects: bool = False


class ChangeTokens(Term):
    """Tokens that a player would create are changed in number (614.1a)."""

    says: ClassVar = Rule(asks="", changes="enters", ranged=True)

    who: str
    change: Changed


class MoreTokens(Term):
    """Beside tokens of a set that a player would create, one more of another kind is created, or that many with ``each`` (614.1a)."""

    says: ClassVar = Rule(asks="", changes="enters", ranged=True)

    who: str
    filter: Filter
    token: Proto
    each: bool = False


class ChangeLife(Term):
    """Life that a player would gain (``what`` "gain") or lose ("lose") is changed; ``turn``: during your turn."""

    says: ClassVar = Rule(asks="", changes="life", ranged=True)

    who: str
    what: str
    change: Changed
    turn: bool = False


class ChangeMill(Term):
    """Cards that a player would mill are changed in number."""

    says: ClassVar = Rule(asks="", changes="milled", ranged=True)

    who: str
    change: Changed


class ChangeDamage(Term):
    """Damage that sources of a set would deal is changed.

    ``to``: any, player, creature, "creature or player", or opponent (an opponent or a permanent of
    theirs). ``noncombat``: no combat damage.
    """

    says: ClassVar = Rule(asks="", changes="damage loss", ranged=True)

    source: Subject
    to: str
    change: Changed
    noncombat: bool = False


class ChangeDraw(Term):
    """Each card that a player would draw is changed in number; ``later``: but the first in each of their draw steps."""

    says: ClassVar = Rule(asks="", changes="drawn", ranged=True)

    who: str
    change: Changed
    later: bool = False


class SkipDraw(Term):
    """If the controller would draw a card, they may skip that draw instead (614.6); ``step``: in their draw step.

    ``unless``: keywords. If they skip a draw, they can't be attacked until their next turn, except by creatures with
    one of these keywords. Without keywords nothing comes of the skipping.
    """

    says: ClassVar = Rule(asks="", changes="drawn", ranged=True)

    step: bool = False
    unless: tuple[Ability, ...] = ()


class LifeInstead(Term):
    """If a player would gain life, they do something else with that much instead: "draw", "lose"."""

    says: ClassVar = Rule(asks="", changes="life", ranged=True)

    who: str
    what: str


class DamageInstead(Term):
    """Damage that would be dealt to the controller exiles that many cards from their graveyard, or they lose (614.1a)."""

    says: ClassVar = Rule(asks="", changes="damage", ranged=True)


class TransformInstead(Term):
    """If the controller's life total would be reduced to 0 or less, the source transforms and that total becomes a number instead.

    If the source did not transform this way, the controller loses the game (614.1a, 701.27).
    """

    says: ClassVar = Rule(asks="", changes="life", ranged=True)

    life: int  # discrete: printed


class WinInstead(Term):
    """If the controller would draw a card with an empty library, they win the game instead."""

    says: ClassVar = Rule(asks="", changes="drawn", ranged=True)


class ZoneInstead(Term):
    """A card or token that would be put into a graveyard goes elsewhere (614.1a); ``whose``: the owner.

    ``source_only``: only the source itself. ``to``: exile, library (shuffled in) or hand. ``dies``:
    only from the battlefield.
    """

    says: ClassVar = Rule(asks="", changes="leaves dies", ranged=True)

    whose: str
    to: str
    source_only: bool = False
    filter: Filter | None = None
    dies: bool = False


class HostSpared(Term):
    """If what the source is attached to would be destroyed, its damage is removed and the source destroyed (702.89a)."""

    says: ClassVar = Rule(asks="", changes="dies", ranged=True)


class ManaTimes(Term):
    """If the controller taps a permanent for mana, it produces several times as much of that mana instead."""

    says: ClassVar = Rule(asks="", changes="mana", ranged=False)

    by: int  # discrete: printed


class PreventDamage(Term):
    """Damage that would be dealt ``to`` objects or by objects (``by``) is prevented (615.1a); None: any.

    ``both``: what would be dealt by the objects of ``to`` as well.

    ``counters``: for each 1 damage prevented this way a counter of that kind is put on what would
    have been dealt it.
    """

    says: ClassVar = Rule(asks="", changes="damage", ranged=True)

    to: Subject | PlayerRef | None = None
    by: Subject | None = None
    combat: bool = False
    counters: str = ""
    both: bool = False


class PreventPart(Term):
    """So much of each damage that sources of a set would deal ``to`` objects or a player is prevented (615.10)."""

    says: ClassVar = Rule(asks="", changes="damage", ranged=False)

    by: Filter
    to: Subject | PlayerRef
    amount: int  # discrete: printed


class Skips(Term):
    """Players (``who``) skip their steps of a kind (614.1b, 614.10): untap, upkeep, draw."""

    says: ClassVar = Rule(asks="", changes="turn step", ranged=True)

    who: str
    what: str


class FlipsMore(Term):
    """In the place of each coin its controller flips two, and ignores one of them (614.1a, 705.1)."""

    says: ClassVar = Rule(asks="", changes="flipped", ranged=False)


class LostManaBecomes(Term):
    """If the controller would lose unspent mana, that mana becomes mana of a kind instead (614.1a, 106.4)."""

    says: ClassVar = Rule(asks="", changes="mana", ranged=False)

    kind: str


#: What says how its own source enters (614.1c).
OWN_ENTERING: Final = (EntersTapped, EntersWithCounters, EntersPaying, EntersAs, EntersChoosing, EntersDevouring)

#: Static effects that replace or prevent events.
Replacement: TypeAlias = (
    EntersTapped
    | EntersWithCounters
    | EntersAs
    | EntersDevouring
    | OthersEnterAs
    | EntersChoosing
    | OthersEnter
    | EntersPaying
    | ChangeCounters
    | ChangeTokens
    | MoreTokens
    | ChangeLife
    | ChangeMill
    | ChangeDamage
    | ChangeDraw
    | SkipDraw
    | LifeInstead
    | DamageInstead
    | TransformInstead
    | WinInstead
    | ZoneInstead
    | HostSpared
    | ManaTimes
    | PreventDamage
    | PreventPart
    | Skips
    | FlipsMore
    | LostManaBecomes
)
