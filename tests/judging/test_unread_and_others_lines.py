"""What a case must not decide: an ability that was not read, and a line behind the place that another player makes."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.ask.building_verdict import verdict_of
from reiterate.cards import CardBook
from reiterate.judging import verdict as v
from reiterate.judging.case_file import Case, load_case
from reiterate.judging.ruling import Ruling, judge
from reiterate.refusals import UNSUPPORTED, Refusal
from tests.support.case_files import CARDS
from tests.support.case_files import book as whole_book
from tests.support.files import needs_data

ELVES: Final = """format: case/1
policy: tournament
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
  p2: {}
script: |
  repeat 1:
    activate Midnight Guard
    all pass
    all pass
said:
  - p1: number 1000
  - p2: number 7
"""
UNREAD: Final = """format: case/1
players:
  p1:
    battlefield: [Frenetic Efreet]
  p2: {}
script: |
  repeat 3:
    activate Frenetic Efreet%s
    all pass
expect:
  outcome: proposal_rejected
"""


def case_of(text: str, book: CardBook) -> Case:
    case = load_case(text, "case.yaml", book)
    assert isinstance(case, Case), case
    return case


@pytest.mark.parametrize("line", ["p1: activate Midnight Guard", "p1: pass"])
def test_117_1_a_line_by_another_player_behind_the_place_is_ruled_illegal(line: str) -> None:
    ruling = judge(case_of(f"{ELVES}then: |\n  {line}\n", CardBook.builtin()))
    assert isinstance(ruling, Ruling), ruling
    assert ruling.verdict.outcome == v.ILLEGAL
    assert ruling.refusal is not None and ruling.refusal.rule == "117.1"


@needs_data(CARDS)
@pytest.mark.parametrize("words", ["", ": Flip a coin", ": #1"])
def test_602_1_an_unread_ability_is_not_understood_before_it_is_anything_else(words: str) -> None:
    found = judge(case_of(UNREAD % words, whole_book()))
    assert isinstance(found, Refusal), found
    assert (found.kind, found.code) == (UNSUPPORTED, "clause-not-understood")


#: Elves of p1, what p2 says, and a line behind it.
BEHIND: Final = """format: case/1
players:
  p1:
    hand: [Lightning Bolt]
    mana: {R: 1}
    battlefield: [%s]
  p2: {}
script: |
  repeat 3:
    activate Midnight Guard
    all pass
    all pass
said:
  - p2: %s
then: |
  %s
"""


@pytest.mark.parametrize("line", ["p1: pass", "p2: pass", "cast Lightning Bolt targeting p2"])
def test_104_3a_nothing_follows_where_everybody_else_has_conceded(line: str) -> None:
    guard = "Midnight Guard, {card: Presence of Gond, attached to: Midnight Guard}"
    ruling = judge(case_of(BEHIND % (guard, "concede", line), CardBook.builtin()))
    assert isinstance(ruling, Ruling) and ruling.refusal is not None, ruling
    assert (ruling.verdict.outcome, ruling.refusal.code) == (v.ILLEGAL, "game-over")


def test_732_2c_a_line_that_may_not_be_played_does_not_make_a_whole_shortcut_a_shortened_one() -> None:
    guard = "Midnight Guard, {card: Presence of Gond, attached to: Midnight Guard}"
    ruling = judge(case_of(BEHIND % (guard, "accept", "p2: pass"), CardBook.builtin()))
    assert isinstance(ruling, Ruling), ruling
    told = [each.what for each in verdict_of(ruling, "case.yaml").because]
    assert "so the shortcut is taken as it was proposed" in told
    assert not any("stops it" in each for each in told)


THREE: Final = """format: case/1
policy: comprehensive
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
  p2: {hand: [Lightning Bolt], mana: {R: 1}}
  p3: {hand: [Lightning Bolt], mana: {R: 1}}
script: |
  repeat 9:
    activate Midnight Guard
    all pass
    all pass
said:
"""


def ruled_on(*said: str) -> Ruling:
    ruling = judge(case_of(THREE + "".join(f"  - {each}\n" for each in said), CardBook.builtin()))
    assert isinstance(ruling, Ruling), ruling
    return ruling


@pytest.mark.parametrize("numbered", [(), ("p1: number 9",)])
def test_104_3a_a_proposal_stands_without_a_player_who_concedes_while_it_waits(numbered: tuple[str, ...]) -> None:
    waiting = ruled_on(*numbered, "p2: concede")
    assert (waiting.verdict.outcome, [seat for seat, _ in waiting.verdict.to_speak]) == (v.OPEN, [2])
    taken = ruled_on(*numbered, "p2: accept", "p3: concede")
    assert (taken.verdict.outcome, taken.taken is not None) == (v.STANDS, True)


def test_800_4a_a_place_is_the_same_place_without_the_passes_of_a_player_who_conceded() -> None:
    """Choice 4 of an iteration is the first pass of p3, and choice 3 once p2 makes none."""
    before = ruled_on("p2: accept", "p3: cut 7.4")
    after = ruled_on("p2: concede", "p3: cut 7.4")
    assert before.taken is not None and after.taken is not None
    assert (before.taken.end.choice, after.taken.end.choice) == (4, 3)
    assert before.verdict.stop is not None and after.verdict.stop is not None
    assert before.verdict.stop.iterations == after.verdict.stop.iterations == 6


@pytest.mark.parametrize("word", ["judge: is a loop", "judge: is no loop"])
def test_732_2a_no_word_of_a_judge_takes_a_proposal_back_outside_of_tournaments(word: str) -> None:
    ruling = ruled_on("p2: call judge", word, "p2: accept", "p3: accept")
    assert ruling.verdict.outcome == v.STANDS
    assert any("the judge rules" in each.what for each in verdict_of(ruling, "case.yaml").because)
