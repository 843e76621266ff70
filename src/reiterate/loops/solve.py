"""Closed forms beyond polynomials, by components of the update, with exact linear algebra.

Exact linear algebra on whole numbers and fractions: by python-flint where it is installed, else in pure Python.

Both give the same answers; flint is many times faster on numbers of thousands of digits. It is an
optional extra (``pip install 'reiterate[fast]'``): nothing needs it.

Closed forms beyond polynomials: sums of polynomials times powers, by components of the update; proved by computing.

An update is cut into components of amounts that depend on each other. A component that is linear in
its own amounts, with whole eigenvalues, has a solution among known growths. Its first iterates say
which one. The proof is that it satisfies the update as an identity of growths. Where eigenvalues
aren't whole, several periods at once may help: amounts that change places come back after some
periods.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from math import lcm
from typing import Any, Final

from reiterate.amounts import Amount, Formula, Poly
from reiterate.amounts.number_classes import beyond
from reiterate.loops.growth import Growth, TooMany, along

# --- exact algebra -------------------------------------------------------------------------------

Row = list[int]


@cache
def flint() -> Any:
    """The module, imported when it is first needed; None where it is not installed."""
    try:
        return import_module("flint")
    except ImportError:
        return None


def power_times(matrix: Sequence[Row], n: int, vector: Row) -> Row:
    """The vector after ``n`` >= 0 times of being multiplied by the matrix."""
    exact = flint()
    if exact is not None:
        column = (exact.fmpz_mat(matrix) ** n) * exact.fmpz_mat([[v] for v in vector])
        return [int(column[i, 0]) for i in range(len(vector))]
    values, power = vector, [list(row) for row in matrix]
    while n:
        if n % 2:
            values = [dot(row, values) for row in power]
        n //= 2
        if n:
            columns = list(zip(*power, strict=True))
            power = [[dot(row, column) for column in columns] for row in power]
    return values


def dot(a: Sequence[int], b: Sequence[int]) -> int:
    """The sum of the products, place by place."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def solved(matrix: list[list[int]], values: Sequence[int]) -> list[Fraction] | None:
    """The one solution of ``matrix * x = values``; None where there is none, or more than one.

    In: a square matrix, by rows; a value for each row. Out: exact fractions.

    >>> [str(x) for x in solved([[2, 0], [0, 4]], [6, 2])]
    ['3', '1/2']
    >>> solved([[1, 1], [2, 2]], [1, 2]) is None
    True
    """
    exact = flint()
    if exact is not None:
        try:
            exponential = exact.fmpq_mat(exact.fmpz_mat(matrix)).solve(
                exact.fmpq_mat(exact.fmpz_mat([[v] for v in values]))
            )
        except ZeroDivisionError:
            return None
        return [Fraction(int(exponential[i, 0].p), int(exponential[i, 0].q)) for i in range(len(values))]
    size = len(values)
    rows = [[Fraction(x) for x in row] + [Fraction(v)] for row, v in zip(matrix, values, strict=True)]
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        first = rows[column][column]
        rows[column] = [x / first for x in rows[column]]
        for r in range(size):
            factor = rows[r][column]
            if r != column and factor:
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[column], strict=True)]
    return [row[-1] for row in rows]


# --- solve ---------------------------------------------------------------------------------------

#: Unknown coefficients that a component may have.
UNKNOWN_BUDGET: Final = 40

#: Whole eigenvalues of components of several amounts are looked for up to this size.
ROOT_BOUND: Final = 64

#: Periods that may be taken together.
STRIDE_BUDGET: Final = 6

#: Terms that the update of several periods may have.
TERM_BUDGET: Final = 300

Matrix = list[list[Fraction]]


class Exponential:
    """Proved closed forms of all slots as growths; with a ``stride``, the growths are those of every stride-th period."""

    __slots__ = ("growths", "stride", "update")

    def __init__(self, growths: tuple[Growth, ...], update: list[Poly], stride: int = 1) -> None:
        self.growths = growths
        self.update = update
        self.stride = stride

    @property
    def kind(self) -> str:
        """exponential, or alternating where several periods are taken together or a base is negative."""
        if any(g.exponential for g in self.growths):
            return "exponential"
        negative = any(base < 0 for g in self.growths for base in g.parts)
        return "alternating" if negative or self.stride > 1 else "polynomial"

    @property
    def degree(self) -> int:
        """The highest power of n that occurs."""
        return max((g.degree for g in self.growths), default=0)

    def at(self, n: int | Formula) -> tuple[Amount, ...]:
        """The amounts after ``n`` periods, exactly; formulas where they are too long to write."""
        whole, rest = n.divided(self.stride) if isinstance(n, Formula) else divmod(n, self.stride)
        values: list[Amount] = [g.at(whole) for g in self.growths]
        for _ in range(rest):
            values = [evaluate(poly, values) for poly in self.update]
        return tuple(values)

    def guards(self, poly: Poly) -> list[Growth]:
        """What a guard's polynomial is along the loop: for each rest r of n by the stride, the growth in n // stride."""
        found = []
        for _ in range(self.stride):
            found.append(along(poly, dict(enumerate(self.growths))))
            poly = poly.substitute(dict(enumerate(self.update)))
        return found


def evaluate(poly: Poly, values: Sequence[Amount]) -> Amount:
    """A polynomial's value where amounts may be formulas.

    In: the amount of each symbol, by its number. Raises ``Unsupported`` for fractions of an amount that is too long to write.

    >>> evaluate(Poly.symbol(0) * Poly.symbol(1) + 1, [3, 4])
    13
    """
    total: Amount = 0
    bottom = lcm(*(c.denominator for _, c in poly.terms()))
    for monomial, c in poly.terms():
        term: Amount = c.numerator * (bottom // c.denominator)
        for i in monomial:
            term = term * values[i]
        total = total + term
    if bottom == 1:
        return total
    if not isinstance(total, int):
        raise beyond("a sum over the rounds of a block")
    assert total % bottom == 0, "a polynomial's value that is not whole"
    return total // bottom


def solve(update: list[Poly], start: list[int]) -> Exponential | None:
    """Closed forms of ``x -> update(x)`` from ``start``, proved; None where there is none of the kinds covered.

    In: for each amount the polynomial that it becomes in a period, in which symbol i is amount i; the amounts at the start.
    Out: ``.at(n)`` gives the amounts after n periods.

    >>> x, y = Poly.symbol(0), Poly.symbol(1)
    >>> solve([x + y, y], [1, 2]).at(10)
    (21, 2)
    """
    together = list(update)
    for stride in range(1, STRIDE_BUDGET + 1):
        if stride > 1:
            together = [poly.substitute(dict(enumerate(together))) for poly in update]
            if sum(len(list(poly.terms())) for poly in together) > TERM_BUDGET:
                return None
        try:
            growths = _solved(together, start)
        except TooMany:
            return None
        if growths is not None:
            return Exponential(growths, update, stride)
    return None


def _solved(update: list[Poly], start: list[int]) -> tuple[Growth, ...] | None:
    known: dict[int, Growth] = {}
    rows = [list(start)]
    for members in _components(update):
        found = _component(update, members, known, rows)
        if found is None:
            return None
        known.update(found)
    for slot, poly in enumerate(update):
        if known[slot].exact(0) != start[slot] or along(poly, known) != known[slot].shifted():
            return None
    return tuple(known[slot] for slot in range(len(start)))


def _components(update: list[Poly]) -> list[list[int]]:
    """The amounts that depend on each other, each component behind those it depends on."""
    size = len(update)
    reach = [set(poly.symbols()) for poly in update]
    for middle in range(size):
        for i in range(size):
            if middle in reach[i]:
                reach[i] |= reach[middle]
    head = [min([i, *(j for j in reach[i] if i in reach[j])]) for i in range(size)]
    members: dict[int, list[int]] = {}
    for i in range(size):
        members.setdefault(head[i], []).append(i)
    graph = {h: {head[j] for i in slots for j in update[i].symbols()} - {h} for h, slots in members.items()}
    return [members[h] for h in TopologicalSorter(graph).static_order()]


def _component(
    update: list[Poly], members: list[int], known: dict[int, Growth], rows: list[list[int]]
) -> dict[int, Growth] | None:
    """The growths of one component, guessed from its first iterates."""
    linear = _linear(update, members, known)
    if linear is None:
        return None
    matrix, inputs = linear
    roots = _roots(matrix)
    if roots is None:
        return None
    sizes = dict(roots)
    for given in inputs:
        for base, c in given.parts.items():
            sizes[base] = max(sizes.get(base, 0), roots.get(base, 0) + len(c))
    terms = [(base, k) for base in sorted(sizes) for k in range(sizes[base])]
    # Inputs of several members may add up along a chain: leave room for it.
    if len(members) > 1:
        terms = [(base, k) for base in sorted(sizes) for k in range(sizes[base] + len(members) - 1)]
    if len(terms) > UNKNOWN_BUDGET:
        return None
    while len(rows) < len(terms) + 1:
        values = dict(enumerate(rows[-1]))
        if any(v.bit_length() > 200_000 for v in rows[-1]):
            return None
        rows.append([poly.evaluate(values) for poly in update])
    found = {}
    for slot in members:
        parts = _fitted(terms, [row[slot] for row in rows[1 : len(terms) + 1]])
        if parts is None:
            return None
        found[slot] = parts
    return found


def _linear(update: list[Poly], members: list[int], known: dict[int, Growth]) -> tuple[Matrix, list[Growth]] | None:
    """The component as a matrix and its inputs; None where it isn't linear in its own amounts with fixed factors."""
    place = {slot: i for i, slot in enumerate(members)}
    matrix = [[Fraction(0)] * len(members) for _ in members]
    inputs = []
    for slot in members:
        given = Growth({})
        for monomial, c in update[slot].terms():
            own = [i for i in monomial if i in place]
            factor = Growth.const(c)
            for i in monomial:
                if i not in place:
                    factor = factor * known[i]
            if not own:
                given = given + factor
                continue
            fixed = factor.constant
            if len(own) > 1 or fixed is None:
                return None
            matrix[place[slot]][place[own[0]]] += fixed
        inputs.append(given)
    return matrix, inputs


def _roots(matrix: Matrix) -> dict[int, int] | None:
    """The eigenvalues with their multiplicities, without 0, where all of them are whole; else None."""
    size = len(matrix)
    if size == 1:
        only = matrix[0][0]
        if only.denominator != 1:
            return None
        return {only.numerator: 1} if only else {}
    coefficients = _characteristic(matrix)
    roots: dict[int, int] = {}
    left = size
    bound = max(sum(abs(x) for x in row) for row in matrix)
    if bound > ROOT_BOUND:
        return None
    for root in sorted(range(-int(bound), int(bound) + 1), key=abs):
        while left and _horner(coefficients, root) == 0:
            coefficients = _divided(coefficients, root)
            roots[root] = roots.get(root, 0) + 1
            left -= 1
    if left:
        return None
    roots.pop(0, None)
    return roots


def _characteristic(matrix: Matrix) -> list[Fraction]:
    """The characteristic polynomial, highest power first (Faddeev and LeVerrier)."""
    size = len(matrix)
    coefficients = [Fraction(1)]
    current = [[Fraction(0)] * size for _ in range(size)]
    for k in range(1, size + 1):
        for i in range(size):
            current[i][i] += coefficients[-1]
        current = [
            [sum((matrix[i][m] * current[m][j] for m in range(size)), Fraction(0)) for j in range(size)]
            for i in range(size)
        ]
        coefficients.append(-sum((current[i][i] for i in range(size)), Fraction(0)) / k)
    return coefficients


def _horner(coefficients: list[Fraction], x: int) -> Fraction:
    total = Fraction(0)
    for c in coefficients:
        total = total * x + c
    return total


def _divided(coefficients: list[Fraction], root: int) -> list[Fraction]:
    """The polynomial without one root."""
    found = [coefficients[0]]
    for c in coefficients[1:-1]:
        found.append(found[-1] * root + c)
    return found


def _fitted(terms: list[tuple[int, int]], values: list[int]) -> Growth | None:
    """The growth with these terms that takes these values at 1, 2, ...; None where there is none."""
    fractions = solved([[n**k * base**n for base, k in terms] for n in range(1, len(terms) + 1)], values)
    if fractions is None:
        return None
    parts: dict[int, list[Fraction]] = {}
    for (base, k), c in zip(terms, fractions, strict=True):
        parts.setdefault(base, []).extend([Fraction(0)] * (k + 1 - len(parts.get(base, []))))
        parts[base][k] = c
    return Growth({base: tuple(c) for base, c in parts.items()})
