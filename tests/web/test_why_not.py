"""One's own card with which nothing may be done says why, at any width; other cards stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.web.opening import first_game
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import NARROW, PALE

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("wide", [360, 1280])
def test_after_a_cut_the_card_in_hand_says_what_comes_first(browser: Browser, table: OpenTable, wide: int) -> None:
    """p2 has stopped the shortcut for its Lightning Bolt, and has no mana yet (732.2c, 601.2g)."""
    links = table.begin(first_game())
    one, two = Visitor(browser, links["p1"], wide), Visitor(browser, links["p2"], wide)
    one.page.click("#proposal-form > summary")
    one.page.fill("#times", "10^100")
    one.page.fill("#lap", "activate bears\nall pass\nall pass")
    one.page.click("#foresee")
    one.page.click("#propose")
    two.page.click("#place-3")
    two.page.click("text=Stop me here")
    two.see(".choice", "activate Mountain")
    card = two.page.locator(".zone.hand .card.asks", has_text="Lightning Bolt")
    card.click()
    two.see("#why-not", "cast Lightning Bolt not now, because {R} is lacking: activate Mountain first (rule 601.2g)")
    assert two.page.evaluate(NARROW) == [] and two.page.evaluate(PALE) == []
    assert two.page.locator("[data-player=p1] .card.asks").count() == 0
    two.page.locator(".choice", has_text="activate Mountain").click()
    two.see(".choice", "cast Lightning Bolt")
    assert two.page.locator("#why-not").count() == 0
    two.page.locator(".zone.hand .card.may", has_text="Lightning Bolt").click()
    two.see("#choices h2", "Your choice with Lightning Bolt")
    for visitor in (one, two):
        visitor.close()
