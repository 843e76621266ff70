"""What hostile clients do to the others: the latency of ordinary choices beside each kind of them, over that without them, in one run.

``python -m benchmarks.hostile [--seconds 6] [--games 20]`` starts a server with its ordinary limits. Each kind of hostile client comes from an address
and a process of its own.
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
from collections.abc import Awaitable, Callable
from typing import Any, Final

from benchmarks.load_games import BOARDS, Game, Line, Measured, act, begun
from benchmarks.load_server import server

#: Laps that are written out one by one, which take minutes to play.
LAPS: Final = "activate bears\nall pass\nall pass\n" * 3_000
#: The address of the hostile clients; the others have another one.
ADDRESS: Final = "127.0.0.66"
Work = Callable[[int], Awaitable[None]]


async def opened(port: int) -> Line:
    """A connection from the hostile address."""
    return Line(*await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0), limit=2**22))


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


async def _silent(port: int) -> None:
    """A socket that says nothing."""
    line = await opened(port)
    await line.reader.read()
    line.writer.close()


async def _slow(port: int) -> None:
    """A body that comes byte by byte."""
    line = await opened(port)
    line.writer.write(head("/api/v1/run", 10_000))
    with contextlib.suppress(OSError):
        for _ in range(200):
            line.writer.write(b"x")
            await line.writer.drain()
            await asyncio.sleep(0.1)
    line.writer.close()


async def _giant(port: int) -> None:
    """A body of two million bytes."""
    line = await opened(port)
    body = json.dumps({"position": "x" * 1_990_000}).encode()
    line.writer.write(head("/api/v1/run", len(body)) + body)
    await line.reader.read(1000)
    line.writer.close()


async def _deep(port: int) -> None:
    """JSON of a depth without end."""
    line = await opened(port)
    body = b"[" * 1_000_000
    line.writer.write(head("/api/v1/run", len(body)) + body)
    await line.reader.read(1000)
    line.writer.close()


async def _forged(port: int) -> None:
    """A seat of a game that is not there."""
    line = await opened(port)
    for _ in range(10):
        await line.ask("GET", f"/api/v1/games/{random.randrange(10**9)}", "x" * 32)
    line.writer.close()


async def _minutes(port: int) -> None:
    """A proposal that costs minutes, in a game of its own."""
    line = await opened(port)
    _, made = await line.ask("POST", "/api/v1/games", "", {"example": "million"})
    if "game" in made:
        await line.ask(
            "POST", f"/api/v1/games/{made['game']}/proposals", made["secrets"]["p1"], {"number": 2, "script": LAPS}
        )
    line.writer.close()


async def _questions(port: int) -> None:
    """A search that costs minutes."""
    from tests.support.served import MINUTES

    line = await opened(port)
    await line.ask("POST", "/api/v1/find", "", {"position": MINUTES, "steps": "200000"})
    line.writer.close()


async def _unread(port: int) -> None:
    """Questions without end whose answers nobody reads."""
    line = await opened(port)
    with contextlib.suppress(OSError):
        for _ in range(400):
            line.writer.write(b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n")
            await line.writer.drain()
    await asyncio.sleep(5)
    line.writer.close()


#: The kinds, and how many of each there are at once.
KINDS: Final[dict[str, tuple[Work, int]]] = {
    "sockets that stay silent": (_silent, 60),
    "bodies that come slowly": (_slow, 40),
    "giant bodies": (_giant, 4),
    "JSON without end": (_deep, 4),
    "forged seats": (_forged, 4),
    "proposals that cost minutes": (_minutes, 4),
    "questions that cost minutes": (_questions, 4),
    "answers that nobody reads": (_unread, 10),
}


def attack(kind: str, port: int) -> None:
    """Be hostile until the process is ended."""

    async def again(work: Work) -> None:
        while True:
            try:
                await work(port)
            except (OSError, asyncio.IncompleteReadError, ValueError, KeyError):
                await asyncio.sleep(0.05)

    async def all_of_them() -> None:
        work, many = KINDS[kind]
        await asyncio.gather(*(again(work) for _ in range(many)))

    asyncio.run(all_of_them())


async def played(games: list[Game], seconds: float, rng: random.Random) -> Measured:
    """Ordinary choices in all games, one a second in each."""
    found = Measured()
    until = time.monotonic() + seconds

    async def one(game: Game) -> None:
        await asyncio.sleep(rng.random())
        while time.monotonic() < until and game.decides:
            due = time.monotonic() + 1
            await act(game, found, rng)
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    await asyncio.gather(*(one(game) for game in games))
    return found


async def measured(port: int, options: argparse.Namespace) -> None:
    """Measure without and with each kind, in turn."""
    rng = random.Random(1)
    games = [
        await begun(port, BOARDS[number % len(BOARDS)], f"127.0.1.{number + 1}") for number in range(options.games)
    ]
    await played(games, 3, rng)
    for kind in [kind for kind in KINDS if options.only in kind]:
        quiet = await played(games, options.seconds, rng)
        with hostile(kind, port):
            beside = await played(games, options.seconds, rng)
        ratio = beside.choices.part(0.5) / quiet.choices.part(0.5)
        p50, p99 = (1000 * beside.choices.part(share) for share in (0.5, 0.99))
        before = 1000 * quiet.choices.part(0.99)
        print(
            f"{kind}: median {ratio:.2f} of that without, {p50:.1f} ms; p99 {p99:.0f} ms, without {before:.0f} ms; {dict(beside.wrong) or ''}",
            flush=True,
        )


@contextlib.contextmanager
def hostile(kind: str, port: int) -> Any:
    """A process of hostile clients."""
    running = multiprocessing.get_context("spawn").Process(target=attack, args=(kind, port), daemon=True)
    running.start()
    time.sleep(1.5)
    try:
        yield
    finally:
        running.kill()
        running.join()


def main() -> int:
    """Measure."""
    words = argparse.ArgumentParser(description="what hostile clients do to the others")
    words.add_argument("--seconds", type=float, default=6.0)
    words.add_argument("--games", type=int, default=20)
    words.add_argument("--only", default="", help="words that stand in the names of the kinds to be measured")
    options = words.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="reiterate-hostile-") as folder,
        server(f"sqlite:///{folder}/games.db", [], {}) as (_, port),
    ):
        asyncio.run(measured(port, options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
