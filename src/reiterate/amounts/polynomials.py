"""Polynomials over numbered symbols: what a traced amount is made of.

Rules code makes whole coefficients only. A sum over the rounds of an inner loop may have fractions,
such as n*(n - 1)/2, whose values are whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias, overload

from reiterate.amounts.number_classes import TooLong, Whole
from reiterate.amounts.numerals import decimal_text

#: The symbols of a product in rising order, a power as a repeat: ``(0, 0, 2)`` is s0*s0*s2, ``()`` is 1.
Monomial: TypeAlias = tuple[int, ...]

Coefficient: TypeAlias = int | Fraction


class Poly:
    """A polynomial in normal form: equal polynomials have equal terms. No method changes it.

    ``Poly(terms)`` takes the coefficients by monomial; monomials must be sorted, zeros are dropped.
    """

    __slots__ = ("_hash", "_terms")

    def __init__(self, terms: Mapping[Monomial, Coefficient]) -> None:
        self._terms: dict[Monomial, Coefficient] = {m: c for m, c in terms.items() if c}
        self._hash: int | None = None

    @classmethod
    def const(cls, k: int) -> Poly:
        """The constant ``k``."""
        return cls({(): k})

    @classmethod
    def symbol(cls, i: int) -> Poly:
        """The symbol with number ``i``."""
        return cls({(i,): 1})

    # --- arithmetic ----------------------------------------------------------------------------

    def __add__(self, other: Poly | int) -> Poly:
        return self._plus(other, 1)

    def __radd__(self, other: int) -> Poly:
        return self._plus(other, 1)

    def __sub__(self, other: Poly | int) -> Poly:
        return self._plus(other, -1)

    def __rsub__(self, other: int) -> Poly:
        return (-self)._plus(other, 1)

    def __neg__(self) -> Poly:
        return self._scaled(-1)

    def __mul__(self, other: Poly | int) -> Poly:
        if isinstance(other, int):
            return self._scaled(other)
        if not isinstance(other, Poly):
            return NotImplemented
        product: dict[Monomial, Coefficient] = {}
        for m, c in self._terms.items():
            for n, d in other._terms.items():
                both = tuple(sorted(m + n)) if m and n else m + n
                product[both] = product.get(both, 0) + c * d
        return Poly(product)

    def __rmul__(self, other: int) -> Poly:
        return self * other

    def _plus(self, other: Poly | int, sign: int) -> Poly:
        total = dict(self._terms)
        if isinstance(other, int):
            total[()] = total.get((), 0) + sign * other
        elif isinstance(other, Poly):
            for m, c in other._terms.items():
                total[m] = total.get(m, 0) + sign * c
        else:
            return NotImplemented
        return Poly(total)

    def _scaled(self, factor: Coefficient) -> Poly:
        return Poly({m: c * factor for m, c in self._terms.items()})

    # --- comparison ----------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self._terms == other._terms if isinstance(other, Poly) else NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._terms.items()))
        return self._hash

    def key(self) -> tuple[tuple[Monomial, Coefficient], ...]:
        """The terms in a canonical order: equal for equal polynomials, the same for any hash seed."""
        return tuple(sorted(self._terms.items()))

    # --- questions -----------------------------------------------------------------------------

    @property
    def is_const(self) -> bool:
        """Whether no symbol occurs."""
        return not self._terms or (len(self._terms) == 1 and () in self._terms)

    @property
    def const_part(self) -> int:
        """The coefficient of the empty product, which is whole where nothing else is there."""
        return _whole(self._terms.get((), 0))

    @property
    def degree(self) -> int:
        """The length of the longest product; 0 for every constant, zero too."""
        return max(map(len, self._terms), default=0)

    def terms(self) -> Iterable[tuple[Monomial, Coefficient]]:
        """The monomials with their coefficients, in no particular order."""
        return self._terms.items()

    def symbols(self) -> set[int]:
        """The numbers of the symbols that occur."""
        return {i for m in self._terms for i in m}

    @overload
    def evaluate(self, values: Mapping[int, int]) -> int: ...

    @overload
    def evaluate(self, values: Mapping[int, Whole]) -> Whole: ...

    def evaluate(self, values: Mapping[int, Any]) -> Any:
        """The value where symbol i is ``values[i]``, which has to be whole; KeyError where a symbol has no value.

        Raises ``Unsupported`` for a fraction of an amount that is too long to write.
        """
        total: Any = 0
        for m, c in self._terms.items():
            for i in m:
                c *= values[i]
            total += c
        return total if type(total) is int or isinstance(total, TooLong) else _whole(total)

    def substitute(self, replacements: Mapping[int, Poly]) -> Poly:
        """The polynomial with each symbol i replaced by ``replacements[i]``; others stay as they are."""
        total: dict[Monomial, Coefficient] = {}
        for m, c in self._terms.items():
            term = Poly({tuple(i for i in m if i not in replacements): c})
            for i in m:
                if i in replacements:
                    term = term * replacements[i]
            for n, d in term._terms.items():
                total[n] = total.get(n, 0) + d
        return Poly(total)

    # --- printing ------------------------------------------------------------------------------

    def text(self, names: Mapping[int, str]) -> str:
        """The polynomial in one line, highest products first; a symbol without a name is ``s`` and its number."""
        parts: list[str] = []
        for m, c in sorted(self._terms.items(), key=lambda term: (-len(term[0]), term[0])):
            factors = [names.get(i, f"s{i}") + (f"^{m.count(i)}" if m.count(i) > 1 else "") for i in sorted(set(m))]
            if abs(c) != 1 or not m:
                factors.insert(0, _text(-c if c < 0 else c))
            sign = ("-" if c < 0 else "") if not parts else (" - " if c < 0 else " + ")
            parts.append(sign + "*".join(factors))
        return "".join(parts) or "0"

    def __repr__(self) -> str:
        return f"Poly({self.text({})})"


def _whole(c: Coefficient) -> int:
    """A coefficient or value that has to be whole."""
    assert c.denominator == 1, "a polynomial's value that is not whole"
    return c.numerator


def _text(c: Coefficient) -> str:
    return decimal_text(c.numerator) + ("" if c.denominator == 1 else f"/{decimal_text(c.denominator)}")
