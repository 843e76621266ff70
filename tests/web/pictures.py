"""The pictures of the documentation: pages and components as a real browser shows them.

``python -m tests.web.pictures`` writes them to ``docs/pictures``; nothing in them is drawn by hand. It needs a ``chromium`` of the system.
"""

from __future__ import annotations

import struct
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor, browsers, open_table
from tests.support.files import ROOT
from tests.web.stages import BOARD, FIGHT, LAP, Finger, choose, passed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER: Final = ROOT / "docs" / "pictures"

#: The colours of a photograph, at most 256 of them, and each point's number among them: a fifth of the bytes, and nothing that an eye misses.
FEW_COLOURS: Final = """async (photograph) => {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(photograph), (c) => c.charCodeAt(0))]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  canvas.drawImage(bitmap, 0, 0);
  const points = canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
  const often = new Map();
  for (let i = 0; i < points.length; i += 4) {
    const color = (points[i] << 16) | (points[i + 1] << 8) | points[i + 2];
    often.set(color, (often.get(color) ?? 0) + 1);
  }
  const colors = [...often].sort((a, b) => b[1] - a[1]).slice(0, 256).map(([color]) => color);
  const far = (a, b) => [16, 8, 0].reduce((sum, bits) => sum + (((a >> bits) & 255) - ((b >> bits) & 255)) ** 2, 0);
  const numbers = new Map(colors.map((color, number) => [color, number]));
  const nearest = (color) => colors.reduce((best, each, number) => far(each, color) < far(colors[best], color) ? number : best, 0);
  let indices = '';
  for (let i = 0; i < points.length; i += 4) {
    const color = (points[i] << 16) | (points[i + 1] << 8) | points[i + 2];
    if (!numbers.has(color)) numbers.set(color, nearest(color));
    indices += String.fromCharCode(numbers.get(color));
  }
  return [bitmap.width, bitmap.height, colors, btoa(indices)];
}"""

#: Milliseconds within which what is drawn comes to rest.
REST: Final = 400


def first_pages(browser: Browser, table: OpenTable, width: int, dark: bool) -> Iterator[tuple[str, Page]]:
    """The first page, an answer, and a board that is built."""
    visitor = Visitor(browser, f"{table.address}/", width, dark, ready=".combo .types")
    page = visitor.page
    yield "first-page", page
    page.fill("#card", "midnight guard + presence of gond")
    page.keyboard.press("Enter")
    page.wait_for_selector(".picture .board")
    yield "proof", page
    for name in ("kiki-jiki", "zealous con"):
        choose(page, name, "search")
        page.locator(".pieces .card .types").last.wait_for()
    page.locator("#build-board").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('build-board').scrollIntoView()")
    yield "builder", page
    visitor.leave()


def tables(browser: Browser, table: OpenTable, width: int, dark: bool) -> Iterator[tuple[str, Page]]:
    """A full board: as it lies, a card that was touched, targets that are lit, and the stack."""
    visitor = Visitor(browser, table.begin(BOARD)["p1"], width, dark)
    page = visitor.page
    yield "board", page
    page.locator(".mine .battlefield .may", has_text="Walking Ballista").first.click()
    page.wait_for_selector(".way")
    yield "touched", page
    page.keyboard.press("Escape")
    page.locator(".mine .zone.hand .may", has_text="Lightning Bolt").first.click()
    page.wait_for_selector(".aim")
    yield "targets", page
    page.locator("[data-player=p2] .battlefield .aim", has_text="Llanowar Elves").click()
    page.wait_for_selector(".stack li")
    page.mouse.move(0, 0)
    yield "stack", page
    page.locator(".past .opens", has_text="the game began").click()
    page.wait_for_selector(".then")
    page.evaluate("scrollTo(0, 0)")
    yield "past", page
    visitor.leave()


def seats(browser: Browser, table: OpenTable, width: int, dark: bool) -> Iterator[tuple[str, Page]]:
    """From opening hands on: who keeps one, what goes to the bottom behind a mulligan, and who else is invited."""
    links = table.begun(decks=["20 Forest\n20 Grizzly Bears\n20 Llanowar Elves", "40 Island"], seed="pictures")
    one, other = (Visitor(browser, links[who], width, dark) for who in ("p1", "p2"))
    one.see("#hands", "p1 decides")
    yield "hands", one.page
    one.choose("mulligan")
    other.choose("keep")
    one.see("#hands", "p1 puts 1 on the bottom")
    yield "mulligan", one.page
    one.leave()
    other.leave()
    host = Visitor(browser, table.host_link, width, dark)
    host.page.click("#invite")
    host.wait("dialog[open] .invite")
    yield "inviting", host.page
    host.leave()


def combat(browser: Browser, table: OpenTable, width: int, dark: bool) -> Iterator[tuple[str, Page]]:
    """Who attacks, and who blocks whom."""
    links = table.begin(FIGHT)
    one, other = (Visitor(browser, links[who], width, dark) for who in ("p1", "p2"))
    passed(one, other)
    Finger(one).touch("#declaring button", "All")
    Finger(one).touch("#declaring .go", "Attack with 2")
    passed(one, other)
    Finger(other).touch(".mine .battlefield .may", "Midnight Guard")
    Finger(other).touch(".others .battlefield .aim", "Llanowar Elves")
    Finger(other).touch("#declaring .go", "Block with 1")
    other.see(".fights", "blocked")
    yield "combat", other.page
    one.leave()
    other.leave()


def shortcuts(browser: Browser, table: OpenTable, width: int, dark: bool) -> Iterator[tuple[str, Page]]:
    """A shortcut: where it leads, at the seat of whoever proposes; the question to whoever answers; the judge who is asked; and the end of that game."""
    links = table.begin(first_game())
    one, other = (Visitor(browser, links[who], width, dark) for who in ("p1", "p2"))
    one.page.click("#proposal-form > summary")
    one.page.fill("#lap", LAP)
    one.page.click("#foresee")
    one.see(".reached", "after 10^100")
    yield "shortcut", one.page
    one.page.click("#propose")
    other.wait("#accept")
    yield "answering", other.page
    judge = Visitor(browser, links["judge"], width, dark)
    other.page.click("#ask-judge")
    judge.see(".past", "please look at this shortcut")
    yield "judge", judge.page
    one.page.click("#leaving > summary")
    one.page.click("#concede")
    one.page.click("#concede-really")
    other.see("#outcome", "You have won")
    yield "ended", other.page
    for visitor in (one, other, judge):
        visitor.leave()


def components(browser: Browser, table: OpenTable, width: int, dark: bool) -> Iterator[tuple[str, Page]]:
    """Every component in every state."""
    visitor = Visitor(browser, f"{table.address}/gallery", width, dark, ready=".gallery")
    yield "components", visitor.page
    visitor.leave()


#: Those that are photographed from top to bottom: a judge rules far below the board.
WHOLE: Final = ("components", "judge")

#: All of them, in the order in which the documentation shows them.
PARTS: Final = (first_pages, seats, tables, combat, shortcuts, components)


def photograph(page: Page, studio: Page, whole: bool) -> bytes:
    """A PNG of a page, ``whole`` or what is in sight. In ``studio``, an empty page, its colours are counted."""
    taken = page.screenshot(full_page=whole, animations="disabled")
    width, height, colors, indices = studio.evaluate(FEW_COLOURS, b64encode(taken).decode())
    points = b64decode(indices)
    rows = b"".join(b"\0" + points[width * row : width * (row + 1)] for row in range(height))

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
    palette = chunk(b"PLTE", b"".join(color.to_bytes(3, "big") for color in colors))
    return b"\x89PNG\r\n\x1a\n" + head + palette + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def main() -> None:
    """Write all pictures, of a wide screen in light and of a phone in dark."""
    FOLDER.mkdir(exist_ok=True)
    with (
        browsers() as browser,
        tempfile.TemporaryDirectory() as folder,
        open_table(Path(folder), "--opponent", "person") as table,
    ):
        studio = browser.new_page()
        for width, dark, end in ((1280, False, "wide"), (390, True, "phone")):
            for part in PARTS:
                for name, page in part(browser, table, width, dark):
                    page.wait_for_timeout(REST)
                    (FOLDER / f"{name}-{end}.png").write_bytes(photograph(page, studio, name in WHOLE))


if __name__ == "__main__":
    main()
