"""A finger has no drag of HTML: on the first page a board is built by tapping, and on a game's page the slider is touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.web.opening import first_game
from tests.support.browsers import OpenTable, Visitor, until
from tests.web.stages import LAP, NARROW

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a real browser is touched")


def test_a_board_is_built_by_tapping(browser: Browser, table: OpenTable) -> None:
    """A name is tapped, then a zone; a card is tapped, then another zone; the same by the buttons, and with keys alone."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(table.address)
    page.locator("#draft-bare").wait_for()
    page.locator("#search").tap()
    page.keyboard.type("Llanowar El")
    page.locator("#search-names [role=option]", has_text="Llanowar Elves").first.tap()
    page.locator("[data-drop='1 battlefield'] h4").tap()
    page.locator("[data-drop='1 battlefield'] .card", has_text="Llanowar Elves").wait_for()
    assert page.input_value("#search") == "" and page.locator("#draft-bare").count() == 0
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
    context.close()


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
    visitor.see(".looked-at .stack", "Grizzly Bears’s ability")
    visitor.close()
