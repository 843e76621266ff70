"""Many games open at once over HTTP, a player in each acting every few seconds: how long an ordinary choice takes.

``python -m benchmarks.load [--games 1000] [--every 10] [--seconds 60] [--readers 20] [--pages N] [--slider] [--rows 300] [-- SERVER OPTIONS]``
starts a server in a process of its own. The clients are one small program. ``--pages`` opens pages of a real browser on so many of the games,
``--slider`` a page whose slider is moved every second. Every ``--rows`` seconds a row is printed, and the whole in the end. The exit
code is 1 where something went wrong.

``--hour`` is the line that the table has to keep: an hour of 1,000 games with 20 pages and the slider.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Final

from benchmarks.load_games import BOARDS, Game, Measured, Play, begun
from benchmarks.load_report import Memory, Rows, report, told_of_slider
from benchmarks.load_server import busy, metrics, server, used_by

if TYPE_CHECKING:
    from benchmarks.load_pages import Pages

#: Moves of the slider that are measured once nobody plays any more.
ALONE: Final = 40


async def opened(port: int, many: int) -> list[Game]:
    """So many games, some at a time."""
    games: list[Game] = []
    for at in range(0, many, 8):
        boards = [BOARDS[number % len(BOARDS)] for number in range(at, min(at + 8, many))]
        games += await asyncio.gather(*(begun(port, board) for board in boards))
    return games


async def measured(pid: int, port: int, options: argparse.Namespace, pages: Pages | None) -> bool:
    """Open the games, let them be played, and print what was seen; out: whether nothing went wrong."""
    begin = time.monotonic()
    games = await opened(port, options.games)
    print(f"{len(games)} games begun in {time.monotonic() - begin:.1f} s", flush=True)
    if pages is not None:
        await _opened_pages(pages, games, port, options)
    play = Play(games, options.every, options.seed)
    await play.on(time.monotonic() + options.every, options.readers)
    play.found = Measured()
    if pages is not None:
        pages.seen = type(pages.seen)()
    rows = Rows(play, pages, Memory(), pid, port, options.rows)
    await rows.begin()
    used = (used_by(pid), used_by(os.getpid(), pid), busy(), await metrics(port))
    clock = time.monotonic()
    until = clock + options.seconds
    writing = asyncio.ensure_future(rows.write(until))
    beside = [] if pages is None else [pages.follow(until), *([pages.slide(options.seconds)] if pages.slider else [])]
    await asyncio.gather(play.on(until, options.readers), *beside)
    await writing
    passed = time.monotonic() - clock
    now = (used_by(pid), used_by(os.getpid(), pid), busy(), await metrics(port))
    if pages is not None:
        await pages.end()
    rows.close()
    fine = report(rows, used, now, passed)
    if pages is not None and pages.slider is not None:
        alone = await pages.moved_alone(ALONE)
        print(told_of_slider("slider while nobody plays", alone.painted), dict(alone.wrong) or "")
        fine = fine and not alone.wrong
    return fine


async def _opened_pages(pages: Pages, games: list[Game], port: int, options: argparse.Namespace) -> None:
    """The pages, before anything is measured."""
    begin = time.monotonic()
    await pages.open(games[: options.pages])
    if options.slider:
        await pages.open_slider(port)
    print(f"{options.pages} pages opened in {time.monotonic() - begin:.1f} s; the slider's board has {pages.rows} rows")


async def with_pages(pid: int, port: int, options: argparse.Namespace) -> bool:
    """Measure with the pages that are wanted."""
    if not (options.pages or options.slider):
        return await measured(pid, port, options, None)
    from benchmarks.load_pages import browsing  # needs a browser, and what drives it

    async with browsing() as pages:
        return await measured(pid, port, options, pages)


def options_of(given: list[str]) -> argparse.Namespace:
    """The options of the command."""
    words = argparse.ArgumentParser(description="many games open at once over HTTP")
    for name, number in (("games", 1000), ("pages", 0), ("seed", 1)):
        words.add_argument(f"--{name}", type=int, default=number)
    for name, seconds in (("every", 10.0), ("seconds", 60.0), ("rows", 300.0)):
        words.add_argument(f"--{name}", type=float, default=seconds)
    words.add_argument("--readers", type=int, default=None, help="streams of events; 20, or none where pages are open")
    words.add_argument("--slider", action="store_true")
    words.add_argument("--hour", action="store_true", help="an hour of 1,000 games, 20 pages and the slider")
    words.add_argument("--database", default="")
    words.add_argument("server", nargs="*", help="options of the server, behind --")
    options = words.parse_args(given)
    if options.hour:
        options.seconds, options.pages, options.slider = 3_600.0, 20, True
    if options.readers is None:
        options.readers = 0 if options.pages else 20
    if options.pages or options.slider:
        options.server = ["--pages", *options.server]
    return options


def main() -> int:
    """Measure."""
    options = options_of(sys.argv[1:])
    with contextlib.ExitStack() as kept:
        folder = kept.enter_context(tempfile.TemporaryDirectory(prefix="reiterate-load-"))
        database = options.database or f"sqlite:///{folder}/games.db"
        pid, port = kept.enter_context(server(database, options.server))
        return 0 if asyncio.run(with_pages(pid, port, options)) else 1


if __name__ == "__main__":
    sys.exit(main())
