"""Calls that break in the process of the games: too little memory is a refusal, and everything else a bug that is told."""

from __future__ import annotations

import threading
from typing import Any, cast

import pytest

from reiterate.service import game_host
from reiterate.service.worker import Line
from reiterate.table.table import Table
from tests.support.logged import LOGGED

MEGABYTES = 100


@pytest.mark.parametrize(
    ("raised", "used", "code"),
    [
        (MemoryError(), 0, "memory-spent"),
        (SystemError("error return without exception set"), MEGABYTES, "memory-spent"),
        (SystemError("error return without exception set"), MEGABYTES // 2, ""),
        (ZeroDivisionError(), MEGABYTES, ""),
    ],
)
def test_too_little_memory_is_told_from_a_bug(
    monkeypatch: pytest.MonkeyPatch, raised: Exception, used: int, code: str
) -> None:
    """Python without memory can't always say so: a call was answered as a bug that had used up its process."""

    def called(_table: Table, _message: Any) -> Any:
        raise raised

    monkeypatch.setattr(game_host, "call_result", called)
    monkeypatch.setattr(game_host, "peak_memory", lambda: used * 1_000_000)
    host = game_host.Host(cast("Table", None), cast("Line", None), MEGABYTES)
    try:
        stopped = host.under_way[1] = threading.Event()
        found = host._found({"id": 1, "call": "view"}, stopped)
    finally:
        host.finish()
    assert found.get("refusal", {}).get("code", "") == code
    assert found.get("bug", False) == (not code) and any("Traceback" in line for line in LOGGED.lines) == (not code)
    assert not host.under_way
