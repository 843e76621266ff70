"""``reiterate table``: a server with pages on this machine, a first game that is ready, and a browser that opens it."""

from __future__ import annotations

import asyncio
import os
import shlex
import tempfile
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fastapi import FastAPI

from reiterate.cards.book import ENVIRONMENT, CardBook
from reiterate.cards.remembered import folder, remembered
from reiterate.lazy_module import Later
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.service import http_server
from reiterate.service.logs import without_secrets
from reiterate.service.seat_links import base_of, host_link, others_open, same_port, seat_link
from reiterate.service.settings import Settings, limits_of
from reiterate.table.seats import OPPONENTS, program_words
from reiterate.table.store import games_in
from reiterate.web.mounting import mount
from reiterate.web.pictures import Pictures, pictures_of
from reiterate.web.site import Site, Told

if TYPE_CHECKING:
    from reiterate.boards import new_position
    from reiterate.boards.dealing import Dealt
else:
    new_position = Later("reiterate.boards.new_position")

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
    return resources.files("reiterate.cli").joinpath("first_game.yaml").read_text(encoding="utf-8")


def dealt_of(decks: Sequence[Path], seed: str, book: CardBook | Refusal) -> Dealt | Refusal:
    """A new game between the decks of some files: what deals them is imported for that alone."""
    return new_position.dealt_of(decks, seed, book)


def opened(
    version: str,
    bounds: tuple[float, int],
    cards: Sequence[str],
    dealt: Dealt | None,
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

    In: the version of the program. ``bounds``: seconds and megabytes of a request. ``cards``: paths of card files.
    ``dealt``: a game between decks that is the first game, None for the usual first game. ``write`` takes a line for the
    terminal. The others are the options of the command.
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
        if check:
            return http_server.tried(settings)
        title, position = (dealt.title, dealt.text) if dealt is not None else ("10^100 Elves", first_game())
        played = ("--opponent", opponent) if opponent != "cuts" else ()
        again = same_server("table", cards, pictures, database, *played)
        stays = bool(database) or folder(os.environ) is not None
        more = more_cards(cards, os.environ)
        opening = Opening(title, position, opponent, again, more, stays, games_in(address), dealt is not None)
        return open_table(settings, shown, opening, browser, write)


def same_server(which: str, cards: Sequence[str], pictures: str, database: str, *more: str) -> str:
    """The command that starts the same server once more, with the same cards, pictures and database.

    In: the command, the options that were given, and ``more`` words. Stars stand for a password in the database's address.
    """
    words = ["reiterate", which]
    for file in cards:
        words += ["--cards", file]
    shown = database if database.startswith("sqlite:") else without_secrets(database)
    for option, word in (("--pictures", pictures), ("--database", shown)):
        words += [option, word] if word else []
    return shlex.join([*words, *more])


@dataclass(frozen=True, slots=True)
class Opening:
    """The first game of a table. ``command``: what started the table. ``more``: how more cards come to be known, or "".

    ``stays``: whether the database is there after the table was stopped. ``earlier``: how many games it holds already. ``dealt``: the
    position was dealt from decks, so that hands are kept first.
    """

    title: str
    position: str
    opponent: str
    command: str
    more: str
    stays: bool = True
    earlier: int = 0
    dealt: bool = False


def more_cards(cards: Sequence[str], environ: Mapping[str, str]) -> str:
    """How more cards come to be known, in words; "" where a card file is read."""
    known = remembered(environ)
    if cards or environ.get(ENVIRONMENT) or isinstance(known, Refusal) or known:
        return ""
    return CardBook.builtin().more


def open_table(
    settings: Settings,
    pictures: Pictures,
    opening: Opening,
    browser: bool,
    write: Callable[[str], None],
    quiet: bool = True,
) -> Refusal | None:
    """Serve pages with a first game until the process is told to stop; ``write`` is given a line at once, then the links."""

    async def began(app: FastAPI, address: str) -> None:
        made = await _game(app.state.site, opening)
        if isinstance(made, Told):
            write(f"no game was begun: {made.message}")
            return
        base = base_of(address, settings.host, opening.command)
        link = _written(opening, made, base.address, write)
        write(f"Name cards and see what they prove, or begin other games: {base.address}/")
        if base.command:
            write("Only this machine opens these links. To let others in, press Ctrl-C and start the table so:")
            write(f"    {base.command}")
            write(others_open(base))
        if opening.more:
            write(f"{opening.more[:1].upper()}{opening.more[1:]}.")
        if opening.earlier:
            write(earlier_games(opening.earlier, base.address))
        if opening.stays:
            write("To come back to this game later, start the table so, and open p1's link once more:")
            write(f"    {same_port(opening.command, settings.host, settings.public, address)}")
            write("Ctrl-C stops the table; the games stay in the database.")
        else:
            write(
                "Ctrl-C stops the table, and its games are gone then; --database URL names a database that keeps them."
            )
        if browser:
            await asyncio.to_thread(webbrowser.open, link)

    write("The table is being laid, which takes some seconds.")
    return http_server.serve_http(settings, quiet, partial(mount, pictures=pictures, command=opening.command), began)


def _written(opening: Opening, made: Any, address: str, write: Callable[[str], None]) -> str:
    """Write the links of a game; out: the one that opens the seat of p1."""
    game, secrets = made["game"], made["secrets"]
    link = host_link(address, game, "p1", secrets)
    programs = OPPONENTS[opening.opponent]
    write(
        "Your seat, p1. This link is for you alone: it holds the secrets of all seats. Others get theirs from Invite:"
    )
    write(f"  {link}")
    if opening.stays:
        write("Keep this link: it can't be shown again, and it is the way back to your seat.")
    for who, secret in secrets.items():
        if who != "p1":
            played = (
                f" (played by {program_words(programs[who])}; whoever opens this link can take the seat)"
                if who in programs
                else ""
            )
            write(f"{who}{played}: {seat_link(address, game, who, secret)}")
    return link


def earlier_games(count: int, address: str) -> str:
    """How many games a database holds already, and how one comes back to them."""
    if count == 1:
        return f"The database holds 1 earlier game. It opens by its own link, which now begins with {address}/game/"
    return (
        f"The database holds {count} earlier games. Each opens by its own link, which now begins with {address}/game/"
    )


def serve_pages(settings: Settings, pictures: str, quiet: bool) -> Refusal | None:
    """`reiterate serve --pages`: the service with pages, until the process is told to stop."""
    shown = pictures_of(pictures)
    if isinstance(shown, Refusal):
        return shown
    command = same_server("serve", settings.cards, pictures, settings.database, "--pages")
    return http_server.serve_http(settings, quiet, partial(mount, pictures=shown, command=command))


async def _game(site: Site, opening: Opening) -> Any:
    """The first game: its name and the secrets of its chairs, or ``Told``."""
    return await site.ask(
        "this machine",
        "create",
        "",
        "",
        position=opening.position,
        title=opening.title,
        dealt=opening.dealt,
        programs=OPPONENTS[opening.opponent],
    )
