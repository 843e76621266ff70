"""How like known combos pairs are: what their cards do and exchange, against how often that is so elsewhere. It ranks, and proves nothing.

Each feature of a pair counts as the logarithm of how much more often known combos have it than others. What cards do is compared with all cards. How likely the join
has a pair, and what its cards exchange, is compared with some of all pairs that feed each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from heapq import nlargest
from itertools import islice
from math import log
from typing import Final

from reiterate.discoveries.joining import WIDE, Join, Joined, in_turn, packed, unpacked
from reiterate.survey.card_doings import card_doings
from reiterate.survey.feeds import changes
from reiterate.terms.proto import Proto

#: About how many pairs stand for all that feed each other.
_SAMPLE: Final = 6_000

#: Of how many pairs of classes, for each that is wanted, what they exchange is looked at.
_LOOKED_AT: Final = 50


class Likeness:
    """The pairs of a join by how like known combos they are.

    ``known``: pairs of signatures by their numbers. Those that the join doesn't keep say nothing.
    """

    def __init__(self, joined: Join, known: Iterable[tuple[int, int]]) -> None:
        self.joined = joined
        class_of = {number: i for i, each in enumerate(joined.classes) for number in each}
        pairs = [packed(class_of[one], class_of[other]) for one, other in known]
        told = [(joined.beside.tier(*unpacked(pair)), pair) for pair in pairs]
        combos = Counter(pair for tier, pair in told if tier is not None)
        every = 1 + sum(map(len, joined.tiers)) // _SAMPLE
        others = [(tier, pair) for tier, kept in enumerate(joined.tiers) for pair in kept[::every]]
        rest = Counter(pair for _, pair in others)
        self.tiers = _Odds(
            Counter(tier for tier, _ in told), combos.total(), Counter(tier for tier, _ in others), rest.total()
        )
        self.ranks = _Odds(
            Counter(map(self._seldom, combos.elements())),
            combos.total(),
            Counter(map(self._seldom, rest)),
            rest.total(),
        )
        self.exchanges = _Odds(self._exchanged(combos), combos.total(), self._exchanged(rest), rest.total())
        self.does = [_does(joined.signatures[each[0]].proto) for each in joined.classes]
        doing: Counter[Hashable] = Counter()
        for pair, many in combos.items():
            doing.update(dict.fromkeys(self.does[unpacked(pair)[0]], many))
            doing.update(dict.fromkeys(self.does[unpacked(pair)[1]], many))
        all_ = Counter(each for one in self.does for each in one)
        self.cards = _Odds(doing, 2 * combos.total(), all_, len(self.does))

    def in_turn(self, many: int) -> list[Joined]:
        """So many of the pairs with a balance: none has a signature again before others had their turn."""
        return in_turn(islice(self.joined.balanced(self.pairs(many)), WIDE * many), many)

    def pairs(self, many: int) -> Iterator[Joined]:
        """The pairs that are most like known combos, many for each of so many that are wanted."""
        cards = [self.cards.best(each) for each in self.does]
        often = [log(each or 1) for each in self.joined.often]
        ranks = [self.ranks.best((number,)) for number in range(int(2 * max(often, default=0.0)) + 1)]
        rough = nlargest(
            many * _LOOKED_AT,
            (
                (likely + ranks[int(often[one] + often[other])] + cards[one] + cards[other], -pair)
                for number, tier in enumerate(self.joined.tiers)
                for likely in [self.tiers.best((number,))]
                for pair in tier
                for one, other in [unpacked(pair)]
            ),
        )
        fine = [(-so - self.exchanges.best(self.joined.exchanged(-pair)), -pair) for so, pair in rough]
        for place, (_, pair) in enumerate(sorted(fine)):
            for one, other in self.joined.members(pair):
                yield Joined(0, place, one, other)

    def _seldom(self, pair: int) -> Hashable:
        """How few others the classes of a pair feed."""
        one, other = unpacked(pair)
        return int(log(self.joined.often[one] or 1) + log(self.joined.often[other] or 1))

    def _exchanged(self, pairs: Counter[int]) -> Counter[Hashable]:
        found: Counter[Hashable] = Counter()
        for pair, many in pairs.items():
            found.update(dict.fromkeys(self.joined.exchanged(pair), many))
        return found


class _Odds:
    """How much more often combos have a feature than others.

    ``having``: how many combos have each, of ``of``; ``there``: how many others have it, of ``all_``.
    """

    def __init__(self, having: Mapping[Hashable, int], of: int, there: Mapping[Hashable, int], all_: int) -> None:
        self.least = -log(of + 1)
        share = {each: (there.get(each, 0) + 1) / (all_ + 1) for each in having}
        self.odds = {each: log((many + share[each]) / (of + 1) / share[each]) for each, many in having.items()}

    def best(self, features: Iterable[Hashable]) -> float:
        """That of the feature that says most; the least there is where there is none."""
        return max((self.odds.get(each, self.least) for each in features), default=self.least)


def _does(proto: Proto) -> frozenset[Hashable]:
    """What a card does, by kinds alone: what each of its doings asks for and gives, and what it changes by being there."""
    card = card_doings(proto)
    found: set[Hashable] = set(changes(proto))
    for doing in (*card.doings, *card.cast):
        asks = frozenset(frozenset(kind for kind, _ in group) for group in doing.asked())
        reached = frozenset(kind for reach in doing.reaches for kind in reach.kinds)
        found.add((asks, frozenset(kind for kind, _ in doing.gives), reached, doing.row))
    return frozenset(found)


__all__ = ["Likeness"]
