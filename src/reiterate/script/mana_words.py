"""Mana that a sentence pays with: ``{C}{C}{R}``, ``10^100 {C} and {R}``."""

from __future__ import annotations

import re
from typing import Final

from reiterate.amounts import Amount, parse_quantity, plain
from reiterate.refusals import INPUT, Refusal
from reiterate.script.places import digits

_MANA: Final = re.compile(r"(?:(?<!\d)(\d+|(?:\d+\*)?10\^\d+) )?\{([WUBRGCP])\}")
_BETWEEN: Final = re.compile(r"^(?:\s|,|\band\b)+|(?:\s|,|\band\b)+$")
#: Symbols of one kind that are written one by one.
_WRITTEN_OUT: Final = 20


def read_pay(clauses: dict[str, str]) -> tuple[tuple[str, Amount], ...] | Refusal:
    """Mana to pay with: "{C}{C}{R}", or "10^100 {C} and {R}"; every word of it has to be understood."""
    if "paying" not in clauses:
        return ()
    said = clauses["paying"]
    left = _BETWEEN.sub("", _MANA.sub(" ", said))
    if left or not _MANA.search(said):
        message = f"'{left or said}' is no mana to pay with"
        return Refusal(INPUT, "payment", message, "such as {C}{C}{R}, or 10^100 {C} and {R}", "118")
    paid: dict[str, int] = {}
    for number, kind in _MANA.findall(said):
        count = parse_quantity(number) if number else 1
        if isinstance(count, Refusal):
            return count
        paid[kind] = paid.get(kind, 0) + count
    return tuple(paid.items())


def say_mana(pay: tuple[tuple[str, Amount], ...]) -> str:
    """The words for mana that is paid."""
    counted = [(kind, plain(n)) for kind, n in pay]
    if all(n <= _WRITTEN_OUT for _, n in counted):
        return "".join(f"{{{kind}}}" * n for kind, n in counted)
    return " and ".join(f"{digits(n)} {{{kind}}}" for kind, n in counted)
