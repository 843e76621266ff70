"""What all answers share: their parts, exact amounts, refusals with their places, and how much of cards is understood.

What all answers share: their parts, the questions, and refusals with the places that they speak of.

Exact amounts in answers: as text for people, as strings or objects in JSON.

How much of cards is understood, as parts of an answer: each card clause by clause, and the ledger of all of them.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from reiterate.amounts import (
    Amount,
    Formula,
    Progression,
    Traced,
    differs,
    digits_text,
    exact_text,
    formula_text,
    is_zero,
    quantity_json,
    value_of,
)

# --- answer parts --------------------------------------------------------------------------------

#: What can be asked of a board; each is a command and a part of the answer.
BoardQuestion: TypeAlias = Literal["run", "loop", "find", "certify", "judge"]

#: What can be asked: of a board, of cards by their names, of a certificate, of all cards that are known, or of a deck.
Question: TypeAlias = Literal["run", "loop", "find", "certify", "judge", "combo", "check", "cards", "coverage", "deck"]

#: What can be refused: a question, of a loop its kind or its needs, or of a combo that its certificate is accepted.
AnyQuestion: TypeAlias = Literal[
    "run", "loop", "find", "certify", "judge", "combo", "check", "cards", "coverage", "kind", "needs", "deck"
]

T = TypeVar("T")

#: Words of an open list: later versions may have more of them, and the schema lists those of today as examples.
Open = Annotated[T, msgspec.Meta(extra_json_schema={"x-open": True})]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of an answer. Fields are given by name and are not changed."""


class Where(Part, frozen=True):
    """A place in what a person wrote. Lines and columns count from 1; 0 means unknown."""

    file: str
    line: int
    column: int
    span: str


class Refused(Part, frozen=True):
    """A question that was not answered: why (docs/codes.md), what would be accepted, the rule, the place."""

    question: Open[AnyQuestion]
    kind: str
    code: str
    message: str
    expected: str
    rule: str
    where: Where


# --- answer quantities ---------------------------------------------------------------------------

#: What JSON holds for a quantity: decimal digits, or an object where there are too many of them.
Written: TypeAlias = "str | dict[str, Any]"

#: The JSON schema of ``Written``.
SCHEMA: dict[str, Any] = {
    "description": (
        "A quantity: decimal digits; over 4,300 digits an object with a formula, the number of digits, the first "
        "and the last ones; where the members of a group differ, those of the first and the last and the step."
    ),
    "anyOf": [
        {"type": "string", "pattern": "^-?[0-9]+$"},
        {
            "type": "object",
            "required": ["last"],
            "additionalProperties": False,
            "properties": {
                "formula": {"type": "string"},
                "digits": {"type": ["integer", "string"]},
                "first": {"type": "string"},
                "last": {"type": "string"},
            },
        },
        {
            "type": "object",
            "required": ["first", "step", "last", "each"],
            "additionalProperties": False,
            "properties": {name: {} for name in ("first", "step", "last", "each")},
        },
    ],
}


class Quantity:
    """An exact amount: a whole number, a formula too long to write, or the amounts of a group's members in order."""

    __slots__ = ("amount",)

    def __init__(self, amount: int | Formula | Progression) -> None:
        self.amount: Final = amount

    def __eq__(self, other: object) -> bool:
        return self.amount == other.amount if isinstance(other, Quantity) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.amount)

    def __repr__(self) -> str:
        return f"Quantity({self.text()})"

    @property
    def whole(self) -> int | Formula:
        """The amount where no members differ."""
        assert not isinstance(self.amount, Progression)
        return self.amount

    def text(self) -> str:
        """The amount for people, shortened when long; where members differ the first two and the last."""
        return number(self.amount)

    @property
    def cut(self) -> bool:
        """Whether ``text`` leaves digits of a whole number out."""
        return isinstance(self.amount, int) and not exact_text(self.amount)

    def short(self) -> str:
        """The amount for people where there is little room: of a formula nothing but the formula."""
        return formula_text(self.amount, digits_text) if isinstance(self.amount, Formula) else self.text()

    def signed(self) -> str:
        """The amount as a change, with its sign."""
        text = digits_text(self.whole)
        if self.whole <= 0:
            return text
        return f"+({text})" if " + " in text or " - " in text else f"+{text}"

    def in_digits(self) -> str:
        """The amount as digits; as a formula, or by its ends, where there are too many of them."""
        written = self.written()
        return written if isinstance(written, str) else str(written.get("formula", self.text()))

    def written(self) -> Written:
        """The amount for JSON."""
        amount = self.amount
        if not isinstance(amount, Progression):
            return quantity_json(amount)
        parts = {"first": amount.first, "step": amount.step, "last": amount.last, "each": amount.members.width}
        return {name: quantity_json(value_of(part)) for name, part in parts.items()}

    @property
    def each(self) -> int | Formula:
        """How many members of a group have each amount; 1 where the members don't differ."""
        return value_of(self.amount.members.width) if differs(self.amount) else 1


def quantity(amount: Amount | Progression) -> Quantity:
    """An amount of the engine as a quantity of an answer; a traced one by its value."""
    return Quantity(amount if isinstance(amount, int | Formula | Progression) else value_of(amount))


def number(amount: object) -> str:
    """An amount as text, shortened when long; where members differ the first two and the last."""
    if differs(amount):
        two = [number(amount.at(0)), number(amount.at(1))]
        rest = ["..."] if not is_zero(amount.members.count - 3) else []
        return ", ".join([*two, *rest, number(amount.last)])
    if isinstance(amount, Traced):
        amount = value_of(amount)
    assert isinstance(amount, int | Formula)
    return digits_text(amount)


# --- answer cards --------------------------------------------------------------------------------


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
    """Clauses that can't be read from the same words on.

    ``clauses`` and ``cards``: how many clauses these are, and on how many cards. ``alone``: how many cards or combos lack
    these words and nothing else. ``together``: how many would be whole with these words and all groups before them.
    """

    words: str
    clauses: Quantity
    cards: Quantity
    example: str
    alone: Quantity
    together: Quantity


class Lacking(Part, frozen=True):
    """What the reader of card text lacks, the most useful first.

    ``what`` is counted: cards or combos. ``all`` of them, ``whole`` ones, and ``unknown`` ones that were left out. ``held_out``: those
    that stand in no group, because a card of theirs is kept for measuring. ``clauses`` that are not read, in so many ``groups``, of
    which ``missing`` has the first.
    """

    what: str
    all: Quantity
    whole: Quantity
    unknown: Quantity
    held_out: Quantity
    clauses: Quantity
    groups: Quantity
    missing: list[MissingWords]
