"""Exact quantities: ``int`` in play, ``Traced`` while a loop is traced, ``Formula`` when too long to write.

Rules code compares amounts with the helpers here, which name the rule that asks. On plain numbers
they cost one type check; on traced ones they leave a guard. An ``Unsupported`` may come out of any
of them where an amount isn't covered.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeAlias

from reiterate.amounts.amount_text import debug_text, digits_text, formula_text, quantity_json
from reiterate.amounts.formula import Formula, power_sum
from reiterate.amounts.number_classes import Outside, beyond, differ
from reiterate.amounts.numerals import (
    CAP_DIGITS,
    count_in_script,
    decimal_text,
    exact_text,
    parse_quantity,
    sayable_count,
)
from reiterate.amounts.polynomials import Monomial, Poly
from reiterate.amounts.progression import Members, Progression, differs, in_total
from reiterate.amounts.traced import EQ, LE, OPTIONS, RULES, SHAPE, Guard, Recorder, Traced, TracedMisuse, decide

__all__ = [
    "CAP_DIGITS",
    "EQ",
    "LE",
    "OPTIONS",
    "RULES",
    "SHAPE",
    "Amount",
    "Formula",
    "Guard",
    "Members",
    "Monomial",
    "Poly",
    "Progression",
    "Recorder",
    "Traced",
    "TracedMisuse",
    "at_least",
    "at_most",
    "count_in_script",
    "debug_text",
    "decimal_text",
    "differ",
    "differs",
    "digits_text",
    "divided",
    "equal",
    "exact_text",
    "formula_text",
    "greatest",
    "halve_down",
    "halve_up",
    "identical",
    "in_total",
    "is_zero",
    "less",
    "likeness",
    "maximum",
    "minimum",
    "more",
    "parse_quantity",
    "plain",
    "power_sum",
    "quantity_json",
    "sayable_count",
    "summed",
    "value_of",
]

#: Anything that can grow without bound: life, mana, counters, power, tokens, stacked triggers, ...
Amount: TypeAlias = int | Traced | Formula

# --- comparing: each leaves a guard on traced amounts --------------------------------------------


def is_zero(a: Amount, rule: str = "") -> bool:
    """Whether ``a == 0``."""
    if type(a) is int:
        return a == 0
    return _decide(a, EQ, rule)


def equal(a: Amount, b: Amount, rule: str = "") -> bool:
    """Whether ``a == b``."""
    if type(a) is int and type(b) is int:
        return a == b
    return _decide(a - b, EQ, rule)


def at_most(a: Amount, b: Amount, rule: str = "") -> bool:
    """Whether ``a <= b``."""
    if type(a) is int and type(b) is int:
        return a <= b
    return _decide(a - b, LE, rule)


def at_least(a: Amount, b: Amount, rule: str = "") -> bool:
    """Whether ``a >= b``."""
    if type(a) is int and type(b) is int:
        return a >= b
    return _decide(b - a, LE, rule)


def less(a: Amount, b: Amount, rule: str = "") -> bool:
    """Whether ``a < b``."""
    if type(a) is int and type(b) is int:
        return a < b
    return _decide(a - b + 1, LE, rule)


def more(a: Amount, b: Amount, rule: str = "") -> bool:
    """Whether ``a > b``."""
    if type(a) is int and type(b) is int:
        return a > b
    return _decide(b - a + 1, LE, rule)


def minimum(a: Amount, b: Amount, rule: str = "") -> Amount:
    """The smaller one; ``a`` where they are equal."""
    return a if at_most(a, b, rule) else b


def maximum(a: Amount, b: Amount, rule: str = "") -> Amount:
    """The larger one; ``a`` where they are equal."""
    return a if at_least(a, b, rule) else b


def greatest(a: Amount, rule: str = "") -> Amount:
    """The largest that a member of a group has: one of the two ends where members differ."""
    return maximum(a.first, a.last, rule) if differs(a) else a


def _decide(difference: Amount, op: str, rule: str) -> bool:
    if isinstance(difference, Formula):
        sign = difference.sign()
        return sign == 0 if op == EQ else sign <= 0
    return decide(difference, op, rule)


# --- reading without a guard ---------------------------------------------------------------------


def identical(a: Amount, b: Amount) -> bool:
    """Whether two amounts are equal for all values of the symbols, so that rows may be grouped.

    Leaves no guard. Traced amounts are identical only as polynomials of the same trace, never by
    chance of their values. A traced amount is identical to a whole number only where it has no
    symbols.
    """
    if type(a) is int and type(b) is int:
        return a == b
    if isinstance(a, Outside):
        return a.same_as(b)
    if isinstance(b, Outside):
        return b.same_as(a)
    if isinstance(a, Traced) and isinstance(b, Traced):
        return a.rec is b.rec and a.poly == b.poly
    if isinstance(a, Formula) or isinstance(b, Formula):
        return not (isinstance(a, Traced) or isinstance(b, Traced)) and a == b
    return _constant(a) is not None and _constant(a) == _constant(b)


def likeness(a: Amount) -> Hashable:
    """What all amounts have in common that are identical to this one; None where that is not known. Leaves no guard."""
    if type(a) is int:
        return a
    if isinstance(a, Outside):
        return a.likeness()
    if isinstance(a, Traced):
        return a.poly.const_part if a.poly.is_const else a.poly
    return None


def _constant(a: int | Traced) -> int | None:
    if isinstance(a, Traced):
        return a.poly.const_part if a.poly.is_const else None
    return a


def plain(a: Amount) -> int:
    """``a`` where only whole numbers can occur; TracedMisuse for a traced amount."""
    if differs(a):
        raise differ("reading an amount")
    if isinstance(a, Traced | Outside):
        raise TracedMisuse("a traced amount where only a whole number can be")
    if isinstance(a, Formula):
        raise beyond("a place where only a number that can be written may stand")
    return a


def value_of(a: Amount) -> int | Formula:
    """The concrete value, for showing only: nothing that the game does may depend on it."""
    if differs(a):
        raise differ("showing an amount")
    if not isinstance(a, Traced):
        return a
    assert isinstance(a.value, int | Formula)
    return a.value


def summed(amounts: Iterable[Amount]) -> int | Formula:
    """The sum of concrete values, for showing only."""
    total: int | Formula = 0
    for a in amounts:
        total = total + value_of(a)
    return total


def divided(a: int | Formula, k: int) -> tuple[int | Formula, int]:
    """The whole part and the rest of a division by ``k`` > 0."""
    return a.divided(k) if isinstance(a, Formula) else divmod(a, k)


# --- halving -------------------------------------------------------------------------------------


def halve_down(a: Amount, rule: str = "") -> Amount:
    """Half of ``a``, rounded down; Unsupported (``growth-not-covered``) where ``a`` is traced and its parity unknown."""
    return plain(a) // 2 if not isinstance(a, Formula | Traced) else a.halved(False, rule)


def halve_up(a: Amount, rule: str = "") -> Amount:
    """Half of ``a``, rounded up; Unsupported (``growth-not-covered``) where ``a`` is traced and its parity unknown."""
    return -(-plain(a) // 2) if not isinstance(a, Formula | Traced) else a.halved(True, rule)
