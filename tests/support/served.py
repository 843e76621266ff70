"""A service on loopback in a thread of its own, and a plain client for it."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI

from reiterate.refusals import Refusal
from reiterate.service.http_app import create_app
from reiterate.service.http_server import Server, bound, configured
from reiterate.service.settings import Settings
from tests.support.files import ROOT
from tests.support.patience import PATIENCE, until

#: A board on which a search for a loop takes minutes.
MINUTES = """\
format: position/1
players:
  p1:
    mana: {W: 9, U: 9, B: 9, R: 9, G: 9, C: 20}
    battlefield:
      - Prodigal Sorcerer
      - Viscera Seer
      - Mind Stone
      - Staff of Domination
      - Seal of Cleansing
      - Yawgmoth, Thran Physician
      - Diregraf Ghoul
      - Birds of Paradise
      - Ashnod's Altar
      - Greater Good
  p2: {battlefield: [Grizzly Bears]}
"""

#: The examples that are built in.
EXAMPLES = ROOT / "src" / "reiterate" / "examples"

JSON = {"content-type": "application/json"}


def text_of(name: str) -> str:
    """The position file of an example."""
    return (EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8")


def asked(name: str, **more: Any) -> dict[str, Any]:
    """A request about an example, under the name that the command line shows."""
    return {"position": text_of(name), "name": f"{name}.yaml", **more}


def head(verb: str, length: int, *more: str, host: str = "localhost") -> bytes:
    """The head of a request to a verb, as bytes."""
    lines = [f"POST /api/v1/{verb} HTTP/1.1", f"host: {host}", "content-type: application/json", *more]
    return "\r\n".join([*lines, f"content-length: {length}", "", ""]).encode()


@dataclass(frozen=True)
class Got:
    """A response."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.text)


class Served:
    """A service that runs."""

    def __init__(self, app: FastAPI, port: int) -> None:
        self.app = app
        self.service = app.state.service
        self.port = port

    def ask(self, method: str, path: str, body: Any = None, timeout: float = PATIENCE, **headers: Any) -> Got:
        """One request on a connection of its own; a body that is no text or bytes is sent as JSON."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None and not isinstance(body, str | bytes):
            body, named = json.dumps(body), {**JSON, **named}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, named)
            got = connection.getresponse()
            return Got(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read().decode("utf-8"))
        finally:
            connection.close()

    def post(self, verb: str, body: Any, timeout: float = PATIENCE, **headers: Any) -> Got:
        """Ask a verb."""
        return self.ask("POST", f"/api/v1/{verb}", body, timeout, **headers)

    def socket(self) -> socket.socket:
        """A connection by hand."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def until(self, what: Callable[[], object], pause: float = 0.02) -> None:
        """Wait until something is so; it has to become so."""
        until(what, pause)


@contextmanager
def serving(settings: Settings, pages: Callable[[FastAPI], None] | None = None) -> Iterator[Served]:
    """A service with these settings on a free port, stopped in the end; ``pages`` adds pages, once in a process."""
    opened = bound(settings)
    assert not isinstance(opened, Refusal)
    app = create_app(settings, pages)
    config = configured(settings, app, pages is not None)
    config.timeout_keep_alive = int(PATIENCE)  # a test that is kept waiting finds its connection as it was
    server = Server(config, app)
    thread = threading.Thread(target=server.run, args=([opened],), daemon=True)
    thread.start()
    served = Served(app, opened.getsockname()[1])
    served.until(lambda: server.started)
    try:
        yield served
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()
