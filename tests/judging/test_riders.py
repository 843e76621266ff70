"""What is done beside a loop, and what a player's own part in it is: reduced cases of found errors (732.3, MTR 4.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.judging import verdict as v
from reiterate.judging.case_facts import fact
from reiterate.judging.case_file import Case, load_case_file
from reiterate.judging.ruling import Ruling, judge
from tests.support.files import ROOT

CARDS = ROOT / "tests" / "judging" / "texts_alone" / "cards_of_the_texts.json"

TURNS = """format: case/1
policy: tournament
players:
  p1: {{library: 0, hand: [Homing Stone], battlefield: [Honey Jar]}}
  p2: {{library: [Homing Stone]}}
script: |
  repeat 1:
    {rider}
    cast Homing Stone
    all pass
    activate Homing Stone
    all pass
    all pass to p2's main phase
    cast Homing Stone
    all pass
    activate Homing Stone
    all pass
    all pass to p1's main phase
said:
{judge}  - p1: indefinitely
  - p2: indefinitely
"""

COMBATS = """format: case/1
policy: tournament
players:
  p1: {{battlefield: [Tireless Bull, {along}]}}
  p2: {{battlefield: [Sodden Wall]}}
script: |
  all pass to declare attackers
  repeat 1:
    attack with Tireless Bull
    all pass
    all pass to declare blockers
    Sodden Wall blocks Tireless Bull
    all pass to next declare attackers
said:
  - p1: number 5
  - p2: agree
then: |
  attack with Tireless Bull and {along}
"""

UNLESS = """format: case/1
policy: tournament
players:
  p1:
    mana: {{W: 4, C: 5}}
    hand: ["Angel's Mercy"]
    battlefield: [Taxing Stone, Flow Stone{more}]
  p2: {{}}
script: |
  cast Angel's Mercy paying {{W}}{{W}}{{W}}{{W}}
  all pass
  repeat 1:
    all pass
    no
    all pass
said:
  - p1: number 2
  - p2: no action
then: |
  {then}
"""


def ruled(text: str, folder: Path) -> Ruling:
    """The ruling on the text of a case."""
    book = CardBook.builtin().with_files([CARDS])
    assert isinstance(book, CardBook)
    path = folder / "case.yaml"
    path.write_text(text, encoding="utf-8")
    case = load_case_file(path, book)
    assert isinstance(case, Case), case
    ruling = judge(case)
    assert isinstance(ruling, Ruling), ruling
    return ruling


@pytest.mark.parametrize(
    ("words", "outcome"),
    [("", v.DISCRETION), ("  - judge: is a loop\n", v.DRAW), ("  - judge: is no loop\n", v.NOT_A_LOOP)],
)
def test_mtr_4_4_par_4_a_life_beside_a_loop_across_turns_is_for_the_judge(
    words: str, outcome: str, tmp_path: Path
) -> None:
    rider = "activate Honey Jar\n    all pass"
    assert ruled(TURNS.format(rider=rider, judge=words), tmp_path).verdict.outcome == outcome
    assert ruled(TURNS.format(rider="# nothing", judge=""), tmp_path).verdict.outcome == v.DRAW


@pytest.mark.parametrize(("along", "outcome"), [("Small Fry", v.ILLEGAL), ("Grizzly Bears", v.STANDS)])
def test_mtr_4_4_par_8_an_attack_along_begins_the_loop_again_unless_it_deals_damage(
    along: str, outcome: str, tmp_path: Path
) -> None:
    assert ruled(COMBATS.format(along=along), tmp_path).verdict.outcome == outcome


@pytest.mark.parametrize(("then", "outcome"), [("yes", v.GAME_CONTINUES), ("no", v.ILLEGAL)])
def test_mtr_4_4_par_2_who_can_only_pay_stops_where_that_is_asked(then: str, outcome: str, tmp_path: Path) -> None:
    ruling = ruled(UNLESS.format(more="", then=then), tmp_path)
    assert ruling.verdict.outcome == outcome
    assert [fact(ruling, path) for path in ("iterations", "decides", "way_out")] == ["2", "p1", "true"]


def test_mtr_4_4_par_2_who_could_act_with_priority_stops_between_two_iterations(tmp_path: Path) -> None:
    text = UNLESS.format(more=", Breaking Seal", then="activate Breaking Seal targeting Flow Stone")
    ruling = ruled(text, tmp_path)
    assert ruling.verdict.outcome == v.GAME_CONTINUES
    assert [fact(ruling, path) for path in ("iterations", "partial", "priority")] == ["2", "false", "p1"]
