"""Closed forms of loops, and the first period in which a guard fails."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.amounts import EQ, LE, Poly, Recorder
from reiterate.loops import closed as closed_module
from reiterate.loops.closed import ALTERNATES, NOT_COVERED, Closed, Form, close
from reiterate.loops.flip import first_flip, guard_form, sign_pieces
from reiterate.refusals import UNSUPPORTED, Refusal

X, Y, Z = (Poly.symbol(i) for i in range(3))
NUMBERS = st.integers(-6, 6) | st.integers(-(10**30), 10**30)
FORMS = st.lists(st.integers(-9, 9) | NUMBERS, max_size=5).map(Form)


def step(update: list[Poly], row: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(poly.evaluate(dict(enumerate(row))) for poly in update)


def iterate(update: list[Poly], start: tuple[int, ...], n: int) -> tuple[int, ...]:
    for _ in range(n):
        start = step(update, start)
    return start


def closes(update: list[Poly], start: tuple[int, ...], max_degree: int = 1) -> Closed:
    found = close(update, start, max_degree)
    assert isinstance(found, Closed), found
    return found


def refused(update: list[Poly], start: tuple[int, ...], max_degree: int = 4) -> Refusal:
    found = close(update, start, max_degree)
    assert isinstance(found, Refusal), found
    assert found.kind == UNSUPPORTED
    return found


# --- forms -------------------------------------------------------------------------------------


@given(FORMS, st.integers(0, 40))
def test_a_form_is_a_sum_of_binomials(form: Form, n: int) -> None:
    assert form.at(n) == sum(c * math.comb(n, j) for j, c in enumerate(form.newton))


@given(FORMS, FORMS, st.integers(-9, 9), st.integers(-50, 50) | NUMBERS)
def test_forms_calculate_as_their_values_do(f: Form, g: Form, k: int, n: int) -> None:
    assert (f + g).at(n) == f.at(n) + g.at(n)
    assert (f * g).at(n) == f.at(n) * g.at(n)
    assert (f * k).at(n) == f.at(n) * k
    assert f.next().at(n) == f.at(n + 1)
    assert f.difference().at(n) == f.at(n + 1) - f.at(n)


@given(FORMS, st.integers(0, 3))
def test_a_form_is_found_through_its_values(form: Form, more: int) -> None:
    values = [form.at(n) for n in range(form.degree + 1 + more)]
    assert Form.through(values) == form
    assert hash(Form.through(values)) == hash(form)


def test_equal_forms_are_equal_polynomials() -> None:
    assert Form((1, 0, 0)) == Form((1,)) != Form((1, 1))
    assert Form((0, 0)) == Form(())
    assert (Form((0, 0)).degree, Form((0, 1)).degree) == (0, 1)


# --- closing -----------------------------------------------------------------------------------


@st.composite
def triangular(draw: st.DrawFn) -> tuple[list[Poly], tuple[int, ...]]:
    """An update that closes: each slot gains something made of slots before it, of small degree."""
    update: list[Poly] = []
    degrees: list[int] = []
    for i in range(draw(st.integers(1, 4))):
        gain = Poly.const(draw(NUMBERS))
        if i and draw(st.booleans()):
            j, k = draw(st.integers(0, i - 1)), draw(st.integers(0, i - 1))
            factor = Poly.symbol(k) if degrees[j] + degrees[k] <= 3 and draw(st.booleans()) else Poly.const(1)
            if degrees[j] + degrees[k] * (factor.degree) <= 3:
                gain = gain + Poly.symbol(j) * factor * draw(st.integers(-3, 3))
        update.append(Poly.symbol(i) * draw(st.sampled_from([1, 1, 1, 0])) + gain)
        degrees.append(4 if gain.degree == 2 else 1 + max([degrees[j] for j in gain.symbols()], default=0))
    return update, tuple(draw(NUMBERS) for _ in update)


@settings(max_examples=300)
@given(triangular(), st.integers(0, 60))
def test_a_closed_form_is_the_iterated_update(loop: tuple[list[Poly], tuple[int, ...]], n: int) -> None:
    update, start = loop
    found = close(update, start, max_degree=4)
    if isinstance(found, Closed):
        assert found.at(n) == iterate(update, start, n)
        huge = 10**100 + n
        assert step(update, found.at(huge)) == found.at(huge + 1)
    else:
        assert found.code in (NOT_COVERED, ALTERNATES)


@settings(max_examples=300)
@given(
    st.lists(st.lists(st.integers(-1, 2), min_size=4, max_size=4), min_size=3, max_size=3),
    st.tuples(*[st.integers(-3, 3)] * 3),
)
def test_any_affine_update_closes_rightly_or_is_refused(matrix: list[list[int]], start: tuple[int, int, int]) -> None:
    update = [a * X + b * Y + c * Z + d for a, b, c, d in matrix]
    found = close(update, start, max_degree=4)
    if isinstance(found, Closed):
        for n in (0, 1, 2, 7, 30):
            assert found.at(n) == iterate(update, start, n)
    else:
        # Refused only for what is no polynomial of degree 4 or less.
        rows = [iterate(update, start, n) for n in range(24)]
        assert any(Form.through(values).degree > 4 for values in zip(*rows, strict=True)), found


def test_affine_loops_close() -> None:
    found = closes([X + 1, Y - 3, Z], (5, 40, 7))
    assert (found.kind, found.degree) == ("affine", 1)
    assert found.at(0) == (5, 40, 7)
    assert found.at(10**100) == (10**100 + 5, 40 - 3 * 10**100, 7)
    assert found.at(10**5_000)[0] == 10**5_000 + 5


def test_constant_loops_close() -> None:
    assert closes([X, Y], (5, 0)).kind == "constant"
    assert closes([], ()).at(10**9) == ()
    assert closes([], ()).kind == "constant"


def test_a_gain_held_in_another_slot_closes() -> None:
    assert closes([X + Y, Y], (1, 10**40)).at(10**60) == (1 + 10**100, 10**40)
    assert closes([X + Y * Y, Y], (0, 12)).at(3) == (432, 12)


def test_a_slot_that_changes_once_is_refused_by_name() -> None:
    found = refused([Y, Y], (1, 2))
    assert found.code == NOT_COVERED
    assert "slot 0" in found.message


def test_polynomial_growth_is_recognised_and_refused_by_degree() -> None:
    update, start = [X + Y, Y + Z, Z], (0, 1, 2)
    found = refused(update, start, max_degree=1)
    assert found.code == NOT_COVERED
    assert "slot 0" in found.message
    assert "degree 2" in found.message
    allowed = closes(update, start, max_degree=2)
    assert allowed.kind == "polynomial"
    assert allowed.at(9) == iterate(update, start, 9)


def test_degrees_beyond_the_guess_are_found_when_asked_for() -> None:
    chain = [Poly.symbol(0) + 1, *(Poly.symbol(i) + Poly.symbol(i - 1) for i in range(1, 6))]
    start = (0,) * 6
    assert "polynomial of degree 5" in refused(chain[:5], (0,) * 5, 1).message.replace("degree 2", "degree 5")
    assert "slot 4 grows like a polynomial of degree 5" in refused(chain, start, 4).message
    assert closes(chain, start, 6).at(50) == iterate(chain, start, 50)


@pytest.mark.parametrize(
    ("update", "start", "name", "code"),
    [
        ([2 * X], (1,), "slot 0 doubles", NOT_COVERED),
        ([3 * X], (-2,), "slot 0 triples", NOT_COVERED),
        ([X + 1, Y * 5], (1, 1), "slot 1 is multiplied by 5", NOT_COVERED),
        ([Y + X, 2 * Y], (1, 1), "slot 1 doubles", NOT_COVERED),
        ([2 * X + 1], (5,), "slot 0 gains an amount that doubles", NOT_COVERED),
        ([Y, X + Y], (0, 1), "grows faster than a polynomial", NOT_COVERED),
        ([X * X], (3,), "slot 0 grows faster than a polynomial", NOT_COVERED),
        ([X * X], (10**500,), "grows too fast to follow", NOT_COVERED),
        ([X * X * X], (10**9_999,), "grows too fast to follow", NOT_COVERED),
        ([Y, X], (3, 5), "slot 0 alternates with period 2", ALTERNATES),
        ([-X], (3,), "slot 0 alternates with period 2", ALTERNATES),
        ([7 - X, Y + 1], (3, 0), "slot 0 alternates with period 2", ALTERNATES),
        ([Y, X + 1], (0, 5), "slot 0 gains different amounts in odd and even periods", ALTERNATES),
        ([Y, Z, X], (1, 2, 3), "slot 0 repeats with period 3", NOT_COVERED),
        ([-Y, X], (1, 2), "slot 0 repeats with period 4", NOT_COVERED),
        ([Y, Z, X + 1], (0, 0, 0), "slot 0 gains amounts that repeat with period 3", NOT_COVERED),
    ],
)
def test_growth_without_a_closed_form_is_refused_by_name(
    update: list[Poly], start: tuple[int, ...], name: str, code: str
) -> None:
    started = time.perf_counter()
    found = refused(update, start)
    assert time.perf_counter() - started < 2
    assert name in found.message
    assert found.code == code


def test_a_guess_that_fits_at_first_is_not_believed() -> None:
    """The gain is zero for the first twenty periods and then explodes."""
    gain = Poly.const(1)
    for k in range(20):
        gain = gain * (Y - k)
    assert iterate([X + gain, Y + 1], (7, 0), 20) == (7, 20)
    found = refused([X + gain, Y + 1], (7, 0))
    assert "slot 0 starts like a polynomial of degree 0" in found.message


def test_without_its_proof_the_guess_would_be_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    gain = Y * (Y - 1) * (Y - 2) * (Y - 3) * (Y - 4) * (Y - 5) * (Y - 6)
    assert isinstance(close([X + gain, Y + 1], (7, 0)), Refusal)
    monkeypatch.setattr(closed_module, "_unproved", lambda *_: set())
    assert isinstance(close([X + gain, Y + 1], (7, 0)), Closed)


def test_two_periods_as_one_close_where_one_alternates() -> None:
    update, start = [Y, X + 1], (0, 5)
    assert refused(update, start).code == ALTERNATES
    twice = [poly.substitute(dict(enumerate(update))) for poly in update]
    assert closes(twice, start).at(8) == iterate(update, start, 16)


def test_what_does_not_fit_is_our_bug() -> None:
    with pytest.raises(ValueError, match="fit"):
        close([X], (1, 2))
    with pytest.raises(ValueError, match="fit"):
        close([X + Y], (1,))
    with pytest.raises(ValueError, match="before its start"):
        closes([X + 1], (1,)).at(-1)


def test_a_board_of_many_slots_closes_quickly() -> None:
    size = 300
    update = [Poly.symbol(i) + i % 3 for i in range(size)]
    started = time.perf_counter()
    found = closes(update, (10**100,) * size)
    assert time.perf_counter() - started < 2
    assert found.at(10**100)[:3] == (10**100, 2 * 10**100, 3 * 10**100)


# --- first flips -------------------------------------------------------------------------------

SPAN = 120


def truth(form: Form, op: str, n: int) -> bool:
    return form.at(n) == 0 if op == EQ else form.at(n) <= 0


def brute(form: Form, op: str, wanted: bool, start: int) -> int | None:
    return next((n for n in range(start, start + SPAN) if truth(form, op, n) != wanted), None)


def from_roots(roots: list[int], factor: int, shift: int) -> Form:
    form = Form((factor,))
    for root in roots:
        form = form * Form((-root, 1))
    return form + Form((shift,))


NEAR_ROOTS = st.builds(
    from_roots, st.lists(st.integers(-5, SPAN), max_size=5), st.integers(-3, 3), st.integers(-2, 2) | NUMBERS
)


@settings(max_examples=3_000)
@given(NEAR_ROOTS | FORMS, st.sampled_from([EQ, LE]), st.booleans(), st.integers(0, 40))
def test_the_first_flip_is_found(form: Form, op: str, wanted: bool, start: int) -> None:
    found, slow = first_flip(form, op, wanted, start), brute(form, op, wanted, start)
    if found is None or found >= start + SPAN:
        assert slow is None
    else:
        assert found == slow
    if found is None:
        assert all(truth(form, op, n) == wanted for n in (start + 10**k for k in range(0, 60, 3)))
    else:
        assert truth(form, op, found) != wanted
        assert found == start or truth(form, op, found - 1) == wanted


@settings(max_examples=500)
@given(NEAR_ROOTS | FORMS, st.integers(-10, 10))
def test_pieces_cover_every_sign(form: Form, start: int) -> None:
    pieces = sign_pieces(form, start)
    assert pieces[0][0] == start
    for n in range(start, start + SPAN):
        value = form.at(n)
        assert [sign for begin, sign in pieces if begin <= n][-1] == (value > 0) - (value < 0)
    assert all(a[0] < b[0] and a[1] != b[1] for a, b in zip(pieces, pieces[1:], strict=False))


@pytest.mark.parametrize("power", [30, 100, 1_000])
def test_huge_flips(power: int) -> None:
    big = 10**power
    falls = Form((big, -1))
    assert first_flip(falls, LE, False) == big
    assert first_flip(falls, EQ, False) == big
    assert first_flip(falls + Form((1,)), LE, False, start=big) == big + 1
    assert first_flip(Form((big, -3)), LE, False) == big // 3 + 1
    assert first_flip(Form((big, -3)), EQ, False) is None
    assert first_flip(Form((-big, 7)), LE, True) == big // 7 + 1
    square = Form((0, 1)) * Form((0, 1))
    assert first_flip(square + Form((-big * big,)), LE, True) == big + 1
    assert first_flip(square + Form((-big * big,)), EQ, False) == big
    assert first_flip(square + Form((-big * big - 1,)), EQ, False) is None


def test_two_roots_far_apart_side_by_side() -> None:
    """A guard that holds for a single n between two huge bounds."""
    a = 10**50
    bump = from_roots([a - 1, a + 1], -1, 0)  # positive at a only
    assert first_flip(bump, LE, True) == a
    assert first_flip(bump, LE, False, start=a) == a + 1
    assert first_flip(bump, LE, True, start=a + 1) is None
    touch = from_roots([a, a], 1, 0)  # zero at a only, positive elsewhere
    assert first_flip(touch, EQ, False) == a
    assert first_flip(touch, LE, False) == a
    assert first_flip(touch, LE, True, start=a) == a + 1


def test_guards_that_never_flip() -> None:
    assert first_flip(Form((3, 1)), LE, False) is None
    assert first_flip(Form(()), EQ, True) is None
    assert first_flip(Form((0, -1)), LE, True) is None
    assert first_flip(Form((5,)), EQ, False, start=10**100) is None


def test_an_unknown_comparison_is_our_bug() -> None:
    with pytest.raises(ValueError, match="comparison"):
        first_flip(Form(()), "<", True)


@settings(max_examples=200)
@given(triangular(), st.integers(-60, 60), st.sampled_from([EQ, LE]))
def test_a_guard_along_a_loop(loop: tuple[list[Poly], tuple[int, ...]], bound: int, op: str) -> None:
    update, start = loop
    found = close(update, start, max_degree=4)
    if isinstance(found, Refusal):
        return
    guard = Poly.symbol(len(start) - 1) * 2 - bound
    form = guard_form(guard, found)
    rows = [start]
    for _ in range(SPAN):
        rows.append(step(update, rows[-1]))
    values = [guard.evaluate(dict(enumerate(row))) for row in rows]
    assert [form.at(n) for n in range(SPAN + 1)] == values
    wanted = truth(form, op, 0)
    flip = first_flip(form, op, wanted)
    first = next((n for n, v in enumerate(values) if (v == 0 if op == EQ else v <= 0) != wanted), None)
    assert first == (flip if flip is not None and flip <= SPAN else None)


def test_a_traced_drain_from_start_to_end() -> None:
    """Life 10^30, lose 3 each period: how often, asked in the middle of the period, from trace to flip."""
    rec = Recorder()
    life, tokens = rec.amount(0, 10**30), rec.amount(1, 0)
    life_after, tokens_after = life - 3, tokens + 1
    assert not life_after <= 0
    assert not isinstance(life_after, int)
    assert not isinstance(tokens_after, int)
    found = closes([life_after.poly, tokens_after.poly], (life.value, tokens.value))
    flips = [first_flip(guard_form(g.poly, found), g.op, g.truth) for g in rec.guards]
    n = int(Fraction(10**30, 3))  # after n whole periods 1 life is left
    assert found.at(n) == (1, n)
    assert flips == [n]
