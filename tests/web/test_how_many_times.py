"""The page asks how many times once a lap that was played by hand is proved, and asks anew behind each shortcut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from reiterate.web.choices_part import again_asked
from tests.support.browsers import OpenTable, Visitor, axe, barriers
from tests.web.stages import NARROW

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KIKI = """format: position/1
players:
  p1:
    battlefield: ["Kiki-Jiki, Mirror Breaker", Zealous Conscripts]
  p2:
    life: 20
"""

#: A lap of Kiki-Jiki: a copy is made (602.2), and what triggers as it enters untaps Kiki-Jiki (603.3d).
LAP = ("targeting Zealous Conscripts", "pass", "target Kiki-Jiki", "pass")

#: The first lap of Kiki-Jiki leaves an effect until end of turn that the start does not have; the second leaves what the first did.
ASKED = "#again-asked"


def test_nothing_is_asked_where_nothing_came_back_or_a_proposal_waits() -> None:
    view = {"again": False, "proposal": None}
    assert not again_asked(view, "pass") and not again_asked({"again": True, "proposal": {}}, "pass")
    long = str(again_asked({**view, "again": True}, ""))
    assert "can be repeated: how" not in long and 'data-lead="write-down"' in long
    assert str(again_asked({**view, "again": True}, "a\nb\nc\nd\ne")).count("; ") == 4


def lap(one: Visitor) -> None:
    """A lap at the seat of p1, against a program that passes."""
    for words in LAP:
        before = one.text(".past")
        one.choose(words)
        one.page.wait_for_function("before => document.querySelector('.past').innerText !== before", arg=before)
        if words == "pass":
            one.page.wait_for_function("() => document.querySelectorAll('.choice').length > 0")


@pytest.mark.slow("a server with pages is started")
@pytest.mark.parametrize("width", [360, 1280])
def test_the_second_lap_of_kiki_jiki_is_asked_about_at_once(browser: Browser, table: OpenTable, width: int) -> None:
    one = Visitor(browser, table.begin(KIKI, p2="passes")["p1"], width)
    page = one.page
    one.see("#first-steps", "Where the first iteration leaves something new, it asks after the second.")
    lap(one)
    one.see(".choice", "targeting newly arrived Zealous Conscripts")
    assert page.locator(ASKED).count() == 0
    lap(one)
    one.see(f"[role=status] {ASKED}", "This can be repeated: how many times?")
    asked, choices = page.locator(ASKED).bounding_box(), page.locator("#choices").bounding_box()
    assert asked is not None and choices is not None and asked["y"] + asked["height"] <= max(choices["y"], 801)
    assert asked["y"] >= 0 and asked["y"] + asked["height"] <= 801  # in sight
    assert page.evaluate(NARROW) == []
    page.fill("#again-times", "10^100")
    page.click("#again-show")
    one.see(".looked-at .card.token", "10^100")
    assert page.locator(ASKED).count() == 0
    one.close()


@pytest.mark.slow("a server with pages is started")
def test_a_lap_that_comes_back_is_asked_about_after_one_and_the_number_is_asked_anew(
    browser: Browser, table: OpenTable
) -> None:
    one = Visitor(browser, table.begin(first_game(), p2="passes")["p1"])
    page = one.page
    for words in ("activate bears", "pass"):
        one.choose(words)
    one.see(".stack", "untap all creatures")
    assert page.locator(ASKED).count() == 0
    one.choose("pass")
    one.see(ASKED, "This can be repeated")
    page.reload()
    one.see(ASKED, "activate bears; all pass; all pass")
    page.fill("#lap", "activate Black Lotus")  # what is typed is not what was played
    page.click("#foresee")
    one.see("#proposal-form .refused", "Black Lotus")
    one.see(ASKED, "activate bears; all pass; all pass")
    assert "Black Lotus" not in page.inner_text(ASKED)
    page.fill("#lap", "activate bears\nall pass\nall pass")
    page.fill("#times", "500")
    page.click("#foresee")
    one.see(".reached", "after 500 of 500 iterations")
    page.click("#propose")
    one.see(".card.token", "501 × Elf Warrior")
    page.wait_for_function("() => document.getElementById('times')?.value === ''")
    page.click("#proposal-form > summary")
    page.click("#foresee")
    one.see("#proposal-form .refused", "say how many times")
    assert barriers(page, "serious", "critical", preload=True) == []
    one.close("Content Security Policy" if axe() is not None else "")  # axe measures with styles of its own
