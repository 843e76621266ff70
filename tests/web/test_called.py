"""Who sits where: names that people give as they sit down, a colour for each seat, and whose turn the tab tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor
from tests.support.patience import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.slow("a real browser plays")
def test_a_name_is_given_once_and_read_at_every_seat(browser: Browser, table: OpenTable) -> None:
    links = table.begin(first_game())
    one, other = Visitor(browser, links["p1"]), Visitor(browser, links["p2"], 390, dark=True)
    one.page.fill("#called", "Anna <b>")
    one.page.click("#be-called")
    one.see(".mine h2", "Anna <b> (you)")
    assert one.page.locator("#called").count() == 0
    other.see(".others h2", "Anna <b>")
    other.see(".latest", "Anna <b> is called Anna <b>")
    other.see(".panel h2", "Anna <b> is to act")
    assert one.page.title().startswith("Your turn") and not other.page.title().startswith("Your turn")
    colours = "() => [...document.querySelectorAll('.player h2 .seat')].map((e) => getComputedStyle(e, '::before').backgroundColor)"
    assert len(set(one.page.evaluate(colours))) == 2 and set(one.page.evaluate(colours)) == set(
        other.page.evaluate(colours)
    )
    one.choose("activate bears")
    one.choose("pass")
    until(lambda: other.page.title().startswith("Your turn"))
    one.see(".panel h2", "p2 is to act")

    # at the next game the browser remembers the name
    again = table.begin(first_game())["p1"]
    one.page.goto(again)
    until(lambda: one.page.locator("#called").count() == 1 and one.page.input_value("#called") == "Anna <b>")
    for visitor in (one, other):
        visitor.close()
