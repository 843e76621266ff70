"""How like known combos pairs are: their features, weighed by how often known combos have them and other pairs don't, and their company. It ranks, and proves nothing.

The rank has three stages, each for fewer pairs and with more detail. First all pairs of classes come by the features that each card has alone. The likeliest come by the features
of both cards and by their company. Of these, the likeliest come by whether a balance of a loop has doings that each card has through the other one alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import nlargest
from itertools import islice
from math import log, log1p
from typing import Final

from reiterate.discoveries.company import Company
from reiterate.discoveries.features import OWN, TIER, Feature, Features
from reiterate.discoveries.feeding import enabled
from reiterate.discoveries.joining import TURN, WIDE, Join, Joined, packed, unpacked
from reiterate.discoveries.learning import Weights
from reiterate.terms.proto import Proto

#: About how many pairs stand for all that feed each other.
_SAMPLE: Final = 20_000

#: How many pairs, for each that is wanted, are looked at by the features of both cards, and by their balances.
_LOOKED_AT: Final = 50
_BALANCED: Final = 10

#: About how many of those of which balances are looked at stand for all of them.
_BALANCES: Final = 500


class Likeness:
    """The pairs of a join by how like known combos they are.

    ``known``: pairs of signatures by their numbers. Those that the join doesn't keep say nothing.
    """

    def __init__(self, joined: Join, known: Iterable[tuple[int, int]]) -> None:
        self.joined = joined
        self.features = Features()
        class_of = {number: i for i, each in enumerate(joined.classes) for number in each}
        told = [(joined.beside.tier(class_of[one], class_of[other]), one, other) for one, other in known]
        self.known = [(self._proto(one), self._proto(other)) for tier, one, other in told if tier is not None]
        tiers = [tier for tier, _, _ in told if tier is not None]
        combos = [self.features.of(*pair, tier) for pair, tier in zip(self.known, tiers, strict=True)]
        listed = {packed(class_of[one], class_of[other]) for tier, one, other in told if tier is not None}
        every = 1 + sum(map(len, joined.tiers)) // _SAMPLE
        others = [
            self.features.of(*self._protos(pair), tier)
            for tier, kept in enumerate(joined.tiers)
            for pair in kept[::every]
            if pair not in listed
        ]
        self.rough = Weights(list(map(_alone, combos)), map(_alone, others))
        self.fine = Weights(combos, others)
        traits = [self.features.card(self._proto(each[0])).own for each in joined.classes]
        self.company = Company(traits, sorted(map(unpacked, listed)))

    def in_turn(self, many: int) -> list[Joined]:
        """So many of the pairs with a balance, the likeliest first. The more often a signature came, the less a pair with it counts."""
        came: Counter[int] = Counter()
        ordered: list[tuple[float, Joined]] = []
        for pair, odds in islice(self._balanced(many), WIDE * many):
            ordered.append((log1p(max(came[pair.one], came[pair.other]) / TURN) - odds, pair))
            came.update((pair.one, pair.other))
        ordered.sort(key=lambda each: each[0])
        return [pair for _, pair in ordered[:many]]

    def pairs(self, many: int) -> Iterator[Joined]:
        """The pairs that are most like known combos, many for each of so many that are wanted."""
        return (pair for pair, _ in self._told(many))

    def _balanced(self, many: int) -> Iterator[tuple[Joined, float]]:
        for pair, odds in self._told(many):
            if any(True for _ in self.joined.balanced((pair,))):
                yield pair, odds

    def _told(self, many: int) -> Iterator[tuple[Joined, float]]:
        """The pairs with their log-odds."""
        for place, (odds, pair) in enumerate(self._ranked(many)):
            for one, other in self.joined.members(pair):
                yield Joined(0, place, one, other), -odds

    def _ranked(self, many: int) -> list[tuple[float, int]]:
        """The pairs of classes, each behind the opposite of its log-odds, the likeliest first."""
        fine = [(-self._likely(-pair, tier), -pair) for _, pair, tier in nlargest(many * _LOOKED_AT, self._roughly())]
        fine.sort()
        likely, rest = fine[: many * _BALANCED], fine[many * _BALANCED :]
        balances = {pair: enabled(*self._protos(pair)) for _, pair in likely}
        sample = [pair for _, pair in likely[:: 1 + len(likely) // _BALANCES]]
        says = _odds([enabled(*pair) for pair in self.known], [balances[pair] for pair in sample])
        # Behind those whose balances were looked at come the others.
        least = max((odds - says[balances[pair]] for odds, pair in likely), default=0.0)
        return sorted((odds - says[balances[pair]], pair) for odds, pair in likely) + [
            (max(odds, least), pair) for odds, pair in rest
        ]

    def _likely(self, pair: int, tier: int) -> float:
        """The log-odds of a pair of classes: by its features, and by its company."""
        features = self.features.of(*self._protos(pair), tier)
        return self.fine.log_odds(features) + self.company.log_odds(*unpacked(pair))

    def _roughly(self) -> Iterator[tuple[float, int, int]]:
        """All pairs of classes with the log-odds of what their cards are like alone; the number of a pair is its opposite."""
        alone = [self.rough.log_odds(self.features.alone(self._proto(each[0]))) for each in self.joined.classes]
        for number, tier in enumerate(self.joined.tiers):
            likely = self.rough.log_odds([(TIER, number)])
            for pair in tier:
                one, other = unpacked(pair)
                yield likely + alone[one] + alone[other], -pair, number

    def _proto(self, number: int) -> Proto:
        return self.joined.signatures[number].proto

    def _protos(self, pair: int) -> tuple[Proto, Proto]:
        """The terms of the first cards of a pair of classes."""
        one, other = unpacked(pair)
        return self._proto(self.joined.classes[one][0]), self._proto(self.joined.classes[other][0])


def _alone(features: Iterable[Feature]) -> list[Feature]:
    """Those features that say nothing of how cards meet."""
    return [each for each in features if each[0] in (OWN, TIER)]


def _odds(combos: list[int], others: list[int]) -> list[float]:
    """How much more often combos have each of three numbers than others, as logarithms."""
    having, there = Counter(combos), Counter(others)
    return [log((having[i] + 1) / (len(combos) + 3) / ((there[i] + 1) / (len(others) + 3))) for i in range(3)]


__all__ = ["Likeness"]
