"""The checker's numbers beyond writing, and its powers of a matrix: against whole numbers and brute force."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.check import huge as huge_module
from reiterate.check.arithmetic import Form, OutOfBudget, Polynomial, Signs
from reiterate.check.blocks import after, conditions, substituted, unproved_round
from reiterate.check.form import Block, Comparison, Traced
from reiterate.check.huge import Huge, form_at, huge
from reiterate.check.monotone import Powers
from tests.support.dice import dice
from tests.support.worked import few_calls

# --- numbers beyond writing ----------------------------------------------------------------------------------------

terms = st.lists(
    st.tuples(
        st.lists(st.tuples(st.sampled_from([2, 3, 4, 6, 10, 49]), st.integers(1, 60)), max_size=2).map(tuple),
        st.integers(-40, 40).map(Fraction),
    ),
    min_size=1,
    max_size=4,
)


def written(parts: list[tuple[tuple[tuple[int, int], ...], Fraction]]) -> int:
    total = Fraction(0)
    for powers, c in parts:
        for base, exponent in powers:
            c *= base**exponent
        total += c
    return int(total)


@given(a=terms, b=terms)
def test_numbers_beyond_writing_equal_whole_numbers(a: list, b: list) -> None:  # type: ignore[type-arg]  # as drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(huge_module, "BIT_BUDGET", 8)  # nearly everything is too long to write
        patch.setattr(huge_module, "_CLOSE", 4)
        x, y = huge(a), huge(b)
        m, n = written(a), written(b)
        pairs = [(x + y, m + n), (x - y, m - n), (x * y, m * n), (3 - x, 3 - m), (x + x - x, m)]
        for found, expected in pairs:
            try:
                assert found - expected == 0
                assert (found <= 0, found > 0) == (expected <= 0, expected > 0)
            except OutOfBudget:
                continue  # too close for logarithms: nothing is said


def test_signs_of_numbers_beyond_writing() -> None:
    googol = 10**100
    two = huge([(((2, googol),), Fraction(1))])
    three = huge([(((3, googol),), Fraction(1))])
    assert isinstance(two, Huge) and isinstance(three, Huge)
    assert two < three and three - two > 0 and -two < 0
    assert two - huge([(((4, googol // 2),), Fraction(1))]) == 0
    assert (two + 5) - two == 5
    assert two * two == huge([(((2, 2 * googol),), Fraction(1))])
    assert two.same_as(huge([(((2, googol - 3),), Fraction(8))])) and not two.same_as(three)
    assert form_at(Form({(2, 1): Fraction(3), (1, 0): Fraction(-1)}), googol) == two * (3 * googol) - 1
    assert (two - 1).text() == "2^(10^100) - 1"


def test_what_logarithms_leave_open_is_not_answered() -> None:
    near = 10**60
    three = huge([(((3, near),), Fraction(1))])
    close = huge([(((2, near * 158_496_250_072 // 10**11),), Fraction(1))])  # 3 = 2^1.58496250072...
    with pytest.raises(OutOfBudget):
        assert three > close


# --- powers of a matrix --------------------------------------------------------------------------------------------


def test_powers_of_a_matrix_equal_iterating_and_their_comparisons_are_sound() -> None:
    rng = dice("powers of a matrix equal iterating and their comparisons are sound")
    proved = refused = 0
    for _ in range(300):
        size = rng.randint(1, 3)
        update: list[Polynomial] = []
        for i in range(size):
            poly: Polynomial = {(j,): rng.randint(0, 2) for j in range(size)}
            poly[i,] = poly[i,] or 1
            poly[()] = rng.randint(0, 2)
            update.append({p: c for p, c in sorted(poly.items()) if c})
        start = [rng.randint(0, 3) for _ in range(size)]
        system = Powers(update, start)
        rows = [list(start)]
        for _ in range(40):
            rows.append([sum(int(c) * (rows[-1][p[0]] if p else 1) for p, c in poly.items()) for poly in update])
        assert all(system.at(n)[:-1] == rows[n] for n in (0, 1, 2, 7, 40))
        asked: Polynomial = {(): rng.randint(-200, 200)}
        asked.update({(j,): rng.randint(-3, 3) for j in range(size)})
        op, truth, periods = rng.choice(["==", "<="]), rng.random() < 0.5, rng.choice([1, 3, 12, 40, None])
        values = [sum(int(c) * (row[p[0]] if p else 1) for p, c in asked.items()) for row in rows]
        answers = [(v == 0 if op == "==" else v <= 0) == truth for v in values[: periods or 41]]
        if system.holds(asked, op, truth, periods):
            proved += 1
            assert all(answers), (update, start, asked, op, truth, periods)
        else:
            refused += 1
            one_sign = all(c >= 0 for p, c in asked.items() if p) or all(c <= 0 for p, c in asked.items() if p)
            assert not (one_sign and periods is not None and all(answers)), (update, start, asked, op, truth, periods)
        assert not system.rises(0) or rows[-1][0] > rows[0][0]
    assert proved > 50 and refused > 50


@pytest.mark.parametrize(
    ("update", "start"),
    [([{(0, 0): 1}], [1]), ([{(0,): -1}], [1]), ([{(0,): 1}], [-1]), ([{}], [3])],
    ids=["a product", "a negative factor", "a negative start", "an amount that falls"],
)
def test_what_is_no_system_that_only_grows(update: list[Polynomial], start: list[int]) -> None:
    with pytest.raises(ValueError, match="system without closed forms"):
        Powers(update, start)


@pytest.mark.parametrize("size", [1, 10, 60, 199])
def test_powers_of_a_large_matrix_are_answered_by_few_calls(size: int) -> None:
    update: list[Polynomial] = [dict.fromkeys(((j,) for j in range(size)), 9) for _ in range(size)]
    system = Powers(update, [1] * size)
    with few_calls():
        for n in (10**3, 10**5, 10**10_000):
            with suppress(OutOfBudget):
                system.holds({(0,): 1, (): -(10**9000)}, "<=", True, n)
        with pytest.raises(OutOfBudget):
            system.at(10**10_000)


# --- blocks --------------------------------------------------------------------------------------------------------


def block(update: list[Polynomial], start: list[Polynomial], closed: list[Polynomial], rounds: Polynomial) -> Block:
    """A block with one amount around it, number 0; its own begin at 1."""
    noted = Traced(tuple((i, "x") for i in range(len(start))), (), tuple(update), ())
    return Block(1, rounds, (), tuple(start), noted, tuple(closed))


#: x gains y and y gains 2 in each round, from x = 5 and y = the amount around.
GAINING = block(
    [{(1,): 1, (2,): 1}, {(): 2, (2,): 1}],
    [{(): 5}, {(0,): 1}],
    [{(): 5, (0, 1): 1, (1,): Fraction(-1), (1, 1): Fraction(1)}, {(0,): 1, (1,): 2}],
    {(0,): 1},
)


def test_closed_forms_of_rounds_are_proved_by_substitution() -> None:
    assert unproved_round(GAINING) is None
    for slot, form in enumerate(GAINING.closed):
        for product in form:
            wrong = list(GAINING.closed)
            wrong[slot] = {**form, product: form[product] + 1}
            assert unproved_round(block(list(GAINING.noted.update), list(GAINING.start), wrong, {(0,): 1})) is not None


@given(
    factors=st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
    constant=st.integers(-60, 60),
    op=st.sampled_from(["==", "<="]),
    around=st.integers(1, 8),
    others=st.lists(st.integers(1, 20), min_size=4, max_size=8),
)
def test_what_a_period_rests_on_makes_every_round_alike(
    factors: tuple[int, int], constant: int, op: str, around: int, others: list[int]
) -> None:
    asked: Polynomial = {p: c for p, c in (((), constant), ((1,), factors[0]), ((2,), factors[1])) if c}

    def values(x: int) -> list[int]:
        rows, now = [], (5, x)
        for _ in range(x):
            rows.append(constant + factors[0] * now[0] + factors[1] * now[1])
            now = (now[0] + now[1], now[1] + 2)
        assert [at(poly, x) for poly in after(GAINING, {(0,): 1})] == list(now)
        return rows

    def at(poly: Polynomial, x: int) -> int:
        return int(sum(Fraction(c) * x ** len(product) for product, c in poly.items()))

    def holds(n: int) -> bool:
        return n == 0 if op == "==" else n <= 0

    truth = holds(values(around)[0])
    found = conditions(Comparison(asked, op, truth, "", 0), GAINING, lambda poly: at(poly, around), Signs())
    if found is None:
        return
    assert all(holds(n) == truth for n in values(around))
    for x in others:
        if all((at(poly, x) == 0 if sign == "==" else at(poly, x) <= 0) == answer for poly, sign, answer in found):
            assert all(holds(n) == truth for n in values(x))


def test_substitution_is_simultaneous() -> None:
    assert substituted({(0, 1): 1}, {0: {(1,): 1}, 1: {(0,): 1, (): 1}}) == {(0, 1): 1, (1,): 1}
