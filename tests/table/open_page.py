"""A page of a game as a browser has it, without the browser: its first HTML, what it takes along, and each frame of its socket.

What a person does at the page is a word with fields, as ``static/page.js`` makes them; the socket speaks as ``static/live.js`` does.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
import time
from typing import Final

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, Request, TextMessage

from reiterate.service.games_http import COOKIE
from reiterate.web.game_page import GamePage
from reiterate.web.site import Site
from tests.support.patience import PATIENCE

#: Steps of the server's loop in which what a page was told has certainly begun.
STEPS: Final = 5

_PAGE: Final = re.compile(r'<body data-page="([\w-]+)" data-version="(\d+)">')
#: How an answer to a word on being there begins.
_ECHO: Final = '{"alive"'
_VERSION: Final = re.compile(r'"version": "\d+"')


class PageOfSeat:
    """The page of one seat. ``heard``: every text that the server has sent to it, until somebody takes them from there."""

    def __init__(self, site: Site, port: int, game: str, who: str, secret: str) -> None:
        self.site = site
        self.port = port
        self.key = (game, secret)
        self.at = f"/game/{game}/{who}"
        self.heard: list[str] = []
        self.marks = 0
        self.partial: list[str] = []
        self.socket: socket.socket | None = None
        self.cookie = f"{COOKIE}={secret}"

    def get(self, path: str = "") -> str:
        """What the page's address gives, or one below it."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line.request("GET", self.at + path, headers={"cookie": self.cookie})
        got = line.getresponse()
        text = f"{got.headers}{got.read().decode()}"
        line.close()
        assert got.status < 500, text
        self.heard.append(text)
        return text

    def open(self) -> None:
        """Open the page, and its socket as its scripts do."""
        text = self.get()
        found = _PAGE.search(text)
        assert found is not None, text
        self.client, version = found.groups()
        known = {each.show for each in self.site.watching[self.key]}
        pages = [page for each in known if isinstance(page := getattr(each, "__self__", None), GamePage)]
        self.page = pages[-1] if len(pages) == 1 else next(each for each in pages if _of(each) == self.client)
        host = f"127.0.0.1:{self.port}"
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.speech = WSConnection(ConnectionType.CLIENT)
        headers = [(b"origin", f"http://{host}".encode()), (b"cookie", self.cookie.encode())]
        request = Request(host=host, target=f"/live/{self.client}?version={version}", extra_headers=headers)
        self.socket.sendall(self.speech.send(request))
        self._until("")
        self._mark()

    def say(self, do: str, **fields: str) -> None:
        """What a person does at the page; all that comes of it is drawn when this returns."""
        self._say({"do": do, **fields})
        self.settled(self.page.seat.last)

    def quietly(self, do: str, **fields: str) -> str:
        """The same; what was sent for it is given back, without the numbers of messages, instead of heard."""
        before, self.heard = self.heard, []
        self.say(do, **fields)
        kept, self.heard = self.heard, before
        return _VERSION.sub("", "\n".join(each for each in kept if not each.startswith(_ECHO)))

    def settled(self, last: int) -> None:
        """Wait until the page has drawn an entry, and all frames of that have come."""
        self._mark()
        asyncio.run_coroutine_threadsafe(self._drawn(last), self.page.working.page.loop).result()
        self._mark()

    async def _drawn(self, last: int) -> None:
        """Nothing is under way for the page any more; looked at between two steps of the server's loop."""
        end = time.monotonic() + PATIENCE
        while True:
            for _ in range(STEPS):
                await asyncio.sleep(0)
            page = self.page
            proving = page.reading is not None and not page.reading.done()
            busy = proving or page.seat.turn.locked() or page.seat.work.locked()
            if page.seat.last >= last and not (busy or page.watch.calls) and page.working.page.drawn:
                return
            told = (self.at, last, page.seat.last, busy, len(page.watch.calls))
            assert time.monotonic() < end, told
            await asyncio.sleep(0.001)

    def close(self) -> None:
        """Leave the page."""
        if self.socket is not None:
            self.socket.close()

    def _say(self, words: dict[str, str]) -> None:
        self._send(json.dumps(words))

    def _mark(self) -> None:
        """Send a message that is answered behind all that was sent before."""
        self.marks += 1
        self._send(json.dumps({"alive": str(self.marks)}))
        self._until(json.dumps({"alive": str(self.marks)}))

    def _send(self, text: str) -> None:
        assert self.socket is not None
        self.socket.sendall(self.speech.send(TextMessage(data=text)))

    def _until(self, begin: str) -> None:
        """Hear all frames up to one that begins so; "" is the beginning of all."""
        while not self._heard(begin):
            assert self.socket is not None
            found = self.socket.recv(1 << 20)
            assert found, "the socket has ended"
            self.speech.receive_data(found)

    def _heard(self, begin: str) -> bool:
        found = False
        for event in self.speech.events():
            assert not isinstance(event, CloseConnection | BytesMessage), event
            if isinstance(event, AcceptConnection):
                self.heard.append(str(event.extra_headers))
                found |= not begin
            if not isinstance(event, TextMessage):
                continue
            self.partial.append(event.data)
            if event.message_finished:
                text = "".join(self.partial)
                self.partial.clear()
                self.heard.append(text)
                found |= text.startswith(begin)
        return found


def _of(page: GamePage) -> str:
    """The name by which the server knows the browser of a page."""
    return page.working.page.id
