"""The thread that collects garbage: it looks at little at a time, however many objects come and go."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import cast

import pytest

from reiterate.service import game_host
from reiterate.table.table import Table


class Over(Exception):
    """The turn that was asked for is over."""


class OneTurn:
    """A table whose games are looked through once."""

    turns = 0

    def rest(self, seconds: float) -> int:
        self.turns += 1
        if self.turns > 1:
            raise Over
        return 0


@pytest.fixture
def thresholds() -> Iterator[None]:
    """The thresholds of the collector are as before in the end."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("thresholds")
def test_garbage_is_collected_often_though_as_many_objects_go_as_come(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[int] = []
    monkeypatch.setattr(game_host, "TIDIED", 1.0)
    monkeypatch.setattr(game_host, "OFTEN", 0.05)
    monkeypatch.setattr(game_host, "LOOK", 0.01)
    monkeypatch.setattr(game_host, "set_aside", lambda: collected.append(1))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))  # no collection of the young ones has been
    with pytest.raises(Over):
        game_host.Tidying(cast(Table, OneTurn()), 0).run()
    assert len(collected) > 4
