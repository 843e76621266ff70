"""A PostgreSQL server of the tests' own, in a folder of its own, without a network; none where none is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine, text

#: What a test says that is skipped for want of a server.
ABSENT: Final = "no PostgreSQL server is installed here: initdb and pg_ctl are not on the path"

#: Users that a server may run as where the tests run as root, which PostgreSQL refuses.
_USERS: Final = ("postgres", "nobody")
_NAME: Final = "reiterate"


def installed() -> bool:
    """Whether a server could be started."""
    return all(shutil.which(program) for program in ("initdb", "pg_ctl"))


def _user() -> str | None:
    """Whom the server runs as; None: as who runs the tests."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(user for user in _USERS if user in known)


@contextmanager
def server() -> Iterator[str]:
    """A server that runs: the URL of its first database. It is gone afterwards."""
    user = _user()
    with tempfile.TemporaryDirectory(prefix="rtpg-") as folder:
        data = Path(folder) / "data"
        if user is not None:
            shutil.chown(folder, user)
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        _run(user, "initdb", "-D", str(data), "-U", _NAME, "-A", "trust", "--no-sync")
        log = str(Path(folder) / "log")
        _run(user, "pg_ctl", "-D", str(data), "-w", "-l", log, "-o", options, "start")
        try:
            yield f"postgresql+psycopg://{_NAME}@/postgres?host={folder}"
        finally:
            if (data / "postmaster.pid").exists():
                _stop(user, data)


def stop(url: str) -> None:
    """Stop a server of ``server`` before its time."""
    _stop(_user(), Path(url.partition("host=")[2]) / "data")


def _stop(user: str | None, data: Path) -> None:
    _run(user, "pg_ctl", "-D", str(data), "-m", "immediate", "stop")


def _run(user: str | None, program: str, *words: str) -> None:
    """Run a program of the server. Raises ``CalledProcessError`` where it fails."""
    found = shutil.which(program)
    assert found is not None
    subprocess.run([found, *words], user=user, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, cwd="/")


def database(url: str, name: str) -> str:
    """A new database of a server: its URL."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.replace("/postgres?", f"/{name}?")
