"""Attackers, blockers and modes by touch, by click and by keys alone: any set takes a touch for each creature and one more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.browsers import OpenTable, Visitor, barriers
from tests.support.patience import until
from tests.web.stages import FIGHT, NARROW, PALE, Finger, passed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow("a real browser plays"), pytest.mark.drawn(4)]

SEVEN = (
    "Grizzly Bears",
    "Llanowar Elves",
    "Midnight Guard",
    "Essence Warden",
    "Birds of Paradise",
    "Soul Warden",
    "Old Gnawbone",
)
ATTACK = f"""format: position/1
step: combat
players:
  p1: {{battlefield: [{", ".join(SEVEN[:5])}, {{card: Soul Warden, count: 5}}, Old Gnawbone, Defiling Daemogoth, {{card: Priest of Titania, sick: true}}]}}
  p2: {{battlefield: [Grizzly Bears, Midnight Guard, Llanowar Elves]}}
"""
THREE = """format: position/1
step: combat
players:
  p1: {battlefield: [Grizzly Bears, {card: Soul Warden, count: 5}, Llanowar Elves]}
  p2: {}
  p3: {battlefield: [{card: "Jace, Cunning Castaway", counters: {loyalty: 3}}]}
"""
MODES = """format: position/1
players:
  p1: {hand: [Sublime Epiphany], battlefield: [Island, Island, Island, Island, Island, Island, Grizzly Bears]}
  p2: {battlefield: [Llanowar Elves]}
"""

DISCARDS = """format: position/1
step: end
players:
  p1: {hand: [Fling, Giant Growth, Soul Warden, Grizzly Bears, Llanowar Elves, Midnight Guard, Essence Warden, Old Gnawbone, Forest]}
  p2: {}
"""

#: What asks for an answer, with what of it stands outside of the window; and of the lit cards those that no finger meets.
OUTSIDE = """() => [...document.querySelectorAll('.on-card, #declaring')].filter((e) => { const r = e.getBoundingClientRect();
  return r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth; }).map((e) => e.textContent)"""
UNREACHED = """() => [...document.querySelectorAll(':is(.battlefield, .zone.hand) button.may')].filter((e) => {
  const r = e.getBoundingClientRect();
  return ![[4, 24], [12, 12], [r.width - 8, r.height - 12]].some(([x, y]) => e.contains(document.elementFromPoint(r.left + x, r.top + y)));
}).map((e) => e.textContent)"""


def seated(browser: Browser, table: OpenTable, position: str, *, width: int = 1280) -> list[Visitor]:
    """All players of a game that begins at combat, where p1 declares attackers."""
    links = table.begin(position)
    there = [Visitor(browser, links[who], width) for who in sorted(links) if who.startswith("p")]
    passed(*there)
    there[0].wait("#declaring")
    return there


def chosen(visitor: Visitor, many: int) -> None:
    """Wait until so many creatures are marked."""
    until(lambda: visitor.page.locator(".mine .card.chosen[aria-pressed=true]").count() == many)


@pytest.mark.parametrize("width", [1280, 390])
def test_any_attack_takes_a_touch_for_each_creature_and_one_more(
    browser: Browser, table: OpenTable, width: int
) -> None:
    """508.1: seven of eight groups; nothing covers what else may be touched."""
    one, other = seated(browser, table, ATTACK, width=width)
    page, finger = one.page, Finger(one)
    for many, name in enumerate(SEVEN, 1):
        finger.touch(".mine .battlefield .may", name)
        chosen(one, many)
        one.see("#declaring .go", f"Attack with {many if many < 6 else many + 4}")
        if width > 390:
            assert page.evaluate(UNREACHED) == page.evaluate(OUTSIDE) == []
    assert page.locator(".on-card").count() == 0
    assert page.evaluate(NARROW) == page.evaluate(PALE) == []
    assert barriers(page, "serious", "critical") == []
    finger.touch("#declaring .go", "Attack with 11")
    other.see(".past", "attack with Grizzly Bears")
    assert finger.touches == len(SEVEN) + 1
    other.see(".past", "and 5 Soul Warden")
    assert "Defiling" not in other.text(".past")
    for each in (one, other):
        each.close()


def test_a_group_in_part_all_none_and_why_not(browser: Browser, table: OpenTable) -> None:
    """Two of five attack; a creature that can't says why, and what is chosen stays."""
    one, other = seated(browser, table, ATTACK)
    finger = Finger(one)
    finger.touch("#declaring button", "All")
    chosen(one, 8)
    finger.touch("#declaring button", "None")
    chosen(one, 0)
    one.see("#declaring .go", "Don't attack")
    finger.touch(".mine .battlefield .may", "Soul Warden")
    one.page.locator("#touched-number").fill("2")
    one.page.keyboard.press("Enter")
    one.see(".mine .card.chosen", "2 of 5 attack")
    finger.touch(".mine .battlefield .asks", "Priest of Titania")
    one.see("#why-not", "summoning sick")
    chosen(one, 1)
    finger.touch("#declaring .go", "attack with 2 Soul Warden")
    other.see(".past", "attack with 2 Soul Warden")
    for each in (one, other):
        each.close()


def test_each_of_three_is_attacked_by_whom_one_touches(browser: Browser, table: OpenTable) -> None:
    """508.1b: a player or a planeswalker is touched, then who attacks there; a line leads from each attacker."""
    players = seated(browser, table, THREE)
    finger = Finger(players[0])
    for selector, words in (
        (".mine .battlefield .may", "Grizzly Bears"),
        ("[data-player=p3] h2 .aim", "p3"),
        (".mine .battlefield .may", "Llanowar Elves"),
        ("#declaring button", "Jace"),
        (".mine .battlefield .may", "Soul Warden"),
    ):
        finger.touch(selector, words)
    players[0].see("#declaring [aria-pressed=true]", "Jace")
    until(lambda: players[0].page.locator("#aims path").count() == 3)
    finger.touch("#declaring .go", "Attack with 7")
    line = "attack with Grizzly Bears attacking p2 and 5 Soul Warden attacking Jace, Cunning Castaway and Llanowar Elves attacking p3"
    for each in players:
        each.see(".past", line)
        each.close()


def test_blockers_by_keys_alone(browser: Browser, table: OpenTable) -> None:
    """509.1: two block a creature with menace, after one alone was told why not; Enter on cards, Tab between them, Escape."""
    one, other = seated(browser, table, ATTACK)
    Finger(one).touch("#declaring button", "All")
    Finger(one).touch("#declaring .go", "Attack with")
    passed(one, other)
    other.wait("#declaring")
    page = other.page

    def enter(words: str, where: str) -> None:
        page.locator(where, has_text=words).first.wait_for()
        for _ in range(150):
            page.keyboard.press("Tab")
            if page.evaluate(
                "([where, words]) => document.activeElement.matches(where) && document.activeElement.innerText.includes(words)",
                [where, words],
            ):
                page.keyboard.press("Enter")
                return
        raise AssertionError(words)

    other.see(".others .fights", "attacks p2")
    enter("Grizzly", ".mine .may")
    enter("Defiling", ".others .aim")
    other.see("#declaring .not-now", "has menace")
    assert page.locator("#declaring .go[aria-disabled=true]").count() == 1
    enter("Midnight", ".mine .may")
    enter("Defiling", ".others .aim")
    other.see("#declaring .go", "Block with 2")
    until(lambda: page.locator("#aims path").count() == 2)
    page.keyboard.press("Escape")
    other.see("#declaring .go", "Don't block")
    enter("Llanowar", ".mine .may")
    enter("Soul Warden", ".others .aim")
    enter("Block with 1", "#declaring .go")
    one.see(".past", "blocks Soul Warden")
    for each in (one, other):
        each.close()


def marked(visitor: Visitor, *told: tuple[str, str]) -> None:
    """Wait until these creatures and no others are marked, each with these words, which its name for screen readers holds, too."""
    fighting = visitor.page.locator(".battlefield .card:has(.fights)")
    until(lambda: fighting.count() == len(told))
    for name, words in told:
        visitor.page.get_by_role("button", name=re.compile(f"{name}.*{words}", re.DOTALL)).first.wait_for()


@pytest.mark.parametrize("width", [1280, 390])
def test_who_attacks_and_blocks_is_marked_until_combat_ends(browser: Browser, table: OpenTable, width: int) -> None:
    """506.4, 509.1h: at each seat, for whoever looks on, and on a board of the past: from each blocker a line leads to its attacker."""
    links = table.begin(FIGHT)
    one, other, looks_on = everybody = [Visitor(browser, links[who], width) for who in ("p1", "p2", "spectator")]
    passed(one, other)
    Finger(one).touch("#declaring button", "All")
    Finger(one).touch("#declaring .go", "Attack with 2")
    free = [("Grizzly Bears", "attacks p2"), ("Llanowar Elves", "attacks p2")]
    for each in everybody:
        marked(each, *free)
        until(lambda seen=each: seen.page.locator("#aims path").count() == 2)
    passed(one, other)
    Finger(other).touch(".mine .battlefield .may", "Midnight Guard")
    Finger(other).touch(".others .battlefield .aim", "Llanowar Elves")
    Finger(other).touch("#declaring .go", "Block with 1")
    fought = [
        ("Grizzly Bears", "attacks p2"),
        ("Llanowar Elves", "attacks p2, blocked"),
        ("Midnight Guard", "blocks Llanowar Elves"),
    ]
    for each in everybody:
        marked(each, *fought)
        until(lambda seen=each: seen.page.locator("#aims path").count() == 2)
        assert each.page.evaluate(NARROW) == each.page.evaluate(PALE) == []
        assert barriers(each.page, "serious", "critical") == []
    passed(one, other)  # damage is dealt
    for each in everybody:
        marked(each, ("Grizzly Bears", "attacks p2"), ("Midnight Guard", "blocks"))
    passed(one, other)
    one.see(".phase-bar", "end of combat")
    passed(one, other)
    for each in everybody:
        marked(each)
    looks_on.page.locator(".past .opens", has_text="blocks").click()
    marked(looks_on, *fought)
    for each in everybody:
        each.close()


def test_a_modal_spell_takes_its_modes_and_targets_and_two_touches_more(browser: Browser, table: OpenTable) -> None:
    """700.2: modes are words on the card; their numbers stand in the line alone."""
    visitor = Visitor(browser, table.begin(MODES)["p1"])
    finger = Finger(visitor)
    finger.touch(".zone.hand .may", "Sublime Epiphany")
    visitor.see(".on-card", "choose a mode")
    assert "mode 3" not in visitor.text(".on-card")
    finger.touch(".way", "Return target nonland permanent")
    finger.touch(".way", "Target player draws a card")
    finger.touch(".way", "No other mode")
    finger.touch(".others .battlefield .aim", "Llanowar Elves")
    finger.touch("[data-player=p2] h2 .aim", "p2")
    visitor.see(".stack", "Sublime Epiphany")
    visitor.see(".past", "cast Sublime Epiphany choosing mode 3 and mode 5")
    assert finger.touches <= 2 + 2 + 2
    visitor.close()


def test_a_long_list_on_a_card_stands_in_the_window(browser: Browser, table: OpenTable) -> None:
    """514.1: whoever discards two of nine cards touches one, and reads all that may go with it; the other cards can be touched, too."""
    links = table.begin(DISCARDS)
    one, other = Visitor(browser, links["p1"]), Visitor(browser, links["p2"])
    passed(one, other)
    fling = one.page.locator(".zone.hand .may", has_text="Fling")
    fling.wait_for()
    assert one.page.evaluate(UNREACHED) == []
    fling.click(position={"x": 20, "y": 20})  # its name: many cards of a hand overlap
    one.see(".on-card", "Giant Growth")
    until(lambda: one.page.evaluate(OUTSIDE) == [])
    assert one.page.locator(".zone.hand .aim").count() == 8
    Finger(one).touch(".zone.hand .aim", "Soul Warden")
    one.see(".past", "Fling and Soul Warden")
    for each in (one, other):
        each.close()
