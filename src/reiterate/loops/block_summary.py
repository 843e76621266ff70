"""A loop inside an iteration: its blocks done at once, with powers whose exponent is an amount.

Powers with an amount in the exponent, as symbols of their own: ``2^m`` of the rounds of a block that doubles something.

A block of m rounds in which an amount multiplies by b leaves that amount times b^m. Here m may
itself be an amount of the iteration around. Inside a trace each ``p^s`` (p prime, s a symbol) is
one more symbol, with a negative number. For an affine m, b^m is a product of such symbols. So
polynomials, guards and closed forms stay those of ``amounts.polynomials``. Only the closing of a
trace uses that the symbol is a power: it becomes an amount of the update, ``p^s -> p^(what s
becomes)``.

A loop inside an iteration: a ``for each`` block of as many like triggers as there are, or a block of a written count.

The block's body is traced once more on symbols of its own, in the same trace. That gives a *lemma*,
which is a proved loop summary. It says what each amount is after m rounds: a polynomial in m and in
the amounts around, with powers b^m where an amount multiplies. Every comparison inside is proved to
be monotone in m, so its first and last round stand for all. The lemma replaces all rounds but the
last two of a group, which are played. An inner block has a lemma of its own. What can't be proved
is refused by name (``inner-loop``), never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, lcm
from typing import Final

from reiterate.amounts import EQ, LE, RULES, Amount, Formula, Guard, Poly, Recorder, Traced, more, power_sum, value_of
from reiterate.amounts.formula import factors
from reiterate.amounts.number_classes import Whole
from reiterate.amounts.polynomials import Coefficient, Monomial
from reiterate.amounts.traced import test
from reiterate.loops.closed_forms import newton
from reiterate.loops.first_flip import PeriodNumber, first_flip, growth_flip
from reiterate.loops.growth import Growth
from reiterate.loops.play import Block
from reiterate.refusals import unsupported

# --- powers --------------------------------------------------------------------------------------

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
        """A polynomial as a sum over powers of the number of rounds: for each base b the factor of b^m; 1 stands for no power."""
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


# --- block summary -------------------------------------------------------------------------------

#: Rounds that are played before a block must come back to its shape.
ROUNDS_BEFORE: Final = 4

#: A block of more rounds than this that does not come back to its shape is not traced round by round.
ROUNDS_TRACED: Final = 1_000

#: Degree in the number of rounds that a lemma covers.
MAX_ROUND_DEGREE: Final = 5


_NOTHING: Final = Poly({})


@dataclass(frozen=True, slots=True)
class Lemma:
    """A proved loop summary: the amounts after m rounds, m being the symbol ``rounds``, and the comparisons in them."""

    rounds: int
    forms: tuple[Poly, ...]
    guards: tuple[Guard, ...]
    choices: Poly = _NOTHING  # that those m rounds are
    powers: RoundPowers | None = None  # of m, that the forms speak of

    def at(self, poly: Poly, rounds: Poly | int) -> Poly:
        """A polynomial of the lemma with this number of rounds in the place of m."""
        known = {} if self.powers is None else self.powers.at(rounds)
        known[self.rounds] = Poly.const(rounds) if isinstance(rounds, int) else rounds
        return poly.substitute(known)


# --- closing -------------------------------------------------------------------------------------------------------


@cache
def _power_sum(k: int) -> tuple[Fraction, ...]:
    """The coefficients of 1, m, m^2, ... in the sum of i^k over 0 <= i < m."""
    found = [Fraction(0)] * (k + 2)
    found[k + 1] = Fraction(1)
    for j in range(k):
        for i, c in enumerate(_power_sum(j)):
            found[i] -= comb(k + 1, j) * c
    return tuple(c / (k + 1) for c in found)


def _in_rounds(poly: Poly, rounds: int) -> list[Poly]:
    """The coefficients of 1, m, m^2, ... as polynomials in the other symbols."""
    found: list[dict[Monomial, Coefficient]] = [{}]
    for monomial, c in poly.terms():
        k = monomial.count(rounds)
        while len(found) <= k:
            found.append({})
        found[k][tuple(i for i in monomial if i != rounds)] = c
    return [Poly(terms) for terms in found]


def summed_over(poly: Poly, rounds: int) -> Poly:
    """The sum of a polynomial over the rounds before the m-th."""
    total = Poly.const(0)
    for k, part in enumerate(_in_rounds(poly, rounds)):
        powers = Poly({(rounds,) * i: c for i, c in enumerate(_power_sum(k))})
        total = total + part * powers
    return whole_terms(total)


def summed_with(poly: Poly, rounds: int, powers: RoundPowers | None) -> Poly:
    """The same where powers of the number of rounds may occur."""
    return summed_over(poly, rounds) if powers is None else _accumulated(poly, 1, rounds, powers)


def _accumulated(gain: Poly, factor: int, rounds: int, powers: RoundPowers) -> Poly:
    """What gains add up to after m rounds where what was there multiplies: the sum of factor^(m-1-i) gain(i) over i < m.

    A gain q(i) b^i of another base comes from t with b t(i + 1) - factor t(i) = q(i): t(m) b^m -
    t(0) factor^m.
    """
    total = Poly.const(0)
    for base, part in powers.by_base(gain).items():
        if base == factor:
            once = Poly({(): Fraction(1, factor)})
            total = total + summed_over(part, rounds) * powers.of(factor) * once
            continue
        along: list[Poly] = []
        for k, q in reversed(list(enumerate(_in_rounds(part, rounds)))):
            above = Poly.const(0)
            for j, t in enumerate(along):  # those of k + 1, k + 2, ...
                above = above + t * comb(k + 1 + j, k)
            along.insert(0, (q - above * base) * Poly({(): Fraction(1, base - factor)}))
        for k, t in enumerate(along):
            total = total + t * Poly({(rounds,) * k: 1}) * powers.of(base)
        total = total - along[0] * powers.of(factor)
    return whole_terms(total)


def close_rounds(
    update: list[Poly], start: list[Poly], symbols: list[int], rounds: int, powers: RoundPowers | None = None
) -> tuple[Poly, ...]:
    """What each amount is after m rounds, proved; ``Unsupported`` where amounts depend in a circle.

    In: ``update``, what each amount becomes in a round. ``start``: what each is before the first round. ``symbols``: the number
    of the symbol of each. ``rounds``: the number of the symbol m. Out: one polynomial for each amount, in the same order.

    Amounts are taken in the order in which they depend on each other. An amount that gains a
    polynomial of others in each round is the sum of that polynomial over the rounds before. Without
    ``powers``, multiplying is refused too.
    """
    known: dict[int, Poly] = {}
    left = set(range(len(symbols)))
    own = set(symbols)
    while left:
        ready = [i for i in left if update[i].symbols() & own <= known.keys() | {symbols[i]}]
        for i in ready:
            known[symbols[i]] = _closed(update[i], start[i], symbols[i], known, rounds, powers)
        if not ready:
            raise refuse("amounts of its rounds depend on each other in a circle")
        left -= set(ready)
    forms = tuple(known[s] for s in symbols)
    later = {rounds: Poly.symbol(rounds) + 1, **(powers.stepped(1) if powers else {})}
    begun = {rounds: Poly.const(0), **(powers.at(0) if powers else {})}
    for poly, form, first in zip(update, forms, start, strict=True):
        assert poly.substitute(known) == form.substitute(later), "a lemma that does not hold"
        assert form.substitute(begun) == first, "a lemma that does not begin where it should"
        if any(monomial.count(rounds) > MAX_ROUND_DEGREE for monomial, _ in form.terms()):
            raise refuse(f"its amounts grow by more than the power {MAX_ROUND_DEGREE} of the rounds")
    return forms


def _closed(
    poly: Poly, start: Poly, symbol: int, known: dict[int, Poly], rounds: int, powers: RoundPowers | None
) -> Poly:
    terms = dict(poly.terms())
    mine = [m for m in terms if symbol in m]
    if not mine:  # it is made anew in each round: the same as what the round before says
        before = {rounds: Poly.symbol(rounds) - 1, **(powers.stepped(-1) if powers else {})}
        form = whole_terms(poly.substitute(known).substitute(before))
        if form.substitute({rounds: Poly.const(0), **(powers.at(0) if powers else {})}) != start:
            raise refuse("its first round is not like those behind it")
        return form
    factor = terms[mine[0]]
    if mine != [(symbol,)] or not isinstance(factor, int) or factor < 1 or (factor > 1 and powers is None):
        raise refuse("an amount multiplies in each of its rounds")
    gain = (poly - Poly.symbol(symbol) * factor).substitute(known)
    if powers is None or (factor == 1 and not powers.by_prime):
        return whole_terms(start + summed_over(gain, rounds))
    return whole_terms(start * powers.of(factor) + _accumulated(gain, factor, rounds, powers))


# --- comparisons -----------------------------------------------------------------------------------------------------


def _integral(poly: Poly) -> Poly:
    """A positive multiple with whole coefficients."""
    bottom = lcm(*(c.denominator for _, c in poly.terms())) if not poly.is_const or poly.const_part else 1
    return whole_terms(Poly({m: c * bottom for m, c in poly.terms()}))


def hold_for_all(lemma: Lemma, rec: Recorder, rounds: Poly) -> None:
    """Leave guards under which every comparison of the lemma keeps its answer in rounds 0 to ``rounds`` - 1.

    ``Unsupported`` where one of the rules changes its answer on the way or is not proved to be
    monotone. One that only says what could have been chosen leaves a guard that never holds:
    nothing is known of choices then.
    """
    m = lemma.rounds
    for guard in lemma.guards:
        along = _integral(guard.poly)
        bases = {1} if lemma.powers is None else lemma.powers.by_base(along).keys()
        found = _needed(lemma, along, rounds, guard.op, guard.truth, rec.values)
        if found is None and bases <= {1}:
            mirrored = along.substitute({m: rounds - 1 - Poly.symbol(m)})
            found = _needed(lemma, _integral(mirrored), rounds, guard.op, guard.truth, rec.values)
        if found is None and guard.purpose == RULES:
            raise refuse("a comparison in its rounds changes its answer, or is not proved to keep it")
        if found is None:
            rec.guards.append(Guard(Poly.const(1), LE, True, guard.purpose, guard.rule, guard.place))
            continue
        kept, rec.purpose = rec.purpose, guard.purpose
        for poly, op, truth in found:
            if not poly.is_const:
                rec.record(_integral(poly), op, truth, guard.rule)
        rec.purpose = kept


Condition = tuple[Poly, str, bool]


def _needed(
    lemma: Lemma, along: Poly, rounds: Poly, op: str, truth: bool, values: Mapping[int, Whole]
) -> list[Condition] | None:
    """Conditions, all true now, under which ``along op 0`` is ``truth`` from round 0 to ``rounds`` - 1; None if none.

    With all higher differences of one sign the values only rise or only fall, and the two ends
    stand for all. A value linear in m needs no sign. Where powers b^m occur, f(m + 1) - b f(m) is
    such a difference too, with a term less. Where that difference and f(0) are at least 0, all
    values of f are.
    """
    bases = _bases(lemma, along)
    row = [lemma.at(along, i) for i in range(len(bases))]
    differences = []
    for base in bases:
        differences.append(row[0])
        row = [b - a * base for a, b in pairwise(row)]
    moves = len(differences) > 1
    ends = [differences[0], lemma.at(along, rounds - 1)] if moves else [differences[0]]
    conditions: list[Condition] = []
    if op == EQ and truth:
        conditions = [(poly, EQ, True) for poly in differences]
    elif op == EQ:
        sign = 1 if differences[0].evaluate(values) > 0 else -1
        conditions = [(poly * sign, LE, False) for poly in ends]
    else:
        conditions = [(poly, LE, truth) for poly in ends]
    if len(differences) > 2 and not (op == EQ and truth):
        signs = [poly.evaluate(values) for poly in differences[1:]]
        sign = -1 if all(v >= 0 for v in signs) else 1
        conditions += [(poly * sign, LE, True) for poly in differences[1:]]
    holds = all(_holds(poly, op, truth, values) for poly, op, truth in conditions)
    return conditions if holds else None


def _holds(poly: Poly, op: str, truth: bool, values: Mapping[int, Whole]) -> bool:
    return test(_integral(poly).evaluate(values), op) == truth


def _bases(lemma: Lemma, along: Poly) -> list[int]:
    """The bases of the powers whose steps undo a polynomial, each once more than its degree; first 1, at least once."""
    parts = {1: along} if lemma.powers is None else lemma.powers.by_base(along)
    degrees = {base: max((m.count(lemma.rounds) for m, _ in part.terms()), default=0) for base, part in parts.items()}
    found = [1] * (degrees.pop(1, 0) + 1)
    for base, degree in sorted(degrees.items()):
        found += [base] * (degree + 1)
    return found


def last_round(lemma: Lemma, most: int, values: Mapping[int, Whole]) -> int:
    """How many rounds, at most ``most``, every comparison of the rules holds with these values of all other symbols."""
    for guard in lemma.guards:
        if guard.purpose != RULES or most < 1:
            continue
        along = _integral(guard.poly)
        if lemma.powers is not None and lemma.powers.by_base(along).keys() - {1}:
            flip: PeriodNumber | None = growth_flip(_growth(along, lemma, lemma.powers, values), guard.op, guard.truth)
        else:
            degree = max((len(monomial) for monomial, _ in guard.poly.terms()), default=0)
            form = newton([along.evaluate({**values, lemma.rounds: i}) for i in range(degree + 1)])
            flip = first_flip(form, guard.op, guard.truth)
        most = min(most, flip) if isinstance(flip, int) else most  # a flip too far to write is farther than ``most``
    return most


def _growth(poly: Poly, lemma: Lemma, powers: RoundPowers, values: Mapping[int, Whole]) -> Growth:
    """A polynomial of the lemma along its rounds, with these values of all other symbols."""
    parts: dict[int, list[Fraction]] = {}
    for base, part in powers.by_base(poly).items():
        for each in _in_rounds(part, lemma.rounds):
            known = each.evaluate(values)
            if not isinstance(known, int):
                raise refuse("one of its amounts is too long to write")
            parts.setdefault(base, []).append(Fraction(known))
    return Growth({base: tuple(c) for base, c in parts.items()})


# --- the block -----------------------------------------------------------------------------------------------------


def wanted(block: Block, tracing: bool) -> bool:
    """Whether the rounds that are left are to be replaced; ``Unsupported`` where they have to be and can't be yet.

    ``tracing``: other amounts are traced. Then so many rounds as could be played plainly are not.
    """
    left, made = block.left, block.made
    if isinstance(left, Traced):
        if left.value <= block.kept + 1:
            raise refuse("it is too short in this period")
        if made > ROUNDS_BEFORE:
            raise refuse("its rounds do not come back to their shape")
        return True
    if made > ROUNDS_BEFORE and tracing and more(left, ROUNDS_TRACED):
        raise refuse("its rounds do not come back to their shape, or their amounts have no sums")
    return made <= ROUNDS_BEFORE and more(left, block.played)


def polynomial(a: Amount) -> Poly:
    """A traced or whole amount as a polynomial."""
    if isinstance(a, Traced):
        return a.poly
    value = value_of(a)
    if not isinstance(value, int):
        raise refuse("one of its amounts is too long to write")
    return Poly.const(value)


def filled_in(lemma: Lemma, rec: Recorder, rounds: Poly) -> list[Amount]:
    """The amounts of a proved lemma after ``rounds`` rounds, in the lemma's order. ``rec``: keeps the symbols that they are made of."""
    return [traced_amount(whole_terms(lemma.at(form, rounds)), rec) for form in lemma.forms]


def traced_amount(poly: Poly, rec: Recorder) -> Amount:
    """A polynomial as an amount of a trace."""
    return poly.const_part if poly.is_const else Traced(poly.evaluate(rec.values), whole_terms(poly), rec)
