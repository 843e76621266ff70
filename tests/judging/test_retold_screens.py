"""The screens that are retold: each script of ``retold/third`` and ``retold/fourth`` is printed as the golden file beside it.

``REITERATE_REGOLD=1`` writes the golden files; each difference is looked at before it is kept.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from reiterate.ask.building_verdict import verdict_of
from reiterate.cards import CardBook
from reiterate.judging.case_file import Case, load_case_file
from reiterate.judging.ruling import Ruling, judge
from reiterate.show.screen import Page
from reiterate.show.screen_verdict import verdict_screen
from tests.support.case_files import CARDS, book
from tests.support.files import needs_data

RETOLD: Final = Path(__file__).resolve().parent / "retold"
FILES: Final = sorted((RETOLD / "third").glob("*.yaml"))
#: A later set has cards of its own.
FOURTH: Final = RETOLD / "fourth"
LATER: Final = sorted(FOURTH.glob("*.yaml"))


def test_there_are_twenty_scripts_to_retell() -> None:
    assert len(FILES) == len(LATER) == 20


@needs_data(CARDS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_screen_of_a_script_is_its_golden_file(path: Path) -> None:
    _as_its_golden_file(path, book())


@pytest.mark.parametrize("path", LATER, ids=lambda path: path.stem)
def test_the_screen_of_a_later_script_is_its_golden_file(path: Path) -> None:
    cards = CardBook.builtin().with_files([FOURTH / "cards.json"])
    assert isinstance(cards, CardBook), cards
    _as_its_golden_file(path, cards)


def _as_its_golden_file(path: Path, cards: CardBook) -> None:
    case = load_case_file(path, cards)
    assert isinstance(case, Case), case
    ruling = judge(case)
    assert isinstance(ruling, Ruling), ruling
    screen = verdict_screen(verdict_of(ruling, path.name), Page())
    golden = path.with_suffix(".txt")
    if os.environ.get("REITERATE_REGOLD"):
        golden.write_text(screen, encoding="utf-8")
    assert golden.exists(), "REITERATE_REGOLD=1 writes it"
    assert screen == golden.read_text(encoding="utf-8")
