"""Powers of two as amounts, and formulas written out."""

from __future__ import annotations

from reiterate.amounts import Amount, Formula, power_sum


def two_to(exponent: Amount) -> int | Formula:
    assert isinstance(exponent, int | Formula)
    return power_sum([({2: exponent}, 1)])


def value(a: Amount) -> int:
    """A formula written out."""
    if isinstance(a, int):
        return a
    assert isinstance(a, Formula)
    total = 0
    bottom = 1
    for _, c in a.terms:
        bottom *= c.denominator
    for powers, c in a.terms:
        part = c.numerator * (bottom // c.denominator)
        for prime, exponent in powers:
            part *= prime ** value(exponent)
        total += part
    assert total % bottom == 0
    return total // bottom
