"""Candidates: pairs of cards that are worth a search, one for each pair of signatures.

Three kinds of pairs take turns. Neighbours of known combos are pairs of the same signatures. Pairs that play the same parts do, card by card, what the
cards of a known combo do in the balance of its loop. The rest are pairs by the rank of the join.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product, zip_longest

import msgspec

from reiterate.cards import CardBook
from reiterate.cards.sources import key_of
from reiterate.cards.usable import fully_usable
from reiterate.discoveries.feeding import parts_of, parts_played, reasons
from reiterate.discoveries.joining import WIDE, Joined, balanced, in_turn, join
from reiterate.discoveries.signatures import Signature, signatures
from reiterate.oracle import CompiledCard
from reiterate.survey.card_doings import mana_of

#: Pairs of signatures that may play the parts of one combo; where there are more, the parts say too little.
_PLAYERS = 20_000

#: Cards of the same signatures that are named with a pair.
_ALIKE = 8


class Pair(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two cards that feed each other by their terms, which proves nothing.

    ``first_gives``, ``second_gives``: what the one gives the other. ``near``: a known combo of the same signatures, () for none; ``like``: one of which they play the
    parts. ``alike``: for each card some others of its signature; nothing is known of them.
    """

    cards: tuple[str, str]
    first_gives: tuple[str, ...]
    second_gives: tuple[str, ...]
    near: tuple[str, ...] = ()
    like: tuple[str, ...] = ()
    alike: tuple[tuple[str, ...], tuple[str, ...]]


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """How many cards, signatures, pairs of signatures, and such pairs that feed each other there are; ``untold``: cards whose terms don't tell."""

    cards: int
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


def candidates(cards: Sequence[CompiledCard], wanted: Wanted, many: int) -> tuple[list[Pair], Counts]:
    """So many candidates of some cards, the likeliest first: in turn neighbours, pairs that play the parts of known combos, and those by rank."""
    found, untold = signatures(cards)
    picking = _Picking(found, wanted)
    joined = join(found, picking.sides)
    ways = [
        picking.pairs(in_turn(picking.near_pairs(), many)),
        picking.pairs(in_turn(islice(picking.like_pairs(), WIDE * many), many)),
        picking.pairs(joined.in_turn(many)),
    ]
    pairs = list(dict.fromkeys(pair for each in zip_longest(*ways) for pair in each if pair is not None))[:many]
    counts = Counts(
        cards=len(cards),
        untold=len(untold),
        signatures=len(found),
        looked=joined.looked,
        joined=len(joined.packed),
    )
    return pairs, counts


class _Picking:
    """Picks the cards that stand for a pair of signatures."""

    def __init__(self, found: Sequence[Signature], wanted: Wanted) -> None:
        self.found = found
        self.one_of = wanted.one_of
        numbers = {key_of(card.name): i for i, each in enumerate(found) for card in each.cards}
        self.known = {frozenset(map(key_of, row)) for row in wanted.known}
        self.near: dict[tuple[int, int], tuple[str, ...]] = {}
        for row in wanted.known:
            at = sorted(numbers[key_of(name)] for name in row if key_of(name) in numbers)
            if len(row) == len(at) == 2:
                self.near.setdefault((at[0], at[1]), row)
        self.like: dict[tuple[int, int], tuple[str, ...]] = {}
        self.sides = None if self.one_of is None else [any(map(self._one_of, each.cards)) for each in found]

    def _one_of(self, card: CompiledCard) -> bool:
        return self.one_of is None or key_of(card.name) in self.one_of

    def near_pairs(self) -> Iterator[Joined]:
        """The pairs of signatures of known combos in which both cards do something, in the order of those.

        What cards do by only being there is no part of a signature.
        """
        for one, other in self.near:
            here = self.sides is None or self.sides[one] or self.sides[other]
            if here and balanced(self.found[one], self.found[other]):
                yield Joined(0, one, other)

    def like_pairs(self) -> Iterator[Joined]:
        """The pairs of signatures that play the parts of known combos, those that play the parts of most combos first."""
        having: dict[object, set[int]] = {}
        for number, each in enumerate(self.found):
            for part in parts_of(each.proto):
                having.setdefault(part, set()).add(number)
        models: dict[tuple[frozenset[object], frozenset[object]], list[tuple[str, ...]]] = {}
        for (one, other), row in self.near.items():
            playing = parts_played(self.found[one].proto, self.found[other].proto)
            if all(playing):
                models.setdefault(playing, []).append(row)
        often: Counter[tuple[int, int]] = Counter()
        for (forth, back), rows in models.items():
            firsts, seconds = (set.intersection(*(having[part] for part in parts)) for parts in (forth, back))
            if len(firsts) * len(seconds) > _PLAYERS:
                continue
            for one, other in product(sorted(firsts), sorted(seconds)):
                pair = (min(one, other), max(one, other))
                if pair not in self.near and (self.sides is None or self.sides[one] or self.sides[other]):
                    often[pair] += len(rows)
                    self.like.setdefault(pair, rows[0])
        for (one, other), _ in sorted(often.items(), key=lambda each: (-each[1], self._dear(each[0]), each[0])):
            if balanced(self.found[one], self.found[other]):
                yield Joined(0, one, other)

    def _dear(self, pair: tuple[int, int]) -> int:
        """The mana values of the cheapest cards of two signatures."""
        return sum(mana_of(self.found[i].proto.mana_cost or ()) for i in pair)

    def pairs(self, joined: Sequence[Joined]) -> list[Pair]:
        """The pairs of cards that stand for pairs of signatures."""
        return [
            self._pair(each, cards)
            for each in joined
            for cards in self._cards(self.found[each.one], self.found[each.other])
        ]

    def _cards(self, one: Signature, other: Signature) -> Iterator[tuple[CompiledCard, CompiledCard]]:
        """The cheapest pair that is not known; where some cards are asked for, one for each of them."""
        if self.one_of is None:
            yield from self._first(one.cards, other.cards)
            return
        for card in filter(self._one_of, one.cards):
            yield from self._first([card], other.cards)
        for card in filter(self._one_of, other.cards):
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
            like=self.like.get((joined.one, joined.other), ()),
            alike=(alike[0], alike[1]),
        )


__all__ = ["Counts", "Pair", "Wanted", "candidates", "pool"]
