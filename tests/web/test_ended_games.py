"""Games that end in real browsers: a draw, a concession in the middle of a proposal, a ruling, playing again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor, barriers
from tests.table.laid_table import BOND, LAP, RULEBOOK, THREE
from tests.web.stages import at_the_table, link_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow("a server with pages is started"), pytest.mark.drawn(4)]


#: Presses the choice to pass where there is one now; what the newest entry said before that, or null.
PASS = """() => {
    const pass = [...document.querySelectorAll('.choices .choice')].find(one => one.dataset.line === 'pass');
    const before = document.querySelector('.past li')?.innerText ?? '';
    pass?.click();
    return pass ? before : null;
}"""

#: Whether the whole title of the game is read, with no button on it.
WHOLE = """() => {
    const title = document.querySelector('h1'), {right} = title.getBoundingClientRect();
    return title.scrollWidth - title.clientWidth < 2 && right <= document.querySelector('#invite').getBoundingClientRect().left;
}"""


def pass_until(one: Visitor, other: Visitor, there: str) -> None:
    """Two players pass in turn, until an element is there at both of their pages."""
    visitors = (one, other)
    for turn in range(4_000):
        visitor = visitors[turn % 2]
        if any(each.page.locator(there).count() for each in visitors):
            break
        before = visitor.page.evaluate(PASS)
        if before is None:
            visitor.page.wait_for_timeout(50)
            continue
        for each in visitors:
            each.page.wait_for_function("words => document.querySelector('.past li')?.innerText !== words", arg=before)
    for visitor in visitors:
        visitor.wait(there)


def test_the_example_of_a_draw_ends_at_two_pages(browser: Browser, table: OpenTable) -> None:
    """Nobody can do anything but pass: the loop is a draw as soon as it is proved, and both pages say so (104.4b)."""
    links = table.begun(example="draw", limit=86_400)
    one, other = (Visitor(browser, links[who], width) for who, width in (("p1", 1280), ("p2", 360)))
    for visitor in (one, other):
        visitor.see("#time-limit", "Each decision may take 1 day.")
    one.choose("activate spike")
    pass_until(one, other, "#outcome")
    for visitor in (one, other):
        visitor.see("#outcome", "The game is a draw.")
        visitor.see(".answered", "a loop that nobody keeps up goes on for ever, and nobody acts [104.4b]")
        assert visitor.page.locator("#time-limit, #leaving").count() == 0
        visitor.wait("#rematch")
        visitor.close()


def test_a_draw_by_all_declining_is_seen_at_every_seat(browser: Browser, table: OpenTable) -> None:
    links = table.begin(BOND.format(hand="hand: [Forest]\n    ", more=""))
    one, other, third = (
        Visitor(browser, links[who], width) for who, width in (("p1", 1280), ("p2", 360), ("judge", 1280))
    )
    one.choose("activate spike")
    pass_until(one, other, "#draw-asked")
    one.see("#draw-asked", "p2 could act, and is asked first")
    assert one.page.locator("#decline").count() == 0
    one.see(".proposing summary", "This can be repeated: how many times?")  # the lap is proved, and is not asked about
    assert one.page.locator("#again-asked").count() == 0
    other.see("#draw-asked", "Nobody keeps this loop up")
    other.page.click("#decline")
    for visitor in (one, other, third):
        visitor.see("#outcome", "The game is a draw.")
        visitor.see(".past", "the game is a draw [104.4b]")
        visitor.close()


def test_one_of_three_concedes_in_the_middle_of_a_proposal(browser: Browser, table: OpenTable) -> None:
    links = table.begin(THREE)
    one, two, three = (Visitor(browser, links[who]) for who in ("p1", "p2", "p3"))
    one.page.keyboard.press("w")
    one.page.fill("#lap", LAP.format(1).partition("\n")[2].replace("  ", ""))
    one.page.fill("#times", "1000")
    one.page.click("#foresee")
    one.page.click("#propose")
    two.wait("#accept")
    three.page.click("#leaving summary")
    three.page.click("#concede")
    three.see("#really", "The others play on.")
    three.page.click("dialog[open] [data-close]:not([data-do])")  # nothing has happened: the shortcut waits
    assert three.page.locator(".past", has_text="concedes").count() == 0
    three.page.click("#concede")
    three.page.click("#concede-really")
    for visitor in (one, two, three):
        visitor.see(".past", "p3 concedes")
    two.page.click("#accept")
    one.see(".past", "p2 accepts the shortcut")
    one.see(".picture", "1,000")
    assert one.page.locator("#outcome").count() == 0
    for visitor in (one, two, three):
        visitor.close()


def test_a_ruling_on_a_loop_tells_place_and_duty_at_every_seat(browser: Browser, table: OpenTable) -> None:
    """MTR 4.4 par. 2: p2 has named 3, and has to break the loop there; the second ruling takes all of that back."""
    links = table.begin(BOND.format(hand="", more="Seal of Cleansing, "))
    one, two, judge = (
        Visitor(browser, links[who], width) for who, width in (("p1", 1280), ("p2", 360), ("judge", 1280))
    )
    one.choose("activate spike")
    pass_until(one, two, ".past > li:nth-child(4)")
    life = one.text("[data-player=p1] .life")
    for visitor, words in ((one, "no action"), (two, "number 3")):
        visitor.page.click("#talk > summary")
        visitor.page.fill("#statement", words)
        visitor.page.keyboard.press("Enter")
        judge.see(".past", f"states: {words}")
    judge.page.select_option("#policy", "tournament")
    judge.page.fill("#of", "repeat 1:\n  all pass\n  all pass\n")
    judge.page.click("form[data-do=rule] button")
    told = (
        "After 3 iterations p2 must break the loop.",
        "The game goes on behind 3 complete iterations. p2 must break the loop there.",
        "p2 has priority and must not pass while the loop goes on [MTR 4.4 par. 2 sent. 3]",
    )
    for visitor in (one, two, judge):
        for words in told:
            visitor.see(".ruled", words)
        visitor.see(".past", "behind 3 complete iterations; p2 must break the loop there, because")
    assert one.text("[data-player=p1] .life") != life
    two.see(".not-now", "p2 named this place to break the loop")
    judge.page.fill("#of", "")
    judge.page.fill("#own", "draw")
    judge.page.click("form[data-do=rule] button")
    for visitor in (one, two, judge):
        visitor.see("#outcome", "The game is a draw.")
        visitor.see(".ruled", "is taken back")
        visitor.see(".past", "(instead of the ruling of entry")
    judge.page.click("form[data-do=rule] button[value='take back']")
    for visitor in (one, two, judge):
        visitor.see(".past", "the judge takes back the ruling of entry")
        visitor.page.wait_for_selector("#outcome", state="detached")
        assert visitor.page.locator(".ruled").count() == 0
    assert one.text("[data-player=p1] .life") == life
    for visitor in (one, two, judge):
        visitor.close()


def test_decks_have_a_title_and_names_which_a_rematch_keeps(browser: Browser, table: OpenTable) -> None:
    one = Visitor(browser, f"{table.address}/", ready="#card")
    page = one.page
    page.click("#by-decks > summary")
    page.fill("#game-title", "The final")
    for number, name in ((1, "Anna"), (2, "<Ben>")):
        page.fill(f"#name-{number}", name)
        page.fill(f"#deck-{number}", "20 Forest\n20 Grizzly Bears\n")
    page.select_option("#decks-limit", "180")
    page.click("form[data-do=begin-decks] button.go")
    at_the_table(page)
    two = Visitor(browser, link_for(page), 360)
    assert two.page.evaluate(WHOLE)
    one.page.click("#leaving > summary")
    one.page.click("#concede")
    one.see("#really", "The other player wins, and the game ends.")
    one.page.click("#concede-really")
    for again in (False, True):
        if again:
            one.page.click("#rematch")
            two.page.click("#rematch")
        for visitor, names in ((one, ("Anna (you)", "<Ben>")), (two, ("Anna", "<Ben> (you)"))):
            if again:
                visitor.see(".past", "all want to play again: the game begins anew")
                visitor.see("#time-limit", "Each decision may take 3 minutes.")
            else:
                visitor.wait("#outcome")
            visitor.see("h1", "The final")
            for who, name in zip(("p1", "p2"), names, strict=True):
                visitor.see(f"[data-player={who}] h2", name)
    for visitor in (one, two):
        visitor.close()


def test_a_ruling_ends_the_game_another_one_takes_it_back_and_all_play_again(
    browser: Browser, table: OpenTable
) -> None:
    links = table.begin(RULEBOOK)
    one, two, judge = (
        Visitor(browser, links[who], width) for who, width in (("p1", 1280), ("p2", 360), ("judge", 1280))
    )
    judge.see(".watched", "You are the judge.")
    for own, said in (("draw", "The game is a draw."), ("p2 wins", "p2 has won.")):
        judge.page.locator(".sure > summary", has_text=re.compile(own, re.IGNORECASE)).click()
        assert judge.page.locator("#outcome", has_text=said).count() == 0  # it is asked whether that is meant
        judge.page.click(f"form[data-do=rule] button[value='{own}']")
        judge.see("#outcome", said)
        one.see("#outcome", said)
    two.see("#outcome", "You have won.")
    two.see(".ruled", "is taken back")
    one.page.reload()
    one.see("#outcome", "p2 has won.")
    assert barriers(two.page) == []
    one.page.click("#rematch")
    two.see(".answered", "p1 wants to play again")
    two.page.click("#rematch")
    for visitor in (one, two, judge):
        visitor.see(".past", "all want to play again: the game begins anew")
        assert visitor.page.locator("#outcome").count() == 0
    one.choose("activate midnight guard")
    two.see(".past", "activate Midnight Guard")
    for visitor in (one, two, judge):
        visitor.close()


def test_a_proposal_is_taken_back_where_the_others_agree(browser: Browser, table: OpenTable) -> None:
    """732.2b lets nobody withdraw a proposal, so the others are asked to go back to before it."""
    links = table.begin(first_game())
    one, two = (Visitor(browser, links[who]) for who in ("p1", "p2"))
    one.choose("activate bears")
    for visitor in (one, two, one, two):
        visitor.choose("pass")
    one.wait("#again-asked")
    one.page.fill("#again-times", "7")
    one.page.click("#again-show")
    one.page.click("#propose")
    one.page.click("#withdraw")
    two.see(".panel", "asks to go back")
    two.page.locator("[data-do=undo-answer][data-agree=yes]").click()
    one.page.wait_for_selector(".panel.answer", state="detached")
    one.see("#again-asked", "This can be repeated")
    for visitor in (one, two):
        visitor.close()
