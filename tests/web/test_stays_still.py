"""What stands on a page stays where it is while others act and while the server works; and the pages stay small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import reiterate.web
from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor
from tests.support.files import ROOT
from tests.support.shifts import KEEPS_SHIFTS, MOST_SHIFT, shifts
from tests.web.stages import BOARD, at_the_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LAP = "activate bears\nall pass\nall pass"

#: Lines of the pages' own Python, style sheets and scripts.
MOST_LINES = 6_900

#: Milliseconds behind an act within which browsers take what moves for its answer; and some more.
UNASKED = 700

#: Cards with long names, of which some are held apart by a hyphen.
NAMED = """format: position/1
players:
  p1:
    battlefield:
      - Zealous Conscripts
      - Kiki-Jiki, Mirror Breaker
      - Exquisite Blood
      - Platinum Angel
      - Intruder Alarm
      - Soul Warden
      - Midnight Guard
  p2: {}
"""

#: Words of names on cards that are broken inside.
BROKEN = """() => [...document.querySelectorAll('.battlefield .face .name')].filter((e) => e.checkVisibility()).flatMap((e) => {
  const text = e.firstChild;
  return [...text.data.matchAll(/[^\\s—]+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String);
})"""


class Still(Visitor):
    """Somebody whose page is watched."""

    def __init__(self, browser: Browser, link: str, width: int, ready: str = ".board") -> None:
        super().__init__(browser, link, width, ready=ready, before=self._watch)

    def _watch(self) -> None:
        self.context.add_init_script(KEEPS_SHIFTS)

    def stood(self) -> None:
        """Nothing has moved far."""
        self.page.wait_for_timeout(UNASKED / 2)
        assert [each for each in shifts(self.page) if each[0] >= MOST_SHIFT] == []


def test_the_pages_stay_small() -> None:
    """A library of widgets that was given up had ten times as many (``docs/decisions/web.md``)."""
    folder = ROOT / "src" / "reiterate" / "web"
    assert reiterate.web.__file__ == str(folder / "__init__.py")
    files = [file for file in folder.rglob("*") if file.suffix in (".py", ".css", ".js")]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES


@pytest.mark.slow("real browsers play")
@pytest.mark.parametrize("width", [390, 1280])
def test_a_shortcut_comes_and_goes_and_nothing_moves_away(browser: Browser, table: OpenTable, width: int) -> None:
    """At the seat of whoever is asked it comes, at the other one it goes, and the game ends, while nobody touches anything there."""
    links = table.begin(first_game())
    one, two = (Still(browser, links[who], width) for who in ("p1", "p2"))
    one.page.evaluate("document.getElementById('proposal-form').open = true")
    one.page.fill("#lap", LAP)
    one.page.click("#foresee")
    one.see(".reached", "after 10^100")
    one.page.click("#propose")
    two.wait("#accept")
    two.page.fill("#exactly", "7")
    two.page.keyboard.press("Enter")
    two.see(".reached", "after 7 of")
    two.page.click("#place-5")
    two.see("#stop-where", "before choice 5")
    one.page.wait_for_timeout(UNASKED)
    two.page.click("#stop-here")
    one.see(".answered", "p2 stops the shortcut")
    one.page.wait_for_timeout(2 * UNASKED)  # people act one after another
    two.page.click("#leaving > summary")
    two.page.click("#concede")
    two.page.click("#concede-really")
    one.wait("#outcome")
    for visitor in (one, two):
        visitor.stood()
        visitor.close()


@pytest.mark.slow("real browsers play")
def test_whoever_reads_below_the_board_of_a_phone_stays_there_as_another_stops_the_shortcut(
    browser: Browser, table: OpenTable
) -> None:
    """Board, places and plot above become shorter; what one may do stays at the lower edge, with the news on top of it."""
    links = table.begin(first_game())
    one, two = (Still(browser, links[who], 390) for who in ("p1", "p2"))
    one.page.evaluate("document.getElementById('proposal-form').open = true")
    one.page.fill("#lap", LAP)
    one.page.click("#foresee")
    one.see(".reached", "after 10^100")
    one.page.click("#propose")
    one.see(".answer", "next to answer")
    one.page.evaluate("document.querySelector('.record').scrollIntoView(), document.activeElement.blur()")
    one.page.wait_for_timeout(UNASKED)
    stands = "document.querySelector('.record').getBoundingClientRect().top"
    before, height = one.page.evaluate(f"[{stands}, document.documentElement.scrollHeight]")
    two.page.click("#place-5")
    two.see("#stop-where", "before choice 5")
    two.page.click("#stop-here")
    one.see(".answered", "p2 stops the shortcut")
    one.page.wait_for_timeout(UNASKED)
    after, lower = one.page.evaluate(f"[{stands}, document.documentElement.scrollHeight]")
    assert lower < height and abs(after - before) <= 1
    sheet, news = (one.page.locator(each).bounding_box() for each in (".acts > :last-child", ".answered"))
    assert sheet is not None and news is not None
    assert sheet["y"] + sheet["height"] == 800 and news["y"] + news["height"] <= sheet["y"]
    # A busy machine paints a frame before the page is put back. The long story watches such shifts.
    for visitor in (one, two):
        visitor.close()


@pytest.mark.slow("a real browser asks")
@pytest.mark.parametrize("width", [390, 1280])
def test_an_answer_and_a_game_come_and_nothing_moves_away(browser: Browser, table: OpenTable, width: int) -> None:
    visitor = Still(browser, f"{table.address}/", width, ready="#card")
    visitor.page.fill("#card", "kiki-jiki + zealous conscripts")
    visitor.page.keyboard.press("Enter")
    visitor.wait("#iterations")
    visitor.page.click("#play-this")
    at_the_table(visitor.page)
    visitor.stood()
    visitor.close()


@pytest.mark.slow("a real browser draws")
@pytest.mark.parametrize("board", [NAMED, BOARD], ids=["long names", "32 permanents"])
def test_no_word_of_a_name_is_broken_on_a_phone(browser: Browser, table: OpenTable, board: str) -> None:
    visitor = Visitor(browser, table.begin(board)["p1"], 390)
    assert visitor.page.locator(".battlefield .face .name").count() > 6
    assert visitor.page.evaluate(BROKEN) == []
    visitor.close()


@pytest.mark.slow("real browsers play")
def test_a_part_that_has_inherited_the_focus_keeps_it_and_its_place(browser: Browser, table: OpenTable) -> None:
    """What had the focus is gone, the part around it has it now, and another player speaks: the page stands where it stood."""
    links = table.begin(first_game())
    one, two = (Still(browser, links[who], 390) for who in ("p1", "p2"))
    one.page.evaluate("document.getElementById('talk').open = true")
    one.page.evaluate("land(document.getElementById('talk'))")
    one.page.evaluate("scrollBy(0, -200)")
    stood = one.page.evaluate("document.getElementById('talk').getBoundingClientRect().top")
    two.page.click("#talk > summary")
    two.page.fill("#chat", "take your time")
    two.page.keyboard.press("Enter")
    one.see(".past", "take your time")
    assert one.page.evaluate("document.activeElement.id") == "talk"
    assert abs(one.page.evaluate("document.getElementById('talk').getBoundingClientRect().top") - stood) <= 1
    one.close()
    two.close()
