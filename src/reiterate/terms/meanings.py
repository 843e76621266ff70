"""Keyword abilities that stand for other abilities (702): what each means in the language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from reiterate.terms.abilities import Activated, Keyword, Static, Triggered
from reiterate.terms.base import Ability, Term, replace
from reiterate.terms.conditions import CanPair, HasCounter, IsA, Kicked, Not, Outgrows
from reiterate.terms.costs import Cost, DiscardCost, DiscardThis, LifeCost, ManaCost, SacrificeCost
from reiterate.terms.effects_continuous import Pump
from reiterate.terms.effects_mana import STAYS, AddMana
from reiterate.terms.effects_permanents import AttachTo, PairUp, PutCounters, SacrificeChosen, SacrificeObject
from reiterate.terms.effects_players import Bend, GainLife, LoseLife
from reiterate.terms.effects_spells import CastFree, CopyForEach, CopySpell, CounterSpell, LetPlay
from reiterate.terms.effects_structure import Branch, Delayed, Effect, IfDone, May, MayPay
from reiterate.terms.effects_zones import (
    Discard,
    Draw,
    Exile,
    ExileTop,
    ExileTopUntil,
    Move,
    PutRest,
    ReturnToBattlefield,
    ReturnToHand,
    RevealTop,
    Search,
)
from reiterate.terms.quantities import Done, Fixed, Plus, Quantity, StatOf, ThisTurn
from reiterate.terms.references import (
    ControllerOf,
    DefendingPlayer,
    Each,
    EachPlayer,
    Filter,
    Result,
    TargetRef,
    TargetSpec,
    That,
    ThatPlayer,
    This,
    You,
)
from reiterate.terms.replacement_effects import EntersDevouring, EntersWithCounters
from reiterate.terms.trigger_events import (
    GREATER_BESIDE,
    MOST_LIFE,
    Attacks,
    BecomesTarget,
    BlockedBy,
    CastThis,
    DealsDamage,
    Dies,
    Enters,
    SpellCast,
    StepBegins,
)
from reiterate.terms.vocabulary import KEYWORDS

#: Keywords that the rules read by name where they matter, and that need no ability of their own.
READ_BY_NAME: Final = frozenset(KEYWORDS) - {
    "undying", "persist", "annihilator", "firebending", "storm", "ward", "prowess", "flanking", "exalted", "battle cry", "extort", "ingest",
    "evolve", "mentor", "training", "dethrone", "cascade", "myriad", "soulbond", "riot", "devour",
}  # fmt: skip


def _returns(without: str) -> Triggered:
    """Undying and persist: back with a counter where the permanent had none of that kind (702.79, 702.93)."""
    back = ReturnToBattlefield(This(), "owner", counter=without, counters=1)
    return Triggered(Dies(This()), (back,), condition=Not(HasCounter(This(), without)))


#: What else a permanent has by the alternative cost for which it was cast: evoke (702.74a) and blitz (702.152a). Haste, by dash or
#: blitz, is a static ability of its own.
PAID_SO: Final[dict[str, tuple[Triggered, ...]]] = {
    "evoke": (Triggered(Enters(This()), (SacrificeObject(This(), by_controller=True),), condition=Kicked("evoke")),),
    "blitz": (Triggered(Dies(This()), (Draw(You(), Fixed(1)),), condition=Kicked("blitz")),),
}

_NEXT_END: Final = StepBegins("end", "each")
#: What is done with the permanent that a spell cast for such a cost becomes, at the beginning of the next end step (702.109a,
#: 702.152a, 702.185a).
AT_NEXT_END: Final[dict[str, Triggered]] = {
    "dash": Triggered(_NEXT_END, (ReturnToHand(This()),)),
    "blitz": Triggered(_NEXT_END, (SacrificeObject(This()),)),
    "warp": Triggered(_NEXT_END, (Exile(This()), LetPlay(Result(), "later", spells=True))),
}


#: The way in which a suspended creature card is cast, which gives haste (702.62a).
SUSPEND: Final = "suspend"

#: The half of a split card that is cast from a graveyard alone (702.127a).
AFTERMATH: Final = Keyword("aftermath")

_ONE: Final = Fixed(1)
_SIZES: Final = ("power", "toughness")
_NONLAND: Final = Filter(without_types=("land",))
_BELOW: Final = PutRest("library", "random", exiled=True)
_GROWS: Final = PutCounters(This(), "+1/+1", _ONE)
#: Keywords that stand for one triggered ability each (702.25a, 702.83a, 702.85a, 702.91a, 702.100a, 702.101a, 702.105a, 702.115a, 702.116a,
#: 702.134a, 702.149a).
_TRIGGERS: Final = {
    "flanking": Triggered(
        BlockedBy(Filter(types=("creature",), without_keyword="flanking")), (Pump(That(), Fixed(-1), Fixed(-1)),)
    ),
    "exalted": Triggered(
        Attacks(Filter(types=("creature",), controller="you"), alone=True), (Pump(That(), _ONE, _ONE),)
    ),
    "battle cry": Triggered(
        Attacks(This()), (Pump(Each(Filter(types=("creature",), attacking=True, another=True)), _ONE, Fixed(0)),)
    ),
    "extort": Triggered(
        SpellCast("you", Filter()),
        (MayPay(You(), (ManaCost(("W/B",)),), (LoseLife(EachPlayer(True), _ONE), GainLife(You(), Done()))),),
    ),
    "evolve": Triggered(
        Enters(Filter(types=("creature",), controller="you")), (_GROWS,), condition=Outgrows(That(), This(), _SIZES)
    ),
    "mentor": Triggered(
        Attacks(This()),
        (PutCounters(TargetRef(0), "+1/+1", _ONE),),
        (TargetSpec(Filter(types=("creature",), attacking=True), weaker=True),),
    ),
    "training": Triggered(Attacks(This(), so=GREATER_BESIDE), (_GROWS,)),
    "dethrone": Triggered(Attacks(This(), so=MOST_LIFE), (_GROWS,)),
    "cascade": Triggered(
        CastThis(),
        (ExileTopUntil(_NONLAND, Plus(StatOf("manavalue", This()), -1)), CastFree(Result()), _BELOW),
    ),
    "myriad": Triggered(
        Attacks(This()),
        (
            IfDone(
                (CopyForEach(This(), EachPlayer(True, True), may=True, attacking=True),),
                (Delayed(StepBegins("end of combat", "each"), (Exile(Result()),)),),
            ),
        ),
    ),
    "ingest": Triggered(DealsDamage(This(), "player", True), (ExileTop(ThatPlayer(), _ONE),)),
}


def firebending(amount: Quantity) -> tuple[Attacks, AddMana, Bend]:
    """The event and the effects of the ability that "firebending N" stands for (702.189a, 702.189b)."""
    red = AddMana(("R",) * amount.value) if isinstance(amount, Fixed) else AddMana(("R",), count=amount)
    return Attacks(This()), replace(red, until=STAYS[0]), Bend("fire")


def discovering(amount: Quantity) -> tuple[Effect, ...]:
    """The effects that "discover N" stands for (701.57a)."""
    kept = IfDone((CastFree(Result()),), (), (Move(Result(), "hand"),))
    return (ExileTopUntil(_NONLAND, amount), kept, _BELOW)


def exploring(what: Any) -> tuple[Effect, ...]:
    """The effects that "it explores" stands for (701.44a)."""
    land = IsA(Result(), Filter(types=("land",)))
    kept = May((Move(Result(), "graveyard"),), ControllerOf(what))
    grows = PutCounters(what, "+1/+1", Fixed(1), ControllerOf(what))
    return (RevealTop(ControllerOf(what)), Branch(land, (Move(Result(), "hand"),), (grows, kept)))


def conniving(what: Any, count: Quantity) -> tuple[Effect, ...]:
    """The effects that "it connives" stands for (701.50a, 701.50e)."""
    nonland = Filter(without_types=("land",))
    discarded = Discard(ControllerOf(what), count, nonland)
    return (Draw(ControllerOf(what), count), discarded, PutCounters(what, "+1/+1", Done(), ControllerOf(what)))


@cache
def meaning(keyword: Keyword) -> tuple[Ability, ...]:
    """The abilities that a keyword stands for; () for one that the rules read by name."""
    name, parameter = keyword.name, keyword.parameter
    if name == "undying":
        return (_returns("+1/+1"),)
    if name == "persist":
        return (_returns("-1/-1"),)
    if name == "prowess":
        spell = SpellCast("you", Filter(without_types=("creature",)))
        return (Triggered(spell, (Pump(This(), Fixed(1), Fixed(1)),)),)
    if name == "soulbond":  # 702.95a
        another = Filter(types=("creature",), controller="you", another=True)
        return (
            Triggered(Enters(This()), (PairUp(),), condition=CanPair()),
            Triggered(Enters(another), (PairUp(That()),), condition=CanPair(That())),
        )
    if name in _TRIGGERS:
        return (_TRIGGERS[name],)
    if name == "riot":  # 702.136a
        return (Static(EntersWithCounters("+1/+1", _ONE, True, ("haste",))),)
    if name == "devour":  # 702.82a
        return (Static(EntersDevouring(Filter(types=("creature",)), int(parameter))),)
    if name == "annihilator":
        gone = SacrificeChosen(DefendingPlayer(), Filter(), Fixed(int(parameter)))
        return (Triggered(Attacks(This()), (gone,)),)
    if name == "firebending":
        event, red, bent = firebending(Fixed(int(parameter)))
        return (Triggered(event, (red, bent)),)
    if name == "storm":
        before = Plus(ThisTurn("spells cast by all", You()), -1)
        return (Triggered(CastThis(), (CopySpell(This(), retarget=True, count=before),)),)
    if name == "ward":
        aimed = BecomesTarget(This(), by="opponent")
        unless = MayPay(
            ControllerOf(Result()), _ward(parameter), otherwise=(CounterSpell(Result()),)
        )  # what targets it
        return (Triggered(aimed, (unless,)),)
    return ()


#: What ward may cost besides mana and life, by its words (702.21a).
WARD_COSTS: Final[dict[str, Cost]] = {
    "discard a card": DiscardCost(),
    "sacrifice a creature": SacrificeCost(Filter(types=("creature",))),
    "sacrifice a Food": SacrificeCost(Filter(subtypes=("Food",))),
    "sacrifice two permanents": SacrificeCost(Filter(), Fixed(2)),
    "sacrifice three nonland permanents": SacrificeCost(Filter(without_types=("land",)), Fixed(3)),
}


def _ward(parameter: str) -> tuple[Cost, ...]:
    """The costs of ward: mana, life, both, or one of ``WARD_COSTS``."""
    if parameter in WARD_COSTS:
        return (WARD_COSTS[parameter],)
    words = parameter.split()
    mana = (_mana(words[0].removesuffix(",")),) if words[0].startswith("{") else ()
    return (*mana, LifeCost(Fixed(int(words[-2])))) if words[-1] == "life" else mana


#: Keywords that stand for no ability, and whose instances add up (702.164b).
SUMMED: Final = frozenset({"toxic"})


def each_counts(ability: Term) -> bool:
    """Whether a second instance of an ability of a permanent does something besides the first, as of prowess (702.108b) and toxic.

    What says how a permanent enters does nothing more once it is there (614.1c).
    """
    if isinstance(ability, Keyword):
        return any(isinstance(meant, Triggered) for meant in meaning(ability)) or ability.name in SUMMED
    return isinstance(ability, (Triggered, Static))


def _mana(text: str) -> ManaCost:
    return ManaCost(tuple(part for part in text.strip("{}").split("}{") if part))


def is_equip(ability: Activated) -> bool:
    """Whether an ability is equip (702.6a): no other words are read into such an ability."""
    onto = ability.targets[0] if len(ability.targets) == 1 else None
    mine = (
        onto is not None
        and onto.filter is not None
        and onto.filter.controller == "you"
        and "creature" in onto.filter.types
    )
    return mine and ability.effects == (AttachTo(TargetRef(0)),) and ability.timing == "sorcery"


def is_cycling(ability: Activated) -> bool:
    """Whether an ability is cycling or typecycling (702.29): no other words are read into such an ability."""
    does = ability.effects[0] if len(ability.effects) == 1 else None
    return DiscardThis() in ability.costs and (does == Draw(You(), Fixed(1)) or isinstance(does, Search))


#: How the keyword abilities are told whose costs a text may change.
OF_KEYWORD: Final[dict[str, Callable[[Activated], bool]]] = {"equip": is_equip, "cycling": is_cycling}
