"""Verdicts as people read them: a short sentence, reasons, and changes that hold when they are made."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.ask.answer_verdict import Verdict
from reiterate.ask.building import answer, exit_code
from reiterate.ask.building_verdict import verdict_of
from reiterate.ask.verdict_words import sentence_of
from reiterate.judging import verdict as v
from reiterate.judging.case_file import Case, case_of, load_case
from reiterate.judging.ruling import Ruling, judge
from reiterate.judging.what_if import what_if
from tests.support.case_files import CARDS, FILES, book, ruled
from tests.support.files import ROOT, needs_data


def each(text: str) -> Case:
    """A case from its text."""
    found = load_case(text, "case.yaml", book())
    assert isinstance(found, Case), found
    return found


# --- boards worked out by hand ------------------------------------------------------------------------------------

GUARD: Final = """format: case/1
policy: {policy}
players:
  p1:
    battlefield:
      - Midnight Guard
      - {{card: Presence of Gond, attached to: Midnight Guard}}
  p2: {{hand: [Lightning Bolt], mana: {{R: 1}}}}
script: |
  repeat 1000:
    activate Midnight Guard
    all pass
    all pass
said: [{said}]
"""


def guard(policy: str, said: str) -> Verdict:
    found = judge(each(GUARD.format(policy=policy, said=said)))
    assert isinstance(found, Ruling), found
    return verdict_of(found, "case.yaml")


@pytest.mark.parametrize(
    ("policy", "said", "sentence"),
    [
        ("comprehensive", "", "p2: agree to 1,000 iterations, or say where you stop it."),
        ("comprehensive", "p2: accept", "All agree: 1,000 iterations; then p1 has priority."),
        ("comprehensive", "p2: cut 7.3", "Stop inside iteration 7: there p2 must act, not pass."),
        ("tournament", "", "p1, how often? Name a number."),
        ("tournament", "p1: number 9, p2: number 4", "After 4 iterations p2 has priority."),
        ("tournament", "p1: number 9, p2: cut 4.3", "Stop inside iteration 4: there p2 has priority."),
        ("tournament", "p1: number 0, p2: agree", "All agree: 0 iterations; then p1 has priority."),
        ("tournament", "p1: indefinitely", "p1 can't go on for ever: name a number."),
        ("tournament", "p1: number 9, judge: is no loop", "No shortcut: play it out by hand."),
        ("tournament", "p1: number 9, p2: concede", "p1 wins: everybody else has conceded."),
        ("g18", "p1: number infinity", "Show the cycle twice, then name a number."),
        ("g18", "p1: number 9, p2: agree", "Show the cycle twice, then name a number."),
    ],
)
@needs_data(CARDS)
def test_the_sentence_says_who_must_do_what(policy: str, said: str, sentence: str) -> None:
    statements = ", ".join("{" + one + "}" for one in said.split(", ") if one)
    assert guard(policy, statements).sentence == sentence


@needs_data(CARDS)
def test_732_2b_what_each_answer_brings_is_told_to_who_is_asked() -> None:
    found = guard("comprehensive", "")
    assert [(one.what, one.said, one.then) for one in found.differs] == [
        ("if p2 says 'accept'", ["p2: accept"], "All agree: 1,000 iterations; then p1 has priority."),
        (
            "if p2 says 'cut 1.5' (iteration 1, before choice 5)",
            ["p2: cut 1.5"],
            "Stop inside iteration 1: there p2 must act, not pass.",
        ),
    ]
    assert found.ask[0].may_say == ["accept", "cut"] and found.ask[0].means == ["cast Lightning Bolt"]


@needs_data(CARDS)
def test_732_3_on_another_players_turn_that_player_is_asked() -> None:
    """CR-16 is p1's turn, and CR-18 the same board on p2's: what the one says of the other is so."""
    mine, other = (verdict_of(ruled(path), path.name) for path in FILES if path.stem in ("CR-16", "CR-18"))
    assert "were it p2's turn, p2 would have to do something else instead" in [one.what for one in mine.differs]
    assert (mine.must_change, other.must_change) == ("p1", "p2")


@needs_data(CARDS)
def test_a_position_is_judged_as_part_of_an_answer() -> None:
    found = answer(each(GUARD.format(policy="comprehensive", said="")).position, ["judge"])
    assert found.verdict is not None and found.verdict.outcome == v.OPEN
    assert (found.asked, found.refusals, found.run, exit_code(found)) == (["judge"], [], None, 0)


@needs_data(CARDS)
def test_a_command_that_is_shown_is_one_that_reads_the_file() -> None:
    case = each(GUARD.format(policy="comprehensive", said=""))
    laid_out = judge(case_of(case.position))
    ruling = judge(case)
    assert isinstance(laid_out, Ruling) and isinstance(ruling, Ruling)
    assert verdict_of(laid_out, "a.yaml").shown == "reiterate loop a.yaml"
    assert verdict_of(ruling, "a.yaml").shown == "reiterate judge a.yaml --why"
    assert verdict_of(ruling, "-").shown == ""


#: What a program would say of itself, and nobody at a table.
PROGRAM_WORDS: Final = ("nothing asks for '", "a decision comes first", "a line that makes it", "can be done 1 times")


@pytest.mark.parametrize("words", PROGRAM_WORDS)
def test_no_message_has_words_of_the_program(words: str) -> None:
    files = sorted((ROOT / "src").rglob("*.py"))
    assert len(files) > 500
    assert [path.name for path in files if words in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("word", ["is a loop", "is no loop", "stalling", "a choice exists", "none exists"])
def test_732_2_names_no_judge_so_a_judges_word_changes_nothing_there(word: str) -> None:
    board = (
        "format: case/1\nplayers:\n  p1: {battlefield: [Midnight Guard, {card: Presence of Gond, attached to: Midnight Guard}]}\n"
        "  p2: {}\nscript: |\n  repeat 5:\n    activate Midnight Guard\n    all pass\n    all pass\n"
    )
    plain, judged_on = each(board), each(f"{board}said:\n  - judge: {word}\n")
    with_it, without = judge(judged_on), judge(plain)
    assert isinstance(with_it, Ruling) and isinstance(without, Ruling)
    assert (with_it.verdict.outcome, sentence_of(with_it)) == (without.verdict.outcome, sentence_of(without))
    assert not any(one.unjudged for one in what_if(with_it))
