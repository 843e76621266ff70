"""A finger has no drag of HTML: on the first page a board is built by tapping, and on a game's page the slider is touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor
from tests.support.patience import until
from tests.web.stages import BOARD, LAP, NARROW

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a real browser is touched")


def test_a_board_is_built_by_tapping(browser: Browser, table: OpenTable) -> None:
    """A name is tapped; a card is tapped, then another zone; the same by the buttons, and with keys alone."""
    visitor = Visitor(browser, f"{table.address}/", 360, ready="#search", has_touch=True, is_mobile=True)
    page = visitor.page
    page.locator("#search").tap()
    page.keyboard.type("Llanowar El")
    page.locator("#search-names [role=option]", has_text="Llanowar Elves").first.tap()
    page.locator("[data-drop='0 battlefield'] .card", has_text="Llanowar Elves").wait_for()
    assert page.input_value("#search") == "" and page.locator("#play-board").is_visible()
    assert "tap the card" in page.inner_text(".moving")

    card = page.locator(".card[data-piece='1']")
    card.locator(".name").tap()
    page.locator("[data-drop='0 graveyard'] .nothing").tap()
    page.locator("[data-drop='0 graveyard'] .card", has_text="Llanowar Elves").wait_for()
    card.locator(".name").tap()
    page.locator("#put-0-battlefield").tap()
    page.locator("[data-drop='0 battlefield'] .card").wait_for()
    assert page.locator(".put-here:visible").count() == 0
    assert page.evaluate(NARROW) == []

    page.locator("#more-1 > summary").tap()
    page.locator("#carry-1").focus()
    page.keyboard.press("Enter")
    assert page.get_attribute("#carry-1", "aria-pressed") == "true"
    page.locator("#put-1-hand").focus()
    page.keyboard.press("Enter")
    page.locator("[data-drop='1 hand'] .card").wait_for()
    until(lambda: page.evaluate("document.activeElement.id") == "carry-1")
    page.locator("#carry-1").tap()
    page.keyboard.press("Escape")
    assert page.get_attribute("#carry-1", "aria-pressed") == "false"
    visitor.close()


def test_a_finger_looks_at_a_shortcut_and_at_exact_numbers(browser: Browser, table: OpenTable) -> None:
    """The slider, a place and the stack are touched at 360 pixels; nothing there is dragged."""
    links = table.begin(first_game())
    visitor = Visitor(browser, links["p1"], 360, has_touch=True)
    page = visitor.page
    page.locator("#proposal-form > summary").tap()
    page.fill("#lap", LAP)
    page.locator("#foresee").tap()
    visitor.see(".reached", "after 10^100")
    box = page.locator("#iterations").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(lambda: "after 10^100 of" not in visitor.text(".reached"))
    page.locator("#place-2").tap()
    visitor.see(".looked-at .stack", "Grizzly Bears' ability")
    visitor.close()


def test_on_a_phone_there_is_one_sheet_below_the_board(browser: Browser, table: OpenTable) -> None:
    """The choices are a sheet at the lower edge, and so is what is asked of a touched card. A place that is looked at is in sight."""
    visitor = Visitor(browser, table.begin(first_game())["p1"], 390, has_touch=True)
    page = visitor.page
    seen = "e => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight + 1; }"
    assert page.locator("#choices").evaluate(seen) and page.locator(".stack").evaluate(seen)
    page.locator(".mine .card.may").first.tap()
    page.locator(".on-card").wait_for()
    assert page.locator(".on-card").evaluate(seen)
    covered = """() => { const r = document.querySelector('#choices').getBoundingClientRect();
      const at = document.elementFromPoint(innerWidth / 2, innerHeight - 20); return Boolean(at.closest('.on-card')) && r.bottom > 0; }"""
    assert page.evaluate(covered) and page.evaluate(NARROW) == []
    page.locator(".on-card .cancel").tap()
    until(lambda: page.locator(".on-card").count() == 0)
    page.locator("#proposal-form > summary").tap()
    page.fill("#lap", LAP)
    page.locator("#foresee").tap()
    visitor.see(".reached", "after 10^100")
    inside = """e => { const [r, s] = [e.getBoundingClientRect(), e.closest('#strip').getBoundingClientRect()];
      return r.left >= s.left - 1 && r.right <= s.right + 1; }"""
    assert page.locator("#place-1").evaluate(inside)  # the strip opens at its beginning
    page.locator("#place-1").evaluate("e => e.click()")
    until(lambda: page.locator("#place-1[aria-pressed=true]").count() == 1)
    until(lambda: page.locator("#place-1").evaluate(inside))
    page.fill("#exactly", "10^99+7")
    page.locator("form[data-do=exactly] button").tap()
    visitor.see(".reached", "after 10^99 + 7")
    until(lambda: page.locator(".where").evaluate(seen))
    visitor.close()


def test_a_target_is_in_sight_once_targets_are_asked_for(browser: Browser, table: OpenTable) -> None:
    """The hand lies at the end of a full board, and the targets at its beginning."""
    visitor = Visitor(browser, table.begin(BOARD)["p1"], 390, has_touch=True)
    page = visitor.page
    page.locator(".mine .zone.hand .may", has_text="Lightning Bolt").first.tap()
    page.locator(".on-card", has_text="choose a target").wait_for()
    free = """each => { const box = each.getBoundingClientRect();
      return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""
    until(lambda: any(aim.evaluate(free) for aim in page.locator(".aim").all()))
    visitor.close()


def test_a_wide_screen_is_used(browser: Browser, table: OpenTable) -> None:
    """At 2,200 pixels the page is nine tenths as wide, and a card's size stands at its lower edge."""
    visitor = Visitor(browser, table.begin(first_game())["p1"], 2200)
    assert visitor.page.locator("main").evaluate("e => e.clientWidth > 0.9 * innerWidth")
    low = "e => e.querySelector('.foot').getBoundingClientRect().bottom > e.getBoundingClientRect().bottom - 12"
    cards = visitor.page.locator(".mine .cards:not(.small) .card")
    assert cards.count() > 1 and all(card.evaluate(low) for card in cards.all())
    visitor.close()
