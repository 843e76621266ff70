"""Exact amounts in answers: as text for people, as strings or objects in JSON."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from reiterate.amounts import (
    Amount,
    Formula,
    Progression,
    Traced,
    differs,
    digits_text,
    formula_text,
    is_zero,
    quantity_json,
    value_of,
)

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
