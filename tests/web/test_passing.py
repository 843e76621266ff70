"""Passing on until something happens: what is passed, what stops it, and what is never passed by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.web.opening import first_game
from tests.support.browsers import OpenTable, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a server with pages is started")

BOARD = """format: position/1
players:
  p1: {battlefield: [Mountain]}
  p2: {battlefield: [Mountain, Grizzly Bears], hand: [Lightning Bolt]}
"""


def pass_until(visitor: Visitor, goal: str) -> None:
    """Choose a goal and press the key."""
    visitor.page.select_option("#until", goal)
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("u")


def test_one_press_passes_to_the_end_step_and_what_a_player_chooses_stops_it(
    browser: Browser, table: OpenTable
) -> None:
    """p2 is the program, which passes: p1's turn has a second main phase and an end step before p2's turn (500.1)."""
    one = Visitor(browser, table.begin(BOARD, p2="passes")["p1"], width=360)
    pass_until(one, "end")
    one.see(".passing.ended", "Stopped because: p1’s end step has begun")
    one.see(".board .status", "p1's turn, end")
    one.see(".passing.ended", "from p1’s first main phase to p1’s end step")
    assert one.text(".past").count("p1: pass") == int(one.text(".passing.ended b").split()[1])
    assert one.page.locator("#until option[value=end]").count() == 0
    pass_until(one, "turn")
    one.see(".passing.ended", "your turn has begun")
    one.see(".board .status", "p1's turn, upkeep")
    one.close()


def test_an_act_of_another_player_stops_it_and_a_button_does(browser: Browser, table: OpenTable) -> None:
    """p2 taps a Mountain and casts Lightning Bolt instead of passing (117.3c): p1 is asked, and has passed no more."""
    links = table.begin(BOARD)
    one, other = Visitor(browser, links["p1"]), Visitor(browser, links["p2"])
    pass_until(one, "turn")
    other.see(".choice", "pass")
    other.choose("pass")
    other.see(".board .status", "p1's turn, combat")
    other.choose("activate Mountain")
    one.see(".passing.ended", "p2: activate Mountain")
    other.choose("cast Lightning Bolt targeting p1")
    other.choose("pass")
    one.see(".passing.ended b", "Passed 2 times")
    one.see(".panel h2", "Your choice")
    assert one.page.locator("#pass-until").count() == 0
    one.choose("pass")
    one.see(".choice", "pass")
    pass_until(one, "end")
    one.see(".passing", "Passing until the end step")
    one.page.keyboard.press("u")
    one.see(".passing.ended", "you pressed the button")
    for visitor in (one, other):
        visitor.close()


def test_own_things_on_the_stack_are_passed_over_only_if_that_is_wished(browser: Browser, table: OpenTable) -> None:
    """p1's ability is on the stack: without the wish nothing is passed; with the goal "the stack is empty" it resolves."""
    one = Visitor(browser, table.begin(first_game(), p2="passes")["p1"])
    one.choose("activate bears")
    one.see("#until", "the stack is empty")
    one.page.uncheck("#until-own")
    pass_until(one, "end")
    one.see(".passing.ended b", "Nothing was passed")
    one.see(".passing.ended", "something is on the stack: your")
    pass_until(one, "resolved")
    one.see(".passing.ended", "Stopped because")
    one.see(".card.token", "Elf Warrior")
    one.close()
