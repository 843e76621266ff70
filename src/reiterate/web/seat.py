"""A seat of a game as one open page has it: what it sees now, questions in its name, and word of what is new."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeGuard

from reiterate.service.games import Games
from reiterate.service.games_http import ALIVE, HEAVY, SHARED, either
from reiterate.table.seat_entries import words_alone
from reiterate.web.site import Site, Told

#: Seconds until a question that came at the wrong time is asked once more.
PAUSE: Final = 0.3

#: How often that is done before the page gives up, and seconds until the page looks again by itself then.
ATTEMPTS: Final = 8
AGAIN: Final = 3.0

#: Refusals that only say that the question came at the wrong time.
LATER: Final = frozenset({"too-many-at-once", "busy"})

#: Acts that mean the same whatever others did meanwhile.
STANDING: Final = frozenset({"be_called", "chat", "concede", "rematch", "take_seat"})


class Seat:
    """One page's seat. ``view``: the last view that was read; ``faces``: what stands on the cards, by name.

    ``changed`` is called after each new view, ``late`` as soon as the server gives none, and with None once it does. ``turn`` is held by whoever acts or reads, so that entries are told in order.
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
        self.late: Callable[[Told | None], None] = lambda _why: None
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
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

        Somebody else may be first. Then the act is made behind theirs, if it is a standing one or theirs were words alone.
        ``behind``: nothing is done where the page has seen more than this entry by then. ``patient``: what comes at the wrong time is tried again.
        Else a busy server's refusal is given at once: nothing was changed, so there is nothing to see.
        """
        async with self.work, self.turn:
            if behind is not None and self.last != behind:
                return None
            asking = self.patiently if patient else self.ask
            for _ in range(ATTEMPTS):
                seen = self.last
                found = await asking(call, number=seen + 1, **values)
                if untimely(found):
                    break
                await self._new()
                second = isinstance(found, Told) and found.code == "not-next" and behind is None
                if not second or not (call in STANDING or await self._only_said(seen)):
                    break
        return found if isinstance(found, Told) else None

    async def _only_said(self, after: int) -> bool:
        """Whether all entries behind one are words."""
        new = await self.patiently("happened", after=after)
        read = not isinstance(new, Told) and len(new) == self.last - after
        return read and all(words_alone(each["entry"]) for each in new)

    async def _new(self) -> Told | None:
        """Read the view, and tell the page where it is another one; why there is none."""
        before = self.last
        found = await self.look()
        if found is None and self.last != before:
            await self.changed()
        return found

    async def look(self, patient: bool = True) -> Told | None:
        """Read the view anew, and what stands on cards that were not seen before. ``patient``: try again where the server is busy."""
        asking = self.patiently if patient else self.ask
        found = await asking("view")
        if isinstance(found, Told):
            return found
        self.view = found
        if self._unknown():
            faces = await asking("faces")
            if not isinstance(faces, Told):
                self.faces.update({each["name"]: each for each in faces})
        return None

    async def patiently(self, call: str, /, **values: Any) -> Any:
        """What a call gives; one that comes at the wrong time is tried again, and the page says so meanwhile."""
        found = await self.ask(call, **values)
        if not untimely(found):
            return found
        for _ in range(ATTEMPTS):
            await self.rest(found)
            found = await self.ask(call, **values)
            if not untimely(found):
                self.late(None)
                break
        return found

    async def rest(self, found: Told) -> None:
        """Say that the server is busy and when the page asks again, and wait that long."""
        self.late(asks_again(found))
        await self.sleep(PAUSE)

    def _unknown(self) -> bool:
        stack = {each["source"] for each in self.view["board"]["stack"] if each["source"] == each["text"]}
        names = {card["name"] for card in self.view["cards"]} | stack
        for player in self.view["board"]["players"]:
            names |= {card[name] for card in player["battlefield"] for name in ("name", "face_down") if name in card}
        return bool(names - self.faces.keys() - {""})

    async def follow(self) -> None:
        """Call ``changed`` after each new view, until the page is gone or the server stops."""
        pause = ALIVE if self.games.settings.database.startswith("sqlite") else SHARED
        late: Told | None = None
        with self.games.following(self.game):
            while not self.games.stopping:
                news = self.games.followed[self.game].news
                async with self.turn:
                    before, late = late, await self._new()
                if before or late:
                    self.late(asks_again(late) if untimely(late) else late)
                await either(news, AGAIN if late else pause)


def untimely(found: object) -> TypeGuard[Told]:
    """Whether a call was refused only because it came at the wrong time."""
    return isinstance(found, Told) and found.code in LATER


def asks_again(found: Told) -> Told:
    """Such a refusal for people: why, and when the page asks again by itself."""
    return replace(
        found, message=f"{found.message}; this page asks again by itself within {AGAIN:g} seconds", expected=""
    )


async def _nothing() -> None:
    """No page is told."""
