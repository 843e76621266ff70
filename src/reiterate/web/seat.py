"""A seat of a game as one open page has it: what it sees now, questions in its name, and word of what is new."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from reiterate.service.games import Games
from reiterate.service.games_http import ALIVE, HEAVY, SHARED, either
from reiterate.web.site import Site, Told

#: Seconds until a question that came at the wrong time is asked once more.
PAUSE: Final = 0.3

#: How often that is done before the page gives up until something new happens.
ATTEMPTS: Final = 8

#: Refusals that only say that the question came at the wrong time.
LATER: Final = frozenset({"too-many-at-once", "busy"})


class Seat:
    """One page's seat. ``view``: the last view that was read; ``faces``: what stands on the cards, by name.

    ``changed`` is called after each new view. ``turn`` is held by whoever acts or reads, so that entries are told in order.
    ``work`` is held by whoever acts or proves: the page does one of these at a time, and reads what others do meanwhile.
    """

    def __init__(self, site: Site, games: Games, client: str, game: str, secret: str) -> None:
        self.site = site
        self.games = games
        self.client = client
        self.game = game
        self.secret = secret
        self.turn = asyncio.Lock()
        self.work = asyncio.Lock()
        self.changed: Callable[[], Awaitable[None]] = _nothing
        self.view: dict[str, Any] = {}
        self.faces: dict[str, Mapping[str, Any]] = {}

    @property
    def who(self) -> str:
        """The chair: ``p1`` to ``p6``, ``judge`` or ``spectator``."""
        return str(self.view.get("who", ""))

    @property
    def last(self) -> int:
        """The number of the last entry that this page has seen."""
        return int(self.view.get("last", 0))

    async def ask(self, call: str, /, **values: Any) -> Any:
        """What a call gives (``Site.ask``); the page shows one that takes long, and may stop it."""
        if call not in HEAVY:
            return await self.site.ask(self.client, call, self.game, self.secret, **values)
        with self.site.watched(self.game, self.secret) as handle:
            return await self.site.ask(self.client, call, self.game, self.secret, handle, **values)

    async def act(self, call: str, /, behind: int | None = None, patient: bool = False, **values: Any) -> Told | None:
        """Make an entry, and see what has come of it. What is done twice at once is done one after the other.

        ``behind``: nothing is done where the page has seen more than this entry by then. ``patient``: what comes at the wrong time is tried again.
        """
        async with self.work, self.turn:
            if behind is not None and self.last != behind:
                return None
            asking = self.patiently if patient else self.ask
            found = await asking(call, number=self.last + 1, **values)
            await self._new()
        return found if isinstance(found, Told) else None

    async def _new(self) -> None:
        """Read the view, and tell the page where it is another one."""
        before = self.last
        if await self.look() is None and self.last != before:
            await self.changed()

    async def look(self) -> Told | None:
        """Read the view anew, and what stands on cards that were not seen before."""
        found = await self.patiently("view")
        if isinstance(found, Told):
            return found
        self.view = found
        if self._unknown():
            faces = await self.patiently("faces")
            if not isinstance(faces, Told):
                self.faces.update({each["name"]: each for each in faces})
        return None

    async def patiently(self, call: str, /, **values: Any) -> Any:
        """What a call gives; one that comes at the wrong time is tried again."""
        found = await self.ask(call, **values)
        for _ in range(ATTEMPTS):
            if not isinstance(found, Told) or found.code not in LATER:
                break
            await asyncio.sleep(PAUSE)
            found = await self.ask(call, **values)
        return found

    def _unknown(self) -> bool:
        names = {card["name"] for card in self.view["cards"]} - {""}
        for player in self.view["board"]["players"]:
            names |= {card["name"] for card in player["battlefield"]}
        return bool(names - self.faces.keys())

    async def follow(self) -> None:
        """Call ``changed`` after each new view, until the page is gone or the server stops."""
        pause = ALIVE if self.games.settings.database.startswith("sqlite") else SHARED
        with self.games.following(self.game):
            while not self.games.stopping:
                news = self.games.followed[self.game].news
                async with self.turn:
                    await self._new()
                await either(news, pause)


async def _nothing() -> None:
    """No page is told."""
