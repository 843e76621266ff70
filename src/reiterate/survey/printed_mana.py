"""Feeds with amounts of mana as they are printed, where nothing of the cards makes more of it.
Part of the solver: the terms.
"""

from __future__ import annotations

from collections.abc import Sequence

from reiterate.survey.balance import MUCH
from reiterate.survey.feeds import Reading
from reiterate.terms.base import Term
from reiterate.terms.effects_mana import AddMana, AddMixed
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.replacement_effects import ManaTimes
from reiterate.terms.trigger_events import TappedForMana


class PrintedReading(Reading):
    """Reads the doings of some cards. Mana counts as what is printed; an amount that is not printed counts as much as is needed."""

    def __init__(self, cards: tuple[Proto, ...]) -> None:
        super().__init__(cards)
        self.printed_mana = not self.kinds & {ManaTimes, TappedForMana}

    def mana_asked(self, symbols: Sequence[str]) -> int:
        return sum(int(symbol) if symbol.isdigit() else symbol != "X" for symbol in symbols)

    def mana_given(self, node: Term) -> int:
        if not self.printed_mana:
            return MUCH
        if isinstance(node, AddMana) and isinstance(node.count, Fixed):
            return node.count.value * max(1, len(node.symbols))
        if isinstance(node, AddMixed) and isinstance(node.amount, Fixed):
            return node.amount.value
        return MUCH

    def mana_beside(self) -> int:
        return 1 if self.printed_mana else MUCH
