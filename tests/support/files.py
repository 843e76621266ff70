"""Where the repository lies, and the reference data: tests that need an absent file of them are skipped and counted.

The reference data (card and combo tables) lie outside the repository: in the folder that ``REITERATE_DATA`` names, by
default ``../shared/data`` beside the repository.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def data_dir() -> Path:
    """The folder with the reference data; it need not exist. A relative name counts from ROOT."""
    return ROOT / os.environ.get("REITERATE_DATA", "../shared/data")


def data_file(name: str) -> Path | None:
    """The file ``name`` of the reference data, or None where it is absent."""
    path = data_dir() / name
    return path if path.is_file() else None


def absent(name: str) -> str:
    """The reason with which a test that needs the absent file ``name`` is skipped."""
    return f"{name} is absent (set REITERATE_DATA)"


_ABSENT = re.compile(r"(?:^|: )(\S+) is absent \(set REITERATE_DATA\)$")


def needs_data(name: str) -> pytest.MarkDecorator:
    """A mark that skips the test where the file ``name`` of the reference data is absent."""
    return pytest.mark.skipif(data_file(name) is None, reason=absent(name))


def require_data(name: str) -> Path:
    """The file ``name`` of the reference data; skips the running test where it is absent."""
    path = data_file(name)
    if path is None:
        pytest.skip(absent(name))
    return path


@cache
def rulings(stage: int) -> dict[str, dict[str, Any]]:
    """The cases of a stage by id; skips the running test where they are absent."""
    lines = require_data("rulings.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return {row["id"]: row for row in rows if row.get("stage") == stage}


def absent_counts(reasons: list[str]) -> Counter[str]:
    """How many of these reasons for skipping name which absent file."""
    matches = (_ABSENT.search(reason) for reason in reasons)
    return Counter(match[1] for match in matches if match)


def absent_lines(reasons: list[str]) -> list[str]:
    """The closing lines of a session: one for each absent file."""
    return [
        f"{count} {'test' if count == 1 else 'tests'} skipped because {absent(name)}"
        for name, count in sorted(absent_counts(reasons).items())
    ]
