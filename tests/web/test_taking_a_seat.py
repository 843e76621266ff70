"""A person opens the link of a seat that the program plays, and takes the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.web.opening import first_game
from tests.support.browsers import OpenTable, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a server with pages is started")


def test_a_person_takes_the_seat_of_the_program_and_then_chooses(browser: Browser, table: OpenTable) -> None:
    links = table.begin(first_game(), p2="cuts once")
    one, other = (Visitor(browser, links[who]) for who in ("p1", "p2"))
    assert one.page.locator("#take-this-seat").count() == 0
    other.see(".panel", "The program plays p2, and you watch.")
    assert other.page.locator(".side button:visible").all_inner_texts()[0] == "Play p2 myself"
    assert other.page.locator(".side section:has(#take-this-seat)").count() == 1
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
