"""Opening hands in real browsers (103.5): one player mulligans, the other keeps, and the first turn begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browsers import OpenTable, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a server with pages is started")


def test_one_mulligans_the_other_keeps_and_the_first_turn_begins(browser: Browser, table: OpenTable) -> None:
    links = table.begun(decks=["40 Forest", "20 Island\n20 Grizzly Bears"], seed="hands")
    one, two = Visitor(browser, links["p1"]), Visitor(browser, links["p2"], 360)
    for visitor in (one, two):
        visitor.see("#hands", "p1 decides")
        visitor.see(".status", "before the first turn: p1 keeps a hand or takes a mulligan")
    one.see(".choices", "which draws 7 cards anew, and puts 1 of them on the bottom [103.5]")
    one.choose("mulligan")
    two.choose("keep")
    one.see("#hands", "p1 puts 1 on the bottom of the library, 1 mulligan taken")
    one.choose("bottom Forest")
    two.see(".past", "p1 made a choice that stays hidden")
    assert "bottom Forest" not in two.page.inner_text("body")
    one.choose("keep")
    for visitor in (one, two):
        visitor.see(".past", "all hands are kept: the first turn begins")
        visitor.see(".status", "turn 1 of p1, first main phase")
        assert visitor.page.locator("#hands").count() == 0
        visitor.close()
