"""Whole numbers too long to write, as the checker has them: sums of fractions times powers of primes.

Terms with powers close together are one term. The powers that all terms have in common say nothing
of the sign. Where the rest can be written, its sign is exact. Else bounds on logarithms to base 2
tell the sign, or nothing is said (``OutOfBudget``).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Any, Final, TypeAlias

from reiterate.amounts import digits_text
from reiterate.amounts.number_classes import Differing
from reiterate.check.arithmetic import BIT_BUDGET, EQ, LE, Form, OutOfBudget
from reiterate.check.number_base import CheckedNumber, Misuse, asked
from reiterate.check.work import spend, spend_product

#: Terms of a sum, and binary digits of an exponent.
HUGE_TERMS: Final = 60
EXPONENT_BITS: Final = 40_000
#: Powers in all terms of a sum, and binary digits of a base.
POWERS: Final = 300
BASE_BITS: Final = 128
#: Binary digits of the denominator of a sum that is read.
BOTTOM_BITS: Final = 128
#: Primes up to here are split off a base.
_PRIMES_TO: Final = 1_000
#: Exponents closer than this are put together.
_CLOSE: Final = 1 << 14
#: Binary digits behind the point of a logarithm, and of the numbers that it is worked out with.
_LOG_BITS: Final = 14
_MANTISSA: Final = 512

#: Bases in rising order with their exponents above 0.
Powers: TypeAlias = tuple[tuple[int, int], ...]


class Huge(CheckedNumber):
    """A whole number too long to write; made by ``huge`` only."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[Powers, Fraction]) -> None:
        self.terms = terms

    def decided(self, op: str, rule: str) -> bool:
        """Whether it is 0, or at most 0."""
        if op not in (EQ, LE):
            raise Misuse(f"compared by {op}")
        sign = _sign(self.terms)
        return sign == 0 if op == EQ else sign <= 0

    def same_as(self, other: object) -> bool:
        """Whether both are the same number."""
        return isinstance(other, Huge) and asked(self - other, EQ)

    def text(self) -> str:
        """The sum in one line, the longest powers first."""
        texts = []
        for powers, c in sorted(self.terms.items(), key=lambda term: (-_bits(term[0]), term[0])):
            names = [f"{digits_text(base)}^({digits_text(exponent)})" for base, exponent in powers]
            size = digits_text(abs(c.numerator)) + ("" if c.denominator == 1 else f"/{digits_text(c.denominator)}")
            factors = names if names and size == "1" else [size, *names]
            texts.append(("- " if c < 0 else "+ ") + "*".join(factors))
        return " ".join(texts).removeprefix("+ ")

    def _with(self, other: object, factor: int) -> Any:
        if isinstance(other, Differing):
            return NotImplemented  # it counts with what is the same for all members itself
        return _sum(self.terms, _terms(other), factor)

    def __neg__(self) -> Huge:
        return Huge({powers: -c for powers, c in self.terms.items()})

    def __mul__(self, other: object) -> Any:
        if isinstance(other, Differing):
            return NotImplemented  # which refuses
        return huge([((*p, *q), c * d) for p, c in self.terms.items() for q, d in _terms(other).items()])

    def halved(self) -> int | Huge:
        """Half of a number that is even."""
        return huge([(powers, c / 2) for powers, c in self.terms.items()])


def huge(terms: Iterable[tuple[Powers, Fraction]]) -> int | Huge:
    """The sum of fractions times powers; a plain number where that can be written. It has to be whole."""
    found: dict[Powers, Fraction] = {}
    many = 0
    for powers, c in terms:
        split: dict[int, int] = {}
        many += 1 + len(powers)
        if many > POWERS:
            raise OutOfBudget(f"a sum with more than {POWERS} powers in its terms")
        spend(1)
        for base, exponent in powers:
            if base.bit_length() > BASE_BITS:
                raise OutOfBudget(f"a base of more than {BASE_BITS} binary digits")
            if exponent.bit_length() > EXPONENT_BITS:
                raise OutOfBudget(f"an exponent of more than {EXPONENT_BITS} binary digits")
            for prime, times in _split(base):
                split[prime] = split.get(prime, 0) + times * exponent
        key = tuple(sorted((base, exponent) for base, exponent in split.items() if exponent))
        found[key] = found.get(key, Fraction(0)) + c
        if len(found) > HUGE_TERMS:
            raise OutOfBudget(f"a sum of more than {HUGE_TERMS} powers")
    found = _together(found)
    if all(_bits(powers) <= BIT_BUDGET for powers in found):
        total = sum((c * _written(powers) for powers, c in found.items()), Fraction(0))
        if total.denominator != 1:
            raise OutOfBudget("a sum of powers that is no whole number")
        return total.numerator
    return Huge(found)


def is_whole(found: Huge) -> bool:
    """Whether a sum of fractions times powers is a whole number: whether the common denominator divides what is above it."""
    bottom = lcm(*(c.denominator for c in found.terms.values()))
    if bottom.bit_length() > BOTTOM_BITS:
        raise OutOfBudget(f"a common denominator of more than {BOTTOM_BITS} binary digits")
    above = 0
    for powers, c in found.terms.items():
        term = c.numerator * (bottom // c.denominator)
        for base, exponent in powers if bottom > 1 else ():
            spend_product(BOTTOM_BITS, BOTTOM_BITS, 1 + exponent.bit_length() // 16)
            term = term * pow(base, exponent, bottom) % bottom
        above += term
    return above % bottom == 0


def _together(terms: dict[Powers, Fraction]) -> dict[Powers, Fraction]:
    """Terms of the same bases with exponents close together made one, no factor holding a base: one form for each number."""
    found: list[tuple[Powers, Fraction]] = []
    for powers, c in sorted(terms.items(), key=lambda term: (tuple(b for b, _ in term[0]), term[0])):
        if found and c and [b for b, _ in found[-1][0]] == [b for b, _ in powers]:
            both = [(x, y) for (_, x), (_, y) in zip(found[-1][0], powers, strict=True)]
            if all(abs(x - y) <= _CLOSE for x, y in both):
                lower = tuple((b, min(x, y)) for (b, _), (x, y) in zip(powers, both, strict=True))
                c = c * _over(powers, lower) + found[-1][1] * _over(found[-1][0], lower)
                found[-1] = (lower, c)
                continue
        found.append((powers, c))
    reduced: dict[Powers, Fraction] = {}
    for powers, c in found:
        made = []
        for base, exponent in powers if c else ():
            more = _times_in(c.numerator, base)
            less = min(_times_in(c.denominator, base), exponent)
            c = c / base**more * base**less
            made.append((base, exponent + more - less))
        key = tuple((base, exponent) for base, exponent in made if exponent)
        reduced[key] = reduced.get(key, Fraction(0)) + c
    return {powers: c for powers, c in reduced.items() if c}


def _times_in(n: int, base: int) -> int:
    """How often a base divides a number other than 0."""
    powers = [base]
    spend_product(n.bit_length(), n.bit_length())
    while n % powers[-1] == 0:
        powers.append(powers[-1] * powers[-1])
    times = 0
    for k in range(len(powers) - 2, -1, -1):
        if n % powers[k] == 0:
            n //= powers[k]
            times += 1 << k
    return times


def _over(upper: Powers, lower: Powers) -> int:
    return _written(tuple((b, x - y) for (b, x), (_, y) in zip(upper, lower, strict=True)))


def form_at(form: Form, n: int) -> int | Huge:
    """The value of a form at ``n`` >= 0, however long it is."""
    if form.writable(n):
        return form.at(n).numerator
    return huge([(((base, n),) if base > 1 else (), c * n**power) for (base, power), c in form.terms.items()])


def _split(base: int) -> Iterable[tuple[int, int]]:
    """Small primes with their powers, and what is left."""
    found = []
    prime = 2
    while prime * prime <= base and prime <= _PRIMES_TO:
        times = 0
        while base % prime == 0:
            base //= prime
            times += 1
        if times:
            found.append((prime, times))
        prime += 1
    return [*found, (base, 1)] if base > 1 else found


def _terms(other: object) -> dict[Powers, Fraction]:
    if isinstance(other, Huge):
        return other.terms
    if type(other) is int:
        return {(): Fraction(other)} if other else {}
    raise OutOfBudget("a loop that counts with a number too long to write")


def _sum(a: dict[Powers, Fraction], b: dict[Powers, Fraction], factor: int) -> int | Huge:
    return huge([*a.items(), *((powers, factor * c) for powers, c in b.items())])


def _bits(powers: Powers) -> int:
    return sum(exponent * base.bit_length() for base, exponent in powers)


def _written(powers: Powers) -> int:
    total = 1
    for base, exponent in powers:
        spend_product(exponent * base.bit_length(), total.bit_length() + exponent * base.bit_length() // 8)
        total *= base**exponent
    return total


def _sign(terms: dict[Powers, Fraction]) -> int:
    """The sign of a sum, without the powers that all its terms have in common."""
    if not terms:
        return 0
    exponents = [dict(powers) for powers in terms]
    bases = {base for powers in exponents for base in powers}
    spend(1 + len(exponents) * len(bases) // 10)
    least = {base: min(powers.get(base, 0) for powers in exponents) for base in bases}
    rest = [(tuple((b, e - least[b]) for b, e in powers if e > least[b]), c) for powers, c in terms.items()]
    if all(_bits(powers) <= BIT_BUDGET for powers, _ in rest):
        total = sum((c * _written(powers) for powers, c in rest), Fraction(0))
        return (total > 0) - (total < 0)
    bounds = sorted(((*_log(powers, c), c > 0) for powers, c in rest), reverse=True)
    others = max(high for _, high, _ in bounds[1:]) + (len(bounds).bit_length() << _LOG_BITS) if bounds[1:] else None
    if others is not None and bounds[0][0] <= others:
        raise OutOfBudget("which of two terms is larger can't be told by their logarithms")
    return 1 if bounds[0][2] else -1


def _log(powers: Powers, c: Fraction) -> tuple[int, int]:
    """Bounds of the logarithm of a term to base 2, times 2^_LOG_BITS."""
    low = (abs(c.numerator).bit_length() - 1 - c.denominator.bit_length()) << _LOG_BITS
    high = (abs(c.numerator).bit_length() - c.denominator.bit_length() + 1) << _LOG_BITS
    for base, exponent in powers:
        least = _log_of_base(base)
        low, high = low + exponent * least, high + exponent * (least + (base & (base - 1) != 0))
    return low, high


def _log_of_base(base: int) -> int:
    """The logarithm of a base, times 2^_LOG_BITS, rounded down: one binary digit for each squaring."""
    if base.bit_length() > BASE_BITS:
        raise OutOfBudget("a base that is too long for its logarithm")
    spend(1)
    low = high = base  # of the power without its last ``left`` binary digits
    left = 0
    for _ in range(_LOG_BITS):
        low, high, left = low * low, high * high, left * 2
        more = max(low.bit_length() - _MANTISSA, 0)
        low, high, left = low >> more, -(-high >> more), left + more
    if low.bit_length() != high.bit_length():
        raise OutOfBudget("a base whose logarithm can't be told from a whole number")
    return low.bit_length() - 1 + left
