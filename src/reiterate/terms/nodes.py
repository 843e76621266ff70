"""The closed language of abilities: what card text compiles to and what the rules execute.

Nothing here computes. A node that the rules have no handler for counts as not understood. Players are named by
``PlayerRef`` nodes, objects by ``ObjectRef`` nodes, sets of objects by ``Filter``; numbers are ``Quantity`` nodes.
Card types, subtypes and keywords are spelled as on the card: types and keywords in lower case, subtypes capitalised.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from reiterate.terms.base import Term, term
from reiterate.terms.costs import DiscardCost as DiscardCost
from reiterate.terms.costs import Fixed as Fixed
from reiterate.terms.costs import LifeCost as LifeCost
from reiterate.terms.costs import ManaCost as ManaCost
from reiterate.terms.costs import PutCountersCost as PutCountersCost
from reiterate.terms.costs import RemoveCountersCost as RemoveCountersCost
from reiterate.terms.costs import SacrificeCost as SacrificeCost
from reiterate.terms.costs import TapCost as TapCost
from reiterate.terms.costs import UntapCost as UntapCost
from reiterate.terms.deeds import MANA_DEEDS, Deed, Delayed, Reflexive
from reiterate.terms.keywords import KEYWORDS as KEYWORDS
from reiterate.terms.sets import Compare as Compare
from reiterate.terms.sets import Filter as Filter
from reiterate.terms.static_effects import REPLACING, LoyaltyCost, MoreCosts, MoreStatics
from reiterate.terms.trigger_events import Occasion
from reiterate.terms.values import MoreConditions, MoreObjects, MorePlayers, MoreQuantities

COLORS: Final = ("W", "U", "B", "R", "G")
MANA_KINDS: Final = ("W", "U", "B", "R", "G", "C")


# --- references --------------------------------------------------------------------------------------------------


@term
class This(Term):
    """The object whose ability this is."""


@term
class Host(Term):
    """What the source is attached to: "enchanted creature"."""


@term
class TargetRef(Term):
    """The target with this index (from 0), an object or a player."""

    index: int = 0


@term
class That(Term):
    """The object of the event that triggered the ability: "it", "that creature"."""


@term
class Each(Term):
    """Every object of a set on the battlefield, found when the effect happens."""

    filter: Filter


ObjectRef: TypeAlias = This | Host | TargetRef | That | Each | MoreObjects


@term
class You(Term):
    """The controller of the ability or spell."""


@term
class EachPlayer(Term):
    """Every player (``opponents`` False) or every opponent of the controller; ``other``: but the player of the event."""

    opponents: bool = False
    other: bool = False


@term
class ThatPlayer(Term):
    """The player of the event that triggered the ability: "that player"."""


@term
class ControllerOf(Term):
    """The controller of an object (last known, if it is gone)."""

    object: ObjectRef


@term
class Seat(Term):
    """A player by seat: what "each player" becomes while it is worked through one by one. Never printed on a card."""

    seat: int


PlayerRef: TypeAlias = You | EachPlayer | ThatPlayer | ControllerOf | TargetRef | Seat | MorePlayers


# --- quantities --------------------------------------------------------------------------------------------------


@term
class ThatMuch(Term):
    """The amount of the event that triggered the ability: "that much", "that many"."""


@term
class XValue(Term):
    """The X announced for the spell or ability (107.3)."""


@term
class CountOf(Term):
    """The number of objects of a set on the battlefield, times ``each``."""

    filter: Filter
    each: int = 1


Quantity: TypeAlias = Fixed | ThatMuch | XValue | CountOf | MoreQuantities


# --- targets -----------------------------------------------------------------------------------------------------


@term
class TargetSpec(Term):
    """What one target may be (115): objects of ``filter`` (None: no object), players: "", any or opponent.

    ``whose``: the owner of cards in a graveyard, or the controller of a spell. ``zone`` "battlefield or stack": a spell or
    permanent. ``ability``: on the stack no spell, but an ability: "triggered", "activated" or "any" of both.
    ``optional``: "up to one".
    ``other``: it is none of so many targets right in front of it: "two target creatures", "another target" (115.3).
    ``divided``: ``least`` to ``most`` targets (0: any number) among which something is divided (601.2d), the last ones.
    """

    filter: Filter | None = None
    players: str = ""
    zone: str = "battlefield"
    whose: str = "any"
    optional: bool = False
    divided: bool = False
    least: int = 1  # discrete: printed
    most: int = 1  # discrete: printed
    ability: str = ""
    other: int = 0  # discrete: printed


# --- printed characteristics -------------------------------------------------------------------------------------


@term
class Proto(Term):
    """Copiable values of a card or token (707.2). Power and toughness are None for what has none."""

    name: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    mana_cost: tuple[str, ...] | None = None  # symbols without braces: ("2", "G"), hybrid "R/W", Phyrexian "G/P"
    power: int | None = None  # discrete: printed
    toughness: int | None = None  # discrete: printed
    loyalty: int | None = None  # discrete: printed
    abilities: tuple[Ability, ...] = ()
    token: bool = False


# --- effects -----------------------------------------------------------------------------------------------------


@term
class CreateTokens(Term):
    """``who`` creates ``count`` tokens (111, 701.7)."""

    count: Quantity
    token: Proto
    who: PlayerRef = You()
    tapped: bool = False


@term
class Tap(Term):
    """Tap what is named (701.26)."""

    object: ObjectRef


@term
class Untap(Term):
    """Untap what is named (701.26)."""

    object: ObjectRef


@term
class AddMana(Term):
    """Add mana to the controller's pool (106.4): all of ``symbols``, or one kind of ``choice``; times ``count``.

    ``only``: what it may be spent on (106.6), as the words behind "spend this mana only to"; "" for anything.
    """

    symbols: tuple[str, ...] = ()
    choice: tuple[str, ...] = ()
    count: Quantity = Fixed(1)
    only: str = ""


@term
class GainLife(Term):
    """``who`` gains life (119.3)."""

    who: PlayerRef
    amount: Quantity


@term
class LoseLife(Term):
    """``who`` loses life (119.3)."""

    who: PlayerRef
    amount: Quantity


@term
class DealDamage(Term):
    """``source`` deals damage to an object or a player (120).

    ``with_last``: at the same time as the damage in front, as part of the same words: "3 damage to it and 2 damage to you".
    """

    source: ObjectRef
    to: ObjectRef | PlayerRef
    amount: Quantity
    with_last: bool = False


@term
class Draw(Term):
    """``who`` draws cards, one at a time (121)."""

    who: PlayerRef
    amount: Quantity


@term
class Discard(Term):
    """``who`` discards cards of their choice (701.9)."""

    who: PlayerRef
    amount: Quantity


@term
class Mill(Term):
    """``who`` puts cards from the top of their library into their graveyard (701.17)."""

    who: PlayerRef
    amount: Quantity


@term
class PutCounters(Term):
    """Put counters of a kind on what is named (122)."""

    object: ObjectRef
    kind: str
    amount: Quantity


@term
class RemoveCounters(Term):
    """Remove counters of a kind from what is named (122)."""

    object: ObjectRef
    kind: str
    amount: Quantity


@term
class Pump(Term):
    """Gets +X/+Y until end of turn (613.4c); negative numbers with ``Fixed``, or ``minus`` for -X."""

    object: ObjectRef
    power: Quantity
    toughness: Quantity
    minus: bool = False


@term
class GainKeywords(Term):
    """Gains keyword abilities until end of turn (613.1f)."""

    object: ObjectRef
    keywords: tuple[str, ...]


@term
class LoseKeywords(Term):
    """Loses keyword abilities until end of turn (613.1f)."""

    object: ObjectRef
    keywords: tuple[str, ...]


@term
class Forbid(Term):
    """Can't do ``what`` (block, attack, "attack or block") this turn (613.11, 508, 509)."""

    object: ObjectRef
    what: str


@term
class Require(Term):
    """Does ``what`` (attack, block, "attack or block") this turn if able (508.1d, 509.1c)."""

    object: ObjectRef
    what: str


@term
class SetBasePT(Term):
    """Has base power and toughness X/Y until end of turn (613.4b)."""

    object: ObjectRef
    power: int  # discrete: printed
    toughness: int  # discrete: printed


@term
class SwitchPT(Term):
    """Switch power and toughness until end of turn (613.4d)."""

    object: ObjectRef


@term
class Destroy(Term):
    """Destroy what is named (701.8); ``final``: it can't be regenerated (701.19)."""

    object: ObjectRef
    final: bool = False


@term
class Exile(Term):
    """Exile what is named (701.13)."""

    object: ObjectRef


@term
class ReturnToHand(Term):
    """Return what is named to its owner's hand."""

    object: ObjectRef


@term
class SacrificeObject(Term):
    """The controller sacrifices the named object (701.21): "sacrifice this creature"; or its own controller does."""

    object: ObjectRef
    by_controller: bool = False


@term
class SacrificeChosen(Term):
    """``who`` sacrifices permanents of their choice (701.21)."""

    who: PlayerRef
    filter: Filter
    amount: Quantity


@term
class May(Term):
    """The controller may do this (608.2d): a decision as the ability resolves."""

    effects: tuple[Effect, ...]


@term
class ChooseOne(Term):
    """The controller chooses one of these lists of effects on resolution (608.2d): "+1/-1 or -1/+1"."""

    options: tuple[tuple[Effect, ...], ...]


@term
class WinLose(Term):
    """``who`` wins (True) or loses the game (104.2b, 104.3e)."""

    who: PlayerRef
    wins: bool


Effect: TypeAlias = (
    CreateTokens
    | Tap
    | Untap
    | AddMana
    | GainLife
    | LoseLife
    | DealDamage
    | Draw
    | Discard
    | Mill
    | PutCounters
    | RemoveCounters
    | Pump
    | GainKeywords
    | LoseKeywords
    | Forbid
    | Require
    | SetBasePT
    | SwitchPT
    | Destroy
    | Exile
    | ReturnToHand
    | SacrificeObject
    | SacrificeChosen
    | May
    | ChooseOne
    | WinLose
    | Require
    | Deed
)


# --- costs -------------------------------------------------------------------------------------------------------

Cost: TypeAlias = (
    TapCost
    | UntapCost
    | ManaCost
    | LifeCost
    | RemoveCountersCost
    | PutCountersCost
    | SacrificeCost
    | DiscardCost
    | MoreCosts
)


# --- triggers and conditions -------------------------------------------------------------------------------------

Subject: TypeAlias = This | Host | Filter


@term
class Enters(Term):
    """An object of ``subject`` enters the battlefield (603.6a); ``or_this``: "this creature or another ..."."""

    subject: Subject
    or_this: bool = False


@term
class Dies(Term):
    """A permanent of ``subject`` is put into a graveyard from the battlefield (700.4).

    ``batch``: "one or more ... die", once for all that do so at the same time (603.2c).
    """

    subject: Subject
    or_this: bool = False
    batch: bool = False


@term
class Leaves(Term):
    """A permanent of ``subject`` leaves the battlefield (603.6c)."""

    subject: Subject


@term
class LifeGained(Term):
    """A player gains life; ``who`` is you, opponent or any."""

    who: str


@term
class LifeLost(Term):
    """A player loses life; ``who`` is you, opponent or any."""

    who: str


@term
class BecomesTapped(Term):
    """A permanent of ``subject`` becomes tapped (603.2e)."""

    subject: Subject


@term
class BecomesUntapped(Term):
    """A permanent of ``subject`` becomes untapped (603.2e)."""

    subject: Subject


@term
class CardDrawn(Term):
    """A player draws a card; ``who`` is you, opponent or any."""

    who: str


@term
class SpellCast(Term):
    """A player casts a spell of ``filter``; ``who`` is you, opponent or any."""

    who: str
    filter: Filter


@term
class StepBegins(Term):
    """At the beginning of a step: ``step`` upkeep, draw, combat, end; ``whose`` you, opponent or each."""

    step: str
    whose: str


TriggerEvent: TypeAlias = (
    Enters
    | Dies
    | Leaves
    | LifeGained
    | LifeLost
    | BecomesTapped
    | BecomesUntapped
    | CardDrawn
    | SpellCast
    | StepBegins
    | Occasion
)


@term
class LifeIs(Term):
    """The controller's life total compared with a printed number: ``op`` ">=" or "<="."""

    op: str
    value: int


@term
class Controls(Term):
    """The controller controls at least (``op`` ">=") or at most ("<=") ``value`` objects of the set."""

    filter: Filter
    op: str = ">="
    value: int = 1


@term
class StatIs(Term):
    """The named object's power or toughness compared with a printed number."""

    object: This | Host
    compare: Compare


Condition: TypeAlias = LifeIs | Controls | StatIs | MoreConditions


# --- static effects ----------------------------------------------------------------------------------------------


@term
class GrantAbilities(Term):
    """Objects of ``subject`` have these abilities (613.1f)."""

    subject: Subject
    abilities: tuple[Ability, ...]


@term
class ModifyPT(Term):
    """Objects of ``subject`` get +power/+toughness (613.4c)."""

    subject: Subject
    power: Quantity
    toughness: Quantity


@term
class BasePT(Term):
    """Objects of ``subject`` have base power and toughness (613.4b)."""

    subject: Subject
    power: int  # discrete: printed
    toughness: int  # discrete: printed


@term
class DoesntUntap(Term):
    """Objects of ``subject`` don't untap during their controllers' untap steps (502.3)."""

    subject: Subject


@term
class CostReduction(Term):
    """Activated abilities cost less (601.2f). ``whose`` "you" (abilities you activate) or "" (of ``subject``)."""

    amount: int  # discrete: printed
    floor: int = 0  # discrete: "can't reduce the mana in that cost to less than one mana"
    subject: Subject | None = None
    whose: str = ""
    mana_abilities: bool = True  # False: "that aren't mana abilities"


@term
class EntersTapped(Term):
    """The source enters tapped (614.1c)."""


@term
class EntersWithCounters(Term):
    """The source enters with counters on it (614.1c)."""

    kind: str
    amount: Quantity


@term
class CantDo(Term):
    """Objects of ``subject`` can't block, attack, "attack or block" or "be blocked" (508, 509)."""

    subject: Subject
    what: str


StaticEffect: TypeAlias = (
    GrantAbilities
    | ModifyPT
    | BasePT
    | DoesntUntap
    | CostReduction
    | EntersTapped
    | EntersWithCounters
    | CantDo
    | MoreStatics
)


#: Static effects that commute with all others of their kind, so that timestamps can't matter.
UNORDERED: Final = (
    ModifyPT,
    DoesntUntap,
    CostReduction,
    EntersTapped,
    EntersWithCounters,
    CantDo,
    *REPLACING,
)


# --- abilities ---------------------------------------------------------------------------------------------------


@term
class Keyword(Term):
    """A keyword ability (702), lower case, with its parameter text if it has one."""

    name: str
    parameter: str = ""


@term
class Mode(Term):
    """One mode of a modal spell or ability (700.2)."""

    effects: tuple[Effect, ...]
    targets: tuple[TargetSpec, ...] = ()


@term
class Activated(Term):
    """An activated ability (602). ``timing``: "" or sorcery; ``limit``: "" or turn (once each turn)."""

    costs: tuple[Cost, ...]
    effects: tuple[Effect, ...]
    targets: tuple[TargetSpec, ...] = ()
    timing: str = ""
    limit: str = ""
    condition: Condition | None = None  # "activate only if ..."
    zone: str = "battlefield"
    modes: tuple[Mode, ...] = ()


@term
class Triggered(Term):
    """A triggered ability (603). ``condition``: intervening if. ``limit``: "" or turn (once each turn)."""

    trigger: TriggerEvent
    effects: tuple[Effect, ...]
    targets: tuple[TargetSpec, ...] = ()
    condition: Condition | None = None
    limit: str = ""
    modes: tuple[Mode, ...] = ()


@term
class Static(Term):
    """A static ability (604); ``condition``: "as long as ..."."""

    effect: StaticEffect
    condition: Condition | None = None


@term
class SpellAbility(Term):
    """What an instant or sorcery does as it resolves (113.3a); of its modes ``least`` to ``most`` are chosen (700.2, 601.4)."""

    effects: tuple[Effect, ...]
    targets: tuple[TargetSpec, ...] = ()
    modes: tuple[Mode, ...] = ()
    least: int = 1  # discrete: printed
    most: int = 1  # discrete: printed
    kicked: tuple[int, ...] = ()  # discrete: the least and greatest number where the spell was kicked, if another


@term
class SpellCosts(Term):
    """Additional costs of casting the card (601.2f), or with ``how`` an optional or alternative one: kicker, flashback.

    ``condition``: an alternative cost may be chosen only while it holds (118.9).
    """

    costs: tuple[Cost, ...]
    how: str = ""
    condition: Condition | None = None


@term
class Enchant(Term):
    """Enchant [filter] (702.5); ``zone`` graveyard for a card there, ``made``: a creature the Aura itself returned."""

    filter: Filter
    zone: str = "battlefield"
    made: bool = False


@term
class Inert(Term):
    """A clause that is understood and known to do nothing in what is implemented; ``why`` says so."""

    text: str
    why: str


@term
class NotUnderstood(Term):
    """A clause carried along unread, with the span of the first word that could not be read."""

    text: str
    start: int  # discrete: character position in ``text``
    end: int  # discrete: character position in ``text``


Ability: TypeAlias = (
    Activated | Triggered | Static | Keyword | SpellAbility | SpellCosts | Enchant | Inert | NotUnderstood
)


def is_mana_ability(ability: Activated) -> bool:
    """Whether an activated ability is a mana ability (605.1a): it could add mana, has no target, is no loyalty ability."""
    loyal = any(isinstance(cost, LoyaltyCost) for cost in ability.costs)
    return not ability.targets and not loyal and could_add_mana(ability.effects)


#: Effects that could add mana (605.1a).
MANA_EFFECTS: Final = (AddMana, *MANA_DEEDS)


def could_add_mana(effects: tuple[Term, ...]) -> bool:
    """Whether effects could add mana as they are carried out, behind a choice or a condition too (605.1a)."""
    return any(isinstance(e, MANA_EFFECTS) or could_add_mana(_inside(e)) for e in effects)


def _inside(effect: Term) -> tuple[Term, ...]:
    """The effects that are carried out as part of one; none of a later trigger or of what it creates."""
    found: tuple[Term, ...] = tuple(e for option in getattr(effect, "options", ()) for e in option)
    for name in () if isinstance(effect, Delayed | Reflexive) else ("first", "then", "otherwise", "effects"):
        found += getattr(effect, name, ())
    return found
