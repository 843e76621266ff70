"""The search for dead code finds some, and its exceptions have reasons; ``make lint-dead`` searches the whole house."""

from __future__ import annotations

from pathlib import Path

from tests.house.dead_code import LISTS, SOURCE, TESTS, complaints, found
from tests.support.files import ROOT


def test_what_nothing_uses_is_found_and_exceptions_that_nothing_needs_too(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def used(): ...\ndef kept(): ...\ndef lost(): ...\nused()\n", encoding="utf-8")
    (dead, needless) = complaints(found([tmp_path]), {"kept": "a reason", "gone": "a reason"})
    assert "unused function 'lost'" in dead
    assert needless == "gone: an exception that nothing needs"


def test_every_exception_has_a_reason() -> None:
    assert [name for name, why in {**SOURCE, **LISTS, **TESTS}.items() if len(why.split()) < 4] == []


def test_every_list_is_a_file_of_the_source() -> None:
    assert [name for name in LISTS if not (ROOT / "src" / "reiterate" / name).is_file()] == []
