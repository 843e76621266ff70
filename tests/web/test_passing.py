"""Passing on until something happens: what is passed, what stops it, and what is never passed by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow("a server with pages is started"), pytest.mark.drawn(3)]

#: An iteration of the first game.
LAP = "activate bears\nall pass\nall pass"

BOARD = """format: position/1
players:
  p1: {battlefield: [Mountain]}
  p2: {battlefield: [Mountain, Grizzly Bears], hand: [Lightning Bolt]}
"""


def pass_until(visitor: Visitor, goal: str) -> None:
    """Choose a goal and press the key."""
    visitor.page.select_option("select[name=goal]", goal)
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("u")


def test_one_press_passes_to_the_end_step_and_what_a_player_chooses_stops_it(
    browser: Browser, table: OpenTable
) -> None:
    """p2 is the program, which passes: p1's turn has a second main phase and an end step before p2's turn (500.1)."""
    one = Visitor(browser, table.begin(BOARD, p2="passes")["p1"], width=360)
    pass_until(one, "end")
    one.see(".passing.ended", "Stopped because: p1's end step has begun")
    one.see(".board .status", "turn 1 of p1, end step")
    one.see(".passing.ended", "from p1's first main phase to p1's end step")
    assert one.text(".past").count("p1 passes") == int(one.text(".passing.ended b").split()[1])
    assert one.page.locator("select[name=goal] option[value=end]").count() == 0
    pass_until(one, "turn")
    one.see(".passing.ended", "your turn has begun")
    one.see(".board .status", "turn 3 of p1, upkeep")
    one.close()


def test_an_act_of_another_player_stops_it_and_a_button_does(browser: Browser, table: OpenTable) -> None:
    """p2 taps a Mountain and casts Lightning Bolt instead of passing (117.3c): p1 is asked, and has passed no more."""
    links = table.begin(BOARD)
    one, other = Visitor(browser, links["p1"]), Visitor(browser, links["p2"])
    pass_until(one, "turn")
    other.see(".choice", "pass")
    other.choose("pass")
    other.see(".board .status", "turn 1 of p1, beginning of combat")
    other.choose("activate Mountain")
    one.see(".passing.ended", "p2 taps Mountain for")
    other.choose("cast Lightning Bolt targeting p1")
    other.choose("pass")
    one.see(".passing.ended b", "Passed 2 times")
    one.see(".panel h2", "Your choice")
    assert one.page.locator("#pass-until").count() == 0
    one.choose("pass")
    one.see(".choice", "pass")
    pass_until(one, "end")
    one.see(".passing", "Passing until the end step")
    other.see(".choice", "pass")
    one.page.keyboard.press("u")
    one.see(".passing.ended", "you pressed the button")
    other.choose("pass")
    one.see(".board .status", "p1 has priority")
    one.see(".choice", "pass")
    pass_until(one, "end")
    one.see(".passing", "Passing until the end step")
    other.see(".choice", "pass")
    one.page.reload()  # nobody looks on any more
    one.see(".panel h2", "p2 is to act")
    other.choose("pass")
    one.see(".choice", "pass")
    one.page.wait_for_timeout(1000)
    one.see(".choice", "pass")
    for visitor in (one, other):
        visitor.close()


def test_own_things_on_the_stack_are_passed_over_only_if_that_is_wished(browser: Browser, table: OpenTable) -> None:
    """p1's ability is on the stack: without the wish nothing is passed; with the goal "the stack is empty" it resolves."""
    one = Visitor(browser, table.begin(first_game(), p2="passes")["p1"])
    one.choose("activate bears")
    one.see("select[name=goal]", "the stack is empty")
    one.page.uncheck("#until-own")
    pass_until(one, "end")
    one.see(".passing.ended b", "Nothing was passed")
    one.see(".passing.ended", "something is on the stack: your")
    pass_until(one, "resolved")
    one.see(".passing.ended", "Stopped because")
    one.see(".card.token", "Elf Warrior")
    one.close()


def test_the_page_says_that_the_own_proposal_is_stopped_or_accepted_until_the_next_act(
    browser: Browser, table: OpenTable
) -> None:
    """732.2b: p2 stops in iteration 7, or takes all; p1 reads who, where, and whose turn it is to choose."""
    goes_on = first_game().replace("Lightning Bolt", "Giant Growth").replace("Mountain", "Forest")
    one = Visitor(browser, table.begin(goes_on, p2="cuts once")["p1"], width=360)
    for words in ("p2 stops the shortcut at iteration 7, before choice 3", "p2 accepts the shortcut"):
        if not one.page.locator("#lap").is_visible():
            one.page.click("#proposal-form > summary")
        one.page.fill("#times", "10^100")
        one.page.fill("#lap", LAP)
        one.page.click("#foresee")
        one.see(".reached", "after 10^100 of")
        one.page.click("#propose")
        one.see("[role=status] > .answered, [role=status] .answered", words)
        one.see(".answered", "You are to act.")
        assert one.page.locator(".answered").evaluate("e => e.getBoundingClientRect().top >= -1")
        one.page.reload()
        one.see(".answered", words)
        one.see(".choice", "pass")
        while not one.page.locator(".choice", has_text="activate bears").count():
            last = one.text(".past .number")
            one.choose("pass")
            one.page.wait_for_function("was => document.querySelector('.past .number').innerText !== was", arg=last)
            assert one.page.locator(".answered").count() == 0
    one.close()


def test_an_attack_of_a_great_many_is_a_short_button_with_words_for_people(browser: Browser, table: OpenTable) -> None:
    """10^100 Bears may attack and two that came this turn may not (302.6); no number of 101 digits is to be read."""
    board = "{card: Grizzly Bears, count: 10^100}, {card: Grizzly Bears, count: 2, sick: yes}"
    position = f"format: position/1\nplayers:\n  p1: {{battlefield: [{board}]}}\n  p2: {{}}\n"
    one = Visitor(browser, table.begin(position, p2="passes")["p1"], width=360)
    pass_until(one, "turn")
    one.see(".passing.ended", "you declare attackers")
    one.page.locator(".mine .card.may", has_text="Grizzly Bears").click()
    one.see("#declaring .go", "Attack with 10^100")
    one.see(".mark", "summoning sick")
    line = one.page.get_attribute("#way-0 .said", "title")
    assert line == f"attack with 1{'0' * 100} Grizzly Bears #1 of p1"
    one.page.click("#way-0")
    one.see(".past", "p1 attacks with 10^100 Grizzly Bears")
    one.page.locator(".passing.ended").wait_for(state="detached")  # what stopped it is answered
    assert "0" * 40 not in one.text("body")
    one.close()
