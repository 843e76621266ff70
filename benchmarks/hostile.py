"""What hostile clients do to the others: the latency of ordinary choices beside each kind of them, over that without them, in one run.

``python -m benchmarks.hostile [--games 16] [--rounds 2] [--seconds 8]`` starts a server with its ordinary limits. Rounds without and rounds beside
hostile clients take turns, so a machine that drifts changes both alike. Each round without them begins when the server has nothing left to do.
Hostile clients have a process of their own, and in each round an address of their own. What is printed is a table for `docs/hostile-clients.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from benchmarks.load_games import BOARDS, Game, Line, Measured, act, begun
from benchmarks.load_server import server, used_by
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.table.seats import Chair
from reiterate.table.table import Accepted, Created, Table

#: Laps that are written out one by one, as many as a script may hold.
LAPS: Final = "activate bears\nall pass\nall pass\n" * 3_000
#: Creatures of different names beside them, so that the laps take minutes to play; and so few laps that they can be played in time.
CROWD: Final = 300
FEW: Final = 1_500
#: Words of chat, and how many of them the log of a long game holds.
WORDS: Final = "x" * 1_900
MANY: Final = 2_000
#: The server has nothing left to do when it takes less than this part of a core for so many seconds; how long that is waited for.
IDLE: Final = 0.04
LOOKED: Final = 1.0
SETTLED: Final = 60.0


@dataclass(frozen=True, slots=True)
class At:
    """Where hostile clients go: the port, and the address from which they come; the others have other ones."""

    port: int
    source: str


Work = Callable[[At], Awaitable[None]]


async def opened(at: At) -> Line:
    """A connection from the hostile address."""
    return Line(*await asyncio.open_connection("127.0.0.1", at.port, local_addr=(at.source, 0), limit=2**24))


def head(path: str, length: int, *more: str) -> bytes:
    """The head of a request with a body."""
    lines = [
        f"POST {path} HTTP/1.1",
        "host: localhost",
        "content-type: application/json",
        *more,
        f"content-length: {length}",
        "",
        "",
    ]
    return "\r\n".join(lines).encode()


async def _silent(at: At) -> None:
    """A socket that says nothing."""
    line = await opened(at)
    await line.reader.read()
    line.writer.close()


async def _slow(at: At) -> None:
    """A body that comes byte by byte."""
    line = await opened(at)
    line.writer.write(head("/api/v1/run", 10_000))
    with contextlib.suppress(OSError):
        for _ in range(200):
            line.writer.write(b"x")
            await line.writer.drain()
            await asyncio.sleep(0.1)
    line.writer.close()


async def _giant(at: At) -> None:
    """A body of two million bytes."""
    line = await opened(at)
    body = json.dumps({"position": "x" * 1_990_000}).encode()
    line.writer.write(head("/api/v1/run", len(body)) + body)
    await line.reader.read(1000)
    line.writer.close()


async def _deep(at: At) -> None:
    """JSON of a depth without end."""
    line = await opened(at)
    body = b"[" * 1_000_000
    line.writer.write(head("/api/v1/run", len(body)) + body)
    await line.reader.read(1000)
    line.writer.close()


async def _forged(at: At) -> None:
    """A seat of a game that is not there."""
    line = await opened(at)
    for _ in range(10):
        await line.ask("GET", f"/api/v1/games/{random.randrange(10**9)}", "x" * 32)
    line.writer.close()


@cache
def crowded() -> str:
    """The board of the rulebook's example among many other creatures."""
    gond = "{card: Presence of Gond, attached to: bears}"
    crowd = "".join(
        f", {{token: Beast {number}, power: '1', toughness: '{number + 1}', types: [creature]}}"
        for number in range(CROWD)
    )
    bears = f"[{{card: Grizzly Bears, label: bears}}, {gond}{crowd}]"
    return f"format: position/1\nplayers:\n  p1: {{battlefield: {bears}}}\n  p2: {{battlefield: [Intruder Alarm]}}\n"


async def _minutes(at: At) -> None:
    """A proposal that costs minutes, in a game of its own."""
    await _proposed(at, LAPS, position=crowded())


async def _succeeding(at: At) -> None:
    """A proposal that costs seconds, and is accepted."""
    await _proposed(at, "".join(LAPS.splitlines(keepends=True)[: 3 * FEW]), example="million")


async def _proposed(at: At, script: str, **asked: Any) -> None:
    line = await opened(at)
    try:
        path, secrets = await _made(line, **asked)
        await line.ask("POST", f"{path}/proposals", secrets["p1"], {"number": 2, "script": script})
        await line.ask("POST", f"{path}/answers", secrets["p2"], {"number": 3, "said": "accept"})
    finally:
        line.writer.close()


async def _questions(at: At) -> None:
    """A search that costs minutes."""
    from tests.support.served import MINUTES

    line = await opened(at)
    await line.ask("POST", "/api/v1/find", "", {"position": MINUTES, "steps": "200000"})
    line.writer.close()


async def _unread(at: At) -> None:
    """Questions without end whose answers nobody reads."""
    line = await opened(at)
    with contextlib.suppress(OSError):
        for _ in range(400):
            line.writer.write(b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n")
            await line.writer.drain()
    await asyncio.sleep(5)
    line.writer.close()


async def _made(line: Line, **asked: Any) -> tuple[str, dict[str, str]]:
    """A new game: its address, and its secrets. Raises ``KeyError`` where none is made."""
    _, made = await line.ask("POST", "/api/v1/games", "", asked)
    return f"/api/v1/games/{made['game']}", made["secrets"]


async def _chat(at: At) -> None:
    """Chat as fast as may be, in a game that as many follow as may."""
    line = await opened(at)
    path, secrets = await _made(line, example="million")
    following = [await opened(at) for _ in range(18)]
    for each in following:
        secret = f"authorization: Bearer {secrets['spectator']}"
        each.writer.write(f"GET {path}/events HTTP/1.1\r\nhost: localhost\r\n{secret}\r\n\r\n".encode())
    emptying = [asyncio.ensure_future(_emptied(each)) for each in following]
    try:
        for number in range(2, 20_000):
            while (await line.ask("POST", f"{path}/chat", secrets["p1"], {"number": number, "text": WORDS}))[0] == 429:
                pass
    finally:
        for task in emptying:
            task.cancel()


async def _emptied(line: Line) -> None:
    while await line.reader.read(2**20):
        pass


@cache
def long_log() -> str:
    """The log of a game in which somebody chats on and on; as large as a server takes."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table.open(f"sqlite:///{folder}/games.db", CardBook.builtin(), 0.0)
        assert isinstance(table, Table)
        with table:
            made = table.create_example("million")
            assert isinstance(made, Created)
            who, judge = (table.enter(made.game, made.links[name]) for name in ("p1", "judge"))
            assert isinstance(who, Chair) and isinstance(judge, Chair)
            for number in range(made.last + 1, made.last + 1 + MANY):
                assert isinstance(table.chat(who, number, WORDS), Accepted)
            found = table.export(judge, "log")
            assert not isinstance(found, Refusal)
            return found.text


async def _looks(at: At) -> None:
    """A long game that is looked at and exported again and again."""
    line = await opened(at)
    path, secrets = await _made(line, log=long_log())
    while True:
        for look in ("/export/log", "/entries?limit=500", "/happened", "/export/sheet", "/ruling", ""):
            await line.read("GET", path + look, secrets["judge"])


async def _logs(at: At) -> None:
    """Games that are begun from long logs."""
    line = await opened(at)
    while True:
        await line.ask("POST", "/api/v1/games", "", {"log": long_log()})


#: The kinds, and how many of each there are at once.
KINDS: Final[dict[str, tuple[Work, int]]] = {
    "sockets that stay silent": (_silent, 60),
    "bodies that come slowly": (_slow, 40),
    "giant bodies": (_giant, 4),
    "JSON without end": (_deep, 4),
    "forged seats": (_forged, 4),
    "proposals that cost minutes": (_minutes, 4),
    "proposals of seconds that succeed": (_succeeding, 4),
    "questions that cost minutes": (_questions, 4),
    "answers that nobody reads": (_unread, 10),
    "chat in a game that many follow": (_chat, 1),
    "looks at a long game in a loop": (_looks, 4),
    "games from long logs": (_logs, 4),
}


def attack(kind: str, at: At, ready: Any) -> None:
    """Be hostile until the process is ended."""
    if kind in ("looks at a long game in a loop", "games from long logs"):
        long_log()
    ready.set()

    async def again(work: Work) -> None:
        while True:
            try:
                await work(at)
            except (OSError, asyncio.IncompleteReadError, ValueError, KeyError):
                await asyncio.sleep(0.05)

    async def all_of_them() -> None:
        work, many = KINDS[kind]
        await asyncio.gather(*(again(work) for _ in range(many)))

    asyncio.run(all_of_them())


async def played(games: list[Game], seconds: float, rng: random.Random, found: Measured) -> None:
    """Ordinary choices in all games, one a second in each."""
    until = time.monotonic() + seconds

    async def one(game: Game) -> None:
        await asyncio.sleep(rng.random())
        while time.monotonic() < until:
            due = time.monotonic() + 1
            if not game.decides:
                await game.renew()
            await act(game, found, rng)
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    await asyncio.gather(*(one(game) for game in games))


async def settled(server: int) -> None:
    """Wait until the server has nothing left to do, so that a round does not pay for the one before."""
    end = time.monotonic() + SETTLED
    while time.monotonic() < end:
        before = used_by(server)
        await asyncio.sleep(LOOKED)
        after = used_by(server)
        used = sum(each.seconds - (before[pid].seconds if pid in before else 0.0) for pid, each in after.items())
        if used < IDLE * LOOKED and set(before) == set(after):
            return
    print("(the server did not come to rest before a round without hostile clients)", flush=True)


async def compared(server: int, at: At, kind: str, games: list[Game], options: argparse.Namespace) -> str:
    """Rounds without and beside a kind, in turn: the row of the table."""
    rng = random.Random(1)
    quiet, beside = Measured(), Measured()
    for turn in range(options.rounds):
        await settled(server)
        await played(games, options.seconds, rng, quiet)
        with hostile(kind, At(at.port, f"127.0.{64 + turn}.{list(KINDS).index(kind) + 1}")):
            await asyncio.sleep(1.5)
            await played(games, options.seconds, rng, beside)
    ratio = beside.choices.part(0.5) / quiet.choices.part(0.5)
    half, last, first, rare = (1000 * each.choices.part(share) for share in (0.5, 0.99) for each in (beside, quiet))
    wrong = f" {beside.wrong}" if beside.wrong else ""
    return f"| {kind} | {ratio:.2f} ({half:.3g} over {last:.3g}) | {first / rare:.2f} ({first:.0f} over {rare:.0f}) |{wrong}"


async def measured(server: int, port: int, options: argparse.Namespace) -> None:
    """Measure each kind."""
    rng = random.Random(1)
    games = [
        await begun(port, BOARDS[number % len(BOARDS)], f"127.0.1.{number + 1}") for number in range(options.games)
    ]
    await played(games, 5, rng, Measured())
    print("| kind | median choice, beside over without (ms) | 99 of 100 choices, beside over without (ms) |")
    print("| --- | --- | --- |", flush=True)
    for kind in KINDS:
        if options.only in kind:
            print(await compared(server, At(port, ""), kind, games, options), flush=True)


@contextlib.contextmanager
def hostile(kind: str, at: At) -> Iterator[None]:
    """A process of hostile clients."""
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    running = context.Process(target=attack, args=(kind, at, ready), daemon=True)
    running.start()
    ready.wait(60)
    try:
        yield
    finally:
        running.kill()
        running.join()


def main() -> int:
    """Measure."""
    words = argparse.ArgumentParser(description="what hostile clients do to the others")
    words.add_argument("--seconds", type=float, default=8.0, help="seconds of each round")
    words.add_argument("--rounds", type=int, default=2, help="rounds without and rounds beside each kind")
    words.add_argument("--games", type=int, default=16)
    words.add_argument("--only", default="", help="words that stand in the names of the kinds to be measured")
    options = words.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="reiterate-hostile-") as folder,
        server(f"sqlite:///{folder}/games.db", [], {}) as (running, port),
    ):
        asyncio.run(measured(running, port, options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
