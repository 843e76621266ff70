"""Closed forms equal iterating, what isn't covered is refused by name, and first flips equal brute force."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.amounts import EQ, LE, Formula, Poly
from reiterate.loops import first_flip as flip_module
from reiterate.loops.closed_forms import Form, PolynomialForms, close, difference_form, newton, value
from reiterate.loops.first_flip import first_flip, guard_form, signs
from reiterate.refusals import UNSUPPORTED, Refusal
from tests.support.dice import dice

X = [Poly.symbol(i) for i in range(6)]


def iterate(update: list[Poly], start: list[int], n: int) -> list[int]:
    """The amounts after ``n`` periods, period by period."""
    for _ in range(n):
        at = dict(enumerate(start))
        start = [poly.evaluate(at) for poly in update]
    return start


def closed(update: list[Poly], start: list[int], degree: int = 4) -> PolynomialForms:
    found = close(update, start, degree)
    assert isinstance(found, PolynomialForms), found
    return found


def holds(form: Form, op: str, n: int) -> bool:
    """The comparison at ``n``, computed anew."""
    v = value(form, n)
    return v == 0 if op == EQ else v <= 0


def brute(form: Form, op: str, truth: bool, start: int, upto: int) -> int | None:
    return next((n for n in range(start, upto) if holds(form, op, n) != truth), None)


# --- closing -------------------------------------------------------------------------------------------------------


@given(values=st.lists(st.integers(-50, 50), min_size=1, max_size=6))
def test_newton_takes_its_values(values: list[int]) -> None:
    form = newton(values)
    assert [value(form, n) for n in range(len(values))] == values
    assert not form or form[-1] != 0
    assert [value(difference_form(form), n) for n in range(5)] == [
        value(form, n + 1) - value(form, n) for n in range(5)
    ]


@given(
    steps=st.lists(st.integers(-9, 9), min_size=1, max_size=5),
    feed=st.lists(st.booleans(), min_size=5, max_size=5),
    start=st.lists(st.integers(-(10**20), 10**20), min_size=5, max_size=5),
)
def test_each_amount_growing_by_the_one_before_equals_iterating(
    steps: list[int], feed: list[bool], start: list[int]
) -> None:
    size = len(steps)
    update = [X[i] + steps[i] + (X[i - 1] if i and feed[i] else 0) for i in range(size)]
    form = closed(update, start[:size], degree=5)
    for n in (0, 1, 2, 3, 17, 60):
        assert list(form.at(n)) == iterate(update, start[:size], n)
    assert form.degree <= size


@pytest.mark.parametrize(
    ("update", "start", "kind"),
    [
        ([X[0], X[1]], [3, 4], "constant"),
        ([X[0] + 1], [3], "affine"),
        ([X[0] + X[1], X[1]], [3, 4], "affine"),
        ([X[1], X[1] + 1], [0, 1], "affine"),
        ([X[0] + X[1], X[1] + 2], [3, 4], "polynomial"),
        ([X[0] + X[1] * X[1], X[1] + 1], [0, 0], "polynomial"),
        ([X[0] + X[1], X[1] + X[2], X[2] + 1], [0, 0, 0], "polynomial"),
    ],
)
def test_kinds_of_growth(update: list[Poly], start: list[int], kind: str) -> None:
    form = closed(update, start)
    assert form.kind == kind
    assert list(form.at(50)) == iterate(update, start, 50)


def test_a_jump_of_10_to_the_100_is_exact() -> None:
    form = closed([X[0] + X[1], X[1] + 2], [5, 1])
    n = 10**100
    assert form.at(n) == (5 + n + n * (n - 1), 1 + 2 * n)


@pytest.mark.parametrize(
    ("update", "start", "words"),
    [
        ([X[0] * X[0]], [3], "faster than any formula that is tried"),
        ([X[0] * X[1], X[1] + 1], [1, 1], "faster than any formula that is tried"),
        ([X[0] * X[0] * X[0]], [10**9_999], "too long to be followed"),
        ([X[1], X[0] - X[1]], [1, 2], "faster than any formula that is tried"),
    ],
)
def test_growth_that_is_not_covered_is_refused_by_name(update: list[Poly], start: list[int], words: str) -> None:
    found = close(update, start, 4)
    assert isinstance(found, Refusal)
    assert (found.kind, found.code) == (UNSUPPORTED, "growth-not-covered")
    assert words in found.message


def test_a_guess_that_fits_the_first_values_only_is_not_believed() -> None:
    """x' = x + y, y' = y + (a product that is zero for the first values and not later)."""
    product: Poly = X[1]
    for k in range(1, 7):
        product = product * (X[1] - k)
    update = [X[0] + product, X[1] + 1]
    found = close(update, [0, 0], 4)
    assert not isinstance(found, Refusal | PolynomialForms)
    assert [found.at(n)[0] for n in (7, 8, 20)] == [iterate(update, [0, 0], n)[0] for n in (7, 8, 20)] != [0, 0, 0]


def test_an_amount_that_grows_slowly_is_covered_at_any_length() -> None:
    assert closed([X[0] + 1], [10**40_000]).at(7) == (10**40_000 + 7,)


def test_degrees_beyond_the_covered_one_are_no_polynomial_forms() -> None:
    update = [X[0] + X[1], X[1] + X[2], X[2] + 1]
    assert not isinstance(close(update, [0, 0, 0], 2), PolynomialForms)
    assert isinstance(close(update, [0, 0, 0], 3), PolynomialForms)


# --- first flips ---------------------------------------------------------------------------------------------------


def random_form(rng: random.Random) -> Form:
    form = newton([rng.randint(-30, 30) for _ in range(rng.randint(1, 6))])
    if rng.random() < 0.3:
        form = tuple((-1) ** i * c * rng.randint(0, 3) for i, c in enumerate(form))
    return form


@pytest.mark.slow("thousands of forms by brute force")
def test_first_flips_equal_brute_force_on_thousands_of_forms() -> None:
    rng = dice("first flips equal brute force on thousands of forms")
    found_some = 0
    for _ in range(3_000):
        form, op, truth, start = random_form(rng), rng.choice((EQ, LE)), rng.random() < 0.5, rng.randint(0, 3)
        expected = brute(form, op, truth, start, 400)
        found = first_flip(form, op, truth, start)
        if expected is None:
            assert found is None or found >= 400, (form, op, truth, start)
            if found is not None:
                assert isinstance(found, int)
                assert holds(form, op, found) != truth and holds(form, op, found - 1) == truth
        else:
            assert found == expected, (form, op, truth, start)
            found_some += 1
    assert found_some > 1_500


def test_the_pieces_of_a_sign_are_the_signs() -> None:
    rng = dice("the pieces of a sign are the signs")
    for _ in range(1_000):
        form = random_form(rng)
        pieces = signs(form)
        assert pieces[0][0] == 0
        for n in range(200):
            sign = next(s for first, s in reversed(pieces) if first <= n)
            v = value(form, n)
            assert sign == (v > 0) - (v < 0), (form, n)


@pytest.mark.parametrize("huge", [10**30, 10**100, 10**100 + 7, 3 * 10**50 + 1])
def test_flips_far_away(huge: int) -> None:
    assert first_flip((huge, -1), LE, False) == huge
    assert first_flip((huge, -1), EQ, False) == huge
    assert first_flip((-huge, 1), LE, True) == huge + 1
    assert first_flip((huge, -3), LE, False) == -(-huge // 3)
    assert first_flip((huge, -3), EQ, False) == (huge // 3 if huge % 3 == 0 else None)
    assert first_flip((huge, 1), LE, False) is None


@pytest.mark.parametrize("huge", [10**30, 10**100])
def test_a_parabola_that_comes_back_far_away(huge: int) -> None:
    """n * (n - huge) <= 0 holds from 0 to huge."""
    form = newton([n * (n - huge) for n in range(3)])
    assert first_flip(form, LE, True) == huge + 1
    assert first_flip(form, EQ, True) == 1
    assert first_flip(form, EQ, False, 1) == huge
    cubic = newton([(n - huge) * (n - 2 * huge) * (n - 3 * huge) for n in range(4)])
    assert [first for first, _ in signs(cubic)] == [
        0, huge, huge + 1, 2 * huge, 2 * huge + 1, 3 * huge, 3 * huge + 1,
    ]  # fmt: skip


def test_a_single_period_between_two_huge_bounds() -> None:
    huge = 10**50
    only_there = newton([-(n - huge + 1) * (n - huge - 1) for n in range(3)])  # above zero at huge only
    assert first_flip(only_there, LE, True) == huge
    assert first_flip(only_there, LE, False, huge) == huge + 1
    assert first_flip(only_there, LE, True, huge + 1) is None
    touching = newton([(n - huge) ** 2 for n in range(3)])
    assert first_flip(touching, EQ, False) == first_flip(touching, LE, False) == huge


class Counted:
    """Forms' values, counted: a flip of d digits must not cost d evaluations."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, form: Form, n: int) -> int | Formula:
        self.calls += 1
        return value(form, n)


@pytest.mark.parametrize("power", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("digits", [100, 2_000])
def test_the_cost_of_a_flip_does_not_follow_its_digits(
    power: int, digits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted()
    monkeypatch.setattr(flip_module, "value", counted)
    huge = 10**digits + 12_345
    form = newton([n**power - huge**power for n in range(power + 1)])
    assert first_flip(form, LE, True) == huge + 1
    assert counted.calls < 400


def test_an_unknown_comparison_is_our_bug() -> None:
    with pytest.raises(ValueError, match="comparison"):
        first_flip((1,), "<", True)


def test_guards_along_a_loop() -> None:
    form = closed([X[0] + X[1], X[1] + 1], [0, 0])
    guard = X[0] * 2 - X[1] * 9
    along = guard_form(guard, form)
    for n in range(40):
        assert value(along, n) == guard.evaluate(dict(enumerate(form.at(n))))
    assert first_flip(along, LE, True) == 11
