"""A long proof that is asked for at a table: the seconds are shown, a button stops it, and all games go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a server with pages is started")

#: Laps that are written out one by one, which take minutes to play.
LAPS = "activate bears\nall pass\nall pass\n" * 3_000

BOARD = """format: position/1
players:
  p1: {battlefield: [{card: Grizzly Bears, label: bears}]}
  p2: {battlefield: [Mountain]}
"""


def test_a_look_that_takes_long_shows_its_seconds_and_is_stopped(browser: Browser, table: OpenTable) -> None:
    one = Visitor(browser, table.begin(first_game())["p1"])
    others = table.begin(BOARD)
    quick = Visitor(browser, others["p1"])
    one.page.click("#proposal-form > summary")
    one.page.select_option("#how", "once")
    one.page.evaluate("text => { document.getElementById('lap').value = text; }", LAPS)
    one.page.click("#foresee")
    one.see(".working", "seconds")
    one.page.click("#stop-work")
    one.see(".refused", "stopped")
    one.page.wait_for_selector("#stop-work", state="detached")
    quick.choose("pass")
    quick.see(".panel h2", "is to act")
    one.choose("activate bears")
    one.see(".choice", "pass")
    for visitor in (one, quick):
        visitor.close()
