"""Amounts as text and as JSON, written out or as formulas with what can be computed of their digits."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import TypeAlias

from reiterate.amounts import numerals
from reiterate.amounts.formula import Formula, Powers
from reiterate.refusals import Unsupported

#: How the whole numbers of a formula are written.
Say: TypeAlias = Callable[[int], str]

#: Digits shown at either end.
_ENDS = 10

#: Digits of a logarithm behind the point.
_PRECISION = 60

#: How much larger, in powers of e, the largest term must be for the others not to touch the digits shown.
_GAP = 80


def digits_text(a: int | Formula, limit: int = numerals.SHOWN_DIGITS) -> str:
    """An amount as shown to a person: see ``numerals.digits_text``; a formula with its number of digits and its ends."""
    if not isinstance(a, Formula):
        return numerals.digits_text(a, limit)
    known = ends(a)
    parts = []
    if known is not None:
        parts.append(f"{numerals.digits_text(known[0], limit)} digits, the first {known[1]}")
    elif (number := digits_formula(a, numerals.digits_text)) is not None:
        parts.append(f"{number} digits")
    parts.append(f"the last {last_digits(a)}")
    return f"{formula_text(a, numerals.digits_text)} ({', '.join(parts)})"


def debug_text(value: object) -> str:
    """What ``repr`` says of an amount, or of a table of them, for debugging: a long whole number is shortened."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {debug_text(each)}" for key, each in value.items()) + "}"
    return numerals.digits_text(value) if type(value) is int else repr(value)


def quantity_json(a: int | Formula) -> str | dict[str, str | int]:
    """An amount for JSON: decimal digits as text, or an object with a formula, the number of digits and their ends."""
    if not isinstance(a, Formula):
        return numerals.quantity_json(a)
    found: dict[str, str | int] = {"formula": formula_text(a), "last": last_digits(a)}
    known = ends(a)
    if known is not None:
        found["digits"], found["first"] = numerals.decimal_text(known[0]), known[1]
    elif (number := digits_formula(a)) is not None:
        found["digits"] = number
    return found


def digits_formula(a: Formula, say: Say = numerals.formula_digits) -> str | None:
    """The number of digits of a tower, itself too long to write, as a formula; None for a sum of several terms."""
    if len(a.terms) != 1 or not a.is_tower:
        return None
    powers, c = a.terms[0]
    parts = [f"{_exponent(e, say)}*log10({p})" for p, e in powers]
    if abs(c) != 1:
        parts.append(f"log10({_term((), abs(c), say)})")
    return f"floor({' + '.join(parts)}) + 1"


def _exponent(e: int | Formula, say: Say) -> str:
    if isinstance(e, Formula):
        return formula_text(e, say) if len(e.terms) == 1 else f"({formula_text(e, say)})"
    text = say(e)
    return f"({text})" if " " in text else text


def formula_text(a: Formula, say: Say = numerals.formula_digits) -> str:
    """The formula in one line, such as ``3*2^(10^100) - 5``; ``say`` writes its whole numbers."""
    text = ""
    for powers, c in a.terms:
        sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
        text += sign + _term(powers, abs(c), say)
    return text


def _term(powers: Powers, c: Fraction, say: Say) -> str:
    factors = [_power(prime, exponent, say) for prime, exponent in powers]
    if c != 1 or not factors:
        top = say(c.numerator)
        top = f"({top})" if (factors or c.denominator != 1) and (" + " in top or " - " in top) else top
        factors.insert(0, top if c.denominator == 1 else f"({top}/{say(c.denominator)})")
    return "*".join(factors)


def _power(prime: int, exponent: int | Formula, say: Say) -> str:
    if isinstance(exponent, Formula):
        return f"{prime}^({formula_text(exponent, say)})"
    text = numerals.quantity_json(exponent)
    if not isinstance(text, str):
        return f"{prime}^({say(exponent)})"
    short = say(exponent)
    cut = "…" in short and say is not numerals.formula_digits
    return f"{prime}^({short})" if "^" in short or cut else f"{prime}^{text}"


def ends(a: Formula) -> tuple[int, str] | None:
    """The number of digits and the first ones; None where logarithms can't tell them."""
    try:
        return _ends(a)
    except Unsupported:
        return None


def _ends(a: Formula) -> tuple[int, str] | None:
    exponents = [e for powers, _ in a.terms for _, e in powers]
    size = max((e.bit_length() * 30_103 // 100_000 + 1 for e in exponents if isinstance(e, int)), default=1)
    if len(a.terms) > 1:
        logs = sorted((Formula((term,)).logarithm(_PRECISION) for term in a.terms), reverse=True)
        if logs[0] - logs[1] < _GAP:
            return None
    largest = max(a.terms, key=lambda term: Formula((term,)).logarithm(_PRECISION))
    with localcontext(Context(prec=size + _PRECISION + 10)):
        log10 = Formula((largest,)).logarithm(_PRECISION) / Decimal(10).ln()
        whole = int(log10)
        leading = Decimal(10) ** (log10 - whole + _ENDS - 1)
        shown = int(leading)
        rest = leading - shown
        if min(rest, 1 - rest) < Decimal(10) ** -20:
            return None
    sign = "-" if largest[1] < 0 else ""
    return whole + 1, sign + str(shown)


def last_digits(a: Formula) -> str:
    """The last digits of the absolute value."""
    negative = a.sign() < 0
    return str((-a if negative else a).modulo(10**_ENDS)).rjust(_ENDS, "0")
