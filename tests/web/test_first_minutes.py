"""The first minutes of somebody new: a table, a first proof, and a game with somebody, by what the pages say alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browsers import Visitor, open_table
from tests.support.patience import until
from tests.web.stages import at_the_table, link_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.soak

#: So many choices of both players the whole game takes at most.
MOST_CHOICES = 200


def test_from_the_command_to_a_proof_a_shortcut_and_a_game_that_is_won(browser: Browser, tmp_path: Path) -> None:
    """The address stands in the terminal; from there on each step is a button or a field that can be seen."""
    with open_table(tmp_path, "--opponent", "person") as table:
        start = next(line.split()[-1] for line in table.lines if line.startswith("Name cards"))
        one = Visitor(browser, start, ready="#card")
        one.page.click("#try")
        one.page.locator(".verdict", has_text="proved").wait_for()
        one.page.get_by_role("button", name="Play this with somebody").first.click()
        at_the_table(one.page)
        other = Visitor(browser, link_for(one.page))
        play_to_the_end(one, other)
        for visitor in (one, other):
            visitor.close()


def play_to_the_end(one: Visitor, other: Visitor) -> None:
    """One iteration by hand, 10^100 of them proposed and accepted, and an attack in the next turn."""
    one.choose("activate Midnight Guard")
    for visitor in (one, other, one, other):
        visitor.see(".choice", "pass")
        visitor.choose("pass")
        visitor.see(".panel h2", "is to act") if visitor is one else visitor.wait(".waits")
    one.wait(".offered")
    one.page.fill("#times", "10^100")
    one.page.click("#foresee")
    one.see(".reached", "after 10^100 of 10^100 iterations")
    one.page.click("#propose")
    other.page.get_by_role("button", name="Accept it all").click()
    one.see(".past", "p2 accepts the shortcut")
    one.see(".card.token", "10^100 + 1 × Elf Warrior")
    assert any(moved_on(one, other) for _ in range(MOST_CHOICES))
    for visitor in (one, other):
        visitor.see(".panel", "p1 has won")


def moved_on(one: Visitor, other: Visitor) -> bool:
    """Attack with everything once the tokens may, else pass; out: whether the game is over."""
    if one.page.locator("#declaring").count():
        if one.page.locator(".mine .token.may").count():
            one.page.locator("#declaring button", has_text="All").click()
            one.see("#declaring .go", "Attack with")
        act(one, "ttack", "#declaring .go")
    else:
        act(next(each for each in (one, other) if each.page.locator(".choice[data-line=pass]").count()), "pass")
    return "p1 has won" in one.text("main")


def act(visitor: Visitor, words: str, where: str = ".choice") -> None:
    """Press a choice, and wait until the page shows what came of it."""
    before = visitor.text("main")
    visitor.page.locator(where, has_text=words).first.click()
    until(lambda: visitor.text("main") != before)
