"""Position files before a judge, very long numbers, and policies side by side."""

from __future__ import annotations

import json
from typing import Final

import pytest

from reiterate.ask.building_verdict import compared_policies
from reiterate.ask.session import Result, run_position
from reiterate.ask.verdict_words import sentence_of
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.judging import case_facts
from reiterate.judging.case_facts import differences, fact
from reiterate.judging.case_file import Case, load_case, under
from reiterate.judging.ruling import Ruling, judge
from reiterate.judging.verdict import Stop
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.script.position import Position, load

BOARD: Final = """players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
  p2: {hand: [Lightning Bolt], mana: {R: 1}}
"""
LAP: Final = "    activate Midnight Guard\n    all pass\n    all pass\n"
BOOK: Final = CardBook.builtin()


def case(text: str, policy: str = "") -> Case:
    found = load_case(text, "case.yaml", BOOK)
    found = under(found, policy, "") if isinstance(found, Case) else found
    assert isinstance(found, Case), found
    return found


def ruled(text: str, policy: str = "") -> Ruling:
    found = judge(case(text, policy))
    assert isinstance(found, Ruling), found
    return found


def position(count: str, more: str) -> str:
    return f"format: position/1\n{BOARD}script: |\n  repeat {count}:\n{LAP}{more}"


@pytest.mark.parametrize("policy", ["comprehensive", "tournament"])
def test_a_file_s_answers_are_heard_under_each_policy(policy: str) -> None:
    found = ruled(position("1000", "answers: [{p2: cut 7.3}]\n"), policy)
    assert found.verdict.stop == Stop(1, 6, 3)
    assert found.verdict.must_change == (1 if policy == "comprehensive" else None)  # 732.2c; MTR 4.4 par. 3
    taken = ruled(position("1000", "answers: [{p2: accept}]\n"), policy)
    assert taken.verdict.stop == Stop(0, 1000)


def test_g_18_2_a_file_s_number_is_heard_once_the_cycle_was_shown() -> None:
    assert ruled(position("9", "answers: [{p2: accept}]\n"), "g18").verdict.reason == "cycle_not_shown"


def test_a_file_s_end_is_the_place_that_its_proposer_names() -> None:
    found = ruled(position("9", "end: 1@9.2\nanswers: [{p2: accept}]\n"), "tournament")
    assert found.verdict.stop == Stop(0, 8, 2)


def test_facts_that_run_expects_are_not_asked_of_a_judge() -> None:
    found = ruled(
        position("9", "answers: [{p2: accept}]\nexpect: {must_differ: nobody, p1.life: 20, outcome: game_continues}\n")
    )
    assert differences(found) == []


@pytest.mark.parametrize("number", ["10^9000", "10^9000+7", "2^(10^100)"])
def test_numbers_that_are_not_written_out_are_compared_exactly(number: str) -> None:
    said = f"said: [{{p1: number {number}}}, {{p2: agree}}]\npolicy: tournament\n"
    script = f"format: case/1\n{BOARD}script: |\n  repeat 1:\n{LAP}{said}"
    expected = f"expect: {{iterations: {number}, rotations_started: {number}, p1.tokens_added: {number}}}\n"
    found = ruled(script + expected)
    assert differences(found) == []
    assert len(sentence_of(found).split()) <= 12
    wrong = ruled(script + expected.replace(number, "7", 1))
    assert [each.path for each in differences(wrong)] == ["iterations"]
    assert all(len(each.actual) < 100 for each in differences(wrong))


def test_run_compares_numbers_of_more_digits_than_are_shown() -> None:
    text = position(
        "10^9000+7", "answers: [{p2: accept}]\nexpect: {iterations: 10^9000+7, p1.tokens.Elf Warrior: 10^9000+7}\n"
    )
    found = load(text, "board.yaml", BOOK)
    assert isinstance(found, Position), found
    result = run_position(found)
    assert isinstance(result, Result) and result.differences == []


def test_policies_side_by_side_refuse_what_no_policy_can_say() -> None:
    """The engine has a clause that is not understood, so nothing is ruled of its loop; nothing is shown either."""
    row = {
        "name": "Engine",
        "type_line": "Artifact",
        "oracle_text": "{0}: You gain 1 life.\nWhenever it rains, draw a card.",
    }
    book = CardBook((read_source("cards", json.dumps([row]).encode()), builtin_source()))
    script = "script: |\n  repeat 9:\n    activate Engine\n    all pass\n"
    found = load_case(
        f"format: position/1\nplayers: {{p1: {{battlefield: [Engine]}}, p2: {{}}}}\n{script}", "case.yaml", book
    )
    assert isinstance(found, Case), found
    refused = compared_policies(found)
    assert isinstance(refused, Refusal) and refused.kind == UNSUPPORTED


def test_policies_side_by_side_say_something_each() -> None:
    found = compared_policies(case(position("9", "answers: [{p2: accept}]\n")))
    assert isinstance(found, dict) and list(found) == ["comprehensive", "tournament", "g18"]


def test_a_fact_that_is_not_worked_out_is_a_difference_and_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> str:
        raise Unsupported(Refusal(UNSUPPORTED, "some-rule", "not implemented"))

    monkeypatch.setattr(case_facts, "_of_state", refuses)
    found = fact(ruled(position("9", "answers: [{p2: accept}]\n")), "p1.life")
    assert isinstance(found, Refusal) and found.code == "some-rule"


def test_a_flag_is_yes_or_no() -> None:
    found = load_case(f"format: case/1\n{BOARD}independent: maybe\n", "case.yaml", BOOK)
    assert isinstance(found, Refusal) and found.code == "flag"


def test_a_board_without_lines_proposes_nothing() -> None:
    board = "format: position/1\nplayers: {p1: {battlefield: [Grizzly Bears]}, p2: {}}\n"
    case = load_case(board, "board.yaml", CardBook.builtin())
    assert isinstance(case, Case), case
    refused = judge(case)
    assert isinstance(refused, Refusal) and (refused.code, refused.rule) == ("no-lines", "732.2a")
