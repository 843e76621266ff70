"""More of the language: what static abilities do, and costs, beyond the core of ``nodes``."""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.terms.base import Term, term

# --- continuous effects ------------------------------------------------------------------------------------------


@term
class Are(Term):
    """Objects of ``subject`` are something (613.1d, 613.1e, 613.4b): types and colours added, or set with ``instead``.

    ``everywhere``: cards in all zones too (Painter's Servant). ``chosen``: the colour or creature type chosen as the
    source entered ("color", "type"). ``size``: base power and toughness are each the mana value. ``clear``: all other
    abilities are lost. ``retype``: creature types replace others while card types are added (205.1b).
    """

    subject: Term
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    instead: bool = False
    everywhere: bool = False
    chosen: str = ""
    power: int | None = None  # discrete: printed
    toughness: int | None = None  # discrete: printed
    size: str = ""
    clear: bool = False
    abilities: tuple[Term, ...] = ()
    sets_colors: bool = False
    retype: bool = False


@term
class LoseAbilities(Term):
    """Objects of ``subject`` lose keywords, or all abilities with none named (613.1f)."""

    subject: Term
    keywords: tuple[str, ...] = ()


@term
class NotType(Term):
    """The source isn't a creature (613.1d)."""

    type: str


@term
class Defines(Term):
    """A characteristic-defining ability (604.3): the source's power and toughness are each equal to a quantity."""

    power: Term | None
    toughness: Term | None


@term
class ControlHost(Term):
    """The controller controls the enchanted permanent (613.1b)."""


# --- replacement effects (614) -----------------------------------------------------------------------------------


@term
class Changed(Term):
    """How an amount is changed: times ``by``, then plus ``more``, never below 0; ``none``: it doesn't happen at all."""

    by: int = 1  # discrete: printed
    more: int = 0  # discrete: printed
    none: bool = False


@term
class ChangeCounters(Term):
    """Counters that would be put on objects of a set are changed; ``kind`` "" for any kind (614.1a).

    ``effects``: only those that an effect puts, not those of costs or of damage.
    """

    filter: Term
    kind: str
    change: Changed
    who: str = "any"
    effects: bool = False


@term
class ChangeTokens(Term):
    """Tokens that a player would create are changed in number (614.1a)."""

    who: str
    change: Changed


@term
class ChangeLife(Term):
    """Life that a player would gain (``what`` "gain") or lose ("lose") is changed; ``turn``: during your turn."""

    who: str
    what: str
    change: Changed
    turn: bool = False


@term
class LifeInstead(Term):
    """If a player would gain life, they do something else with that much instead: "draw", "lose"."""

    who: str
    what: str


@term
class DamageInstead(Term):
    """Damage that would be dealt to the controller exiles that many cards from their graveyard, or they lose (614.1a)."""


@term
class ChangeMill(Term):
    """Cards that a player would mill are changed in number."""

    who: str
    change: Changed


@term
class ChangeDamage(Term):
    """Damage that sources of a set would deal is changed.

    ``to``: any, player, creature, "creature or player", or opponent (an opponent or a permanent of theirs).
    """

    source: Term
    to: str
    change: Changed


@term
class PreventDamage(Term):
    """Damage that would be dealt ``to`` objects or by objects (``by``) is prevented (615.1a); None: any.

    ``both``: what would be dealt by the objects of ``to`` as well.

    ``counters``: for each 1 damage prevented this way a counter of that kind is put on what would have been dealt it.
    """

    to: Term | None = None
    by: Term | None = None
    combat: bool = False
    counters: str = ""
    both: bool = False


@term
class PreventPart(Term):
    """So much of each damage that sources of a set would deal ``to`` objects or a player is prevented (615.10)."""

    by: Term
    to: Term
    amount: int  # discrete: printed


@term
class ChangeDraw(Term):
    """Each card that a player would draw is changed in number; ``later``: but the first in each of their draw steps."""

    who: str
    change: Changed
    later: bool = False


@term
class WinInstead(Term):
    """If the controller would draw a card with an empty library, they win the game instead."""


@term
class ZoneInstead(Term):
    """A card or token that would be put into a graveyard goes elsewhere (614.1a); ``whose``: the owner.

    ``source_only``: only the source itself. ``to``: exile, library (shuffled in) or hand. ``dies``: only from the battlefield.
    """

    whose: str
    to: str
    source_only: bool = False
    filter: Term | None = None
    dies: bool = False


@term
class HostSpared(Term):
    """If what the source is attached to would be destroyed, its damage is removed and the source destroyed (702.89a)."""


@term
class ManaTimes(Term):
    """If the controller taps a permanent for mana, it produces several times as much of that mana instead."""

    by: int  # discrete: printed


@term
class EntersAs(Term):
    """The source may enter as a copy of a permanent of a set (614.1c, 707.9)."""

    filter: Term
    but: Term


@term
class OthersEnterAs(Term):
    """Permanents of a set enter as copies of the source (616.1c, 707.5)."""

    filter: Term


@term
class EntersChoosing(Term):
    """As the source enters, choose a colour, a creature type, a player or an opponent (614.1c)."""

    what: str


@term
class OthersEnter(Term):
    """Permanents of a set enter tapped, or with counters (614.12)."""

    filter: Term
    tapped: bool = False
    kind: str = ""
    amount: int = 0  # discrete: printed


# --- rules-changing static effects -------------------------------------------------------------------------------


@term
class PlayerCant(Term):
    """Players (``who``) can't do something: gain life, lose the game, win the game, get poison, draw, cast, ...

    ``filter``: of what they cast.
    """

    who: str
    what: str
    filter: Term | None = None


@term
class BlockLimit(Term):
    """Who can block whom (509.1b): ``subject`` can't be blocked by creatures of any of the ``sets`` (``side`` "by"),
    can be blocked by those alone ("except"), or can't block them ("")."""

    subject: Term
    sets: tuple[Term, ...]
    side: str


@term
class AttackOnly(Term):
    """Creatures of ``subject`` can attack only players who control something of a set, and their permanents (508.1c)."""

    subject: Term
    filter: Term


@term
class SilentEntering(Term):
    """Permanents of a set that enter don't cause abilities to trigger."""

    filter: Term


@term
class MoreLands(Term):
    """Players (``who``) may play so many additional lands on each of their turns (305.2)."""

    amount: int  # discrete: printed
    who: str = "you"


@term
class EntersPaying(Term):
    """As the source enters, its controller may pay life; if they don't, it enters tapped (614.1c)."""

    life: int  # discrete: printed


@term
class Skips(Term):
    """Players (``who``) skip their steps of a kind (614.1b, 614.10): untap, upkeep, draw."""

    who: str
    what: str


@term
class CantHaveCounters(Term):
    """Objects of a set can't have counters of a kind put on them."""

    filter: Term
    kind: str


@term
class MayCastFrom(Term):
    """The controller may cast the source from a zone (601.3), while the ability's condition holds."""

    zone: str


@term
class MayPlay(Term):
    """The controller may play ``what`` from a zone of theirs (601.3, 305.1): lands, spells of a set, or both ("cards").

    ``zone`` "library" is the top card alone (401.5); ``free``: spells are cast without paying their mana costs (118.9).
    """

    zone: str
    what: str
    filter: Term
    free: bool = False


@term
class SpellCost(Term):
    """Spells cost more (positive) or less (negative) generic mana to cast (601.2f); ``this``: the source itself."""

    who: str
    filter: Term | None
    amount: Term
    less: bool = True
    this: bool = False


@term
class TurnedAsThough(Term):
    """Rule changes for objects of a set: "toughness damage", "attack defender", "flash", "no maximum hand size".

    "must attack" and "must block": each combat if able (508.1d, 509.1c).
    """

    subject: Term
    what: str


@term
class CombatLimit(Term):
    """No more than so many creatures can attack, or block, each combat (508.1c, 509.1b)."""

    what: str
    amount: int  # discrete: printed


@term
class LoyaltyMore(Term):
    """Loyalty abilities that the controller activates have so many loyalty counters added to their cost (606.5)."""

    amount: int  # discrete: printed


@term
class AttackTax(Term):
    """Creatures can't attack the controller unless mana is paid for each (508.1g); ``planeswalkers``: nor those."""

    amount: Term
    planeswalkers: bool = False


@term
class CombatToll(Term):
    """Creatures can't attack, block, attack or block, or be blocked (``what``) unless mana is paid for each (508.1g).

    Their controller pays, for being blocked the controller of each blocker (509.1d).
    """

    subject: Term
    what: str
    amount: Term


MoreStatics: TypeAlias = (
    Are
    | LoseAbilities
    | NotType
    | Defines
    | ControlHost
    | ChangeCounters
    | ChangeTokens
    | ChangeLife
    | LifeInstead
    | DamageInstead
    | ChangeMill
    | ChangeDamage
    | PreventDamage
    | PreventPart
    | ChangeDraw
    | WinInstead
    | ZoneInstead
    | HostSpared
    | ManaTimes
    | EntersAs
    | OthersEnterAs
    | EntersChoosing
    | OthersEnter
    | PlayerCant
    | Skips
    | CantHaveCounters
    | MayCastFrom
    | MayPlay
    | SpellCost
    | TurnedAsThough
    | CombatLimit
    | LoyaltyMore
    | AttackTax
    | BlockLimit
    | AttackOnly
    | SilentEntering
    | EntersPaying
    | MoreLands
    | CombatToll
)

#: Those that change rules or events and no characteristics.
REPLACING: Final = (
    ChangeCounters,
    ChangeTokens,
    ChangeLife,
    LifeInstead,
    DamageInstead,
    ChangeMill,
    ChangeDamage,
    PreventDamage,
    PreventPart,
    ChangeDraw,
    WinInstead,
    ZoneInstead,
    HostSpared,
    ManaTimes,
    EntersAs,
    OthersEnterAs,
    EntersChoosing,
    OthersEnter,
    PlayerCant,
    Skips,
    CantHaveCounters,
    MayCastFrom,
    MayPlay,
    SpellCost,
    TurnedAsThough,
    CombatLimit,
    LoyaltyMore,
    AttackTax,
    BlockLimit,
    AttackOnly,
    SilentEntering,
    EntersPaying,
    MoreLands,
    CombatToll,
)

# --- costs -------------------------------------------------------------------------------------------------------


@term
class TapOthers(Term):
    """Tap untapped permanents of a set that the payer controls."""

    filter: Term
    amount: Term


@term
class ReturnCost(Term):
    """Return the source (``filter`` None) or permanents of a set to their owner's hand."""

    filter: Term | None = None
    amount: Term | None = None


@term
class ExileCost(Term):
    """Exile the source from ``zone``, or cards of a set from there."""

    zone: str
    filter: Term | None = None
    amount: Term | None = None


@term
class LoyaltyCost(Term):
    """Put loyalty counters on the source (positive) or remove them (606.4)."""

    amount: int  # discrete: printed


@term
class MillCost(Term):
    """Mill cards as a cost."""

    amount: Term


@term
class EvidenceCost(Term):
    """Collect evidence N: exile cards with total mana value N or more from the graveyard (701.59)."""

    amount: int  # discrete: printed


@term
class BottomCost(Term):
    """Put the source on the bottom of its owner's library."""


@term
class DiscardThis(Term):
    """Discard the source, from the hand (702.29a)."""


MoreCosts: TypeAlias = (
    TapOthers | ReturnCost | ExileCost | LoyaltyCost | MillCost | EvidenceCost | BottomCost | DiscardThis
)
