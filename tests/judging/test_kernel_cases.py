"""Rulings on loops with riders, on turns that merely pass, and on two loops in one script; each was worked out from the texts."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from reiterate.ask.verdict_words import sentence_of
from reiterate.cards import CardBook
from reiterate.judging import verdict as v
from reiterate.judging.case_facts import differences
from reiterate.judging.case_file import Case, load_case
from reiterate.judging.ruling import Ruling, judge
from reiterate.refusals import Refusal
from tests.support.card_files import reference_book, source_of
from tests.support.files import needs_data

CARDS: Final = "cards.jsonl"
FLASK: Final = {
    "name": "Flask",
    "type_line": "Artifact",
    "mana_cost": "{1}",
    "oracle_text": "{0}: You gain 1 life.",
}


@cache
def book(data: bool, folder: Path) -> CardBook:
    """The built-in cards, a flask, and those of the reference data if wanted."""
    own = folder / "own.json"
    own.write_text(json.dumps([FLASK]), encoding="utf-8")
    return CardBook((source_of(own), *(reference_book() if data else CardBook.builtin()).sources))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the flask is written."""
    return tmp_path_factory.mktemp("cards")


def ruled(text: str, cards: CardBook) -> Ruling:
    """The ruling on a case, all of whose expectations hold."""
    case = load_case("format: case/1\n" + text, "case.yaml", cards)
    assert isinstance(case, Case), case
    found = judge(case)
    assert not isinstance(found, Refusal), found
    assert differences(found) == []
    return found


# --- riders --------------------------------------------------------------------------------------------------------


def butchers(more: str, bears: str = "") -> str:
    """Three Butchers of p1, each of which exiles the next; p1 drinks in every lap."""
    return f"""
title: Three Butchers and a flask
policy: tournament
players:
  p1:
    mana: {{B: 4}}
    hand: [Faceless Butcher]
    battlefield: [{{card: Faceless Butcher, label: first, exiled: {{card: Faceless Butcher, owner: p1}}}}, Flask{bears}]
  p2: {{}}
script: |
  cast Faceless Butcher
  all pass
{more}"""


FORCED: Final = "  repeat 1:\n    activate Flask\n    all pass\n    all pass\n    all pass\n"


@needs_data(CARDS)
def test_mtr_4_4_2_who_drinks_in_each_lap_does_not_maintain_the_butchers(folder: Path) -> None:
    """Nobody could stop the Butchers: each player in turn names a number or no action, and p2 has nothing to act with."""
    cards = book(True, folder)
    opened = ruled(butchers(FORCED), cards)
    assert opened.kind is not None
    assert (opened.kind.keepers, opened.kind.mandatory, opened.kind.to_ask) == ((), True, (0,))
    assert [each.what for each in opened.kind.riders] == ["p1: activate Flask"]
    said = "said:\n  - p1: no action\n  - p2: no action\nexpect:\n  outcome: draw\n"
    assert ruled(butchers(FORCED + said), cards).verdict.outcome == v.DRAW


@needs_data(CARDS)
def test_mtr_4_4_7_a_choice_keeps_the_butchers_up_and_the_flask_does_not(folder: Path) -> None:
    """With another target p1 could end it: p1 names a number, and the game moves to that choice."""
    chosen = "  target first\n  repeat 1:\n    activate Flask\n    all pass\n    all pass\n    all pass\n    target oldest Faceless Butcher\n"
    said = "said:\n  - p1: number 4\n  - p2: accept\n"
    found = ruled(butchers(chosen + said, ", Grizzly Bears"), book(True, folder))
    assert found.kind is not None
    assert [[kept.acts for kept in kernel.kept] for kernel in found.kind.kernels] == [[False]]
    assert (found.kind.keepers, [each.what for each in found.kind.riders]) == ((0,), ["p1: activate Flask"])


# --- turns that merely pass ----------------------------------------------------------------------------------------


def turns(policy: str, more: str) -> str:
    """Turn cycles with unknown cards in hands and libraries."""
    lap = "    all pass to end step\n    all pass to draw step\n"
    return f"""
title: Turns
policy: {policy}
players:
  p1: {{hand: 3, library: 30}}
  p2: {{hand: 3, library: 40}}
script: |
  repeat 5:
{lap}{lap}{more}"""


@pytest.mark.parametrize("policy", ["comprehensive", "tournament", "g18"])
def test_732_2a_five_turn_cycles_are_taken_to_their_end_and_not_to_an_empty_library(policy: str, folder: Path) -> None:
    more = "said:\n  - p2: accept\nexpect:\n  outcome: proposal_stands\n  iterations: 5\n  turn_of: p1\n  step: draw\n"
    found = ruled(turns(policy, more), book(False, folder))
    assert found.verdict.outcome == v.STANDS
    assert "wins" not in sentence_of(found)


def test_732_1b_turns_in_which_other_cards_are_drawn_are_no_loop(folder: Path) -> None:
    found = ruled(turns("comprehensive", "question: is it a loop\n"), book(False, folder))
    assert found.verdict.outcome == v.NOT_A_LOOP


SIEGE: Final = {
    "name": "Siege",
    "type_line": "Enchantment",
    "mana_cost": "{B}",
    "oracle_text": "At the beginning of your upkeep, you lose 1 life.",
}
CALM: Final = {
    "name": "Calm",
    "type_line": "Enchantment",
    "mana_cost": "{U}",
    "oracle_text": "Skip your draw step.",
}


def sieged(policy: str, mine: str, theirs: str, more: str) -> str:
    """Turn cycles in which p1 loses a life in each upkeep, by what p1 controls itself."""
    lap = "    all pass to next turn discarding unknown\n    all pass to main phase\n"
    return f"""
title: Turns under siege
policy: {policy}
players:
  p1: {{battlefield: [Siege{mine}], library: 40, hand: 3}}
  p2: {{library: 40, hand: 2{theirs}}}
script: |
  repeat 2:
{lap}{lap}{more}"""


def of_turns(folder: Path) -> CardBook:
    """The built-in cards, with what makes turns differ."""
    own = folder / "turns.json"
    own.write_text(json.dumps([SIEGE, CALM]), encoding="utf-8")
    found = CardBook.builtin().with_files([own])
    assert isinstance(found, CardBook), found
    return found


@pytest.mark.parametrize("policy", ["comprehensive", "tournament", "g18"])
def test_732_2a_a_trigger_in_each_turn_makes_no_loop_of_turns_in_which_other_cards_are_drawn(
    policy: str, folder: Path
) -> None:
    more = "said:\n  - p2: accept\nexpect:\n  outcome: proposal_stands\n  iterations: 2\n  p1.life: 18\n"
    assert ruled(sieged(policy, "", "", more), of_turns(folder)).verdict.winner is None


@pytest.mark.parametrize("question", ["is it a loop", "may it go on", "does it end"])
def test_732_1b_whatever_is_asked_of_turns_with_a_trigger_they_are_no_loop(question: str, folder: Path) -> None:
    found = ruled(sieged("comprehensive", "", "", f"question: {question}\n"), of_turns(folder))
    assert found.verdict.outcome == v.NOT_A_LOOP
    assert sentence_of(found).startswith("It is no loop: turns pass")


def test_732_1b_where_nobody_draws_the_trigger_runs_to_the_end(folder: Path) -> None:
    found = ruled(sieged("comprehensive", ", Calm", ", battlefield: [Calm]", ""), of_turns(folder))
    assert found.verdict.outcome == v.RUNS


def test_mtr_4_4_par_4_what_changes_from_turn_to_turn_is_no_loop_though_nobody_keeps_it_up(folder: Path) -> None:
    found = ruled(sieged("tournament", ", Calm", ", battlefield: [Calm]", ""), of_turns(folder))
    assert (found.verdict.outcome, found.verdict.reason) == (v.NOT_A_LOOP, "meaningful_change")


# --- two loops -------------------------------------------------------------------------------------------------------

TWO: Final = """
title: Five, and seven in another way
players:
  p1:
    battlefield: [Midnight Guard, {{card: Presence of Gond, attached to: Midnight Guard}}, Flask]
  p2: {{}}
script: |
  repeat 5:
    activate Midnight Guard
    all pass
    all pass
  repeat 7:
    activate Midnight Guard
    all pass
    all pass
{flask}
said:
  - p2: accept
expect:
  iterations: {iterations}
  p1.tokens.Elf Warrior: 12
"""
DRINK: Final = "    activate Flask\n    all pass"


def test_732_2a_two_loops_in_one_script_have_a_number_each(folder: Path) -> None:
    found = ruled(TWO.format(flask=DRINK, iterations=7), book(False, folder))
    assert sentence_of(found).startswith("All agree: 5 iterations, then 7 iterations;")


def test_732_2a_the_same_loop_written_twice_is_one(folder: Path) -> None:
    found = ruled(TWO.format(flask="", iterations=12), book(False, folder))
    assert sentence_of(found).startswith("All agree: 12 iterations;")


# --- what was played by hand -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("happened", "answer"),
    [
        ("activate Flask\n  all pass\n  activate Flask\n  all pass", v.IS_ONE),
        ("repeat 3:\n    activate Flask\n    all pass", v.IS_ONE),
        ("activate Flask\n  all pass", v.NOT_KNOWN),
    ],
)
def test_732_1b_whether_what_was_shown_twice_by_hand_is_a_loop(happened: str, answer: str, folder: Path) -> None:
    text = f"""
question: is it a loop
players:
  p1: {{battlefield: [Flask]}}
  p2: {{}}
happened: |
  {happened}
"""
    assert ruled(text, book(False, folder)).verdict.answer == answer
