"""A certificate whose start is no state is refused with the place of what can't stand there."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from reiterate.certify.form import canonical
from reiterate.check.certificate import check
from reiterate.check.claims.closed_set import _state
from reiterate.check.small_values import Rejected
from reiterate.check.start.state_places import misplaced
from reiterate.refusals import Refusal
from tests.check.forging import GOND, Value, text_of

#: What is put where in a start, and the place that is told.
WRONG: Final[dict[str, tuple[tuple[Any, ...], Any]]] = {
    "rows[3]: a text": (("rows", 3), "a row"),
    "rows[3]: a number": (("rows", 3), 7),
    "rows[3]: null": (("rows", 3), None),
    "rows[3]: a list": (("rows", 3), []),
    "rows[3]: 'class' is missing": (("rows", 3), {"n": "1"}),
    "rows[3]: 'n' is missing": (("rows", 3), {"class": {"kind": "card"}}),
    "rows[3].class: a list": (("rows", 3, "class"), []),
    "rows[3].class: 'kind' is missing": (("rows", 3, "class"), {}),
    "rows[3].class.proto: a text": (("rows", 3, "class", "proto"), "Bear"),
    "rows[3].class.props: a list": (("rows", 3, "class", "props"), []),
    "rows[3].class.marks: a number": (("rows", 3, "class", "marks"), 1),
    "rows[3].num: a list": (("rows", 3, "num"), ["damage"]),
    "rows[3].refs: a text": (("rows", 3, "refs"), "host"),
    "rows[3].refs.host: a text": (("rows", 3, "refs"), {"host": "row 3"}),
    "rows[3].refs.host: 'row' is missing": (("rows", 3, "refs"), {"host": {"mode": "one"}}),
    "seqs: a list": (("seqs",), []),
    "seqs.stack: a number": (("seqs", "stack"), 3),
    "seqs.stack[1]: null": (("seqs", "stack"), [3, None]),
    "tally: a list": (("tally",), []),
    "labels.Bear: a list": (("labels", "Bear"), [3]),
}


def with_wrong(value: Value, path: tuple[Any, ...], content: Any) -> None:
    """Put a value at a place."""
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = content


@pytest.mark.parametrize("told", WRONG)
def test_what_stands_in_no_state_is_told_with_its_place(told: str) -> None:
    value = json.loads(text_of(GOND))
    with_wrong(value["start"], *WRONG[told])
    found = check(canonical(value))
    assert isinstance(found, Refusal) and told in found.message, found
    assert "TypeError" not in found.message and "KeyError" not in found.message
    with pytest.raises(Rejected, match=r"^a node of the closed set") as refused:
        _state(value["start"])
    assert told in str(refused.value)


@pytest.mark.parametrize(("amount", "told"), [(5, "a text is wanted"), ("abc", "no whole number"), (["1"], "a term")])
def test_an_amount_that_is_none_is_told_with_its_place(amount: Any, told: str) -> None:
    value = json.loads(text_of(GOND))
    value["start"]["rows"][1]["num"]["life"] = amount
    found = check(canonical(value))
    assert isinstance(found, Refusal) and "rows[1], life: " in found.message and told in found.message


def test_words_that_are_none_are_told_with_their_row() -> None:
    value = json.loads(text_of(GOND))
    value["start"]["rows"][3]["class"]["proto"] = {"node": "Nothing"}
    found = check(canonical(value))
    assert isinstance(found, Refusal) and "row 3" in found.message


def test_a_long_name_is_told_shortly() -> None:
    value = json.loads(text_of(GOND))
    value["start"]["labels"]["x" * 10_000] = None
    found = check(canonical(value))
    assert isinstance(found, Refusal) and len(found.message) < 400


def test_a_state_of_a_game_has_no_such_place() -> None:
    assert misplaced(json.loads(text_of(GOND))["start"]) == ""


#: What a choice of the period names that is not there.
NAMED: Final[dict[str, dict[str, Any]]] = {
    "a player": {"row": 2},
    "the game": {"row": 0},
    "no row": {"row": 999},
    "no ability": {"index": 99},
    "another kind of choice": {"verb": "cast", "row": 2},
    "no kind of choice": {"verb": "dance"},
    "no player": {"player": 7},
}


@pytest.mark.parametrize("piece", ["plain", "segment"])
@pytest.mark.parametrize("what", NAMED)
def test_a_choice_of_what_is_not_there_is_told_in_words_of_the_checker(piece: str, what: str) -> None:
    value = json.loads(text_of(GOND))
    (part,) = [each for each in value["chain"] if each["kind"] == piece]
    part["iterations"][0][0] |= NAMED[what]
    found = check(canonical(value))
    assert isinstance(found, Refusal) and found.code in ("certificate-step", "certificate-base"), found
    assert "Error" not in found.message and "no such state" not in found.message
    assert (
        f"the choice '{NAMED[what].get('verb', 'activate')}'" in found.message
        or "the engine can't play it" in found.message
    )


def test_what_would_be_a_fault_of_the_checker_keeps_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A legal choice at which looking fails is no fault of the file."""

    def broken(*_: Any) -> None:
        raise KeyError("a fault")

    monkeypatch.setattr("reiterate.check.claims.claims.Claims.place", broken)
    found = check(text_of(GOND))
    assert isinstance(found, Refusal) and found.message.endswith("KeyError")
