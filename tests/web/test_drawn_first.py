"""A page draws what has happened before it proves what was played by hand; only the question waits for the proof."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, cast

from reiterate.cards import CardBook
from reiterate.cli.opening import first_game
from reiterate.service.game_host import call_message, call_result
from reiterate.service.games import Games, UnderWay
from reiterate.service.seat_links import Base
from reiterate.table.table import Table
from reiterate.web.game_page import GamePage
from reiterate.web.markup import NOTHING, Markup
from reiterate.web.passing import Passing
from reiterate.web.pictures import Pictures
from reiterate.web.seat import Seat
from reiterate.web.site import Site, refusal_text
from tests.support.patience import PATIENCE
from tests.table.laid_table import Sitting, quick_folder, seated

LAP = ("activate bears", "pass", "pass")
ASKED = "This can be repeated: how many times?"


class Part:
    """A part of a page. ``shown``: what is drawn now."""

    def __init__(self) -> None:
        self.shown = NOTHING

    def show(self, content: Markup) -> None:
        self.shown = content


class SlowSite:
    """A site with a real table, whose proofs wait until they are let go. ``proofs``: begun, at once now, at once at most."""

    pictures = Pictures()

    def __init__(self, table: Table) -> None:
        self.table = table
        self.go = asyncio.Semaphore(0)
        self.begun = self.at_once = self.most = 0

    async def ask(
        self, client: str, call: str, game: str, secret: str, handle: UnderWay | None = None, /, **values: Any
    ) -> Any:
        found = call_message(call_result(self.table, {"call": call, "game": game, "secret": secret, "asked": values}))
        if call == "shown":
            self.begun, self.at_once = self.begun + 1, self.at_once + 1
            self.most = max(self.most, self.at_once)
            try:
                await self.go.acquire()
            finally:
                self.at_once -= 1
        if "refusal" in found:
            return refusal_text(found["refusal"])
        return json.loads(found["text"])

    @contextmanager
    def watched(self, game: str, secret: str) -> Iterator[UnderWay]:
        yield UnderWay()


class Open:
    """The open page of p1 without a browser."""

    def __init__(self, game: Sitting) -> None:
        self.game = game
        self.site = SlowSite(game.table)
        secret = game.made.links["p1"]
        self.seat = Seat(cast("Site", self.site), cast("Games", None), "client", game.made.game, secret)
        self.page = GamePage(self.seat, cast("Base", None))
        names = (
            "named",
            "really",
            "working",
            "told",
            "latest",
            "ended",
            "watches",
            "slider",
            "scrubber",
            "answered",
            "picture",
            "passed",
        )
        for name in (*names, "asking", "acts", "below", "record"):
            setattr(self.page, name, Part())
        self.page.passing = Passing(self.seat, lambda: self.page.entries, lambda _: None)

    async def sees(self, *lines: str) -> None:
        """The page reads the game behind each of these lines."""
        for line in lines or ("",):
            if line:
                self.game.play("p1", line)
            async with self.seat.turn:
                await asyncio.wait_for(self.seat._new(), PATIENCE)

    async def until(self, what: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not what():
                await asyncio.sleep(0.01)

    async def proved(self) -> None:
        """The proof that waits is let go, and drawn."""
        begun = self.site.begun
        self.site.go.release()
        await self.until(lambda: self.page.reading is None or self.page.reading.done() or self.site.begun > begun)

    @property
    def asked(self) -> str:
        return str(self.page.asking.shown)

    @property
    def shown(self) -> str:
        return str(self.page.record.shown)


def at_a_page(what: Callable[[Open], Any]) -> None:
    """Do something at the page of p1 in a new game, against a program that passes."""

    async def done(game: Sitting) -> None:
        one = Open(game)
        await one.seat.look()
        await one.page._read_entries()
        one.page.draw()
        one.page.drawn = one.seat.last
        one.seat.changed = one.page.changed
        try:
            await what(one)
        finally:
            one.page._leave()

    with quick_folder() as folder:
        table = Table.open(f"sqlite:///{folder / 'games.db'}", CardBook.builtin())
        assert isinstance(table, Table), table
        with table, ThreadPoolExecutor(1) as apart:  # tests with browsers leave a loop that runs in this thread
            apart.submit(asyncio.run, done(seated(table, first_game(), {"p2": "passes"}))).result()


def test_an_entry_is_drawn_while_its_lap_is_proved_and_the_question_comes_behind_that() -> None:
    async def what(one: Open) -> None:
        await one.sees(*LAP)
        assert one.seat.view["again"] and one.page.drawn == one.seat.last
        before = str(one.page.acts.shown)
        assert 'class="choice' in before and not one.asked
        record, picture = one.shown, one.page.picture.shown
        await one.until(lambda: one.site.begun == 1)
        assert not one.asked
        await one.proved()
        assert ASKED in one.asked and "activate bears; all pass; all pass" in one.asked
        assert str(one.page.acts.shown) != before  # the fields have the lines now
        assert (one.shown, one.page.picture.shown) == (record, picture)

    at_a_page(what)


def test_a_proof_of_an_older_entry_is_not_shown_and_one_is_worked_on_at_a_time() -> None:
    async def what(one: Open) -> None:
        await one.sees(*LAP)
        await one.until(lambda: one.site.begun == 1)
        await one.sees("activate bears")
        assert "activate bears" in one.shown and one.page.drawn == one.seat.last
        await one.sees("pass", "pass")  # two laps are played: the proof of the first is under way yet
        assert one.site.begun == 1
        await one.proved()
        assert not one.asked
        await one.until(lambda: one.site.begun == 2)
        await one.proved()
        assert ASKED in one.asked and one.site.most == 1 and one.site.begun == 2

    at_a_page(what)


def test_an_entry_that_this_page_has_not_drawn_yet_hinders_an_older_proof_too() -> None:
    async def what(one: Open) -> None:
        await one.sees(*LAP)
        await one.until(lambda: one.site.begun == 1)
        one.game.play("p1", "activate bears")
        await one.seat.look()  # read, and not drawn
        await one.proved()
        assert not one.asked
        await one.page.changed()
        assert ASKED not in one.asked and one.page.drawn == one.seat.last

    at_a_page(what)


def test_words_leave_the_question_as_it_is_and_nothing_is_proved_anew() -> None:
    async def what(one: Open) -> None:
        await one.sees(*LAP)
        await one.proved()
        await one.until(lambda: ASKED in one.asked)
        one.game.table.chat(one.game["p1"], one.game.next, "hello", "all")
        await one.sees()
        assert "hello" in one.shown and ASKED in one.asked
        assert one.page.reading is None or one.page.reading.done()
        await one.sees("activate bears")
        assert not one.asked and one.site.begun == 1

    at_a_page(what)


def test_lines_typed_while_a_lap_is_proved_stay() -> None:
    async def what(one: Open) -> None:
        await one.sees(*LAP)
        await one.until(lambda: one.site.begun == 1)
        await one.page.hears_foresee({"times": "7", "lap": "activate Black Lotus", "how": "times"})
        await one.proved()
        assert "activate bears; all pass; all pass" in one.asked
        assert "activate Black Lotus" in one.page.below.shown

    at_a_page(what)


def test_who_acts_waits_for_the_proof_and_nobody_else_does() -> None:
    async def what(one: Open) -> None:
        await one.sees(*LAP)
        await one.until(lambda: one.site.begun == 1)
        acting = asyncio.ensure_future(one.seat.act("play", line="activate bears"))
        await asyncio.sleep(0.05)
        assert not acting.done()
        one.game.table.chat(one.game["p2"], one.game.next, "hello", "all")
        await one.sees()
        assert "hello" in one.shown
        one.site.go.release()
        found = await asyncio.wait_for(acting, PATIENCE)
        assert found is None and "activate bears" in one.shown and one.site.most == 1

    at_a_page(what)
