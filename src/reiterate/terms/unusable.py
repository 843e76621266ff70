"""What of a card is read and can't be used, what the rules handle, and which clauses may stand unread (law 9).

What of a card is read and can't be used yet: the one table of such keywords, and of the other forms.

The reader (``oracle/inert.py``), the rules that refuse or tell of such a clause, and the question whether a card is fully
usable all ask here. A refusal that depends on the game, such as a choice for each member of a group, is none of these.

What the rules handle (law 9).

Every node of a union of the language is carried out by the rules: their tables are whole, or the program does not start
(``rules.access.whole_tables``). A keyword that is no word of the language makes its clause one that is not understood.

Clauses that are not understood and may stand on the board all the same: which of them, and where (law 9).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from reiterate.terms.abilities import Activated, Assumed, Carried, Inert, Keyword, NotUnderstood, Static, Unmet, Watched
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
from reiterate.terms.effects_continuous import Become
from reiterate.terms.effects_permanents import Blight, ChooseObject
from reiterate.terms.effects_spells import CastFor, CastFree, CopyToken, CreateTokens, LetPlay
from reiterate.terms.effects_structure import MayPay
from reiterate.terms.effects_zones import ExileTop, Manifest, ManifestDread, PutFromHand, ReturnToBattlefield
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import StatOf, XValue
from reiterate.terms.references import Filter, Result, This, You
from reiterate.terms.replacement_effects import OWN_ENTERING, OthersEnter, OthersEnterAs
from reiterate.terms.static_effects import Are, Defines, LoseAbilities, NotType
from reiterate.terms.vocabulary import KEYWORDS, payable

# --- unusable ------------------------------------------------------------------------------------

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
UNUSED_KEYWORDS: Final[Mapping[str, UnusedKeyword]] = {
    "banding": UnusedKeyword("702.22", COMBAT, ""),
    "splice": UnusedKeyword("702.47", OPTION, r" onto [A-Z]\w+ (\{.*\}|— .*)", _HAND),
    "transmute": UnusedKeyword("702.53", OPTION, _COST, _HAND),
    "bestow": UnusedKeyword("702.103", OPTION, _COST, _HAND, True),
    "companion": UnusedKeyword("702.139", OPTION, " — .*"),
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
    known = UNUSED_KEYWORDS.get(word)
    return (word, known) if known is not None and known.kind == clause.kind else None


#: What says how permanents enter (614.1c, 614.12).
_HOW_ENTERED: Final = (*OWN_ENTERING, OthersEnter, OthersEnterAs)


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
    terms: list[Term] = []
    walk(ability, terms.append)
    return terms


def _of_inert(clause: Inert) -> Iterable[Unusable]:
    if clause.kind == OPENS:
        return (OPENING,)
    keyword = keyword_of(clause)
    return () if keyword is None else (Unusable(keyword[0], keyword[1].rule),)


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


#: What puts objects onto the battlefield: nobody can choose among these at once.
_ENTERING: Final = (CreateTokens, CopyToken, ReturnToBattlefield, PutFromHand, Manifest, ManifestDread)


def _in_order(effects: Part) -> Iterable[Unusable]:
    """What one effect after another can't do: play what was exiled of another player, or choose among objects made before."""
    if not isinstance(effects, tuple):
        return
    for first, then in pairwise(effects):
        if isinstance(first, ExileTop) and first.who != You() and _plays(then):
            yield ANOTHERS_CARD
        if isinstance(first, _ENTERING) and isinstance(then, ChooseObject | Blight):
            yield CHOSEN_MIDWAY
        if isinstance(then, CastFree) and then.many and then.object == Result():
            yield CHOSEN_MIDWAY


def _plays(effect: Part) -> bool:
    """Whether an effect lets its controller play what the effect before it exiled."""
    return isinstance(effect, LetPlay) and effect.object == Result() and not effect.owner


# --- handled -------------------------------------------------------------------------------------

_KNOWN: Final = frozenset(KEYWORDS)
_UNHANDLED: dict[Term, str] = {}


def not_understood(abilities: Iterable[Term]) -> str | None:
    """The text of the first ability that is not understood, or a keyword that the rules don't handle; None for neither.

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


def unhandled(ability: Term) -> str:
    """The first keyword in an ability that the rules have no handler for, "" where there is none."""
    known = _UNHANDLED.get(ability)
    if known is None:
        found: list[str] = []

        def visit(node: Term) -> None:
            if isinstance(node, Keyword) and node.name not in _KNOWN:
                found.append(node.name)

        walk(ability, visit)
        known = _UNHANDLED[ability] = found[0] if found else ""
    return known


# --- quiet clauses -------------------------------------------------------------------------------

_BATTLEFIELD: Final = "battlefield"
_STACK: Final = "stack"
_CASTING: Final = "casting"
_NO_PERMANENTS: Final = ("instant", "sorcery")
#: Words by which a clause may be about its card as a spell: such a clause keeps the card from being cast.
_OF_SPELLS: Final = re.compile(r"\b(?:the stack|this spell|costs?\b[^.]*\bto cast|cast (?:~|this))\b", re.IGNORECASE)


def opaque(abilities: Iterable[Term]) -> tuple[NotUnderstood, ...]:
    """The clauses among some abilities that are not understood, those that are assumed not to matter included."""
    return tuple(ability for ability in abilities if isinstance(ability, NotUnderstood))


def blocking(abilities: Iterable[Term], zone: str, types: Collection[str] = ()) -> str | None:
    """The text of the first clause that could do something in a zone by itself; None where there is none.

    in: the abilities of a card, the zone in which the card is, and the card's types. What somebody would have to use blocks
    nothing, and neither does a trigger that is watched; of a spell see ``kept_from_casting``. What the rules have no
    handler for blocks anywhere.
    """
    for ability in abilities:
        if isinstance(ability, NotUnderstood):
            if not _quiet(ability, zone, types):
                return ability.text
        elif name := unhandled(ability):
            return name
    return None


def kept_from_casting(proto: Proto) -> str | None:
    """The text of the first clause for which a card can't be cast or played; None where there is none.

    An ability of a permanent functions on the battlefield only, unless it says otherwise (113.6). So it does nothing
    while the card is cast, is a spell, or is on its way. All of an instant or sorcery functions on the stack.
    """
    return blocking(proto.abilities, _STACK, proto.types)


def _quiet(clause: NotUnderstood, zone: str, types: Collection[str]) -> bool:
    """Whether a clause does nothing in a zone unless it is used, or its event happens there."""
    if isinstance(clause, Assumed):
        return True
    if zone == _STACK and (
        not types or any(kind in types for kind in _NO_PERMANENTS) or _OF_SPELLS.search(clause.text)
    ):
        return False
    if isinstance(clause, (Watched, Unmet)):
        return zone == _BATTLEFIELD or not clause.anywhere
    return isinstance(clause, Carried) and not (zone == _STACK and clause.what == _CASTING)


def may_meet(wanted: Filter, proto: Proto, mine: bool) -> bool:
    """Whether a permanent may be one of a set, by its printed types alone; what else the set asks for counts as met.

    in: the set, the permanent's printed facts, and whether the one who speaks of the set controls the permanent.
    """
    if wanted.controller != "any" and (wanted.controller == "you") != mine:
        return False
    if any(kind not in proto.types for kind in wanted.types if kind != "permanent"):
        return False
    if wanted.any_of and not any(kind in proto.types for kind in wanted.any_of):
        return False
    if any(kind in proto.types for kind in wanted.without_types):
        return False
    asked = (*wanted.subtypes, *wanted.any_subtype)
    return not asked or _every_type(proto) or any(kind in proto.subtypes for kind in asked)


def _every_type(proto: Proto) -> bool:
    """Whether a permanent may have more subtypes than are printed (702.73)."""
    return any(isinstance(ability, Keyword) and ability.name == "changeling" for ability in proto.abilities)


def sets_types(effect: Term) -> bool:
    """Whether an effect may make a permanent something else than its printed types say (613.1d)."""
    return isinstance(effect, (Are, Become, NotType))


def takes_abilities(effect: Term) -> bool:
    """Whether an effect makes objects lose abilities, or sets land types, which does the same (305.7, 613.1f)."""
    if isinstance(effect, LoseAbilities):
        return not effect.keywords
    if isinstance(effect, (Are, Become)):
        return effect.clear or (bool(effect.subtypes) and effect.instead)
    return False
