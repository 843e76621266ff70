"""One whole story by keys alone: a board is laid out, a shortcut is proposed and stopped, and the game ends. The focus is seen throughout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor, barriers
from tests.web.stages import NAMELESS, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("two real browsers play a game")

#: What has the focus, in words, and what is wrong with it (WCAG 2.2, 2.4.7 and 2.4.11): it is lost, has no outline, or is not in sight.
FOCUS: Final = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return ['', ['lost']];
  const [look, box, wrong] = [getComputedStyle(e), e.getBoundingClientRect(), []];
  if (!e.matches(':focus-visible') || look.outlineStyle === 'none' || parseFloat(look.outlineWidth) < 2) wrong.push('no outline');
  const [left, right, top, bottom] = [Math.max(0, box.left), Math.min(innerWidth, box.right), Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  const there = [.1, .5, .9].flatMap((x) => [.1, .5, .9].map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)));
  if (left >= right || top >= bottom) wrong.push('out of sight');
  else if (!there.some((each) => each && (e.contains(each) || each.closest('label')?.control === e))) wrong.push(`covered by ${there[4]?.outerHTML.slice(0, 80)}`);
  return [`#${e.id} ${e.getAttribute('aria-label') ?? ''} ${e.innerText ?? ''}`, wrong];
}"""

#: Whether a finger would meet an element in its middle.
MET: Final = """(id) => {
  const [e, box] = [document.getElementById(id), document.getElementById(id).getBoundingClientRect()];
  return e.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}"""

#: Presses of the Tab key after which something is out of reach.
MOST_TABS: Final = 150


class Keys(Visitor):
    """Somebody who has a keyboard alone. Each key leaves the focus where it is seen."""

    def at(self, after: str) -> str:
        """What has the focus, which is seen."""
        words, wrong = self.page.evaluate(FOCUS)
        assert wrong == [], (after, words, wrong)
        return str(words)

    def key(self, key: str) -> str:
        """Press a key; what has the focus then."""
        self.page.keyboard.press(key)
        return self.at(key)

    def reach(self, words: str) -> None:
        """Go to what has some words, with the Tab key."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if words in self.page.evaluate(FOCUS)[0]:
                self.at(f"Tab to {words}")
                return
        raise AssertionError(f"the Tab key does not reach {words}")

    def enter(self, words: str, sees: str, said: str = "") -> None:
        """Press Enter on what has some words, and wait for what comes of that."""
        self.reach(words)
        self.page.keyboard.press("Enter")
        self.see(sees, said)
        self.at(f"Enter on {words}")

    def put(self, letters: str, name: str, where: str = "") -> None:
        """Put a card on the board that is built: the field for its name has the focus before and after."""
        if where:
            self.reach("#where")
            self.page.keyboard.type(where)
            while not self.at(where).startswith("#search"):
                self.key("Shift+Tab")
        self.page.keyboard.type(letters)
        self.wait("#search-names")
        self.key("ArrowDown")
        self.page.keyboard.press("Enter")
        self.see(".pieces .card", name)
        until(self.page, lambda: self.at(name).startswith("#search"))

    def look(self) -> None:
        """Names are there, and axe-core finds nothing."""
        assert self.page.evaluate(NAMELESS) == [] and barriers(self.page) == []


def laid_out(one: Keys) -> str:
    """A board is laid out on the first page, and a game begins from it; out: the link of p2."""
    one.enter("Build a board", "#search")
    assert one.at("the door").startswith("#search")
    one.put("grizzly b", "Grizzly Bears")
    one.put("presence of g", "Presence of Gond")
    one.enter("Enchant this: put Presence of Gond on Grizzly Bears", ".pieces .notes", "on Grizzly Bears")
    while not one.at("the way back").startswith("#search"):
        one.key("Shift+Tab")
    one.put("intruder al", "Intruder Alarm", "p2's b")
    one.put("mountai", "Mountain", "p2's b")
    one.put("lightning bo", "Lightning Bolt", "p2's h")
    one.look()
    one.reach("#play-board ")  # with somebody, not against the program
    one.page.keyboard.press("Enter")
    one.see("body[data-live] .mine .card", "Grizzly Bears")
    one.enter("Invite", "#invites [aria-label='link for p2']")
    link = one.page.input_value("#invites [aria-label='link for p2']")
    one.key("Escape")
    return link


def passed(*visitors: Keys) -> None:
    """Pass in turn."""
    for visitor in visitors:
        visitor.see(".choice", "pass")
        visitor.page.keyboard.press("p")
        visitor.see(".panel h2", "is to act")


def test_a_story_from_an_empty_board_to_its_end_is_told_by_keys(browser: Browser, table: OpenTable) -> None:
    """The one who proposes has the room of a phone, where sheets lie over the page; the other has a wide screen."""
    one = Keys(browser, f"{table.address}/", 390, ready="#card")
    two = Keys(browser, laid_out(one), 1280)

    one.enter("Grizzly Bears", ".way", "activate")  # one iteration, by touch of the card
    one.key("Enter")
    one.see(".stack", "Grizzly Bears' ability")
    assert "Grizzly Bears" in one.at("the way")  # the card that was touched has the focus again
    passed(one, two, one)
    two.see(".choice", "pass")
    two.page.keyboard.press("p")

    one.wait("#again-times")  # a number of times
    one.key("g")
    assert one.page.evaluate(MET, "again-show")  # the choices, a sheet too on a phone, are not above the question
    one.page.keyboard.type("10^100")
    one.page.keyboard.press("Enter")
    one.see(".reached", "after 10^100 of 10^100 iterations")
    assert one.at("the number").startswith("#propose")
    one.look()
    one.key("Enter")
    one.see(".answer", "next to answer")
    assert "The shortcut that waits" in one.at("the proposal")

    two.wait("#accept")  # the opponent cuts in
    two.look()
    two.key("i")
    two.key("Home")
    two.see(".reached", "after 0 of")
    for number in range(1, 8):
        two.key("ArrowRight")
        two.see(".reached", f"after {number} of")
    two.reach("#place-1")
    for number in range(2, 6):
        assert two.key("ArrowRight").startswith(f"#place-{number} ")
    two.key("Enter")
    two.see("#stop-where", "iteration 7, before choice 5")
    two.look()
    two.page.keyboard.press("s")
    two.see(".choice", "activate Mountain")
    assert "Your choice" in two.at("the cut")
    one.see(".answered", "p2 stops the shortcut at iteration 7")
    assert "Who is to act" in one.at("the answer")

    two.see(".zone.hand .may", "Lightning Bolt")
    two.enter("Instant", ".aim", "Grizzly Bears")
    while "Grizzly Bears" not in two.at("a target"):
        two.key("Tab")
    two.look()
    two.page.keyboard.press("Enter")
    two.see(".stack", "Lightning Bolt")
    two.at("the target")
    passed(two)
    one.see(".choice", "pass")
    one.page.keyboard.press("p")
    one.see(".past", "Grizzly Bears of p1: 1 → 0")
    one.see(".card.token", "8 × Elf Warrior")  # the result

    two.enter("Concede, or somebody is gone", "#concede")
    two.enter("#concede", "dialog[open]", "Really concede?")
    two.look()
    two.page.keyboard.press("Escape")  # the game goes on
    two.page.wait_for_selector("#really", state="hidden")
    two.at("Escape")
    two.enter("#concede", "dialog[open]", "Really concede?")
    two.enter("#concede-really", "#outcome", "p1 has won")
    one.see("#outcome", "You have won")
    for visitor in (one, two):
        visitor.at("the end")
        visitor.look()
        visitor.close()


def test_the_question_that_stays_in_sight_on_a_wide_screen_covers_no_focus(browser: Browser, table: OpenTable) -> None:
    """Whoever is asked for an answer goes back from the end of the page to the plot with the Tab key."""
    links = table.begin(first_game())
    one, two = Visitor(browser, links["p1"]), Keys(browser, links["p2"])
    one.page.evaluate("document.getElementById('proposal-form').open = true")
    one.page.fill("#lap", "activate bears\nall pass\nall pass")
    one.page.click("#foresee")
    one.wait("#propose")
    one.page.click("#propose")
    two.wait("#accept")
    two.page.evaluate("for (const each of document.querySelectorAll('.record details')) each.open = true")
    two.reach("Take along")
    while "The numbers" not in two.key("Shift+Tab"):
        assert two.page.locator("#accept").evaluate("e => e.getBoundingClientRect().top >= 0")
    for visitor in (one, two):
        visitor.close()
