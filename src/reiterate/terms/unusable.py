"""What of a card is read and can't be used yet: the one table of such keywords, and of the other forms.

The reader (``oracle/inert.py``), the rules that refuse or tell of such a clause, and the question whether a card is fully
usable all ask here. A refusal that depends on the game, such as a choice for each member of a group, is none of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from reiterate.terms.abilities import Activated, Inert, Static
from reiterate.terms.base import Part, Term, children, walk
from reiterate.terms.costs import (
    Cost,
    DiscardCost,
    EnergyCost,
    LifeCost,
    ManaCost,
    RemoveCountersCost,
    ReturnCost,
    SacrificeCost,
    TapOthers,
)
from reiterate.terms.effects_copies import CopyToken, CreateTokens
from reiterate.terms.effects_permanents import ChooseObject, Destroy, SacrificeChosen, SacrificeObject
from reiterate.terms.effects_spells import CastFor, LetPlay
from reiterate.terms.effects_structure import MayPay
from reiterate.terms.effects_zones import Discard, Draw, ExileTop, Mill, MoveChosen, PutFromHand, ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import StatOf, XValue
from reiterate.terms.references import Result, This, You
from reiterate.terms.replacement_effects import (
    EntersAs,
    EntersChoosing,
    EntersPaying,
    EntersTapped,
    EntersWithCounters,
    OthersEnter,
    OthersEnterAs,
)
from reiterate.terms.static_effects import Defines
from reiterate.terms.symbols import payable

# Why an inert clause does nothing.
DECK: Final = "deck"  # it matters before the game begins only
OPTION: Final = "option"  # a way of casting, or an ability of another zone: nobody is offered it
COMBAT: Final = "combat"  # a block with it is refused
BEGINS: Final = "begins"  # the card may begin the game on the battlefield (103.6a)
OPENS: Final = "opens"  # another action with a card of an opening hand, which nobody is offered (103.5b, 103.6)
TURNED: Final = "turned"  # another face, which can't be turned up here: no choice of its owner (712.8)
MODAL: Final = "modal"  # another face, which its owner might choose and is not offered (712.11b)
INERT_KINDS: Final = frozenset({DECK, OPTION, COMBAT, BEGINS, OPENS, TURNED, MODAL})


class Unusable(NamedTuple):
    """What can't be used: in words, and the number of the rule that would be needed."""

    what: str
    rule: str

    def __str__(self) -> str:
        return f"{self.what} ({self.rule})"


class UnusedKeyword(NamedTuple):
    """A keyword that is read and can't be used: its rule, its kind, and what stands behind its word on a card (a pattern).

    ``zones``: where its card would be used. ``casting``: it is a way of casting, which works from the command zone too (903.8).
    """

    rule: str
    kind: str
    behind: str
    zones: tuple[str, ...] = ()
    casting: bool = False


_COST: Final = r" (\{[^{}]+\} ?)+"
_HAND: Final = ("hand",)
_GRAVEYARD: Final = ("graveyard",)

#: The keywords by their first words. The card of a companion lies outside of the game (702.139c), so that no zone is named.
KEYWORDS: Final[Mapping[str, UnusedKeyword]] = {
    "banding": UnusedKeyword("702.22", COMBAT, ""),
    "splice": UnusedKeyword("702.47", OPTION, r" onto [A-Z]\w+ (\{.*\}|— .*)", _HAND),
    "ninjutsu": UnusedKeyword("702.49", OPTION, _COST, _HAND),
    "transmute": UnusedKeyword("702.53", OPTION, _COST, _HAND),
    "forecast": UnusedKeyword("702.57", OPTION, " — .*", _HAND),
    "bestow": UnusedKeyword("702.103", OPTION, _COST, _HAND, True),
    "companion": UnusedKeyword("702.139", OPTION, " — .*"),
    "encore": UnusedKeyword("702.141", OPTION, _COST, _GRAVEYARD),
    "disturb": UnusedKeyword("702.146", OPTION, _COST, _GRAVEYARD),
}

_FIRST_WORD: Final = re.compile(r"[^a-z].*", re.DOTALL)

#: Another face that can't be turned up or played.
BACK_FACE: Final = UnusedKeyword("712", OPTION, "", ("hand", "exile", "graveyard"), True)
BACK_FACE_WORDS: Final = "back face"

#: Costs that can be paid while something resolves (118.12).
PAID_ON_RESOLUTION: Final[tuple[type[Cost], ...]] = (
    ManaCost,
    LifeCost,
    EnergyCost,
    SacrificeCost,
    DiscardCost,
    ReturnCost,
    TapOthers,
)

COUNTERS_ELSEWHERE: Final = Unusable("removing X counters from another permanent as a cost", "118")
OPENING: Final = Unusable("an action with a card of an opening hand", "103.6")
ANOTHERS_CARD: Final = Unusable("playing a card that another player owns", "601.3")
CHOSEN_MIDWAY: Final = Unusable("a choice among objects that the same event has made", "608.2d")


def mana_symbol(symbol: str) -> Unusable:
    """That a mana symbol can't be paid for."""
    return Unusable(f"paying {{{symbol}}}", "107.4")


def on_resolution(cost: Term) -> Unusable:
    """That a cost can't be paid while something resolves."""
    return Unusable(f"{type(cost).__name__} paid while something resolves", "118.12")


def defined_as_last_known(stat: str) -> Unusable:
    """That a number which a card's own ability defines isn't known of the card that is gone."""
    return Unusable(f"last known {stat} of a card whose own ability defines it", "608.2h")


def keyword_of(clause: Inert) -> tuple[str, UnusedKeyword] | None:
    """The unused keyword, or the other face, that an inert clause is, with its words; None where it matters before the game alone."""
    if clause.kind in (TURNED, MODAL):
        return BACK_FACE_WORDS, BACK_FACE
    word = _FIRST_WORD.sub("", clause.text.lower())
    known = KEYWORDS.get(word)
    return (word, known) if known is not None and known.kind == clause.kind else None


#: What says how permanents enter (614.1c, 614.12).
_HOW_ENTERED: Final = (
    EntersTapped,
    EntersWithCounters,
    EntersPaying,
    EntersAs,
    EntersChoosing,
    OthersEnter,
    OthersEnterAs,
)


def opening_action(proto: Proto) -> str:
    """What a card may do out of an opening hand: ``BEGINS``, ``OPENS`` or "" (103.6).

    ``OPENS`` also for one that would begin the game on the battlefield and says how something enters: that is not worked out before the game.
    """
    found = {clause.kind for clause in proto.abilities if isinstance(clause, Inert)}
    if BEGINS in found and any(isinstance(a, Static) and isinstance(a.effect, _HOW_ENTERED) for a in proto.abilities):
        return OPENS
    return next((kind for kind in (OPENS, BEGINS) if kind in found), "")


def unusable(ability: Term, defined: bool = False) -> tuple[Unusable, ...]:
    """What of an ability can never be used, each once, wherever it stands in the ability; ``defined`` as of ``defines_size``."""
    found: list[Unusable] = []
    for part in _parts(ability):
        for kind, test in _TESTS.items():
            if isinstance(part, kind):
                found += test(part)
        for _, child in children(part):
            found += _in_order(child)
        if defined and isinstance(part, Activated) and part.zone == "graveyard":
            read = [each for each in _parts(part.effects) if isinstance(each, StatOf)]
            found += [defined_as_last_known(s.stat) for s in read if s.object == This() and s.stat != "manavalue"]
    return tuple(dict.fromkeys(found))


def unusable_symbols(proto: Proto) -> tuple[Unusable, ...]:
    """The symbols of a card's mana cost that nobody can pay for, so that it can't be cast for it."""
    return tuple(dict.fromkeys(mana_symbol(symbol) for symbol in proto.mana_cost or () if not payable(symbol)))


def defines_size(proto: Proto) -> bool:
    """Whether an ability of a card defines its power or toughness (604.3)."""
    return any(isinstance(ability, Static) and isinstance(ability.effect, Defines) for ability in proto.abilities)


def _parts(ability: Part) -> list[Term]:
    found: list[Term] = []
    walk(ability, found.append)
    return found


def _of_inert(clause: Inert) -> Iterable[Unusable]:
    if clause.kind == OPENS:
        return (OPENING,)
    found = keyword_of(clause)
    return () if found is None else (Unusable(found[0], found[1].rule),)


def _of_mana(cost: ManaCost) -> Iterable[Unusable]:
    return (mana_symbol(symbol) for symbol in cost.symbols if not payable(symbol))


def unpaid_on_resolution(cost: Term) -> bool:
    """Whether a cost can't be paid while something resolves: the source's own return, or that of what others control, too."""
    if isinstance(cost, ReturnCost):
        return cost.filter is None or cost.filter.controller != "you"
    return not isinstance(cost, PAID_ON_RESOLUTION)


def _of_payment(effect: MayPay | CastFor) -> Iterable[Unusable]:
    for cost in effect.costs:
        if unpaid_on_resolution(cost):
            yield on_resolution(cost)
        elif isinstance(cost, ManaCost):
            yield from (mana_symbol(symbol) for symbol in cost.symbols if not payable(symbol, resolving=True))


def _of_counters(cost: RemoveCountersCost) -> Iterable[Unusable]:
    return (COUNTERS_ELSEWHERE,) if cost.filter is not None and isinstance(cost.amount, XValue) else ()


#: The nodes that can't be used in some form, each with what asks for the form.
_TESTS: Final[dict[type[Term], Callable[..., Iterable[Unusable]]]] = {
    Inert: _of_inert,
    ManaCost: _of_mana,
    MayPay: _of_payment,
    CastFor: _of_payment,
    RemoveCountersCost: _of_counters,
}


#: What puts cards into graveyards, and what puts objects onto the battlefield: nobody can choose among these at once.
_BURYING: Final = (Mill, Discard, Destroy, SacrificeChosen, SacrificeObject)
_ENTERING: Final = (CreateTokens, CopyToken, ReturnToBattlefield, PutFromHand)


def _in_order(effects: Part) -> Iterable[Unusable]:
    """What one effect after another can't do: play what was exiled of another player, or choose among cards drawn before."""
    if not isinstance(effects, tuple):
        return
    for first, then in pairwise(effects):
        if isinstance(first, ExileTop) and first.who != You() and _plays(then):
            yield ANOTHERS_CARD
        if isinstance(first, Draw) and isinstance(then, MoveChosen) and "hand" in then.zones:
            yield CHOSEN_MIDWAY
        if isinstance(first, _BURYING) and isinstance(then, MoveChosen) and "graveyard" in then.zones:
            yield CHOSEN_MIDWAY
        if isinstance(first, _ENTERING) and isinstance(then, ChooseObject):
            yield CHOSEN_MIDWAY


def _plays(effect: Part) -> bool:
    """Whether an effect lets its controller play what the effect before it exiled."""
    return isinstance(effect, LetPlay) and effect.object == Result()
