"""Open pages: the server writes a page once, and draws parts of it anew through one web socket.

    >>> with OpenPage() as page:
    ...     with Element("main", id="main"):
    ...         told = Fragment(tag("p", "Hello"), class_="told")
    >>> page.inside()
    '<main id="main"><div data-part="1" class="told"><p>Hello</p></div></main>'
    >>> told.show(tag("p", "Goodbye"))  # the browser draws this inside

A browser connects to ``/live/ID`` with the ID of its page, which nobody else knows. It sends ``{"do": ..., ...}`` for what a person
does. The server sends ``{"version": "7", "parts": {"1": HTML}}``: all parts that changed since the version that the browser has.
A browser that comes back after a pause gets what it has missed. A page without a browser ends after ``KEPT`` seconds.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Final, Self

from fastapi import FastAPI
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from reiterate.decoded import NotDecoded, json_of
from reiterate.service.logs import log
from reiterate.web.markup import NOTHING, Markup, Value, inside, tag

#: Seconds for which a page without a browser is kept: at first, and behind a connection that was lost.
FIRST: Final = 60.0
KEPT: Final = 20.0

#: Seconds without any word after which a connection counts as lost. ``static/live.js`` says something more often.
SILENCE: Final = 60.0

#: Why a socket is closed: no page has this ID (any more), or the page has a newer socket.
NO_PAGE: Final = 4404
REPLACED: Final = 4409

#: Digits of a version.
_DIGITS: Final = 12

_BUILDING: ContextVar[OpenPage] = ContextVar("page that is being built")
_UNDER_WAY: Final[set[asyncio.Task[Any]]] = set()


def spawn(work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
    """Begin work that nobody waits for. What goes wrong in it is in the server's log."""
    task = asyncio.get_running_loop().create_task(work, name=name)
    _UNDER_WAY.add(task)
    task.add_done_callback(_over)
    return task


def _over(task: asyncio.Task[Any]) -> None:
    _UNDER_WAY.discard(task)
    error = None if task.cancelled() else task.exception()
    if isinstance(error, Exception):
        log("bug", logging.ERROR, error, path="page")


class Element:
    """An element of the page that is being built, as ``markup.tag`` writes one; elements made within ``with`` stand in it."""

    def __init__(self, name: str, **attributes: Value) -> None:
        self.page = _BUILDING.get()
        self.name = name
        self.attributes = attributes
        self.parts: list[Element] = []
        self.page.around[-1].append(self)

    def __enter__(self) -> Self:
        self.page.around.append(self.parts)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.page.around.pop()

    def written(self) -> Markup:
        """The element in HTML, as it is now."""
        return tag(self.name, *(each.written() for each in self.parts), **self.attributes)


class Fragment(Element):
    """A part of a page that is drawn at once: an element whose inside the server has written.

    When the inside is drawn anew, the focus stays, and so does what was typed into fields or unfolded. That holds as long as
    the element with that ``id`` is there again. ``version``: the page's version since which it is drawn so.
    """

    def __init__(self, content: Markup = NOTHING, name: str = "div", **attributes: Value) -> None:
        super().__init__(name)
        self.number = str(len(self.page.fragments) + 1)
        self.page.fragments[self.number] = self
        self.attributes = {"data_part": self.number, **attributes}
        self.shown = content
        self.version = 0

    def show(self, content: Markup) -> None:
        """Draw another inside; nothing is sent where it is the same."""
        if self.shown != content:
            self.shown = content
            self.version = self.page.draw()

    def written(self) -> Markup:
        """The element in HTML, as it is now."""
        return tag(self.name, self.shown, **self.attributes)


class OpenPage:
    """One page that a browser has open, or may open soon.

    ``heard`` is called with each word of the browser. What is in ``lost`` is called when the connection is lost,
    what is in ``ended`` when the page is gone for good.
    """

    def __init__(self) -> None:
        self.id = secrets.token_urlsafe(18)
        self.loop = asyncio.get_running_loop()
        self.elements: list[Element] = []
        self.around = [self.elements]
        self.fragments: dict[str, Fragment] = {}
        self.version = 0
        self.sent = 0
        self.heard: Callable[[object], Coroutine[Any, Any, None]] = _nothing
        self.lost: list[Callable[[], object]] = []
        self.ended: list[Callable[[], object]] = []
        self.socket: WebSocket | None = None
        self.news = asyncio.Event()
        self.echoes: list[str] = []
        self.timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> Self:
        self._token = _BUILDING.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _BUILDING.reset(self._token)
        if error is not None:
            self.end()

    def inside(self) -> Markup:
        """What stands in the page's body, as it is now."""
        return inside([each.written() for each in self.elements])

    def draw(self) -> int:
        """Something is to be drawn anew; the version that is then."""
        self.version += 1
        self.news.set()
        return self.version

    @property
    def drawn(self) -> bool:
        """Whether the browser has been sent all that there is."""
        return self.socket is None or (self.sent == self.version and not self.echoes)

    def end(self) -> None:
        """The page is gone for good."""
        ended, self.ended = self.ended, []
        for each in ended:
            each()

    async def follow(self, socket: WebSocket, version: int) -> None:
        """Speak with the page's browser, which has seen a version, until the connection is lost."""
        before, self.socket, self.sent = self.socket, socket, min(version, self.version)
        if before is not None:
            await _closed(before, REPLACED)
        self.news.set()
        sending = spawn(self._send(socket), "send a page")
        try:
            while True:
                async with asyncio.timeout(SILENCE):
                    said = _words(await socket.receive_text())
                if "alive" in said:
                    self.echoes.append(str(said["alive"])[:_DIGITS])
                    self.news.set()
                else:
                    spawn(self.heard(said), "a word of a page")
        except (WebSocketDisconnect, TimeoutError, RuntimeError, KeyError):
            pass  # the browser is gone, silent for long, has sent bytes, or has a newer socket
        finally:
            sending.cancel()
            await _closed(socket, REPLACED if self.socket is not socket else 1000)
        if self.socket is socket:
            self.socket = None
            for each in self.lost:
                each()

    async def _send(self, socket: WebSocket) -> None:
        while self.socket is socket:
            await self.news.wait()
            if self.socket is not socket:
                return
            self.news.clear()
            now, echoes = self.version, self.echoes
            parts = {each.number: each.shown for each in self.fragments.values() if each.version > self.sent}
            self.echoes, self.sent = [], now
            try:
                if parts:
                    await socket.send_text(json.dumps({"version": str(now), "parts": parts}))
                for echo in echoes:
                    await socket.send_text(json.dumps({"alive": echo}))
            except (WebSocketDisconnect, RuntimeError):
                return  # the connection is lost; whoever reads from it says so


class OpenPages:
    """The pages of one server that browsers have open, by their IDs."""

    def __init__(self, app: FastAPI) -> None:
        self.pages: dict[str, OpenPage] = {}
        app.add_api_websocket_route("/live/{page}", self._live)

    def add(self, page: OpenPage) -> None:
        """A page is on its way to its browser."""
        self.pages[page.id] = page
        self._end_in(page, FIRST)

    def _end_in(self, page: OpenPage, seconds: float) -> None:
        page.timer = page.loop.call_later(seconds, self._end, page)

    def _end(self, page: OpenPage) -> None:
        self.pages.pop(page.id, None)
        page.end()

    async def _live(self, socket: WebSocket, page: str) -> None:
        found, version = self.pages.get(page), socket.query_params.get("version", "")
        await socket.accept()
        if found is None or not (version.isascii() and version.isdecimal() and len(version) <= _DIGITS):
            await socket.close(NO_PAGE)
            return
        if found.timer is not None:
            found.timer.cancel()
        await found.follow(socket, int(version))
        if found.socket is None:
            self._end_in(found, KEPT)


async def _nothing(said: object) -> None:
    """Nobody listens to a page that has no forms."""


async def _closed(socket: WebSocket, code: int) -> None:
    if socket.application_state is WebSocketState.CONNECTED and socket.client_state is WebSocketState.CONNECTED:
        try:
            await socket.close(code)
        except (WebSocketDisconnect, RuntimeError):
            return  # the browser was faster


def _words(text: str) -> dict[str, Any]:
    """What a browser has sent; nothing where that is no JSON object."""
    try:
        found = json_of(text.encode("utf-8", "replace"))
    except NotDecoded:
        return {}
    return found if isinstance(found, dict) else {}
