"""Quantities of JSON as people read them: ``10^100``, ``1,000,000``, a formula where nobody could write the digits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, TypeAlias

from reiterate.amounts import digits_text, exact_text, parse_quantity
from reiterate.refusals import Refusal

#: An object of JSON, as the service tells it.
Json: TypeAlias = Mapping[str, Any]

#: Characters of a number that stand in a line beside others.
MOST_SHOWN: Final = 40

#: A number in a text with more digits than people read. Digits before "…" are a part of a number, and stay.
_LONG: Final = re.compile(r"(?<![\w^])\d{31,}(?![\w…])")


def short_amount(written: Any) -> str:
    """A quantity of JSON in short: ``"1000000"`` is ``1,000,000``, 101 digits are ``10^100``."""
    if isinstance(written, dict):
        if "formula" in written:
            return str(written["formula"])
        return f"{short_amount(written.get('first'))}, … {short_amount(written.get('last'))}"
    text = str(written)
    digits = text.removeprefix("-")
    if not digits.isdecimal():
        return text
    quantity = parse_quantity(digits)
    return text if isinstance(quantity, Refusal) else f"{'-' if digits != text else ''}{digits_text(quantity)}"


def in_short(text: str) -> str:
    """A text of a person in which numbers of more than 30 digits are told in short."""
    return _LONG.sub(lambda found: short_amount(found.group()), text)


def full_amount(written: Any) -> str:
    """A quantity in full, else all that is known of it. Numbers of JSON have every digit, and are no longer than 4,300."""
    if isinstance(written, dict):
        if "formula" in written:
            more = [f"{name} {written[name]}" for name in ("digits", "first", "last") if name in written]
            return f"{written['formula']} ({', '.join(more)})"
        return f"{full_amount(written.get('first'))} to {full_amount(written.get('last'))}"
    return str(written)


def shortened(text: str) -> str:
    """A number as it stands in a line beside others: a formula that is too long for that is cut in its middle."""
    return text if len(text) <= MOST_SHOWN else f"{text[:20]}…{text[-12:]}"


#: Digits of a number that a page shows one by one; of a longer one it tells the size.
MOST_DIGITS: Final = 15

#: A number of more digits as ``short_amount`` tells it, as a regular expression without groups.
LONG_NUMBER: Final = r"(?<![\w.,^*])(?:\d{1,3}(?:,\d{3}){5,9}(?!,?\w)|\d{1,4}\*10\^\d[\d,]*)"

_FACTOR: Final = re.compile(r"\b(\d{1,5})\*10\^(\d[\d,]*)")
_WHOLE_LONG: Final = re.compile(LONG_NUMBER)


def sized(short: str) -> str:
    """A number with more than 15 digits by its size: ``3.1×10^21``, behind ``≈`` where digits are left out. Any other text as it is."""
    if not _WHOLE_LONG.fullmatch(short):
        return short
    if "*" not in short:
        if len(digits := short.replace(",", "")) <= MOST_DIGITS:
            return short
        short = exact_text(int(digits), MOST_DIGITS) or f"≈{round(int(digits[:4]), -1)}*10^{len(digits) - 4}"
    return _FACTOR.sub(_by_size, short)


def _by_size(found: re.Match[str]) -> str:
    """``31*10^20`` as ``3.1×10^21``, ``10*10^20`` as ``10^21``."""
    digits, power = found[1], int(found[2].replace(",", ""))
    factor = str(Decimal(digits).scaleb(1 - len(digits)).normalize())
    raised = f"10^{power + len(digits) - 1:,}"
    return raised if factor == "1" else f"{factor}×{raised}"


def is_one(written: Any) -> bool:
    """Whether a quantity is 1."""
    return bool(written == "1")


def is_none(written: Any) -> bool:
    """Whether a quantity is 0."""
    return bool(written == "0")
