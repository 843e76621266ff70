"""The search for dead code finds some, and its exceptions have reasons; ``make lint-dead`` searches the whole house."""

from __future__ import annotations

from pathlib import Path

from tests.house.dead_code import SOURCE, TESTS, complaints, found


def test_what_nothing_uses_is_found_and_exceptions_that_nothing_needs_too(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def used(): ...\ndef kept(): ...\ndef lost(): ...\nused()\n", encoding="utf-8")
    (dead, needless) = complaints(found([tmp_path]), {"kept": "a reason", "gone": "a reason"})
    assert "unused function 'lost'" in dead
    assert needless == "gone: an exception that nothing needs"


def test_every_exception_has_a_reason() -> None:
    assert [name for name, why in {**SOURCE, **TESTS}.items() if len(why.split()) < 4] == []
