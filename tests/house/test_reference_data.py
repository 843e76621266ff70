"""The shared helpers of the tests: the reference data, and what is said when it is absent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.files import absent, absent_lines, data_file


def test_data_file_is_found_where_the_variable_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REITERATE_DATA", str(tmp_path))
    (tmp_path / "cards.jsonl").touch()
    assert data_file("cards.jsonl") == tmp_path / "cards.jsonl"
    assert data_file("combos.jsonl") is None


def test_a_test_that_needs_an_absent_file_is_skipped(
    data: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REITERATE_DATA", str(tmp_path))
    with pytest.raises(pytest.skip.Exception, match=r"cards\.jsonl is absent"):
        data("cards.jsonl")


def test_the_session_ends_with_a_count_for_each_absent_file() -> None:
    skipped = [f"Skipped: {absent(name)}" for name in ("b.jsonl", "a.jsonl", "b.jsonl")]
    assert absent_lines([*skipped, "Skipped: something else"]) == [
        "1 test skipped because a.jsonl is absent (set REITERATE_DATA)",
        "2 tests skipped because b.jsonl is absent (set REITERATE_DATA)",
    ]
    assert absent_lines([]) == []
