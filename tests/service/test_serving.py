"""`reiterate serve` as a process: its options, its log, and how it stops."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from reiterate.service.settings import Limits, Settings
from tests.support import postgres
from tests.support.command_line import in_process
from tests.support.patience import PATIENCE, until
from tests.support.served import MINUTES, Served, head, serving


@contextmanager
def process(*words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The command, once it listens, and its port."""
    command = [sys.executable, "-m", "reiterate", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stderr is not None
            first = json.loads(running.stderr.readline())
            assert first["event"] == "listening"
            yield running, int(first["address"].rpartition(":")[2])
        finally:
            running.kill()


def test_a_server_stops_when_it_is_told_to_and_logs_no_secret() -> None:
    with process("--seconds", "1200", "serve", "--port", "0", "--workers", "1", "--limit", "grace=0.5") as (
        running,
        port,
    ):
        until(lambda: ready(port), 0.1)
        secret = {"authorization": "Bearer VERYSECRET", "cookie": "seat=VERYSECRET"}
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            connection.request("GET", "/api/v1/explain/loop?token=VERYSECRET", headers=secret)
            assert connection.getresponse().read()
        long = json.dumps({"position": "# VERYSECRET\n" + MINUTES, "steps": "200000"}).encode()
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as opened:
            opened.sendall(head("find", len(long), "accept: text/event-stream") + long)
            assert b"200 OK" in opened.recv(4096)
            running.send_signal(signal.SIGTERM)
            rest = b""
            while part := opened.recv(65_536):
                rest += part
        assert b"event: problem" in rest and b"about to stop" in rest
        assert running.wait(PATIENCE) == 0
        assert running.stderr is not None
        lines = [json.loads(line) for line in running.stderr.read().splitlines()]
    events = [line["event"] for line in lines]
    assert events[-1] == "stopped" and "stopping" in events
    (told,) = [line for line in lines if line.get("path") == "/api/v1/explain/{word:path}"]
    assert (told["status"], told["method"], told["client"]) == ("200", "GET", "127.0.0.1")
    assert "VERYSECRET" not in json.dumps(lines)


def ready(port: int) -> bool:
    """Whether the server says that it is ready."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        try:
            connection.request("GET", "/ready")
            return connection.getresponse().status == 200
        except ConnectionError:
            return False


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--host", "0.0.0.0"], "public-address"),
        (["--host", "no.such.name.invalid", "--public"], "address"),
        (["--port", "99999"], "address"),
        (["--limit", "rats=3"], "limit"),
        (["--limit", "rate=many"], "limit"),
        (["--limit", "rate=0"], "limit"),
        (["--limit", "rate=nan"], "limit"),
    ],
)
def test_a_wrong_option_is_refused(words: list[str], code: str) -> None:
    exit_code, text = in_process("serve", "--check", *words)
    assert exit_code == 2 and f"({code})" in text and "Traceback" not in text


def test_a_right_one_is_said_to_be() -> None:
    exit_code, text = in_process("serve", "--check", "--port", "0")
    assert exit_code == 0 and text.startswith("the server would listen on http://127.0.0.1:")


def test_without_the_extra_the_command_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reiterate.extras.find_spec", lambda _: None)
    exit_code, text = in_process("serve", "--check")
    assert exit_code == 2 and "(extra-missing)" in text and "pip install 'reiterate[web]'" in text


def test_the_rest_of_the_program_needs_no_web_server() -> None:
    """No command but `serve` imports a package of the extra."""
    code = (
        "import sys, reiterate.cli.main, reiterate.api, reiterate.service.settings, reiterate.service.verbs\n"
        "print([name for name in ('fastapi', 'uvicorn', 'starlette', 'pydantic') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_health_and_metrics(served: Served) -> None:
    assert served.ask("GET", "/health").text == "alive\n"
    assert served.ask("GET", "/ready").text == "ready\n"
    served.post("run", {"position": "dance"})
    text = served.ask("GET", "/metrics").text
    values: dict[str, Any] = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert int(values['reiterate_answers_total{exit="2",verb="run"}']) >= 1
    assert int(values['reiterate_requests_total{method="POST",path="/api/v1/run",status="422"}']) >= 1
    assert float(values['reiterate_request_seconds_bucket{path="/api/v1/run",le="+Inf"}']) >= 1
    assert {'reiterate_workers{state="idle"}', 'reiterate_work{state="all"}'} <= set(values)
    assert all(line.startswith(("# HELP ", "# TYPE ", "reiterate_")) for line in text.splitlines())


@pytest.mark.parametrize("check", [["--check"], []])
@pytest.mark.parametrize(
    "database", ["sqlite:////no/such/folder/games.db", "postgresql+psycopg://me:SECRET@127.0.0.1:1/x", "dance"]
)
def test_a_database_that_can_not_be_opened_is_refused_before_the_server_begins(database: str, check: list[str]) -> None:
    exit_code, text = in_process("serve", "--port", "0", *check, "--database", database)
    assert exit_code == 2 and "(table-database)" in text and "Traceback" not in text and "SECRET" not in text


def test_trying_makes_no_database(tmp_path: Path) -> None:
    exit_code, _ = in_process("serve", "--port", "0", "--check", "--database", f"sqlite:///{tmp_path}/games.db")
    assert exit_code == 0 and list(tmp_path.iterdir()) == []


def test_a_server_whose_database_is_gone_is_alive_and_not_ready(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = served.app.state.games.process
    served.until(lambda: served.ask("GET", "/ready").status == 200)
    monkeypatch.setattr(type(process), "well", property(lambda self: self.alive and self.heard < 0))
    assert served.ask("GET", "/ready").status == 503 and served.ask("GET", "/health").status == 200
    monkeypatch.undo()
    assert served.ask("GET", "/ready").status == 200


@pytest.mark.slow("starts a database and stops it")
def test_the_process_of_the_games_tells_that_its_database_is_gone() -> None:
    if not postgres.installed():
        pytest.skip(postgres.ABSENT)
    with postgres.server() as url:
        settings = Settings(
            port=0, database=postgres.database(url, "gone"), limits=Limits(grace=1), workers_first=False
        )
        with serving(settings) as own:
            own.until(lambda: own.ask("GET", "/ready").status == 200)
            postgres.stop(url)
            own.until(lambda: own.ask("GET", "/ready").status == 503)
            assert own.ask("GET", "/health").status == 200
            made = own.ask("POST", "/api/v1/games", {"example": "million"})
            assert (made.status, made.json["code"]) == (503, "table-database")


def test_what_is_to_be_watched_of_the_games(served: Served) -> None:
    made = served.ask("POST", "/api/v1/games", {"example": "million"}).json
    seat: dict[str, Any] = {"authorization": f"Bearer {made['secrets']['p1']}"}
    before = figures(served).get('reiterate_table{state="commits"}', 0.0)
    assert (
        served.ask("POST", f"/api/v1/games/{made['game']}/chat", {"number": 2, "text": "hello"}, **seat).status == 200
    )
    served.until(lambda: figures(served).get('reiterate_table{state="commits"}', 0.0) > before)
    found = figures(served)
    writes = ("writes", "most_together", "writes_in_10_ms", "write_ms", "longest_write_ms")
    for name in ("games", "positions", *writes, "memory_bytes", "followed", "calls"):
        assert f'reiterate_table{{state="{name}"}}' in found, name
    assert found['reiterate_memory_bytes{state="server"}'] > 1_000_000
    assert found['reiterate_calls_total{call="chat",refused=""}'] >= 1
    assert made["game"] not in served.ask("GET", "/metrics").text


def figures(served: Served) -> dict[str, float]:
    """What `/metrics` tells."""
    lines = served.ask("GET", "/metrics").text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}
