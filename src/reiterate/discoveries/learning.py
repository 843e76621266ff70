"""Logistic regression: how much each feature says for a known combo and against other pairs.

The same examples in the same order give the same weights. A weight is a part of the logarithm of the odds (log-odds).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp, sqrt
from random import Random
from typing import Final

from reiterate.discoveries.features import Feature

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


__all__ = ["Weights"]
