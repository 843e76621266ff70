"""What is asked of a card ends where something else is looked at; a tap reads a card; long numbers leave a card its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor, axe, barriers
from tests.support.patience import until
from tests.web.stages import BOARD, LAP, NARROW

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow("a real browser is touched"), pytest.mark.drawn(5)]

#: A copier that asks for a target, and what untaps it.
COPIES: Final = """format: position/1
players:
  p1:
    battlefield: ["Kiki-Jiki, Mirror Breaker", Zealous Conscripts]
  p2:
    hand: [Lightning Bolt]
    battlefield: [Mountain]
"""
COPY: Final = """activate Kiki-Jiki, Mirror Breaker targeting Zealous Conscripts #1 of p1
all pass
target Kiki-Jiki, Mirror Breaker
all pass"""

#: More tokens than anybody counts, beside others.
MANY: Final = """format: position/1
players:
  p1:
    life: 3100000000000000000000
    battlefield:
      - {card: Zealous Conscripts, count: 31*10^20}
      - "Kiki-Jiki, Mirror Breaker"
  p2: {battlefield: [%s]}
"""

#: Whether an element is what a finger meets in the middle of it.
FREE: Final = """e => { const r = e.getBoundingClientRect();
  return e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); }"""

#: Whether a part of a card stands wholly inside of the card.
INSIDE: Final = """e => { const [r, s] = [e, e.closest('.called')].map((each) => each.getBoundingClientRect());
  return r.height > 0 && r.top >= s.top - 1 && r.bottom <= s.bottom + 1; }"""


@pytest.mark.parametrize("width", [390, 1280])
def test_a_preview_ends_what_is_asked_of_a_card(browser: Browser, table: OpenTable, width: int) -> None:
    visitor = Visitor(browser, table.begin(COPIES)["p1"], width)
    page = visitor.page
    page.evaluate("document.getElementById('proposal-form').open = true")
    page.fill("#lap", COPY)
    page.locator(".mine .card.may", has_text="Kiki-Jiki").click()
    page.locator(".on-card", has_text="choose a target").wait_for()
    page.evaluate("document.getElementById('foresee').click()")
    visitor.see(".reached", "after 10^100")
    assert page.locator(".on-card").count() == page.locator(".aiming").count() == 0
    assert all(page.locator(each).evaluate(FREE) for each in ("#propose", "button[data-do=forget]"))
    page.click("button[data-do=forget]")
    page.locator(".mine .card.may", has_text="Kiki-Jiki").wait_for()
    assert page.locator(".on-card").count() == page.locator(".aim").count() == 0
    visitor.close()


def test_the_past_ends_what_is_asked_of_a_card(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, table.begin(BOARD)["p1"])
    page = visitor.page
    page.locator(".zone.hand .may", has_text="Lightning Bolt").first.click()
    page.locator("[data-player=p2] .battlefield .aim", has_text="Soul Warden").first.click()
    visitor.see(".stack", "targeting Soul Warden")
    page.locator(".zone.hand .may", has_text="Fling").first.click()
    page.locator(".on-card").wait_for()
    page.evaluate("document.getElementById('entry-1').click()")
    visitor.see(".then", "just after entry 1")
    assert page.locator(".on-card").count() == 0
    page.keyboard.press("Escape")
    page.locator(".then").wait_for(state="detached")
    assert page.locator(".on-card").count() == 0
    visitor.close()


def test_a_tap_reads_any_card_above_what_is_said_of_it(browser: Browser, table: OpenTable) -> None:
    """One's own card that can't act, another player's card, and one that can act; a target is only touched."""
    visitor = Visitor(browser, table.begin(BOARD)["p1"], 390, has_touch=True, is_mobile=True)
    page = visitor.page
    words = page.locator("#large .words")
    page.locator(".mine .battlefield .card.asks", has_text="Soul Warden").tap()
    page.locator("#why-not", has_text="not now").wait_for()
    page.locator("#large", has_text="Soul Warden").wait_for()
    assert "gain 1 life" in words.inner_text()
    low, high = (page.locator(each).bounding_box() for each in ("#large", "#why-not"))
    assert low is not None and high is not None and low["y"] >= 0 and low["y"] + low["height"] <= high["y"]
    assert page.evaluate(NARROW) == []
    if axe() is not None:
        assert barriers(page) == []
    page.locator("#why-not .cancel").tap()
    until(lambda: page.locator("#large, #why-not").count() == 0)
    page.locator("[data-player=p2] .card", has_text="Midnight Guard").tap()
    page.locator("#large", has_text="Midnight Guard").wait_for()
    page.locator("#large").tap()
    until(lambda: page.locator("#large").count() == 0)
    page.locator(".mine .battlefield .card.may", has_text="Walking Ballista").tap()
    page.locator(".on-card .way").first.wait_for()
    page.locator("#large", has_text="Walking Ballista").wait_for()
    page.locator(".on-card .way", has_text="Remove").first.tap()
    page.locator(".aim").first.wait_for()
    assert page.locator("#large").count() == 0
    page.locator("[data-player=p2] .battlefield .aim", has_text="Soul Warden").first.tap()
    visitor.see(".stack", "targeting Soul Warden")
    assert page.locator("#large").count() == 0
    visitor.close()


@pytest.mark.parametrize("others", ["Mountain", "Mountain, Soul Warden, Midnight Guard, Intruder Alarm, Forest"])
@pytest.mark.parametrize("width", [390, 1280])
def test_a_long_number_leaves_a_card_its_name(browser: Browser, table: OpenTable, width: int, others: str) -> None:
    visitor = Visitor(browser, table.begin(MANY % others)["p1"], width)
    page = visitor.page
    pile = page.locator(".mine .card.pile", has_text="Zealous Conscripts")
    assert "3.1×10" in pile.inner_text() and "000" not in pile.inner_text()
    assert pile.locator(".name").evaluate(INSIDE) and pile.locator(".many").evaluate(INSIDE)
    assert "exactly 3100000000000000000000" in page.inner_text(".mine .life")
    visitor.close()


def test_a_slider_says_once_what_it_shows_and_the_places_begin_at_the_first(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, table.begin(first_game())["p1"], 390)
    page = visitor.page
    page.evaluate("document.getElementById('proposal-form').open = true")
    page.fill("#lap", LAP)
    page.click("#foresee")
    visitor.see(".reached", "after 10^100")
    seen: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll('.scrubber output, .where h2')]
          .filter((e) => e.getBoundingClientRect().height > 2 && e.textContent.includes('10^100')).map((e) => e.tagName)"""
    )
    assert seen == ["OUTPUT"]
    strip, first = (page.locator(each).bounding_box() for each in ("#strip", "#place-1"))
    assert strip is not None and first is not None and first["x"] >= strip["x"]
    visitor.close()


def test_keys_stand_behind_words_and_the_chosen_colours_are_marked(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, table.begin(first_game())["p1"])
    page = visitor.page
    assert page.evaluate(
        "[...document.querySelectorAll('button > kbd')].every((e) => !e.nextSibling && e.previousSibling)"
    )
    pressed = page.locator(".themes [aria-pressed=true]")
    assert pressed.get_attribute("data-theme-to") == "auto"
    page.click("[data-theme-to=dark]")
    assert pressed.count() == 1 and pressed.get_attribute("data-theme-to") == "dark"
    named, acts = (page.locator(each).bounding_box() for each in ("#called", ".sheet"))
    assert named is not None and acts is not None and named["y"] > acts["y"] + acts["height"]
    visitor.close()
