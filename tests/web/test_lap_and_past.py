"""A shortcut beside its board, the lap as a strip of cards, and entries of the history that open their position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import LAP, NARROW, PALE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a real browser plays")

#: How far below the top of the window an element begins and ends.
BOX = "(selector) => { const r = document.querySelector(selector).getBoundingClientRect(); return [r.top, r.bottom]; }"


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_a_shortcut_is_looked_at_answered_and_looked_back_at(
    browser: Browser, table: OpenTable, width: int, dark: bool
) -> None:
    links = table.begin(first_game())
    one, other = Visitor(browser, links["p1"], width, dark), Visitor(browser, links["p2"], width, dark)
    page = one.page
    page.evaluate("document.getElementById('proposal-form').open = true")
    page.fill("#lap", LAP)
    page.fill("#times", "10^100")
    page.click("#foresee")
    one.see(".reached", "after 10^100")

    # slider and board are in sight together, and the board changes under the finger
    page.wait_for_function("() => document.querySelector('.scrub').getBoundingClientRect().top < 300")
    assert page.evaluate(BOX, ".scrub")[1] < page.evaluate(BOX, ".board")[0] < 800
    assert page.locator(".scrubber output .power sup").all_inner_texts() == ["100", "100"]
    page.locator("#iterations").focus()
    page.keyboard.press("Home")
    one.see(".reached", "after 0 of")
    assert page.locator(".card.token").count() == 0
    page.keyboard.press("ArrowRight")
    one.see(".reached", "after 1 of")
    page.locator(".card.token").wait_for()

    # the lap is a strip of cards, each in the frame of the card that acts
    strip = page.locator("#strip .stop-at")
    bands = [each.split(" ", 1)[1] for each in page.locator("#strip .band").all_inner_texts()]
    assert bands[0] == "Grizzly Bears" and set(bands) == {"Grizzly Bears", "Intruder Alarm"}
    assert "frame-G" in (strip.first.get_attribute("class") or "")
    assert page.locator(".plot").get_attribute("aria-label") is not None
    assert "logarithmic" in page.inner_text(".growth") and page.locator(".upright text").count() == 3
    assert page.evaluate(NARROW) == [] and page.evaluate(PALE) == []

    # answering fits one screen: what is proposed, the lap, and the buttons
    page.click("#propose")
    other.wait("#accept")
    other.wait("#strip")
    assert "10^100 times" in other.text(".latest")
    for selector in ("#strip", "#accept", "#stop-here"):
        top, bottom = other.page.evaluate(BOX, selector)
        assert top >= 0 and bottom <= 800, selector
    other.page.click("#accept")

    # each entry of the history opens its position
    one.see(".past", "accepts the shortcut")
    page.locator(".card.token", has_text="Elf Warrior").wait_for()
    one.see(".past .opens", "p1 proposes 10^100 times: Grizzly Bears' ability")
    page.click("#entry-1")
    one.see(".then", "just after entry 1")
    assert page.locator(".card.token").count() == 0 and page.locator(".board .may").count() == 0
    page.locator(".then button", has_text="later").click()
    one.see(".then", "just after entry 2")
    page.keyboard.press("Escape")
    page.locator(".then").wait_for(state="detached")
    page.locator(".card.token", has_text="Elf Warrior").wait_for()
    for visitor in (one, other):
        visitor.close()
