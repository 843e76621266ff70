"""Words that carry an answer are read whole: changes of a shortcut, places, choices beside the pass, and who is stopped, who has lost, who is here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reiterate.cards import CardBook
from reiterate.cards.names import surely_named
from reiterate.cli.opening import first_game
from reiterate.refusals import Refusal
from reiterate.service.seat_links import Base
from reiterate.table.samples import FACES, board, scene
from reiterate.table.seat_words import won_words
from reiterate.web.board_drawing import Drawing, draw_board
from reiterate.web.record_part import invites
from reiterate.web.shortcut_part import places_shown
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import BOARD, LAP

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: What is cut at the right of its part: changes that stick out of it.
CUT = """() => [...document.querySelectorAll('.where .changes li')].filter((each) =>
  each.getBoundingClientRect().right > each.closest('.stacked').getBoundingClientRect().right + 1).map((each) => each.innerText)"""

#: Pairs of places of the strip that are seen one above the other.
ABOVE = """() => {
  const after = document.getElementById('place-0').getBoundingClientRect();
  const stops = document.getElementById('stops').getBoundingClientRect();
  return stops.right > after.left + 1;
}"""


def view(who: str, winners: list[str]) -> dict[str, Any]:
    return {"who": who, "ended": {"winners": winners}, "board": {"players": [{"name": "p1"}, {"name": "p2"}]}}


def test_each_seat_reads_its_own_end() -> None:
    assert won_words(view("p1", ["p1"])) == "You have won."
    assert won_words(view("p2", ["p1"])) == "You have lost: p1 has won."
    assert won_words(view("judge", ["p1"])) == "p1 has won." and won_words(view("p1", [])) == "The game is a draw."


def test_whoever_has_opened_a_link_is_said_to_be_here() -> None:
    drawn = str(invites(Base("http://here"), "g", {"p2": "a", "p3": "b"}, {"p2": "here", "p3": "free"}))
    assert (
        "p2 is here." in drawn and "p3 is here." not in drawn and 'id="let-p3"' in drawn and 'id="let-p2"' not in drawn
    )


def test_a_word_that_only_one_card_has_is_that_card() -> None:
    book = CardBook.builtin()
    card = surely_named(book, "conscr")
    assert not isinstance(card, Refusal) and card.name == "Zealous Conscripts"
    assert isinstance(surely_named(book, "twin"), Refusal) and isinstance(surely_named(book, "con"), Refusal)


def test_an_empty_hand_has_no_back() -> None:
    drawn = draw_board(board(hand="0", library="0"), Drawing(me="p1"))
    assert 'count sleeve">hand ' not in drawn and 'count empty">hand ' in drawn
    assert 'count sleeve">' in draw_board(board(hand="1"), Drawing(me="p1"))


def test_the_way_behind_an_iteration_stands_beside_its_places() -> None:
    drawn = places_shown(scene("7"), True, FACES)
    assert drawn.index('id="stops"') < drawn.index("</div>", drawn.index('id="stops"')) < drawn.index('id="place-0"')


def test_a_shortcut_is_read_whole_at_both_widths(browser: Browser, table: OpenTable) -> None:
    links = table.begin(first_game())
    one, two = Visitor(browser, links["p1"]), Visitor(browser, links["p2"], 390, True)
    one.page.evaluate("document.getElementById('proposal-form').open = true")
    one.page.fill("#lap", LAP)
    one.page.click("#foresee")
    one.see(".reached", "after 10^100")
    one.page.fill("#exactly", "10^100-1")
    one.page.keyboard.press("Enter")
    one.see(".where .changes", "10^100 - 1")
    one.page.click("#propose")
    two.see("#stop-here", "Stop p1: touch a place")
    for visitor in (one, two):
        assert visitor.page.evaluate(CUT) == [] and not visitor.page.evaluate(ABOVE)
    stops, first = (two.page.locator(each).first.bounding_box() for each in ("#stops", ".can-stop"))
    assert stops is not None and first is not None and stops["x"] <= first["x"] + 1
    assert first["x"] + first["width"] <= stops["x"] + stops["width"] + 1
    two.page.locator(".can-stop").first.click()
    two.see("#stop-here", "Stop p1 here")
    two.page.click("#more")
    two.page.locator("#judge").wait_for()
    assert two.page.locator("#leaving").is_visible()
    one.close()
    two.close()


def test_choices_on_a_phone_end_beside_the_pass(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, table.begin(BOARD)["p1"], 390, True)
    row = visitor.page.locator(".acts .lines").first.bounding_box()
    widths = visitor.page.locator(".acts .lines > li").evaluate_all("all => all.map((each) => each.offsetWidth)")
    assert row is not None and max(widths[:-1], default=0) + 80 < row["width"]
    visitor.close()
