"""Open pages and their sockets, without a browser: parts that are drawn anew, what was missed, and pages that end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, MutableMapping
from typing import Any

import pytest
from fastapi import FastAPI

from reiterate.web import live
from reiterate.web.live import NO_PAGE, REPLACED, Element, Fragment, OpenPage, OpenPages
from reiterate.web.markup import tag
from tests.support.apart import run_apart

Said = dict[str, Any]


class Line:
    """A socket as the application has it."""

    def __init__(self, app: FastAPI, page: str, version: str = "0") -> None:
        self.said: asyncio.Queue[Said] = asyncio.Queue()
        self.got: asyncio.Queue[Said] = asyncio.Queue()
        self.said.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "path": f"/live/{page}",
            "raw_path": f"/live/{page}".encode(),
            "root_path": "",
            "scheme": "ws",
            "query_string": f"version={version}".encode(),
            "headers": [],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 2),
            "subprotocols": [],
            "state": {},
        }
        self.task = asyncio.ensure_future(app(scope, self.said.get, self._take))

    async def _take(self, message: MutableMapping[str, Any]) -> None:
        self.got.put_nowait(dict(message))

    def say(self, text: str) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def hears(self) -> Any:
        """What comes next: JSON, or the code with which the server has closed."""
        found = await self.got.get()
        while found["type"] == "websocket.accept":
            found = await self.got.get()
        return found["code"] if found["type"] == "websocket.close" else json.loads(found["text"])

    async def echoed(self) -> list[Any]:
        """All that comes before the answer to a word on being there."""
        self.say('{"alive": "1"}')
        found = [await self.hears()]
        while found[-1] != {"alive": "1"}:
            found.append(await self.hears())
        return found[:-1]


def with_pages(what: Callable[[FastAPI, OpenPages], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        app = FastAPI()
        await what(app, OpenPages(app))

    run_apart(run())


def made(pages: OpenPages) -> tuple[OpenPage, Fragment, Fragment]:
    """A page with two parts."""
    with OpenPage() as page, Element("main", id="main"):
        one = Fragment(tag("p", "one"), class_="told")
        other = Fragment(tag("p", "other"), "section")
    pages.add(page)
    return page, one, other


def test_a_page_is_written_with_all_its_parts() -> None:
    async def what(app: FastAPI, pages: OpenPages) -> None:
        page, one, _ = made(pages)
        written = '<main id="main"><div data-part="1" class="told"><p>{}</p></div><section data-part="2"><p>other</p></section></main>'
        assert page.inside() == written.format("one")
        one.show(tag("p", "a <b>"))
        assert page.inside() == written.format("a &lt;b&gt;")

    with_pages(what)


def test_what_has_changed_is_sent_once_and_together() -> None:
    async def what(app: FastAPI, pages: OpenPages) -> None:
        page, one, other = made(pages)
        line = Line(app, page.id)
        assert await line.echoed() == []
        one.show(tag("p", "1"))
        one.show(tag("p", "2"))
        other.show(tag("p", "3"))
        other.show(tag("p", "3"))
        assert await line.echoed() == [{"version": "3", "parts": {"1": "<p>2</p>", "2": "<p>3</p>"}}]
        assert await line.echoed() == [] and page.drawn

    with_pages(what)


def test_a_browser_that_comes_back_gets_what_it_has_missed() -> None:
    async def what(app: FastAPI, pages: OpenPages) -> None:
        page, one, other = made(pages)
        told: list[str] = []
        page.lost.append(lambda: told.append("lost"))
        page.ended.append(lambda: told.append("ended"))
        first = Line(app, page.id)
        one.show(tag("p", "1"))
        assert await first.hears() == {"version": "1", "parts": {"1": "<p>1</p>"}}
        first.leave()
        await first.task
        assert told == ["lost"] and page.timer is not None and not page.timer.cancelled()
        other.show(tag("p", "2"))
        second = Line(app, page.id, "1")
        assert await second.hears() == {"version": "2", "parts": {"2": "<p>2</p>"}}
        assert page.timer.cancelled() and told == ["lost"]
        again = Line(app, page.id, "0")  # nothing of what was sent had come
        assert await again.hears() == {"version": "2", "parts": {"1": "<p>1</p>", "2": "<p>2</p>"}}

    with_pages(what)


def test_the_newer_of_two_sockets_has_the_page() -> None:
    async def what(app: FastAPI, pages: OpenPages) -> None:
        page, one, _ = made(pages)
        lost: list[str] = []
        page.lost.append(lambda: lost.append("lost"))
        first = Line(app, page.id)
        assert await first.echoed() == []
        second = Line(app, page.id)
        assert await first.hears() == REPLACED
        first.leave()
        await first.task
        one.show(tag("p", "1"))
        assert await second.hears() == {"version": "1", "parts": {"1": "<p>1</p>"}}
        assert first.got.empty() and lost == []

    with_pages(what)


@pytest.mark.parametrize(
    ("page", "version"), [("nobody", "0"), ("", "0"), (None, "x"), (None, ""), (None, "9" * 13), (None, "²")]
)
def test_a_page_that_nobody_has_open_is_asked_for_anew(page: str | None, version: str) -> None:
    async def what(app: FastAPI, pages: OpenPages) -> None:
        open_page, _, _ = made(pages)
        line = Line(app, open_page.id if page is None else page, version.encode().decode("latin-1"))
        assert await line.hears() in ((NO_PAGE,) if page != "" else (NO_PAGE, 1000))
        await line.task

    with_pages(what)


def test_a_page_without_a_browser_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def what(app: FastAPI, pages: OpenPages) -> None:
        over = asyncio.Event()
        page, _, _ = made(pages)
        page.ended.append(over.set)
        await over.wait()
        line = Line(app, page.id)
        assert await line.hears() == NO_PAGE

    monkeypatch.setattr(live, "FIRST", 0.0)
    with_pages(what)


def test_a_browser_that_is_silent_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def what(app: FastAPI, pages: OpenPages) -> None:
        page, _, _ = made(pages)
        gone = asyncio.Event()
        page.lost.append(gone.set)
        line = Line(app, page.id)
        await gone.wait()
        assert await line.hears() == 1000

    monkeypatch.setattr(live, "SILENCE", 0.01)
    with_pages(what)


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", "7", "[" * 100_000, '{"do": {"do": 1}}', "null", '{"alive": {}}']
)
def test_a_browser_may_say_anything(text: str) -> None:
    async def what(app: FastAPI, pages: OpenPages) -> None:
        page, one, _ = made(pages)
        heard: list[object] = []
        page.heard = _hears(heard)
        line = Line(app, page.id)
        line.say(text)
        line.say('{"do": "play"}')
        one.show(tag("p", "1"))
        while {"do": "play"} not in heard:
            await asyncio.sleep(0)
        assert await line.hears() == {"version": "1", "parts": {"1": "<p>1</p>"}}

    with_pages(what)


def test_a_page_that_is_not_finished_ends_at_once() -> None:
    async def what(app: FastAPI, pages: OpenPages) -> None:
        ended: list[int] = []
        page = OpenPage()
        page.ended.append(lambda: ended.append(1))
        with pytest.raises(ZeroDivisionError), page:
            raise ZeroDivisionError
        assert ended == [1]

    with_pages(what)


def _hears(heard: list[object]) -> Callable[[object], Coroutine[Any, Any, None]]:
    async def hear(said: object) -> None:
        heard.append(said)

    return hear
