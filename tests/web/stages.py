"""The page of a game at every stage of its story, and looks at it that need nothing but a browser."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor, patience

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: An iteration of the first game.
LAP = "activate bears\nall pass\nall pass"

#: Twenty permanents and twelve; two hosts are called alike.
BOARD = """format: position/1
players:
  p1:
    hand: [Lightning Bolt, Fling, Giant Growth, Walking Ballista]
    graveyard: [Mountain, Mountain, Mountain]
    battlefield:
      - {card: Grizzly Bears, label: one}
      - {card: Grizzly Bears, label: two, tapped: true}
      - {card: Presence of Gond, attached to: one}
      - Midnight Guard
      - {card: Walking Ballista, counters: {+1/+1: 3}}
      - {card: Llanowar Elves, tapped: true}
      - Soul Warden
      - Intruder Alarm
      - {card: Forest, tapped: true}
      - {card: Forest, tapped: true}
      - {card: Forest, tapped: true}
      - {card: Forest, tapped: true}
      - Mountain
      - Mountain
      - Mountain
      - Mountain
      - Mountain
      - {card: Plains, tapped: true}
      - {card: Plains, tapped: true}
      - {card: Plains, tapped: true}
  p2:
    battlefield: [Grizzly Bears, Llanowar Elves, Soul Warden, Midnight Guard, Mountain, Mountain, Mountain, Island, Island, Island, Forest, Forest]
"""

#: Two may attack, and one may block.
FIGHT = """format: position/1
step: combat
players:
  p1: {battlefield: [Grizzly Bears, Llanowar Elves]}
  p2: {battlefield: [Midnight Guard, Mountain]}
"""

#: Whether the slider of a page waits for the server (``page.js``).
UNANSWERED = "asked || waiting !== null"

#: Names of elements that are worked with and have none for a screen reader, ids that stand twice, headings that leave one out.
NAMELESS = """() => {
  const named = (e) => (e.getAttribute('aria-label') || e.innerText || e.title || '').trim()
    || (e.id && document.querySelector(`label[for="${e.id}"]`)) || e.closest('label');
  const seen = (e) => e.checkVisibility();
  const found = [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [role]')].filter(seen)
    .filter((e) => !named(e) && !e.querySelector('*') && !['status', 'none', 'toolbar'].includes(e.role)).map((e) => e.outerHTML.slice(0, 120));
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  const levels = [...document.querySelectorAll('h1, h2, h3')].filter(seen).map((e) => Number(e.tagName[1]));
  const skipped = levels.filter((level, at) => level > (levels[at - 1] || 0) + 1);
  const mains = document.querySelectorAll('main').length;
  return [...found, ...twice.map((id) => `twice: ${id}`), ...skipped.map((l) => `heading ${l}`), ...(mains === 1 ? [] : [`${mains} mains`])];
}"""

#: Text whose colour is too near to what lies behind it (WCAG 2.2, 1.4.3): 4.5 to 1, or 3 to 1 where it is large.
PALE = """() => {
  const parts = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (e) => { for (; e; e = e.parentElement) { const c = parts(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0.5) return c; } return [255, 255, 255]; };
  const found = [];
  for (const e of document.querySelectorAll('#main *, .head *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.checkVisibility() || e.closest('[aria-disabled=true], .unseen, svg')) continue;
    const style = getComputedStyle(e);
    const [a, b] = [light(parts(style.color)), light(behind(e))].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (large ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} ${e.className} ${e.textContent.trim().slice(0, 40)}`);
  }
  return found;
}"""

#: What is wider than the window, and buttons that a finger misses (WCAG 2.2, 2.5.8).
NARROW = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? [`page of ${document.documentElement.scrollWidth}`] : [];
  const small = [...document.querySelectorAll('button, input:not([type=checkbox]), select, summary')].filter((e) => e.checkVisibility())
    .filter((e) => { const r = e.getBoundingClientRect(); return r.height < 24 || r.width < 24; }).map((e) => e.outerHTML.slice(0, 100));
  return [...wide, ...small];
}"""


class Finger:
    """A visitor who counts touches."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.touches = 0

    def touch(self, selector: str, words: str = "") -> None:
        """Click the first element with these words, once it is there."""
        found = self.visitor.page.locator(selector, has_text=words).first
        found.wait_for()
        found.click()
        self.touches += 1


def stages(browser: Browser, table: OpenTable, width: int, dark: bool) -> Iterator[tuple[str, Page]]:
    """The page at every stage of the story, at both seats."""
    links = table.begin(first_game())
    one = Visitor(browser, links["p1"], width, dark)
    other = Visitor(browser, links["p2"], width, dark)
    yield "the start", one.page
    for name in ("judging", "talk", "take"):
        one.page.click(f"#{name} > summary")
    yield "everything unfolded", one.page
    one.page.click("#proposal-form > summary")
    one.page.fill("#lap", LAP)
    one.page.click("#foresee")
    one.see(".reached", "after 10^100")
    one.page.click("#numbers > summary")
    yield "where it leads", one.page
    one.page.click("#propose")
    other.wait("#accept")
    yield "asked", other.page
    other.page.fill("#exactly", "10^99+7")
    other.page.keyboard.press("Enter")
    other.see(".reached", "after 10^99 + 7 of")
    other.page.click("#place-5")
    other.see("#stop-where", "before choice 5")
    yield "a place", other.page
    other.page.click("#stop-here")
    other.see(".choice", "activate Mountain")
    other.page.click("#as-lines > summary")
    other.page.fill("#line", "activate nothing")
    other.page.keyboard.press("Enter")
    other.wait(".refused")
    yield "refused", other.page
    other.page.click("#invite")
    other.see("dialog[open]", "Invite")
    yield "inviting", other.page
    one.see(".answered", "p2 stops the shortcut at iteration 10^99 + 7, before choice 5")
    yield "answered", one.page
    for visitor in (one, other):
        visitor.close()


def passed(*visitors: Visitor) -> None:
    """Each of them passes, one after another."""
    for each in visitors:
        each.page.locator(".choice[data-line=pass]").click()


def drag_to_seven(visitor: Visitor) -> None:
    """Drag the slider from its end to where it says iteration 7, and let go there."""
    page = visitor.page
    page.locator("#iterations").scroll_into_view_if_needed()
    slider = page.locator("#iterations").bounding_box()
    assert slider is not None
    middle = slider["y"] + slider["height"] / 2
    page.mouse.move(slider["x"] + slider["width"] - 9, middle)
    page.mouse.down()
    for part in (0.8, 0.5, 0.2, 0.1, 0.05):
        page.mouse.move(slider["x"] + slider["width"] * part, middle)
    there = slider["x"] + 8 + (slider["width"] - 16) * 0.042  # where the middle of the thumb stands for 7
    for pixels in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5):
        page.mouse.move(there + pixels, middle)
        until(page, lambda: not page.evaluate(UNANSWERED))
        if "after 7 of" in visitor.text(".reached"):
            break
    page.mouse.up()
    visitor.see(".reached", "after 7 of")


def in_sight(page: Page, selector: str) -> bool:
    """Whether an element stands inside of the window."""
    box = page.locator(selector).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 800


@contextmanager
def first_page(browser: Browser, table: OpenTable, width: int = 1280, dark: bool = False) -> Iterator[Page]:
    """The first page in a browser of its own; nothing may go wrong on it, and nothing may stand out at its side."""
    visitor = Visitor(browser, f"{table.address}/", width, dark, ready="#card")
    try:
        yield visitor.page
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
        visitor.close()
    except BaseException:
        visitor.context.close()
        raise


def until(page: Page, what: Callable[[], Any]) -> None:
    """Wait until something is so; it has to become so. Pages forbid the functions that a browser would be asked with."""
    end = time.monotonic() + patience() / 1000
    while not what():
        assert time.monotonic() < end
        page.wait_for_timeout(40)


def at_the_table(page: Page) -> None:
    """Wait until a game has begun and the first page has led to the seat of whoever began it."""
    page.wait_for_selector("body[data-live] .table .board")
    assert page.url.endswith("/p1")  # the secret has gone out of the address


def link_for(page: Page, who: str = "p2") -> str:
    """The link of another seat, as the table invites to it."""
    page.click("#invite")
    link = page.input_value(f"#invites [aria-label='link for {who}']")
    page.keyboard.press("Escape")
    return link


def choose(page: Page, letters: str, field: str = "card") -> None:
    """Type some letters, and take the first name that is offered, by keyboard alone."""
    page.focus(f"#{field}")
    page.keyboard.type(letters)
    page.wait_for_selector(f"#{field}-names")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
