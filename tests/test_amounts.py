"""Amounts: polynomials, traced numbers and their guards, reading and printing of large numbers."""

from __future__ import annotations

import copy
import json
import math
import operator
import pickle
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reiterate import amounts
from reiterate.amounts import (
    EQ,
    LE,
    OPTIONS,
    RULES,
    SHAPE,
    Amount,
    Formula,
    Guard,
    Poly,
    Recorder,
    Traced,
    TracedMisuse,
    decimal_text,
    digits_text,
    parse_quantity,
    quantity_json,
)
from reiterate.refusals import INPUT, UNSUPPORTED, Refusal, Unsupported

SYMBOLS = 3
NUMBERS = st.integers(-20, 20) | st.integers(-(10**60), 10**60)
MONOMIALS = st.lists(st.integers(0, SYMBOLS - 1), max_size=3).map(lambda m: tuple(sorted(m)))
POLYS = st.dictionaries(MONOMIALS, st.integers(-5, 5), max_size=5).map(Poly)
VALUES = st.fixed_dictionaries({i: NUMBERS for i in range(SYMBOLS)})
X, Y, Z = (Poly.symbol(i) for i in range(SYMBOLS))

# --- polynomials -------------------------------------------------------------------------------


@given(POLYS, POLYS, st.integers(-9, 9), VALUES)
def test_evaluation_is_a_homomorphism(p: Poly, q: Poly, k: int, values: dict[int, int]) -> None:
    a, b = p.evaluate(values), q.evaluate(values)
    assert (p + q).evaluate(values) == a + b
    assert (p - q).evaluate(values) == a - b
    assert (p * q).evaluate(values) == a * b
    assert (-p).evaluate(values) == -a
    assert [(p + k).evaluate(values), (k + p).evaluate(values)] == [a + k, a + k]
    assert [(p - k).evaluate(values), (k - p).evaluate(values)] == [a - k, k - a]
    assert [(p * k).evaluate(values), (k * p).evaluate(values)] == [a * k, a * k]


@given(POLYS, POLYS, POLYS)
def test_polynomials_are_a_ring_in_normal_form(p: Poly, q: Poly, r: Poly) -> None:
    assert p + q == q + p
    assert p * q == q * p
    assert p * (q + r) == p * q + p * r
    assert (p + q) + r == p + (q + r)
    assert p - p == Poly.const(0)
    assert (p - p).key() == ()
    assert hash(p * (q + r)) == hash(p * q + p * r)
    assert (p * (q + r)).key() == (p * q + p * r).key()


@given(POLYS, POLYS)
def test_equality_hash_and_key_agree(p: Poly, q: Poly) -> None:
    assert (p == q) == (p.key() == q.key())
    assert p + q - q == p
    assert p != p + 1


@given(POLYS, st.dictionaries(st.integers(0, SYMBOLS - 1), POLYS, max_size=SYMBOLS), VALUES)
def test_substitution_is_evaluation_in_two_steps(p: Poly, by: dict[int, Poly], values: dict[int, int]) -> None:
    inner = {i: by[i].evaluate(values) if i in by else values[i] for i in values}
    assert p.substitute(by).evaluate(values) == p.evaluate(inner)


def test_substitution_is_simultaneous() -> None:
    assert (X - Y).substitute({0: Y, 1: X}) == Y - X


def test_questions_about_a_polynomial() -> None:
    p = 3 * X * X * Y - Z + 7
    assert (p.degree, p.const_part, p.symbols(), p.is_const) == (3, 7, {0, 1, 2}, False)
    zero = Poly.const(0)
    assert (zero.degree, zero.const_part, zero.symbols(), zero.is_const) == (0, 0, set(), True)
    assert Poly.const(4).is_const
    assert not X.is_const
    assert dict(p.terms()) == {(0, 0, 1): 3, (2,): -1, (): 7}
    with pytest.raises(KeyError):
        p.evaluate({0: 1})


def test_printing_of_a_polynomial() -> None:
    names = {0: "life", 1: "tokens"}
    assert (3 * X * X * Y - Z + 7).text(names) == "3*life^2*tokens - s2 + 7"
    assert (-X - 1).text(names) == "-life - 1"
    assert Poly.const(0).text({}) == "0"
    assert Poly.const(10**5_000).text({}) == "1" + "0" * 5_000
    assert repr(X + 1) == "Poly(s0 + 1)"


def test_a_polynomial_is_no_number() -> None:
    assert Poly.const(3) != 3
    bad: Any = 1.5
    for operation in (operator.add, operator.sub, operator.mul):
        with pytest.raises(TypeError):
            operation(X, bad)


# --- traced amounts ----------------------------------------------------------------------------

Operation = Callable[[Any, Any], Any]
ARITHMETIC: list[Operation] = [operator.add, operator.sub, operator.mul]
COMPARISONS: list[Operation] = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
PROGRAM = st.lists(
    st.tuples(st.sampled_from(ARITHMETIC), st.integers(0, 50), st.integers(0, 50) | st.just(-1), NUMBERS), max_size=6
)


def run(program: list[tuple[Operation, int, int, int]], numbers: list[Any]) -> list[Any]:
    """Each step appends ``numbers[i] op numbers[j]``; -1 for j is a plain number, on either side."""
    found = list(numbers)
    for operation, i, j, k in program:
        a = found[i % len(found)]
        found.append((operation(a, k), operation(k, a))[i % 2] if j < 0 else operation(a, found[j % len(found)]))
    return found


@given(PROGRAM, VALUES, VALUES)
def test_traced_arithmetic_is_plain_arithmetic(program: Any, values: dict[int, int], others: dict[int, int]) -> None:
    rec = Recorder()
    traced = run(program, [rec.amount(i, values[i]) for i in values])
    plain = run(program, list(values.values()))
    elsewhere = run(program, list(others.values()))
    assert rec.guards == []
    for amount, now, other in zip(traced, plain, elsewhere, strict=True):
        if isinstance(amount, Traced):
            assert not amount.poly.is_const
            assert (amount.value, amount.poly.evaluate(values)) == (now, now)
            assert amount.poly.evaluate(others) == other
        else:
            assert type(amount) is int
            assert amount == now == other


@given(PROGRAM, PROGRAM, st.sampled_from(COMPARISONS), VALUES, VALUES)
def test_guards_decide_the_comparison_everywhere(
    left: Any, right: Any, comparison: Operation, values: dict[int, int], others: dict[int, int]
) -> None:
    rec = Recorder()
    symbols = [rec.amount(i, values[i]) for i in values]
    a, b = run(left, symbols)[-1], run(right, symbols)[-1]
    truth = comparison(a, b)
    assert truth is comparison(*(run(p, list(values.values()))[-1] for p in (left, right)))
    assert all(guard.holds(values) for guard in rec.guards)
    there = comparison(*(run(p, list(others.values()))[-1] for p in (left, right)))
    # Where the guards hold the answer is the same, and it is the same only where they hold.
    assert (there == truth) == all(guard.holds(others) for guard in rec.guards)


@given(st.sampled_from(COMPARISONS), st.integers(-3, 3), st.integers(-3, 3))
def test_comparison_with_a_number_on_either_side(comparison: Operation, a: int, b: int) -> None:
    rec = Recorder()
    assert comparison(rec.amount(0, a), b) is comparison(a, b)
    assert comparison(a, rec.amount(0, b)) is comparison(a, b)
    assert rec.guards
    assert {guard.op for guard in rec.guards} <= {EQ, LE}


def test_a_result_without_symbols_is_a_plain_number() -> None:
    rec = Recorder()
    x = rec.amount(0, 5)
    for amount in (x - x, x * 0, (x + 3) - x, 2 * x - x - x):
        assert type(amount) is int
    assert [x - x, (x + 3) - x] == [0, 3]
    assert x != x + 1
    assert x == x + 0
    assert rec.guards == []  # the same for every value: nothing to guard


def test_a_guard_knows_purpose_rule_and_first_place() -> None:
    rec = Recorder()
    life = rec.amount(0, 20)
    rec.place = 4
    assert not amounts.at_most(life, 0, "704.5a")
    rec.place = 9
    assert not amounts.at_most(life, 0, "704.5b")
    assert rec.guards == [Guard(Poly.symbol(0), LE, False, RULES, "704.5a", 4)]
    rec.purpose = OPTIONS
    assert amounts.at_least(life, 7, "118.3")
    rec.purpose = SHAPE
    assert not amounts.equal(life, 7)
    assert amounts.at_most(life, 20)
    found = [(g.poly.text({}), g.op, g.truth, g.purpose, g.place) for g in rec.guards[1:]]
    assert found == [
        ("-s0 + 7", LE, True, OPTIONS, 9),
        ("s0 - 7", EQ, False, SHAPE, 9),
        ("s0 - 20", LE, True, SHAPE, 9),
    ]


def test_the_same_question_for_another_purpose_is_another_guard() -> None:
    rec = Recorder()
    for purpose in (RULES, OPTIONS, RULES):
        rec.purpose = purpose
        assert not amounts.is_zero(rec.amount(0, 1))
    assert [guard.purpose for guard in rec.guards] == [RULES, OPTIONS]


MISUSES: dict[str, Callable[[Any], object]] = {
    "int": int,
    "float": float,
    "complex": complex,
    "bool": bool,
    "if": lambda x: 1 if x else 2,
    "not": lambda x: not x,
    "and": lambda x: x and 1,
    "str": str,
    "print": lambda x: print(x),
    "format": lambda x: f"{x}",
    "format spec": lambda x: f"{x:>5}",
    "percent d": lambda x: "%d" % x,  # noqa: UP031  the old spelling is what is tested
    "percent s": lambda x: "%s" % x,  # noqa: UP031  the old spelling is what is tested
    "join": lambda x: ",".join(map(str, [x])),
    "hash": hash,
    "set": lambda x: {x},
    "key": lambda x: {x: 1},
    "look-up": lambda x: {}.get(x),
    "member of a set": lambda x: x in {1, 2},
    "tuple in a set": lambda x: {(1, x)},
    "range": range,
    "index": operator.index,
    "subscript": lambda x: [1, 2, 3][x],
    "slice": lambda x: [1, 2, 3][:x],
    "repeat": lambda x: [0] * x,
    "repeat text": lambda x: x * "a",
    "len": len,
    "iteration": list,
    "in": lambda x: 1 in x,
    "floordiv": lambda x: x // 2,
    "rfloordiv": lambda x: 2 // x,
    "floordiv by one": lambda x: x // 1,
    "mod": lambda x: x % 2,
    "rmod": lambda x: 2 % x,
    "divmod": lambda x: divmod(x, 2),
    "rdivmod": lambda x: divmod(2, x),
    "truediv": lambda x: x / 2,
    "rtruediv": lambda x: 2 / x,
    "pow": lambda x: x**2,
    "rpow": lambda x: 2**x,
    "pow mod": lambda x: pow(x, 2),
    "round": round,
    "round digits": lambda x: round(x, 1),
    "trunc": math.trunc,
    "floor": math.floor,
    "ceil": math.ceil,
    "abs": abs,
    "invert": lambda x: ~x,
    "isqrt": math.isqrt,
    "sum with float": lambda x: x + 1.5,
    "float plus": lambda x: 1.5 + x,
    "float times": lambda x: 1.5 * x,
    "compare with float": lambda x: x < 1.5,
    "equal to float": lambda x: x == 1.5,
    "equal to nothing": lambda x: x == None,  # noqa: E711  the comparison is what is tested
    "equal to text": lambda x: x != "3",
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": pickle.dumps,
    "another trace": lambda x: x + Recorder().amount(1, 1),
    "compare with another trace": lambda x: x == Recorder().amount(0, 3),
    "plain": amounts.plain,
}


@pytest.mark.parametrize("misuse", MISUSES.values(), ids=MISUSES.keys())
def test_misuse_of_a_traced_amount_is_loud(misuse: Callable[[Any], object]) -> None:
    rec = Recorder()
    with pytest.raises(TracedMisuse):
        misuse(rec.amount(0, 3))
    assert rec.guards == []


def test_json_of_a_traced_amount_is_loud() -> None:
    with pytest.raises(TypeError):
        json.dumps(Recorder().amount(0, 3))


def test_debugging_may_show_a_traced_amount() -> None:
    x = Recorder().amount(0, 3)
    assert repr(2 * x + 1) == "Traced(7 = 2*s0 + 1)"
    assert "0" * 5_000 in repr(x * 10**5_000)


def test_sorting_and_extremes_leave_guards() -> None:
    rec = Recorder()
    x, y = rec.amount(0, 3), rec.amount(1, 5)
    assert max(x, y) is y
    assert sorted([y, x])[0] is x
    assert rec.guards
    assert all(guard.holds({0: 3, 1: 5}) for guard in rec.guards)
    assert not all(guard.holds({0: 6, 1: 5}) for guard in rec.guards)


# --- the helpers -------------------------------------------------------------------------------

HELPERS: list[tuple[Callable[[Amount, Amount, str], bool], Operation]] = [
    (amounts.equal, operator.eq),
    (amounts.at_most, operator.le),
    (amounts.at_least, operator.ge),
    (amounts.less, operator.lt),
    (amounts.more, operator.gt),
]


@pytest.mark.parametrize(("helper", "comparison"), HELPERS)
@given(a=st.integers(-4, 4), b=st.integers(-4, 4))
def test_helpers_compare(helper: Callable[[Amount, Amount, str], bool], comparison: Operation, a: int, b: int) -> None:
    assert helper(a, b, "1.1") is comparison(a, b)
    for on_left, on_right in ((True, False), (False, True), (True, True)):
        rec = Recorder()
        left: Amount = rec.amount(0, a) if on_left else a
        right: Amount = rec.amount(1, b) if on_right else b
        assert helper(left, right, "1.1") is comparison(a, b)
        assert [guard.rule for guard in rec.guards] == ["1.1"]
        for other in range(-6, 7):
            there = comparison(other if on_left else a, b if on_left else other)
            here = rec.guards[0].holds({0: other, 1: b} if on_left else {0: a, 1: other})
            assert here == (there == comparison(a, b))


def test_zero_is_asked_with_the_rule() -> None:
    rec = Recorder()
    assert amounts.is_zero(0)
    assert not amounts.is_zero(3, "107.1")
    assert amounts.is_zero(rec.amount(0, 0), "107.1")
    assert rec.guards == [Guard(X, EQ, True, RULES, "107.1", 0)]


@given(st.integers(-4, 4), st.integers(-4, 4))
def test_extremes_compare(a: int, b: int) -> None:
    assert (amounts.minimum(a, b), amounts.maximum(a, b)) == (min(a, b), max(a, b))
    for extreme, wanted in ((amounts.minimum, min(a, b)), (amounts.maximum, max(a, b))):
        rec = Recorder()
        found = extreme(rec.amount(0, a), rec.amount(1, b), "1.1")
        assert amounts.value_of(found) == wanted
        assert [guard.rule for guard in rec.guards] == ["1.1"]


def test_identical_is_for_all_values_and_leaves_no_guard() -> None:
    rec, other = Recorder(), Recorder()
    x, y = rec.amount(0, 3), rec.amount(1, 3)
    assert amounts.identical(3, 3)
    assert not amounts.identical(3, 4)
    assert amounts.identical(x + 1, 1 + x)
    assert not amounts.identical(x, y)
    assert not amounts.identical(x, 3)
    assert not amounts.identical(3, x)
    assert not amounts.identical(x, other.amount(0, 3))
    assert amounts.identical(Traced(3, Poly.const(3), rec), 3)
    assert rec.guards == other.guards == []


def test_plain_and_shown_values() -> None:
    rec = Recorder()
    assert (amounts.plain(7), amounts.value_of(7), amounts.value_of(rec.amount(0, 3))) == (7, 7, 3)
    assert rec.guards == []


@pytest.mark.parametrize(
    ("n", "down", "up"), [(7, 3, 4), (6, 3, 3), (0, 0, 0), (-3, -2, -1), (10**50 + 1, 5 * 10**49, 5 * 10**49 + 1)]
)
def test_halves(n: int, down: int, up: int) -> None:
    assert (amounts.halve_down(n), amounts.halve_up(n)) == (down, up)


def test_half_of_a_traced_amount_is_refused() -> None:
    for halve in (amounts.halve_down, amounts.halve_up):
        with pytest.raises(Unsupported) as caught:
            halve(Recorder().amount(0, 4), "107.1a")
        refusal = caught.value.refusal
        assert (refusal.kind, refusal.code, refusal.rule) == (UNSUPPORTED, "growth-not-covered", "107.1a")


def raw_formula() -> Formula:
    """A formula past its own constructor, as no code can make one."""
    return Formula.__new__(Formula)


FORMULA_USES: dict[str, Callable[[Any], object]] = {
    "make": lambda f: Formula(),
    "add": lambda f: f + 1,
    "radd": lambda f: 1 + f,
    "sub": lambda f: f - f,
    "rsub": lambda f: 1 - f,
    "mul": lambda f: f * 2,
    "rmul": lambda f: 2 * f,
    "neg": operator.neg,
    "eq": lambda f: f == 1,
    "ne": lambda f: f != 1,
    "lt": lambda f: f < 1,
    "le": lambda f: f <= 1,
    "gt": lambda f: f > 1,
    "ge": lambda f: f >= 1,
    "hash": hash,
    "bool": bool,
    "is_zero": amounts.is_zero,
    "less": lambda f: amounts.less(1, f),
    "identical": lambda f: amounts.identical(1, f),
    "plain": amounts.plain,
    "value_of": amounts.value_of,
    "halve": amounts.halve_up,
}


@pytest.mark.parametrize("use", FORMULA_USES.values(), ids=FORMULA_USES.keys())
def test_formulas_are_refused_by_name(use: Callable[[Any], object]) -> None:
    with pytest.raises(Unsupported) as caught:
        use(raw_formula())
    assert (caught.value.refusal.kind, caught.value.refusal.code) == (UNSUPPORTED, "growth-beyond-writing")


# --- reading numbers ---------------------------------------------------------------------------


@given(st.integers(0, 10**700))
@example(0)
@example(10**9_999)
@example(10**10_000 - 1)
def test_decimals_are_read_back(n: int) -> None:
    assert parse_quantity(decimal_text(n)) == n


@given(st.integers(0, 10**9), st.integers(0, 10_000))
@example(1, 10_000)
@example(0, 5)
def test_powers_are_read_back(a: int, n: int) -> None:
    assert parse_quantity(f"{a}*10^{n}") == a * 10**n
    assert parse_quantity(f"10^{n}") == 10**n


@given(st.text(alphabet="0123456789*^_+-. ,e:x٣", max_size=12))
def test_only_the_described_sentences_are_numbers(text: str) -> None:
    found = parse_quantity(text)
    if isinstance(found, int):
        base, _, exponent = text.rpartition("10^")
        whole = int(base.removesuffix("*") or "1") * 10 ** int(exponent) if "^" in text else int(text)
        assert found == whole
        assert set(text) <= set("0123456789*^")
    else:
        assert found.kind == INPUT


@pytest.mark.parametrize(
    "text",
    ["", " ", " 7", "7 ", "7\n", "1e100", "1.5", "-3", "+3", "infinity", "1:30", "1_000", "1,000", "007", "00", "0x10"]
    + ["٣", "³", "10^", "^3", "10^-1", "10^1.5", "10^010", "2^10", "10**3", "3*10^2*10^2", "3 * 10^2", "03*10^2"]
    + ["*10^3", "10^10^10", "-10^3", "3*10", "one", "NaN", "True", "∞", "10^٣"],
)
def test_other_sentences_are_refused(text: str) -> None:
    found = parse_quantity(text)
    assert isinstance(found, Refusal)
    assert (found.kind, found.code) == (INPUT, "count-not-a-number")
    assert f'"{text.strip(chr(10))}' in found.message
    assert "10^100" in found.expected


@pytest.mark.parametrize(
    "text", ["1" * 10_001, "10^10001", "10^100000", "10^" + "9" * 10**6, "9" * 10**6, "1" * 10_001 + "*10^2"]
)
def test_numbers_over_the_cap_are_refused_unread(text: str) -> None:
    started = time.perf_counter()
    found = parse_quantity(text)
    assert time.perf_counter() - started < 1
    assert isinstance(found, Refusal)
    assert (found.kind, found.code) == (INPUT, "count-too-large")
    assert "10,000" in found.expected
    assert len(found.message) < 100


def test_the_cap_is_the_callers() -> None:
    assert parse_quantity("123", cap_digits=3) == 123
    assert parse_quantity("10^3", cap_digits=3) == 1_000
    for text in ("1234", "10^4", "1234*10^1"):
        found = parse_quantity(text, cap_digits=3)
        assert isinstance(found, Refusal)
        assert found.code == "count-too-large"


def test_a_refusal_shows_nothing_unprintable() -> None:
    found = parse_quantity("1\x1b[31m\u202e2\ud800")
    assert isinstance(found, Refusal)
    assert found.message.encode("utf-8").isascii() is False
    assert not set(found.message) & set("\x1b\u202e\ud800")


# --- printing numbers --------------------------------------------------------------------------


@given(st.integers(-(10**450), 10**450))
def test_all_digits(n: int) -> None:
    assert decimal_text(n) == str(n)


@pytest.mark.parametrize("n", [10**k + d for k in (499, 500, 501, 999, 1_000, 1_001, 2_000, 4_000) for d in (-1, 0, 1)])
def test_all_digits_at_the_edges_of_blocks(n: int) -> None:
    assert decimal_text(n) == str(n)


@given(st.integers(-(10**39), 10**39))
def test_short_numbers_are_shown_in_full(n: int) -> None:
    assert digits_text(n) == f"{n:,}"


@given(st.integers(1, 999), st.integers(41, 6_000))
def test_powers_are_shown_as_powers(a: int, n: int) -> None:
    shown = digits_text(a * 10**n)
    assert "10^" in shown
    assert parse_quantity(shown) == a * 10**n
    assert digits_text(-a * 10**n) == "-" + shown


@given(st.integers(10**45, 10**4_000))
def test_long_numbers_are_shown_by_their_ends(n: int) -> None:
    digits = str(n)
    if set(digits[3:]) != {"0"}:
        assert digits_text(n) == f"{digits[:10]}…{digits[-10:]} ({len(digits):,} digits)"


@pytest.mark.parametrize("k", [40, 41, 100, 1_000, 4_299, 4_300, 10_000, 100_000])
def test_numbers_beside_a_power_of_ten(k: int) -> None:
    assert digits_text(10**k) == f"10^{k}"
    assert digits_text(10**k + 1) == f"1000000000…0000000001 ({k + 1:,} digits)"
    if k > 40:
        assert digits_text(10**k - 1) == f"9999999999…9999999999 ({k:,} digits)"


def test_the_limit_of_digits_is_the_callers() -> None:
    assert digits_text(10**40 - 1) == f"{10**40 - 1:,}"
    assert digits_text(123_456, limit=5) == "1234561…" or digits_text(123_456, limit=6) == "123,456"
    assert digits_text(10**5_000, limit=6_000) == "100" + ",000" * 1_666


def test_a_million_digits_are_shown_quickly() -> None:
    n = 7**1_200_000
    started = time.perf_counter()
    shown = digits_text(n)
    assert time.perf_counter() - started < 5
    assert shown.endswith(f"{n % 10**10:010} (1,014,118 digits)")


@given(st.integers(-(10**4_299), 10**4_299))
def test_json_is_decimal_digits(n: int) -> None:
    assert quantity_json(n) == str(n)


def test_json_of_long_numbers_is_an_object() -> None:
    assert quantity_json(10**4_300 - 1) == "9" * 4_300
    assert quantity_json(10**4_300) == {
        "formula": "10^4300",
        "digits": 4_301,
        "first": "1" + "0" * 19,
        "last": "0" * 20,
    }
    assert quantity_json(-3 * 10**5_000 - 7) == {
        "digits": 5_001,
        "first": "-3" + "0" * 19,
        "last": "0" * 19 + "7",
    }
    assert json.loads(json.dumps(quantity_json(-(12 * 10**9_999))))["formula"] == "-12*10^9999"
