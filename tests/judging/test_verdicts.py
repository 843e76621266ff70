"""Verdicts as people read them: a short sentence, reasons, and changes that hold when they are made."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from jsonschema_rs import Draft202012Validator

from reiterate.ask.answer_json import answer_schema, as_json
from reiterate.ask.answer_verdict import Verdict
from reiterate.ask.building import answer, exit_code
from reiterate.ask.building_verdict import asked_of, judged, verdict_of
from reiterate.ask.verdict_words import sentence_of
from reiterate.judging import verdict as v
from reiterate.judging.case_file import WHAT_FOLLOWS, Case, case_of, load_case, load_case_file
from reiterate.judging.ruling import Ruling, judge
from reiterate.judging.statements import JUDGE, Said, read_statement
from reiterate.judging.what_if import WhatIf, signature, what_if
from reiterate.loops.play import play
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.script.script import BodyReader, parse_script
from reiterate.show.screen import Page
from reiterate.show.screen_verdict import verdict_screen
from tests.support.case_files import CARDS, FILES, book
from tests.support.files import ROOT, needs_data

SENTENCE_CASES: Final = sorted((Path(__file__).resolve().parent / "sentence_cases").glob("*.yaml"))
#: All cases; one of them takes longer than all others together, and its twin is here.
CASES: Final = [path for path in (*FILES, *SENTENCE_CASES) if path.stem != "FAM-02"]
VALIDATOR: Final = Draft202012Validator({**answer_schema()["$defs"]["Verdict"], "$defs": answer_schema()["$defs"]})
#: Outcomes that say what a player owes, and to whom the game goes on.
DECIDED: Final = (v.DRAW, v.MUST_CHANGE, v.STANDS, v.GAME_CONTINUES, v.OPEN, v.RUNS)


@cache
def read(path: Path) -> Case:
    found = load_case_file(path, book())
    assert isinstance(found, Case), found
    return found


@cache
def ruled(path: Path) -> Ruling:
    found = judge(read(path))
    assert isinstance(found, Ruling), found
    return found


@cache
def told(path: Path) -> Verdict:
    return verdict_of(ruled(path), path.name)


def in_case(case: Case, changed: WhatIf) -> Case:
    """A case as it was read, with a change in it. The lines that follow are left out: they were written for the case."""
    position = replace(case.position, answers=[], then=())
    happened = case.happened if changed.happened is None else case.happened[: changed.happened]
    new = changed.case
    return replace(case, position=position, said=new.said, happened=happened, question=new.question, shown=new.shown)


def each(text: str) -> Case:
    """A case from its text."""
    found = load_case(text, "case.yaml", book())
    assert isinstance(found, Case), found
    return found


# --- all cases ----------------------------------------------------------------------------------------------------


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_screen_is_a_short_sentence_and_twelve_lines(path: Path) -> None:
    found = told(path)
    lines = verdict_screen(found, Page()).splitlines()
    assert lines[0] == found.sentence and len(found.sentence.split()) <= 12
    assert len(lines) <= 12 and "(more: --why)" not in lines
    heads = {line.split()[0] for line in lines[2:] if line[:1] != " "}
    assert {"because", "by"} <= heads
    assert "differs" in heads or not found.differs
    assert "shown" in heads or not found.demonstration


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
def test_a_verdict_asks_whom_its_ruling_asks() -> None:
    """Who reads whom a ruling asks, as other tests do, reads what stands in the verdict."""
    asking = [path for path in CASES if told(path).ask]
    assert len(asking) > 4
    assert all(told(path).ask == asked_of(ruled(path)) for path in asking)


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_change_that_is_named_changes_the_ruling(path: Path) -> None:
    """The case as it was read, with the change in it, is ruled as the screen says; and otherwise than without it."""
    ruling = ruled(path)
    for changed in what_if(ruling):
        other = judge(in_case(read(path), changed))
        assert isinstance(other, Ruling), other
        assert signature(other) == signature(changed.ruling)
        assert sentence_of(other) == sentence_of(changed.ruling)
        assert other.verdict != ruling.verdict
        assert sentence_of(other) != sentence_of(ruling)


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_statements_that_change_it_can_be_typed_into_the_file(path: Path) -> None:
    for change in told(path).differs:
        if not change.said:
            continue
        statements = tuple(typed(words) for words in change.said)
        case = read(path)
        position = replace(case.position, answers=[], then=())
        plain = judge(replace(case, said=statements, question=WHAT_FOLLOWS, position=position))
        assert isinstance(plain, Ruling), plain
        assert case.edition.renumbered(sentence_of(plain)) == change.then


def typed(words: str) -> Said:
    """A statement from "p1: number 3"."""
    who, rest = words.split(": ", 1)
    found = read_statement(JUDGE if who == "judge" else int(who[1:]) - 1, rest)
    assert isinstance(found, Said), found
    return found


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
def test_decided_loops_name_what_would_change_them() -> None:
    silent = {
        path.stem
        for path in CASES
        if told(path).outcome in DECIDED and ruled(path).loop is not None and not told(path).differs
    }
    assert silent == {"CR-11-twin"}  # p2 could act on p2's own turn, and the places that were tried are p1's


def as_written(line: str) -> list[str]:
    """A choice as a script has it: what random events gave stands above it."""
    words, *given = line.split(" (result: ")
    plain = f"{words.split(': pass', 1)[0]}: pass" if ": pass over " in words else words
    return [*(f"result: {each.removesuffix(')')}" for each in given), plain]


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_first_choices_can_be_played(path: Path) -> None:
    ruling, lines = ruled(path), told(path).demonstration
    if not lines:
        return
    if ruling.history is not None:
        made = ruling.history.since() or ruling.history.line
        start, states = made[0][0], [state for state, _ in made]
    else:
        start, states = ruling.case.position.state, []
        if ruling.loop is not None:
            start = ruling.loop.heads[0]
    nodes = parse_script("\n".join(words for line in lines for words in as_written(line)))
    assert not isinstance(nodes, Refusal), nodes
    seen = []
    played = play(start, BodyReader(nodes), observe=lambda at, _: seen.append(at))
    assert len(played.choices) == len(lines), played.refusal
    assert all(same(a, b) for a, b in zip(seen, states, strict=False))


@needs_data(CARDS)
@pytest.mark.slow("judges every case")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_verdict_fits_its_schema_also_as_part_of_an_answer(path: Path) -> None:
    VALIDATOR.validate(as_json(told(path)))
    whole = as_json(judged(read(path), told(path)))
    assert (whole["format"], whole["asked"], whole["verdict"]) == ("answer/1", ["judge"], as_json(told(path)))


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
    mine, other = (told(path) for path in FILES if path.stem in ("CR-16", "CR-18"))
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
