"""How like known combos pairs are: their features, weighed by how often known combos have them and other pairs don't, and their company. It ranks, and proves nothing.

Loops that a search found meanwhile are company as well. A new card of which loops were found comes before one of which none was.

The rank has three stages, each for fewer pairs and with more detail. First all pairs of classes come by the features that each card has alone. The likeliest come by the features
of both cards and by their company. Of these, the likeliest come by whether a balance of a loop has doings that each card has through the other one alone.

A weight is a part of the logarithm of the odds (log-odds), by logistic regression. The same examples in the same order give the same weights.

The company of a pair is the known combos whose two cards are like the two of the pair, each like one. How like two cards are
is the cosine of their traits, where a trait weighs more the fewer cards have it. A pair is in the company of a known combo as much as both of its
cards are like those of the combo. So a card that stands in many known combos draws others of their kind, and a card like it draws them too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import islice
from math import exp, log, log1p, sqrt
from random import Random
from typing import Final

from reiterate.discoveries.features import OWN, TIER, Feature, Features
from reiterate.discoveries.feeding import enabled
from reiterate.discoveries.joining import TURN, WIDE, Join, Joined, packed, unpacked
from reiterate.terms.proto import Proto

#: Less alike than this counts as nothing.
_ALIKE: Final = 0.05

#: What a pair has that is in no company.
NONE: Final = 1e-3


class Company:
    """The company of pairs of cards. ``traits``: those of each card, in numbers. ``known``: the known combos, each as the numbers of two of these cards."""

    def __init__(self, traits: Sequence[Sequence[int]], known: Iterable[tuple[int, int]]) -> None:
        self.traits = traits
        self.partners: dict[int, list[int]] = {}
        for one, other in known:
            self.partners.setdefault(one, []).append(other)
            self.partners.setdefault(other, []).append(one)
        had = Counter(trait for each in traits for trait in each)
        self.rarity = {trait: log(len(traits) / many) for trait, many in had.items()}
        self.holders: dict[int, list[tuple[int, float]]] = {}
        for card in self.partners:
            long = self._long(card)
            for trait in traits[card]:
                if long and self.rarity[trait]:
                    self.holders.setdefault(trait, []).append((card, self.rarity[trait] ** 2 / long))
        self.like: dict[int, dict[int, float]] = {}
        self.drawn: dict[int, dict[int, float]] = {}

    def log_odds(self, one: int, other: int) -> float:
        """How much the company of two cards says for a combo, beside a number that is the same for all."""
        return log(NONE + self.much(one, other))

    def much(self, one: int, other: int) -> float:
        """How much company two cards have."""
        drawn, like = self._drawn(one), self._like(other)
        if len(drawn) < len(like):
            drawn, like = like, drawn
        return sum(much * drawn[card] for card, much in like.items() if card in drawn)

    def _long(self, card: int) -> float:
        """The length of a card's traits, as one vector."""
        return sqrt(sum(self.rarity[trait] ** 2 for trait in self.traits[card]))

    def _like(self, card: int) -> dict[int, float]:
        """The cards of known combos that a card is like, each with the square of how much."""
        found = self.like.get(card)
        if found is None:
            long = self._long(card)
            shared: dict[int, float] = {}
            for trait in self.traits[card]:
                for holder, much in self.holders.get(trait, ()):
                    shared[holder] = shared.get(holder, 0.0) + much
            found = {holder: (much / long) ** 2 for holder, much in shared.items() if much >= _ALIKE * long}
            self.like[card] = found
        return found

    def _drawn(self, card: int) -> dict[int, float]:
        """The partners that cards like this one have in known combos, each with how much it is drawn."""
        found = self.drawn.get(card)
        if found is None:
            found = self.drawn[card] = {}
            for holder, much in self._like(card).items():
                for partner in self.partners[holder]:
                    found[partner] = found.get(partner, 0.0) + much
        return found


# --- weights --------------------------------------------------------------------------------------


#: Of how many known combos a feature has to be, where there are so many: what is of one alone says nothing of others.
_SHARED: Final = 2

#: How often each example is looked at, in an order of this seed; the step, what slows it down, and the pull towards 0 (AdaGrad).
_PASSES: Final = 8
_SEED: Final = 3
_STEP: Final = 0.1
_SLOWED: Final = 0.1
_PULL: Final = 1e-4
_BIAS_STEP: Final = 0.02

#: The log-odds at first, the greatest that are told apart, and an error from which nothing is learned.
_AT_FIRST: Final = -3.0
_GREATEST: Final = 30.0
_SMALL: Final = 1e-3


class Weights:
    """The weights of features, learned from examples: ``combos`` and ``others`` are the features of pairs."""

    def __init__(self, combos: Sequence[Sequence[Feature]], others: Iterable[Sequence[Feature]]) -> None:
        had = Counter(feature for each in combos for feature in each)
        enough = min(_SHARED, len(combos))
        features = [feature for feature, many in had.items() if many >= enough]
        numbers = {feature: i for i, feature in enumerate(features)}
        examples = [
            ([numbers[each] for each in example if each in numbers], wanted)
            for listed, wanted in ((combos, 1.0), (others, 0.0))
            for example in listed
        ]
        self.of: dict[Feature, float] = dict(zip(features, _learned(examples, len(features)), strict=True))

    def log_odds(self, features: Iterable[Feature]) -> float:
        """How much some features say for a combo, beside a number that is the same for all."""
        of = self.of
        return sum(of[each] for each in features if each in of)


def _learned(examples: list[tuple[list[int], float]], many: int) -> list[float]:
    """The weights of so many features, which examples have by their numbers."""
    of, moved, bias = [0.0] * many, [0.0] * many, _AT_FIRST
    dice = Random(_SEED)
    for _ in range(_PASSES):
        for features, wanted in dice.sample(examples, len(examples)):
            odds = bias + sum([of[each] for each in features])
            error = 1 / (1 + exp(-max(-_GREATEST, min(_GREATEST, odds)))) - wanted
            if abs(error) < _SMALL:
                continue
            bias -= _BIAS_STEP * error
            for each in features:
                weight = of[each]
                pull = error + _PULL * weight
                so_far = moved[each] = moved[each] + pull * pull
                of[each] = weight - _STEP * pull / (_SLOWED + sqrt(so_far))
    return of


# --- likeness -------------------------------------------------------------------------------------


#: About how many pairs stand for all that feed each other.
_SAMPLE: Final = 20_000

#: How many pairs, for each that is wanted, are looked at by the features of both cards, and by their balances.
_LOOKED_AT: Final = 50
_BALANCED: Final = 10

#: A card counts as if it had been tried so often more, and as if one loop more was found.
_DOUBT: Final = 10

#: About how many of those of which balances are looked at stand for all of them.
_BALANCES: Final = 500


class Likeness:
    """The pairs of a join by how like known combos they are.

    ``known``: pairs of signatures by their numbers. Those that the join doesn't keep say nothing.
    """

    def __init__(self, joined: Join, known: Iterable[tuple[int, int]]) -> None:
        self.joined = joined
        self.features = Features()
        class_of = self.class_of = {number: i for i, each in enumerate(joined.classes) for number in each}
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
        self.traits = [self.features.card(self._proto(each[0])).own for each in joined.classes]
        self.company = Company(self.traits, sorted(map(unpacked, listed)))
        self.found = Company(self.traits, ())
        self.asked = [joined.sides is not None and any(joined.sides[i] for i in each) for each in joined.classes]
        self.success: dict[int, float] = {}
        self.tried: frozenset[tuple[int, int]] = frozenset()
        self.seen: dict[int, list[tuple[int, float, float]]] = {}
        self.balances: dict[int, int] = {}

    def learn(self, tried: Iterable[tuple[int, int]], loops: Iterable[tuple[int, int]]) -> None:
        """What came of the pairs of signatures that were tried so far. ``loops``: those of which a loop was found."""
        self.tried = frozenset(tried)
        found = {packed(self.class_of[one], self.class_of[other]) for one, other in loops}
        self.found = Company(self.traits, sorted(map(unpacked, found)))
        often = Counter(self.class_of[number] for pair in self.tried for number in set(pair))
        good = Counter(number for pair in found for number in set(unpacked(pair)))
        self.success = {i: log((good[i] + 1) / (1 + many / _DOUBT)) for i, many in often.items() if self.asked[i]}

    def in_turn(self, many: int, whole: int = 0) -> list[Joined]:
        """Pairs with a balance, the likeliest first, at least so many that were not tried if there are so many. ``whole``: about how many are asked for in all.

        The more often a signature came, the less a pair with it counts. Where it was learned what came of others, that says which signatures come again.
        A pair counts the less then, the more others came that differ from it in amounts alone.
        """
        came: Counter[int] = Counter()
        ordered: list[tuple[float, Joined]] = []
        for pair, odds in islice(self._balanced(many, max(many, whole)), WIDE * many + len(self.tried)):
            again = (pair.rank,) if self.tried else (pair.one, pair.other)
            ordered.append((log1p(max(came[each] for each in again) / TURN) - odds, pair))
            came.update(again)
        ordered.sort(key=lambda each: each[0])
        return [pair for _, pair in ordered]

    def pairs(self, many: int) -> Iterator[Joined]:
        """The pairs that are most like known combos, many for each of so many that are wanted."""
        return (pair for pair, _ in self._told(many, many))

    def _balanced(self, many: int, whole: int) -> Iterator[tuple[Joined, float]]:
        for pair, odds in self._told(many, whole):
            if (pair.one, pair.other) in self.tried or any(True for _ in self.joined.balanced((pair,))):
                yield pair, odds

    def _told(self, many: int, whole: int) -> Iterator[tuple[Joined, float]]:
        """The pairs with their log-odds."""
        for place, (odds, pair) in enumerate(self._ranked(many, whole)):
            for one, other in self.joined.members(pair):
                yield Joined(0, place, one, other), -odds

    def _ranked(self, many: int, whole: int) -> list[tuple[float, int]]:
        """The pairs of classes, each behind the opposite of its log-odds, the likeliest first."""
        fine = sorted((-self._likely(*each), each[0]) for each in self._looked_at(whole))
        last = many * _BALANCED + len(self.tried)
        likely, rest = fine[:last], fine[last:]
        for _, pair in likely:
            if pair not in self.balances:
                self.balances[pair] = enabled(*self._protos(pair))
        sample = [pair for _, pair in likely[:: 1 + len(likely) // _BALANCES]]
        says = _odds([enabled(*pair) for pair in self.known], [self.balances[pair] for pair in sample])
        # Behind those whose balances were looked at come the others.
        least = max((odds - says[self.balances[pair]] for odds, pair in likely), default=0.0)
        return sorted((odds - says[self.balances[pair]], pair) for odds, pair in likely) + [
            (max(odds, least), pair) for odds, pair in rest
        ]

    def _looked_at(self, whole: int) -> list[tuple[int, float, float]]:
        """The likeliest pairs of classes by what their cards are like alone, each with the log-odds of its features and its company."""
        if whole not in self.seen:
            self.seen[whole] = [
                (
                    -pair,
                    self.fine.log_odds(self.features.of(*self._protos(-pair), tier)),
                    self.company.much(*unpacked(-pair)),
                )
                for _, pair, tier in nlargest(whole * _LOOKED_AT, self._roughly())
            ]
        return self.seen[whole]

    def _likely(self, pair: int, features: float, company: float) -> float:
        """The log-odds of a pair of classes: by its features, by its company, and by what was found with a card that was asked for."""
        one, other = unpacked(pair)
        success = max((self.success.get(i, 0.0) for i in (one, other) if self.asked[i]), default=0.0)
        return features + log(NONE + company + self.found.much(one, other)) + success

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
