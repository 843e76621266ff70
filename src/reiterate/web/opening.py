"""``reiterate table``: a server with pages on this machine, a first game that is ready, and a browser that opens it."""

from __future__ import annotations

import asyncio
import os
import socket
import tempfile
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from fastapi import FastAPI

from reiterate.cards.remembered import folder
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.service import http_server
from reiterate.service.settings import Settings, limits_of
from reiterate.table.chairs import CUTS_ONCE, PASSES
from reiterate.web.links import host_link, seat_link
from reiterate.web.mounting import mount
from reiterate.web.pictures import Pictures, pictures_of
from reiterate.web.site import Site, Told

#: Who plays against whoever opens the table, as typed: a program, or a person with the other link.
OPPONENTS: Final[Mapping[str, dict[str, str]]] = {
    "cuts": {"p2": CUTS_ONCE},
    "passes": {"p2": PASSES},
    "person": {},
}

#: The name of the database in the data folder of the platform.
FILE: Final = "games.db"


@contextmanager
def own_database(environ: Mapping[str, str]) -> Iterator[str | Refusal]:
    """The address of a database: in the platform's data folder, or of a file that is gone afterwards where there is none."""
    place = folder(environ)
    if place is None:
        with tempfile.TemporaryDirectory(prefix="reiterate-") as found:
            yield f"sqlite:///{Path(found) / FILE}"
        return
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        message = f"{place} can't be made: {error.strerror}"
        yield Refusal(INPUT, "table-database", message, "--database URL", where=Where(span=str(place)))
        return
    yield f"sqlite:///{place / FILE}"


def first_game() -> str:
    """The position of the first game: the example of the rules for shortcuts, with something for the opponent to do."""
    return resources.files("reiterate.web").joinpath("first_game.yaml").read_text(encoding="utf-8")


def opened(
    version: str,
    bounds: tuple[float, int],
    cards: Sequence[str],
    write: Callable[[str], None],
    *,
    host: str,
    port: int,
    public: bool,
    database: str,
    opponent: str,
    pictures: str,
    browser: bool,
    check: bool,
) -> Refusal | str | None:
    """The command: a refusal, the answer to ``check``, or None once the table was stopped.

    In: the version of the program; seconds and megabytes of a request; card files; what takes a line for the terminal; and
    the options of the command.
    """
    limits = limits_of([], *bounds)
    shown = pictures_of(pictures)
    if isinstance(limits, Refusal) or isinstance(shown, Refusal):
        return limits if isinstance(limits, Refusal) else shown if isinstance(shown, Refusal) else None
    with own_database(os.environ) if not database else nullcontext(database) as address:
        if isinstance(address, Refusal):
            return address
        settings = Settings(
            host,
            port,
            public,
            workers=1,
            long_workers=1,
            cards=tuple(cards),
            database=address,
            limits=limits,
            version=version,
            workers_first=False,
        )
        return http_server.tried(settings) if check else open_table(settings, shown, opponent, browser, write)


def open_table(
    settings: Settings,
    pictures: Pictures,
    opponent: str,
    browser: bool,
    write: Callable[[str], None],
    quiet: bool = True,
) -> Refusal | None:
    """Serve pages with a first game until the process is told to stop; ``write`` is given a line at once, then the links."""

    async def began(app: FastAPI, address: str) -> None:
        made = await _game(app.state.site, opponent)
        if isinstance(made, Told):
            write(f"no game was begun: {made.message}")
            return
        game, secrets = made["game"], made["secrets"]
        address = reachable(address)
        link = host_link(address, game, "p1", secrets)
        write("Your seat, p1:")
        write(f"  {link}")
        for who, secret in secrets.items():
            if who != "p1":
                played = f" (played by the program: {OPPONENTS[opponent][who]})" if who in OPPONENTS[opponent] else ""
                write(f"{who}{played}: {seat_link(address, game, who, secret)}")
        write("Ctrl-C stops the table; the games stay in the database.")
        app.state.service.pool.begin()
        if browser:
            await asyncio.to_thread(webbrowser.open, link)

    write("The table is being laid, which takes some seconds.")
    return http_server.serve(settings, quiet, partial(mount, pictures=pictures), began)


def reachable(address: str, own: Callable[[bool], str] | None = None) -> str:
    """The address of a server by which other machines reach it, where it listens on all addresses of this machine.

    ``own``: gives this machine's own address, of IPv6 or not; "" where it has none.
    """
    parts = urlsplit(address)
    if parts.hostname not in ("0.0.0.0", "::"):
        return address
    six = parts.hostname == "::"
    found = (own or own_address)(six) or ("::1" if six else "127.0.0.1")
    return f"{parts.scheme}://{f'[{found}]' if six else found}:{parts.port}"


def own_address(six: bool) -> str:
    """The address with which this machine speaks to others; "" where it has none. Nothing is sent."""
    family, far = (socket.AF_INET6, "2001:db8::1") if six else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            return str(asking.getsockname()[0])
    except OSError:
        return ""


def serve_pages(settings: Settings, pictures: str, quiet: bool) -> Refusal | None:
    """`reiterate serve --pages`: the service with pages, until the process is told to stop."""
    shown = pictures_of(pictures)
    if isinstance(shown, Refusal):
        return shown
    return http_server.serve(settings, quiet, partial(mount, pictures=shown))


async def _game(site: Site, opponent: str) -> Any:
    """The first game: its name and the secrets of its chairs, or ``Told``."""
    return await site.ask(
        "this machine",
        "create",
        "",
        "",
        position=first_game(),
        example="",
        log="",
        title="10^100 Elves",
        programs=OPPONENTS[opponent],
    )
