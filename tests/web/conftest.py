"""One table and one browser that the tests of this folder share; each test begins games of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.browsers import OpenTable, browsers, open_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser."""
    with browsers() as found:
        yield found


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenTable]:
    """A table whose first game has persons at all seats."""
    with open_table(tmp_path_factory.mktemp("table"), "--opponent", "person") as found:
        yield found
