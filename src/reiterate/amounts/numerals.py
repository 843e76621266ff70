"""Numbers as people write them: strict reading, and printing that stays quick however long the number is.

Python limits text conversions of whole numbers to 4,300 digits, in a setting of the whole process.
Here that setting is neither changed nor met: numbers are read and written in blocks below its least
possible value.
"""

from __future__ import annotations

import re
from typing import Final

from reiterate.refusals import INPUT, Refusal

#: The longest number, and the largest exponent, that a person may write.
CAP_DIGITS: Final = 10_000
#: The longest number that JSON output holds in full.
JSON_DIGITS: Final = 4_300

_BLOCK: Final = 500  # below 640, the least limit that Python can be set to
_ENDS: Final = 10  # digits shown at either end of a shortened number
_JSON_ENDS: Final = 20  # the same in JSON
_FACTOR: Final = 1_000  # factors below it may stand before a power of ten
#: Digits of a number that a person is shown in full: with separators at most 30 characters.
SHOWN_DIGITS: Final = 23
_IN_FORMULAS: Final = 40  # the same within a formula in JSON
_TERMS: Final = 3  # powers of ten that a sum shown to a person has at most
_LAST: Final = 1_000_000  # below it the last term of such a sum is written out
_GAP: Final = 100_000  # how many times smaller each next term is, so that no sum hides a number's own digits
_QUOTED: Final = 40  # characters quoted from what a person wrote

_LOG: Final = 301_029_995_663_981_195_213_738_894_724  # log10(2), rounded down, over _LOG_UNIT
_LOG_UNIT: Final = 10**30

_DECIMAL: Final = re.compile(r"0|[1-9][0-9]*")
_POWER: Final = re.compile(r"(?:(0|[1-9][0-9]*)\*)?10\^(0|[1-9][0-9]*)")

# --- reading -----------------------------------------------------------------------------------


def parse_quantity(text: str, cap_digits: int = CAP_DIGITS) -> int | Refusal:
    """Read a count: ``digits``, ``10^digits`` or ``digits*10^digits``, digits without sign or leading zero.

    At most ``cap_digits`` digits, and an exponent of at most ``cap_digits``; lengths are checked
    before anything is computed. Everything else is a refusal: ``count-not-a-number`` or
    ``count-too-large``.
    """
    if _DECIMAL.fullmatch(text):
        return _too_large(text, cap_digits) if len(text) > cap_digits else _read_decimal(text)
    match = _POWER.fullmatch(text)
    if match is None:
        message = f"{_quote(text)} is not a count"
        return Refusal(INPUT, "count-not-a-number", message, _accepted(cap_digits))
    factor, exponent = match[1] or "1", match[2]
    if len(factor) > cap_digits or len(exponent) > len(str(cap_digits)) or int(exponent) > cap_digits:
        return _too_large(text, cap_digits)
    shift: int = 10 ** int(exponent)
    return _read_decimal(factor) * shift


def _read_decimal(digits: str) -> int:
    if len(digits) <= _BLOCK:
        return int(digits)
    low = len(digits) // 2
    shift: int = 10**low
    return _read_decimal(digits[:-low]) * shift + _read_decimal(digits[-low:])


def _too_large(text: str, cap_digits: int) -> Refusal:
    return Refusal(INPUT, "count-too-large", f"the count {_quote(text)} is too large", _accepted(cap_digits))


def _accepted(cap_digits: int) -> str:
    return (
        f"a whole number such as 7 or 1000000 (at most {cap_digits:,} digits, no sign, no separators), "
        f"or 10^100 or 3*10^100 (exponent at most {cap_digits:,})"
    )


def _quote(text: str) -> str:
    shown = text if len(text) <= _QUOTED else text[:_QUOTED] + "…"
    return '"' + "".join(c if c.isprintable() else "�" for c in shown) + '"'


# --- writing -----------------------------------------------------------------------------------


def decimal_text(n: int) -> str:
    """All decimal digits of ``n``, however many there are."""
    return "-" + _all_digits(-n) if n < 0 else _all_digits(n)


def digits_text(n: int, limit: int = SHOWN_DIGITS) -> str:
    """``n`` as shown to a person.

    A number of up to ``limit`` digits is shown in full with separators (``1,000,000``). A longer sum of few powers of
    ten is shown as one (``10^100``, ``10^100 - 1``, ``10^130 + 2*10^100``). Any other is shown by its first and last
    digits and their number.
    """
    if exact := exact_text(n, limit):
        return exact
    sign, size = ("-", -n) if n < 0 else ("", n)
    ends = _Ends(size, _ENDS)
    return f"{sign}{ends.first}…{ends.last} ({len(ends):,} digits)"


def exact_text(n: int, limit: int = SHOWN_DIGITS) -> str:
    """``n`` as ``digits_text`` shows it, where that leaves no digit out; else ""."""
    sign, size = ("-", -n) if n < 0 else ("", n)
    return _sum_text(n) if _is_longer(size, limit) else sign + _with_separators(_all_digits(size))


def _is_longer(n: int, limit: int) -> bool:
    """Whether ``n`` >= 0 has more than ``limit`` digits."""
    return n.bit_length() > 3 * limit and len(_Ends(n, _ENDS)) > limit  # 3 bits are less than a digit


def sayable_count(n: int) -> str:
    """``n`` >= 0 as a person may write a count: at most ``SHOWN_DIGITS`` digits, or ``10^N``; "" where it is neither."""
    if not _is_longer(n, SHOWN_DIGITS):
        return _all_digits(n)
    formula = _Ends(n, _ENDS).formula()
    return formula if formula.startswith("10^") else ""


def count_in_script(n: int) -> str:
    """``n`` >= 0 as scripts and places write it, so that it is read as the same number: ``10^100+1000``.

    A long number is a sum of few powers of ten where it is one; any other stands in digits.
    """
    return (_sum_text(n, in_script=True) if _is_longer(n, SHOWN_DIGITS) else "") or _all_digits(n)


def formula_digits(n: int) -> str:
    """``n`` as formulas in JSON hold it: up to 40 digits in full, a longer power of ten as one, any other by its ends."""
    if n < 0:
        return "-" + formula_digits(-n)
    if not _is_longer(n, _IN_FORMULAS):
        return _with_separators(_all_digits(n))
    ends = _Ends(n, _ENDS)
    return ends.formula() or f"{ends.first}…{ends.last} ({len(ends):,} digits)"


def _sum_text(n: int, in_script: bool = False) -> str:
    """``n`` as a sum of at most three terms ``a*10^N``, the last perhaps a small number; "" where it is none.

    ``in_script``: without blanks and without separators of digits.
    """
    text, rest = "", n
    for _ in range(_TERMS):
        negative, size = rest < 0, abs(rest)
        if size < _LAST:
            term, rest = str(size) if in_script else _with_separators(str(size)), 0
        else:
            power = (size.bit_length() - 1) * _LOG // _LOG_UNIT - 2  # as in _Ends: the factor has 3 or 4 digits
            unit: int = 10**power
            factor, left = divmod(size, unit)
            if factor >= _FACTOR:
                factor, last = divmod(factor, 10)
                power, unit, left = power + 1, 10 * unit, left + last * unit
            if 2 * left > unit:
                factor, left = factor + 1, left - unit
            if abs(left) * _GAP > unit:
                return ""
            term, rest = _power_text(factor, power), -left if negative else left
        sign = "-" if negative else "+" if text else ""
        text += f" {sign} {term}" if text and not in_script else sign + term
        if not rest:
            return text
    return ""


def _power_text(factor: int, power: int) -> str:
    """``10^N`` or ``a*10^N``, with no zero at the end of ``a``."""
    digits = str(factor).rstrip("0")
    power += len(str(factor)) - len(digits)
    return f"10^{power}" if digits == "1" else f"{digits}*10^{power}"


def quantity_json(a: int) -> str | dict[str, str | int]:
    """``a`` for JSON output: decimal digits as text, or an object where there are more than JSON_DIGITS.

    The object holds the number of ``digits`` and the ``first`` and ``last`` of them. It holds a
    ``formula`` where ``a`` is a small factor times a power of ten. A negative number has its sign
    in the text, in ``first`` and in ``formula``.
    """
    sign, n = ("-", -a) if a < 0 else ("", a)
    if n.bit_length() <= 3 * JSON_DIGITS:
        return decimal_text(a)
    ends = _Ends(n, _JSON_ENDS)
    if len(ends) <= JSON_DIGITS:
        return decimal_text(a)
    found: dict[str, str | int] = {"digits": len(ends), "first": sign + ends.first, "last": ends.last}
    formula = ends.formula()
    return {"formula": sign + formula, **found} if formula else found


class _Ends:
    """The number of digits of a number, and its first and last ones, without computing those between.

    The logarithm of 2 bounds the number of digits to within one. A single division by a power of
    ten then leaves the leading digits, and their own length says which number it is. ``n`` needs
    more than ``2 * width`` digits.
    """

    __slots__ = ("_dropped", "_exact", "_top", "first", "last")

    def __init__(self, n: int, width: int) -> None:
        least = (n.bit_length() - 1) * _LOG // _LOG_UNIT  # 10^least <= n < 10^(least + 2)
        self._dropped: int = max(least - width, 0)
        top, rest = divmod(n, 10**self._dropped)
        self._top: str = str(top)
        self._exact: bool = rest == 0
        self.first: str = self._top[:width]
        self.last: str = str(n % 10**width).rjust(width, "0")

    def __len__(self) -> int:
        return len(self._top) + self._dropped

    def formula(self) -> str:
        """``10^N`` or ``a*10^N`` where the number is exactly that with a small ``a``; else nothing."""
        factor = self._top.rstrip("0")
        if not self._exact or int(factor) >= _FACTOR:
            return ""
        return _power_text(int(factor), len(self) - len(factor))


def _all_digits(n: int) -> str:
    if n < 10**_BLOCK:
        return str(n)
    power = 10**_BLOCK
    powers = [power]
    while power * power <= n:
        power *= power
        powers.append(power)
    return _digits_below(n, powers, len(powers)).lstrip("0")


def _digits_below(n: int, powers: list[int], level: int) -> str:
    """The digits of ``n`` < powers[level - 1] ** 2, filled up with zeros to ``_BLOCK * 2 ** level``."""
    if level == 0:
        return str(n).rjust(_BLOCK, "0")
    high, low = divmod(n, powers[level - 1])
    return _digits_below(high, powers, level - 1) + _digits_below(low, powers, level - 1)


def _with_separators(digits: str) -> str:
    first = len(digits) % 3 or 3
    return ",".join([digits[:first], *(digits[i : i + 3] for i in range(first, len(digits), 3))])
