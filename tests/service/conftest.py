"""One service that the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reiterate.service.settings import Limits, Settings
from tests.support.served import Served, serving

ROOMY = Limits(rate=10_000, burst=10_000, each=8)


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A service with room for many requests of one client."""
    with serving(Settings(port=0, limits=ROOMY)) as found:
        yield found
