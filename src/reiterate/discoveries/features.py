"""Features of a pair of cards: what they are like alone, and what their doings and static abilities are like beside each other.

A feature is a tuple of numbers. The numbers stand for shapes and kinds in the order in which they come, so that the same cards always have the same features.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from reiterate.discoveries.shapes import Shaped, traits
from reiterate.terms.proto import Proto

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


__all__ = ["OWN", "TIER", "Feature", "Features"]
