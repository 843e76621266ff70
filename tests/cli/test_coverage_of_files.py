"""``cards coverage``: its time bounds each card, so a file may be of any length."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from reiterate.cli.card_files import Covered, coverage_ledger
from reiterate.cli.main import _WATCH, command

ROWS: Final = [
    {"name": f"Card {letter}", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": "{T}: Add {C}."}
    for letter in "ABCD"
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of four cards."""
    path = tmp_path / "cards.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


@pytest.mark.parametrize("missing", [False, True])
def test_the_time_begins_anew_before_each_card(file: Path, missing: bool) -> None:
    begun: list[int] = []
    assert isinstance(coverage_ledger(file, missing, None, "", lambda: begun.append(1)), Covered)
    assert len(begun) == len(ROWS)


def test_the_command_bounds_each_card(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    monkeypatch.setattr(_WATCH, "again", lambda: begun.append(1))
    command(["cards", "coverage", "--cards", str(file)])
    assert len(begun) == len(ROWS)
