"""The company of a pair: known combos whose one card is like the one card of the pair, and the other one like the other. It ranks, and proves nothing.

How like two cards are is the cosine of their traits, where a trait weighs more the fewer cards have it. A pair is in the company of a known combo as much as both of its cards are
like those of the combo. So a card that stands in many known combos draws others of their kind, and a card like it draws them too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log, sqrt
from typing import Final

#: Less alike than this counts as nothing.
_ALIKE: Final = 0.05

#: What a pair has that is in no company.
_NONE: Final = 1e-3


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
        drawn, like = self._drawn(one), self._like(other)
        if len(drawn) < len(like):
            drawn, like = like, drawn
        return log(_NONE + sum(much * drawn[card] for card, much in like.items() if card in drawn))

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


__all__ = ["Company"]
