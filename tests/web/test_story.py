"""The story for which the table is there, with two real browsers: 10^100 is proposed, stopped inside of iteration 7, and played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor, lap_by_hand
from tests.web.stages import drag_to_seven

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("two real browsers play a game")


def test_a_googol_is_proposed_and_stopped_inside_of_iteration_7(browser: Browser, table: OpenTable) -> None:
    """CR 732.2a to 732.2c, by pointer: drag to iteration 7, touch the trigger on the stack, stop, and play on from there."""
    one, other = Visitor(browser, table.host_link), Visitor(browser, table.links["p2"])
    assert "#" not in one.page.url
    one.page.click(".card.may")
    one.see(".on-card .way", "activate bears")
    one.page.keyboard.press("Escape")
    lap_by_hand(one, other)
    assert one.page.input_value("#lap").splitlines() == ["activate bears", "all pass", "all pass"]

    one.page.fill("#times", "10^100")
    one.page.click("#foresee")
    one.see(".reached", "after 10^100 of 10^100 iterations")
    one.see(".looked-at .card.token", "10^100 + 1 × Elf Warrior")
    one.page.click("#propose")

    other.wait("#accept")
    assert other.page.get_attribute("#stop-here", "aria-disabled") == "true"
    drag_to_seven(other)
    other.see(".reached", "after 7 of 10^100 iterations")
    other.see(".looked-at .card.token", "8 × Elf Warrior")

    other.page.locator(".stop-at", has_text="untap all creatures").last.click()
    other.see(".looked-at .stack", "untap all creatures")
    other.page.click("#stack-0")
    other.see("#stop-where", "iteration 7, before choice 5")
    one.page.click("#talk > summary")
    one.page.fill("#chat", "take your time")
    one.page.keyboard.press("Enter")
    other.see(".past", "take your time")
    other.page.click("#ask-judge")
    other.see(".ruling", "p2")
    other.see("#stop-where", "iteration 7, before choice 5")  # words move nobody from the place that they look at
    other.page.click("#stop-here")

    other.see(".choice", "activate Mountain")
    one.see(".past", "p2 stops the shortcut at iteration 7, before choice 5")
    one.see(".card.token", "8 × Elf Warrior")
    one.see(".stack", "untap all creatures")
    other.page.reload()
    other.see(".choice", "activate Mountain")
    other.choose("activate Mountain")
    other.see(".choice", "cast Lightning Bolt targeting bears")
    other.choose("cast Lightning Bolt targeting bears")
    one.see(".stack", "Lightning Bolt")
    for visitor in (one, other):
        visitor.close()


def test_the_same_with_keys_alone(browser: Browser, table: OpenTable) -> None:
    """Propose, look, step to iteration 7, go to a place, stop and play on: no pointer is touched."""
    links = table.begin(first_game())
    one, other = Visitor(browser, links["p1"]), Visitor(browser, links["p2"])
    one.see(".choice", "activate bears")
    one.page.keyboard.press("1")
    one.page.keyboard.press("p")  # at once: the one is done after the other
    for visitor in (other, one, other):
        visitor.see(".choice", "pass")
        visitor.page.keyboard.press("p")
        visitor.wait(".waits")
    one.wait(".offered")
    one.page.keyboard.press("g")
    one.page.keyboard.type("10^100")
    one.page.keyboard.press("Enter")
    one.see(".reached", "after 10^100")
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("o")

    other.wait("#accept")
    other.page.keyboard.press("i")
    other.page.keyboard.press("Home")
    other.see(".reached", "after 0 of")
    for number in range(1, 8):
        other.page.keyboard.press("ArrowRight")
        other.see(".reached", f"after {number} of 10^100 iterations")
    other.page.keyboard.press("PageUp")
    other.see(".reached", "after 70 of")
    other.page.keyboard.press("PageDown")
    other.see(".reached", "after 7 of")
    while other.page.evaluate("document.activeElement.id") != "place-1":
        other.page.keyboard.press("Tab")
    for _ in range(4):
        other.page.keyboard.press("ArrowRight")
    assert other.page.evaluate("document.activeElement.id") == "place-5"
    other.page.keyboard.press("Enter")
    other.see("#stop-where", "iteration 7, before choice 5")
    assert other.page.evaluate("document.activeElement.id") == "place-5"
    other.page.keyboard.press("s")
    other.see(".choice", "activate Mountain")
    other.page.keyboard.press("l")
    other.page.keyboard.type("activate Mountain")
    other.page.keyboard.press("Enter")
    other.see(".choice", "cast Lightning Bolt")
    other.page.keyboard.press("Escape")
    other.page.keyboard.press("?")
    other.see("dialog[open]", "the slider: arrows one iteration")
    other.page.keyboard.press("Escape")
    for visitor in (one, other):
        visitor.close()


def test_a_judge_rules_by_what_was_stated(browser: Browser, table: OpenTable) -> None:
    """A loop that was shown by hand, a secret number for the judge alone, and the ruling, which moves the game (MTR 4.4)."""
    links = table.begin(first_game())
    one, other, judge = (Visitor(browser, links[who]) for who in ("p1", "p2", "judge"))
    lap_by_hand(one, other)
    one.page.click("#talk > summary")
    one.page.check("#secret")
    one.page.fill("#statement", "number 9")
    one.page.keyboard.press("Enter")
    judge.see(".past", "p1 states: number 9")
    other.see(".past", "p1 states something secret")
    other.page.click("#talk > summary")
    other.page.fill("#statement", "accept")
    other.page.keyboard.press("Enter")
    judge.see(".past", "p2 states: accept")
    one.page.click("#judging > summary")
    one.page.click("#judge")
    one.see(".ruling", "how often?")
    judge.page.select_option("#policy", "tournament")
    judge.page.locator("button", has_text="Rule").click()
    for visitor in (one, other, judge):
        visitor.see(".past", "the judge rules under Tournament Rules 4.4")
        visitor.see(".card.token", "10 × Elf Warrior")
        visitor.close()
