"""The arithmetic of the checker: polynomials of amounts, forms in n, and where a form is at most 0.

A *polynomial* maps products of slots to whole factors. Only the closed forms of blocks have
fractions. A *form* maps (b, k) to a fraction: the sum of ``c * n^k * b^n`` over whole bases b >= 1.
The functions ``n^k * b^n`` are independent. So two forms are equal for all n exactly if they have
the same terms, and substitution proves a closed form. Every function checks its budget first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import Final, TypeAlias

from reiterate.check.work import OutOfBudget as OutOfBudget
from reiterate.check.work import spend, spend_product

#: Terms of a polynomial or a form.
TERM_BUDGET: Final = 600

#: Products of terms that one multiplication may take.
PRODUCT_BUDGET: Final = 40_000

#: The highest power, of slots in a product or of n.
DEGREE_BUDGET: Final = 24

#: The largest base.
BASE_BUDGET: Final = 1 << 64

#: Binary digits of a number that is written out.
BIT_BUDGET: Final = 1 << 18

#: Signs of forms that may be asked for, where a longer n counts more than once.
SIGN_BUDGET: Final = 20_000

EQ: Final = "=="
LE: Final = "<="


# --- polynomials of the slots' amounts ---------------------------------------------------------------------------

#: The slots of a product in rising order, a power as a repeat.
Product: TypeAlias = tuple[int, ...]
Polynomial: TypeAlias = dict[Product, int | Fraction]


def constant(value: int) -> Polynomial:
    """A polynomial without slots."""
    return {(): value} if value else {}


def plus(a: Polynomial, b: Polynomial, factor: int = 1) -> Polynomial:
    """The polynomial ``a + factor * b``. Raises ``OutOfBudget`` for too many products.

    >>> plus({(0,): 2}, {(0,): 1, (): 3}, -2)
    {(): -6}
    """
    spend((len(a) + len(b)) >> 4)
    total = dict(a)
    for product, c in b.items():
        now = total.get(product, 0) + factor * c
        if now:
            total[product] = now
        else:
            total.pop(product, None)
    _limit(len(total), TERM_BUDGET, "terms of a polynomial")
    return total


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    """The product of two polynomials. Raises ``OutOfBudget`` for too many products, or too many amounts in one.

    >>> times({(0,): 2, (): 1}, {(1,): 3})
    {(0, 1): 6, (1,): 3}
    """
    _limit(len(a) * len(b), PRODUCT_BUDGET, "products of terms")
    _limit(max(map(len, a), default=0) + max(map(len, b), default=0), DEGREE_BUDGET, "factors of a product")
    spend(len(a) * len(b) >> 3)
    total: Polynomial = {}
    for p, c in a.items():
        for q, d in b.items():
            both = tuple(sorted((*p, *q)))
            total[both] = total.get(both, 0) + c * d
    _limit(len(total), TERM_BUDGET, "terms of a polynomial")
    return {product: c for product, c in total.items() if c}


def _limit(found: int, budget: int, what: str) -> None:
    if found > budget:
        raise OutOfBudget(f"more than {budget} {what}")


# --- forms in n --------------------------------------------------------------------------------------------------


class Form:
    """A sum of ``c * n^k * b^n``; no method changes it."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[tuple[int, int], Fraction]) -> None:
        self.terms: dict[tuple[int, int], Fraction] = {at: c for at, c in terms.items() if c}
        _limit(len(self.terms), TERM_BUDGET, "terms of a form")
        for base, power in self.terms:
            _limit(power, DEGREE_BUDGET, "as a power of n")
            _limit(base, BASE_BUDGET, "as a base")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Form) and self.terms == other.terms

    __hash__ = None  # type: ignore[assignment]  # forms are compared, never kept in a set

    def plus(self, other: Form, factor: int | Fraction = 1) -> Form:
        """``self + factor * other``."""
        total = dict(self.terms)
        for at, c in other.terms.items():
            total[at] = total.get(at, Fraction(0)) + factor * c
        return Form(total)

    def times(self, other: Form) -> Form:
        """The product."""
        _limit(len(self.terms) * len(other.terms), PRODUCT_BUDGET, "products of terms")
        spend_product(self.wide, other.wide, len(self.terms) * len(other.terms))
        total: dict[tuple[int, int], Fraction] = {}
        for (a, i), c in self.terms.items():
            for (b, j), d in other.terms.items():
                total[a * b, i + j] = total.get((a * b, i + j), Fraction(0)) + c * d
        return Form(total)

    def later(self) -> Form:
        """The form of n + 1."""
        spend_product(self.wide, self.wide, sum(power + 1 for _, power in self.terms))
        total: dict[tuple[int, int], Fraction] = {}
        for (base, power), c in self.terms.items():
            for k in range(power + 1):
                total[base, k] = total.get((base, k), Fraction(0)) + c * base * comb(power, k)
        return Form(total)

    def scaled(self) -> Form:
        """A positive multiple without fractions."""
        bottom = lcm(*(c.denominator for c in self.terms.values()))
        return Form({at: c * bottom for at, c in self.terms.items()})

    @property
    def wide(self) -> int:
        """Binary digits of its longest factor."""
        return max((c.numerator.bit_length() + c.denominator.bit_length() for c in self.terms.values()), default=0)

    @property
    def growing(self) -> bool:
        """Whether a base above 1 occurs."""
        return any(base > 1 for base, _ in self.terms)

    def writable(self, n: int) -> bool:
        """Whether the value at ``n`` is short enough to be written."""
        width = max((base.bit_length() for base, _ in self.terms if base > 1), default=0)
        return n * width + n.bit_length() * max((power for _, power in self.terms), default=0) <= BIT_BUDGET

    def at(self, n: int) -> Fraction:
        """The value at ``n`` >= 0."""
        if not self.writable(n):
            raise OutOfBudget(f"a value of more than {BIT_BUDGET} binary digits")
        longest = self.wide
        for base, power in self.terms:
            bits = n * (base.bit_length() if base > 1 else 0) + power * n.bit_length() + longest
            spend_product(bits, bits // 8)
        return sum((c * n**power * base**n for (base, power), c in self.terms.items()), Fraction(0))


def along(poly: Polynomial, closed: Sequence[Form]) -> Form:
    """What a polynomial of the amounts is after n periods, as a form of n. ``closed``: the form of each amount, by its number."""
    total = Form({})
    for product, c in poly.items():
        term = Form({(1, 0): Fraction(c)})
        for slot in product:
            term = term.times(closed[slot])
        total = total.plus(term)
    return total


# --- closed forms ------------------------------------------------------------------------------------------------


def unproved(update: Sequence[Polynomial], start: Sequence[int], closed: Sequence[Form]) -> int | None:
    """The first slot whose form is not its amount at the start, or does not follow its update for all n; else None.

    In: for each slot the polynomial that it becomes in a period, its amount at the start, and its form.

    >>> form = Form({(1, 0): Fraction(5), (1, 1): Fraction(2)})  # 5 + 2n
    >>> unproved([{(0,): 1, (): 2}], [5], [form]), unproved([{(0,): 1, (): 3}], [5], [form])
    (None, 0)
    """
    for slot, poly in enumerate(update):
        if closed[slot].at(0) != start[slot] or along(poly, closed) != closed[slot].later():
            return slot
    return None


# --- comparisons along a loop ------------------------------------------------------------------------------------


class Signs:
    """Proves comparisons of forms with 0 for a range of n, counting the signs that are asked for.

    Let b be the smallest base of f. Where ``g(n) = f(n + 1) - b * f(n)`` keeps its sign, ``f(n) /
    b^n`` is monotone. Then the signs at both ends of such a piece hold on the whole piece. As g has
    a term less than f, the pieces are found from the bottom up. Each end is found on whole numbers.
    On a last piece without end, ``f(n) / b^n`` goes to infinity with the sign of g. For a sum of
    terms of different growth is never monotone and bounded, unless constant.
    """

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = SIGN_BUDGET

    def holds(self, form: Form, op: str, truth: bool, periods: int | None) -> bool:
        """Whether ``form(n) op 0`` is ``truth`` for all 0 <= n < ``periods`` (None: for all n)."""
        if periods == 0:
            return True
        last = None if periods is None else periods - 1
        if last is not None and not form.writable(last):
            last = None  # what holds for all n holds there
        f = form.scaled()
        for first, end, slope in self._pieces(f, last):
            signs = [self.sign(f, first), slope if end is None else self.sign(f, end)]
            if end is None and (slope == 0 or not f.terms):
                signs[1] = signs[0]
            if op == EQ and not truth and signs[0] == -signs[1] != 0:  # steps over 0, or meets it
                crossing = self._next(f, first, end, signs[0])
                if crossing is None or self.sign(f, crossing) == 0:
                    return False
            elif not _all(signs, op, truth):
                return False
        return True

    def sign(self, form: Form, n: int) -> int:
        """The sign at ``n``."""
        self.left -= 1 + n.bit_length() // 256
        if self.left < 0:
            raise OutOfBudget(f"more than {SIGN_BUDGET} signs, counting long ones more than once")
        value = form.at(n)
        return (value > 0) - (value < 0)

    def _pieces(self, f: Form, last: int | None) -> list[tuple[int, int | None, int]]:
        """(first, end, slope): from first to end inclusive (None: for ever) f(n) / b^n rises, falls or stays."""
        if not f.terms:
            return [(0, last, 0)]
        least = min(base for base, _ in f.terms)
        g = f.later().plus(f, -least)
        stop = None if last is None else max(last - 1, 0)  # slopes from n to n + 1
        starts = self.changes(g, stop)
        ends = [*starts[1:], last]
        return [(a, b, self.sign(g, a)) for a, b in zip(starts, ends, strict=True)]

    def changes(self, f: Form, last: int | None) -> list[int]:
        """0 and every n up to ``last`` where the sign of f differs from the one at n - 1, in order. ``last``: None for all n."""
        found = [0]
        if not f.terms:
            return found
        for first, end, slope in self._pieces(f, last):
            at = first
            while slope and (end is None or at < end):
                now = self.sign(f, at)
                if now == slope:
                    break
                following = self._next(f, at, end, now)
                if following is None:
                    break
                found.append(following)
                at = following
        return sorted(set(found))

    def _next(self, f: Form, at: int, end: int | None, now: int) -> int | None:
        """The first n behind ``at`` with another sign, on a piece where f moves away from it; None if there is none."""
        low, high = at, at + 1
        while self.sign(f, high) == now:
            if high == end:
                return None
            low, high = high, high + 2 * (high - at)
            if end is not None:
                high = min(high, end)
        while high - low > 1:
            middle = (low + high) // 2
            if self.sign(f, middle) == now:
                low = middle
            else:
                high = middle
        return high


def _all(signs: Sequence[int], op: str, truth: bool) -> bool:
    """Whether the comparison answers ``truth`` wherever the sign is between these two."""
    if op == LE:
        return all((sign <= 0) == truth for sign in signs)
    if truth:
        return all(sign == 0 for sign in signs)
    return signs[0] == signs[1] != 0
