"""Databases for tests of the table: a file of SQLite, and a database of a PostgreSQL server where one is installed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

import pytest

from tests.support import postgres
from tests.table.laid_table import quick_folder

_NUMBERS: Final = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server of the tests' own; the test is skipped where none is installed."""
    if not postgres.installed():
        pytest.skip(postgres.ABSENT)
    with postgres.server() as url:
        yield url


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgresql", marks=pytest.mark.slow("starts a server of its own, which takes time")),
    ]
)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a new database, of each kind in turn."""
    if request.param == "sqlite":
        with quick_folder() as folder:
            yield f"sqlite:///{folder / 'games.db'}"
    else:
        server = request.getfixturevalue("postgres_server")
        yield postgres.database(server, f"games{next(_NUMBERS)}")
