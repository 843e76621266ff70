"""What is seen and read of cards and of the turn: marks, backs, large views, lines of the stack, and the word that one is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from reiterate.table.samples import FACES, board, permanent, waiting
from reiterate.web.board_drawing import Drawing, draw_board, draw_printed
from tests.support.browsers import OpenTable, Visitor
from tests.support.patience import until
from tests.web.stages import BOARD, LAP, first_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

browses = pytest.mark.slow("a real browser plays")

#: A morph, a host whose Aura gives it an ability, and cards of p2 with which p1 can do nothing.
CARDS = """format: position/1
players:
  p1:
    hand: [Aphetto Alchemist, Lightning Bolt]
    mana: {C: 3}
    battlefield: [Deceiver Exarch, {card: Splinter Twin, attached to: Deceiver Exarch}, Mountain]
  p2: {hand: 5, graveyard: [Giant Growth, Lightning Bolt], battlefield: [Grizzly Bears, Soul Warden]}
"""

#: Tones that a page plays are counted, and nothing is heard.
COUNTED = """() => {
  window.rung = 0;
  const part = {connect: (to) => to, gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, frequency: {}, start() { window.rung += 1; }, stop() {}};
  window.AudioContext = class { currentTime = 0; createOscillator() { return {...part}; } createGain() { return {...part}; } };
}"""

#: Of the first card with a class: the style and colour of its ring, and the colours of all frames.
RING = """(kind) => {
  const look = getComputedStyle(document.querySelector(`.card.face.${kind}`));
  return [look.outlineStyle, look.outlineColor, look.filter === 'none'];
}"""


def typed(visitor: Visitor, line: str) -> None:
    """Play a line of a script."""
    visitor.page.evaluate("document.getElementById('as-lines').open = true")
    visitor.page.fill("#line", line)
    visitor.page.keyboard.press("Enter")
    visitor.see(".past", line)


def asked(visitor: Visitor) -> bool:
    """Whether the tab says that something is asked here."""
    return bool(visitor.page.title().startswith("Your turn"))


@browses
def test_the_tab_tells_whoever_is_asked_for_anything(browser: Browser, table: OpenTable) -> None:
    """Priority, a request to go back, and a shortcut that waits for an answer (732.2b)."""
    links = table.begin(first_game())
    one, two = Visitor(browser, links["p1"]), Visitor(browser, links["p2"])
    assert asked(one) and not asked(two)
    typed(one, "activate bears")
    one.page.locator(".past .back").last.click()
    until(lambda: asked(two))  # asked to agree, while p1 has priority
    two.see("button", "Agree")
    two.page.locator("button", has_text="Agree").click()
    until(lambda: not asked(two))
    one.page.evaluate("document.getElementById('proposal-form').open = true")
    one.page.fill("#lap", LAP)
    one.page.click("#foresee")
    one.page.click("#propose")
    until(lambda: asked(two) and not asked(one))
    for visitor in (one, two):
        visitor.close()


@browses
def test_a_tone_is_off_at_first_and_tells_of_what_others_did(browser: Browser, table: OpenTable) -> None:
    links = table.begin(CARDS)
    one, two = Visitor(browser, links["p1"]), Visitor(browser, links["p2"])
    for visitor in (one, two):
        visitor.page.evaluate(COUNTED)
    one.choose("Pass")
    until(lambda: asked(two))
    assert two.page.evaluate("window.rung") == 0  # never switched on
    for visitor in (one, two):
        visitor.page.click("[data-sound]")
        assert visitor.page.get_attribute("[data-sound]", "aria-pressed") == "true"
        assert visitor.page.evaluate("window.rung") == 1  # so it sounds
    two.choose("Pass")
    until(lambda: asked(one))
    assert one.page.evaluate("window.rung") == 2
    assert two.page.evaluate("window.rung") == 1
    one.page.reload()
    one.wait("body[data-live] .board")
    assert one.page.get_attribute("[data-sound]", "aria-pressed") == "true"
    for visitor in (one, two):
        visitor.close()


@browses
def test_708_5_what_lies_face_down_has_a_back_and_is_read_by_its_controller_alone(
    browser: Browser, table: OpenTable
) -> None:
    links = table.begin(CARDS)
    one, two, looks_on = (Visitor(browser, links[who]) for who in ("p1", "p2", "spectator"))
    typed(one, "cast Aphetto Alchemist face down")
    for visitor in (one, two):
        visitor.choose("Pass")
    down = ".battlefield .card.back"
    for visitor in (one, two, looks_on):
        visitor.wait(down)
        assert (
            visitor.page.locator(f"{down} > .title").evaluate("e => getComputedStyle(e).clipPath") != "none"
        )  # it is there to be heard
        visitor.page.locator(down).hover()
        visitor.see("#large", "face-down creature")
    name = one.page.locator(down).text_content() or ""
    assert "Aphetto Alchemist" in name and "Untap target artifact or creature" in name
    one.see("#large .under", "Untap target artifact or creature")
    assert two.page.locator(".others .sleeve").count() > 0  # the hand of p1: a back for each card
    for visitor in (two, looks_on):
        heard = "".join(visitor.received) + visitor.page.content()
        assert "face-down creature" in heard and "Untap target artifact" not in heard and "Morph" not in heard
        assert "Alchemist" not in visitor.page.inner_text(".board")
    for visitor in (one, two, looks_on):
        visitor.close()


@browses
def test_every_card_is_reached_and_read_with_a_keyboard(browser: Browser, table: OpenTable) -> None:
    """Also cards that can't be acted with: another player's, and those of a graveyard. Arrows lead along a row."""
    visitor = Visitor(browser, table.begin(CARDS)["p1"])
    page = visitor.page
    page.locator("#graveyard-p2 > summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    visitor.see("#large", "Giant Growth")
    page.keyboard.press("ArrowRight")
    visitor.see("#large", "Lightning Bolt")
    page.keyboard.press("Escape")
    until(lambda: page.locator("#large").count() == 0)
    page.keyboard.press("Enter")
    visitor.see("#large", "3 damage to any target")
    page.keyboard.press("Escape")
    until(lambda: page.locator("#large").count() == 0)
    bears = page.get_by_role("button", name="Soul Warden")
    assert "Whenever another creature enters" in (bears.first.text_content() or "")
    assert page.locator(".card.face").count() == page.locator("button.card.face").count()
    visitor.close()
    with first_page(browser, table) as first:
        first.locator(".combo .card.face").first.focus()
        first.keyboard.press("ArrowRight")
        first.wait_for_selector("#large")


@browses
def test_a_card_is_read_by_pointing_and_by_a_long_touch(browser: Browser, table: OpenTable) -> None:
    link = table.begin(CARDS)["p1"]
    mouse = Visitor(browser, link)
    mouse.page.locator(".others .card", has_text="Grizzly Bears").hover()
    mouse.see("#large", "Grizzly Bears")
    mouse.page.mouse.move(2, 2)
    mouse.close()
    finger = Visitor(browser, link, 390, has_touch=True, is_mobile=True)
    box = finger.page.locator(".others .card", has_text="Soul Warden").bounding_box()
    assert box is not None
    touch = finger.context.new_cdp_session(finger.page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + 8}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    finger.see("#large", "Soul Warden")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.close()


@browses
def test_a_line_leads_to_the_source_in_another_way_than_to_a_target(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, table.begin(BOARD)["p1"])
    page = visitor.page
    typed(visitor, "activate Walking Ballista targeting p2")
    until(lambda: page.locator("#aims .aims path").count() == page.locator("#aims .from path").count() == 1)
    dashes = "e => [getComputedStyle(e).strokeDasharray, getComputedStyle(e).stroke].join()"
    assert page.locator("#aims .aims path").evaluate(dashes) != page.locator("#aims .from path").evaluate(dashes)
    visitor.close()


@browses
@pytest.mark.parametrize("dark", [False, True])
def test_marks_of_touching_are_no_frame_and_differ_in_shape(browser: Browser, table: OpenTable, dark: bool) -> None:
    visitor = Visitor(browser, table.begin(CARDS)["p1"], dark=dark)
    page = visitor.page
    page.locator(".zone.hand .may", has_text="Lightning Bolt").wait_for()
    frames = page.evaluate("[...document.querySelectorAll('.card.face')].map((e) => getComputedStyle(e).borderColor)")
    style, color, plain = page.evaluate(RING, "may")
    assert style == "solid" and not plain and color not in frames
    page.locator(".zone.hand .may", has_text="Lightning Bolt").click()
    page.locator(".aim").first.wait_for()
    assert page.evaluate(RING, "aim")[0] == "dashed" and page.evaluate(RING, "chosen")[0] == "double"
    badge = "(kind) => getComputedStyle(document.querySelector(`.card.${kind}`), '::after').content"
    assert page.evaluate(badge, "aim") != page.evaluate(badge, "chosen") != "none"
    visitor.close()


@browses
def test_a_phone_shows_turn_step_and_that_an_ability_was_given(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, table.begin(CARDS)["p1"], 390)
    page = visitor.page
    assert page.locator(".phases .now").is_visible() and page.locator(".phases li:visible").count() == 1
    assert visitor.text(".status").startswith("turn 1 of p1, first main phase")
    exarch = page.locator(".hosts > .card.given")
    assert exarch.locator(".mark-given").is_visible()
    assert "(from Splinter Twin)" in (exarch.text_content() or "")
    visitor.close()


def test_306_5b_loyalty_stands_in_a_box_and_is_no_chip() -> None:
    walker = permanent("Bell Ringer", id="1", counters={"loyalty": "3", "charge": "1"})
    drawn = draw_board(board([walker]), Drawing(me="p1", faces=FACES))
    assert '<span class="size loyal">3' in drawn and "3 loyalty" not in drawn and "1 charge" in drawn


def test_a_printed_card_has_one_box_with_its_size() -> None:
    """208.1: power and toughness stand together; 306.5a: a planeswalker has its loyalty there; a land has nothing."""
    for name, boxes in (("Green Bell", ['<span class="size">1/1']), ("Bell Ringer", ['<span class="size loyal">4'])):
        drawn = str(draw_printed(FACES[name]))
        assert drawn.count('class="size') == 1 and all(each in drawn for each in boxes), name
    assert 'class="size' not in str(draw_printed(FACES["Bell Tower"]))


def test_an_ability_whose_source_has_left_is_in_its_frame_under_its_name() -> None:
    left = waiting(aims=[], targets=[])
    drawn = draw_board(board(stack=[left]), Drawing(me="p1", faces=FACES))
    assert "Blue Bell's ability" in drawn and "entry frame-U" in drawn and "data-from" not in drawn
    assert 'data-from="1"' in draw_board(board(stack=[{**left, "from_id": "1"}]), Drawing(me="p1"))
