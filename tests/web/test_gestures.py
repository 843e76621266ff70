"""Acting by touch, by click and by keys alone, on a board with 32 permanents; and that such a board is in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browsers import OpenTable, Visitor, axe, barriers
from tests.support.patience import until
from tests.web.stages import BOARD, NARROW, PALE, Finger

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow("a real browser plays"), pytest.mark.drawn(5)]

#: What matters of a board that is not wholly inside of the window.
OUTSIDE = """() => [...document.querySelectorAll('.battlefield .card, .zone.hand .card, .stack, .phase-bar, .player h2, .choice[data-line=pass]')]
  .filter((e) => e.checkVisibility()).filter((e) => { const r = e.getBoundingClientRect(); return r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth; })
  .map((e) => `${e.className} ${e.textContent.slice(0, 30)}`)"""

#: Cards that are covered by others so far that no finger meets them.
COVERED = """() => [...document.querySelectorAll('.battlefield button.card, .zone.hand button.card')].filter((e) => {
    const r = e.getBoundingClientRect();
    const places = [[4, 24], [12, 12], [r.width - 8, r.height - 12]];
    return !places.some(([x, y]) => e.contains(document.elementFromPoint(r.left + x, r.top + y)));
  }).map((e) => e.textContent.slice(0, 40))"""


def test_a_choice_takes_three_touches_at_most(browser: Browser, table: OpenTable) -> None:
    """601.2: a spell with a target; one with a target and something given up; one with X; an ability with a target (602.2)."""
    links = table.begin(BOARD)
    visitor = Visitor(browser, links["p1"])
    page = visitor.page
    assert page.locator(".battlefield .card").count() == 32
    assert page.title() == "Your turn – a game"
    chosen = [
        ("bolt", [(".zone.hand .may", "Lightning Bolt"), ("[data-player=p2] .battlefield .aim", "Llanowar Elves")]),
        (
            "ballista",
            [(".mine .battlefield .may", "Walking Ballista"), (".way", "Remove"), ("[data-player=p2] h2 .aim", "p2")],
        ),
        (
            "fling",
            [
                (".zone.hand .may", "Fling"),
                ("[data-player=p2] h2 .aim", "p2"),
                (".mine .battlefield .aim", "Soul Warden"),
            ],
        ),
    ]
    for entries, (name, touches) in enumerate(chosen, 1):
        finger = Finger(visitor)
        for selector, words in touches:
            finger.touch(selector, words)
        until(lambda many=entries: page.locator(".stack li").count() == many)
        assert finger.touches <= 3, name
        assert page.evaluate(OUTSIDE) == [], name
    visitor.see(".past", "activate Mountain")
    visitor.see(".stack", "targeting Llanowar Elves")
    assert page.locator(".zone.graveyard .may").count() == 0  # three Mountains there are no Mountains that make mana
    assert page.locator(".hosts .name", has_text="Presence of Gond").count() == 1
    visitor.close()


def touched(visitor: Visitor, *touches: tuple[str, str]) -> int:
    """How many touches a choice took, behind which the history has another entry."""
    finger, before = Finger(visitor), visitor.text(".past")
    for selector, words in touches:
        finger.touch(selector, words)
    visitor.page.wait_for_function("before => document.querySelector('.past').innerText !== before", arg=before)
    return finger.touches


def test_a_mode_and_a_payment_that_is_asked_take_three_touches_at_most(browser: Browser, table: OpenTable) -> None:
    """601.2b: the mode is chosen on the card, then the target. 601.2g: a spell without a target asks for its payment alone."""
    hand = "hand: [Lightning Bolt, Fling, Giant Growth, Walking Ballista]"
    board = BOARD.replace(hand, "hand: [Ember Island Production, Grizzly Bears]\n    mana: {U: 5}")
    visitor = Visitor(browser, table.begin(board)["p1"])
    spell = "Ember Island Production"
    mode = [(".zone.hand .may", spell), (".way", "an opponent controls"), (".others .aim", "Soul Warden")]
    assert touched(visitor, *mode) <= 3
    visitor.see(".stack", spell)
    visitor.close()
    lands = "      - {card: Plains, tapped: true}\n      - {card: Plains, tapped: true}"
    board = BOARD.replace(hand, "hand: [Grizzly Bears]").replace(lands, "      - Forest\n      - Plains", 1)
    for where, words in ((".zone.hand .may", "Grizzly Bears"), (".choice", "Cast Grizzly Bears")):
        visitor = Visitor(browser, table.begin(board)["p1"])
        visitor.page.click("#as-lines > summary")
        assert touched(visitor, (where, words), (".way", "Plains")) == 2
        visitor.see(".stack", "Grizzly Bears")
        visitor.close()


def test_508_509_attacks_and_blocks_take_three_touches_at_most(browser: Browser, table: OpenTable) -> None:
    links = table.begin(BOARD.replace("players:", "step: combat\nplayers:", 1))
    one, two = (Visitor(browser, links[who]) for who in ("p1", "p2"))
    for visitor in (one, two):
        assert touched(visitor, (".choice[data-line=pass]", "")) == 1
    guard = (".mine .battlefield .may", "Midnight Guard")
    assert touched(one, guard, ("#declaring .go", "Attack with 1")) <= 3
    for visitor in (one, two):
        assert touched(visitor, (".choice[data-line=pass]", "")) == 1
    block = [
        (".mine .battlefield .may", "Soul Warden"),
        (".others .aim", "Midnight Guard"),
        ("#declaring .go", "Block with 1"),
    ]
    assert touched(two, *block) <= 3
    one.see(".past", "Soul Warden")
    for visitor in (one, two):
        visitor.close()


def test_words_of_others_let_go_of_nothing_that_was_touched(browser: Browser, table: OpenTable) -> None:
    """Chat is an entry that moves no object: the targets stay lit, and mean what they meant."""
    links = table.begin(BOARD)
    visitor, other = Visitor(browser, links["p1"]), Visitor(browser, links["p2"])
    finger = Finger(visitor)
    finger.touch(".zone.hand .may", "Lightning Bolt")
    visitor.page.locator(".aim").first.wait_for()
    other.page.click("#talk > summary")
    other.page.fill("#chat", "hurry")
    other.page.keyboard.press("Enter")
    visitor.see(".past", "hurry")
    finger.touch("[data-player=p2] .battlefield .aim", "Soul Warden")
    visitor.see(".stack", "targeting Soul Warden")
    for each in (visitor, other):
        each.close()


def test_x_is_asked_in_place_and_its_payment_too(browser: Browser, table: OpenTable) -> None:
    """107.3: {X}{X} with X = 2 takes four of five Mountains that are alike, so nobody is asked which."""
    visitor = Visitor(browser, table.begin(BOARD)["p1"])
    finger = Finger(visitor)
    finger.touch(".zone.hand .may", "Walking Ballista")
    visitor.page.locator("#touched-number").fill("2")
    finger.touch(".on-card .go", "Go on")
    visitor.see(".stack", "Walking Ballista")
    visitor.see(".past", "cast Walking Ballista with X = 2")
    assert finger.touches == 2
    visitor.close()


def test_ways_to_pay_that_differ_are_asked_beside_pay_by_hand(browser: Browser, table: OpenTable) -> None:
    board = BOARD.replace("      - {card: Plains, tapped: true}\n", "      - Plains\n", 1)
    visitor = Visitor(browser, table.begin(board)["p1"])
    finger = Finger(visitor)
    for selector, words in ((".zone.hand .may", "Fling"), ("[data-player=p2] h2 .aim", "p2")):
        finger.touch(selector, words)
    visitor.see(".on-card", "Pay by hand")
    assert (
        visitor.page.locator(".way", has_text="Soul Warden").count() == 2
    )  # what is given up and what pays are one touch
    assert visitor.page.evaluate(COVERED) == []
    finger.touch(".mine .battlefield .aim", "Soul Warden")
    until(lambda: visitor.page.locator(".way").count() == 2)
    visitor.page.locator(".on-card .cancel").click()
    until(lambda: visitor.page.locator(".on-card").count() == 0)
    assert visitor.page.locator(".stack li").count() == 0
    visitor.close()


def test_keys_alone_reach_all_of_it(browser: Browser, table: OpenTable) -> None:
    """Enter on a card, Tab to a target that is lit, Enter; Escape lets go; a long list narrows by typing."""
    visitor = Visitor(browser, table.begin(BOARD)["p1"])
    page = visitor.page
    page.locator(".zone.hand .may", has_text="Lightning Bolt").wait_for()

    def tab_to(words: str) -> None:
        for _ in range(120):
            page.keyboard.press("Tab")
            if words in page.evaluate("document.activeElement.className + ' ' + document.activeElement.innerText"):
                return
        raise AssertionError(words)

    tab_to("Lightning")
    page.keyboard.press("Enter")
    visitor.see(".on-card", "choose a target")
    page.keyboard.press("Escape")
    until(lambda: page.locator(".on-card").count() == 0)
    page.locator(".zone.hand .may", has_text="Lightning Bolt").focus()
    page.keyboard.press("Enter")
    page.locator(".aim").first.wait_for()
    page.locator("[data-player=p2] h2 .aim").focus()
    tab_to("Midnight")
    page.keyboard.press("Enter")
    visitor.see(".stack", "Lightning Bolt")
    page.locator("#as-lines > summary").focus()
    page.keyboard.press("Enter")
    page.locator("#all-lines-narrow").focus()
    page.keyboard.type("ballista p2")
    shown = page.locator("#all-lines li:visible")
    until(lambda: 0 < shown.count() < page.locator("#all-lines li").count())
    assert all("Ballista" in each and "p2" in each for each in shown.all_inner_texts())
    visitor.close()


def test_a_full_board_is_readable_and_can_be_touched(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, table.begin(BOARD)["p1"])
    page = visitor.page
    bolt = page.locator(".zone.hand .may", has_text="Lightning Bolt")
    bolt.wait_for()
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(COVERED) == []
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        bolt.click()
        page.locator(".aim").first.wait_for()
        page.wait_for_timeout(250)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(NARROW) == [] and page.evaluate(PALE) == [], (width, scheme)
            assert barriers(page, "serious", "critical", preload=True) == [], (width, scheme)
        page.keyboard.press("Escape")
        page.locator(".aim").first.wait_for(state="detached")
    visitor.close("Content Security Policy" if axe() is not None else "")  # axe measures with styles of its own


def test_a_part_that_is_drawn_while_a_button_is_pressed_takes_no_click_away(browser: Browser, table: OpenTable) -> None:
    links = table.begin(BOARD)
    visitor, other = Visitor(browser, links["p1"]), Visitor(browser, links["p2"])
    page = visitor.page
    card = page.locator(".zone.hand .may", has_text="Lightning Bolt").first
    other.page.click("#talk > summary")
    other.page.fill("#chat", "hurry")
    card.hover()
    page.mouse.down()
    other.page.keyboard.press("Enter")
    other.see(".past", "hurry")
    page.wait_for_timeout(300)
    assert "hurry" not in page.inner_text(".past")
    page.mouse.up()
    visitor.see(".past", "hurry")
    page.locator(".aim").first.wait_for()
    for each in (visitor, other):
        each.close()


#: A spell without a target, one with a target, and one with X, none of which the empty pool pays for.
CASTS = """format: position/1
players:
  p1:
    hand: [Lightning Bolt, Grizzly Bears, Walking Ballista]
    battlefield: [Mountain, Forest]
  p2: {}
"""


def test_all_that_can_be_begun_is_listed_spells_first(browser: Browser, table: OpenTable) -> None:
    """601.2g: what the lands pay for is a choice like the others; one without a question is one touch."""
    visitor = Visitor(browser, table.begin(CASTS)["p1"])
    page = visitor.page
    visitor.see("#choices", "Cast Lightning Bolt")
    told = page.locator("#choices .choice .said > span:first-child").all_inner_texts()
    spells = ["Cast Walking Ballista with X = 0", "Cast Lightning Bolt", "Cast Grizzly Bears"]
    assert sorted(told[:4]) == sorted([*spells, "Cast Walking Ballista, choosing X"]), told
    assert [each.split(":")[0] for each in told[4:]] == ["Tap Mountain", "Tap Forest", "Pass"]
    finger = Finger(visitor)
    finger.touch(".choice", "choosing X")
    assert page.locator("#touched-number").input_value() == "1"
    visitor.see(".on-card", "A number from 0 to 1")
    page.locator("#touched-number").fill("2")
    page.locator(".on-card .go").click()
    visitor.see(".refused", "X can be 1 at most")
    page.keyboard.press("Escape")
    finger = Finger(visitor)
    finger.touch(".choice", "Cast Grizzly Bears")
    visitor.see(".stack", "Grizzly Bears")
    assert finger.touches == 1
    visitor.close()
