"""Growth: exact sums of polynomials times powers, ``p1(n)*b1^n + p2(n)*b2^n + ...``, with fractions as coefficients.

They form a ring that is closed under going one period on, so that a guessed closed form is proved
by computing with it: ``F(c(n)) = c(n + 1)`` holds for all n exactly if both sides are the same
growth.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any, Final, TypeAlias

from reiterate.amounts import Formula, Poly, power_sum
from reiterate.amounts.formula import WRITABLE_BITS, factors

#: The coefficients of 1, n, n^2, ...; the last one is not zero. Fractions; where an amount is too long to write, whole
#: numbers and formulas (``loops.far``).
Coefficients: TypeAlias = tuple[Any, ...]

#: Products with more terms than this are not followed.
TERM_BUDGET: Final = 400


class TooMany(Exception):
    """A growth would have more than ``TERM_BUDGET`` terms."""


class Growth:
    """``sum(p_b(n) * b**n)`` over whole bases b other than 0; equal growths have equal parts."""

    __slots__ = ("parts",)

    def __init__(self, parts: Mapping[int, Coefficients]) -> None:
        trimmed = {base: _trim(c) for base, c in parts.items()}
        self.parts: dict[int, Coefficients] = {base: trimmed[base] for base in sorted(trimmed) if trimmed[base]}
        if sum(map(len, self.parts.values())) > TERM_BUDGET:
            raise TooMany

    @classmethod
    def const(cls, k: int | Fraction) -> Growth:
        """The constant ``k``."""
        return cls({1: (Fraction(k),)})

    # --- arithmetic ----------------------------------------------------------------------------

    def __add__(self, other: Growth) -> Growth:
        found = dict(self.parts)
        for base, c in other.parts.items():
            found[base] = _plus(found.get(base, ()), c)
        return Growth(found)

    def __sub__(self, other: Growth) -> Growth:
        return self + other.scaled(-1)

    def scaled(self, factor: int | Fraction) -> Growth:
        """A multiple."""
        return Growth({base: tuple(c * factor for c in cs) for base, cs in self.parts.items()})

    def __mul__(self, other: Growth) -> Growth:
        found: dict[int, Coefficients] = {}
        for a, p in self.parts.items():
            for b, q in other.parts.items():
                found[a * b] = _plus(found.get(a * b, ()), _times(p, q))
        return Growth(found)

    def shifted(self, by: int = 1) -> Growth:
        """The growth of n + ``by``."""
        return Growth({b: tuple(c * b**by for c in _shift(p, by)) for b, p in self.parts.items()})

    def strided(self, step: int, offset: int) -> Growth:
        """The growth of ``step * n + offset``."""
        found: dict[int, Coefficients] = {}
        for base, p in self.parts.items():
            moved = tuple(c * base**offset for c in _shift(p, offset))
            scaled = tuple(c * step**k for k, c in enumerate(moved))
            found[base**step] = _plus(found.get(base**step, ()), scaled)
        return Growth(found)

    def __eq__(self, other: object) -> bool:
        return self.parts == other.parts if isinstance(other, Growth) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.parts.items()))

    # --- questions -----------------------------------------------------------------------------

    @property
    def constant(self) -> Fraction | None:
        """The value where it is the same for all n, else None."""
        if not self.parts:
            return Fraction(0)
        only = self.parts.get(1)
        return only[0] if len(self.parts) == 1 and only is not None and len(only) == 1 else None

    @property
    def degree(self) -> int:
        """The highest power of n that occurs."""
        return max((len(c) - 1 for c in self.parts.values()), default=0)

    @property
    def exponential(self) -> bool:
        """Whether a base other than 1 and -1 occurs."""
        return any(abs(base) > 1 for base in self.parts)

    def exact(self, n: int) -> Fraction:
        """The value at ``n`` >= 0 written out, whole or not."""
        return sum((_poly_at(c, n) * (base**n if base != 1 else 1) for base, c in self.parts.items()), Fraction(0))

    def at(self, n: int | Formula) -> int | Formula:
        """The value at ``n`` >= 0, a formula where it is too long to write. It has to be whole."""
        largest = max((abs(base) for base in self.parts), default=1)
        if isinstance(n, Formula):
            return self._far_out(n)
        if n * largest.bit_length() <= WRITABLE_BITS or largest == 1:
            total = self.exact(n)
            assert total.denominator == 1, "a closed form that is no whole number"
            return total.numerator
        terms: list[tuple[dict[int, int], Fraction]] = []
        for base, c in self.parts.items():
            sign = -1 if base < 0 and n % 2 else 1
            terms.append(({abs(base): n} if abs(base) > 1 else {}, sign * _poly_at(c, n)))
        return power_sum(terms)

    def whole_at(self, n: int | Formula) -> int | Formula:
        """The value at ``n`` >= 0 where the coefficients are whole, formulas among them, and the bases above 0."""
        total: Any = 0
        for base, c in self.parts.items():
            along: Any = 0
            for x in reversed(c):
                along = along * n + x
            total = total + along * (power_sum([({base: n}, 1)]) if base > 1 else 1)
        return total if isinstance(total, Formula) else int(total)

    @property
    def unwritten(self) -> bool:
        """Whether a coefficient is too long to write."""
        return any(isinstance(x, Formula) for c in self.parts.values() for x in c)

    def _far_out(self, n: Formula) -> int | Formula:
        """The value at an ``n`` that is itself too long to write."""
        terms: list[tuple[dict[int, int | Formula], Fraction]] = []
        for base, coefficients in self.parts.items():
            sign = -1 if base < 0 and n.modulo(2) else 1
            power: int | Formula = 1
            for c in coefficients:
                for powers, factor in power.terms if isinstance(power, Formula) else (((), Fraction(power)),):
                    exponents: dict[int, int | Formula] = {}
                    for p, e in (*powers, *(((abs(base), n),) if abs(base) > 1 else ())):
                        for prime, times in factors(p):
                            exponents[prime] = exponents.get(prime, 0) + e * times
                    terms.append((exponents, sign * c * factor))
                power = power * n
        return power_sum(terms)

    def sign_at(self, n: int) -> int | None:
        """The sign of the value at ``n``; None where the terms are too close to tell without writing them out."""
        if self.unwritten:
            whole = self.whole_at(n)
            return (whole > 0) - (whole < 0)
        largest = max(self.parts, default=1)
        if n * largest.bit_length() <= WRITABLE_BITS:
            total = sum((_poly_at(c, n) * base**n for base, c in self.parts.items()), Fraction(0))
            return (total > 0) - (total < 0)
        sizes = [(base, _poly_at(c, n)) for base, c in sorted(self.parts.items(), reverse=True)]
        sizes = [(base, value) for base, value in sizes if value]
        if not sizes:
            return 0
        leading = sizes[0][1]
        if len(sizes) > 1:
            rest = sum(abs(value) for _, value in sizes[1:])
            ratio = rest / abs(leading)
            # (top / next)^n >= (1 + 1/next)^n >= 2^(n // next)
            if n // sizes[1][0] <= ratio.numerator.bit_length() - ratio.denominator.bit_length() + 2:
                return None
        return 1 if leading > 0 else -1

    def text(self, n: str = "n") -> str:
        """The growth in one line, the fastest part first."""
        texts = []
        for base, c in sorted(self.parts.items(), key=lambda part: (-abs(part[0]), part[0])):
            for k in range(len(c) - 1, -1, -1):
                if c[k]:
                    texts.append(_term_text(c[k], k, base, n))
        joined = " + ".join(texts).replace("+ -", "- ")
        return joined or "0"

    def __repr__(self) -> str:
        return f"Growth({self.text()})"


def _term_text(c: Fraction, degree: int, base: int, n: str) -> str:
    factors = []
    if degree:
        factors.append(n if degree == 1 else f"{n}^{degree}")
    if base != 1:
        factors.append(f"{base if base > 0 else f'({base})'}^{n}")
    if not factors:
        return str(c)
    sign = "-" if c < 0 else ""
    number = "" if abs(c) == 1 else f"{abs(c)}*" if c.denominator == 1 else f"({abs(c)})*"
    return sign + number + "*".join(factors)


def along(poly: Poly, growths: Mapping[int, Growth]) -> Growth:
    """What a polynomial of some amounts is along the loop, as a growth of n.

    In: the growth of each amount, by the number of its symbol. Raises ``KeyError`` for a symbol without one.

    >>> along(Poly.symbol(0) * 2 + 1, {0: Growth.const(3)}).at(5)
    7
    """
    total = Growth({})
    for monomial, c in poly.terms():
        term = Growth.const(c)
        for i in monomial:
            term = term * growths[i]
        total = total + term
    return total


# --- coefficients ------------------------------------------------------------------------------


def _trim(c: Coefficients) -> Coefficients:
    size = len(c)
    while size and not c[size - 1]:
        size -= 1
    return c[:size]


def _plus(a: Coefficients, b: Coefficients) -> Coefficients:
    if len(a) < len(b):
        a, b = b, a
    return tuple(x + (b[i] if i < len(b) else 0) for i, x in enumerate(a))


def _times(a: Coefficients, b: Coefficients) -> Coefficients:
    found = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return tuple(found)


def _shift(c: Coefficients, by: int) -> Coefficients:
    """The coefficients of p(n + by)."""
    found = [Fraction(0)] * len(c)
    for k, x in enumerate(c):
        for j in range(k + 1):
            found[j] += x * comb(k, j) * by ** (k - j)
    return tuple(found)


def _poly_at(c: Coefficients, n: int) -> Fraction:
    total = Fraction(0)
    for x in reversed(c):
        total = total * n + x
    return total
