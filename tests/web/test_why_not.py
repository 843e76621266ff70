"""One's own card with which nothing may be done says why, at any width; other cards stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import NARROW, PALE

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("wide", [360, 1280])
def test_after_a_cut_a_card_says_why_not_and_another_is_cast_by_touch(
    browser: Browser, table: OpenTable, wide: int
) -> None:
    """p2 has stopped the shortcut for its Lightning Bolt (732.2c); the Mountain is tapped for it (601.2g)."""
    links = table.begin(first_game())
    one, two = Visitor(browser, links["p1"], wide), Visitor(browser, links["p2"], wide)
    one.page.click("#proposal-form > summary")
    one.page.fill("#times", "10^100")
    one.page.fill("#lap", "activate bears\nall pass\nall pass")
    one.page.click("#foresee")
    one.page.click("#propose")
    two.page.click("#place-3")
    two.page.click("text=Stop p1 here")
    two.see(".choice", "activate Mountain")
    two.page.locator("[data-player=p2] .card.asks", has_text="Intruder Alarm").click()
    two.see("#why-not", "it has no ability that is activated on the battlefield (rule 602.1)")
    assert two.page.evaluate(NARROW) == [] and two.page.evaluate(PALE) == []
    assert two.page.locator("[data-player=p1] .card.asks").count() == 0
    two.page.locator(".zone.hand .card.may", has_text="Lightning Bolt").click()
    two.see(".on-card", "Lightning Bolt: choose a target")
    assert two.page.locator("#why-not").count() == 0
    two.page.locator("[data-player=p1] .card.aim", has_text="Grizzly Bears").click()
    two.see(".stack", "Lightning Bolt")
    two.see(".past", "p2 taps Mountain for")
    for visitor in (one, two):
        visitor.close()
