"""A loop inside an iteration: a ``for each`` block of as many like triggers as there are, or a block of a written count.

The block's body is traced once more on symbols of its own, in the same trace. That gives a *lemma*: what each amount is
after m rounds, as a polynomial in m and in the amounts around; and every comparison inside, proved to be monotone in
m, so that its first and its last round stand for all. The lemma then replaces all rounds (but the last two of a group,
which are played); an inner block has a lemma of its own. What can't be proved is refused by name (``inner-loop``), never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, lcm
from typing import Final

from reiterate.amounts import EQ, LE, RULES, Amount, Guard, Poly, Recorder, Traced, more, value_of
from reiterate.amounts.beyond import Whole
from reiterate.amounts.poly import Coefficient, Monomial
from reiterate.amounts.traced import test
from reiterate.loops.closed import newton
from reiterate.loops.flip import first_flip
from reiterate.loops.reader import Block
from reiterate.refusals import unsupported

#: Rounds that are played before a block must come back to its shape.
ROUNDS_BEFORE: Final = 4

#: A block of more rounds than this that does not come back to its shape is not traced round by round.
ROUNDS_TRACED: Final = 1_000

#: Degree in the number of rounds that a lemma covers.
MAX_ROUND_DEGREE: Final = 5


def refuse(why: str) -> Exception:
    """The refusal of a block that has no lemma."""
    return unsupported("inner-loop", f"a block inside an iteration: {why}", "603.3")


_NOTHING: Final = Poly({})


@dataclass(frozen=True, slots=True)
class Lemma:
    """The amounts after m rounds, m being the symbol ``rounds``, and what was compared in them."""

    rounds: int
    forms: tuple[Poly, ...]
    guards: tuple[Guard, ...]
    choices: Poly = _NOTHING  # that those m rounds are


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


def _whole(terms: Mapping[Monomial, Coefficient]) -> Poly:
    """A polynomial whose whole coefficients are ints."""
    return Poly({m: c.numerator if isinstance(c, Fraction) and c.denominator == 1 else c for m, c in terms.items()})


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
    return _whole(dict(total.terms()))


def close_rounds(update: list[Poly], start: list[Poly], symbols: list[int], rounds: int) -> tuple[Poly, ...]:
    """What each amount is after m rounds, proved; ``Unsupported`` where an amount multiplies or depends in a circle.

    Amounts are taken in the order in which they depend on each other: one that gains what the others say is the sum
    of that over the rounds before.
    """
    known: dict[int, Poly] = {}
    left = set(range(len(symbols)))
    own = set(symbols)
    while left:
        ready = [i for i in left if update[i].symbols() & own <= known.keys() | {symbols[i]}]
        for i in ready:
            known[symbols[i]] = _closed(update[i], start[i], symbols[i], known, rounds)
        if not ready:
            raise refuse("amounts of its rounds depend on each other in a circle")
        left -= set(ready)
    forms = tuple(known[s] for s in symbols)
    later = {rounds: Poly.symbol(rounds) + 1}
    for poly, form, first in zip(update, forms, start, strict=True):
        assert poly.substitute(known) == form.substitute(later), "a lemma that does not hold"
        assert form.substitute({rounds: Poly.const(0)}) == first, "a lemma that does not begin where it should"
        if any(monomial.count(rounds) > MAX_ROUND_DEGREE for monomial, _ in form.terms()):
            raise refuse(f"its amounts grow by more than the power {MAX_ROUND_DEGREE} of the rounds")
    return forms


def _closed(poly: Poly, start: Poly, symbol: int, known: dict[int, Poly], rounds: int) -> Poly:
    terms = dict(poly.terms())
    mine = [m for m in terms if symbol in m]
    if not mine:  # it is made anew in each round: the same as what the round before says
        before = {rounds: Poly.symbol(rounds) - 1}
        form = _whole(dict(poly.substitute(known).substitute(before).terms()))
        if form.substitute({rounds: Poly.const(0)}) != start:
            raise refuse("its first round is not like those behind it")
        return form
    if mine != [(symbol,)] or terms[(symbol,)] != 1:
        raise refuse("an amount multiplies in each of its rounds")
    return _whole(dict((start + summed_over((poly - Poly.symbol(symbol)).substitute(known), rounds)).terms()))


# --- comparisons -----------------------------------------------------------------------------------------------------


def _integral(poly: Poly) -> Poly:
    """A positive multiple with whole coefficients."""
    bottom = lcm(*(c.denominator for _, c in poly.terms())) if not poly.is_const or poly.const_part else 1
    return _whole({m: c * bottom for m, c in poly.terms()})


def hold_for_all(lemma: Lemma, rec: Recorder, rounds: Poly) -> None:
    """Leave guards under which every comparison of the lemma keeps its answer in rounds 0 to ``rounds`` - 1.

    ``Unsupported`` where one of the rules changes its answer on the way or is not proved to be monotone. One that only
    says what could have been chosen leaves a guard that never holds: nothing is known of choices then.
    """
    m = lemma.rounds
    for guard in lemma.guards:
        along = _integral(guard.poly)
        found = _needed(along, m, rounds, guard.op, guard.truth, rec.values)
        if found is None:
            mirrored = along.substitute({m: rounds - 1 - Poly.symbol(m)})
            found = _needed(_integral(mirrored), m, rounds, guard.op, guard.truth, rec.values)
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
    along: Poly, m: int, rounds: Poly, op: str, truth: bool, values: Mapping[int, Whole]
) -> list[Condition] | None:
    """Conditions, all true now, under which ``along op 0`` is ``truth`` from round 0 to ``rounds`` - 1; None if none.

    With all higher differences of one sign the values only rise or only fall, and those at the two ends stand for
    all; a value linear in m needs no sign.
    """
    degree = max((monomial.count(m) for monomial, _ in along.terms()), default=0)
    row = [along.substitute({m: Poly.const(i)}) for i in range(degree + 1)]
    differences = []
    while row:
        differences.append(row[0])
        row = [b - a for a, b in pairwise(row)]
    ends = [differences[0], along.substitute({m: rounds - 1})] if degree else [differences[0]]
    found: list[Condition] = []
    if op == EQ and truth:
        found = [(poly, EQ, True) for poly in differences]
    elif op == EQ:
        sign = 1 if differences[0].evaluate(values) > 0 else -1
        found = [(poly * sign, LE, False) for poly in ends]
    else:
        found = [(poly, LE, truth) for poly in ends]
    if degree > 1 and not (op == EQ and truth):
        signs = [poly.evaluate(values) for poly in differences[1:]]
        sign = -1 if all(v >= 0 for v in signs) else 1
        found += [(poly * sign, LE, True) for poly in differences[1:]]
    holds = all(test(poly.evaluate(values), op) == truth for poly, op, truth in found)
    return found if holds else None


def last_round(lemma: Lemma, most: int, values: Mapping[int, Whole]) -> int:
    """How many rounds, at most ``most``, every comparison of the rules holds with these values of all other symbols."""
    for guard in lemma.guards:
        if guard.purpose != RULES or most < 1:
            continue
        degree = max((len(monomial) for monomial, _ in guard.poly.terms()), default=0)
        along = _integral(guard.poly)
        form = newton([along.evaluate({**values, lemma.rounds: i}) for i in range(degree + 1)])
        flip = first_flip(form, guard.op, guard.truth)
        most = min(most, flip) if isinstance(flip, int) else most  # a flip too far to write is farther than ``most``
    return most


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
    """The amounts after ``rounds`` rounds."""
    return [amount(form.substitute({lemma.rounds: rounds}), rec) for form in lemma.forms]


def amount(poly: Poly, rec: Recorder) -> Amount:
    """A polynomial as an amount of a trace."""
    return poly.const_part if poly.is_const else Traced(poly.evaluate(rec.values), _whole(dict(poly.terms())), rec)
