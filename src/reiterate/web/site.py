"""What the pages share: the service behind them, questions that are asked of games, and calls that take long.

The questions do not leave the process. Of a long call an open page shows the seconds so far, and a button that stops it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from fastapi import FastAPI, Request

from reiterate.refusals import Refusal
from reiterate.service.games import Games, UnderWay
from reiterate.service.games_http import GamesHttp
from reiterate.service.guard import Rates
from reiterate.service.pool import Job, Refused
from reiterate.service.problems import told_of
from reiterate.service.seat_links import Base, base_of
from reiterate.service.service import Service
from reiterate.web.live import OpenPages
from reiterate.web.pictures import Pictures

# --- watch ---------------------------------------------------------------------------------------

#: Seconds after which a call is shown to be under way, and between two looks at it.
SHOWN_AFTER: Final = 0.8
PROGRESS: Final = 0.5


class Watch:
    """The calls of one page that are under way. ``show`` is given the seconds of the longest one; None once nothing is under way."""

    def __init__(self, show: Callable[[float | None], None]) -> None:
        self.show = show
        self.calls: list[UnderWay] = []
        self.task: asyncio.Task[None] | None = None

    def begin(self, handle: UnderWay) -> None:
        """A call is under way."""
        self.calls.append(handle)
        if self.task is None:
            self.task = asyncio.get_running_loop().create_task(self._look())

    def end(self, handle: UnderWay) -> None:
        """A call is over."""
        self.calls.remove(handle)
        if not self.calls:
            self.close()
            self.show(None)

    def stop(self) -> None:
        """Stop all calls that are under way."""
        for each in list(self.calls):
            each.stop()

    def close(self) -> None:
        """Look no more."""
        if self.task is not None:
            self.task.cancel()
            self.task = None

    async def _look(self) -> None:
        await asyncio.sleep(SHOWN_AFTER)
        while True:
            passed = time.monotonic() - min(each.begun for each in self.calls)
            if passed >= SHOWN_AFTER:
                self.show(passed)
            await asyncio.sleep(PROGRESS)


# --- site ----------------------------------------------------------------------------------------

#: Words that the browsers of one address may send: a second on average, and at once. A dragged slider sends many.
WORDS: Final = (40, 120)


@dataclass(frozen=True, slots=True)
class Told:
    """A refusal in words: why, what would be accepted, the rule, and the place that was written."""

    code: str
    message: str
    expected: str = ""
    rule: str = ""
    place: str = ""

    @classmethod
    def of(cls, refused: Refusal) -> Told:
        """A refusal of another room, for people."""
        return refusal_text(told_of(refused))


#: What is said of a mistake of the program itself.
BUG: Final = Told("bug", "this is a bug of reiterate; the server's log says more")


@dataclass(frozen=True, slots=True)
class Taken:
    """Something to take along: the name of its file, its media type, its text."""

    name: str
    media: str
    text: str


class Site:
    """One server's pages. ``games`` is None where the server keeps no games. ``command``: what started the server."""

    def __init__(self, app: FastAPI, pictures: Pictures, command: str) -> None:
        self.app = app
        self.service: Service = app.state.service
        self.games: Games | None = app.state.games
        self.pictures = pictures
        self.command = command
        self.words = Rates(*WORDS)
        self.pages = OpenPages(app)
        self.offered: dict[str, Any] = {}  # what stands on the cards of the combos that the first page offers
        self.known = ""  # how many cards the server knows, where it knows those that are built in alone
        self.watching: defaultdict[tuple[str, str], set[Watch]] = defaultdict(set)

    def base(self, request: Request) -> Base:
        """The address with which links begin on the page that is asked for."""
        asked = f"{request.url.scheme}://{request.headers.get('host', '')}"
        return base_of(asked, self.service.settings.host, self.command)

    @property
    def http(self) -> GamesHttp:
        """The games with the limits of clients. Only where the server keeps games."""
        games_http: GamesHttp = self.app.state.games_http
        return games_http

    async def ask(
        self, client: str, call: str, game: str, secret: str, handle: UnderWay | None = None, /, **values: Any
    ) -> Any:
        """What a call to a game gives, as JSON values; or ``Told``, or ``Taken``.

        In: the address of the client, which limits are kept for; a call of ``service/game_host.py`` and its fields; a handle to stop it by.
        """
        try:
            found = await self.http.answer(client, call, game, secret, values, handle)
        except Refused as error:
            return Told.of(error.refusal)
        if "bug" in found:
            return BUG
        if "refusal" in found:
            return refusal_text(found["refusal"])
        if "media" in found:
            return Taken(found["name"], found["media"], found["text"])
        return json.loads(found["text"])

    @contextmanager
    def watched(self, game: str, secret: str) -> Iterator[UnderWay]:
        """The handle of a call within a block; the open pages of the seat show how long it takes, and may stop it."""
        handle, pages = UnderWay(), list(self.watching.get((game, secret), ()))
        for each in pages:
            each.begin(handle)
        try:
            yield handle
        finally:
            for each in pages:
                each.end(handle)

    async def work(self, client: str, verb: str, show: Callable[[Job], None] | None = None, /, **values: Any) -> Any:
        """What a verb of the service gives (``service/verbs.py``), as JSON values; or ``Told``.

        ``show`` is called with the work, again and again as long as the work is under way.
        """
        job = Job(client, verb, values, self.service.limits.seconds)
        work = asyncio.ensure_future(self.service.pool.run(job))
        try:
            while not work.done():
                if show is not None:
                    show(job)
                await asyncio.wait({work}, timeout=PROGRESS)
            reply = work.result()
        except Refused as error:
            return Told.of(error.refusal)
        finally:
            work.cancel()
        if reply.refusal is not None:
            return refusal_text(reply.refusal)
        try:
            return json.loads(reply.text)
        except ValueError:
            return BUG


def refusal_text(refusal: dict[str, Any]) -> Told:
    """A refusal as the service writes it, for people."""
    expected, rule = refusal.get("expected", ""), refusal.get("rule", "")
    return Told(refusal["code"], refusal["message"], expected, rule, (refusal.get("where") or {}).get("span", ""))
