"""Messages through web sockets: so many for one client, and a client that goes on is cut off."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, WebSocket
from starlette.types import Receive, Scope, Send

from reiterate.service.guard import MESSAGES, Guard, Held, Rates
from reiterate.service.logs import Metrics
from reiterate.service.settings import Limits, Settings
from tests.support.apart import run_apart
from tests.support.served import serving

BURST = 5
AT_ONCE = MESSAGES * BURST


class Sockets:
    """A guard before an application that counts what it hears; ``now`` is its clock."""

    def __init__(self) -> None:
        settings = Settings(limits=Limits(rate=1, burst=BURST))
        self.now = 0.0
        self.heard: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.guard = Guard(self.app, settings, Metrics(), Rates(1_000, 1_000), Held(1, 1), Rates(1_000, 1_000))
        self.guard.messages.now = lambda: self.now

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hear until the socket is closed, and say something then."""
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message.get("text", ""))
        await send({"type": "websocket.send", "text": "late"})

    def spoken(self, client: str, many: int) -> int:
        """Send so many messages through a new socket; how many were heard."""
        before = len(self.heard)
        waiting = [{"type": "websocket.receive", "text": "word"}] * many + [{"type": "websocket.disconnect"}]
        host = (b"host", b"127.0.0.1:1"), (b"origin", b"http://127.0.0.1:1")
        scope = {"type": "websocket", "client": (client, 1), "headers": list(host), "path": "/", "scheme": "ws"}
        run_apart(_through(self.guard, scope, waiting, self.sent))
        return len(self.heard) - before


async def _through(
    guard: Callable[..., Awaitable[None]], scope: Scope, waiting: list[dict[str, Any]], sent: list[dict[str, Any]]
) -> None:
    async def receive() -> Any:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    await guard(scope, receive, send)


def test_what_a_client_sends_beyond_its_rate_is_dropped() -> None:
    sockets = Sockets()
    assert sockets.spoken("192.0.2.1", AT_ONCE) == AT_ONCE
    assert sockets.spoken("192.0.2.1", 3) == 0, "another socket of the same client has the same rate"
    assert sockets.spoken("192.0.2.2", 3) == 3
    sockets.now = 2.0
    assert sockets.spoken("192.0.2.1", 3 * MESSAGES) == 2 * MESSAGES
    assert all(each["type"] == "websocket.send" for each in sockets.sent)


def test_a_client_that_goes_on_is_cut_off_by_name() -> None:
    sockets = Sockets()
    assert sockets.spoken("192.0.2.1", 1_000) == AT_ONCE
    closed = {"type": "websocket.close", "code": 1008, "reason": "too-many-requests"}
    assert sockets.sent == [closed], "nothing is sent behind the end"
    refused = sockets.guard.metrics.text()
    assert f'reiterate_refused_total{{code="too-many-requests"}} {BURST + 1}' in refused


HANDSHAKE = (
    "GET /socket HTTP/1.1",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
)


def test_a_socket_has_no_head_to_wait_for_once_it_is_open() -> None:
    """A connection that sends no head is closed in time; one that has become a socket stays open, and is written to."""
    limits = Limits(headers_in=0.3)

    def pages(app: FastAPI) -> None:
        @app.websocket("/socket")
        async def spoken(socket: WebSocket) -> None:
            await socket.accept()
            await asyncio.sleep(3 * limits.headers_in)
            await socket.send_text("still here")
            await socket.close()

    with serving(Settings(port=0, limits=limits, workers_first=False), pages) as served, served.socket() as made:
        lines = [*HANDSHAKE, f"Host: 127.0.0.1:{served.port}", f"Origin: http://127.0.0.1:{served.port}"]
        begun = time.monotonic()
        made.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        heard = b""
        while more := made.recv(1000):
            heard += more
            if b"still here" in heard:
                break
        assert b" 101 " in heard.splitlines()[0] and b"still here" in heard, heard
        assert time.monotonic() - begun > 2 * limits.headers_in
        with served.socket() as silent:
            assert silent.recv(1000) == b""
