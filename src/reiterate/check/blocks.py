"""Blocks: rounds that are done at once. Closed forms in the number of rounds, and what keeps every round alike.

A closed form of a block is a polynomial of the amounts around it and of the number m of rounds,
with fractions. It is proved by substitution. Where all differences in m of a comparison have one
sign, the comparison rises or falls with m. Then the first and the last round stand for all rounds.
Both are comparisons of the amounts around, on which the period rests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TypeAlias

from reiterate.check.arithmetic import EQ, LE, Form, Polynomial, Signs, constant, plus, times
from reiterate.check.form import Block, Comparison

Condition: TypeAlias = tuple[Polynomial, str, bool]


def substituted(poly: Polynomial, known: Mapping[int, Polynomial]) -> Polynomial:
    """A polynomial with other polynomials in the place of some amounts, by the numbers of these.

    >>> substituted({(0, 1): 2}, {1: {(0,): 1, (): 3}})  # 2xy with y = x + 3
    {(0, 0): 2, (0,): 6}
    """
    total: Polynomial = {}
    for product, c in poly.items():
        term: Polynomial = {tuple(s for s in product if s not in known): c}
        for symbol in product:
            if symbol in known:
                term = times(term, known[symbol])
        total = plus(total, term)
    return total


def unproved_round(block: Block) -> int | None:
    """The first slot whose form is not its first amount for m = 0, or does not follow its update; else None."""
    m = block.around
    known = {m + i: poly for i, poly in enumerate(block.closed)}
    for slot, poly in enumerate(block.closed):
        later = substituted(poly, {m: {(m,): 1, (): 1}})
        if substituted(poly, {m: {}}) != block.start[slot] or substituted(block.noted.update[slot], known) != later:
            return slot
    return None


def after(block: Block, rounds: Polynomial) -> list[Polynomial]:
    """The amounts of a block after so many rounds, in its order, as polynomials of the amounts outside. ``rounds``: such a polynomial too."""
    return [substituted(poly, {block.around: rounds}) for poly in block.closed]


def conditions(
    guard: Comparison, block: Block, value: Callable[[Polynomial], int], signs: Signs
) -> list[Condition] | None:
    """Comparisons of the amounts outside a block, under which a guard keeps its answer in all rounds of the block.

    In: the guard, of amounts of the round; ``value``: what a polynomial of the amounts outside is now. ``signs``: tells signs of
    forms. Out: comparisons that all hold now, [] where none is needed; None where none were found that suffice.
    """
    m = block.around
    known = {m + i: poly for i, poly in enumerate(block.closed)}
    along = _whole(substituted(guard.poly, known))
    rounds = block.rounds
    if all(set(product) <= {m} for product in along) and rounds.keys() <= {()}:
        form = Form({(1, len(product)): Fraction(c) for product, c in along.items()})
        return [] if signs.holds(form, guard.op, guard.truth, int(rounds.get((), 0))) else None
    last = plus(rounds, constant(1), -1)
    mirrored = substituted(along, {m: plus(last, {(m,): 1}, -1)})
    return _needed(along, m, last, guard, value) or _needed(mirrored, m, last, guard, value)


def _needed(
    along: Polynomial, m: int, last: Polynomial, guard: Comparison, value: Callable[[Polynomial], int]
) -> list[Condition] | None:
    degree = max((product.count(m) for product in along), default=0)
    row = [substituted(along, {m: constant(i)}) for i in range(degree + 1)]
    differences = []
    while row:
        differences.append(row[0])
        row = [plus(b, a, -1) for a, b in pairwise(row)]
    ends = [differences[0], substituted(along, {m: last})] if degree else [differences[0]]
    found: list[Condition]
    if guard.op == EQ and guard.truth:
        found = [(poly, EQ, True) for poly in differences]
    elif guard.op == EQ:
        sign = 1 if value(differences[0]) > 0 else -1
        found = [(_times(poly, sign), LE, False) for poly in ends]
    else:
        found = [(poly, LE, guard.truth) for poly in ends]
    if degree > 1 and not (guard.op == EQ and guard.truth):
        sign = -1 if all(value(poly) >= 0 for poly in differences[1:]) else 1
        found += [(_times(poly, sign), LE, True) for poly in differences[1:]]
    if not all(_holds(value(poly), op) == truth for poly, op, truth in found):
        return None
    return [(_whole(poly), op, truth) for poly, op, truth in found]


def _holds(n: int, op: str) -> bool:
    return n == 0 if op == EQ else n <= 0


def _times(poly: Polynomial, factor: int) -> Polynomial:
    return times(poly, constant(factor))


def _whole(poly: Polynomial) -> Polynomial:
    """A positive multiple with whole factors."""
    bottom = lcm(*(Fraction(c).denominator for c in poly.values()))
    return {product: int(c * bottom) for product, c in poly.items()}
