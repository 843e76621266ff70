"""What static abilities do (604): continuous effects, changes of the rules; the union with replacement effects."""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from reiterate.terms.base import Ability, Rule, Term, check_declared
from reiterate.terms.conditions import Condition
from reiterate.terms.costs import Cost
from reiterate.terms.quantities import Quantity
from reiterate.terms.references import Filter, Paired, Subject
from reiterate.terms.replacement_effects import Replacement


class GrantAbilities(Term):
    """Objects of ``subject`` have these abilities (613.1f)."""

    says: ClassVar = Rule(asks="granted", changes="", ranged=True)

    subject: Subject | Paired
    abilities: tuple[Ability, ...]


class HasActivated(Term):
    """Objects of ``subject`` have all activated abilities of all cards of a set in graveyards, or in "your" own (613.1f, 201.5b)."""

    says: ClassVar = Rule(asks="", changes="", ranged=False)

    subject: Subject
    filter: Filter
    whose: str = "any"


class ModifyPT(Term):
    """Objects of ``subject`` get +power/+toughness (613.4c); with ``minus`` -power/-toughness of what is counted."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    subject: Subject | Paired
    power: Quantity
    toughness: Quantity
    minus: bool = False


class BasePT(Term):
    """Objects of ``subject`` have base power and toughness (613.4b)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    subject: Subject
    power: int  # discrete: printed
    toughness: int  # discrete: printed


class Are(Term):
    """Objects of ``subject`` are something (613.1d, 613.1e, 613.4b): types and colours added, or set with ``instead``.

    ``everywhere``: cards in all zones too (Painter's Servant). ``chosen``: the colour or creature
    type chosen as the source entered ("color", "type"). ``size``: base power and toughness are each
    the mana value. ``clear``: all other abilities are lost. ``retype``: creature types replace
    others while card types are added (205.1b).
    """

    says: ClassVar = Rule(asks="lands-change", changes="", ranged=True)

    subject: Subject
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
    abilities: tuple[Ability, ...] = ()
    sets_colors: bool = False
    retype: bool = False


class LoseAbilities(Term):
    """Objects of ``subject`` lose keywords, or all abilities with none named (613.1f)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    subject: Subject
    keywords: tuple[str, ...] = ()


class NotType(Term):
    """The source isn't a creature (613.1d)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    type: str


class Defines(Term):
    """A characteristic-defining ability (604.3): the source's power and toughness are each equal to a quantity."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    power: Quantity | None
    toughness: Quantity | None


class ControlHost(Term):
    """The controller controls the enchanted permanent (613.1b)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)


class DoesntUntap(Term):
    """Objects of ``subject`` don't untap during their controllers' untap steps (502.3)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    subject: Subject


class UntapsToo(Term):
    """Permanents of ``subject`` untap during the untap step of each player but the ability's controller, too (502.3)."""

    says: ClassVar = Rule(asks="", changes="untapped", ranged=True)

    subject: Subject


#: That creatures can't be blocked by more than one creature.
BY_MORE: Final = "be blocked by more"


class CantDo(Term):
    """Objects of ``subject`` can't block, attack, "attack or block", "be blocked" or ``BY_MORE`` (508, 509)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    subject: Subject
    what: str


class CostReduction(Term):
    """Activated abilities cost less (601.2f). ``whose`` "you" (abilities you activate) or "" (of ``subject``).

    ``up_to``: as much less as their controller chooses, at most ``amount``. ``keyword``: equip or cycling abilities alone.
    """

    says: ClassVar = Rule(asks="", changes="mana", ranged=True)

    amount: int  # discrete: printed
    floor: int = 0  # discrete: "can't reduce the mana in that cost to less than one mana"
    subject: Subject | None = None
    whose: str = ""
    mana_abilities: bool = True  # False: "that aren't mana abilities"
    up_to: bool = False
    keyword: str = ""


class PlayerCant(Term):
    """Players (``who``) can't do something: gain life, lose the game, win the game, get poison, draw, cast, ...

    ``filter``: of what they cast.
    """

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    who: str
    what: str
    filter: Filter | None = None


class CastOnly(Term):
    """The card can be cast only while a condition holds (601.3)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    condition: Condition


class BlockLimit(Term):
    """Who can block whom (509.1b): ``subject`` can't be blocked by creatures of any of the ``sets`` (``side`` "by"),
    can be blocked by those alone ("except"), or can't block them ("")."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    subject: Subject
    sets: tuple[Filter, ...]
    side: str


class AttacksEachOnce(Term):
    """Creatures of ``subject`` can't attack a player whom they have already attacked this turn (508.1c)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    subject: Subject


class AttackOnly(Term):
    """Creatures of ``subject`` can attack only players who control something of a set, and their permanents (508.1c)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    subject: Subject
    filter: Filter


class Ascend(Term):
    """Any time its controller controls ten or more permanents, they get the city's blessing (702.131)."""

    says: ClassVar = Rule(asks="", changes="", ranged=False)


class Bound(Term):
    """Daybound ("day") or nightbound ("night"): it transforms as the other one comes, and in no other way (702.145)."""

    says: ClassVar = Rule(asks="", changes="", ranged=False)

    time: str


class MayExert(Term):
    """Its controller may exert the source as it attacks (701.43d); ``once``: only if it wasn't exerted this turn."""

    says: ClassVar = Rule(asks="", changes="", ranged=False)

    once: bool = False


class CantAttackYou(Term):
    """Creatures of a set can't attack the controller, and with ``walkers`` planeswalkers they control (508.1c)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    filter: Filter
    walkers: bool = False


class SilentEntering(Term):
    """Permanents of a set that enter don't cause abilities to trigger."""

    says: ClassVar = Rule(asks="", changes="", ranged=False)

    filter: Filter


class MoreLands(Term):
    """Players (``who``) may play so many additional lands on each of their turns (305.2)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    amount: int  # discrete: printed
    who: str = "you"


class KeepsMana(Term):
    """Players (``who``) don't lose unspent mana of some kinds as steps and phases end (500.5)."""

    says: ClassVar = Rule(asks="", changes="mana", ranged=True)

    who: str
    kinds: tuple[str, ...]


class CantHaveCounters(Term):
    """Objects of a set can't have counters of a kind put on them."""

    says: ClassVar = Rule(asks="", changes="counters", ranged=True)

    filter: Filter
    kind: str


class MayCastFrom(Term):
    """The controller may cast the source from a zone (601.3), while the ability's condition holds."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    zone: str


class CastTransformed(Term):
    """The source may be cast transformed from its owner's graveyard by paying this cost rather than its mana cost (702.146a)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    symbols: tuple[str, ...]


class MayPlay(Term):
    """The controller may play ``what`` from a zone of theirs (601.3, 305.1): lands, spells of a set, or both ("cards").

    ``zone`` "library" is the top card alone (401.5); ``free``: spells are cast without paying their
    mana costs (118.9). ``anyone``: any player may. ``flash``: those cast so may be cast as though they had flash (601.3b).
    """

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    zone: str
    what: str
    filter: Filter
    free: bool = False
    anyone: bool = False
    flash: bool = False


class GraveyardCast(Term):
    """Cards of a set in the controller's graveyard have flashback or escape (702.34, 702.138).

    Each for ``costs``; with ``own`` for its mana cost and ``costs``. A card without a mana cost can't be cast so then (118.6).
    """

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    filter: Filter
    how: str
    costs: tuple[Cost, ...] = ()
    own: bool = True


class SpellCost(Term):
    """Spells cost more (positive) or less (negative) generic mana to cast (601.2f); ``this``: the source itself.

    ``symbols``: they cost so much less of each of these colors instead, and ``only`` of them (118.7b, 118.7c).
    """

    says: ClassVar = Rule(asks="", changes="mana", ranged=True)

    who: str
    filter: Filter | None
    amount: Quantity
    less: bool = True
    this: bool = False
    symbols: tuple[str, ...] = ()
    only: bool = False


class SpellsHave(Term):
    """Spells of a set that the controller casts have a keyword by which objects pay for them (702.51, 702.66, 702.126)."""

    says: ClassVar = Rule(asks="", changes="mana", ranged=False)

    filter: Filter
    keyword: str


class TriggersAgain(Term):
    """What happens causes a triggered ability of a permanent of the controller to trigger an additional time (603.2d).

    ``cause``: "enters", a permanent of a set, or "cast", a spell of a set that the controller casts or copies.
    """

    says: ClassVar = Rule(asks="", changes="enters cast", ranged=True)

    filter: Filter
    cause: str = "enters"


class TargetTax(Term):
    """Spells of a player that target a permanent of ``subject`` cost so much life more to cast (601.2f, 118.8)."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    who: str
    filter: Filter
    subject: Subject
    life: int  # discrete: printed


class TurnedAsThough(Term):
    """Rule changes for objects of a set: "toughness damage", "attack defender", "flash", "no maximum hand size".

    "flash" is about spells of the controller, or with "any" controller of all players, or about the card itself (601.3b).
    "must attack" and "must block": each combat if able (508.1d, 509.1c). "no legend rule": 704.5j doesn't apply to them.
    "revealed top card" and "known top card": all players, or the controller alone, see the top card of the controller's library.
    """

    says: ClassVar = Rule(asks="", changes="untapped", ranged=True)

    subject: Subject
    what: str


class CombatLimit(Term):
    """No more than so many creatures can attack, or block, each combat (508.1c, 509.1b)."""

    says: ClassVar = Rule(asks="", changes="", ranged=False)

    what: str
    amount: int  # discrete: printed


class LoyaltyMore(Term):
    """Loyalty abilities that the controller activates have so many loyalty counters added to their cost (606.5)."""

    says: ClassVar = Rule(asks="", changes="activated", ranged=True)

    amount: int  # discrete: printed


class AttackTax(Term):
    """Creatures can't attack the controller unless mana is paid for each (508.1g); ``planeswalkers``: nor those."""

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    amount: Quantity
    planeswalkers: bool = False


class CombatToll(Term):
    """Creatures can't attack, block, attack or block, or be blocked (``what``) unless mana is paid for each (508.1g).

    Their controller pays, for being blocked the controller of each blocker (509.1d).
    """

    says: ClassVar = Rule(asks="", changes="", ranged=True)

    subject: Subject
    what: str
    amount: Quantity


#: Continuous effects on characteristics and control (613).
CharacteristicsChange: TypeAlias = (
    GrantAbilities | HasActivated | ModifyPT | BasePT | Are | LoseAbilities | NotType | Defines | ControlHost
)

#: Changes of the rules (613.11).
RuleChange: TypeAlias = (
    DoesntUntap
    | UntapsToo
    | CantDo
    | CostReduction
    | PlayerCant
    | CastOnly
    | BlockLimit
    | AttackOnly
    | AttacksEachOnce
    | CantAttackYou
    | Ascend
    | Bound
    | MayExert
    | SilentEntering
    | MoreLands
    | KeepsMana
    | CantHaveCounters
    | MayCastFrom
    | CastTransformed
    | MayPlay
    | GraveyardCast
    | SpellCost
    | TargetTax
    | SpellsHave
    | TriggersAgain
    | TurnedAsThough
    | CombatLimit
    | LoyaltyMore
    | AttackTax
    | CombatToll
)

#: What a static ability does.
StaticEffect: TypeAlias = CharacteristicsChange | RuleChange | Replacement

check_declared("static effect", StaticEffect, Rule)

#: Static effects that commute with all others of their kind, so that timestamps can't matter.
UNORDERED: Final[tuple[type, ...]] = (ModifyPT, *RuleChange.__args__, *Replacement.__args__)
