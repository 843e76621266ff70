"""Feeds: whether some cards could give each other, again and again, what each of them asks for, read from their terms alone.
Part of the solver: the terms.

A period of a loop is a balance that loses nothing. Each doing of the cards is one unknown of a linear program, each thing that is used up is one line of it. Where no balance
has a part for a card, no board is tried. The reading is generous and proves nothing: an amount that is not printed counts as much as is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from reiterate.survey.balance import MUCH, Doing, What, most
from reiterate.survey.wants import permanent
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, SpellCosts, Static, Triggered
from reiterate.terms.base import Ability, Part, Term, children
from reiterate.terms.costs import Cost, LifeCost, LoyaltyCost, ManaCost, ReturnCost
from reiterate.terms.declared import Deed
from reiterate.terms.effects_continuous import Become, GainKeywords
from reiterate.terms.effects_copies import BecomeCopy, CopySpell, CopyToken, CreateTokens
from reiterate.terms.effects_permanents import DoubleCounters
from reiterate.terms.effects_players import ExchangeLife, PutPlayerCounters, SetLife, WinLose
from reiterate.terms.effects_spells import GainFlashback, LetPlay
from reiterate.terms.effects_structure import Delayed, RepeatProcess
from reiterate.terms.effects_turns import ExtraPhases, ExtraTurn
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
from reiterate.terms.filters import Filter
from reiterate.terms.keywords import PAYING
from reiterate.terms.meanings import READ_BY_NAME, meaning
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, Half, LifeTotal, Quantity
from reiterate.terms.references import Each, EachCard, Host, TargetRef, TargetSpec, This
from reiterate.terms.replacement_effects import (
    ChangeCounters,
    ChangeDamage,
    ChangeDraw,
    ChangeLife,
    ChangeTokens,
    DamageInstead,
    EntersAs,
    EntersWithCounters,
    LifeInstead,
    OthersEnter,
    OthersEnterAs,
    SkipDraw,
    WinInstead,
    ZoneInstead,
)
from reiterate.terms.static_effects import Are, MayCastFrom, MayPlay, MoreLands, NotType
from reiterate.terms.trigger_events import Dies, Enters, Leaves, ToGraveyard

UNTAPPED: Final = "untapped"
BACK: Final = "back"
ENTERED: Final = "entered"
MANA: Final = ("mana", -1)

#: What stands for all that an ability is granted to, or lives on, and for tokens.
HOST_ROW: Final = -2

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
    reading = Reading(tuple(protos))
    return None if reading.anything else list(reading.doings())


def fed(doings: Sequence[Doing], row: int) -> bool:
    """Whether a card does something in a balance of a loop."""
    return most(doings, [doing.row == row for doing in doings]) > 0


def met(doings: Sequence[Doing], row: int, other: int) -> set[str]:
    """The kinds of what a card gives and another one asks for, but for mana and for being cast, which most cards give.

    What follows from what a card gives, whatever does it, counts as given too: life where damage is dealt. An ability that is granted asks for what
    any card may be given.
    """
    given = {what for doing in doings if doing.row == row for what in _given(doing)}
    follows = [doing for doing in doings if doing.row == HOST_ROW and doing.events and not doing.uses]
    given |= {what for doing in follows if not any(map(given.isdisjoint, doing.events)) for what in _given(doing)}
    asked = {
        what for doing in doings if doing.row == other for what in (*doing.uses, *(w for g in doing.events for w in g))
    }
    return {
        kind
        for kind, at in given
        for wanted, there in asked
        if kind == wanted and kind not in _COMMON and (at == there or there == HOST_ROW)
    }


def _given(doing: Doing) -> set[What]:
    return {*doing.gives, *(what for _, rows in doing.choices for what in rows)}


@lru_cache(maxsize=256)
def _idle(protos: tuple[Proto, ...]) -> list[int] | None:
    doings = doings_of(protos)
    if doings is None:
        return None
    does = [fed(doings, i) for i in range(len(protos))]
    if not any(does):
        return list(range(len(protos)))
    return [i for i, proto in enumerate(protos) if not does[i] and not of_use(proto)]


#: Numbers from which on an amount may come near a life total by itself, and copies from which on something is multiplied.
_GREAT: Final = 10
_COPIES: Final = 5

#: What ends games, or moves amounts as great as life totals.
_ENDING: Final = (
    WinLose, WinInstead, SetLife, ExchangeLife, PutPlayerCounters, DoubleCounters, LifeTotal, Half, ChangeDamage, ChangeLife, LifeInstead,
    DamageInstead,
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
    if isinstance(node, CopyToken):
        return not isinstance(node.count, Fixed) or node.count.value >= _COPIES
    if isinstance(node, Fixed):
        return node.value >= _GREAT
    return isinstance(node, _ENDING) or _empties(node)


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
        if isinstance(node, Static):
            return True
        lasting = isinstance(node.says, Deed) and (node.says.lasts or "counters" in node.says.gives)
        return lasting or isinstance(node, CopySpell | CopyToken)

    return any(map(visit, nodes(proto.abilities))) or (proto.back is not None and of_use(proto.back))


def nodes(part: Part) -> Iterator[Term]:
    if isinstance(part, Term):
        yield part
        for _, child in children(part):
            yield from nodes(child)
    elif isinstance(part, tuple):
        for child in part:
            yield from nodes(child)


@lru_cache(maxsize=4096)
def _all_of(part: Part) -> tuple[Term, ...]:
    """All nodes of a part; of a card in a deck they are asked for with each other card."""
    return tuple(nodes(part))


@lru_cache(maxsize=4096)
def _abilities_of(
    abilities: tuple[Ability, ...],
) -> tuple[list[Activated | Triggered], list[Activated | Triggered | Delayed]]:
    """What does something of a card: its own abilities, and those that lie within others or are delayed."""
    top = [ability for one in abilities for ability in (one, *_meant(one))]
    inner = {id(ability) for ability in top}
    others: list[Activated | Triggered | Delayed] = []
    for node in nodes(abilities):
        if isinstance(node, Delayed) and (node.ends or not node.once):
            others.append(node)
        if id(node) not in inner:
            others += [inside for inside in (node, *_meant(node)) if isinstance(inside, Activated | Triggered)]
    return [ability for ability in top if isinstance(ability, Activated | Triggered)], others


class Reading:
    """Reads the doings of some cards, and of what lies beside them, from the terms."""

    #: What lies beside the cards.
    beside: tuple[Proto, ...] = _BESIDE

    def __init__(self, cards: tuple[Proto, ...]) -> None:
        faces = [(i, card) for i, card in enumerate(cards)]
        faces += [(i, card.back) for i, card in enumerate(cards) if card.back is not None]
        self.faces = faces
        self.count = len(cards)
        self.rows: dict[int, Proto] = dict(enumerate((*cards, *self.beside)))
        self.hosts: dict[int, int] = {}
        self.hurting: tuple[str, ...] = ("life", "counters")  # what damage gives: with lifelink, with infect
        terms = [node for card in cards for node in _all_of((card.abilities, card.back))]
        self.kinds = kinds = {type(node) for node in terms}
        copiers = {i for i, face in faces if any(isinstance(n, EntersAs) for n in _all_of(face.abilities))}
        self.anything = bool(kinds & {BecomeCopy, OthersEnterAs, RepeatProcess})  # any card may become any other
        self.copiers = copiers
        self.retyped = bool(kinds & {Become, Are, NotType})
        self.much = bool(kinds & {ChangeTokens, ChangeCounters, OthersEnter, CopySpell})
        self.copied = CopySpell in kinds and any(isinstance(n, TargetSpec) and n.ability for n in terms)
        self.lands = MoreLands in kinds
        self.drawn_back = bool(kinds & {Shuffle, ShuffleIn, PutBack, ZoneInstead})
        self.replayed = bool(kinds & {MayCastFrom, MayPlay, LetPlay, GainFlashback})
        self.instead = bool(kinds & {LifeInstead, DamageInstead, ChangeDraw, SkipDraw})
        self.cheap = any(isinstance(n, Static) and "Cost" in type(n.effect).__name__ for n in terms) or any(
            isinstance(n.says, Deed) and "cast" in n.says.gives and not isinstance(n, CopySpell) for n in terms
        )

    def doings(self) -> Iterator[Doing]:
        for i, face in self.faces:
            yield from self._of_card(i, face)
            for copier in self.copiers - {i}:
                yield from self._of_card(copier, face, cast=False)
        for i in range(self.count, len(self.rows)):
            yield Doing(i, {(UNTAPPED, i): 1}, [], {MANA: self.mana_beside(), ("tapped", -1): MUCH})
            if "land" not in self.rows[i].types or self.lands:
                cast = self._entering(i, self.rows[i], {(BACK, i): 1})
                if "creature" in self.rows[i].types:  # it came under control this turn (302.6)
                    del cast.gives[(UNTAPPED, i)]
                yield cast
        given = {(word, -1): MUCH for word in self.hurting}
        yield Doing(HOST_ROW, {}, [frozenset({("damage", -1)})], given)
        yield Doing(HOST_ROW, {}, [frozenset({("drawn", -1)})], {("discarded", -1): MUCH})
        for i in self.rows:  # any of them may be what something is attached to
            yield Doing(HOST_ROW, {(UNTAPPED, i): 1}, [], {(UNTAPPED, HOST_ROW): 1})
        if self.instead:
            happens = [(word, -1) for word in ("life", "drawn", "damage", "loss", "counters")]
            yield Doing(HOST_ROW, {}, [frozenset(happens)], dict.fromkeys((*happens, ("milled", -1)), MUCH))

    def _of_card(self, i: int, face: Proto, cast: bool = True) -> Iterator[Doing]:
        own, others = _abilities_of(face.abilities)
        for ability in own:
            yield self._ability(i, i, ability)
            if self.copied and isinstance(ability, Triggered):  # a copy of it on the stack costs nothing (707.10)
                yield self._copy_of(self._ability(i, i, ability))
        for each in others:
            yield self._delayed(i, each) if isinstance(each, Delayed) else self._ability(i, HOST_ROW, each)
        if cast:
            yield from self._castings(i, face)

    def _copy_of(self, made: Doing) -> Doing:
        """An ability that is copied on the stack."""
        return replace(made, uses={}, events=[frozenset({("copied", -1)})])

    def _castings(self, i: int, face: Proto) -> Iterator[Doing]:
        if "land" in face.types:
            landing = self._entering(i, face, {(BACK, i): 1})
            if not self.lands:
                landing.events.append(frozenset({("turn", -1)}))
            yield landing
            return
        others = [each for each in face.abilities if isinstance(each, SpellCosts)]
        free = (
            self.cheap
            or any(each.how for each in others)
            or any(isinstance(n, Keyword) and n.name in PAYING for n in face.abilities)
        )
        asked = 0 if free else self.mana_asked(face.mana_cost or ())
        cast = self._entering(i, face, {MANA: asked} if asked else {})
        if self.replayed:
            cast.events.append(frozenset((word, -1) for word in ("leaves", "dies", "milled", "discarded", "cast")))
        else:
            cast.uses[(BACK, i)] = 1
        for each in others:
            if not each.how:
                for cost in each.costs:
                    self._pay(cast, i, cost)
            elif each.how in ("buyback", "retrace"):
                cast.gives[(BACK, i)] = 1
        yield cast
        if not permanent(face):
            copied = self._entering(i, face, {})
            copied.events.append(frozenset({("copied", -1)}))
            yield copied

    def _entering(self, i: int, face: Proto, uses: dict[What, int]) -> Doing:
        """A card that is played, or a spell that resolves."""
        made = Doing(i, dict(uses), [], {} if "land" in face.types else {("cast", -1): MUCH}, chosen=True)
        if permanent(face):
            made.gives |= {("enters", -1): MUCH, (ENTERED, i): 1, (UNTAPPED, i): 1}
            if _enters_with_counters(face):
                made.gives[("counters", -1)] = MUCH
        for ability in face.abilities:
            if isinstance(ability, SpellAbility):
                self._give(made, i, i, ability, (ability.effects, ability.modes))
        return made

    def _ability(self, i: int, row: int, ability: Activated | Triggered) -> Doing:
        """An ability of a card; ``row``: of what it lives on."""
        made = Doing(i, ability=ability, chosen=isinstance(ability, Activated))
        if isinstance(ability, Triggered):
            event = ability.trigger
            own = (
                isinstance(getattr(event, "subject", None), This) and row == i and not getattr(event, "or_this", False)
            )
            if own and isinstance(event, Enters | Dies | Leaves | ToGraveyard):
                made.uses[(ENTERED, i)] = 1
            if not (own and isinstance(event, Enters)) and event.says.needs:
                made.events.append(frozenset((word, -1) for word in event.says.needs))
            if own and isinstance(event, Enters):
                del made.uses[(ENTERED, i)]
                made.events.append(frozenset({(ENTERED, i)}))
        else:
            for cost in ability.costs:
                self._pay(made, row, cost)
            made.gives[("activated", -1)] = MUCH
        if ability.limit:
            turn = {("turn", -1)} if ability.limit == "turn" else set()  # others come back with a new object alone
            made.events.append(frozenset({*turn, (ENTERED, row), (ENTERED, HOST_ROW)}))
        if ability.targets:
            made.gives[("targeted", -1)] = MUCH
        self._give(made, i, row, ability, (ability.effects, ability.modes))
        return made

    def _delayed(self, i: int, node: Delayed) -> Doing:
        """A delayed triggered ability that triggers as often as something happens in the turn (603.7): made once, it costs nothing more."""
        made = Doing(i)
        if node.trigger.says.needs:
            made.events.append(frozenset((word, -1) for word in node.trigger.says.needs))
        whole = Triggered(node.trigger, node.effects)
        self._give(made, i, HOST_ROW, whole, (node.effects,))
        return made

    def how_many(self, row: int) -> int:
        """How many objects a row stands for: a card is one, and beside the cards there may be any number."""
        return 1 if 0 <= row < self.count else MUCH

    def mana_asked(self, symbols: Sequence[str]) -> int:
        """How much mana a cost counts as: 1 where it has any, since it is not known how much one thing makes."""
        return int(any(symbol not in ("0", "X") for symbol in symbols))

    def mana_given(self, _: Term) -> int:
        """How much mana an effect counts as."""
        return MUCH

    def mana_beside(self) -> int:
        """How much mana something beside the cards counts as, each time it is tapped."""
        return MUCH

    def _pay(self, made: Doing, row: int, cost: Cost) -> None:
        if isinstance(cost, ManaCost):
            asked = self.mana_asked(cost.symbols)
            if asked and not self.cheap:
                made.uses[MANA] = made.uses.get(MANA, 0) + asked
        else:
            words = [_of(word, row) for word in cost.says.needs]
            if isinstance(cost, LoyaltyCost):
                words.append((ENTERED, row))
            if len(words) == 1 and words[0][0] in (UNTAPPED, BACK):
                made.uses[words[0]] = made.uses.get(words[0], 0) + 1
            elif words:
                made.events.append(frozenset(words))
        if isinstance(cost, ReturnCost):  # what is returned to a hand may be cast or played again
            wanted = cost.filter
            back = (
                (row,)
                if wanted is None
                else [there for there in (*self.rows, HOST_ROW) if self._fits(there, wanted, row)]
            )
            many = 1 if cost.amount is None else cost.amount.value if isinstance(cost.amount, Fixed) else MUCH
            made.choices.append((many, tuple((BACK, each) for each in back)))
        for node in _all_of(cost):
            for word in node.says.gives:
                if word.endswith(":this") and row == HOST_ROW:
                    made.choices.append((1, tuple((_of(word, row)[0], each) for each in (*self.rows, HOST_ROW))))
                else:
                    made.gives[_of(word, row)] = 1 if word.endswith(":this") else MUCH

    def _give(self, made: Doing, i: int, row: int, ability: Activated | Triggered | SpellAbility, parts: Part) -> None:
        for node in _all_of(parts):
            for word in node.says.gives:
                many = self.mana_given(node) if word == "mana" else MUCH
                made.gives[_of(word, row)] = made.gives.get(_of(word, row), 0) + many
            if isinstance(node, CreateTokens):
                made.gives |= {(UNTAPPED, HOST_ROW): MUCH, (ENTERED, HOST_ROW): MUCH}
            if isinstance(node, Draw | ExtraTurn | Search | Take | RevealUntil) and self.drawn_back:
                made.gives |= {(BACK, there): 1 for there in self.rows}
            if isinstance(node, ExtraTurn | ExtraPhases):
                made.gives |= {("damage", -1): MUCH, ("loss", -1): MUCH, ("tapped", -1): MUCH}
            if isinstance(node, ExtraTurn):
                made.gives |= {(UNTAPPED, there): MUCH for there in (*self.rows, HOST_ROW)}
            elif isinstance(node.says, Deed) and node.says.renews:
                self._renew(made, row, ability, node)

    def _renew(self, made: Doing, row: int, ability: Activated | Triggered | SpellAbility, node: Term) -> None:
        """Give what an effect untaps, brings back or copies."""
        assert isinstance(node.says, Deed)
        what = getattr(node, node.says.renews, None)
        reached, known = self._reached(row, ability, what)
        if node.says.gives == ("untapped",) or "tapped" in node.says.gives:
            kinds: tuple[str, ...] = (UNTAPPED,)
        elif "on" in node.says.moves or node.says.renews == "of":
            kinds = (UNTAPPED, ENTERED)
        else:
            kinds = (BACK,) if known and node.says.gives != ("leaves", "enters") else (BACK, UNTAPPED, ENTERED)
        amount = getattr(node, "amount", getattr(node, "count", None))
        many = amount.value if isinstance(amount, Fixed) else 1 if amount is None else MUCH
        many = MUCH if self.much or not known else many
        enters = [self.rows[there] for there in reached if there != HOST_ROW] if ENTERED in kinds else []
        more = isinstance(node, ReturnToBattlefield) and bool(node.counter)
        if more or any(map(_enters_with_counters, enters)):
            made.gives[("counters", -1)] = MUCH
        for kind in kinds:
            there = tuple((kind, each) for each in reached)
            if isinstance(what, Each | EachCard):
                made.gives |= {(kind, each): max(many, self.how_many(each)) for each in reached}
            elif many >= MUCH:
                made.gives |= dict.fromkeys(there, many)
            elif there:
                made.choices.append((many, there))

    def _reached(
        self, row: int, ability: Activated | Triggered | SpellAbility, what: object
    ) -> tuple[Iterable[int], bool]:
        """The rows that an effect may reach, and whether its words tell."""
        if isinstance(what, This) and row != HOST_ROW:
            return (row,), True
        rows = (*self.rows, HOST_ROW)
        if isinstance(what, Host | This):
            return (self.hosts[row],) if isinstance(what, Host) and row in self.hosts else rows, True
        wanted: Filter | None = what if isinstance(what, Filter) else None
        if isinstance(what, Each | EachCard):
            wanted = what.filter
        elif isinstance(what, TargetRef):
            specs = [node for node in nodes((ability.targets, ability.modes)) if isinstance(node, TargetSpec)]
            spec = specs[what.index] if len(specs) > what.index and not ability.modes else None
            if spec is None or spec.filter is None or spec.most > 1:
                return rows, False
            wanted = spec.filter
        if wanted is None:
            return rows, False
        return [there for there in rows if self._fits(there, wanted, row)], True

    def _fits(self, there: int, wanted: Filter, source: int) -> bool:
        if there == source and wanted.another:
            return False
        if there == HOST_ROW or there in self.copiers or self.retyped:
            return True
        faces = [face for i, face in self.faces if i == there] or [self.rows[there]]
        return any(
            set(wanted.types) <= set(face.types)
            and (not wanted.any_of or bool(set(wanted.any_of) & set(face.types)))
            and not set(wanted.without_types) & set(face.types)
            for face in faces
        )


@lru_cache(maxsize=1024)
def _enters_with_counters(proto: Proto) -> bool:
    """Whether a permanent enters with counters (614.1c)."""
    return any(isinstance(node, EntersWithCounters) for node in nodes(proto.abilities))


def _meant(ability: Term) -> tuple[Ability, ...]:
    return meaning(ability) if isinstance(ability, Keyword) else ()


def _of(word: str, row: int) -> What:
    kind, _, this = word.partition(":")
    return kind, row if this else -1
