"""What is told lies in nobody's way: a refusal is closed and covers no card, and a card in large covers nothing that can be aimed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.script.position import load
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import BOARD, choose, first_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Cards that the words about a built board lie above.
COVERED = """() => {
  const told = document.querySelector('.builder + .told').getBoundingClientRect();
  return [...document.querySelectorAll('.pieces .card')].map((each) => each.getBoundingClientRect())
    .filter((box) => box.right > told.left && box.left < told.right && box.bottom > told.top && box.top < told.bottom).length;
}"""

#: Whether the card in large lies above something that can be aimed at.
HIDES = """() => {
  const large = document.getElementById('large')?.getBoundingClientRect();
  return Boolean(large) && [...document.querySelectorAll('.aim')].map((each) => each.getBoundingClientRect())
    .some((box) => box.right > large.left && box.left < large.right && box.bottom > large.top && box.top < large.bottom);
}"""


def test_704_5f_a_card_without_toughness_is_refused_with_what_mends_it() -> None:
    found = load(
        "format: position/1\nplayers: {p1: {battlefield: [Walking Ballista]}, p2: {}}\n", "board", CardBook.builtin()
    )
    assert isinstance(found, Refusal) and found.rule == "704.5f"
    assert found.expected == "a +1/+1 counter on it, or the card in a hand"


def test_what_the_builder_says_lies_beside_the_cards_and_is_closed(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        for number, letters in enumerate(("grizzly be", "midnight gu", "soul ward", "walking ball"), 1):
            choose(page, letters, "search")
            page.wait_for_function("(many) => document.querySelectorAll('.pieces > li').length === many", arg=number)
        refused = page.locator(".builder + .told .refused", has_text="has no toughness")
        refused.wait_for()
        assert "+1/+1 counter" in refused.inner_text()
        for y in (0, 200, 400):
            page.locator("#build-board").scroll_into_view_if_needed()
            page.evaluate("(y) => scrollBy(0, y)", y)
            assert page.evaluate(COVERED) == 0
        refused.locator("button", has_text="×").click()
        refused.wait_for(state="detached")
        choose(page, "soul ward", "search")  # the same is said again behind the next change
        refused.wait_for()


def test_a_card_in_large_covers_no_target_and_comes_of_pointing_alone(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, table.begin(BOARD)["p1"])
    page = visitor.page
    hand = page.locator(".hand .card", has_text="Lightning Bolt")
    hand.click()
    page.locator(".way", has_text="Lightning Bolt").or_(page.locator(".aim")).first.wait_for()
    if not page.locator(".aim").count():
        page.locator(".way").first.click()
        page.locator(".aim").first.wait_for()
    page.evaluate("document.querySelector('.on-card')?.remove()")  # as on a page where the question stands elsewhere
    for number in range(page.locator(".board .card.face").count()):
        page.locator(".board .card.face").nth(number).dispatch_event(
            "pointerover", {"pointerType": "mouse", "bubbles": True, "clientX": number}
        )
        assert not page.evaluate(HIDES)
    page.keyboard.press("Escape")
    page.mouse.move(5, 5)
    land = page.locator(".mine .card", has_text="Mountain").first
    over = {"pointerType": "mouse", "bubbles": True, "clientX": 700, "clientY": 400}
    page.mouse.move(700, 400)
    page.evaluate("document.getElementById('large')?.remove()")
    land.dispatch_event("pointerover", over)  # the board was drawn below a mouse that rests
    assert page.locator("#large").count() == 0
    land.dispatch_event("pointerover", {**over, "clientX": 703})
    assert page.locator("#large").count() == 1
    visitor.close()
