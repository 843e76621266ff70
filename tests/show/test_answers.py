"""``answer/1``: every example has one that its schema accepts, and every command prints it."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator, ValidationError

from reiterate.amounts import Formula
from reiterate.ask.answer import Answer
from reiterate.ask.answer_json import answer_schema, as_json
from reiterate.ask.answer_parts import BoardQuestion, Quantity
from reiterate.ask.building import Asking, answer, exit_code
from reiterate.cards import CardBook
from reiterate.refusals import EXIT_CODES, Refusal
from reiterate.script.position import Position, load, load_file
from reiterate.untrusted_text import json_text
from tests.support.command_line import in_process
from tests.support.drawn import check_all, drawn_some
from tests.support.files import ROOT

SCHEMA_FILE: Final = ROOT / "src" / "reiterate" / "schemas" / "answer-1.json"
EXAMPLES: Final = sorted(
    [*(ROOT / "examples").rglob("*.yaml"), *(ROOT / "src" / "reiterate" / "examples").glob("*.yaml")]
)
VALIDATOR: Final = Draft202012Validator(answer_schema())


def read(path: Path) -> Position:
    position = load_file(path, CardBook.builtin())
    assert isinstance(position, Position), position
    return position


@cache
def asked(path: Path) -> Answer:
    """The answer to all four questions about an example."""
    return answer(read(path), ["run", "loop", "find", "certify"])


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def told(words: list[str]) -> tuple[int, Any]:
    exit_code, written = in_process(*words)
    return exit_code, json.loads(written)


def test_the_schema_in_the_package_is_the_one_of_the_structs() -> None:
    made = json_text(answer_schema())
    if os.environ.get("REITERATE_REGOLD"):
        SCHEMA_FILE.write_text(made, encoding="utf-8")
    assert SCHEMA_FILE.read_text(encoding="utf-8") == made, "REITERATE_REGOLD=1 writes it"


@pytest.mark.slow("all questions about ten examples")
@pytest.mark.parametrize("path", drawn_some(EXAMPLES, 10, "answers"), ids=_name)
def test_an_example_has_an_answer_that_its_schema_accepts(path: Path) -> None:
    _fits_the_schema(as_json(asked(path)))


@pytest.mark.soak
def test_every_example_has_an_answer_that_its_schema_accepts() -> None:
    check_all(EXAMPLES, lambda path: _fits_the_schema(as_json(asked(path))), _name)


def _fits_the_schema(found: dict[str, Any]) -> None:
    VALIDATOR.validate(found)
    parts = {"run": "run", "loop": "loop", "find": "find", "certify": "certificate"}
    refused = {each["question"] for each in found["refusals"]}
    assert all((found[part] is None) == (question in refused) for question, part in parts.items())
    assert found["run"] is not None
    assert no_numbers(found) == []


def no_numbers(value: Any, name: str = "") -> list[str]:
    """The names under which numbers stand that are no places in a file and no numbers of digits."""
    if isinstance(value, dict):
        return [bad for key, part in value.items() for bad in no_numbers(part, key)]
    if isinstance(value, list):
        return [bad for part in value for bad in no_numbers(part, name)]
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return [name] if plain and name not in ("line", "column", "digits") else []


@pytest.mark.parametrize("question", ["run", "loop", "find"])
def test_the_command_prints_the_answer(question: BoardQuestion) -> None:
    path = ROOT / "examples" / "guard-gond.yaml"
    code, found = told([question, str(path), "--json=answer"])
    assert code == 0
    assert found == as_json(answer(read(path), [question]))
    assert found["asked"] == [question]
    assert told([question, "--json", str(path)]) == (code, found)


def test_certify_tells_the_digest_of_what_it_wrote(tmp_path: Path) -> None:
    path, written = ROOT / "examples" / "guard-gond.yaml", tmp_path / "certificate.json"
    code, found = told(["certify", str(path), "-o", str(written), "--json=answer"])
    assert code == 0
    assert found["certificate"] == as_json(asked(path))["certificate"]
    assert found["certificate"]["characters"] == str(len(written.read_text(encoding="utf-8")))


@pytest.mark.parametrize("question", ["run", "loop", "find"])
def test_a_file_that_is_no_position_has_an_answer_of_refusals(question: str, tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text("format: position/1\nplayers: {p1: {battlefield: [Nothing Real]}}\n", encoding="utf-8")
    code, found = told([question, str(path), "--json=answer"])
    VALIDATOR.validate(found)
    (refusal,) = found["refusals"]
    assert (code, refusal["code"], refusal["where"]["line"]) == (2, "card-unknown", 2)
    assert (found["position"], found[question], refusal["question"]) == (None, None, question)


def position(text: str) -> Position:
    found = load("format: position/1\n" + text, "board.yaml", CardBook.builtin())
    assert not isinstance(found, Refusal), found
    return found


def test_a_refused_question_leaves_the_others_answered() -> None:
    found = answer(position("script: pass\nanswers: [{p2: accept}]\n"), ["run", "loop"])
    assert found.run is not None and found.loop is None
    assert [each.question for each in found.refusals] == ["loop"]
    assert exit_code(found) == EXIT_CODES[found.refusals[0].kind]


def test_a_refusal_that_the_file_expects_is_an_answer() -> None:
    text = "players: {p1: {battlefield: [Grizzly Bears]}}\nscript: activate Grizzly Bears\nexpect: {refused: no-such-ability}\n"
    found = answer(position(text), ["run"])
    assert found.run is not None and found.run.refusal is not None and exit_code(found) == 0
    assert found.run.facts.refused == found.run.refusal.code == "no-such-ability"
    assert found.run.facts.shortcut_allowed is False
    VALIDATOR.validate(as_json(found))


def test_an_expected_fact_that_differs_is_exit_code_1() -> None:
    found = answer(position("expect: {p1.life: 21}\n"), ["run"])
    assert found.run is not None and exit_code(found) == 1
    assert [as_json(each) for each in found.run.differences] == [{"path": "p1.life", "expected": "21", "actual": "20"}]


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (7, "7"),
        (-(10**40), "-1" + "0" * 40),
        (10**5000, {"formula": "10^5000", "digits": 5001, "first": "1" + "0" * 19, "last": "0" * 20}),
    ],
    ids=["small", "long", "too long to write"],
)
def test_quantities_are_strings_or_objects(amount: int | Formula, written: object) -> None:
    assert Quantity(amount).written() == written
    Draft202012Validator(answer_schema()["$defs"]["Quantity"]).validate(written)


def test_the_schema_refuses_what_is_no_answer() -> None:
    good = as_json(answer(position("script: pass\n"), ["run"]))
    VALIDATOR.validate(good)
    for bad in (
        {},
        {key: good[key] for key in good if key != "combo"},
        {**good, "format": "answer/2"},
        {**good, "title": 1},
    ):
        with pytest.raises(ValidationError):
            VALIDATOR.validate(bad)


def test_law_13_the_same_answer_twice() -> None:
    path = ROOT / "examples" / "thune-feeder.yaml"
    assert as_json(answer(read(path), ["run", "loop"])) == as_json(answer(read(path), ["run", "loop"]))


def test_closed_forms_are_formulas_in_n() -> None:
    loop = answer(read(ROOT / "examples" / "cathars-crusade.yaml"), ["loop"], Asking(judged=False)).loop
    assert loop is not None
    forms = {each.name: each.form for segment in loop.segments for each in segment.forms}
    assert forms["taps"] == "5 + n"
    assert forms["counters.+1/+1"] == "(n^2 + 13*n + 40)/2"


def test_a_search_can_be_asked_without_judging() -> None:
    found = answer(read(ROOT / "examples" / "guard-gond.yaml"), ["find"], Asking(judged=False))
    assert found.find is not None and found.find.loop.kind is None and found.find.loop.gains is None
