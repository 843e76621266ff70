"""What one card does again and again: what each of its doings asks for and gives, read from its terms alone.
Part of the solver: the terms.

The nodes declare what they need and give (``terms.base``); this puts it together for abilities and spells. No other card is looked at: what a doing
reaches is kept as a filter, and ``feeds`` places it among other cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from reiterate.rules.access.faces import disturbed
from reiterate.survey.balance import ANYWHERE, HOST_ROW, MUCH, SELF, Doing, Reach, What
from reiterate.survey.wants import permanent
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, SpellCosts, Triggered
from reiterate.terms.base import Ability, Deed, Part, Term, children
from reiterate.terms.costs import BottomCost, Cost, DiscardCost, ExileCost, LoyaltyCost, ManaCost, ReturnCost
from reiterate.terms.effects_continuous import Become
from reiterate.terms.effects_mana import AddMana, AddMixed
from reiterate.terms.effects_permanents import ChooseObject
from reiterate.terms.effects_players import ExtraPhases, ExtraTurn
from reiterate.terms.effects_spells import BecomeCopy, CopySpell, CreateTokens, GainFlashback, LetPlay
from reiterate.terms.effects_structure import Delayed, RepeatProcess
from reiterate.terms.effects_zones import (
    Draw,
    PutBack,
    ReturnToBattlefield,
    RevealUntil,
    Search,
    Shuffle,
    ShuffleIn,
    Take,
)
from reiterate.terms.meanings import meaning
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, EachCard, Filter, Host, Result, TargetRef, TargetSpec, This
from reiterate.terms.replacement_effects import (
    ChangeCounters,
    ChangeDraw,
    ChangeTokens,
    DamageInstead,
    EntersAs,
    EntersWithCounters,
    LifeInstead,
    ManaTimes,
    OthersEnter,
    OthersEnterAs,
    SkipDraw,
    TransformInstead,
    ZoneInstead,
)
from reiterate.terms.static_effects import (
    Are,
    CostReduction,
    GraveyardCast,
    MayCastFrom,
    MayPlay,
    MoreLands,
    NotType,
    SpellCost,
)
from reiterate.terms.trigger_events import (
    DealsDamage,
    Dies,
    Enters,
    Leaves,
    TappedForMana,
    ToGraveyard,
    TriggerEvent,
    WhenDone,
)
from reiterate.terms.vocabulary import PAYING

UNTAPPED: Final = "untapped"
BACK: Final = "back"
ENTERED: Final = "entered"
MANA: Final = ("mana", ANYWHERE)

#: A land more than one in a turn; a triggered ability, or a permanent spell, that is copied; a card that is found in a library.
#: No node declares these.
LANDS: Final = ("lands", ANYWHERE)
REPEATED: Final = ("repeated", ANYWHERE)
DOUBLED: Final = ("doubled", ANYWHERE)
FOUND: Final = ("found", ANYWHERE)

#: What brings cards to a hand, so that a cost takes them from there: one that exiles them asks for the same as one that discards them.
FROM_HAND: Final = DiscardCost.says.needs

#: What a card may do to all others: types change, so that a filter says nothing.
RETYPED: Final = "retyped"

#: The card may become another one as it enters.
COPIER: Final = "copier"

#: What a card does to what all others do, beside its doings.
_WORDS: Final[dict[str, tuple[type, ...]]] = {
    "anything": (BecomeCopy, OthersEnterAs, RepeatProcess),  # any card may become any other
    RETYPED: (Become, Are, NotType),
    "much": (ChangeTokens, ChangeCounters, OthersEnter, CopySpell),
    COPIER: (EntersAs,),
    "unprinted": (ManaTimes, TappedForMana),
}

_HAPPENS: Final = frozenset((word, ANYWHERE) for word in ("life", "drawn", "damage", "loss", "counters"))
_PLAYED_FROM: Final = frozenset((word, ANYWHERE) for word in ("leaves", "dies", "milled", "discarded", "cast"))


@dataclass(frozen=True, slots=True)
class CardDoings:
    """What a card does. ``doings``: with the row ``SELF``, or ``HOST_ROW`` for what follows from its being there. ``cast``: how it is played.

    ``words``: what it does to all others: "anything" (the terms don't tell), "retyped", "much", "copier", "unprinted" (more mana than is printed).
    """

    doings: tuple[Doing, ...]
    cast: tuple[Doing, ...]
    words: frozenset[str]


@lru_cache(maxsize=4096)
def card_doings(proto: Proto) -> CardDoings:
    """What a card does, with both of its faces."""
    faces = [*proto.halves[:2]] or ([proto] if proto.back is None else [proto, proto.back])
    terms = all_of((proto.abilities, proto.back))
    kinds = {type(node) for node in terms}
    words = {word for word, types in _WORDS.items() if not kinds.isdisjoint(types)}
    doings = [doing for face in faces for doing in _of_face(face)]
    cast = [doing for face in _cast_faces(proto, faces) for doing in _castings(face)]  # 712.11
    return CardDoings((*doings, *_beside(terms, kinds)), tuple(cast), frozenset(words))


def _beside(terms: Sequence[Term], kinds: set[type]) -> Iterator[Doing]:
    """What a card does to what all others do, as doings that are beside it."""
    cards = Reach((BACK,), 1, This(), HOST_ROW, whole=True)
    if kinds & {MayCastFrom, MayPlay, LetPlay, GainFlashback, GraveyardCast}:
        yield Doing(HOST_ROW, {}, [_PLAYED_FROM], reaches=[cards])
    if MoreLands in kinds:
        yield Doing(HOST_ROW, gives={LANDS: MUCH})
    if kinds & {Shuffle, ShuffleIn, PutBack, ZoneInstead, BottomCost}:
        yield Doing(HOST_ROW, {FOUND: 1}, reaches=[Reach((BACK,), 1, whole=True)])
    if kinds & {LifeInstead, DamageInstead, TransformInstead, ChangeDraw, SkipDraw}:
        yield Doing(HOST_ROW, {}, [_HAPPENS], dict.fromkeys((*sorted(_HAPPENS), ("milled", ANYWHERE)), MUCH))
    if CopySpell in kinds and any(isinstance(n, TargetSpec) and n.ability for n in terms):
        yield Doing(HOST_ROW, {}, [frozenset({("copied", ANYWHERE)})], {REPEATED: MUCH})
    if CopySpell in kinds and any(map(_of_permanent_spells, terms)):
        yield Doing(HOST_ROW, {}, [frozenset({("copied", ANYWHERE)})], {DOUBLED: MUCH})
    if any(isinstance(n, CostReduction | SpellCost) or (isinstance(n, MayPlay) and n.free) for n in terms) or any(
        isinstance(n.says, Deed) and "cast" in n.says.gives and not isinstance(n, CopySpell) for n in terms
    ):
        yield Doing(HOST_ROW, gives={MANA: MUCH})  # what costs less counts as costing nothing


def _of_permanent_spells(node: Term) -> bool:
    """Whether a target is a spell that becomes a permanent as it resolves: so does a copy of it (707.10f)."""
    if not isinstance(node, TargetSpec) or node.zone != "stack" or node.ability:
        return False
    types = () if node.filter is None else (*node.filter.types, *node.filter.any_of)
    return not types or not {"instant", "sorcery"} & set(types)


def nodes(part: Part) -> Iterator[Term]:
    if isinstance(part, Term):
        yield part
        for _, child in children(part):
            yield from nodes(child)
    elif isinstance(part, tuple):
        for child in part:
            yield from nodes(child)


@lru_cache(maxsize=4096)
def all_of(part: Part) -> tuple[Term, ...]:
    """All nodes of a part."""
    return tuple(nodes(part))


def _cast_faces(proto: Proto, faces: list[Proto]) -> list[Proto]:
    """The faces with which a card may be cast (712.11, 702.146a)."""
    transformed = disturbed(proto)
    return [faces[0], *([transformed] if transformed is not None else [])] if proto.turning else faces


def _of_face(face: Proto) -> Iterator[Doing]:
    top = [ability for one in face.abilities for ability in (one, *_meant(one))]
    inner = {id(ability) for ability in top}
    for ability in top:
        if isinstance(ability, Activated | Triggered):
            yield _ability(SELF, ability)
            if isinstance(ability, Triggered):  # a copy of it on the stack costs nothing (707.10)
                yield replace(_ability(SELF, ability), uses={}, events=[frozenset({REPEATED})])
    if enters_with_counters(face):
        yield Doing(HOST_ROW, {}, [frozenset({(ENTERED, SELF)})], {("counters", ANYWHERE): MUCH})
    for node in nodes(face.abilities):
        if isinstance(node, Delayed) and (node.ends or not node.once):
            yield _delayed(node)
        if id(node) not in inner:
            for inside in (node, *_meant(node)):
                if isinstance(inside, Activated | Triggered):
                    yield _ability(HOST_ROW, inside)


def _castings(face: Proto) -> Iterator[Doing]:
    if "land" in face.types:
        landing = entering(face, {(BACK, SELF): 1})
        landing.events.append(frozenset({("turn", ANYWHERE), LANDS}))
        yield landing
        return
    others = [each for each in face.abilities if isinstance(each, SpellCosts)]
    free = any(each.how for each in others) or any(isinstance(n, Keyword) and n.name in PAYING for n in face.abilities)
    asked = 0 if free else mana_of(face.mana_cost or ())
    cast = entering(face, {**({MANA: asked} if asked else {}), (BACK, SELF): 1})
    for each in others:
        if not each.how:
            for cost in each.costs:
                _pay(cast, SELF, cost)
        elif each.how in ("buyback", "retrace"):
            cast.gives[(BACK, SELF)] = 1
    yield cast
    copied = entering(face, {})
    copied.events.append(frozenset({DOUBLED if permanent(face) else ("copied", ANYWHERE)}))
    yield copied


def entering(face: Proto, uses: dict[What, int]) -> Doing:
    """A card that is played, or a spell that resolves."""
    made = Doing(SELF, dict(uses), [], {} if "land" in face.types else {("cast", ANYWHERE): MUCH}, chosen=True)
    if permanent(face):
        made.gives |= {("enters", ANYWHERE): MUCH, (ENTERED, SELF): 1, (UNTAPPED, SELF): 1}
        if enters_with_counters(face):
            made.gives[("counters", ANYWHERE)] = MUCH
    for ability in face.abilities:
        if isinstance(ability, SpellAbility):
            _give(made, SELF, ability, (ability.effects, ability.modes))
    return made


def _ability(row: int, ability: Activated | Triggered) -> Doing:
    """An ability of a card; ``row``: of what it lives on."""
    made = Doing(SELF, ability=ability, chosen=isinstance(ability, Activated))
    if isinstance(ability, Triggered):
        event = ability.trigger
        own = isinstance(getattr(event, "subject", None), This) and row == SELF and not getattr(event, "or_this", False)
        if own and isinstance(event, Enters):
            made.events.append(frozenset({(ENTERED, SELF)}))
        else:
            if own and isinstance(event, Dies | Leaves | ToGraveyard):
                made.uses[(ENTERED, SELF)] = 1
            made.events += _watched(event)
    else:
        off = most_off(ability)
        for cost in ability.costs:
            _pay(made, row, with_less(cost, off))
        made.gives[("activated", ANYWHERE)] = MUCH
        if ability.zone == "face down":  # it was turned face down, or came so (708.2)
            made.events.append(frozenset({("turned-down", ANYWHERE), ("enters", ANYWHERE)}))
    if ability.limit:
        turn = {("turn", ANYWHERE)} if ability.limit == "turn" else set()  # others come back with a new object alone
        made.events.append(frozenset({*turn, (ENTERED, row), (ENTERED, HOST_ROW)}))
    if ability.targets:
        made.gives[("targeted", ANYWHERE)] = MUCH
    _give(made, row, ability, (ability.effects, ability.modes))
    return made


def _watched(event: TriggerEvent | WhenDone) -> list[frozenset[What]]:
    """What has to happen each time for an ability to trigger. Combat damage is dealt in a step of its own (510)."""
    needs = [event.says.needs, ("step",) if isinstance(event, DealsDamage) and event.combat else ()]
    return [frozenset((word, ANYWHERE) for word in words) for words in needs if words]


def _delayed(node: Delayed) -> Doing:
    """A delayed triggered ability that triggers as often as something happens in the turn (603.7): made once, it costs nothing more."""
    made = Doing(SELF)
    made.events += _watched(node.trigger)
    _give(made, HOST_ROW, Triggered(node.trigger, node.effects), (node.effects,))
    return made


def mana_of(symbols: Sequence[str]) -> int:
    """How much mana a cost has, with nothing for X (107.3)."""
    return sum(int(symbol) if symbol.isdecimal() else symbol != "X" for symbol in symbols)


def most_off(ability: Activated) -> int:
    """How much less generic mana an ability may cost (601.2f, 602.2b); as much as is needed where that is counted."""
    if ability.less is None:
        return 0
    return ability.less.value if isinstance(ability.less, Fixed) else MUCH


def with_less(cost: Cost, off: int) -> Cost:
    """A cost with so much less generic mana, and never less than none of it (118.7c)."""
    if not off or not isinstance(cost, ManaCost):
        return cost
    left = max(0, sum(int(symbol) for symbol in cost.symbols if symbol.isdecimal()) - off)
    rest = tuple(symbol for symbol in cost.symbols if not symbol.isdecimal())
    return ManaCost((str(left), *rest) if left else rest)


def _mana_given(node: Term) -> int:
    """How much mana an effect adds, as printed; as much as is needed where it is not printed."""
    if isinstance(node, AddMana) and isinstance(node.count, Fixed):
        return node.count.value * max(1, len(node.symbols))
    if isinstance(node, AddMixed) and isinstance(node.amount, Fixed):
        return node.amount.value
    return MUCH


def _pay(made: Doing, row: int, cost: Cost) -> None:
    if isinstance(cost, ManaCost):
        asked = mana_of(cost.symbols)
        if asked:
            made.uses[MANA] = made.uses.get(MANA, 0) + asked
    else:
        needs = FROM_HAND if _takes_from_hand(cost) else cost.says.needs
        words = [_of(word, row) for word in needs]
        if isinstance(cost, LoyaltyCost):
            words.append((ENTERED, row))
        if len(words) == 1 and words[0][0] in (UNTAPPED, BACK):
            made.uses[words[0]] = made.uses.get(words[0], 0) + 1
        elif words:
            made.events.append(frozenset(words))
    if isinstance(cost, ReturnCost):  # what is returned to a hand may be cast or played again
        many = 1 if cost.amount is None else cost.amount.value if isinstance(cost.amount, Fixed) else MUCH
        made.reaches.append(Reach((BACK,), many, This() if cost.filter is None else cost.filter, row, exact=True))
    for node in () if _takes_from_hand(cost) else all_of(cost):
        for word in node.says.gives:
            if word.endswith(":this") and row == HOST_ROW:
                made.reaches.append(Reach((_of(word, row)[0],), 1, exact=True))
            else:
                made.gives[_of(word, row)] = 1 if word.endswith(":this") else MUCH


def _takes_from_hand(cost: Cost) -> bool:
    """Whether a cost exiles cards of a set from the hand: those leave no battlefield, and were drawn or came back before."""
    return isinstance(cost, ExileCost) and cost.zone == "hand" and cost.filter is not None


def _give(made: Doing, row: int, ability: Activated | Triggered | SpellAbility, parts: Part) -> None:
    for node in all_of(parts):
        for word in node.says.gives:
            many = _mana_given(node) if word == "mana" else MUCH
            made.gives[_of(word, row)] = made.gives.get(_of(word, row), 0) + many
        if isinstance(node, CreateTokens):
            made.gives |= {(UNTAPPED, HOST_ROW): MUCH, (ENTERED, HOST_ROW): MUCH}
        if isinstance(node, Draw | ExtraTurn | Search | Take | RevealUntil):
            made.gives[FOUND] = 1
        if isinstance(node, ExtraTurn | ExtraPhases):
            made.gives |= {("damage", ANYWHERE): MUCH, ("loss", ANYWHERE): MUCH, ("tapped", ANYWHERE): MUCH}
        if isinstance(node, ExtraTurn):
            made.reaches.append(Reach((UNTAPPED,), MUCH, whole=True))
        elif isinstance(node.says, Deed) and node.says.renews:
            made.reaches.append(_renewed(row, ability, node, node.says))
            if isinstance(node, ReturnToBattlefield) and node.counter:
                made.gives[("counters", ANYWHERE)] = MUCH


def _renewed(row: int, ability: Activated | Triggered | SpellAbility, node: Term, says: Deed) -> Reach:
    """What an effect untaps, brings back or copies."""
    what = getattr(node, says.renews, None)
    where, known = _where(ability, what)
    if says.gives == ("untapped",) or "tapped" in says.gives:
        kinds: tuple[str, ...] = (UNTAPPED,)
    elif "on" in says.moves or says.renews == "of":
        kinds = (UNTAPPED, ENTERED)
    else:
        kinds = (BACK,) if known and says.gives != ("leaves", "enters") else (BACK, UNTAPPED, ENTERED)
    amount = getattr(node, "amount", getattr(node, "count", None))
    many = amount.value if isinstance(amount, Fixed) else 1 if amount is None else MUCH
    return Reach(kinds, many if known else MUCH, where, row, whole=isinstance(what, Each | EachCard))


def _where(ability: Activated | Triggered | SpellAbility, what: object) -> tuple[Filter | This | Host | None, bool]:
    """What an effect may reach, None for anything; and whether its words tell."""
    if isinstance(what, This | Host):
        return what, True
    wanted: Filter | None = what if isinstance(what, Filter) else None
    if isinstance(what, Each | EachCard):
        wanted = what.filter
    elif isinstance(what, TargetRef):
        specs = [node for node in nodes((ability.targets, ability.modes)) if isinstance(node, TargetSpec)]
        spec = specs[what.index] if len(specs) > what.index and not ability.modes else None
        wanted = None if spec is None or spec.most > 1 else spec.filter
    elif isinstance(what, Result):
        chosen = [node for node in ability.effects if isinstance(node, ChooseObject)]
        if len(chosen) == 1:  # as many of a set as its player likes, or one
            return chosen[0].filter, not chosen[0].any_number
    return wanted, wanted is not None


def enters_with_counters(proto: Proto) -> bool:
    """Whether a permanent enters with counters (614.1c)."""
    return any(isinstance(node, EntersWithCounters) for node in nodes(proto.abilities))


def _meant(ability: Term) -> tuple[Ability, ...]:
    return meaning(ability) if isinstance(ability, Keyword) else ()


def _of(word: str, row: int) -> What:
    kind, _, this = word.partition(":")
    return kind, row if this else ANYWHERE
