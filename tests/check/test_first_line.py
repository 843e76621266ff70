"""The first line of an accepted certificate: a forger who divides the choices otherwise gets no other number of iterations."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import pytest

from reiterate.certify.form import canonical
from reiterate.check.certificate import Accepted, check
from reiterate.show.building_checked import checked
from reiterate.show.checked_words import periods_words
from tests.check.forging import BOND, Value, last, text_of
from tests.support.as_shown import check_json, check_lines

ALTAR: Final = "combos/gravecrawler-altar"


def first_line(value: Value) -> str:
    """What the answer to an accepted certificate begins with."""
    found = check(canonical(value))
    assert isinstance(found, Accepted), found
    return check_lines(found)[0]


def counted(value: Value) -> None:
    """The numbers that are written agree with the division into iterations."""
    count = 0
    for piece in value["chain"]:
        times = 1 if piece["kind"] == "plain" else int(piece["periods"])
        count += times * len(piece["iterations"])
    value["claim"]["iterations"] = str(count)
    value["end"]["iteration"] = str(count + 1)


def choice_by_choice(value: Value) -> None:
    """Each choice is an iteration of its own."""
    for piece in value["chain"]:
        piece["iterations"] = [[deed] for iteration in piece["iterations"] for deed in iteration]


def segments_as_one(value: Value) -> None:
    """All iterations of a piece are one."""
    for piece in value["chain"]:
        piece["iterations"] = [[deed for iteration in piece["iterations"] for deed in iteration]]


def first_ones_choice_by_choice(value: Value) -> None:
    """Each choice of the first iterations is one of its own."""
    value["chain"][0]["iterations"] = [[deed] for iteration in value["chain"][0]["iterations"] for deed in iteration]


def at_another_choice(value: Value) -> None:
    """The first iteration ends a choice earlier, and the second begins there."""
    first, second, *more = value["chain"][0]["iterations"]
    value["chain"][0]["iterations"] = [first[:-1], [first[-1], *second], *more]


@pytest.mark.parametrize("divide", [choice_by_choice, segments_as_one, first_ones_choice_by_choice, at_another_choice])
def test_no_other_division_gives_another_number_of_iterations(divide: Callable[[Value], None]) -> None:
    honest = json.loads(text_of(ALTAR))
    assert first_line(honest) == "accepted: the loop goes on for 10^100 - 1 whole iterations"
    value = json.loads(text_of(ALTAR))
    divide(value)
    counted(value)
    assert value["claim"]["iterations"] != honest["claim"]["iterations"] or divide is at_another_choice
    said = first_line(value)
    assert "iterations" not in said
    assert said == "accepted: the loop goes on for 10^100 - 3 periods of 7 choices"


@pytest.mark.parametrize("divide", [choice_by_choice, segments_as_one])
def test_periods_are_counted_where_iterations_differ(divide: Callable[[Value], None]) -> None:
    """The first iteration begins with what is on the stack, so iterations are not alike: divided or not, periods are told."""
    value = json.loads(text_of(BOND))
    before = first_line(value)
    assert before == "accepted: the loop goes on for 5*10^39 - 2 periods of 4 choices"
    divide(value)
    counted(value)
    assert first_line(value) == before


def test_a_period_that_is_two_says_so() -> None:
    """Two periods written as one are half as many, and twice as long: the answer names their size."""
    found = check(text_of(ALTAR))
    assert isinstance(found, Accepted)
    told: dict[str, Any] = check_json(found)
    assert told["segments"] == [{"periods": str(10**100 - 3), "choices": "7", "blocks": "0"}]
    assert periods_words(checked(found).segments) == "10^100 - 3 periods of 7 choices"
    assert last(json.loads(text_of(ALTAR)))["periods"] == str(10**100 - 3)
