"""How much of cards is understood, as parts of an answer: each card clause by clause, and the ledger of all of them."""

from __future__ import annotations

from reiterate.ask.answer_parts import Part
from reiterate.ask.answer_quantities import Quantity


class CardClause(Part, frozen=True):
    """A clause of a card: understood, inert or not understood; ``span``: the characters where reading stopped."""

    text: str
    status: str
    span: list[str]


class UnusableClause(Part, frozen=True):
    """A clause that is read and can't be used yet; ``what``: its parts that can't, each with its rule number."""

    text: str
    what: list[str]


class Card(Part, frozen=True):
    """A compiled card, clause by clause.

    ``usable``: it is read whole, and all of it can be used. ``unusable``: what is read and can't be used yet.
    """

    name: str
    complete: bool
    clauses: list[CardClause]
    usable: bool
    unusable: list[UnusableClause]


class MissingForm(Part, frozen=True):
    """A form of clauses that is not understood: how often there is one, and a card that has it."""

    form: str
    cards: Quantity
    clauses: Quantity
    example: str


class Ledger(Part, frozen=True):
    """How much of a set of cards is understood; ``clauses``: how many of each state.

    ``usable``: how many of the ``complete`` ones are fully usable; ``unusable``: what is read and can't be used yet, on how many of them.
    """

    cards: Quantity
    complete: Quantity
    partly: Quantity
    none: Quantity
    clauses: dict[str, Quantity]
    missing: list[MissingForm]
    usable: Quantity
    unusable: dict[str, Quantity]


class MissingWords(Part, frozen=True):
    """Clauses that are not read from the same words on: how many, and how many cards or combos they alone, or all so far, hold back."""

    words: str
    clauses: Quantity
    cards: Quantity
    example: str
    alone: Quantity
    together: Quantity


class Lacking(Part, frozen=True):
    """What the reader of card text lacks, the most useful first.

    ``what`` is counted: cards or combos. ``all`` of them, ``whole`` ones, and ``unknown`` ones that were left out. ``clauses``
    that are not read, in so many ``groups``, of which ``missing`` has the first.
    """

    what: str
    all: Quantity
    whole: Quantity
    unknown: Quantity
    clauses: Quantity
    groups: Quantity
    missing: list[MissingWords]
