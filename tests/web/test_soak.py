"""Longer stories in real browsers: the whole one on every way, a server that is killed, a connection that is lost, many seats, a very wide screen."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import GONE, OpenTable, Visitor, Wire, barriers, lap_by_hand, open_table, patience
from tests.support.patience import until
from tests.support.shifts import MOST_SHIFT
from tests.web.long_stories import go
from tests.web.stages import NAMELESS, NARROW, PALE, stages
from tests.web.whole_story import WAYS, Way

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.soak

THREE = first_game() + "  p3:\n    battlefield: [Mountain]\n"
LAP = "activate bears\nall pass\nall pass"


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_the_whole_story(browser: Browser, way: Way) -> None:
    """From "Which cards make a loop?" to a cut in iteration 7 and on to the win; each way leaves a record."""
    found = go(browser, way)
    assert found["counts"]["stories"] == 1 and found["counts"]["serious findings"] == 0
    assert found["counts"].get("thousandths of shift", 0) < 1000 * MOST_SHIFT


def proposed(visitor: Visitor, times: str = "10^100") -> None:
    """Propose the lap of the first game."""
    visitor.page.evaluate("document.getElementById('proposal-form').open = true")
    visitor.page.fill("#lap", LAP)
    visitor.page.fill("#times", times)
    visitor.page.click("#foresee")
    visitor.see(".reached", "after")
    visitor.page.click("#propose")


def stopped(visitor: Visitor, iteration: str, place: int) -> None:
    """Look at an iteration, touch a place in it, and stop there."""
    visitor.wait("#accept")
    visitor.page.fill("#exactly", iteration)
    visitor.page.keyboard.press("Enter")
    visitor.see(".reached", f"after {iteration} of")
    visitor.page.click(f"#place-{place}")
    visitor.see("#stop-where", f"before choice {place}")
    visitor.page.click("#stop-here")


def test_a_server_that_is_killed_in_the_middle_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    """kill -9 while a proposal waits; the server starts again, both pages come back by themselves, and the game goes on."""
    with open_table(tmp_path, "--opponent", "person") as table:
        one, other = Visitor(browser, table.host_link), Visitor(browser, table.links["p2"])
        lap_by_hand(one, other)
        proposed(one)
        other.wait("#accept")
        for visitor in (one, other):
            visitor.page.evaluate("document.body.id = 'before'")  # a page that is loaded anew has no such mark
        table.kill()
        with open_table(tmp_path, "--opponent", "person", port=table.port):
            for visitor in (one, other):
                visitor.page.wait_for_selector("body:not(#before) .board")
            other.see(".past", "p1 proposes")
            stopped(other, "7", 5)
            other.see(".choice", "activate Mountain")
            one.see(".past", "p2 stops the shortcut at iteration 7, before choice 5")
            for visitor in (one, other):
                visitor.close(*GONE)


def test_a_connection_that_is_lost_comes_back_to_where_the_game_is(browser: Browser, tmp_path: Path) -> None:
    """The wire of one player is cut while the other one plays; when it is mended, the page shows what has happened."""
    with open_table(tmp_path, "--opponent", "person") as table:
        wire = Wire(table.port)
        links = table.begin(first_game())
        one = Visitor(browser, links["p1"])
        other = Visitor(browser, links["p2"].replace(f":{table.port}/", f":{wire.port}/"))
        for seconds in (1, 30):
            wire.cut()
            until(lambda: other.page.locator("#lost:not([hidden])").count() == 1)
            before = len(one.page.locator(".past li").all())
            one.page.click("#talk > summary") if seconds == 1 else None
            one.page.fill("#chat", f"words that are said {seconds}")
            one.page.keyboard.press("Enter")
            until(lambda before=before: len(one.page.locator(".past li").all()) > before)
            one.page.wait_for_timeout(1000 * seconds)
            wire.mend()
            other.page.locator(".past", has_text=f"words that are said {seconds}").wait_for(timeout=patience())
        one.choose("activate bears")
        other.see(".stack", "Create a 1/1 green Elf Warrior creature token")
        wire.close()
        one.close()
        other.close(*GONE)


def test_four_browsers_at_one_table(browser: Browser, tmp_path: Path) -> None:
    """Three players and a judge: one accepts, the next one stops at an earlier place, all see it; then undo by agreement."""
    with open_table(tmp_path, "--opponent", "person") as table:
        links = table.begin(THREE)
        p1, p2, p3, judge = (Visitor(browser, links[who]) for who in ("p1", "p2", "p3", "judge"))
        proposed(p1)
        p2.wait("#accept")
        assert p3.page.locator("#accept").count() == 0
        p3.see(".answer", "next to answer: p2, then p3")
        p2.page.click("#ask-judge")
        judge.see(".past", "p2 to the judge")
        assert "please look" not in p3.text(".past")
        stopped(p2, "10", 3)
        p3.see(".answer", "p2 stops it at iteration 10, before choice 3")
        p3.page.fill("#exactly", "7")
        p3.page.keyboard.press("Enter")
        p3.see(".reached", "after 7 of")
        mine = p3.page.locator(".can-stop").last
        mine.click()
        p3.page.click("#stop-here")
        for visitor in (p1, p2, p3, judge):
            visitor.see(".past", "p3 stops the shortcut at iteration 7")
            visitor.see(".card.token", "7 × Elf Warrior")
        p1.page.locator(".back").last.click()
        for visitor in (p2, p3):
            visitor.see(".panel h2", "Undo")
            visitor.page.click("[data-agree=yes]")
        for visitor in (p1, p2, p3, judge):
            visitor.see(".past", "all agree")
            until(lambda visitor=visitor: visitor.page.locator(".card.token").count() == 0)
        judge.page.click("#policy")
        for visitor in (p1, p2, p3, judge):
            visitor.close()


def test_a_wide_screen_in_the_dark(browser: Browser, table: OpenTable) -> None:
    """2,560 pixels: the same looks, and axe-core where it is installed."""
    wrong: list[str] = []
    for stage, page in stages(browser, table, 2560, True):
        for look in (NAMELESS, PALE, NARROW):
            wrong += [f"{stage}: {each}" for each in page.evaluate(look)]
        wrong += [f"{stage}: {each}" for each in barriers(page)]
    assert wrong == []


def test_a_slider_that_is_dragged_at_a_googol_is_drawn_anew_at_each_move(browser: Browser, table: OpenTable) -> None:
    """Thirty rows and more, 10^100 iterations, a hundred moves of the held pointer. The bound is generous: ``benchmarks`` measure."""
    visitor = Visitor(browser, table.begin(crowded())["p1"])
    page = visitor.page
    page.click("#proposal-form > summary")
    page.fill("#lap", LAP)
    page.click("#foresee")
    visitor.see(".reached", "after 10^100 of 10^100 iterations")
    assert page.locator(".looked-at .card").count() >= 30
    page.evaluate("""() => { window.drawn = []; document.addEventListener('drawn', (event) => {
      if (event.detail.querySelector('[data-answers-slide]')) window.drawn.push(window.slid); }); }""")
    slider = page.locator("#iterations")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 9, middle)
    page.mouse.down()
    for move in range(1, 101):
        before = len(page.evaluate("window.drawn"))
        page.mouse.move(box["x"] + 9 + (box["width"] - 18) * (37 * move % 101) / 101, middle)
        until(lambda before=before: len(page.evaluate("window.drawn")) > before)
    page.mouse.up()
    taken = sorted(float(each) for each in page.evaluate("window.drawn"))
    assert len(taken) >= 100
    at = {"median": taken[len(taken) // 2], "p95": taken[len(taken) * 95 // 100], "max": taken[-1]}
    print(f"{len(taken)} redraws:", ", ".join(f"{name} {value:.0f} ms" for name, value in at.items()))
    assert at["median"] < 1000, at
    visitor.close()


def crowded() -> str:
    """The first game with more than thirty cards that stand apart."""
    names = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Mind Stone", "Viscera Seer")
    lands = "".join(f"      - {name}\n" for name in names)
    more = "".join(f"      - {{card: Forest, label: f{n}, tapped: {json.dumps(n % 2 == 0)}}}\n" for n in range(16))
    position = first_game().replace("      - Intruder Alarm\n", f"      - Intruder Alarm\n{lands}{more}")
    return position.replace(
        "attached to: bears}\n", f"attached to: bears}}\n{lands}{more.replace('label: f', 'label: g')}"
    )


def test_a_port_is_free_again_after_a_table(tmp_path: Path) -> None:
    with open_table(tmp_path) as table:
        assert table.links["p2"].startswith(table.address)
    with socket.create_server(("127.0.0.1", table.port)):
        pass
