"""Costs (118): what is paid to activate an ability or to cast a spell."""

from __future__ import annotations

from typing import TypeAlias

from reiterate.terms.base import Term
from reiterate.terms.filters import Filter
from reiterate.terms.quantities import Fixed, Quantity


class TapCost(Term):
    """{T} (107.5)."""


class UntapCost(Term):
    """{Q} (107.6)."""


class ManaCost(Term):
    """Mana symbols without braces (107.4)."""

    symbols: tuple[str, ...]


class LifeCost(Term):
    """Pay life (118.3b, 119.4)."""

    amount: Quantity


class RemoveCountersCost(Term):
    """Remove counters from the source (or, with a filter, from one permanent of it)."""

    kind: str
    amount: Quantity
    filter: Filter | None = None


class PutCountersCost(Term):
    """Put counters on the source."""

    kind: str
    amount: Quantity


class SacrificeCost(Term):
    """Sacrifice the source (``filter`` None) or permanents of a set."""

    filter: Filter | None = None
    amount: Quantity = Fixed(1)


class DiscardCost(Term):
    """Discard cards of the payer's choice out of a set: by default any cards."""

    amount: Quantity = Fixed(1)
    filter: Filter = Filter()


class TapOthers(Term):
    """Tap untapped permanents of a set that the payer controls."""

    filter: Filter
    amount: Quantity


class ReturnCost(Term):
    """Return the source (``filter`` None) or permanents of a set to their owner's hand."""

    filter: Filter | None = None
    amount: Quantity | None = None


class ExileCost(Term):
    """Exile the source from ``zone``, or cards of a set from there."""

    zone: str
    filter: Filter | None = None
    amount: Quantity | None = None


class LoyaltyCost(Term):
    """Put loyalty counters on the source (positive) or remove them (606.4)."""

    amount: int  # discrete: printed


class MillCost(Term):
    """Mill cards as a cost."""

    amount: Quantity


class EvidenceCost(Term):
    """Collect evidence N: exile cards with total mana value N or more from the graveyard (701.59)."""

    amount: int  # discrete: printed


class BottomCost(Term):
    """Put the source on the bottom of its owner's library."""


class DiscardThis(Term):
    """Discard the source, from the hand (702.29a)."""


Cost: TypeAlias = (
    TapCost
    | UntapCost
    | ManaCost
    | LifeCost
    | RemoveCountersCost
    | PutCountersCost
    | SacrificeCost
    | DiscardCost
    | TapOthers
    | ReturnCost
    | ExileCost
    | LoyaltyCost
    | MillCost
    | EvidenceCost
    | BottomCost
    | DiscardThis
)
