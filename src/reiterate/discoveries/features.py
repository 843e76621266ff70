"""Features of a pair of cards: what they are like alone, and what their doings and static abilities are like beside each other.

A feature is a tuple of numbers. The numbers stand for shapes and kinds in the order in which they come, so that the same cards always have the same features.

Shapes are the terms of a card without names, colors and numbers, to some depth. Abilities of one shape do alike things. Shapes are compared
and counted, so that ``likeness`` may learn from known combos. They prove nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from reiterate.survey.balance import Doing
from reiterate.survey.card_doings import REPEATED, all_of, card_doings
from reiterate.survey.feeds import changes
from reiterate.terms.abilities import Activated, Keyword, SpellAbility, Static, Triggered
from reiterate.terms.base import Deed, Part, Term, children, defaults
from reiterate.terms.proto import Proto

#: Stands for a name, a color or a subtype: these are printed with a capital letter or a digit.
_NAMED: Final = "*"

#: How deep shapes are looked at: in detail, and roughly.
DETAIL: Final = 2
ROUGHLY: Final = 1

#: What nearly every card asks for or gives.
_COMMON: Final = frozenset(("cast", "activated", "targeted"))


class Shaped(NamedTuple):
    """One doing: the kinds that it gives and asks for, and its shapes.

    ``asking`` and ``giving`` are in detail, ``rough`` is both of them roughly, ``kinds`` the kinds alone.
    """

    gives: tuple[str, ...]
    asks: tuple[str, ...]
    asking: Hashable
    giving: Hashable
    rough: Hashable
    kinds: Hashable


class Traits(NamedTuple):
    """What a card is like by itself: all its traits, its doings and its static abilities."""

    own: tuple[Hashable, ...]
    doings: tuple[Shaped, ...]
    statics: tuple[Hashable, ...]


@lru_cache(maxsize=32768)
def traits(proto: Proto) -> Traits:
    """The traits of a card, each once, in an order that depends on its terms alone."""
    doings = tuple(_doings(proto))
    nodes = all_of((proto.abilities, proto.back))
    statics = [("static", shape(node.effect, DETAIL)) for node in nodes if isinstance(node, Static)]
    own: list[Hashable] = [("changes", kind) for kind in sorted(changes(proto))]
    own.append(("types", proto.types))
    for each in doings:
        own += [each.asking, each.giving, each.rough, each.kinds]
    for node in nodes:
        if isinstance(node, Static):
            own.append(("static", shape(node.effect, ROUGHLY)))
        elif isinstance(node, Keyword):
            own.append(("keyword", node.name))
        elif isinstance(node.says, Deed):
            own.append(("effect", shape(node, ROUGHLY)))
    return Traits(tuple(dict.fromkeys((*own, *statics))), doings, tuple(dict.fromkeys(statics)))


def shape(part: Part, depth: int) -> Hashable:
    """The shape of a part of a term; None where nothing but numbers stands there. Below the depth only kinds of nodes count."""
    if isinstance(part, Proto):
        return "card", part.types
    if isinstance(part, Term):
        return _shape(part, depth)
    if isinstance(part, tuple):
        found = {each for child in part if (each := shape(child, depth)) is not None}
        return tuple(sorted(found, key=repr)) or None
    if isinstance(part, str):
        return _NAMED if part[:1].isupper() or part[:1].isdecimal() else part
    return part if isinstance(part, bool) else None


def _shape(node: Term, depth: int) -> Hashable:
    kind = type(node)
    if depth <= 0:
        return kind.__name__
    usual = defaults(kind)
    fields = ((name, shape(child, depth - 1)) for name, child in children(node) if usual.get(name, node) != child)
    return kind.__name__, tuple(field for field in fields if field[1] is not None)


def _doings(proto: Proto) -> Iterator[Shaped]:
    """What a card does, each ability once: a copy of an ability is nothing of the card's own."""
    card = card_doings(proto)
    spell = next((node for node in all_of((proto.abilities, proto.back)) if isinstance(node, SpellAbility)), None)
    found = [(doing, doing.ability) for doing in card.doings] + [(doing, spell) for doing in card.cast]
    for doing, ability in found:
        if not any(REPEATED in group for group in doing.events):
            yield _shaped(proto, doing, ability)


def _shaped(proto: Proto, doing: Doing, ability: Term | None) -> Shaped:
    gives = {kind for kind, _ in doing.given()} | {kind for reach in doing.reaches for kind in reach.kinds}
    asks = {kind for group in doing.asked() for kind, _ in group}
    kinds = tuple(sorted(asks)), tuple(sorted(gives)), doing.row
    asking, roughly = _asking(proto, ability, DETAIL), _asking(proto, ability, ROUGHLY)
    return Shaped(
        gives=tuple(sorted(gives - _COMMON)),
        asks=tuple(sorted(asks - _COMMON)),
        asking=("asks", asking),
        giving=("gives", _giving(ability, DETAIL)),
        rough=("does", roughly, _giving(ability, ROUGHLY)),
        kinds=("kinds", kinds),
    )


def _asking(proto: Proto, ability: Term | None, depth: int) -> Hashable:
    """The shape of a trigger event or of costs; that of playing the card for all else."""
    if isinstance(ability, Triggered):
        return "when", shape(ability.trigger, depth)
    if isinstance(ability, Activated):
        return "for", shape(ability.costs, depth)
    return "played", proto.types


def _giving(ability: Term | None, depth: int) -> Hashable:
    """The shape of effects and of their targets."""
    if isinstance(ability, Activated | Triggered | SpellAbility):
        return shape(ability.effects, depth), shape(ability.targets, depth - 1)
    return ()


# --- features -------------------------------------------------------------------------------------


Feature: TypeAlias = tuple[int, ...]

#: What kind of feature it is. ``ROUND``: two doings give each other something; ``ONE_WAY``: one gives the other something.
OWN: Final = 0
TIER: Final = 1
LINK: Final = 2
ROUND: Final = 3
ONE_WAY: Final = 4
ROUND_KINDS: Final = 5
ONE_KIND: Final = 6
BESIDE: Final = 7


class _Doing(NamedTuple):
    """A doing in numbers: what it gives and asks for is a bit for each kind."""

    gives: int
    asks: int
    asking: int
    giving: int
    rough: int
    kinds: int


class _Card(NamedTuple):
    """A card in numbers."""

    own: tuple[int, ...]
    doings: tuple[_Doing, ...]
    statics: tuple[int, ...]


class Features:
    """Gives features, and numbers to what they are of."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.bits: dict[str, int] = {}
        self.card = lru_cache(maxsize=None)(self._card)

    def alone(self, proto: Proto) -> list[Feature]:
        """The features of one card."""
        return [(OWN, each) for each in self.card(proto).own]

    def of(self, one: Proto, other: Proto, tier: int) -> list[Feature]:
        """The features of a pair, each once. ``tier``: how likely the join has it."""
        first, second = self.card(one), self.card(other)
        found = [(TIER, tier), *self.alone(one), *self.alone(other)]
        for each, beside in product(first.doings, second.doings):
            forth, back = each.gives & beside.asks, beside.gives & each.asks
            if forth or back:
                found += self._together(each, beside, forth, back)
        for this, that in ((first, second), (second, first)):
            for static, doing in product(this.statics, that.doings):
                found += [(BESIDE, static, doing.rough), (BESIDE, static, doing.kinds)]
        return list(dict.fromkeys(found))

    def _together(self, one: _Doing, other: _Doing, forth: int, back: int) -> Iterator[Feature]:
        """The features of two doings. ``forth``, ``back``: the kinds that the one gives the other."""
        kind = ROUND if forth and back else ONE_WAY
        if forth:
            yield LINK, one.giving, other.asking
        if back:
            yield LINK, other.giving, one.asking
        for this, that in ((one.rough, other.rough), (one.kinds, other.kinds)):
            yield kind, min(this, that), max(this, that)
        if kind == ROUND:
            for bit, beside in product(_bits(forth), _bits(back)):
                yield ROUND_KINDS, min(bit, beside), max(bit, beside)
        else:
            for bit in _bits(forth | back):
                yield ONE_KIND, bit

    def _card(self, proto: Proto) -> _Card:
        found = traits(proto)
        doings = tuple(map(self._doing, found.doings))
        return _Card(tuple(map(self._number, found.own)), doings, tuple(map(self._number, found.statics)))

    def _doing(self, each: Shaped) -> _Doing:
        shapes = map(self._number, (each.asking, each.giving, each.rough, each.kinds))
        return _Doing(self._mask(each.gives), self._mask(each.asks), *shapes)

    def _number(self, what: Hashable) -> int:
        return self.numbers.setdefault(what, len(self.numbers))

    def _mask(self, kinds: tuple[str, ...]) -> int:
        return sum(self.bits.setdefault(kind, 1 << len(self.bits)) for kind in kinds)


@lru_cache(maxsize=4096)
def _bits(mask: int) -> tuple[int, ...]:
    """The places of the bits of a mask."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
