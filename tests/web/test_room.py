"""A board has the room of its window: large cards, the hand in sight, and one sheet on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import BOARD, LAP

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.drawn(6)

NAMES = ["Grizzly Bears", "Llanowar Elves", "Soul Warden", "Midnight Guard", "Mountain", "Forest", "Intruder Alarm"]

#: Of one's own side: the width of a permanent; where the hand begins and ends, and where all that floats begins.
MEASURED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const hand = box(document.querySelector('.mine .hand .card'));
  const sheets = [...document.querySelectorAll('.acts > *')].filter((e) => getComputedStyle(e.closest('.sheet')).position === 'fixed');
  const floor = Math.min(innerHeight, ...sheets.map((each) => box(each).top));
  return {card: document.querySelector('.mine .battlefield .card').offsetWidth, top: hand.top, bottom: hand.bottom, floor};
}"""

#: Whether the middle of an element is met by a finger.
MET = "(e) => { const b = e.getBoundingClientRect(); return e.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)); }"


def of(many: int) -> str:
    """A position of so many permanents, three of five of them one's own."""
    own = (3 * many + 2) // 5
    halves = [", ".join(NAMES[at % len(NAMES)] for at in range(number)) for number in (own, many - own)]
    one, other = (f"battlefield: [{half}]" for half in halves)
    return f"format: position/1\nplayers:\n  p1: {{hand: [Lightning Bolt, Giant Growth], {one}}}\n  p2: {{hand: 3, {other}}}\n"


def stands(before: Any, now: Any) -> bool:
    """Whether something lies where it lay, but for what a browser rounds."""
    return all(abs(before[each] - now[each]) <= 1 for each in ("x", "y", "width", "height"))


@pytest.mark.slow("a real browser lays cards")
@pytest.mark.parametrize("many", [3, 5, 12, 32, 60])
def test_the_hand_is_in_sight_at_every_size_of_window_and_board(browser: Browser, table: OpenTable, many: int) -> None:
    visitor = Visitor(browser, table.begin(of(many))["p1"])
    seen: dict[tuple[int, int], dict[str, Any]] = {}
    for width, height in ((390, 844), (768, 1024), (1280, 800), (2200, 800), (2200, 1200)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")
        seen[width, height] = found = visitor.page.evaluate(MEASURED)
        assert 0 <= found["top"] < found["bottom"] <= found["floor"] + 1, (width, height, found)
        assert visitor.page.locator(".mine .hand .card").first.evaluate(MET)
    if many <= 5:  # both directions are used: words stand on the cards
        assert seen[1280, 800]["card"] >= 120 and seen[2200, 1200]["card"] >= 180
    assert seen[2200, 800]["card"] > seen[1280, 800]["card"] or many <= 5
    visitor.close()


@pytest.mark.slow("a real browser plays")
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_a_hand_that_becomes_empty_and_targets_that_are_lit_move_no_card(
    browser: Browser, table: OpenTable, width: int
) -> None:
    position = (
        "format: position/1\nplayers:\n  p1: {hand: [Lightning Bolt], battlefield: [Mountain, Grizzly Bears]}\n"
        "  p2: {battlefield: [Llanowar Elves, Soul Warden]}\n"
    )
    visitor = Visitor(browser, table.begin(position)["p1"], width)
    page = visitor.page
    boxes = "[...document.querySelectorAll('.battlefield .card')].map((e) => e.offsetWidth)"
    bears, warden = (page.locator(".card", has_text=name).first for name in ("Grizzly Bears", "Soul Warden"))
    before, at, stood = page.evaluate(boxes), bears.bounding_box(), warden.bounding_box()
    page.locator(".mine .hand .may").click()
    visitor.wait(".aim")
    assert page.evaluate(boxes) == before and stands(at, bears.bounding_box())
    asks, hand = (page.locator(each).bounding_box() for each in (".on-card", ".mine .hand"))
    assert (
        asks is not None and hand is not None and asks["height"] <= 120
    )  # a bar at the board, not at the window's far edge
    assert asks["x"] <= hand["x"]
    page.locator("[data-player=p2] .aim", has_text="Llanowar Elves").click()
    visitor.wait(".stack li")
    assert page.evaluate(boxes) == before and stands(stood, warden.bounding_box())
    visitor.close()


@pytest.mark.slow("a real browser draws")
def test_tapped_cards_turn_one_way_and_lines_to_targets_cross_no_words(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, table.begin(BOARD)["p1"])
    page = visitor.page
    turned = page.evaluate("[...document.querySelectorAll('.face.tapped')].map((e) => getComputedStyle(e).transform)")
    assert len(turned) > 5 and len(set(turned)) == 1
    page.locator(".mine .hand .may", has_text="Lightning Bolt").click()
    page.locator("[data-player=p2] .bar .aim").click()
    visitor.wait("#aims path")
    crossed = page.evaluate(
        """() => { const path = document.querySelector('#aims path'); const long = path.getTotalLength();
          const words = [...document.querySelectorAll('.board .bar > *, .board .face .title')].map((e) => e.getBoundingClientRect());
          return Array.from({length: 60}, (_, at) => path.getPointAtLength(long * at / 60))
            .filter(({x, y}) => words.slice(0, -1).some((b) => x > b.left && x < b.right && y > b.top && y < b.bottom)).length; }"""
    )
    assert crossed == 0
    visitor.close()


@pytest.mark.slow("a real browser looks")
def test_a_step_lies_on_each_side_of_the_slider_and_the_places_say_of_which_iteration(
    browser: Browser, table: OpenTable
) -> None:
    visitor = Visitor(browser, table.begin(first_game())["p1"], 390)
    page = visitor.page
    page.evaluate("document.getElementById('proposal-form').open = true")
    page.fill("#lap", LAP)
    page.click("#foresee")
    visitor.see(".reached", "after 10^100")
    page.fill("#exactly", "7")
    page.keyboard.press("Enter")
    visitor.see("#places", "Places of iteration 7")
    page.click("[aria-label='one iteration more']")
    visitor.see("#places", "Places of iteration 8")
    page.click("[aria-label='one iteration less']")
    visitor.see("#places", "Places of iteration 7")
    strip, behind = (page.locator(each).bounding_box() for each in ("#strip", "#place-0"))
    assert strip is not None and behind is not None and behind["x"] + behind["width"] <= strip["x"] + strip["width"] + 1
    visitor.close()


@pytest.mark.slow("a real browser ends a game")
def test_the_end_of_a_game_is_said_once_in_the_sheet_of_a_phone(browser: Browser, table: OpenTable) -> None:
    links = table.begin(first_game())
    one, two = Visitor(browser, links["p1"], 390), Visitor(browser, links["p2"])
    two.page.click("#leaving > summary")
    two.page.click("#concede")
    two.page.click("#concede-really")
    one.see("#outcome", "You have won")
    assert one.page.locator(".sheet .panel:visible, .sheet .answered:visible").count() == 1
    one.close()
    two.close()
