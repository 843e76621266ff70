"""Games as the server sees them: calls to their process, which is ended and started anew when a call does not end.

A call that was under way then is made once more. That is safe: the table answers the same words with the same number only once.

A game with long work is played apart: in a second process, which has the same database and gives way to the first. So nobody else waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.service.logs import log
from reiterate.service.pool import READY, Refused, too_busy
from reiterate.service.problems import told_of
from reiterate.service.processes import framed, next_frame, start_process
from reiterate.service.settings import Settings

#: Calls of one game that are under way at once; the game does them one after the other.
AT_ONCE: Final = 4

#: A call takes so many times as long by the clock as it may work, where other calls work too.
WAITING: Final = 2.0

#: Seconds without a sign of life after which the process of the games counts as unwell.
SILENT: Final = 10.0

#: Entries that somebody who follows a game is told at once.
SHOWN: Final = 200

#: Answers of one game that are remembered for others who follow it.
TOLD: Final = 8

#: Characters of a script that may be long work, for it may have very many lines; and of the board, the decks or the log of a new game. Such a call
#: goes to the process of games with long work.
LONG_SCRIPT: Final = 2_000
LONG_TEXT: Final = 10_000

#: Seconds of work of one call after which its game has long work.
COSTLY: Final = 2.0

#: By how much the process of games with long work gives way to that of all others.
NICE: Final = 5

#: Games that are remembered as having long work. One that was forgotten is played beside the others again.
MOST_APART: Final = 10_000

#: Seconds that a call may wait for its turn before others are refused, and calls that are under way by then. A call that waits for its own game,
#: or for a turn among long work, is no sign that there is too much to do.
LATE: Final = 0.5
QUEUED: Final = 32

#: Calls that make a new game, and are never made twice.
_MAKES: Final = frozenset({"create"})


class Lost(Exception):
    """The process of the games ended before it answered."""


#: Seconds that a call which was stopped has to break off; its caller is answered then all the same.
STOPPING: Final = 2.0

#: Seconds without a sign of life after which a process is ended whose call does not break off: one large multiplication stops all its threads.
HUNG: Final = 3.0

#: Seconds between two looks at such a call.
LOOK: Final = 0.5


class UnderWay:
    """The handle of a call: ``stop`` ends it. ``begun``: when it was asked, by ``time.monotonic``."""

    __slots__ = ("asked", "begun", "number", "process")

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.asked = asyncio.Event()
        self.process: Process | None = None
        self.number = 0

    @property
    def stopped(self) -> bool:
        """Whether the call was told to stop."""
        return self.asked.is_set()

    def stop(self) -> None:
        """Have the caller answered with the refusal ``stopped``, unless the answer is there before."""
        self.asked.set()
        if self.process is not None:
            self.process.stop(self.number)

    def at(self, process: Process, number: int) -> None:
        """Say where the call is made."""
        self.process, self.number = process, number


@dataclass(slots=True)
class Followed:
    """A game that somebody follows: what wakes them, how many they are, and which new entries each secret was told since."""

    told: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    many: int = 0


class Process:
    """One process of games."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.late = 0.0  # seconds that the call which was answered last has waited for its turn
        self.memory = 0
        self.measured: dict[str, int] = {}
        self.database = True
        self.heard = time.monotonic()
        self.news: Callable[[str], None] = lambda _game: None
        self.ended = False
        self.reader: asyncio.Task[None] | None = None

    @staticmethod
    async def started(settings: Settings, nicer: int = 0) -> Process | dict[str, Any]:
        """A process that is ready, or the refusal that it gave. Raises ``OSError`` or ``EOFError`` where there is none."""
        words = (str(settings.limits.megabytes), *settings.cards)
        process = await start_process("reiterate.service.game_host", *words, nicer=nicer)
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(framed({"database": settings.database, "seconds": settings.limits.choice / WAITING}))
        try:
            async with asyncio.timeout(READY):
                first = await next_frame(process.stdout)
        except BaseException as error:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            if isinstance(error, asyncio.IncompleteReadError | TimeoutError):
                raise EOFError from error
            raise
        if "refusal" in first:
            refused: dict[str, Any] = first["refusal"]
            return refused
        made = Process(process)
        made.reader = asyncio.ensure_future(made._read())
        return made

    async def call(self, number: int, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a call. Raises ``Lost``."""
        mine: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        if not self.alive:
            raise Lost
        self.waiting[number] = mine
        sent = time.monotonic()
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(framed({"id": number, **message}))
            with contextlib.suppress(ConnectionError):
                await self.process.stdin.drain()
            found = await mine
            self.late = time.monotonic() - sent - found.get("seconds", 0.0)
            return found
        finally:
            self.waiting.pop(number, None)

    def stop(self, number: int) -> None:
        """Break off a call, if it is still under way; it is answered."""
        if number in self.waiting and self.alive:
            assert self.process.stdin is not None
            self.process.stdin.write(framed({"stop": number}))

    @property
    def alive(self) -> bool:
        """Whether the process answers."""
        return self.reader is not None and not self.reader.done() and not self.ended

    @property
    def full(self) -> bool:
        """Whether there is more to do than can be done at once."""
        return self.late > LATE and len(self.waiting) >= QUEUED

    @property
    def well(self) -> bool:
        """Whether the process answers, has said so lately, and its database answers."""
        return self.alive and self.database and time.monotonic() - self.heard < SILENT

    def end(self) -> None:
        """End the process at once."""
        self.ended = True
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def close(self, seconds: float) -> None:
        """Let the process finish what it does, for so many seconds, and end it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), seconds)
        except TimeoutError:
            self.end()
            await self.process.wait()
        if self.reader is not None:
            await self.reader

    async def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                message = await next_frame(self.process.stdout)
                mine = self.waiting.pop(message.get("id", -1), None)
                if mine is not None and not mine.done():
                    mine.set_result(message)
                self.memory = message.get("memory", self.memory)
                self.measured = message.get("measured", self.measured)
                self.database = message.get("database", self.database)
                self.heard = time.monotonic()
                if "news" in message:
                    self.news(message["news"])
        except (EOFError, asyncio.IncompleteReadError, ConnectionError):
            pass
        for mine in self.waiting.values():
            if not mine.done():
                mine.set_exception(Lost())


class Place:
    """Where games are played: a process that is there, or is started when a game is asked for. ``nicer``: by how much it gives way."""

    def __init__(self, nicer: int) -> None:
        self.nicer = nicer
        self.process: Process | None = None
        self.starting = asyncio.Lock()


class Games:
    """All games of the server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.together = Place(0)
        self.apart = Place(NICE)
        self.costly: OrderedDict[str, None] = OrderedDict()
        self.number = 0
        self.under_way: Counter[str] = Counter()
        self.followed: dict[str, Followed] = defaultdict(Followed)
        self.stopping = False
        self.ended = asyncio.Event()
        self.ending: set[asyncio.Task[int]] = set()
        self.guards: set[asyncio.Task[None]] = set()

    async def start(self) -> dict[str, Any] | None:
        """Start the process of the games; the refusal where its database can't be used."""
        found = await Process.started(self.settings)
        if isinstance(found, Process):
            self._take(self.together, found)
            return None
        return found

    async def stop(self) -> None:
        """End the processes when they have finished what they do."""
        self.end_streams()
        there = [each.process for each in (self.together, self.apart) if each.process is not None]
        await asyncio.gather(*(each.close(self.limits.grace) for each in there))
        await asyncio.gather(*self.ending, *self.guards, return_exceptions=True)

    def end_streams(self) -> None:
        """Take no more calls, and wake all who follow: their streams end."""
        self.stopping = True
        self.ended.set()
        for each in self.followed.values():
            each.news.set()

    @property
    def process(self) -> Process | None:
        """The process of all games that have no long work."""
        return self.together.process

    def _play_apart(self, game: str) -> bool:
        """From now on a game is played in the process of those with long work; whether it was not before. A game that is yet to be made is not."""
        if not game or game in self.costly:
            return False
        self.costly[game] = None
        while len(self.costly) > MOST_APART:
            self.costly.popitem(last=False)
        return True

    @property
    def ready(self) -> bool:
        """Whether games can be asked for."""
        return self.process is not None and self.process.well and not self.stopping

    async def call(
        self,
        call: str,
        game: str,
        secret: str,
        asked: dict[str, Any],
        handle: UnderWay | None = None,
        client: str = "",
    ) -> dict[str, Any]:
        """What a call has given: its ``text``, or its ``refusal``. Raises ``Refused`` where the server has no room.

        ``client``: who asks; one long call of each is worked on. ``handle`` stops the call. Work that does not break off at once counts as under way until it ends, or until its process is ended.
        """
        if self.under_way[game] >= AT_ONCE and game:
            raise too_busy("this game has enough to do at the moment", "too-many-at-once", 429, 1)
        process = self.together.process
        if process is not None and process.full:
            raise too_full(process.late)
        message = {"call": call, "game": game, "secret": secret, "asked": asked, "client": client}
        if handle is None:
            return await self._counted(call, game, message)
        work = asyncio.ensure_future(self._counted(call, game, message, handle))
        work.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may wait for it any more
        stopping = asyncio.ensure_future(handle.asked.wait())
        try:
            await asyncio.wait({work, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                await asyncio.wait({work}, timeout=STOPPING)
        except asyncio.CancelledError:
            work.cancel()
            raise
        finally:
            stopping.cancel()
        return work.result() if work.done() else {"refusal": told_of(_stopped())}

    async def _counted(
        self, call: str, game: str, message: dict[str, Any], handle: UnderWay | None = None
    ) -> dict[str, Any]:
        self.under_way[game] += 1
        long = may_be_long(message["asked"])
        marked = long and self._play_apart(game)
        try:
            found = await self._made(call, message, handle, long)
            if found.get("worked", 0.0) > COSTLY or (long and "game" in found):
                self._play_apart(game or found.get("game", ""))
            elif marked and "worked" in found and "refusal" in found and self.under_way[game] == 1:
                self.costly.pop(game, None)  # what was refused at once was no long work, and may come from anybody
        finally:
            self.under_way[game] -= 1
            if not self.under_way[game]:
                del self.under_way[game]
        if "last" in found:
            self.tell(game)
        return found

    def measured(self) -> dict[str, float]:
        """What is to be watched: of the process of the games, how many are played apart, and how many somebody follows."""
        process = self.process
        told = {} if process is None else {"memory_bytes": process.memory, **process.measured}
        apart = self.apart.process
        if apart is not None and apart.alive:
            told["apart_memory_bytes"] = apart.memory
        return {
            **told,
            "apart": len(self.costly),
            "followed": len(self.followed),
            "calls": sum(self.under_way.values()),
        }

    async def entries(self, game: str, secret: str, after: int) -> dict[str, Any]:
        """The entries behind a number, for somebody who follows the game: all of them are asked for in turn.

        The process of the games is asked once for all who follow with the same secret. That there are none is never remembered.
        """
        asked = {"after": after, "limit": SHOWN}
        followed = self.followed[game]
        async with followed.turn:
            if (secret, after) in followed.told:
                return followed.told[secret, after]
            news = followed.news
            found = await self._made("entries", {"call": "entries", "game": game, "secret": secret, "asked": asked})
            if followed.news is news and found.get("text", "[]") != "[]" and followed.many > 1:
                followed.told[secret, after] = found
                if len(followed.told) > TOLD:
                    del followed.told[next(iter(followed.told))]
            return found

    @contextlib.contextmanager
    def following(self, game: str) -> Iterator[None]:
        """Follow a game within a block."""
        self.followed[game].many += 1
        try:
            yield
        finally:
            self.followed[game].many -= 1
            if not self.followed[game].many:
                del self.followed[game]

    def tell(self, game: str) -> None:
        """Wake all who follow a game."""
        followed = self.followed.get(game)
        if followed is not None:
            followed.told.clear()
            followed.news.set()
            followed.news = asyncio.Event()

    async def _made(
        self, call: str, message: dict[str, Any], handle: UnderWay | None = None, long: bool = False
    ) -> dict[str, Any]:
        for attempt in (1, 2):
            process = await self._process(self.apart if long or message["game"] in self.costly else self.together)
            if handle is not None and handle.stopped:
                return {"refusal": told_of(_stopped())}
            self.number += 1
            if handle is not None:
                handle.at(process, self.number)
            try:
                return await self._in_time(process, self.number, call, message)
            except Lost:
                if attempt == 2 or call in _MAKES:
                    break
        raise too_busy("the process of the games has ended; it is started anew")

    async def _in_time(self, process: Process, number: int, call: str, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a call, or the refusal of one that takes too long. Raises ``Lost``.

        Such a call is told to stop. A process is ended only where it also gives no sign of life, or its call goes on for as long again.
        All games in an ended process have to be taken up again.
        """
        asked = asyncio.ensure_future(process.call(number, message))
        asked.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may wait for it any more
        try:
            await asyncio.wait({asked}, timeout=self.limits.choice)
        except asyncio.CancelledError:
            asked.cancel()
            raise
        if asked.done():
            return asked.result()
        process.stop(number)
        guard = asyncio.ensure_future(self._guard(process, asked, call))
        self.guards.add(guard)
        guard.add_done_callback(self.guards.discard)
        await asyncio.wait({asked}, timeout=STOPPING)
        found = {} if not asked.done() or asked.exception() is not None else asked.result()
        if found and "refusal" not in found:
            return found
        return {"refusal": told_of(_too_long(self.limits.choice))}

    async def _guard(self, process: Process, asked: asyncio.Future[dict[str, Any]], call: str) -> None:
        """End a process whose call does not break off."""
        until = time.monotonic() + STOPPING + self.limits.choice
        await asyncio.wait({asked}, timeout=STOPPING)
        while not asked.done() and process.alive:
            if time.monotonic() - process.heard > HUNG or time.monotonic() > until:
                log("game-process-ended", why="time", call=call)
                self._end(process)
                return
            await asyncio.wait({asked}, timeout=LOOK)

    def _end(self, process: Process) -> None:
        """End a process at once; the server stops only when the process has ended."""
        process.end()
        ended = asyncio.ensure_future(process.process.wait())
        self.ending.add(ended)
        ended.add_done_callback(self.ending.discard)

    async def _process(self, place: Place) -> Process:
        """The process of a place; a new one where it has ended or holds too much."""
        async with place.starting:
            process = place.process
            most = self.limits.megabytes * 1_000_000
            if process is not None and most and process.memory >= most:
                log("game-process-ended", why="memory")
                self._end(process)
            if process is not None and process.alive:
                return process
            if self.stopping:
                raise too_busy("the server is about to stop")
            try:
                found = await Process.started(self.settings, place.nicer)
            except (OSError, EOFError) as error:
                raise too_busy("the process of the games could not be started") from error
            if not isinstance(found, Process):
                raise too_busy("the database of the games does not answer")
            if self.ended.is_set():  # since it was looked at above
                self._end(found)
                raise too_busy("the server is about to stop")
            self._take(place, found)
            return found

    def _take(self, place: Place, process: Process) -> None:
        if place is self.together:  # it hears of all games of the database
            process.news = self.tell
        place.process = process


def too_full(late: float) -> Refused:
    """The refusal of a call, where others wait for so many seconds already: when to come again."""
    after = 1 + int(2 * late)
    message = "more is asked of this server than it can do at once; nothing was changed"
    expected = f"the same again in {after} {'second' if after == 1 else 'seconds'}"
    return Refused(Refusal(UNDETERMINED, "busy", message, expected), 503, after)


def may_be_long(asked: Mapping[str, Any]) -> bool:
    """Whether a call may be long work, by the length of what is asked."""
    texts = [
        text
        for each in asked.values()
        for text in (each if isinstance(each, list) else [each])
        if isinstance(text, str)
    ]
    return len(asked.get("script") or "") > LONG_SCRIPT or sum(map(len, texts)) > LONG_TEXT


def _stopped() -> Refusal:
    message = "this was stopped; whether it counts is seen in the game"
    return Refusal(UNDETERMINED, "stopped", message, "a look at the game, and the same again")


def _too_long(seconds: float) -> Refusal:
    message = f"not answered in {seconds:g} seconds; whether it counts is seen in the game"
    return Refusal(UNDETERMINED, "time-spent", message, "a shorter script, after a look at the game")
