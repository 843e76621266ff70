"""Amounts too long to write out, such as 2^(10^100): exact sums of products of powers.

A formula is the sum of a few terms, each a fraction times powers of primes with huge exponents. An
exponent may be a formula itself: such a power is a tower. Terms whose exponents lie close together
are put together. So the sum is zero exactly if no term is left, and a sum of terms far apart has
the sign of the largest. Where logarithms can't show which term is the largest, the comparison is
refused. The logarithm of a tower is a formula of lower towers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, TypeAlias

from reiterate.amounts.number_classes import Outside, TooLong, beyond
from reiterate.amounts.traced import Traced

#: Numbers up to this many binary digits are written out as whole numbers.
WRITABLE_BITS: Final = 1 << 20

#: Exponents closer than this are put together in one coefficient.
_CLOSE: Final = 1 << 16

#: Prime factors of a base are looked for up to here; what is left of it stays as it is.
_FACTOR_BOUND: Final = 10_000

#: Exponents with more digits than this are not turned into logarithms down to the digits behind the point.
_LOG_DIGITS: Final = 2_000

#: Digits with which logarithms are compared first, and how many of them are sure.
_ROUGH: Final = 60
_SURE: Final = 50

_MORE_PRECISION: Final = (30, 120)

#: Primes in rising order with their exponents, all above zero.
Powers: TypeAlias = "tuple[tuple[int, Exponent], ...]"
Exponent: TypeAlias = "int | Formula"


class Formula(TooLong):
    """An exact whole number that is kept as a sum of terms; make one with ``power_sum``, never directly.

    Sums, differences and products with whole numbers and with other formulas are exact; what
    becomes short enough to write is a plain ``int`` again. Comparing raises ``Unsupported``
    (``growth-beyond-writing``) where the sizes of the terms are too close for their logarithms to
    tell apart.
    """

    __slots__ = ("terms",)

    def __init__(self, terms: tuple[tuple[Powers, Fraction], ...]) -> None:
        self.terms = terms

    # --- arithmetic ----------------------------------------------------------------------------

    def __add__(self, other: int | Traced | Formula) -> int | Formula:
        if isinstance(other, Outside):
            return NotImplemented  # it counts with formulas itself
        return power_sum((*self.terms, *_terms_of(other)))

    def __radd__(self, other: int | Traced) -> int | Formula:
        return self + other

    def __neg__(self) -> Formula:
        return Formula(tuple((powers, -c) for powers, c in self.terms))

    def __sub__(self, other: int | Traced | Formula) -> int | Formula:
        if isinstance(other, Outside):
            return NotImplemented  # it counts with formulas itself
        return power_sum((*self.terms, *((powers, -c) for powers, c in _terms_of(other))))

    def __rsub__(self, other: int | Traced) -> int | Formula:
        return -self + other

    def __mul__(self, other: int | Traced | Formula) -> int | Formula:
        if isinstance(other, Outside):
            return NotImplemented  # it counts with formulas itself
        terms = _terms_of(other)
        return power_sum((_product(p, q), c * d) for p, c in self.terms for q, d in terms)

    def __rmul__(self, other: int | Traced) -> int | Formula:
        return self * other

    def halved(self, up: bool, rule: str = "") -> int | Formula:
        """Half of it, rounded up or down."""
        odd = self.modulo(2)
        return power_sum((p, c / 2) for p, c in _terms_of(self + (odd if up else -odd)))

    # --- comparison ----------------------------------------------------------------------------

    def sign(self) -> int:
        """-1, 0 or 1."""
        return _sign(self.terms)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, int | Formula):
            return NotImplemented
        return _sign_of(self - other) == 0

    def __hash__(self) -> int:
        return hash(self.terms)

    def __bool__(self) -> bool:
        return self.sign() != 0

    def __le__(self, other: int | Traced | Formula) -> bool:
        return _sign_of(self - other) <= 0

    def __lt__(self, other: int | Traced | Formula) -> bool:
        return _sign_of(self - other) < 0

    def __ge__(self, other: int | Traced | Formula) -> bool:
        return _sign_of(self - other) >= 0

    def __gt__(self, other: int | Traced | Formula) -> bool:
        return _sign_of(self - other) > 0

    # --- showing -------------------------------------------------------------------------------

    def modulo(self, m: int) -> int:
        """The rest of a division by ``m`` > 0."""
        bottom = 1
        for _, c in self.terms:
            bottom = bottom * c.denominator // _gcd(bottom, c.denominator)
        whole = m * bottom
        total = 0
        for powers, c in self.terms:
            part = c.numerator * (bottom // c.denominator) % whole
            for prime, exponent in powers:
                part = part * _power_modulo(prime, exponent, whole) % whole
            total += part
        return total % whole // bottom

    def divided(self, k: int) -> tuple[int | Formula, int]:
        """The whole part and the rest of a division by ``k`` > 0."""
        if k == 1:
            return self, 0
        rest = self.modulo(k)
        return power_sum((p, c / k) for p, c in _terms_of(self - rest)), rest

    def logarithm(self, precision: int) -> Decimal:
        """The natural logarithm of the largest term's absolute value, with so many digits behind the point."""
        return _log(*self.terms[0], precision)

    @property
    def is_tower(self) -> bool:
        """Whether an exponent is itself too long to write."""
        return _towers(self.terms)

    def __repr__(self) -> str:
        return f"Formula({self.terms})"


def power_sum(terms: Iterable[tuple[Powers | Mapping[int, Exponent], Fraction | int]]) -> int | Formula:
    """The sum of coefficients times powers: an ``int`` where it can be written, else a formula in normal form.

    in: for each term the exponents by base (bases above 1), and the coefficient. The sum has to be whole.
    """
    groups: dict[tuple[int, ...], list[tuple[tuple[Exponent, ...], Fraction]]] = {}
    for powers, coefficient in terms:
        found = _in_primes(powers.items() if isinstance(powers, Mapping) else powers, Fraction(coefficient))
        if found is not None:
            exact, c = found
            groups.setdefault(tuple(p for p, _ in exact), []).append((tuple(e for _, e in exact), c))
    done: list[tuple[Powers, Fraction]] = []
    for primes, members in groups.items():
        done += _put_together(primes, members)
    if not done:
        return 0
    if len(done) == 1 and not done[0][0]:
        return _whole(done[0][1])
    if all(not any(_one_term(e) for _, e in powers) and _rough(powers) <= WRITABLE_BITS for powers, _ in done):
        return _whole(sum((c * _written(powers) for powers, c in done), Fraction(0)))
    if len(done) > 1:
        done.sort(key=lambda term: (_rough(term[0]), term[0]), reverse=True)
    return Formula(tuple(done))


def _whole(value: Fraction) -> int:
    assert value.denominator == 1, "a formula that is no whole number"
    return value.numerator


def _written(powers: Powers) -> Fraction:
    """A product of powers as a number: exponents below 0 stand in parts of a sum that only together is whole."""
    product = Fraction(1)
    for prime, exponent in powers:
        product *= Fraction(prime) ** _short(exponent)
    return product


def _short(exponent: Exponent) -> int:
    assert isinstance(exponent, int), "an exponent that is too long to write"
    return exponent


def _towers(terms: Iterable[tuple[Powers, Fraction]]) -> bool:
    return any(isinstance(e, Formula) for powers, _ in terms for _, e in powers)


def _rough(powers: Powers) -> Exponent:
    """About how many binary digits a product of powers has; only for an order of terms to look at first."""
    parts = [exponent * prime.bit_length() for prime, exponent in powers]
    return sum(parts[1:], parts[0]) if parts else 0


def _one_term(exponent: Exponent) -> bool:
    """Whether it is a single power too long to write, times something above 0."""
    return isinstance(exponent, Formula) and len(exponent.terms) == 1 and exponent.terms[0][1] > 0


def _terms_of(value: int | Fraction | Traced | Formula) -> tuple[tuple[Powers, Fraction], ...]:
    if isinstance(value, Formula):
        return value.terms
    if isinstance(value, int | Fraction):
        return (((), Fraction(value)),)
    raise beyond("a loop that counts with it")


def _product(a: Powers, b: Powers) -> dict[int, Exponent]:
    found: dict[int, Exponent] = dict(a)
    for prime, exponent in b:
        found[prime] = found.get(prime, 0) + exponent
    return found


def _in_primes(powers: Iterable[tuple[int, Exponent]], coefficient: Fraction) -> tuple[Powers, Fraction] | None:
    """A term with prime bases, the coefficient free of them; None for zero. Short powers go into the coefficient."""
    if not coefficient:
        return None
    exponents: dict[int, Exponent] = {}
    for base, exponent in powers:
        for prime, times in factors(base):
            more = exponent if times == 1 else times * exponent
            exponents[prime] = exponents[prime] + more if prime in exponents else more
    kept: dict[int, Exponent] = {}
    for prime, exponent in exponents.items():
        if not _one_term(exponent) and exponent * prime.bit_length() <= _CLOSE:
            coefficient *= Fraction(prime) ** _short(exponent)
        else:
            kept[prime] = exponent
    return tuple(sorted(kept.items())), coefficient


def _put_together(
    primes: tuple[int, ...], members: list[tuple[tuple[Exponent, ...], Fraction]]
) -> list[tuple[Powers, Fraction]]:
    """Terms of the same primes, those with close exponents as one, each coefficient free of the primes."""
    members.sort()
    clusters: list[tuple[tuple[Exponent, ...], Fraction]] = []
    for exponents, c in members:
        if clusters:
            least, sum_so_far = clusters[-1]
            lower = tuple(min(a, b) for a, b in zip(least, exponents, strict=True))
            if all(a - b <= _CLOSE for a, b in zip((*least, *exponents), (*lower, *lower), strict=True)):
                together = sum_so_far * _ratio(primes, least, lower) + c * _ratio(primes, exponents, lower)
                clusters[-1] = (lower, together)
                continue
        clusters.append((exponents, c))
    return [_reduced(primes, exponents, c) for exponents, c in clusters if c]


def _ratio(primes: tuple[int, ...], upper: tuple[Exponent, ...], lower: tuple[Exponent, ...]) -> int:
    product = 1
    for prime, a, b in zip(primes, upper, lower, strict=True):
        product *= prime ** _short(a - b)
    return product


def _reduced(primes: tuple[int, ...], exponents: tuple[Exponent, ...], c: Fraction) -> tuple[Powers, Fraction]:
    found = []
    for prime, exponent in zip(primes, exponents, strict=True):
        while c.numerator % prime == 0:
            c, exponent = c / prime, exponent + 1
        while c.denominator % prime == 0:
            c, exponent = c * prime, exponent - 1
        found.append((prime, exponent))
    return tuple(found), c


@cache
def factors(base: int) -> tuple[tuple[int, int], ...]:
    """The prime factors of a base above 1 with how often each occurs; a large rest counts as one."""
    found = []
    prime = 2
    while prime * prime <= base and prime <= _FACTOR_BOUND:
        times = 0
        while base % prime == 0:
            base, times = base // prime, times + 1
        if times:
            found.append((prime, times))
        prime += 1
    return (*found, (base, 1)) if base > 1 else tuple(found)


# --- sizes -------------------------------------------------------------------------------------


def _sign_of(value: int | Formula) -> int:
    return value.sign() if isinstance(value, Formula) else (value > 0) - (value < 0)


def _sign(terms: tuple[tuple[Powers, Fraction], ...]) -> int:
    """The sign of the largest term, if it is larger than all others together."""
    if len(terms) == 1:
        return 1 if terms[0][1] > 0 else -1
    if _towers(terms):
        return _sign_of_towers(terms)
    rough = sorted(((_log_with(_ROUGH, powers, c), c) for powers, c in terms), key=lambda s: s[0], reverse=True)
    bits = max((_short(e).bit_length() for powers, _ in terms for _, e in powers), default=1)
    unsure = Decimal(1).scaleb(bits * 30_103 // 100_000 + 10 - _SURE)  # no part is larger than 10^10 times its exponent
    if rough[0][0] - rough[1][0] > len(terms) + unsure:
        return 1 if rough[0][1] > 0 else -1
    for precision in _MORE_PRECISION:
        sizes = sorted(((_log(powers, c, precision), c) for powers, c in terms), key=lambda s: s[0], reverse=True)
        if sizes[0][0] - sizes[1][0] > len(terms):  # the gap is larger than the number of others, in powers of e
            return 1 if sizes[0][1] > 0 else -1
    raise beyond("telling which of two formulas is larger")


def _sign_of_towers(terms: tuple[tuple[Powers, Fraction], ...]) -> int:
    """The sign of the term whose logarithm is shown to be larger than those of all others."""
    for digits in (_ROUGH, *_MORE_PRECISION):
        best = terms[0]
        for other in terms[1:]:
            best = other if _exceeds(other, best, len(terms), digits) else best
        if all(other is best or _exceeds(best, other, len(terms), digits) for other in terms):
            return 1 if best[1] > 0 else -1
    raise beyond("telling which of two formulas is larger")


def _exceeds(a: tuple[Powers, Fraction], b: tuple[Powers, Fraction], gap: int, digits: int) -> bool:
    """Whether the logarithm of ``a`` is shown to be larger by more than ``gap`` than that of ``b``.

    The difference of the logarithms, times 10^digits, is bounded from below by a formula of the
    exponents.
    """
    unit = 10**digits
    with localcontext(Context(prec=2 * digits + 20)):
        logs = [_log_with(2 * digits + 20, (), c) for _, c in (a, b)]
        least: Exponent = int((logs[0] - logs[1]).scaleb(digits)) - 2 - gap * unit
    more: dict[int, Exponent] = dict(a[0])
    for prime, exponent in b[0]:
        more[prime] = more.get(prime, 0) - exponent
    for prime, exponent in more.items():
        log = int(_ln(prime, 2 * digits + 20).scaleb(digits))
        least = least + exponent * (log if exponent > 0 else log + 1)
    return least > 0


def _power_modulo(prime: int, exponent: Exponent, m: int) -> int:
    """The rest of a power; of a tower by Euler: exponents above log2(m) repeat every phi(m)."""
    if isinstance(exponent, int):
        return pow(prime, exponent, m)
    phi = _phi(m)
    return pow(prime, exponent.modulo(phi) + phi, m)


def _phi(m: int) -> int:
    """How many of the numbers below ``m`` have no factor in common with it."""
    phi = 1
    for prime, times in factors(m) if m > 1 else ():
        if prime > _FACTOR_BOUND**2:
            raise beyond("working out its last digits")  # perhaps no prime
        phi *= (prime - 1) * prime ** (times - 1)
    return phi


def _log(powers: Powers, coefficient: Fraction, precision: int) -> Decimal:
    if any(isinstance(e, Formula) for _, e in powers):
        raise beyond("taking its logarithm")
    digits = max(
        (_short(e).bit_length() * 30_103 // 100_000 + 1 for _, e in powers), default=1
    )  # at least as many as it has
    if digits > _LOG_DIGITS:
        raise beyond("taking its logarithm")
    return _log_with(digits + precision, powers, coefficient)


def _log_with(digits: int, powers: Powers, coefficient: Fraction) -> Decimal:
    with localcontext(Context(prec=digits)):
        total = _log_of_whole(abs(coefficient.numerator), digits) - _log_of_whole(coefficient.denominator, digits)
        for prime, exponent in powers:
            total += _ln(prime, digits) * _short(exponent)
        return +total


@lru_cache(maxsize=512)
def _ln(n: int, digits: int) -> Decimal:
    with localcontext(Context(prec=digits)):
        return Decimal(n).ln()


def _log_of_whole(n: int, digits: int) -> Decimal:
    """The logarithm of a whole number, a long one by its leading binary digits; in a context of so many digits."""
    cut = max(n.bit_length() - 4_000, 0)
    found = Decimal(0) if n == 1 else _ln(n >> cut, digits)
    return found + _ln(2, digits) * cut if cut else found


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a
