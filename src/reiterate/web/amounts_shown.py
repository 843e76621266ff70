"""Quantities of JSON as people read them: ``10^100``, ``1,000,000``, a formula where nobody could write the digits."""

from __future__ import annotations

import re
from typing import Any, Final

from reiterate.amounts import digits_text, parse_quantity
from reiterate.refusals import Refusal
from reiterate.web.drawn_symbols import with_powers
from reiterate.web.markup import Markup, tag

#: Characters of a number that stand in a line beside others.
MOST_SHOWN: Final = 40

#: A number in a text with more digits than people read. Digits before "…" are a part of a number, and stay.
_LONG: Final = re.compile(r"(?<![\w^])\d{31,}(?![\w…])")


def amount(written: Any) -> str:
    """A quantity of JSON in short: ``"1000000"`` is ``1,000,000``, 101 digits are ``10^100``."""
    if isinstance(written, dict):
        if "formula" in written:
            return str(written["formula"])
        return f"{amount(written.get('first'))}, … {amount(written.get('last'))}"
    text = str(written)
    digits = text.removeprefix("-")
    if not digits.isdigit():
        return text
    found = parse_quantity(digits)
    return text if isinstance(found, Refusal) else f"{'-' if digits != text else ''}{digits_text(found)}"


def in_short(text: str) -> str:
    """A text of a person in which numbers of more than 30 digits are told in short."""
    return _LONG.sub(lambda found: amount(found.group()), text)


def exact(written: Any) -> str:
    """A quantity in full, else all that is known of it. Numbers of JSON have every digit, and are no longer than 4,300."""
    if isinstance(written, dict):
        if "formula" in written:
            more = [f"{name} {written[name]}" for name in ("digits", "first", "last") if name in written]
            return f"{written['formula']} ({', '.join(more)})"
        return f"{exact(written.get('first'))} to {exact(written.get('last'))}"
    return str(written)


def shown(written: Any) -> Markup:
    """A quantity in short, with the exact one where that is longer, for pointing at and for reading aloud."""
    short = shortened(amount(written))
    long = exact(written)
    if short.replace(",", "") == long:
        return tag("span.amount", short)
    return tag("span.amount", with_powers(short), title=long)


def reachable(written: Any) -> Markup:
    """A quantity in short; the exact one is shown by pointing, by a finger and by Tab, and is read aloud.

    It is no part of a button: what can be reached by Tab may stand in nothing else that can.
    """
    short = shortened(amount(written))
    long = exact(written)
    if short.replace(",", "") == long:
        return tag("span.amount", short)
    return tag("span.amount.long", with_powers(short), tag("span.exact", " exactly ", long), tabindex=0)


def shortened(text: str) -> str:
    """A number as it stands in a line beside others: a formula that is too long for that is cut in its middle."""
    return text if len(text) <= MOST_SHOWN else f"{text[:20]}…{text[-12:]}"


def is_one(written: Any) -> bool:
    """Whether a quantity is 1."""
    return bool(written == "1")


def is_none(written: Any) -> bool:
    """Whether a quantity is 0."""
    return bool(written == "0")
