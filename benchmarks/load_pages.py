"""Pages of a real browser at games that are played: how soon each entry is to be seen, and how soon a slider is drawn anew."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from playwright.async_api import Error, async_playwright

from benchmarks.load_games import Game, begun
from benchmarks.times import Times
from reiterate.cli.opening import first_game
from reiterate.service.seat_links import seat_link
from tests.support.browsers import chromium

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

#: Milliseconds that a page may take to be there, and seconds that an entry may take to be seen at the end of a game.
PATIENCE: Final = 120_000
CATCHING_UP: Final = 20.0

#: Seconds between two looks at a page, and between two moves of the slider.
LOOKING: Final = 10.0
MOVING: Final = 1.0

#: Seconds after which a move of the slider counts as lost.
LOST: Final = 5.0

#: The seats whose pages are open, in turn; p2 stands in where a game has no third player.
SEATS: Final = ("p1", "spectator", "p2", "p3", "judge")

#: Writes down when the number of the latest entry that a page shows has changed.
WATCHING: Final = """
window.entriesSeen = [];
let latest = 0;
document.addEventListener('drawn', () => {
  const number = Number(document.querySelector('.past .number')?.textContent ?? 0);
  if (number > latest) { latest = number; window.entriesSeen.push([number, Date.now()]); }
});
"""
SEEN: Final = "() => window.entriesSeen.splice(0)"

#: Moves the slider, and tells the milliseconds until the board is drawn: in the page, and on the screen.
MOVE: Final = """(at) => new Promise((done) => {
  const slider = document.getElementById('iterations');
  const begun = performance.now();
  const drawn = (event) => {
    if (!event.detail.querySelector('[data-answers-slide]')) return;
    document.removeEventListener('drawn', drawn);
    const there = performance.now() - begun;
    requestAnimationFrame(() => setTimeout(() => done([there, performance.now() - begun])));
  };
  document.addEventListener('drawn', drawn);
  slider.value = at;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
})"""

#: An iteration of the first game, by hand.
LAP: Final = "activate bears\nall pass\nall pass"


def wide_board() -> str:
    """The first game with so many different permanents that its board has more than thirty rows."""
    names = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Mind Stone", "Viscera Seer")
    lands = "".join(f"      - {name}\n" for name in names)
    more = "".join(f"      - {{card: Forest, label: f{n}, counters: {{charge: {n + 1}}}}}\n" for n in range(18))
    position = first_game().replace("      - Intruder Alarm\n", f"      - Intruder Alarm\n{lands}{more}")
    return position.replace("attached to: bears}\n", f"attached to: bears}}\n{lands}")


@dataclass(slots=True)
class Seen:
    """What was seen on pages. ``shown``: seconds from asking for a choice until the entry stands on the page.

    ``drawn``, ``painted``: seconds from a move of the slider until the board has changed, and until it is on the screen.
    """

    shown: Times = field(default_factory=Times)
    drawn: Times = field(default_factory=Times)
    painted: Times = field(default_factory=Times)
    redraws: int = 0
    opened: int = 0
    wrong: Counter[str] = field(default_factory=Counter)

    def add(self, others: Seen) -> None:
        """All of another one."""
        for mine, theirs in ((self.shown, others.shown), (self.drawn, others.drawn), (self.painted, others.painted)):
            mine.add(theirs)
        self.redraws += others.redraws
        self.opened += others.opened
        self.wrong += others.wrong


class GamePage:
    """A page that is open on a game, and goes to the new game where one takes its place."""

    def __init__(self, page: Page, game: Game, seat: str) -> None:
        self.page = page
        self.game = game
        self.seat = seat
        self.path = ""
        self.latest = 0
        self.wrong: list[str] = []
        page.on("console", lambda said: self.wrong.append(said.text[:100]) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)[:100]))

    async def open(self, seen: Seen) -> None:
        """Open the page of the game as it is now. Raises ``Error`` of Playwright where it doesn't come."""
        seat = self.seat if self.seat in self.game.secrets else "p2"
        base, name = f"http://127.0.0.1:{self.game.port}", self.game.path.rpartition("/")[2]
        self.latest = 0
        self.path, self.game.asked = self.game.path, {}
        await self.page.goto(seat_link(base, name, seat, self.game.secrets[seat]))
        await self.page.wait_for_selector(".past .number")
        await self.look(Seen())
        seen.opened += 1

    async def look(self, seen: Seen) -> None:
        """Note the entries that have come to stand on the page since the last look."""
        for number, at in await self.page.evaluate(SEEN):
            self.latest = max(self.latest, number)
            seen.redraws += 1
            assert self.game.asked is not None
            for each in [each for each in self.game.asked if each <= number]:
                seen.shown.append(max(0.0, at / 1000 - self.game.asked.pop(each)))

    async def caught_up(self, seen: Seen) -> None:
        """Wait until the page shows the last entry of its game; a page that never does counts as wrong."""
        end = time.monotonic() + CATCHING_UP
        try:
            if self.path != self.game.path:
                await self.open(seen)
            await self.look(seen)
            while self.latest < self.game.last and time.monotonic() < end:
                await asyncio.sleep(0.1)
                await self.look(seen)
        except Error as error:
            seen.wrong[f"browser: {str(error)[:80]}"] += 1
        if self.latest < self.game.last:
            seen.wrong[f"a page of {self.seat} shows entry {self.latest} of {self.game.last}"] += 1
        seen.wrong.update(f"page: {each}" for each in self.wrong)
        self.wrong.clear()


class Pages:
    """All pages of one browser. ``seen`` is exchanged by whoever prints it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.seen = Seen()
        self.games: list[GamePage] = []
        self.slider: Page | None = None
        self.rows = 0

    async def _page(self) -> Page:
        context = await self.browser.new_context(viewport={"width": 1280, "height": 800})
        await context.add_init_script(WATCHING)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    async def open(self, games: list[Game]) -> None:
        """Open a page on each game, the seats in turn."""
        for number, game in enumerate(games):
            made = GamePage(await self._page(), game, SEATS[number % len(SEATS)])
            await made.open(self.seen)
            game.over.append(partial(self._over, made))
            self.games.append(made)

    async def _over(self, page: GamePage) -> None:
        """The game of a page is over: the page has to show that before another game takes its place."""
        if page.path == page.game.path:
            await page.caught_up(self.seen)

    async def follow(self, until: float) -> None:
        """Look at all pages now and then; a page whose game has begun anew is opened on the new one."""
        while time.monotonic() < until:
            for page in self.games:
                await asyncio.sleep(max(0.0, min(LOOKING / len(self.games), until - time.monotonic())))
                try:
                    if page.path != page.game.path:
                        await page.open(self.seen)
                    await page.look(self.seen)
                except Error as error:
                    self.seen.wrong[f"browser: {str(error)[:80]}"] += 1

    async def open_slider(self, port: int) -> None:
        """Open a page with a slider from 0 to 10^100 beside more than thirty rows."""
        game = await begun(port, wide_board())
        page = self.slider = await self._page()
        name = game.path.rpartition("/")[2]
        await page.goto(seat_link(f"http://127.0.0.1:{port}", name, "p1", game.secrets["p1"]))
        await page.click("#proposal-form > summary")
        await page.fill("#lap", LAP)
        await page.click("#foresee")
        await page.locator(".reached", has_text="after 10^100").first.wait_for()
        self.rows = await page.locator(".card").count()

    async def slide(self, seconds: float, every: float = MOVING) -> None:
        """Move the slider at even intervals."""
        rng, at = random.Random(1), 1000
        assert self.slider is not None
        until = time.monotonic() + seconds
        while (due := time.monotonic() + every) < until + every:
            at = rng.choice([each for each in range(1, 1001) if each != at])
            try:
                drawn, painted = await asyncio.wait_for(self.slider.evaluate(MOVE, at), LOST)
                self.seen.drawn.append(drawn / 1000)
                self.seen.painted.append(painted / 1000)
            except (Error, TimeoutError) as error:
                self.seen.wrong[f"slider: {str(error)[:80] or 'not drawn in time'}"] += 1
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    async def moved_alone(self, moves: int) -> Seen:
        """What is seen of moves of the slider while nobody plays."""
        self.seen = Seen()
        await self.slide(moves * 0.3, 0.3)
        return self.seen

    async def end(self) -> None:
        """See that each page shows the last entry of its game."""
        for page in self.games:
            await page.caught_up(self.seen)


@asynccontextmanager
async def browsing() -> AsyncIterator[Pages]:
    """Pages of a browser of the system. Raises ``OSError`` where there is no browser."""
    if not chromium():
        raise OSError("no browser: pages are opened with playwright and the system's chromium (apt install chromium)")
    async with async_playwright() as playing:
        browser = await playing.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            yield Pages(browser)
        finally:
            with contextlib.suppress(Error):
                await browser.close()
