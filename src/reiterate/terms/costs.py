"""The core of the language of costs (118), and the printed number that some of them have."""

from __future__ import annotations

from reiterate.terms.base import Term, term
from reiterate.terms.sets import Filter


@term
class Fixed(Term):
    """A printed number; may be negative only inside ``Pump`` and ``ModifyPT``."""

    value: int  # discrete: a number printed on a card


@term
class TapCost(Term):
    """{T} (107.5)."""


@term
class UntapCost(Term):
    """{Q} (107.6)."""


@term
class ManaCost(Term):
    """Mana symbols without braces (107.4)."""

    symbols: tuple[str, ...]


@term
class LifeCost(Term):
    """Pay life (118.3b, 119.4)."""

    amount: Term


@term
class RemoveCountersCost(Term):
    """Remove counters from the source (or, with a filter, from one permanent of it)."""

    kind: str
    amount: Term
    filter: Filter | None = None


@term
class PutCountersCost(Term):
    """Put counters on the source."""

    kind: str
    amount: Term


@term
class SacrificeCost(Term):
    """Sacrifice the source (``filter`` None) or permanents of a set."""

    filter: Filter | None = None
    amount: Term = Fixed(1)


@term
class DiscardCost(Term):
    """Discard cards of the payer's choice, of a set if one is named."""

    amount: Term = Fixed(1)
    filter: Filter | None = None
