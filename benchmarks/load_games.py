"""Games that are played over HTTP by clients that decide at random: what they do, and how long the answers take."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.times import Times

LAP: Final = "format: position/1\nplayers:\n  p1:\n    battlefield:\n      - Midnight Guard\n      - {card: Presence of Gond, attached to: Midnight Guard}\n  p2: {hand: [Lightning Bolt], mana: {R: 1}}\n"

#: A board of four players with things to do, and cards that nobody else sees.
WIDE: Final = "format: position/1\nplayers:\n" + "".join(
    f"  p{seat}:\n    hand: [Lightning Bolt, Giant Growth, Grizzly Bears]\n    library: [Island, Forest, Mountain]\n    battlefield:\n"
    "      - Prodigal Sorcerer\n      - Viscera Seer\n      - Mind Stone\n      - Birds of Paradise\n      - Grizzly Bears\n"
    "      - Ashnod's Altar\n      - Mountain\n      - Forest\n"
    for seat in range(1, 5)
)
BOARDS: Final = (LAP, LAP, WIDE)


@dataclass(slots=True)
class Line:
    """A connection of one client."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def ask(self, method: str, path: str, secret: str, body: Any = None) -> tuple[int, Any]:
        """One request: its status and its JSON."""
        status, answer = await self.read(method, path, secret, body)
        return status, json.loads(answer)

    async def read(self, method: str, path: str, secret: str, body: Any = None) -> tuple[int, bytes]:
        """One request: its status and the bytes of its answer."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {secret}\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n" if data else "\r\n"
        self.writer.write(head.encode() + data)
        first = await self.reader.readuntil(b"\r\n\r\n")
        length = int(first.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        return int(first[9:12]), await self.reader.readexactly(length)


@contextlib.asynccontextmanager
async def line_to(port: int, source: str = "") -> Any:
    """A connection from an address of this machine, which is closed in the end."""
    own = (source, 0) if source else None
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=own, limit=2**22)
    try:
        yield Line(reader, writer)
    finally:
        writer.close()


@dataclass(slots=True)
class Game:
    """A game: who decides next and what that player may do, as the last view told.

    ``refused``: lines that were refused since the last entry. ``asked``: when each entry was asked for, where a page is open. ``over``: what
    is done when the game is over, before another one takes its place. ``acts``: of the game as it is now.
    """

    port: int
    board: str
    path: str
    secrets: dict[str, str]
    last: int
    decides: str
    may: list[str]
    source: str = ""
    refused: set[str] = field(default_factory=set)
    asked: dict[int, float] | None = None
    over: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    acts: int = 0

    async def renew(self) -> None:
        """A new game from the same board takes the place of this one."""
        for done in list(self.over):
            await done()
        fresh = await begun(self.port, self.board, self.source)
        self.path, self.secrets, self.last = fresh.path, fresh.secrets, fresh.last
        self.decides, self.may, self.refused, self.acts = fresh.decides, fresh.may, set(), 0


@dataclass(slots=True)
class Measured:
    """What was measured: seconds of each choice and of each look; requests that went wrong, by status.

    ``late``: seconds by which this client's own work was late. ``ended``: acts of all games that were over, and how many, by board.
    """

    choices: Times = field(default_factory=Times)
    views: Times = field(default_factory=Times)
    late: Times = field(default_factory=Times)
    wrong: Counter[str] = field(default_factory=Counter)
    events: int = 0
    ended: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def begun_anew(self) -> int:
        """Games that took the place of others."""
        return sum(many for many, _ in self.ended.values())

    def add(self, others: Measured) -> None:
        """All of another one."""
        for mine, theirs in ((self.choices, others.choices), (self.views, others.views), (self.late, others.late)):
            mine.add(theirs)
        self.wrong += others.wrong
        self.events += others.events
        for board, (many, acts) in others.ended.items():
            self.end(board, acts, many)

    def end(self, board: str, acts: int, many: int = 1) -> None:
        """A game on this board was over after so many acts."""
        before, done = self.ended.get(board, (0, 0))
        self.ended[board] = (before + many, done + acts)


async def begun(port: int, board: str, source: str = "") -> Game:
    """A new game, whose players have one address."""
    async with line_to(port, source) as line:
        status, made = await line.ask("POST", "/api/v1/games", "", {"position": board})
        assert status == 201, made
        path = f"/api/v1/games/{made['game']}"
        _, view = await line.ask("GET", path, made["secrets"]["p1"])
    may = [each["line"] for each in view["may"]]
    return Game(port, board, path, made["secrets"], made["last"], view["decides"], may, source)


def drawn(game: Game, rng: random.Random) -> str:
    """A line that the player who decides may choose: half of the time an ability, or else to pass. "" where each one was refused."""
    may = [line for line in game.may if line not in game.refused]
    abilities = [line for line in may if line.startswith("activate")]
    if abilities and rng.random() < 0.5:
        return rng.choice(abilities)
    return "pass" if "pass" in may else rng.choice(may) if may else ""


async def act(game: Game, found: Measured, rng: random.Random) -> None:
    """The player who decides makes a choice and looks at the board; whoever decides next has looked before the next act."""
    line = drawn(game, rng)
    if not line:
        found.wrong["nothing that may be done"] += 1
        game.refused = set()
        return
    begin, at = time.perf_counter(), time.time()
    async with line_to(game.port, game.source) as to:
        asked = {"number": game.last + 1, "line": line}
        status, told = await to.ask("POST", f"{game.path}/choices", game.secrets[game.decides], asked)
        found.choices.append(time.perf_counter() - begin)
        if status == 200:
            game.acts += 1
            game.refused = set()
            if game.asked is not None:
                game.asked[told["number"]] = at
        else:
            game.refused.add(line)
            if (
                told["code"] != "must-differ"
            ):  # a choice that the rules forbid just now (732.2c, 732.3); another one is made next time
                found.wrong[f"choice: {status} {told['code']}"] += 1
        begin = time.perf_counter()
        view = await _look(game, to, found)
        found.views.append(time.perf_counter() - begin)
        if view["decides"] and view["decides"] != game.decides:
            game.decides = view["decides"]
            view = await _look(game, to, found)
        game.decides, game.last, game.may = view["decides"], view["last"], [each["line"] for each in view["may"]]


async def _look(game: Game, line: Line, found: Measured) -> Any:
    """What the player who decides sees. Raises ``KeyError`` where that is refused."""
    status, view = await line.ask("GET", game.path, game.secrets[game.decides])
    if status != 200:
        found.wrong[f"look: {status} {view['code']}"] += 1
    return view


class Play:
    """Many games that go on. ``found`` is exchanged by whoever prints it."""

    def __init__(self, games: list[Game], every: float, seed: int) -> None:
        self.games = games
        self.every = every
        self.rng = random.Random(seed)
        self.found = Measured()

    async def on(self, until: float, readers: int) -> None:
        """Let all games be played, and the first ones be followed, until a time by ``time.monotonic``."""
        following = [self._following(game, until) for game in self.games[:readers]]
        players = [self._playing(game, until, random.Random(self.rng.random())) for game in self.games]
        await asyncio.gather(self._late(until), *following, *players)

    async def _playing(self, game: Game, until: float, rng: random.Random) -> None:
        """Acts at even intervals from a drawn moment on; an act that comes late does not put off the next ones."""
        due = time.monotonic() + rng.random() * self.every
        while due < until:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            try:
                if game.decides:
                    await act(game, self.found, rng)
                if not game.decides:
                    acts = game.acts
                    await game.renew()
                    self.found.end(game.board, acts)
            except (OSError, asyncio.IncompleteReadError, KeyError, ValueError, AssertionError) as error:
                self.found.wrong[repr(error)[:60]] += 1
            due += self.every

    async def _late(self, until: float) -> None:
        """By how much this client is late when it wants to wake up."""
        while time.monotonic() < until:
            due = time.perf_counter() + 0.05
            await asyncio.sleep(0.05)
            self.found.late.append(max(0.0, time.perf_counter() - due))

    async def _following(self, game: Game, until: float) -> None:
        """Somebody who follows a game and looks at the board at each event; where another game takes its place, that one."""
        ending = asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.monotonic())
        with contextlib.suppress(TimeoutError):
            async with ending:
                while True:
                    await self._stream(game)
                    await asyncio.sleep(0.5)

    async def _stream(self, game: Game) -> None:
        path, secret = game.path, game.secrets["spectator"]
        async with line_to(game.port) as line:

            async def leave() -> None:
                line.writer.close()

            game.over.append(leave)
            try:
                head = f"GET {path}/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {secret}\r\n\r\n"
                line.writer.write(head.encode())
                while row := await line.reader.readline():
                    if row.startswith(b"event: entry"):
                        self.found.events += 1
                        async with line_to(game.port) as to:
                            await to.ask("GET", path, secret)
            finally:
                game.over.remove(leave)
