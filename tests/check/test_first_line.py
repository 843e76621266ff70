"""The first line of an accepted certificate: a forger who divides the choices otherwise gets no other number of iterations."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import pytest

from reiterate.ask.building_checked import checked
from reiterate.ask.checked_words import periods_words
from reiterate.certify.certificate import certify
from reiterate.certify.form import canonical
from reiterate.check.certificate import Accepted, check
from reiterate.loops.loop import find_loop
from tests.check.forging import BOND, Value, last, text_of
from tests.support.as_shown import check_json, check_lines
from tests.support.generated_loops import ARTIFACT, Made
from tests.support.loop_cases import body_reader

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
def test_passes_are_told_apart_by_what_they_let_resolve(divide: Callable[[Value], None]) -> None:
    """Two triggers in turns are no two like halves of an iteration (603.3)."""
    value = json.loads(text_of(BOND))
    assert first_line(value) == "accepted: the loop goes on for 5*10^39 - 1 whole iterations"
    divide(value)
    counted(value)
    same = divide is segments_as_one  # each piece is one iteration already
    said = "5*10^39 - 1 whole iterations" if same else "5*10^39 - 2 periods of 4 choices"
    assert first_line(value) == f"accepted: the loop goes on for {said}"


def drained(first: str, second: str, *more: str) -> Value:
    """An iteration does the same with two cards in turns, until an opponent has lost."""
    made = Made("drain", "drain", lives=["20", "2001"])
    text = "{X}: Target opponent loses 1 life. Add {C}{C}." if more else "{0}: Each opponent loses 1 life."
    made.cards = [(name, ARTIFACT, text) for name in dict.fromkeys((first, second))]
    made.entries[0] = [f"{{card: {name}, label: {label}}}" for name, label in ((first, "one"), (second, "two"))]
    each = more or ("", "")
    made.body = [f"activate one{each[0]}", "all pass", f"activate two{each[1]}", "all pass"]
    if more:
        made.entries[0].pop()
        made.body[2] = f"activate one{each[1]}"
    written = certify(find_loop(made.start(), body_reader("\n".join(made.body))))
    assert isinstance(written, str), written
    found: Value = json.loads(written)
    return found


def in_halves(value: Value) -> None:
    """Each half of an iteration is one."""
    for piece in value["chain"]:
        halves = [(each[: len(each) // 2], each[len(each) // 2 :]) for each in piece["iterations"]]
        piece["iterations"] = [half for pair in halves for half in pair if half]


@pytest.mark.parametrize(
    "board",
    [("Left", "Right"), ("Left", "Left"), ("Left", "Left", " with x = 0 targeting p2", " with x = 1 targeting p2")],
    ids=str,
)
def test_halves_that_are_unlike_are_no_iterations(board: tuple[str, ...]) -> None:
    """The owner counts 1000 rounds with both cards, or both values of X. In halves a forger counted twice as many."""
    honest = drained(*board)
    before = first_line(honest)
    assert ("periods" in before) is (board == ("Left", "Left")), before
    value = drained(*board)
    in_halves(value)
    counted(value)
    said = first_line(value)
    assert "periods of 6 choices" in said, said
    assert "iterations" not in said


def test_a_period_that_is_two_says_so() -> None:
    """Two periods written as one are half as many, and twice as long: the answer names their size."""
    found = check(text_of(ALTAR))
    assert isinstance(found, Accepted)
    told: dict[str, Any] = check_json(found)
    assert told["segments"] == [{"periods": str(10**100 - 3), "choices": "7", "blocks": "0"}]
    assert periods_words(checked(found).segments) == "10^100 - 3 periods of 7 choices"
    assert last(json.loads(text_of(ALTAR)))["periods"] == str(10**100 - 3)
