"""What a case must not decide: an ability that was not read, and a line behind the place that another player makes."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import UNSUPPORTED, Refusal
from reiterate.rulings import verdict as v
from reiterate.rulings.case_file import Case, load_case
from reiterate.rulings.ruling import Ruling, judge
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
