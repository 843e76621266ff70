"""Powers with an amount in the exponent, as symbols of their own: ``2^m`` of the rounds of a block that doubles something.

A block of m rounds in which an amount multiplies by b leaves that amount times b^m. Here m may
itself be an amount of the iteration around. Inside a trace each ``p^s`` (p prime, s a symbol) is
one more symbol, with a negative number. For an affine m, b^m is a product of such symbols. So
polynomials, guards and closed forms stay those of ``amounts.polynomials``. Only the closing of a
trace uses that the symbol is a power: it becomes an amount of the update, ``p^s -> p^(what s
becomes)``.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from reiterate.amounts import LE, Formula, Poly, Recorder, power_sum
from reiterate.amounts.formula import factors
from reiterate.amounts.polynomials import Coefficient, Monomial
from reiterate.refusals import unsupported

#: Factors of a power whose exponent is known are written out up to so many binary digits.
POWER_BITS: Final = 1 << 14

#: How many primes, with repeats, a base may have where its exponent is an amount.
PRIMES: Final = 64


def refuse(why: str) -> Exception:
    """The refusal of a block that has no lemma."""
    return unsupported("inner-loop", f"a block inside an iteration: {why}", "603.3")


def whole_terms(poly: Poly) -> Poly:
    """The polynomial with whole coefficients as ints."""
    return Poly({m: c.numerator if isinstance(c, Fraction) and c.denominator == 1 else c for m, c in poly.terms()})


def power_of(prime: int, exponent: Poly, rec: Recorder) -> Poly:
    """``prime^exponent`` for an affine exponent without negative factors; ``Unsupported`` for any other."""
    made = Poly.const(1)
    for monomial, c in exponent.terms():
        if len(monomial) > 1 or not isinstance(c, int) or (monomial and c < 0):
            raise refuse("the number of rounds in which an amount multiplies is no sum of amounts")
        if monomial and monomial[0] < 0:  # no amount of a state, whose update would say what this power becomes
            raise refuse("the number of rounds in which an amount multiplies is itself a power of a number of rounds")
        if not monomial:
            if abs(c) * prime.bit_length() > POWER_BITS:
                raise refuse("an amount multiplies too often in it")
            made = made * Poly({(): prime**c if c >= 0 else Fraction(1, prime**-c)})
            continue
        if c > PRIMES:
            raise refuse("an amount multiplies too fast in it")
        made = made * Poly({(symbol_of(prime, monomial[0], rec),) * c: 1})
    return whole_terms(made)


def symbol_of(prime: int, symbol: int, rec: Recorder) -> int:
    """The number of the symbol that stands for ``prime`` to the power of a symbol, whose value is at least 0."""
    found = rec.powers.get((prime, symbol))
    if found is None:
        exponent = rec.values[symbol]
        assert isinstance(exponent, int | Formula), "an exponent of another number class"
        if exponent < 0:
            raise refuse("the number of rounds in which an amount multiplies is made of a negative amount")
        found = rec.power((prime, symbol), power_sum([({prime: exponent}, 1)]))
    return found


class RoundPowers:
    """Powers of the number m of a lemma's rounds: symbols that stand for ``p^m``, made as they are needed."""

    __slots__ = ("by_prime", "rec")

    def __init__(self, rec: Recorder) -> None:
        self.rec = rec
        self.by_prime: dict[int, int] = {}

    def of(self, base: int) -> Poly:
        """``base^m`` for a base of at least 1."""
        monomial: list[int] = []
        for prime, times in factors(base) if base > 1 else ():
            if prime not in self.by_prime:
                self.by_prime[prime] = self.rec.unused()
            monomial += [self.by_prime[prime]] * times
            if len(monomial) > PRIMES:
                raise refuse("an amount multiplies too fast in it")
        return Poly({tuple(sorted(monomial)): 1})

    def split(self, monomial: Monomial) -> tuple[int, Monomial]:
        """The base b of the power b^m in a product, 1 for none, and the rest of it."""
        primes = {symbol: prime for prime, symbol in self.by_prime.items()}
        base = 1
        for symbol in monomial:
            base *= primes.get(symbol, 1)
        return base, tuple(symbol for symbol in monomial if symbol not in primes)

    def by_base(self, poly: Poly) -> dict[int, Poly]:
        """The factors of 1, b^m, ... in a polynomial."""
        found: dict[int, dict[Monomial, Coefficient]] = {}
        for monomial, c in poly.terms():
            base, rest = self.split(monomial)
            there = found.setdefault(base, {})
            there[rest] = there.get(rest, 0) + c
        return {base: Poly(terms) for base, terms in found.items()}

    def stepped(self, by: int) -> dict[int, Poly]:
        """What stands for each symbol ``by`` rounds later."""
        return {
            symbol: Poly({(symbol,): prime**by if by >= 0 else Fraction(1, prime**-by)})
            for prime, symbol in self.by_prime.items()
        }

    def at(self, rounds: Poly | int) -> dict[int, Poly]:
        """What each symbol is for this number of rounds; ``Unsupported`` where that is not affine, or too long."""
        exponent = Poly.const(rounds) if isinstance(rounds, int) else rounds
        return {symbol: power_of(prime, exponent, self.rec) for prime, symbol in self.by_prime.items()}


def own_powers(amounts: dict[int, tuple[Poly, Poly]], rec: Recorder) -> dict[int, tuple[Poly, Poly]]:
    """The powers that have amounts of a lemma's round in the exponent, as further amounts: what they become, and their start.

    in: by symbol, what an amount becomes in a round and what it is before the first.
    """
    found: dict[int, tuple[Poly, Poly]] = {}
    while left := [(name, n) for name, n in rec.powers.items() if name[1] in amounts and n not in found]:
        for (prime, symbol), number in left:
            becomes, start = amounts[symbol]
            found[number] = (power_of(prime, becomes, rec), power_of(prime, start, rec))
    return found


class Powers:
    """The powers that a closed trace speaks of, as further amounts of its update behind those of the ``size`` slots."""

    __slots__ = ("replaced", "start", "update")

    def __init__(self, update: list[Poly], spoken_of: Iterable[Poly], rec: Recorder) -> None:
        """in: what the slots become, and all polynomials of the trace. ``Unsupported`` where an exponent may fall.

        Leaves guards that exponents are no negative numbers.
        """
        names = {number: name for name, number in rec.powers.items()}
        todo = sorted({s for poly in (*update, *spoken_of) for s in poly.symbols() if s in names}, reverse=True)
        becomes: dict[int, Poly] = {}
        while todo:
            number = todo.pop(0)
            if number in becomes:
                continue
            prime, symbol = names[number]
            _never_falls(update[symbol], symbol)
            becomes[number] = power_of(prime, update[symbol], rec)
            rec.record(Poly.symbol(symbol) * -1, LE, True, "603.3")
            names = {n: name for name, n in rec.powers.items()}
            todo += sorted(s for s in becomes[number].symbols() if s not in becomes)
        self.replaced = {number: Poly.symbol(len(update) + i) for i, number in enumerate(becomes)}
        self.update = [poly.substitute(self.replaced) for poly in (*update, *becomes.values())]
        self.start: list[int | Formula] = []
        for number in becomes:
            value = rec.values[number]
            assert isinstance(value, int | Formula), "a power of another number class"
            self.start.append(value)

    def renamed(self, poly: Poly) -> Poly:
        """A polynomial of the trace in the numbers of the update."""
        return poly.substitute(self.replaced) if self.replaced else poly


def _never_falls(poly: Poly, symbol: int) -> None:
    """An exponent that falls would make fractions of what was whole."""
    gain = poly - Poly.symbol(symbol)
    if any(len(m) > 1 or not isinstance(c, int) or c < 0 for m, c in gain.terms()):
        raise refuse("the number of rounds in which an amount multiplies may fall, or is no sum of amounts")
