"""Exact linear algebra on whole numbers and fractions: by python-flint where it is installed, else in pure Python.

Both give the same answers; flint is many times faster on numbers of thousands of digits. It is an
optional extra (``pip install 'reiterate[fast]'``): nothing needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

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
    """The one solution of ``matrix * x = values``; None where there is none, or more than one."""
    exact = flint()
    if exact is not None:
        try:
            found = exact.fmpq_mat(exact.fmpz_mat(matrix)).solve(exact.fmpq_mat(exact.fmpz_mat([[v] for v in values])))
        except ZeroDivisionError:
            return None
        return [Fraction(int(found[i, 0].p), int(found[i, 0].q)) for i in range(len(values))]
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
