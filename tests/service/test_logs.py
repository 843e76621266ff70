"""Each line on standard error is a JSON object, whoever says it: the service, a library, Python itself."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from reiterate.client import Begun, Client
from reiterate.service.logs import without_secrets
from reiterate.table.seats import new_secret
from tests.support import postgres
from tests.support.patience import PATIENCE

#: What a process may say beside its log. Each stands behind the lines that make it one process of the server.
SAID = {
    "a library": "import logging; logging.getLogger('some.library').error('password=%s', 'pw-of-the-db')",
    "a library's own handler": (
        "import logging; each = logging.getLogger('own'); each.addHandler(logging.StreamHandler()); begin_logs(); "
        "each.error('two\\nlines')"
    ),
    "a warning": "import warnings; warnings.simplefilter('always'); warnings.warn('look\\nhere')",
    "a thread": "import threading; one = threading.Thread(target=lambda: 1 / 0); one.start(); one.join()",
    "a task": (
        "import asyncio, gc\n"
        "async def fails(): raise ValueError('postgresql://me:pw-of-the-db@db/games')\n"
        "async def main():\n"
        "    asyncio.ensure_future(fails()); await asyncio.sleep(0.01); gc.collect()\n"
        "asyncio.run(main())"
    ),
    "a finalizer": "class Odd:\n    def __del__(self): raise ValueError('gone')\nodd = Odd(); del odd",
    "a worker": "from reiterate.service.worker import answer_message; answer_message({'verb': 'dance', 'request': {}}, None)",
    "a game": (
        "from types import SimpleNamespace\n"
        "from reiterate.service.game_host import Host\n"
        "host = Host(None, SimpleNamespace(send=lambda message: None))\n"
        "host.take({'id': 1, 'call': 'last', 'game': 'g'}); host.finish()"
    ),
    "the process itself": "raise ValueError('postgresql://me:pw-of-the-db@db/games')",
}


@pytest.mark.parametrize("who", SAID)
def test_whatever_a_process_says_is_lines_of_json(who: str) -> None:
    code = f"from reiterate.service.logs import begin_logs, begin_process_logs\nbegin_process_logs()\n{SAID[who]}\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    lines = done.stderr.splitlines()
    assert len(lines) == 1 and done.returncode == (who == "the process itself")
    assert {"time", "level", "event"} <= json.loads(lines[0]).keys()
    assert "pw-of-the-db" not in lines[0] and not done.stdout


def test_passwords_and_secrets_are_left_out_and_the_rest_stays() -> None:
    secret = new_secret()
    told = f"postgresql+psycopg://me:hush@db:5432/games, password='a b' user=me, /game/x#{secret}, {secret}: end"
    assert without_secrets(told) == (
        "postgresql+psycopg://me:***@db:5432/games, password=*** user=me, /game/x#***, ***: end"
    )
    for plain in ("http://127.0.0.1:8421/", "a_name_of_a_function_of_32_letter", "a_function_with_a_name_of_letters"):
        assert without_secrets(plain) == plain


@contextmanager
def logged(database: str, *words: str) -> Iterator[tuple[Client, list[str]]]:
    """`reiterate serve` as a process: a client of it, and the lines that it writes."""
    command = [
        sys.executable,
        "-m",
        "reiterate",
        "serve",
        "--port",
        "0",
        "--workers",
        "1",
        "--long-workers",
        "1",
        *words,
    ]
    environ = {**os.environ, "REITERATE_DATABASE": database}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environ) as running:
        assert running.stderr is not None
        lines: list[str] = [running.stderr.readline()]
        reading = threading.Thread(target=lambda: lines.extend(running.stderr or ()), daemon=True)
        reading.start()
        try:
            with Client(json.loads(lines[0])["address"]) as client:
                yield client, lines
            running.send_signal(signal.SIGTERM)
            running.wait(PATIENCE)
            reading.join(PATIENCE)
        finally:
            running.kill()


@pytest.fixture(scope="module")
def told_of_a_stop() -> dict[bool, tuple[list[str], str]]:
    """What a server without pages and one with them write whose database stops in a game, and a secret of that game."""
    if not postgres.installed():
        pytest.skip(postgres.ABSENT)
    found: dict[bool, tuple[list[str], str]] = {}
    with postgres.server() as url, ExitStack() as servers:
        seats = []
        for pages, words in ((False, ()), (True, ("--pages",))):
            client, lines = servers.enter_context(logged(postgres.database(url, f"logged{pages:d}"), *words))
            made: Any = client.begin(example="million")
            assert isinstance(made, Begun)
            seat = client.seat(made.game, made.secrets["p1"])
            assert seat.view()
            seats.append(seat)
            found[pages] = (lines, made.secrets["p1"])
        postgres.stop(url)
        for _ in range(3):
            for seat in seats:
                seat.chat("is somebody there?", number=2)
            time.sleep(0.7)
    return found


@pytest.mark.slow("starts a database and servers")
@pytest.mark.parametrize("pages", [False, True])
def test_a_database_that_stops_is_told_in_lines_of_json(
    told_of_a_stop: dict[bool, tuple[list[str], str]], pages: bool
) -> None:
    lines, secret = told_of_a_stop[pages]
    assert [json.loads(line)["event"] for line in lines][-1] == "stopped"
    assert not [line for line in lines if secret in line or "Exception during reset" in line], lines
