"""Many games open at once over HTTP, a player in each acting every few seconds: how long an ordinary choice takes.

``python -m benchmarks.load [--games 1000] [--every 10] [--seconds 60] [--readers 20] [--database URL] [--workers N]`` starts a server in a
process of its own. The clients are one small program. Printed are the latency of choices, the size of commits, the memory of the server's
processes, and which process took how much of a core.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

#: A server that hinders no client: all players have one address here.
LIMITS: Final = {
    "rate": 100_000, "burst": 100_000, "each": 4_000, "connections": 4_000, "sockets": 4_000, "streams": 4_000, "games": 100_000,
}  # fmt: skip

LAP: Final = "format: position/1\nplayers:\n  p1:\n    battlefield:\n      - Midnight Guard\n      - {card: Presence of Gond, attached to: Midnight Guard}\n  p2: {hand: [Lightning Bolt], mana: {R: 1}}\n"

#: A board of four players with things to do, and cards that nobody else sees.
WIDE: Final = "format: position/1\nplayers:\n" + "".join(
    f"  p{seat}:\n    hand: [Lightning Bolt, Giant Growth, Grizzly Bears]\n    library: [Island, Forest, Mountain]\n    battlefield:\n"
    "      - Prodigal Sorcerer\n      - Viscera Seer\n      - Mind Stone\n      - Birds of Paradise\n      - Grizzly Bears\n"
    "      - Ashnod's Altar\n      - Mountain\n      - Forest\n"
    for seat in range(1, 5)
)
BOARDS: Final = (LAP, LAP, WIDE)


#: A figure of the games among those of `/metrics`.
_TABLE: Final = 'reiterate_table{state="%s"}'


@dataclass(slots=True)
class Line:
    """A connection of one client."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def ask(self, method: str, path: str, secret: str, body: Any = None) -> tuple[int, Any]:
        """One request: its status and its JSON."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {secret}\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n" if data else "\r\n"
        self.writer.write(head.encode() + data)
        first = await self.reader.readuntil(b"\r\n\r\n")
        length = int(first.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        return int(first[9:12]), json.loads(await self.reader.readexactly(length))


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
    """A game: who decides next and what that player may do, as the last view told."""

    port: int
    path: str
    secrets: dict[str, str]
    last: int
    decides: str
    may: list[str]
    source: str = ""


@dataclass(slots=True)
class Measured:
    """What was measured: seconds of each choice and of each view; requests that went wrong, by status."""

    choices: list[float] = field(default_factory=list)
    views: list[float] = field(default_factory=list)
    wrong: dict[str, int] = field(default_factory=dict)
    events: int = 0
    memory: list[tuple[int, int]] = field(default_factory=list)


async def begun(port: int, board: str, source: str = "") -> Game:
    """A new game, whose players have one address."""
    async with line_to(port, source) as line:
        status, made = await line.ask("POST", "/api/v1/games", "", {"position": board})
        assert status == 201, made
        path = f"/api/v1/games/{made['game']}"
        _, view = await line.ask("GET", path, made["secrets"]["p1"])
    return Game(
        port, path, made["secrets"], made["last"], view["decides"], [each["line"] for each in view["may"]], source
    )


async def act(game: Game, found: Measured, rng: random.Random) -> None:
    """The player who decides makes a choice and looks at the board; whoever decides next has looked before the next act."""
    lines = [line for line in game.may if line.startswith("activate")]
    other = "pass" if "pass" in game.may else rng.choice(game.may)
    line = rng.choice(lines) if lines and rng.random() < 0.5 else other
    begin = time.perf_counter()
    async with line_to(game.port, game.source) as to:
        asked = {"number": game.last + 1, "line": line}
        status, told = await to.ask("POST", f"{game.path}/choices", game.secrets[game.decides], asked)
        found.choices.append(time.perf_counter() - begin)
        if status == 200:
            game.last = told["last"]
        elif told["code"] not in ("must-differ",):
            key = f"{status} {told['code']}"
            found.wrong[key] = found.wrong.get(key, 0) + 1
        begin = time.perf_counter()
        _, view = await to.ask("GET", game.path, game.secrets[game.decides])
        found.views.append(time.perf_counter() - begin)
        if view["decides"] != game.decides:
            game.decides = view["decides"]
            _, view = await to.ask("GET", game.path, game.secrets[game.decides])
        game.last, game.may = view["last"], [each["line"] for each in view["may"]]


async def playing(game: Game, found: Measured, every: float, until: float, rng: random.Random) -> None:
    """Acts at even intervals from a drawn moment on; an act that comes late does not put off the next ones."""
    due = time.monotonic() + rng.random() * every
    while due < until:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        if not game.decides:
            return
        try:
            await act(game, found, rng)
        except (OSError, asyncio.IncompleteReadError, KeyError) as error:
            found.wrong[repr(error)[:60]] = found.wrong.get(repr(error)[:60], 0) + 1
        due += every


async def reading(game: Game, found: Measured, until: float) -> None:
    """Somebody who follows a game and looks at the board at each event, as a page does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", game.port, limit=2**22)
    secret = game.secrets["spectator"]
    writer.write(
        f"GET {game.path}/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {secret}\r\n\r\n".encode()
    )
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.monotonic()):
            while line := await reader.readline():
                if line.startswith(b"event: entry"):
                    found.events += 1
                    async with line_to(game.port) as to:
                        await to.ask("GET", game.path, secret)
    writer.close()


# --- the server --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Used:
    """What a process has used: seconds of a core and bytes of memory."""

    name: str
    seconds: float
    memory: int


def used_by(pid: int) -> dict[int, Used]:
    """What a process and those that it has started have used, by number."""
    found = {}
    for each in [pid, *_children(pid)]:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            words = Path(f"/proc/{each}/cmdline").read_bytes().split(b"\0")
            name = next((word.decode().rpartition(".")[2] for word in words if word.startswith(b"reiterate")), "")
            memory = int(Path(f"/proc/{each}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            found[each] = Used(name, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), memory)
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").iterdir():
        found += [int(word) for word in (path / "children").read_text().split()]
    return found + [inner for child in found for inner in _children(child)]


@contextlib.contextmanager
def server(database: str, words: list[str], bounds: Mapping[str, int] = LIMITS) -> Iterator[tuple[int, int]]:
    """A server with these limits: its process and its port."""
    limits = [word for name, number in bounds.items() for word in ("--limit", f"{name}={number}")]
    command = [sys.executable, "-m", "reiterate", "serve", "--port", "0", "--database", database, *limits, *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        try:
            first = json.loads(running.stderr.readline())
            emptying = threading.Thread(target=_read_all, args=(running.stderr,))
            emptying.start()
            yield running.pid, int(first["address"].rpartition(":")[2])
        finally:
            running.terminate()
            emptying.join()


def _read_all(stream: IO[str]) -> None:
    """Read what a server logs, so that it never waits for a reader."""
    for _ in stream:
        pass


async def metrics(port: int) -> dict[str, float]:
    """The figures of `/metrics`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    text = (await reader.read()).decode()
    writer.close()
    rows = [line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("reiterate_")]
    return {name: float(value) for name, value in rows}


def part(numbers: list[float], share: float) -> float:
    """The number below which a share of the numbers lies."""
    return sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))] if numbers else 0.0


async def measured(pid: int, port: int, options: argparse.Namespace) -> None:
    """Open the games, let them be played, and print what was seen."""
    rng = random.Random(options.seed)
    begin = time.monotonic()
    games: list[Game] = []
    for at in range(0, options.games, 8):
        boards = [BOARDS[number % len(BOARDS)] for number in range(at, min(at + 8, options.games))]
        games += await asyncio.gather(*(begun(port, board) for board in boards))
    print(f"{len(games)} games begun in {time.monotonic() - begin:.1f} s", flush=True)
    warm = Measured()
    await _round(games, warm, options, rng, options.every)
    before, told, own = used_by(pid), await metrics(port), time.process_time()
    found, clock = Measured(), time.monotonic()
    watching = asyncio.ensure_future(_memory(pid, found))
    await _round(games, found, options, rng, options.seconds)
    watching.cancel()
    passed = time.monotonic() - clock
    report(found, before, used_by(pid), told, await metrics(port), passed, time.process_time() - own)


async def _memory(pid: int, found: Measured) -> None:
    """Write down now and then how many choices were made, and what all processes of the server hold."""
    while True:
        found.memory.append((len(found.choices), sum(used.memory for used in used_by(pid).values())))
        await asyncio.sleep(5)


def slope(points: list[tuple[int, int]]) -> float:
    """By how many bytes memory grows with a choice: the straight line through the second half of the points."""
    late = points[len(points) // 2 :]
    return statistics.linear_regression([n for n, _ in late], [m for _, m in late]).slope if len(late) > 2 else 0.0


async def _round(
    games: list[Game], found: Measured, options: argparse.Namespace, rng: random.Random, seconds: float
) -> None:
    until = time.monotonic() + seconds
    readers = [reading(game, found, until) for game in games[: options.readers]]
    players = [playing(game, found, options.every, until, random.Random(rng.random())) for game in games]
    await asyncio.gather(*readers, *players)


def report(
    found: Measured,
    before: dict[int, Used],
    after: dict[int, Used],
    told: dict[str, float],
    now: dict[str, float],
    passed: float,
    own: float,
) -> None:
    """Print what was measured."""
    many = len(found.choices) or 1
    for name, numbers in (("choice", found.choices), ("view", found.views)):
        p50, p99, most = (1000 * part(numbers, share) for share in (0.5, 0.99, 1.0))
        print(f"{name}: {len(numbers):,}, p50 {p50:.1f} ms, p99 {p99:.1f} ms, most {most:.1f} ms")
    print(
        f"went wrong: {found.wrong or 'nothing'}; events read: {found.events:,}; {many / passed:.0f} choices a second"
    )
    total = 0.0
    for pid, used in after.items():
        old = before.get(pid, Used(used.name, 0.0, used.memory))
        seconds = used.seconds - old.seconds
        total += seconds
        if seconds > 0.02 * passed:
            share = 100 * seconds / passed
            memory = f"{old.memory / 1e6:.0f} to {used.memory / 1e6:.0f} MB"
            print(f"{used.name} ({pid}): {share:.0f} % of a core, {1000 * seconds / many:.2f} ms a choice, {memory}")
    print(
        f"server: {1000 * total / many:.2f} ms of a core for a choice and its looks; client: {100 * own / passed:.0f} %"
    )
    if found.memory:
        begin, end = (found.memory[at][1] / 1e6 for at in (0, -1))
        grows = slope(found.memory) * 10_000 / 1e6
        print(f"memory of all: {begin:.0f} to {end:.0f} MB; in the second half {grows:+.1f} MB in 10,000 choices")
    commits, writes = (now.get(name, 0) - told.get(name, 0) for name in (_TABLE % "commits", _TABLE % "writes"))
    if commits:
        most = now[_TABLE % "most_together"]
        print(f"commits: {commits:.0f}, {writes / commits:.2f} entries each, most {most:.0f}")
    for name, value in sorted(now.items()):
        if "call_seconds" in name and name.startswith("reiterate_call_seconds_sum"):
            count = name.replace("_sum", "_count")
            took = value - told.get(name, 0)
            calls = now.get(count, 0) - told.get(count, 0)
            if calls:
                print(f"{name.partition('{')[2].rstrip('}')}: {calls:.0f} calls, {1000 * took / calls:.2f} ms each")


def main() -> int:
    """Measure."""
    words = argparse.ArgumentParser(description="many games open at once over HTTP")
    for name, number in (("games", 1000), ("readers", 20), ("seed", 1)):
        words.add_argument(f"--{name}", type=int, default=number)
    words.add_argument("--every", type=float, default=10.0)
    words.add_argument("--seconds", type=float, default=60.0)
    words.add_argument("--database", default="")
    words.add_argument("server", nargs="*", help="options of the server, behind --")
    options = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="reiterate-load-") as folder:
        database = options.database or f"sqlite:///{folder}/games.db"
        with server(database, options.server) as (pid, port):
            asyncio.run(measured(pid, port, options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
