"""One service that the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reiterate.service.settings import Limits, Settings
from tests.support.served import Served, serving

#: Nothing that is asked of it runs out of time: tests of time name limits of their own.
ROOMY = Limits(
    rate=10_000, burst=10_000, bytes=10**9, each=30, games=10_000, streams=6, seconds=300, turn=300, choice=240, grace=2
)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with games, and with room for many requests of one client."""
    url = f"sqlite:///{tmp_path_factory.mktemp('games')}/games.db"
    with serving(Settings(port=0, database=url, limits=ROOMY, workers_first=False)) as found:
        yield found
