"""Costs (118): what is paid to activate an ability or to cast a spell."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from reiterate.terms.base import Payment, Term, check_declared
from reiterate.terms.quantities import Fixed, Quantity
from reiterate.terms.references import Filter


class TapCost(Term):
    """{T} (107.5)."""

    says: ClassVar = Payment(asks="", needs="untapped:this", gives="tapped", source="")


class UntapCost(Term):
    """{Q} (107.6)."""

    says: ClassVar = Payment(asks="", needs="tapped step", gives="untapped untapped:this", source="")


class ManaCost(Term):
    """Mana symbols without braces (107.4)."""

    says: ClassVar = Payment(asks="mana", needs="mana", gives="", source="")

    symbols: tuple[str, ...]


class LifeCost(Term):
    """Pay life (118.3b, 119.4)."""

    says: ClassVar = Payment(asks="", needs="", gives="loss", source="")

    amount: Quantity


class EnergyCost(Term):
    """Pay energy: the payer removes so many energy counters from themselves (107.14)."""

    says: ClassVar = Payment(asks="", needs="counters", gives="", source="")

    amount: Quantity


class RemoveCountersCost(Term):
    """Remove counters from the source (or, with a filter, from one permanent of it)."""

    says: ClassVar = Payment(asks="objects", needs="counters", gives="dies", source="")

    kind: str
    amount: Quantity
    filter: Filter | None = None


class PutCountersCost(Term):
    """Put counters on the source."""

    says: ClassVar = Payment(asks="", needs="", gives="counters dies", source="")

    kind: str
    amount: Quantity


class SacrificeCost(Term):
    """Sacrifice the source (``filter`` None) or permanents of a set."""

    says: ClassVar = Payment(
        asks="objects", needs="enters dies milled back:this", gives="sacrificed dies leaves", source="filter"
    )

    filter: Filter | None = None
    amount: Quantity = Fixed(1)


class DiscardCost(Term):
    """Discard cards of the payer's choice out of a set: by default any cards."""

    says: ClassVar = Payment(asks="discards", needs="drawn leaves", gives="discarded", source="")

    amount: Quantity = Fixed(1)
    filter: Filter = Filter()


class TapOthers(Term):
    """Tap untapped permanents of a set that the payer controls."""

    says: ClassVar = Payment(asks="objects", needs="untapped enters turn", gives="tapped", source="")

    filter: Filter
    amount: Quantity


class ReturnCost(Term):
    """Return the source (``filter`` None) or permanents of a set to their owner's hand; ``unblocked``: unblocked attackers alone (509.1h)."""

    says: ClassVar = Payment(
        asks="objects from-hand", needs="enters dies milled back:this", gives="leaves", source="filter"
    )

    filter: Filter | None = None
    amount: Quantity | None = None
    unblocked: bool = False


class ExileCost(Term):
    """Exile the source from ``zone``, or cards of a set from there."""

    says: ClassVar = Payment(asks="discards", needs="enters dies milled back:this", gives="leaves", source="filter")

    zone: str
    filter: Filter | None = None
    amount: Quantity | None = None


class LoyaltyCost(Term):
    """Put loyalty counters on the source (positive) or remove them (606.4)."""

    says: ClassVar = Payment(asks="", needs="turn", gives="", source="")

    amount: int  # discrete: printed


class MillCost(Term):
    """Mill cards as a cost, or exile them from the top of the library."""

    says: ClassVar = Payment(asks="", needs="", gives="milled", source="")

    amount: Quantity
    to: str = "graveyard"


class EvidenceCost(Term):
    """Collect evidence N: exile cards with total mana value N or more from the graveyard (701.59)."""

    says: ClassVar = Payment(asks="", needs="dies milled discarded cast", gives="", source="")

    amount: int  # discrete: printed


class TapPower(Term):
    """Tap any number of other untapped creatures with total power N or greater (702.122a)."""

    says: ClassVar = Payment(asks="objects", needs="untapped enters turn", gives="tapped", source="")

    amount: int  # discrete: printed


class BottomCost(Term):
    """Put the source on the bottom of its owner's library. A token that is a copy of it can pay it too (111.7)."""

    says: ClassVar = Payment(asks="", needs="enters back:this", gives="leaves", source="always")


class DiscardThis(Term):
    """Discard the source, from the hand (702.29a)."""

    says: ClassVar = Payment(asks="", needs="drawn leaves back:this", gives="discarded", source="always")


Cost: TypeAlias = (
    TapCost
    | UntapCost
    | ManaCost
    | LifeCost
    | EnergyCost
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
    | TapPower
    | BottomCost
    | DiscardThis
)

check_declared("cost", Cost, Payment)
