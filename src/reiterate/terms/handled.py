"""What the rules handle: one whole table for each closed union of the language (law 9).

A node of a union that stands in no table, and a keyword that does not, makes its clause one that is
not understood. ``check_tables`` runs as the program starts: no table names what the language
doesn't have.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import UnionType
from typing import Final

from reiterate.terms.abilities import Assumed, Keyword, NotUnderstood
from reiterate.terms.base import Term, walk
from reiterate.terms.conditions import Condition
from reiterate.terms.costs import Cost
from reiterate.terms.effects_structure import Effect
from reiterate.terms.keywords import KEYWORDS
from reiterate.terms.static_effects import StaticEffect
from reiterate.terms.trigger_events import TriggerEvent

#: Costs (118): ``rules.costs.total_cost`` works them out, ``rules.costs.payment`` pays them.
COSTS: Final = frozenset(
    {
        "BottomCost",
        "DiscardCost",
        "DiscardThis",
        "EvidenceCost",
        "ExileCost",
        "LifeCost",
        "LoyaltyCost",
        "ManaCost",
        "MillCost",
        "PutCountersCost",
        "RemoveCountersCost",
        "ReturnCost",
        "SacrificeCost",
        "TapCost",
        "TapOthers",
        "UntapCost",
    }
)

#: Trigger events (603): ``rules.events.trigger_matching`` hears them.
TRIGGERS: Final = frozenset(
    {
        "AbilityActivated",
        "Attacks",
        "BecomesBlocked",
        "BecomesTapped",
        "BecomesTarget",
        "BecomesUntapped",
        "BlockedBy",
        "Blocks",
        "BlocksOne",
        "CardDrawn",
        "CastOrCopied",
        "CastThis",
        "CastsNth",
        "CoinFlipped",
        "CountersPut",
        "CyclesThis",
        "DealsDamage",
        "Dies",
        "Discards",
        "DrawsNth",
        "Enters",
        "Expends",
        "IsDealtDamage",
        "Leaves",
        "LifeGained",
        "LifeLost",
        "PlayerDamaged",
        "Sacrifices",
        "SpellCast",
        "StateIs",
        "StepBegins",
        "TappedForMana",
        "ToGraveyard",
        "TokensMade",
    }
)

#: Static effects (604, 613): layers, costs, replacement, permission.
STATICS: Final = frozenset(
    {
        "Are",
        "AttackOnly",
        "AttackTax",
        "BasePT",
        "BlockLimit",
        "CantDo",
        "CantHaveCounters",
        "ChangeCounters",
        "ChangeDamage",
        "ChangeDraw",
        "ChangeLife",
        "ChangeMill",
        "ChangeTokens",
        "CombatLimit",
        "CombatToll",
        "ControlHost",
        "CostReduction",
        "DamageInstead",
        "Defines",
        "DoesntUntap",
        "EntersAs",
        "EntersChoosing",
        "EntersPaying",
        "EntersTapped",
        "EntersWithCounters",
        "GrantAbilities",
        "HostSpared",
        "LifeInstead",
        "LoseAbilities",
        "LoyaltyMore",
        "ManaTimes",
        "MayCastFrom",
        "MayPlay",
        "ModifyPT",
        "MoreLands",
        "NotType",
        "OthersEnter",
        "OthersEnterAs",
        "PlayerCant",
        "PreventDamage",
        "PreventPart",
        "SilentEntering",
        "SkipDraw",
        "Skips",
        "SpellCost",
        "TurnedAsThough",
        "WinInstead",
        "ZoneInstead",
    }
)

#: Conditions (603.4, 604.2): ``rules.characteristics.evaluate.holds`` reads them.
CONDITIONS: Final = frozenset(
    {
        "Arrived",
        "Compared",
        "Controls",
        "Damaged",
        "HasCounter",
        "IsA",
        "IsTapped",
        "Kicked",
        "LifeIs",
        "Not",
        "OnBattlefield",
        "ShareColor",
        "StatIs",
        "WasCast",
        "YourTurn",
    }
)

#: Effects (608): ``rules.resolution.handlers`` has a handler for each one.
EFFECTS: Final = frozenset(
    {
        "AddChosen",
        "AddColorOf",
        "AddMana",
        "AddMixed",
        "AddPerColor",
        "AddProduced",
        "AddProducible",
        "Adds",
        "Again",
        "AttachTo",
        "Become",
        "BecomeCopy",
        "Branch",
        "CastCopy",
        "CastFree",
        "ChangeText",
        "ChooseOne",
        "ControlTurn",
        "CopySpell",
        "CopyToken",
        "CounterSpell",
        "CreateTokens",
        "DealDamage",
        "DealDivided",
        "Delayed",
        "Destroy",
        "Discard",
        "DiscardRandom",
        "Distribute",
        "DoubleCounters",
        "DoubleMana",
        "Draw",
        "EachReturns",
        "ExchangeControl",
        "ExchangeLife",
        "Exile",
        "ExileTop",
        "ExileUntil",
        "ExtraPhases",
        "ExtraSteps",
        "ExtraTurn",
        "Fight",
        "FlipCoin",
        "FlipUntilLost",
        "ForEachPlayer",
        "Forbid",
        "GainAbilities",
        "GainActivated",
        "GainControl",
        "GainFlashback",
        "GainKeywords",
        "GainLife",
        "IfDone",
        "Lasting",
        "LetPlay",
        "LookTake",
        "LoseKeywords",
        "LoseLife",
        "May",
        "MayPay",
        "Mill",
        "MillUntil",
        "Move",
        "MoveChosen",
        "NewTargets",
        "Populate",
        "Prevent",
        "PreventAll",
        "Proliferate",
        "Pump",
        "PutBack",
        "PutCounters",
        "PutFromHand",
        "PutPlayerCounters",
        "Rearrange",
        "Redirect",
        "Reflexive",
        "Regenerate",
        "RemoveCounters",
        "RemoveFromCombat",
        "RepeatProcess",
        "Require",
        "ReturnToBattlefield",
        "ReturnToHand",
        "RevealDiscard",
        "RevealUntil",
        "SacrificeChosen",
        "SacrificeObject",
        "Scry",
        "Search",
        "SetBasePT",
        "SetLife",
        "Shuffle",
        "ShuffleIn",
        "SkipNext",
        "SkipTurn",
        "Surveil",
        "SwapEnchant",
        "SwitchPT",
        "Tap",
        "TapOrUntap",
        "Untap",
        "UntapUpTo",
        "WinLose",
    }
)

#: Keyword abilities (702) that the rules know.
KEYWORDS_HANDLED: Final = frozenset(
    {
        "flying",
        "reach",
        "first strike",
        "double strike",
        "deathtouch",
        "lifelink",
        "trample",
        "vigilance",
        "haste",
        "menace",
        "defender",
        "indestructible",
        "hexproof",
        "shroud",
        "flash",
        "fear",
        "intimidate",
        "skulk",
        "horsemanship",
        "shadow",
        "undying",
        "persist",
        "infect",
        "wither",
        "annihilator",
        "storm",
        "convoke",
        "protection",
        "ward",
        "prowess",
        "changeling",
        "devoid",
        "rebound",
        "toxic",
        "landwalk",
    }
)

#: Each union of the language with its table.
TABLES: Final[tuple[tuple[str, UnionType, frozenset[str]], ...]] = (
    ("cost", Cost, COSTS),
    ("trigger event", TriggerEvent, TRIGGERS),
    ("static effect", StaticEffect, STATICS),
    ("condition", Condition, CONDITIONS),
    ("effect", Effect, EFFECTS),
)

_UNHANDLED: dict[Term, str] = {}


def not_understood(abilities: Iterable[Term]) -> str | None:
    """The text of the first ability that is not understood, or what the rules have no handler for; None for neither.

    What a person assumes not to matter is passed over.
    """
    for ability in abilities:
        if isinstance(ability, NotUnderstood):
            if not isinstance(ability, Assumed):
                return ability.text
            continue
        if name := unhandled(ability):
            return name
    return None


def members(union: UnionType) -> tuple[type, ...]:
    """The node kinds of a union of the language."""
    kinds: tuple[type, ...] = union.__args__
    return kinds


def unhandled(ability: Term) -> str:
    """What of an ability the rules have no handler for, "" where there is nothing: a kind of node, or a keyword."""
    known = _UNHANDLED.get(ability)
    if known is None:
        found: list[str] = []

        def visit(node: Term) -> None:
            if isinstance(node, Keyword):
                if node.name not in KEYWORDS_HANDLED:
                    found.append(node.name)
            elif type(node) not in _HANDLED and type(node) in _ALL:
                found.append(type(node).__name__)

        walk(ability, visit)
        known = _UNHANDLED[ability] = found[0] if found else ""
    return known


def check_tables() -> None:
    """Raise ``RuntimeError`` where a table names what its union lacks, or two kinds of one name would share an entry."""
    for what, union, table in TABLES:
        names = [kind.__name__ for kind in members(union)]
        if len({*names}) != len(names) or not table <= {*names}:
            raise RuntimeError(f"the table of handlers of each {what} is not that of the language")
    if not {*KEYWORDS} >= KEYWORDS_HANDLED:
        raise RuntimeError("the table of handled keywords names one that the language lacks")


_ALL: Final = frozenset(kind for _, union, _ in TABLES for kind in members(union))
_HANDLED: Final = frozenset(kind for _, union, table in TABLES for kind in members(union) if kind.__name__ in table)
check_tables()
