"""Candidates: pairs of cards that are worth a search, one for each pair of signatures.

With known combos two kinds of pairs take turns. Neighbours are pairs of the same signatures. The rest come by how like known combos they are, and like loops that were found among
the candidates before. Without known combos
pairs come by the rank of the join.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product, zip_longest

import msgspec

from reiterate.cards import CardBook
from reiterate.cards.sources import key_of
from reiterate.cards.usable import fully_usable
from reiterate.discoveries.feeding import reasons
from reiterate.discoveries.joining import Joined, balanced, in_turn, join
from reiterate.discoveries.likeness import Likeness
from reiterate.discoveries.signatures import Signature, signatures
from reiterate.oracle import CompiledCard

#: Cards of the same signatures that are named with a pair.
_ALIKE = 8


class Pair(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two cards that feed each other by their terms, which proves nothing.

    ``first_gives``, ``second_gives``: what the one gives the other. ``near``: a known combo of the same signatures, () for none.
    ``alike``: for each card some others of its signature; nothing is known of them.
    """

    cards: tuple[str, str]
    first_gives: tuple[str, ...]
    second_gives: tuple[str, ...]
    near: tuple[str, ...] = ()
    alike: tuple[tuple[str, ...], tuple[str, ...]]


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """How many cards, signatures, pairs of signatures, and such pairs that feed each other there are.

    ``asked``: how many of the cards are those that were asked for. ``untold``: cards whose terms don't tell.
    """

    cards: int
    asked: int
    untold: int
    signatures: int
    looked: int
    joined: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which pairs are looked at. Names are as ``key_of`` makes them.

    ``among``: of these cards alone. ``one_of``: with one of these cards. None stands for all. ``known``: rows of names that are no news.
    """

    among: frozenset[str] | None = None
    one_of: frozenset[str] | None = None
    known: tuple[tuple[str, ...], ...] = ()


def pool(book: CardBook, wanted: Wanted, beat: Callable[[], object] = lambda: None) -> list[CompiledCard]:
    """The fully usable cards of a book that are looked at, each name once, by their names."""
    found: dict[str, CompiledCard | None] = {}
    for source in book.sources:
        for place in source.places():
            beat()
            card = book.compiler.compiled(source.text(place))
            key = key_of(card.name)
            if key not in found:
                here = wanted.among is None or key in wanted.among or key in (wanted.one_of or ())
                found[key] = card if here and fully_usable(card) else None
    return sorted((card for card in found.values() if card is not None), key=lambda card: card.name)


class Candidates:
    """The candidates of some cards, the likeliest first, so many at a time. ``whole``: about how many there are in all."""

    def __init__(self, cards: Sequence[CompiledCard], wanted: Wanted, whole: int) -> None:
        found, untold = signatures(cards)
        self.whole = whole
        self.picking = picking = _Picking(found, wanted)
        self.joined = join(found, picking.sides)
        self.likeness = Likeness(self.joined, picking.near) if picking.near else None
        self.near = in_turn(picking.near_pairs(), whole)
        self.ranked = self.joined.in_turn(whole) if self.likeness is None else []
        self.counts = Counts(
            cards=len(cards),
            asked=sum(map(picking.asked, cards)),
            untold=len(untold),
            signatures=len(found),
            looked=self.joined.looked,
            joined=len(self.joined),
        )

    def more(self, many: int, tried: Sequence[Pair] = (), loops: Sequence[Pair] = ()) -> list[Pair]:
        """So many that were not tried: in turn neighbours of known combos, and the rest. ``loops``: those of which a loop was found, which the rank learns from."""
        done = {pair.cards for pair in tried}
        rest: Iterable[Joined] = self.ranked
        if self.likeness is not None:
            self.likeness.learn(map(self.picking.at, tried), map(self.picking.at, loops))
            rest = self.likeness.in_turn(many, self.whole)
        pairs = [self.picking.pairs(way, done) for way in (self.near, rest)]
        each = (pair for both in zip_longest(*pairs) for pair in both if pair is not None)
        return list(islice(each, many))


class _Picking:
    """Picks the cards that stand for a pair of signatures."""

    def __init__(self, found: Sequence[Signature], wanted: Wanted) -> None:
        self.found = found
        self.one_of = wanted.one_of
        self.numbers = numbers = {key_of(card.name): i for i, each in enumerate(found) for card in each.cards}
        self.known = {frozenset(map(key_of, row)) for row in wanted.known}
        self.near: dict[tuple[int, int], tuple[str, ...]] = {}
        for row in wanted.known:
            at = sorted(numbers[key_of(name)] for name in row if key_of(name) in numbers)
            if len(row) == len(at) == 2:
                self.near.setdefault((at[0], at[1]), row)
        self.sides = None if self.one_of is None else [any(map(self.asked, each.cards)) for each in found]

    def asked(self, card: CompiledCard) -> bool:
        """Whether a card is one of those that were asked for."""
        return self.one_of is None or key_of(card.name) in self.one_of

    def near_pairs(self) -> Iterator[Joined]:
        """The pairs of signatures of known combos in which both cards do something, in the order of those.

        What cards do by only being there is no part of a signature.
        """
        for one, other in self.near:
            here = self.sides is None or self.sides[one] or self.sides[other]
            if here and balanced(self.found[one], self.found[other]):
                yield Joined(0, 0, one, other)

    def at(self, pair: Pair) -> tuple[int, int]:
        """The signatures of a pair, the smaller number first."""
        one, other = (self.numbers[key_of(name)] for name in pair.cards)
        return min(one, other), max(one, other)

    def pairs(self, joined: Iterable[Joined], done: set[tuple[str, str]]) -> Iterator[Pair]:
        """The pairs of cards that stand for pairs of signatures, each once. Those of names that are ``done`` are left out."""
        for each in joined:
            for cards in self._cards(self.found[each.one], self.found[each.other]):
                names = cards[0].name, cards[1].name
                if names not in done:
                    done.add(names)
                    yield self._pair(each, cards)

    def _cards(self, one: Signature, other: Signature) -> Iterator[tuple[CompiledCard, CompiledCard]]:
        """The cheapest pair that is not known; where some cards are asked for, one for each of them."""
        if self.one_of is None:
            yield from self._first(one.cards, other.cards)
            return
        for card in filter(self.asked, one.cards):
            yield from self._first([card], other.cards)
        for card in filter(self.asked, other.cards):
            yield from self._first(one.cards, [card])

    def _first(
        self, one: Sequence[CompiledCard], other: Sequence[CompiledCard]
    ) -> Iterator[tuple[CompiledCard, CompiledCard]]:
        for first, second in product(one, other):
            names = frozenset((key_of(first.name), key_of(second.name)))
            if len(names) > 1 and names not in self.known:
                yield first, second
                return

    def _pair(self, joined: Joined, cards: tuple[CompiledCard, CompiledCard]) -> Pair:
        forth, back = reasons(cards[0].proto, cards[1].proto)
        sides = zip((joined.one, joined.other), cards, strict=True)
        alike = [tuple(each.name for each in self.found[i].cards if each is not card)[:_ALIKE] for i, card in sides]
        return Pair(
            cards=(cards[0].name, cards[1].name),
            first_gives=forth,
            second_gives=back,
            near=self.near.get((joined.one, joined.other), ()),
            alike=(alike[0], alike[1]),
        )


__all__ = ["Candidates", "Counts", "Pair", "Wanted", "pool"]
