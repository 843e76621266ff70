"""Exact quantities: traced arithmetic equals plain, guards tell the truth, misuse raises, numbers of any length."""

from __future__ import annotations

import copy
import math
import operator
import pickle
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.amounts import (
    CAP_DIGITS,
    EQ,
    LE,
    OPTIONS,
    Amount,
    Guard,
    Poly,
    Recorder,
    Traced,
    TracedMisuse,
    at_least,
    at_most,
    decimal_text,
    digits_text,
    equal,
    exact_text,
    halve_down,
    halve_up,
    identical,
    is_zero,
    less,
    maximum,
    minimum,
    more,
    parse_quantity,
    plain,
    quantity_json,
    value_of,
)
from reiterate.refusals import Refusal, Unsupported

SYMBOLS = 4
BINARY: dict[str, Callable[[Amount, Amount], Amount]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
COMPARISONS: dict[str, Callable[[Amount, Amount], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
NAMED: tuple[tuple[Callable[[Amount, Amount], bool], Callable[[int, int], bool]], ...] = (
    (equal, operator.eq),
    (at_most, operator.le),
    (at_least, operator.ge),
    (less, operator.lt),
    (more, operator.gt),
)

values = st.one_of(st.integers(-5, 5), st.integers(-(10**30), 10**30))
programs = st.lists(
    st.tuples(st.sampled_from(sorted(BINARY)), st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=7
)


def run(program: list[tuple[str, int, int]], start: list[Amount]) -> list[Amount]:
    """Straight-line arithmetic; operands are earlier results, or small constants."""
    done: list[Amount] = [*start, 0, 1, -2, 7]
    for symbol, a, b in program:
        done.append(BINARY[symbol](done[a % len(done)], done[b % len(done)]))
    return done


def traced(start: list[int]) -> tuple[Recorder, list[Amount]]:
    recorder = Recorder()
    return recorder, [recorder.amount(i, v) for i, v in enumerate(start)]


def one(value: int = 3) -> Traced:
    return Recorder().amount(0, value)


@given(program=programs, start=st.lists(values, min_size=SYMBOLS, max_size=SYMBOLS))
def test_traced_arithmetic_equals_plain(program: list[tuple[str, int, int]], start: list[int]) -> None:
    expected = run(program, list(start))
    recorder, symbols = traced(start)
    found = run(program, symbols)
    assert [value_of(x) for x in found] == expected
    assert not recorder.guards
    for amount, value in zip(found, expected, strict=True):
        if isinstance(amount, Traced):
            assert not amount.poly.is_const
            assert amount.poly.evaluate(dict(enumerate(start))) == value


@given(
    program=programs,
    start=st.lists(st.integers(-6, 6), min_size=SYMBOLS, max_size=SYMBOLS),
    other=st.lists(st.integers(-6, 6), min_size=SYMBOLS, max_size=SYMBOLS),
    name=st.sampled_from(sorted(COMPARISONS)),
)
def test_a_guard_holds_exactly_where_the_answer_is_the_same(
    program: list[tuple[str, int, int]], start: list[int], other: list[int], name: str
) -> None:
    recorder, symbols = traced(start)
    found = run(program, symbols)
    answer = COMPARISONS[name](found[-1], found[-2])
    here = run(program, list(start))
    there = run(program, list(other))
    assert answer == COMPARISONS[name](here[-1], here[-2])
    assert all(g.holds(dict(enumerate(start))) for g in recorder.guards)
    same_answer = COMPARISONS[name](there[-1], there[-2]) == answer
    assert all(g.holds(dict(enumerate(other))) for g in recorder.guards) == same_answer
    assert len(recorder.guards) <= 1


@pytest.mark.parametrize(("ask", "truth"), NAMED)
@given(a=st.integers(-3, 3), b=st.integers(-3, 3), rule=st.sampled_from(["", "704.5a"]))
def test_named_comparisons_answer_and_guard(
    ask: Callable[[Amount, Amount, str], bool], truth: Callable[[int, int], bool], a: int, b: int, rule: str
) -> None:
    assert ask(a, b, rule) == truth(a, b)
    recorder, (x, y) = traced([a, b])
    assert ask(x, y, rule) == truth(a, b)
    (guard,) = recorder.guards
    assert guard.rule == rule
    for c in range(-4, 5):
        for d in range(-4, 5):
            assert guard.holds({0: c, 1: d}) == (truth(c, d) == truth(a, b))


@given(a=st.integers(-3, 3), b=st.integers(-3, 3))
def test_minimum_maximum_and_zero_compare(a: int, b: int) -> None:
    recorder, (x, y) = traced([a, b])
    assert value_of(minimum(x, y)) == min(a, b) == minimum(a, b)
    assert value_of(maximum(x, y)) == max(a, b) == maximum(a, b)
    assert is_zero(x, "") == (a == 0)
    assert len(recorder.guards) >= 2


def test_what_has_no_symbols_is_an_int() -> None:
    x = one(5)
    for found in (x - x, x - x + 4, x * 0, 0 * x, (x + 3) - x, x * x - x * x):
        assert type(found) is int
    assert (x - x + 4, x * 0, (x + 3) - x) == (4, 0, 3)
    assert type(x + 0) is Traced and type(-x) is Traced and type(+x) is Traced


def test_a_comparison_of_what_cancels_leaves_no_guard() -> None:
    x = one()
    assert x == x + 0 and x < x + 1 and not x > x
    assert not x.rec.guards


def test_a_guard_is_kept_once_for_each_purpose() -> None:
    x = one()
    for _ in range(3):
        assert at_least(x, 1, "602.2")
    x.rec.place = 4
    assert at_least(x, 1, "117.1")
    assert [(g.place, g.rule) for g in x.rec.guards] == [(0, "602.2")]
    x.rec.purpose = OPTIONS
    assert at_least(x, 1)
    assert [g.purpose for g in x.rec.guards] == ["rules", "options"]


def test_identical_leaves_no_guard_and_is_not_fooled_by_equal_values() -> None:
    recorder, (x, y) = traced([3, 3])
    assert identical(x, x + 0) and identical(x + y, y + x) and identical(4, 4)
    assert not identical(x, y) and not identical(x, 3) and not identical(3, x) and not identical(3, 4)
    assert not identical(x, Recorder().amount(0, 3))
    assert not recorder.guards


MISUSE: dict[str, Callable[[Traced], object]] = {
    "bool": bool,
    "hash": hash,
    "key": lambda x: {x: 1},
    "member": lambda x: {x},
    "str": str,
    "format": lambda x: f"{x}",
    "format spec": lambda x: format(x, "d"),
    "percent": lambda x: "%d" % x,  # noqa: UP031 # the old way of formatting is what is tried
    "int": int,
    "float": float,
    "complex": complex,
    "index": lambda x: [0, 1, 2, 3, 4][x],
    "range": lambda x: range(x),
    "repetition": lambda x: [0] * x,
    "len": len,
    "iteration": lambda x: list(x),
    "unpacking": lambda x: (*x,),
    "in": lambda x: 3 in x,
    "round": round,
    "trunc": math.trunc,
    "floor": math.floor,
    "ceil": math.ceil,
    "abs": abs,
    "invert": lambda x: ~x,
    "/": lambda x: x / 2,
    "r/": lambda x: 2 / x,
    "//": lambda x: x // 2,
    "r//": lambda x: 2 // x,
    "%": lambda x: x % 2,
    "r%": lambda x: 2 % x,
    "divmod": lambda x: divmod(x, 2),
    "rdivmod": lambda x: divmod(2, x),
    "**": lambda x: x**2,
    "r**": lambda x: 2**x,
    "float sum": lambda x: x + 1.5,  # type: ignore[operator] # the misuse itself
    "float product": lambda x: 1.5 * x,  # type: ignore[operator] # the misuse itself
    "string sum": lambda x: x + "a",  # type: ignore[operator] # the misuse itself
    "none": lambda x: x == None,  # noqa: E711 # the misuse itself
    "string comparison": lambda x: x == "3",
    "float comparison": lambda x: x < 3.5,  # type: ignore[operator] # the misuse itself
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": pickle.dumps,
    "sum of strings": lambda x: "a" + x,  # type: ignore[operator] # the misuse itself
    "plain": plain,
    "decimal_text": lambda x: decimal_text(x),  # type: ignore[arg-type] # the misuse itself
    "two traces": lambda x: x + one(),
    "two traces compared": lambda x: x == one(),
    "join": lambda x: ",".join([x]),  # type: ignore[list-item] # the misuse itself
}


@pytest.mark.parametrize("name", MISUSE)
def test_misuse_raises(name: str) -> None:
    x = one()
    with pytest.raises(TypeError) as caught:
        MISUSE[name](x)
    if name not in ("sum of strings", "join", "percent"):
        assert isinstance(caught.value, TracedMisuse)


def test_sorting_and_python_min_compare() -> None:
    recorder, amounts = traced([3, 1, 2])
    assert [value_of(x) for x in sorted(amounts)] == [1, 2, 3]
    assert value_of(min(amounts)) == 1 and value_of(max(amounts)) == 3
    assert recorder.guards


def test_halving() -> None:
    assert [halve_down(n) for n in (7, 6, 0)] == [3, 3, 0]
    assert [halve_up(n) for n in (7, 6, 0)] == [4, 3, 0]
    for halve in (halve_down, halve_up):
        with pytest.raises(Unsupported) as caught:
            halve(one())
        assert caught.value.refusal.code == "growth-not-covered"


def test_the_text_of_a_traced_amount_for_debugging() -> None:
    recorder, (x, y) = traced([2, 5])
    assert repr(x * y * 2 - y + 1) == "Traced(16 = 2*s0*s1 - s1 + 1)"
    assert Guard(Poly.symbol(0), EQ, False, "rules", "", 0).holds({0: 4})
    assert not Guard(Poly.symbol(0), LE, True, "rules", "", 0).holds({0: 4})
    assert not recorder.guards


# --- polynomials ---------------------------------------------------------------------------------------------------

monomials = st.lists(st.integers(0, 3), max_size=3).map(lambda m: tuple(sorted(m)))
polys = st.dictionaries(monomials, st.integers(-9, 9), max_size=5).map(Poly)
points = st.fixed_dictionaries({i: st.integers(-9, 9) for i in range(4)})


@given(a=polys, b=polys, at=points, k=st.integers(-5, 5))
def test_polynomials_evaluate_as_numbers_do(a: Poly, b: Poly, at: dict[int, int], k: int) -> None:
    x, y = a.evaluate(at), b.evaluate(at)
    assert (a + b).evaluate(at) == x + y and (a - b).evaluate(at) == x - y and (a * b).evaluate(at) == x * y
    assert (a * k).evaluate(at) == (k * a).evaluate(at) == k * x and (k - a).evaluate(at) == k - x
    assert a + b == b + a and hash(a + b) == hash(b + a) and (a + b).key() == (b + a).key()
    assert (a - a).is_const and (a - a).const_part == 0
    assert a.symbols() <= set(range(4))


@given(a=polys, b=polys, c=polys, at=points)
def test_substitution_is_evaluation_in_two_steps(a: Poly, b: Poly, c: Poly, at: dict[int, int]) -> None:
    inner = {**at, 0: b.evaluate(at), 2: c.evaluate(at)}
    assert a.substitute({0: b, 2: c}).evaluate(at) == a.evaluate(inner)


# --- numbers as people write them ------------------------------------------------------------------------------------

LONG = st.integers(0, 10**60) | st.builds(
    lambda d, k, r: d * 10**k + r, st.integers(1, 10**6), st.integers(0, 5000), st.integers(0, 10**6)
)


def reference_digits(n: int) -> str:
    """All digits, one division at a time by a power below the limit of a conversion."""
    parts = []
    while n >= 10**400:
        n, rest = divmod(n, 10**400)
        parts.append(str(rest).rjust(400, "0"))
    return str(n) + "".join(reversed(parts))


@given(n=LONG)
def test_digits_read_back(n: int) -> None:
    text = decimal_text(n)
    assert text == reference_digits(n)
    assert decimal_text(-n) == (f"-{text}" if n else "0")
    assert parse_quantity(text, cap_digits=20_000) == n


@given(n=LONG)
def test_shown_numbers_name_the_number(n: int) -> None:
    digits = reference_digits(n)
    for number, sign in ((n, ""), (-n, "-" if n else "")):
        shown = digits_text(number)
        if len(digits) <= 23:
            assert shown == sign + f"{n:,}"
        elif "^" in shown:
            assert in_words(shown) == number
        else:
            assert shown == f"{sign}{digits[:10]}…{digits[-10:]} ({len(digits):,} digits)"
        assert all(len(run) <= 30 for run in re.findall(r"[0-9,]+", shown))


def in_words(text: str) -> int:
    """The number that a sum of powers of ten says."""
    parts = re.split(r" ([+-]) ", text.removeprefix("-"))
    values = [parse_quantity(part.replace(",", "")) for part in parts[::2]]
    signs = ["-" if text.startswith("-") else "+", *parts[1::2]]
    return sum(
        value if sign == "+" else -value for sign, value in zip(signs, values, strict=True) if isinstance(value, int)
    )


@pytest.mark.parametrize(
    ("n", "shown"),
    [
        (10**23 - 1, "99,999,999,999,999,999,999,999"),
        (10**23, "10^23"),
        (10**100 - 1, "10^100 - 1"),
        (1 - 10**100, "-10^100 + 1"),
        (10**130 + 2 * 10**100, "10^130 + 2*10^100"),
        (5 * 10**199 + 15 * 10**99, "5*10^199 + 15*10^99"),
        (10**60 + 10**40 + 10**20 + 7, "1000000000…0000000007 (61 digits)"),  # four terms are no short sum
        (1_001 * 10**40, "1001000000…0000000000 (44 digits)"),  # nor is a power with so long a factor
        (10**40 - 1_234_567, "9999999999…9998765433 (40 digits)"),
    ],
)
def test_a_sum_of_few_powers_of_ten_is_shown_as_one(n: int, shown: str) -> None:
    assert digits_text(n) == shown


@given(
    factor=st.integers(1, 1_100),
    power=st.integers(20, 400),
    more=st.integers(-(10**7), 10**7),
    sign=st.sampled_from((1, -1)),
)
def test_a_shown_sum_is_the_number(factor: int, power: int, more: int, sign: int) -> None:
    n = sign * (factor * 10**power + more)
    shown = exact_text(n)
    assert shown == (digits_text(n) if shown else "")
    if shown:
        assert in_words(shown) == n
    else:
        assert "…" in digits_text(n)


@given(n=LONG, negative=st.booleans())
def test_json_is_exact_up_to_4300_digits_and_says_what_it_can_beyond(n: int, negative: bool) -> None:
    digits = reference_digits(n)
    sign = "-" if negative and n else ""
    found = quantity_json(-n if negative else n)
    if len(digits) <= 4_300:
        assert found == sign + digits
        return
    assert isinstance(found, dict)
    assert (found["digits"], found["first"], found["last"]) == (len(digits), sign + digits[:20], digits[-20:])
    if "formula" in found:
        assert parse_quantity(str(found["formula"]).lstrip("-")) == n


@pytest.mark.parametrize("digits", [4_299, 4_300, 4_301, 4_302, 9_999, 10_000])
def test_lengths_around_the_limits(digits: int) -> None:
    for n in (10 ** (digits - 1), 10**digits - 1, 10 ** (digits - 1) + 1):
        assert len(decimal_text(n)) == digits
        assert parse_quantity(decimal_text(n)) == n
        found = quantity_json(n)
        assert isinstance(found, str) == (digits <= 4_300)
        assert digits_text(n)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("7", 7),
        ("10^0", 1),
        ("10^100", 10**100),
        ("3*10^2", 300),
        ("0*10^5", 0),
        ("10^10000", 10**10_000),
        ("9" * CAP_DIGITS, 10**CAP_DIGITS - 1),
    ],
    ids=lambda given: str(given)[:20] if isinstance(given, str) else "",
)
def test_counts_as_people_write_them(text: str, value: int) -> None:
    assert parse_quantity(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        " 7",
        "7 ",
        "+7",
        "-7",
        "007",
        "1,000",
        "1_000",
        "1e6",
        "0x10",
        "10^",
        "^10",
        "10^-1",
        "10^01",
        "2^100",
        "10**100",
        "3*10",
        "٣",
        "7.0",
        "1:30",
        "x" * 100,
    ],
)
def test_what_is_no_count_is_refused(text: str) -> None:
    found = parse_quantity(text)
    assert isinstance(found, Refusal) and found.code == "count-not-a-number"
    assert found.expected and len(found.message) < 120


@pytest.mark.parametrize(
    "text",
    ["1" * (CAP_DIGITS + 1), "10^10001", "10^99999999999999999999", "1" * 20_000 + "*10^3", "9" * 1_000_000],
    ids=lambda text: text[:20],
)
def test_counts_over_the_cap_are_refused_before_they_are_computed(text: str) -> None:
    found = parse_quantity(text)
    assert isinstance(found, Refusal) and found.code == "count-too-large"
    assert len(found.message) < 120


# --- halving traced amounts ------------------------------------------------------------------------------------------


@given(
    factors=st.lists(st.integers(-6, 6), min_size=2, max_size=2),
    constant=st.integers(-9, 9),
    at=st.lists(st.integers(-5, 50), min_size=4, max_size=4),
)
def test_107_1a_half_of_a_traced_amount_is_exact_where_its_parity_is_known(
    factors: list[int], constant: int, at: list[int]
) -> None:
    rec = Recorder()
    x, y = rec.amount(0, at[0]), rec.amount(1, at[1])
    whole = x * factors[0] + x * y * factors[1] + constant
    for halve, up in ((halve_down, 0), (halve_up, 1)):
        if any(f % 2 for f in factors):
            with pytest.raises(Unsupported, match="even or odd"):
                halve(whole)
            continue
        found = halve(whole)
        for now in (at[:2], at[2:]):
            values = dict(enumerate(now))
            total = factors[0] * now[0] + factors[1] * now[0] * now[1] + constant
            poly = found.poly if isinstance(found, Traced) else Poly.const(plain(found))
            assert poly.evaluate(values) == (total + up) // 2
        assert value_of(found) == (plain(value_of(whole)) + up) // 2
    assert not rec.guards
