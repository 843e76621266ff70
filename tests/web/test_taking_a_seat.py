"""A person opens the link of a seat that the program plays, and takes the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import in_sight

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a server with pages is started")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_person_takes_the_seat_of_the_program_and_then_chooses(
    browser: Browser, table: OpenTable, width: int
) -> None:
    links = table.begin(first_game(), p2="cuts once")
    one, other = Visitor(browser, links["p1"]), Visitor(browser, links["p2"], width)
    assert one.page.locator("#take-this-seat").count() == 0
    other.see(".panel", "The program plays p2, and you watch.")
    assert other.page.locator("main button:visible").all_inner_texts()[0] == "Play p2 myself"
    assert in_sight(other.page, "#take-this-seat")
    for beside in (".choices", ".waits", "#first-steps", "#proposal-form", "#accept"):
        assert other.page.locator(beside).count() == 0
    other.page.click("#take-this-seat")
    other.page.wait_for_selector("#take-this-seat", state="detached")
    one.see(".past", "plays this seat from now on")
    one.choose("activate bears")
    one.choose("pass")
    other.see(".choice", "pass")
    other.choose("pass")
    one.see(".past", "Elf Warrior")
    for visitor in (one, other):
        visitor.close()
