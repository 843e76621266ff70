"""From the first page to a table: with a card of one's own, from a board that was dropped, and from one that is built on a phone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browsers import OpenTable, Visitor
from tests.table.laid_table import RULEBOOK
from tests.web.stages import at_the_table, choose, first_page, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = [pytest.mark.slow("a real browser plays"), pytest.mark.drawn(3)]

ZORBL = {
    "name": "Zorbl Guard",
    "type_line": "Creature — Human Soldier",
    "mana_cost": "{2}{W}",
    "oracle_text": "Whenever another creature enters, untap Zorbl Guard.",
    "power": "2",
    "toughness": "3",
}

#: Drops a text as a file on the page.
DROPPED = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}"""

TOLD = ".builder + .told"


def in_sight(page: Page, what: Locator) -> None:
    """Wait for something, all of which lies inside of the window."""
    what.wait_for()
    box = what.bounding_box()
    assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= page.evaluate("innerHeight"), box


def phone(browser: Browser, table: OpenTable) -> Visitor:
    return Visitor(browser, f"{table.address}/", 390, True, ready="#card", has_touch=True)


def test_a_card_of_ones_own_comes_along_to_the_table(browser: Browser, table: OpenTable, tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([ZORBL]), encoding="utf-8")
    with first_page(browser, table, 390) as page:
        page.fill("#card", "Zorbl Guard+Presence of Gond")
        page.click("#prove")
        page.set_input_files("#meant [data-learn]", str(file))
        page.locator(".chip", has_text="Zorbl Guard").wait_for()
        page.click("#prove")
        page.locator(".verdict", has_text="proved").wait_for()
        page.click("#play-this-alone")
        at_the_table(page)
        page.locator("[data-player=p2] h2", has_text="the program").wait_for()
        page.locator(".mine .card .words", has_text="Whenever another creature enters").first.wait_for(state="attached")


def test_one_card_is_shown_and_candidates_show_what_they_are(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        page.focus("#card")
        page.keyboard.type("twin")
        page.locator("#card-names li", has_text="Enchantment — Aura").wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.locator("#large", has_text="Enchanted creature has").wait_for()
        page.keyboard.press("ArrowUp")
        page.locator("#large", has_text="Copy target instant").wait_for()
        page.fill("#card", "twin")
        page.click("#prove")
        meant = page.locator(".unknown button", has_text="Splinter Twin")
        meant.hover()
        page.locator("#large", has_text="Enchanted creature has").wait_for()
        assert not page.locator(".unknown [data-learn]").is_visible()
        meant.click()
        page.locator(".chip", has_text="Splinter Twin").wait_for()
        page.click("#prove")
        page.locator(".told .card", has_text="Splinter Twin").wait_for()
        page.locator(".told", has_text="Now name the next card.").wait_for()
        page.fill("#card", "deceiver exarhc")
        page.click("#prove")
        page.locator(".unknown button", has_text="Deceiver Exarch").wait_for()


def test_a_dropped_board_keeps_its_title_and_asks_who_plays(browser: Browser, table: OpenTable) -> None:
    board = f"title: Elves of the rulebook\n{RULEBOOK}"
    with first_page(browser, table) as page:
        page.evaluate(DROPPED, ["board.yaml", board])
        page.locator(".told", has_text="Elves of the rulebook is a board").wait_for()
        page.click("#play-brought")
        at_the_table(page)
        page.locator("h1", has_text="Elves of the rulebook").wait_for()

        # nobody comes: the program takes the seat, and whoever has its link may take that back
        page.click("#invite-p2")
        page.click("#let-p2")
        page.locator("[data-player=p2] h2", has_text="the program").wait_for()
        page.locator(".past", has_text="lets the program play this seat").wait_for()
        page.click("#invite-p2")
        page.locator(".invite", has_text="The program plays p2").wait_for()
        assert page.locator("#let-p2").count() == 0


def test_what_the_builder_refuses_is_in_sight_with_its_remedy(browser: Browser, table: OpenTable) -> None:
    visitor = phone(browser, table)
    page = visitor.page
    page.locator(".door", has_text="Build a board").tap()
    choose(page, "lightning bo", "search")
    in_sight(page, page.locator(f"{TOLD} .refused"))
    page.locator(TOLD).get_by_text("Put it in p1's hand").tap()
    page.locator("[data-drop='0 hand'] .card", has_text="Lightning Bolt").wait_for()
    until(page, lambda: not page.locator(".door span").first.is_visible())

    # an Aura says first what it lacks, and nothing is offered until then
    choose(page, "presence of g", "search")
    in_sight(page, page.locator(f"{TOLD} .unknown", has_text="Not yet: Presence of Gond is an Aura"))
    assert page.locator("#play-board").count() == page.locator("#find").count() == page.locator(f"{TOLD} .well").count()
    choose(page, "midnight gu", "search")
    page.locator("button", has_text="Enchant this").tap()
    in_sight(page, page.locator(f"{TOLD} .well", has_text="can be played"))

    # a card that is moved where it can't be is refused where one touched, and nothing green stands beside that
    page.locator("[data-drop='0 hand'] .card").tap()
    page.locator("[data-drop='0 battlefield'] .put-here").tap()
    in_sight(page, page.locator(f"{TOLD} .refused"))
    assert page.locator(f"{TOLD} .well").count() == 0
    page.click("#play-board-alone")
    at_the_table(page)
    page.locator("[data-player=p2] h2", has_text="the program").wait_for()
    visitor.close()


def test_a_game_that_does_not_begin_says_so_where_one_touched(browser: Browser, table: OpenTable) -> None:
    """Without the line of a position file that nobody has written."""
    unknown = "format: position/1\nplayers:\n  p1:\n    battlefield: [Zorbl Guard]\n  p2: {}\n"
    with first_page(browser, table, 390) as page:
        page.evaluate(DROPPED, ["board.yaml", unknown])
        page.click("#play-brought-alone")
        refused = page.locator(".refused", has_text="Zorbl Guard")
        in_sight(page, refused)
        assert "At:" not in refused.inner_text() and "reiterate cards" not in refused.inner_text()


def test_the_combos_on_a_phone_say_how_many_there_are(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table, 390) as page:
        assert page.locator(".combo .place").first.inner_text() == "1 of 6"
        in_sight(page, page.locator(".combo .place").first)

        # what a card says to screen readers alone lies inside of that card, and makes the page no wider
        unseen = "e => e.insertAdjacentHTML('beforeend', '<span class=\"unseen\">loyalty or defense</span>')"
        page.locator(".combo .card").last.evaluate(unseen)
