"""Growth by powers, by matrices, and amounts too long to write: each equals plain whole numbers where those can be had."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.amounts import (
    EQ,
    LE,
    Amount,
    Formula,
    Poly,
    digits_text,
    halve_down,
    halve_up,
    identical,
    power_sum,
    quantity_json,
)
from reiterate.amounts import formula as formula_module
from reiterate.loops.closed_forms import ClosedForms, close
from reiterate.loops.first_flip import flip_of, growth_flip
from reiterate.loops.growth import Growth
from reiterate.loops.monotone import Monotone
from reiterate.loops.solve import Exponential
from reiterate.refusals import Refusal, Unsupported

X = [Poly.symbol(i) for i in range(4)]
GOOGOL = 10**100


def iterates(update: list[Poly], start: list[int], n: int) -> list[list[int]]:
    found = [start]
    for _ in range(n):
        at = dict(enumerate(found[-1]))
        found.append([poly.evaluate(at) for poly in update])
    return found


def covered(update: list[Poly], start: list[int]) -> ClosedForms:
    found = close(update, start, 4)
    assert not isinstance(found, Refusal), found
    return found


# --- closing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("update", "start", "kind"),
    [
        ([X[0] * 2], [1], "exponential"),
        ([X[0] * 2, X[1] + X[0]], [3, 0], "exponential"),
        ([X[0] * X[1], X[1]], [3, 5], "exponential"),
        ([X[0] + X[1] * X[2], X[1] * 2, X[2] + 1], [0, 1, 1], "exponential"),
        ([X[0] * 2 + X[1], X[0] + X[1] * 2], [1, 0], "exponential"),
        ([X[1], X[0] + X[1]], [1, 2], "monotone"),
        ([X[1], X[0]], [3, 8], "alternating"),
        ([-X[0]], [3], "alternating"),
        ([X[1], X[2], X[0]], [1, 2, 3], "alternating"),
        ([-X[1], X[0]], [1, 2], "alternating"),
        ([X[1], X[0] + 1], [0, 5], "alternating"),
        ([X[1], X[0] * 2], [1, 3], "exponential"),
    ],
)
def test_kinds_of_growth_beyond_polynomials(update: list[Poly], start: list[int], kind: str) -> None:
    found = covered(update, start)
    assert found.kind == kind
    assert [list(found.at(n)) for n in range(61)] == iterates(update, start, 60)


coefficients = st.sampled_from([0, 0, 0, 1, 1, 2, 3, -1])


@st.composite
def systems(draw: st.DrawFn) -> tuple[list[Poly], list[int], Poly]:
    size = draw(st.integers(1, 3))
    update = []
    for _ in range(size):
        poly = Poly.const(draw(st.sampled_from([0, 0, 1, 2, -1])))
        for j in range(size):
            poly = poly + X[j] * draw(coefficients)
        update.append(poly)
    start = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    guard = Poly.const(draw(st.integers(-300, 300)))
    for j in range(size):
        guard = guard + X[j] * draw(st.integers(-3, 3))
    return update, start, guard


@settings(max_examples=150, deadline=None)
@given(system=systems(), op=st.sampled_from([EQ, LE]))
def test_random_systems_equal_iterating_and_first_flips_equal_brute_force(
    system: tuple[list[Poly], list[int], Poly], op: str
) -> None:
    update, start, guard = system
    found = close(update, start, 4)
    if isinstance(found, Refusal):
        return
    rows = iterates(update, start, 40)
    assert [list(found.at(n)) for n in range(41)] == rows
    answers = [(v == 0 if op == EQ else v <= 0) for v in (guard.evaluate(dict(enumerate(row))) for row in rows)]
    try:
        flip = flip_of(guard, op, answers[0], found)
    except Unsupported:
        return  # refused, not wrong
    brute = next((n for n, answer in enumerate(answers) if answer != answers[0]), None)
    assert flip == brute or (brute is None and flip is not None and flip > 40)


@given(
    parts=st.dictionaries(
        st.sampled_from([1, 2, 3, 5]), st.lists(st.integers(-20, 20), min_size=1, max_size=3), min_size=1, max_size=3
    ),
    far=st.integers(0, 10**12),
)
def test_first_flips_of_sums_of_powers_equal_brute_force(parts: dict[int, list[int]], far: int) -> None:
    growth = Growth({b: tuple(Fraction(c) for c in cs) for b, cs in parts.items()}) - Growth.const(far)
    for op in (EQ, LE):
        answers = [(v == 0 if op == EQ else v <= 0) for v in (growth.exact(n) for n in range(80))]
        brute = next((n for n, answer in enumerate(answers) if answer != answers[0]), None)
        flip = growth_flip(growth, op, answers[0])
        assert flip == brute or (brute is None and (flip is None or flip >= 80))


def test_a_flip_far_out_is_exact() -> None:
    growth = Growth({1: (Fraction(0), Fraction(0), Fraction(0), Fraction(GOOGOL)), 2: (Fraction(-1),)})
    flip = growth_flip(growth.shifted(1), LE, False)
    assert flip is not None
    assert GOOGOL * (flip + 1) ** 3 <= 2 ** (flip + 1)
    assert GOOGOL * flip**3 > 2**flip


def test_a_doubling_that_meets_a_linear_growth_of_a_hundred_digits_flips_where_it_should() -> None:
    found = covered([X[0] * 2, X[1] + 1], [1, 0])
    assert flip_of(X[1] - GOOGOL, LE, True, found) == GOOGOL + 1
    assert flip_of(X[0] - GOOGOL, LE, True, found) == 333
    assert flip_of(X[1] - X[0], LE, True, found) is None


def test_sums_that_only_grow_flip_where_brute_force_says() -> None:
    found = covered([X[1], X[0] + X[1]], [1, 2])
    assert isinstance(found, Monotone)
    rows = iterates([X[1], X[0] + X[1]], [1, 2], 3000)
    brute = next(n for n, row in enumerate(rows) if row[0] > 10**500)
    assert flip_of(X[0] - 10**500, LE, True, found) == brute
    assert flip_of(X[0] - X[1], LE, True, found) is None
    with pytest.raises(Unsupported):
        found.at(GOOGOL)


# --- formulas ------------------------------------------------------------------------------------------------------


def value(a: Amount) -> Fraction:
    """A formula written out."""
    if isinstance(a, int):
        return Fraction(a)
    assert isinstance(a, Formula)
    total = Fraction(0)
    for powers, c in a.terms:
        for prime, exponent in powers:
            assert isinstance(exponent, int)
            c = c * prime**exponent
        total += c
    return total


terms = st.lists(
    st.tuples(st.dictionaries(st.sampled_from([2, 3, 6, 10]), st.integers(0, 90), max_size=2), st.integers(-9, 9)),
    max_size=3,
)


@settings(max_examples=200, deadline=None)
@given(a=terms, b=terms, m=st.integers(2, 1000))
def test_formulas_compute_as_whole_numbers_do(
    a: list[tuple[dict[int, int], int]], b: list[tuple[dict[int, int], int]], m: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formula_module, "WRITABLE_BITS", 40)
        patch.setattr(formula_module, "_CLOSE", 12)
        x, y = power_sum(a), power_sum(b)
        for found, wanted in ((x + y, value(x) + value(y)), (x - y, value(x) - value(y)), (x * y, value(x) * value(y))):
            assert value(found) == wanted
        with suppress(Unsupported):  # too close to tell, never wrong
            assert (x <= y, x < y, x == y) == (value(x) <= value(y), value(x) < value(y), value(x) == value(y))
        if isinstance(x, Formula):
            assert x.modulo(m) == value(x) % m
            assert value(halve_down(x)) == value(x) // 2
            assert value(halve_up(x)) == -(-value(x) // 2)


def test_what_a_doubling_comes_to_after_a_googol_of_periods() -> None:
    (n,) = covered([X[0] * 2], [1]).at(GOOGOL)
    (more,) = covered([X[0] * 2], [1]).at(GOOGOL + 1)
    assert isinstance(n, Formula) and isinstance(more, Formula)
    assert more == n + n and more > n and n > 10**10_000 and more - n == n and n - n == 0
    assert not identical(n, more) and identical(more, 2 * n)
    shown = "2^(10^100) (3010299956…1181861721 (100 digits) digits, the first 2551789064, the last 1787109376)"
    assert digits_text(n) == shown
    found = quantity_json(n)
    assert isinstance(found, dict) and found["formula"] == "2^(10^100)" and found["last"] == "1787109376"


def test_first_and_last_digits_of_a_formula_are_those_of_the_number() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formula_module, "WRITABLE_BITS", 40)
        patch.setattr(formula_module, "_CLOSE", 12)
        found = quantity_json(power_sum([({3: 4000}, 1), ({2: 50}, -1)]))
    written = str(3**4000 - 2**50)
    assert isinstance(found, dict)
    assert found == {
        "formula": "3^4000 - 2^50",
        "digits": str(len(written)),
        "first": written[:10],
        "last": written[-10:],
    }


def test_three_periods_at_once_where_amounts_change_places() -> None:
    found = covered([X[1], X[2], X[0] + 1], [1, 2, 3])
    assert isinstance(found, Exponential)
    n = 3 * GOOGOL + 1
    assert found.at(n) == (2 + GOOGOL, 3 + GOOGOL, 2 + GOOGOL)


@pytest.mark.parametrize("digits", [99, 4299, 4400, 9999])
def test_a_power_with_any_count_that_can_be_typed_is_printed_and_compared(digits: int) -> None:
    """Its exponent may have more digits than Python writes without being asked (4,300)."""
    exponent = 10**digits
    amount = power_sum([({2: exponent}, 1), ({}, -1)])
    assert digits_text(amount).startswith("2^(10^")
    written = quantity_json(amount)
    assert not isinstance(written, str)
    assert written["last"] == "1787109375"
    assert amount > 5
    assert amount < power_sum([({3: exponent}, 1)])
