"""The screens that readers retell: each script of ``retold/third`` is printed as the golden file beside it.

``REITERATE_REGOLD=1`` writes the golden files; each difference is looked at before it is kept.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from reiterate.rulings.case_file import Case, load_case_file
from reiterate.rulings.ruling import Ruling, judge
from reiterate.show.building_verdict import verdict_of
from reiterate.show.screen import Page
from reiterate.show.screen_verdict import verdict_screen
from tests.support.case_files import CARDS, book
from tests.support.files import needs_data

FOLDER: Final = Path(__file__).resolve().parent / "retold" / "third"
FILES: Final = sorted(FOLDER.glob("*.yaml"))


def test_there_are_twenty_scripts_to_retell() -> None:
    assert len(FILES) == 20


@needs_data(CARDS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_screen_of_a_script_is_its_golden_file(path: Path) -> None:
    case = load_case_file(path, book())
    assert isinstance(case, Case), case
    ruling = judge(case)
    assert isinstance(ruling, Ruling), ruling
    screen = verdict_screen(verdict_of(ruling, path.name), Page())
    golden = path.with_suffix(".txt")
    if os.environ.get("REITERATE_REGOLD"):
        golden.write_text(screen, encoding="utf-8")
    assert golden.exists(), "REITERATE_REGOLD=1 writes it"
    assert screen == golden.read_text(encoding="utf-8")
