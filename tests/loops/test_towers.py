"""Numbers beyond writing: towers of powers equal whole numbers where those can be had; a doubling taken 2^(10^100) times."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction
from math import lcm
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reiterate.amounts import Formula, digits_text, divided, halve_down, identical, power_sum, quantity_json
from reiterate.amounts import formula as formula_module
from reiterate.loops import closed_forms
from reiterate.loops.growth import Growth
from reiterate.loops.loop import find_loop, jump
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.positions.identity import same
from reiterate.script.expect import look_up
from reiterate.script.places import parse_count
from reiterate.script.script import Repeat, parse_script
from reiterate.state.json_form import BadState, state_from_json, state_to_json
from reiterate.state.model import State
from tests.loops.powers_of_two import two_to, value
from tests.loops.swarms import swarm, tokens
from tests.support.as_shown import board_json, board_lines
from tests.support.loop_cases import reached

GOOGOL = 10**100


HIGH = two_to(two_to(GOOGOL))


def last_digits(heights: list[int], m: int) -> int:
    """The rest of 2^(2^(...)) with these bases by plain rules: powers of 2 modulo m repeat, from log2(m) on."""
    if m == 1:
        return 0
    if len(heights) == 1:
        return heights[0] % m
    start, cycle = m.bit_length(), cycle_of(heights[0], m)
    exponent = start + (last_digits(heights[1:], cycle) - start) % cycle
    return pow(heights[0], exponent, m)


def cycle_of(base: int, m: int) -> int:
    """After how many steps powers of ``base`` come back modulo m: prime by prime by trying, then the prime's powers."""
    cycle, prime = 1, 2
    while m > 1:
        whole = 1
        while m % prime == 0:
            m, whole = m // prime, whole * prime
        if whole > 1 and base % prime:
            steps = next(n for n in range(1, prime) if pow(base, n, prime) == 1)
            while pow(base, steps, whole) != 1:
                steps *= prime
            cycle = lcm(cycle, steps)
        prime += 1
    return cycle


# --- arithmetic ----------------------------------------------------------------------------------------------------


small = st.lists(st.tuples(st.sampled_from([2, 3, 6]), st.integers(0, 7), st.integers(-3, 3)), min_size=1, max_size=2)
towers = st.lists(st.tuples(st.sampled_from([2, 3]), small, st.integers(-5, 5)), min_size=1, max_size=2)


def made(parts: list[tuple[int, list[tuple[int, int, int]], int]]) -> int | Formula:
    """A sum of powers whose exponents are sums of powers; those below zero are left out."""
    terms = []
    for base, inner, c in parts:
        exponent = power_sum([({b: e}, k) for b, e, k in inner])
        if exponent >= 0 and value(exponent) < 3_000:
            terms.append(({base: exponent}, c))
    return power_sum(terms)


@settings(max_examples=200, deadline=None)
@given(a=towers, b=towers, m=st.integers(2, 1000))
@example(a=[(2, [(2, 1, 3)], 1)], b=[(2, [(2, 0, 0)], 0)], m=128)  # a quotient of 0 was a float
def test_towers_compute_as_whole_numbers_do(
    a: list[tuple[int, list[tuple[int, int, int]], int]], b: list[tuple[int, list[tuple[int, int, int]], int]], m: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formula_module, "WRITABLE_BITS", 10)
        patch.setattr(formula_module, "_CLOSE", 4)
        with suppress(Unsupported):  # too close to tell, never wrong
            x, y = made(a), made(b)
            assert value(x + y) == value(x) + value(y)
            assert value(x - y) == value(x) - value(y)
            assert value(x * y) == value(x) * value(y)
            assert (x <= y, x < y, x == y) == (value(x) <= value(y), value(x) < value(y), value(x) == value(y))
            assert value(halve_down(x)) == value(x) // 2
            if isinstance(x, Formula):
                assert x.modulo(m) == value(x) % m
                whole, rest = divided(x, m)
                assert (value(whole), rest) == divmod(value(x), m)


def test_towers_are_compared_by_dominance() -> None:
    three = power_sum([({3: two_to(GOOGOL)}, 1)])
    assert HIGH < three < two_to(two_to(GOOGOL + 1)) < two_to(two_to(two_to(GOOGOL)))
    assert two_to(two_to(GOOGOL + 1)) == HIGH * HIGH and two_to(two_to(GOOGOL) + 1) == HIGH * 2
    assert HIGH - 1 < HIGH and two_to(GOOGOL) < HIGH and not HIGH <= GOOGOL
    assert HIGH - HIGH == 0 and HIGH + 5 - HIGH == 5
    assert identical(HIGH, two_to(two_to(GOOGOL))) and not identical(HIGH, HIGH + 1)
    # 3^(2^n) against 2^(2^n * 1.58496...): decided by the logarithm of 3.
    assert three > power_sum([({2: two_to(GOOGOL - 20) * 1_661_953}, 1)])
    assert three < power_sum([({2: two_to(GOOGOL - 20) * 1_661_955}, 1)])
    assert {HIGH: "high"}[two_to(two_to(GOOGOL))] == "high"


def test_the_cycles_that_last_digits_rest_on_are_those_of_walking() -> None:
    for base in (2, 3, 10):
        for m in range(2, 200):
            along = [pow(base, n, m) for n in range(8, 500)]
            assert cycle_of(base, m) == next(n for n in range(1, m) if along[n:] == along[:-n])


def test_what_is_shown_of_a_tower() -> None:
    last = last_digits([2, 2, 10**100], 10**10)
    assert digits_text(HIGH) == f"2^(2^(10^100)) (floor(2^(10^100)*log10(2)) + 1 digits, the last {last:010})"
    assert quantity_json(HIGH) == {
        "formula": "2^(2^(10^100))",
        "digits": "floor(2^(10^100)*log10(2)) + 1",
        "last": f"{last:010}",
    }
    found = quantity_json(two_to(HIGH) - 7)
    assert isinstance(found, dict)
    assert found["formula"] == "2^(2^(2^(10^100))) - 7"
    assert found["last"] == f"{(last_digits([2, 2, 2, 10**100], 10**10) - 7) % 10**10:010}"


def test_a_growth_at_a_number_beyond_writing_is_that_of_plain_numbers() -> None:
    growth = Growth(
        {1: (Fraction(3), Fraction(-1, 2), Fraction(1, 2)), 2: (Fraction(5), Fraction(1)), -1: (Fraction(4),)}
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formula_module, "WRITABLE_BITS", 16)
        patch.setattr(formula_module, "_CLOSE", 6)
        for exponent in (9, 10, 11):
            n = two_to(exponent)
            assert isinstance(n, Formula)
            assert value(growth.at(n)) == growth.exact(2**exponent)
            assert value(growth.at(n + 1)) == growth.exact(2**exponent + 1)


# --- end to end ----------------------------------------------------------------------------------------------------


def test_a_doubling_taken_so_often_as_a_doubling_made_goes_through_the_engine() -> None:
    start, reader = swarm()
    loop = find_loop(start, reader)
    many = tokens(reached(loop, GOOGOL), "Insect")
    assert isinstance(many, Formula)
    found = jump(loop, many)  # 2^(10^100) times
    assert isinstance(found, State)
    insects = tokens(found, "Insect")
    assert insects == HIGH
    again = jump(loop, many + 1)
    assert isinstance(again, State)
    assert tokens(again, "Insect") == 2 * HIGH
    assert look_up(found, "p1.tokens.Insect", {}) in ("2^(2^(10^100))", "2^(2^(10^100)) - 1")
    assert "2^(2^(10^100))" in "\n".join(board_lines(found))
    assert "2^(2^(10^100))" in json.dumps(board_json(found))
    written = json.dumps(state_to_json(found))
    assert same(state_from_json(json.loads(written)), found)


def test_three_powers_on_top_of_each_other_are_jumped_to_with_few_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sum of towers compares towers, so that needless ones (a binomial too far, a division by 1) cost minutes."""
    many = parse_count("2^(2^(2^(10^100)))")
    assert isinstance(many, Formula)
    sums = 0
    original = formula_module.power_sum

    def counted(terms: Any) -> int | Formula:
        nonlocal sums
        sums += 1
        return original(terms)

    with monkeypatch.context() as patch:
        patch.setattr(formula_module, "power_sum", counted)
        found = closed_forms.value((3, 2), many)
        assert many.divided(1) == (many, 0)
    assert sums < 900  # a binomial more, and its half, take 1,300
    assert found == 2 * many + 3
    assert [closed_forms.value((3, 2, 5, 7), n) for n in range(6)] == [3, 5, 12, 31, 69, 133]


def test_a_formula_with_too_many_powers_in_its_exponent_is_not_read() -> None:
    deep: object = "5"
    for _ in range(40):
        deep = [["1", "1", [["2", deep]]]]
    start, _ = swarm()
    written = {**state_to_json(start), "tally": {"deep": deep}}
    with pytest.raises(BadState):
        state_from_json(written)


def test_counts_are_written_as_powers_in_brackets() -> None:
    assert parse_count("2^(10^100)") == two_to(GOOGOL)
    assert parse_count("2^(2^(10^100))") == HIGH
    assert parse_count("10^(3)") == 1000 and parse_count("7") == 7
    assert parse_count("3^(2^(5))") == 3**32
    for wrong in ("2^(x)", "0^(5)", "1^(7)", "2^()", "2^(2^(2^(2^(2^(2^(2^(2^(2^(2^(9))))))))))", "2^(3"):
        assert isinstance(parse_count(wrong), Refusal), wrong
    nodes = parse_script("repeat 2^(10^100):\n  pass\n")
    assert not isinstance(nodes, Refusal)
    assert isinstance(nodes[0], Repeat) and nodes[0].count == two_to(GOOGOL)
