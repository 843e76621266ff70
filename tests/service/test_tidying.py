"""The thread that collects garbage: it looks at little at a time, however many objects come and go."""

from __future__ import annotations

import gc
from typing import cast

import pytest

from reiterate.service import game_host
from reiterate.table.table import Table


class Over(Exception):
    """The turn that was asked for is over."""


class Turns:
    """A table whose games are looked through so many times."""

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def rest(self, seconds: float) -> int:
        if not self.turns:
            raise Over
        self.turns -= 1
        return 0


def tidying(monkeypatch: pytest.MonkeyPatch, turns: int) -> game_host.Tidying:
    """The thread, which leaves the thresholds of the collector as they are."""
    monkeypatch.setattr(gc, "set_threshold", lambda *_: None)
    return game_host.Tidying(cast("Table", Turns(turns)), 0)


def test_garbage_is_collected_often_though_as_many_objects_go_as_come(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[int] = []
    monkeypatch.setattr(game_host, "TIDIED", 1.0)
    monkeypatch.setattr(game_host, "OFTEN", 0.05)
    monkeypatch.setattr(game_host, "LOOK", 0.01)
    monkeypatch.setattr(game_host, "collect_garbage", lambda: collected.append(1))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))  # no collection of the young ones has been
    one = tidying(monkeypatch, 1)
    with pytest.raises(Over):
        one.run()
    assert len(collected) > 4


def test_everything_is_looked_at_where_memory_has_grown_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    held = iter([100, 110, 119, 121, 200, 210, 241])
    whole: list[int] = []
    monkeypatch.setattr(game_host, "TIDIED", 0.0)
    monkeypatch.setattr(game_host, "WHOLE", 1)
    monkeypatch.setattr(game_host, "resident", lambda: next(held))
    monkeypatch.setattr(gc, "unfreeze", lambda: whole.append(1))
    looks: list[int] = []
    one = tidying(monkeypatch, 0)
    for turns in (3, 1, 2, 1):
        one.table = cast("Table", Turns(turns))
        with pytest.raises(Over):
            one.run()
        looks.append(len(whole))
    assert looks == [0, 1, 1, 2]
