"""Boards from the rules' own text: each is played and asked everything that was worked out of it."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest
import yaml

from tests.house.rules_sections import sections
from tests.house.rules_table import DONE, PARTLY
from tests.rule_boards.playing import differences
from tests.rule_boards.reading import EXAMPLES, FOLDER, INTERACTIONS, Board, read_boards
from tests.support.files import ROOT

RULES: Final = ROOT / "../shared/reference/comprehensive-rules-2026-01-16.txt"

#: Examples of the rules that no board shows yet, by rule and number, with the reason.
NOT_YET: Final = FOLDER / "not_yet.yaml"

_EXAMPLES: Final = read_boards(EXAMPLES)
_INTERACTIONS: Final = read_boards(INTERACTIONS)


@pytest.mark.parametrize("board", _EXAMPLES, ids=lambda board: board.name)
def test_an_example_of_the_rules_comes_out_as_its_text_says(board: Board) -> None:
    assert not differences(board)


@pytest.mark.parametrize("board", _INTERACTIONS, ids=lambda board: board.name)
def test_a_board_comes_out_as_was_worked_out_from_the_rules(board: Board) -> None:
    assert not differences(board)


@cache
def _examples_of_the_text() -> dict[str, int]:
    """How many examples stand under each rule of the text; skips where the text is absent."""
    if not RULES.is_file():
        pytest.skip("comprehensive-rules-2026-01-16.txt is absent (it lies beside the reference data)")
    found: dict[str, int] = {}
    rule = ""
    for line in RULES.read_text(encoding="utf-8").splitlines():
        numbered = re.match(r"(\d{3}\.\d+[a-z]?)\.?\s", line)
        rule = numbered[1] if numbered else rule
        if line.startswith("Example:"):
            found[rule] = found.get(rule, 0) + 1
    return found


def _not_yet() -> dict[tuple[str, int], str]:
    loaded = yaml.load(NOT_YET.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return {(row["rule"], int(row["example"])): row["because"] for row in loaded}


def test_every_example_of_the_rules_stands_as_a_board_or_says_why_not() -> None:
    text = {(rule, n) for rule, count in _examples_of_the_text().items() for n in range(1, count + 1)}
    boards = {(board.rule, board.example) for board in _EXAMPLES}
    assert not boards - text, "the text has no such example"
    assert not boards & set(_not_yet()), "stands as a board and in the list"
    assert not text - boards - set(_not_yet()), "stands nowhere"
    assert not set(_not_yet()) - text


def test_each_missing_example_has_a_reason() -> None:
    assert all(len(reason.split()) >= 3 for reason in _not_yet().values())


def test_boards_stand_on_sections_that_the_engine_claims() -> None:
    claimed = {section.number for section in sections() if section.status in (DONE, PARTLY)}
    assert not [b.name for b in (*_EXAMPLES, *_INTERACTIONS) if _cited(int(b.rule[:3])) not in claimed]


def _cited(section: int) -> int:
    """The number of a section in the newest edition, which has Preparation Cards (722): one higher from there on."""
    return section + 1 if 722 <= section <= 732 else section
