"""The web server: connections that stay silent or do not read are closed, and a stop lets work end.

``serve`` is `reiterate serve`. It comes back when the server has been stopped.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

from reiterate.refusals import INPUT, Refusal, Where
from reiterate.service.guard import Held
from reiterate.service.http_app import create_app
from reiterate.service.logs import begin_logs, begin_process_logs, log
from reiterate.service.settings import Limits, Settings, client_of
from reiterate.table.store import unreachable

#: Bytes of the head of a request.
HEAD: Final = 16_384

#: Seconds that a connection may wait for the next request.
KEPT_ALIVE: Final = 5

#: Bytes of one message that comes through a web socket.
SOCKET_MESSAGE: Final = 262_144

#: Seconds after which a thread beside the one that answers everybody lets that one work.
SWITCH: Final = 0.001

#: Connections that may wait to be accepted.
BACKLOG: Final = 512


class _Counted(asyncio.Protocol):
    """What is closed where that which is sent is not read in time, and is counted as long as it is open."""

    limits: ClassVar[Limits]
    open_ones: ClassVar[Held]
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.taken = ""
        self.unread: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """It is closed."""
        self._forget_unread()
        if self.taken:
            self.open_ones.leave(self.taken)
            self.taken = ""
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """What is sent is not read at the moment; it has to be in time."""
        super().pause_writing()
        if self.unread is None:
            self.unread = self.loop.call_later(self.limits.reads_in, self.transport.abort)

    def resume_writing(self) -> None:
        """What was sent is read again."""
        super().resume_writing()
        self._forget_unread()

    def _forget_unread(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None


class Connection(_Counted, H11Protocol):
    """A connection that is closed where a head does not come, or what is sent is not read."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as the class above
        """A client has connected: it is counted, and has so many seconds to ask."""
        super().connection_made(transport)
        client = client_of(self.client[0] if self.client else "unknown")
        if self.open_ones.take(client):
            self.taken = client
            self._wait_for_head()
        else:
            log("too-many-connections", logging.WARNING, client=client)
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._forget_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something came: the head is there, or has to come in time."""
        super().data_received(data)
        answering = self.cycle is not None
        if answering and not self.cycle.response_complete:
            self._forget_head()
        elif self.head is None and not self.transport.is_closing() and self.transport.get_protocol() is self:
            self._wait_for_head()  # no head follows where the connection has just become a socket

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a socket, which counts on and has no head to wait for any more."""
        self._forget_head()
        self._forget_unread()
        super().handle_websocket_upgrade(event)
        found = self.transport.get_protocol()
        if isinstance(found, Socket):
            found.taken, self.taken = self.taken, ""

    def _wait_for_head(self) -> None:
        self.head = self.loop.call_later(self.limits.headers_in, self.transport.abort)

    def _forget_head(self) -> None:
        if self.head is not None:
            self.head.cancel()
            self.head = None


class Socket(_Counted, WSProtocol):
    """A web socket: closed where what is sent is not read, and counted as the connection that it was."""


def protocols_of(settings: Settings) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The connections and the web sockets of a server with these limits; they are counted together."""
    held = Held(settings.limits.connections, settings.limits.sockets)

    class Bounded(Connection):
        limits = settings.limits
        open_ones = held

    class BoundedSocket(Socket):
        limits = settings.limits
        open_ones = held

    return Bounded, BoundedSocket


class Server(uvicorn.Server):
    """A server that tells its workers and streams to end before it waits for them."""

    def __init__(
        self, config: uvicorn.Config, app: FastAPI, began: Callable[[FastAPI, str], Awaitable[None]] | None = None
    ) -> None:
        super().__init__(config)
        self.application = app
        self.began = began
        self.beginning: asyncio.Future[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin: once this is logged, whoever connects is answered."""
        await super().startup(sockets)
        if self.started:
            log("listening", address=address_of(sockets[0]) if sockets else "")
        if self.began is not None and self.started and sockets:
            self.beginning = asyncio.ensure_future(self.began(self.application, address_of(sockets[0])))

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Within the block a signal to stop does so in order, and the process ends as if it had come to its end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: no new connections, then the work in progress ends, then everything is closed."""
        log("stopping")
        if self.application.state.games is not None:
            self.application.state.games.end_streams()
        if self.beginning is not None:
            self.beginning.cancel()
        ending = asyncio.ensure_future(self.application.state.service.pool.stop())
        await super().shutdown(sockets)
        await ending


def configured(settings: Settings, app: FastAPI, sockets: bool = False) -> uvicorn.Config:
    """How the web server is set up; ``sockets``: pages speak to it by web sockets."""
    limits = settings.limits
    connections, web_sockets = protocols_of(settings)
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=connections,
        ws=web_sockets if sockets else "none",
        ws_max_size=SOCKET_MESSAGE,
        ws_per_message_deflate=False,
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        limit_concurrency=limits.sockets,
        backlog=BACKLOG,
        timeout_keep_alive=KEPT_ALIVE,
        timeout_graceful_shutdown=int(limits.grace) + 2,
        h11_max_incomplete_event_size=HEAD,
    )


def bound(settings: Settings) -> socket.socket | Refusal:
    """The socket on which the server listens; a refusal where the address is taken or none of this machine's."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    opened = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # named: so answers go out at once (TCP_NODELAY)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((settings.host.strip("[]"), settings.port))
    except (OSError, OverflowError) as error:
        opened.close()
        reason = getattr(error, "strerror", None) or str(error)
        message = f"{settings.host}:{settings.port} can't be listened on: {reason}"
        return Refusal(
            INPUT, "address", message, "an address of this machine, and a free port", where=Where(span="--port")
        )
    return opened


def tried(settings: Settings) -> str | Refusal:
    """Whether the server could begin: the address it would have, or the refusal."""
    opened = settings.refusal() or _no_database(settings) or bound(settings)
    if isinstance(opened, Refusal):
        return opened
    with opened:
        return f"the server would listen on {address_of(opened)}"


def _no_database(settings: Settings) -> Refusal | None:
    """Why the games can't be kept where they are to be."""
    return unreachable(settings.database) if settings.database else None


def address_of(opened: socket.socket) -> str:
    """The address of a socket as a link."""
    host, port = opened.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def serve_http(
    settings: Settings,
    quiet: bool = False,
    pages: Callable[[FastAPI], None] | None = None,
    began: Callable[[FastAPI, str], Awaitable[None]] | None = None,
) -> Refusal | None:
    """Serve until the process is told to stop; a refusal where that can't begin.

    ``pages`` adds pages for people. ``began`` is awaited once requests are taken, with the address of the server.
    """
    opened = settings.refusal() or _no_database(settings) or bound(settings)
    if isinstance(opened, Refusal):
        return opened
    begin_process_logs(quiet)
    app = create_app(settings, pages)
    begin_logs(quiet)  # pages have made other loggers since
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()  # what stays as long as the server is not looked at again by each full collection
    Server(configured(settings, app, pages is not None), app, began).run([opened])
    log("stopped")
    return None
