"""Feeds: whether some cards could give each other, again and again, what each of them asks for, read from their terms alone.
Part of the solver: the terms.

A period of a loop is a balance that loses nothing. Each doing of the cards is one unknown of a linear program, each thing that is used up is one line of it. Where no balance
has a part for a card, no board is tried. The reading is generous and proves nothing: an amount that is not printed counts as much as is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from reiterate.state.model import LIBRARY
from reiterate.survey.balance import ANYWHERE, HOST_ROW, MUCH, SELF, Doing, Reach, What, most
from reiterate.survey.card_doings import (
    BACK,
    COPIER,
    LANDS,
    MANA,
    RETYPED,
    UNTAPPED,
    CardDoings,
    all_of,
    card_doings,
    entering,
    nodes,
)
from reiterate.survey.wants import permanent
from reiterate.terms.abilities import Activated, Keyword, Static, is_mana_ability
from reiterate.terms.base import Ability, Deed, Rule, Term, children
from reiterate.terms.costs import LifeCost, ManaCost, MillCost, TapCost
from reiterate.terms.effects_continuous import GainKeywords
from reiterate.terms.effects_permanents import DoubleCounters
from reiterate.terms.effects_players import ExchangeLife, PutPlayerCounters, SetLife, WinLose
from reiterate.terms.effects_spells import BecomeCopy, CopySpell, CopyToken, CreateTokens
from reiterate.terms.effects_zones import RevealUntil, Search
from reiterate.terms.meanings import READ_BY_NAME
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CardsIn, Fixed, Half, LifeTotal, Quantity
from reiterate.terms.references import Each, Filter, Host, This
from reiterate.terms.replacement_effects import (
    ChangeDamage,
    ChangeLife,
    DamageInstead,
    LifeInstead,
    TransformInstead,
    WinInstead,
)
from reiterate.terms.static_effects import GrantAbilities
from reiterate.terms.vocabulary import PAYING

#: Things that most cards give and ask for.
_COMMON: Final = ("mana", "cast")

#: Things that lie beside the cards: what taps for mana, and what is cast for nothing.
_BESIDE: Final = (
    Proto("a land", ("land",)),
    Proto("a creature", ("creature",)),
    Proto("an artifact", ("artifact",)),
)

#: Keywords that say how a creature fights or what can't be done to it: none of them makes a loop of anything.
#: None that stands for an ability is one of them.
OF_COMBAT: Final = READ_BY_NAME - set(PAYING) - {
    "deathtouch", "lifelink", "haste", "indestructible", "flash", "infect", "wither", "changeling", "rebound", "toxic",
    "double strike",
}  # fmt: skip


def idle_cards(protos: Sequence[Proto]) -> list[int] | None:
    """The cards that no balance of a loop has a part for; None where the terms alone don't tell.

    A card that only has to be there, such as for a static ability, has a part where another one does something.
    """
    return _idle(tuple(protos))


def doings_of(protos: Sequence[Proto]) -> list[Doing] | None:
    """What some cards do, and what lies beside them; None where the terms alone don't tell."""
    reading = Reading(protos)
    return None if reading.anything else list(reading.doings())


def fed(doings: Sequence[Doing], row: int) -> bool:
    """Whether a card does something in a balance of a loop."""
    return most(doings, [doing.row == row for doing in doings]) > 0


def met(doings: Sequence[Doing], row: int, other: int) -> set[str]:
    """The kinds of what a card gives and another one asks for, but for mana and for being cast, which most cards give.

    What follows from what a card gives, whatever does it, counts as given too: life where damage is dealt. An ability that is granted asks for what
    any card may be given.
    """
    given = {what for doing in doings if doing.row == row for what in doing.given()}
    follows = [doing for doing in doings if doing.row == HOST_ROW and doing.events and not doing.uses]
    given |= {what for doing in follows if not any(map(given.isdisjoint, doing.events)) for what in doing.given()}
    asked = {what for doing in doings if doing.row == other for group in doing.asked() for what in group}
    return {
        kind
        for kind, at in given
        for wanted, there in asked
        if kind == wanted and kind not in _COMMON and (at == there or there == HOST_ROW)
    }


@lru_cache(maxsize=256)
def _idle(protos: tuple[Proto, ...]) -> list[int] | None:
    doings = doings_of(protos)
    return None if doings is None else idle_of(protos, doings)


def idle_of(protos: Sequence[Proto], doings: Sequence[Doing]) -> list[int]:
    """The same of cards whose doings are read."""
    does = [fed(doings, i) for i in range(len(protos))]
    if not any(does):
        return list(range(len(protos)))
    return [i for i, proto in enumerate(protos) if not does[i] and not of_use(proto)]


#: Numbers from which on an amount may come near a life total by itself, and copies from which on something is multiplied.
_GREAT: Final = 10
_COPIES: Final = 5

#: From how often on what is done again and again is looked at as one thing.
SEVERAL: Final = 3

#: What ends games, or moves amounts as great as life totals.
_ENDING: Final = (
    WinLose, WinInstead, SetLife, ExchangeLife, PutPlayerCounters, DoubleCounters, LifeTotal, Half, ChangeDamage, ChangeLife, LifeInstead,
    DamageInstead, TransformInstead,
)  # fmt: skip


def may_end(protos: Sequence[Proto]) -> bool:
    """Whether a line played once with some cards may win or give very much, as far as their terms tell."""
    return any(_ends(proto) for proto in protos)


@lru_cache(maxsize=1024)
def _ends(proto: Proto) -> bool:
    return any(_great(node) for node in nodes((proto.abilities, proto.back)))


def _great(node: Term) -> bool:
    """Whether a node of the terms ends games, or is an amount that may come near a life total."""
    if isinstance(node, Keyword):
        return node.name in ("infect", "storm")
    if isinstance(node, GainKeywords):
        return "infect" in node.keywords
    if isinstance(node, LifeCost):
        return not isinstance(node.amount, Fixed)
    if isinstance(node, Activated):
        return costs_what_is_there(node)
    if isinstance(node, CopyToken | CreateTokens):
        return not isinstance(node.count, Fixed) or node.count.value >= _COPIES
    if isinstance(node, BecomeCopy):  # as many of one thing as there are permanents
        return isinstance(node.object, Each)
    if isinstance(node, Search):  # as many as there are
        return node.amount == 0 and node.to == "battlefield"
    if isinstance(node, CardsIn):  # a library is more than a life total
        return node.zone == LIBRARY
    if isinstance(node, Fixed):
        return node.value >= _GREAT
    return isinstance(node, (*_ENDING, RevealUntil)) or _empties(node)


def costs_what_is_there(ability: Ability) -> bool:
    """Whether an ability may be activated as often as there is life, or are cards in the library: it costs nothing else.

    Phyrexian mana is paid with life as well (107.4f).
    """
    if not isinstance(ability, Activated) or ability.limit or not ability.costs:
        return False
    return all(isinstance(cost, LifeCost | MillCost) or _paid_with_life(cost) for cost in ability.costs)


def taps_alone(ability: Ability) -> bool:
    """Whether an ability costs nothing but that its source taps, and is no mana ability: of many alike sources each may be tapped for it."""
    return isinstance(ability, Activated) and ability.costs == (TapCost(),) and not is_mana_ability(ability)


def _paid_with_life(cost: Term) -> bool:
    """Whether a mana cost has Phyrexian symbols alone, each of which may be paid with 2 life (107.4f)."""
    return isinstance(cost, ManaCost) and bool(cost.symbols) and all(each.endswith("/P") for each in cost.symbols)


def _empties(node: Term) -> bool:
    """Whether an effect may take a whole library: it mills or draws as many cards as something says."""
    if not isinstance(node.says, Deed) or not {"milled", "drawn"} & set(node.says.gives):
        return False
    return any(isinstance(child, Quantity) and not isinstance(child, Fixed) for _, child in children(node))


@lru_cache(maxsize=1024)
def of_use(proto: Proto) -> bool:
    """Whether a card may do something for a loop by being there, or once before it."""

    def visit(node: Term) -> bool:
        if isinstance(node, Keyword):
            return node.name not in OF_COMBAT
        return isinstance(node, Static) or _once(node)

    return any(map(visit, nodes(proto.abilities))) or (proto.back is not None and of_use(proto.back))


class Reading:
    """The doings of some cards, and of what lies beside them: what each card does (``card_doings``), placed among the others."""

    #: What lies beside the cards.
    beside: tuple[Proto, ...] = _BESIDE

    #: Whether mana counts as what is printed, where nothing of the cards makes more of it.
    as_printed = False

    def __init__(self, cards: Sequence[Proto]) -> None:
        self.cards = [card_doings(card) for card in cards]
        self.count = len(cards)
        self.rows: dict[int, Proto] = dict(enumerate((*cards, *self.beside)))
        self.hosts: dict[int, int] = {}
        self.hurting: tuple[str, ...] = ("life", "counters")  # what damage gives: with lifelink, with infect
        words = {word for card in self.cards for word in card.words}
        self.anything = "anything" in words
        self.retyped = RETYPED in words
        self.much = "much" in words
        self.copiers = {i for i, card in enumerate(self.cards) if COPIER in card.words}
        self.printed = self.as_printed and "unprinted" not in words

    def doings(self) -> Iterator[Doing]:
        """All of them, the cards in their order."""
        for i, card in enumerate(self.cards):
            yield from self.of_card(i, card)
        yield from self.around()

    def of_card(self, i: int, card: CardDoings) -> Iterator[Doing]:
        """What a card does, and what others do that become a copy of it."""
        for doing in card.doings:
            yield self._placed(doing, i)
        for copier in self.copiers - {i}:
            yield from (self._placed(doing, copier) for doing in card.doings if doing.row == SELF)
        for doing in card.cast:
            yield self._placed(doing, i)

    def around(self) -> Iterator[Doing]:
        """What lies beside the cards does, and what follows from what happens, whatever does it."""
        for i in range(self.count, len(self.rows)):
            mana = 1 if self.printed else MUCH
            yield Doing(i, {(UNTAPPED, i): 1}, [], {MANA: mana, ("tapped", ANYWHERE): MUCH})
            cast = self._placed(entering(self.rows[i], {(BACK, SELF): 1}), i)
            if "land" in self.rows[i].types:
                cast.events.append(frozenset({LANDS}))
            if "creature" in self.rows[i].types:  # it came under control this turn (302.6)
                del cast.gives[(UNTAPPED, i)]
            yield cast
        given = {(word, ANYWHERE): MUCH for word in self.hurting}
        yield Doing(HOST_ROW, {}, [frozenset({("damage", ANYWHERE)})], given)
        yield Doing(HOST_ROW, {}, [frozenset({("drawn", ANYWHERE)})], {("discarded", ANYWHERE): MUCH})
        for i in self.rows:  # any of them may be what something is attached to
            yield Doing(HOST_ROW, {(UNTAPPED, i): 1}, [], {(UNTAPPED, HOST_ROW): 1})

    def how_many(self, row: int) -> int:
        """How many objects a row stands for: a card is one, and beside the cards there may be any number."""
        return 1 if 0 <= row < self.count else MUCH

    def _placed(self, doing: Doing, i: int) -> Doing:
        """A doing of the card of a row, with what it reaches."""
        uses = {_at(what, i): many for what, many in doing.uses.items()}
        gives = {_at(what, i): many for what, many in doing.gives.items()}
        if not self.printed:  # it is not known how much one thing makes
            uses |= {MANA: 1} if MANA in uses else {}
            gives |= {MANA: MUCH} if MANA in gives else {}
        events = [frozenset(_at(what, i) for what in group) for group in doing.events]
        row = i if doing.row == SELF else doing.row
        made = Doing(row, uses, events, gives, [], doing.ability, doing.chosen)
        for reach in doing.reaches:
            self._reach(made, reach, i if reach.source == SELF else reach.source)
        return made

    def _reach(self, made: Doing, reach: Reach, source: int) -> None:
        """Give what a doing untaps, brings back or copies."""
        reached = list(self._reached(source, reach))
        many = MUCH if self.much and not reach.exact else reach.many
        for kind in reach.kinds:
            there = tuple((kind, each) for each in reached)
            if reach.whole:
                made.gives |= {(kind, each): max(many, self.how_many(each)) for each in reached}
            elif many >= MUCH and not reach.exact:
                made.gives |= dict.fromkeys(there, many)
            elif there:
                made.choices.append((many, there))

    def _reached(self, row: int, reach: Reach) -> Iterable[int]:
        """The rows that a doing may reach."""
        rows = (*self.rows, HOST_ROW)
        if isinstance(reach.where, This):
            return (row,) if row != HOST_ROW or reach.exact else range(self.count) if reach.whole else rows
        if isinstance(reach.where, Host):
            return (self.hosts[row],) if row in self.hosts else rows
        wanted = reach.where
        return rows if wanted is None else [there for there in rows if self._fits(there, wanted, row)]

    def _fits(self, there: int, wanted: Filter, source: int) -> bool:
        if there == source and wanted.another:
            return False
        if there == HOST_ROW or there in self.copiers or self.retyped:
            return True
        return is_of(self.rows[there], wanted)


class PrintedReading(Reading):
    """The same with printed mana. An amount that is not printed counts as much as is needed."""

    as_printed = True


def is_of(card: Proto, wanted: Filter) -> bool:
    """Whether a face of a card has the types that a filter names."""
    return any(
        set(wanted.types) - {"permanent"} <= set(face.types)
        and ("permanent" not in wanted.types or permanent(face))
        and (not wanted.any_of or bool(set(wanted.any_of) & set(face.types)))
        and not set(wanted.without_types) & set(face.types)
        for face in (card, card.back)
        if face is not None
    )


@lru_cache(maxsize=4096)
def changes(proto: Proto) -> frozenset[str]:
    """The kinds of what others do that a card changes by being there (``terms.base.Rule``), or gives once before a loop."""
    found: set[str] = set()
    granted: set[str] = set()
    for node in all_of((proto.abilities, proto.back)):
        if isinstance(node.says, Rule):
            found.update(node.says.changes)
        elif _once(node):
            found.update(node.says.gives)
        if isinstance(node, GrantAbilities):
            granted.update(each.name for each in node.abilities if isinstance(each, Keyword))
        elif isinstance(node, GainKeywords):
            granted.update(node.keywords)
    return frozenset(found.union(*(_GRANTED.get(name, ()) for name in granted)))


def _once(node: Term) -> bool:
    """Whether an effect may do something for a loop once before it: something lasts, counters stay, or it copies."""
    lasting = isinstance(node.says, Deed) and (node.says.lasts or "counters" in node.says.gives)
    return lasting or isinstance(node, CopySpell | CopyToken)


#: What a keyword that is given changes of what its bearer does.
_GRANTED: Final = {
    **dict.fromkeys(("deathtouch", "double strike", "infect", "lifelink", "toxic", "wither"), ("damage",)),
    "haste": ("untapped",),
    "indestructible": ("dies",),
}


def _at(what: What, i: int) -> What:
    return (what[0], i) if what[1] == SELF else what
