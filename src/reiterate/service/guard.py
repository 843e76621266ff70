"""What stands before every request: who may ask from where, how often, how much; and what one client may do.

What one client may do: requests a second, open streams, connections, bytes that are being held.

What stands before every request: who may ask from where, how often, how much; and what every response carries.

Nothing here looks into a body: it is counted, held, and handed on whole. Bodies that come too slowly are given up.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reiterate.refusals import UNDETERMINED
from reiterate.service.logs import Metrics, log
from reiterate.service.problems import bug, refused_request, response
from reiterate.service.settings import Settings, client_of, loopback

# --- client limits -------------------------------------------------------------------------------

#: Clients whose requests are remembered; the one that was heard of longest ago is forgotten.
REMEMBERED = 20_000


class Rates:
    """So many requests a second on average, and so many at once; each client has its own."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        """``rate``: a second on average; ``burst``: at once."""
        self.rate = rate
        self.burst = float(burst)
        self.now = now
        self.clients: OrderedDict[str, tuple[float, float]] = OrderedDict()  # requests left, and when

    def take(self, client: str, amount: float = 1) -> float:
        """One more request, or an amount of anything else: 0 where it may come, else the seconds after which it may."""
        left = self._left(client)
        allowed = left >= min(amount, self.burst)
        self._keep(client, left - amount if allowed else left)
        return 0.0 if allowed else (min(amount, self.burst) - left) / self.rate

    def spend(self, client: str, amount: float) -> float:
        """Count what has come already: the seconds after which nothing of it is owed any more. With 0: those of what came before."""
        left = self._left(client) - amount
        self._keep(client, left)
        return max(0.0, -left / self.rate)

    def _left(self, client: str) -> float:
        left, when = self.clients.get(client, (self.burst, 0.0))
        return min(self.burst, left + (self.now() - when) * self.rate)

    def _keep(self, client: str, left: float) -> None:
        self.clients.pop(client, None)
        self.clients[client] = (left, self.now())
        while len(self.clients) > REMEMBERED:
            self.clients.popitem(last=False)


class Held:
    """What clients hold at the moment, such as streams or bytes; ``each``: one client at most, ``all``: all together."""

    def __init__(self, each: int, all_: int) -> None:
        self.each = each
        self.all = all_
        self.clients: Counter[str] = Counter()
        self.total = 0

    def take(self, client: str, amount: int = 1) -> bool:
        """Hold more; False where that is too much."""
        if self.clients[client] + amount > self.each or self.total + amount > self.all:
            self._forget(client)
            return False
        self.clients[client] += amount
        self.total += amount
        return True

    def leave(self, client: str, amount: int = 1) -> None:
        """Hold less."""
        self.clients[client] -= amount
        self.total -= amount
        self._forget(client)

    @contextmanager
    def holding(self, client: str) -> Iterator[bool]:
        """Hold one within a block; False where that is too much."""
        taken = self.take(client)
        try:
            yield taken
        finally:
            if taken:
                self.leave(client)

    def _forget(self, client: str) -> None:
        if not self.clients[client]:
            del self.clients[client]


# --- guard ---------------------------------------------------------------------------------------

#: What every response carries, unless it says something else itself.
HEADERS: Final = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}

#: Addresses that are asked by whoever watches over the server.
WATCHED: Final = frozenset({"/health", "/ready", "/metrics"})

#: Beginnings of addresses of files that belong to the program: a page asks for many of them at once.
FILES: Final = ("/web/",)

#: Seconds that a client which asks too often waits for its refusal; so it can't ask for the next one at once.
HELD_BACK: Final = 0.5

#: Messages that a client may send through web sockets where it may make one request: a page speaks of each move of a slider.
MESSAGES: Final = 4

#: Bytes of a body from which on it counts as long: a client may send so many bytes of long ones in a second.
LONG_BODY: Final = 65_536

#: Methods that change nothing.
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

#: Addresses whose body may be a certificate or the log of a game.
CERTIFICATES: Final = frozenset({"/api/v1/check", "/api/v1/games"})


class Guard:
    """The outermost part of the application."""

    def __init__(
        self, app: ASGIApp, settings: Settings, metrics: Metrics, rates: Rates, bodies: Held, traffic: Rates
    ) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self.rates = rates
        self.bodies = bodies
        self.traffic = traffic
        self.messages = Rates(MESSAGES * settings.limits.rate, MESSAGES * settings.limits.burst)
        self.origins = frozenset(each.rstrip("/").lower() for each in settings.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "websocket" and self._no_socket(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] == "websocket":
            spoken = _Spoken(self, client_of((scope.get("client") or ("unknown", 0))[0]), receive, send)
            await self.app(scope, spoken.receive, spoken.send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = _Request(self, scope, receive, send)
        try:
            await request.answer()
        finally:
            request.tell()

    def _no_socket(self, scope: Scope) -> bool:
        """Whether a socket is not opened: a page of another site asks, the server is not called so, or too many are asked for."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or self.stranger(hosts[0]) or "origin" not in headers or self.foreign(headers, "http"):
            log("socket-refused", client=client_of((scope.get("client") or ("unknown", 0))[0]))
            return True
        return bool(self.rates.take(client_of((scope.get("client") or ("unknown", 0))[0])))

    def stranger(self, host: str) -> bool:
        """Whether the server is not called so; a page of another site that has its name lead here is told apart by that."""
        name = _name_of(host)
        named = {self.settings.host.strip("[]").lower(), *(each.lower() for each in self.settings.hosts)}
        if loopback(self.settings.host):
            return not (loopback(name) or name in named)
        return bool(self.settings.hosts) and name not in named and not loopback(name)

    def foreign(self, headers: Headers, scheme: str) -> bool:
        """Whether a browser asks for a page of another site."""
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in self.origins:
            return urlsplit(origin).netloc.lower() != headers.get("host", "").lower() or origin == "null"
        site, mode = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode", "")
        return origin is None and site not in ("none", "same-origin") and mode != "navigate"


class _Spoken:
    """One web socket: what its client sends beyond its rate is dropped, and the socket is closed when that goes on."""

    def __init__(self, guard: Guard, client: str, receive: Receive, send: Send) -> None:
        self.guard = guard
        self.client = client
        self.source = receive
        self.out = send
        self.refused = 0
        self.closed = False

    async def receive(self) -> Message:
        """The next message that the client may send, or the end of the socket."""
        while not self.closed:
            message = await self.source()
            if message["type"] != "websocket.receive" or not self.guard.messages.take(self.client):
                return message
            self.refused += 1
            self.guard.metrics.count(
                "reiterate_refused_total", "Requests that were refused before work, by code", code="too-many-requests"
            )
            if self.refused > self.guard.settings.limits.burst:
                log("socket-closed", logging.WARNING, why="too-many-requests", client=self.client)
                await self.send({"type": "websocket.close", "code": 1008, "reason": "too-many-requests"})
                self.closed = True
        return {"type": "websocket.disconnect", "code": 1008}

    async def send(self, message: Message) -> None:
        """Send something, as long as the socket was not closed."""
        if not self.closed:
            await self.out(message)


class _Request:
    """One request on its way."""

    def __init__(self, guard: Guard, scope: Scope, receive: Receive, send: Send) -> None:
        self.guard = guard
        self.scope = scope
        self.receive = receive
        self.out = send
        self.headers = Headers(scope=scope)
        self.id = secrets.token_hex(8)
        self.client = client_of((scope.get("client") or ("unknown", 0))[0])
        self.begun = time.monotonic()
        self.status = 0
        self.held = 0
        self.counted = 0  # bytes of the body that the client's traffic has been charged with
        self.unread = False
        scope.setdefault("state", {}).update({"request": self.id, "client": self.client})

    async def answer(self) -> None:
        """Answer the request, whatever happens."""
        try:
            refused = self._refused() or await self._body()
            if refused is not None:
                if refused[0]["code"] == "too-many-requests":
                    await asyncio.sleep(min(refused[1], HELD_BACK))
                self.guard.metrics.count(
                    "reiterate_refused_total",
                    "Requests that were refused before work, by code",
                    code=refused[0]["code"],
                )
                await response(*refused)(self.scope, self.receive, self.send)
                return
            await self.guard.app(self.scope, self.receive, self.send)
        except _Gone:
            return
        except Exception as error:
            log("bug", logging.ERROR, error, request=self.id, path=self._path())
            if self.status:
                raise
            await response(bug(self.id))(self.scope, self.receive, self.send)
        finally:
            if self.held:
                self.guard.bodies.leave(self.client, self.held)

    async def send(self, message: Message) -> None:
        """Send a part of a response; its head carries what every one does."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers["x-request-id"] = self.id
            if self.unread or self.status in (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE):
                headers["connection"] = "close"
        await self.out(message)

    def _refused(self) -> tuple[dict[str, Any], int] | None:
        """Why the request is not even read."""
        guard = self.guard
        hosts = self.headers.getlist("host")
        if len(hosts) != 1 or guard.stranger(hosts[0]):
            message = "the server is not called so"
            expected = "the address that it was started with, or --name NAME when it is started"
            return refused_request(421, "host", message, expected, ", ".join(hosts)), 0
        if guard.foreign(self.headers, self.scope["scheme"]):
            message = "a page of another site asks"
            return refused_request(
                403, "cross-site", message, "a page of this server, or --origin when it is started"
            ), 0
        if self.scope["path"] in WATCHED or self.scope["path"].startswith(FILES):
            return None
        wait = guard.rates.take(self.client)
        if wait:
            limits = guard.settings.limits
            message = f"more than {limits.rate:g} requests a second"
            found = refused_request(429, "too-many-requests", message, "the same request later", kind=UNDETERMINED)
            return found, max(1, int(wait + 1))
        return None

    async def _body(self) -> tuple[dict[str, Any], int] | None:
        """Read the body, as far as it may be; a refusal where it is too long or comes too slowly."""
        if self.scope["method"] in _SAFE and not {"content-length", "transfer-encoding"} & set(self.headers.keys()):
            return None
        limits = self.guard.settings.limits
        most = limits.certificate if self.scope["path"] in CERTIFICATES else limits.body
        said = self.headers.get("content-length", "0")
        if not (said.isascii() and said.isdecimal()) or len(said) > 18 or int(said) > most:
            return _too_large(most), 0
        refused = self._too_much(int(said))
        if refused is not None:
            return refused
        parts: list[bytes] = []
        try:
            async with asyncio.timeout(limits.body_in):
                more = True
                while more:
                    message = await self.receive()
                    if message["type"] != "http.request":
                        raise _Gone
                    part: bytes = message.get("body", b"")
                    if self.held + len(part) > most:
                        return _too_large(most), 0
                    if part and not self.guard.bodies.take(self.client, len(part)):
                        text = "the server holds as many bytes of requests as it may"
                        return refused_request(503, "busy", text, "the same request later", kind=UNDETERMINED), 1
                    self.held += len(part)
                    refused = self._too_much(self.held)
                    if refused is not None:
                        return refused
                    parts.append(part)
                    more = message.get("more_body", False)
        except TimeoutError:
            said = f"the body of the request did not come in {limits.body_in:g} seconds"
            return refused_request(408, "slow-body", said, "the whole body at once"), 0
        self.receive = _again(b"".join(parts), self.receive)
        return None

    def _too_much(self, size: int) -> tuple[dict[str, Any], int] | None:
        """Why a body that has so many bytes is read no further; None where it is read.

        In: the bytes that came, or that the request says will come. The bytes of long bodies are counted for each client.
        Out: the refusal, and the seconds after which the client may ask again.
        """
        wait = self.guard.traffic.take(self.client, size - self.counted) if size > max(LONG_BODY, self.counted) else 0.0
        if not wait:
            self.counted = max(self.counted, size if size > LONG_BODY else 0)
            return None
        self.unread = True
        message = f"more than {self.guard.settings.limits.bytes:,} bytes a second"
        found = refused_request(429, "too-many-requests", message, "the same request later", kind=UNDETERMINED)
        return found, int(wait) + 1

    def _path(self) -> str:
        """The address without what only this request has in it."""
        found = self.scope.get("route")
        return str(getattr(found, "path", "unknown"))

    def tell(self) -> None:
        """Count and log the request."""
        passed = time.monotonic() - self.begun
        method = self.scope["method"] if self.scope["method"] in (*_SAFE, "POST", "PUT", "DELETE", "PATCH") else "other"
        labels = {"method": method, "path": self._path(), "status": str(self.status)}
        metrics = self.guard.metrics
        metrics.count("reiterate_requests_total", "Requests by address and status", **labels)
        metrics.time("reiterate_request_seconds", "How long requests took", passed, path=labels["path"])
        told: dict[str, Any] = {"seconds": round(passed, 4), "bytes_in": self.held, **labels}
        log("request", request=self.id, client=self.client, **told)


class _Gone(Exception):
    """The client has closed the connection."""


def _again(body: bytes, receive: Receive) -> Receive:
    """A source of the body that was read, and then of what comes behind it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def from_here() -> Message:
        return waiting.pop() if waiting else await receive()

    return from_here


def _too_large(most: int) -> dict[str, Any]:
    message = f"the body of the request has more than {most:,} bytes"
    return refused_request(413, "body-too-large", message, "a smaller board or certificate")


def _name_of(host: str) -> str:
    """The name in a ``Host`` header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if ":" in host else host.lower()
