"""Exact linear algebra: python-flint and pure Python give the same answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.loops import solve

T = TypeVar("T")
needs_flint = pytest.mark.skipif(solve.flint() is None, reason="python-flint is not installed (the extra 'fast')")

NUMBERS = st.one_of(st.integers(-3, 3), st.integers(-(10**40), 10**40))
SYSTEMS = st.integers(1, 4).flatmap(
    lambda size: st.tuples(
        st.lists(st.lists(NUMBERS, min_size=size, max_size=size), min_size=size, max_size=size),
        st.lists(NUMBERS, min_size=size, max_size=size),
    )
)


def in_pure_python(do: Callable[[], T]) -> T:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve, "flint", lambda: None)
        return do()


@needs_flint
@given(SYSTEMS, st.integers(0, 40))
def test_powers_of_a_matrix_are_the_same_both_ways(system: tuple[list[list[int]], list[int]], n: int) -> None:
    matrix, vector = system
    assert solve.power_times(matrix, n, vector) == in_pure_python(lambda: solve.power_times(matrix, n, vector))


@needs_flint
@given(SYSTEMS)
def test_solutions_are_the_same_both_ways(system: tuple[list[list[int]], list[int]]) -> None:
    matrix, values = system
    assert solve.solved(matrix, values) == in_pure_python(lambda: solve.solved(matrix, values))


@given(SYSTEMS)
def test_a_solution_solves_and_powers_are_products(system: tuple[list[list[int]], list[int]]) -> None:
    matrix, values = system
    for found in (solve.solved(matrix, values), in_pure_python(lambda: solve.solved(matrix, values))):
        if found is not None:
            sums = [sum(a * x for a, x in zip(row, found, strict=True)) for row in matrix]
            assert sums == values
    step = in_pure_python(lambda: solve.power_times(matrix, 1, values))
    assert step == [solve.dot(row, values) for row in matrix]
    assert in_pure_python(lambda: solve.power_times(matrix, 2, values)) == [solve.dot(row, step) for row in matrix]


def test_a_system_without_one_solution_has_none() -> None:
    for way in (solve.solved, lambda m, v: in_pure_python(lambda: solve.solved(m, v))):
        assert way([[1, 1], [2, 2]], [1, 2]) is None
