"""Longer stories in real browsers: a server that is killed, a connection that is lost, many seats, a very wide screen."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from reiterate.web.opening import first_game
from tests.support.browsers import OpenTable, Visitor, Wire, axe, lap_by_hand, open_table, until
from tests.web.stages import NAMELESS, NARROW, PALE, stages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.soak

THREE = first_game() + "  p3:\n    battlefield: [Mountain]\n"
LAP = "activate bears\nall pass\nall pass"
GONE = "ERR_"  # what a browser says of a server that is not there


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
        table.kill()
        with open_table(tmp_path, "--opponent", "person", port=table.port):
            for visitor in (one, other):
                with visitor.page.expect_navigation(timeout=60_000):
                    pass
                visitor.wait(".board")
            other.see(".past", "p1 proposes")
            stopped(other, "7", 5)
            other.see(".choice", "activate Mountain")
            one.see(".past", "p2 stops the shortcut at iteration 7, before choice 5")
            for visitor in (one, other):
                visitor.close(GONE)


def test_a_connection_that_is_lost_comes_back_to_where_the_game_is(browser: Browser, tmp_path: Path) -> None:
    """The wire of one player is cut while the other one plays; when it is mended, the page shows what has happened."""
    with open_table(tmp_path, "--opponent", "person") as table:
        wire = Wire(table.port)
        links = table.begin(first_game())
        one = Visitor(browser, links["p1"])
        other = Visitor(browser, links["p2"].replace(f":{table.port}/", f":{wire.port}/"))
        for seconds in (1, 30):
            wire.cut()
            until(lambda: other.page.locator("#popup[aria-hidden=false]").count() == 1, 30)
            before = len(one.page.locator(".past li").all())
            one.page.click("#talk > summary") if seconds == 1 else None
            one.page.fill("#chat", f"words that are said {seconds}")
            one.page.keyboard.press("Enter")
            until(lambda before=before: len(one.page.locator(".past li").all()) > before)
            one.page.wait_for_timeout(1000 * seconds)
            wire.mend()
            other.page.locator(".past", has_text=f"words that are said {seconds}").wait_for(timeout=60_000)
        one.choose("activate bears")
        other.see(".stack", "Create a 1/1 green Elf Warrior creature token")
        wire.close()
        one.close()
        other.close(GONE)


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
            visitor.page.locator("button", has_text="Agree").click()
        for visitor in (p1, p2, p3, judge):
            visitor.see(".past", "all agree")
            until(lambda visitor=visitor: visitor.page.locator(".card.token").count() == 0)
        judge.page.click("#policy")
        for visitor in (p1, p2, p3, judge):
            visitor.close()


def test_a_wide_screen_in_the_dark(browser: Browser, table: OpenTable) -> None:
    """2,560 pixels: the same looks, and axe-core where it is installed."""
    wrong: list[str] = []
    file = axe()
    for stage, page in stages(browser, table, 2560, True):
        for look in (NAMELESS, PALE, NARROW):
            wrong += [f"{stage}: {each}" for each in page.evaluate(look)]
        if file is not None:
            page.evaluate(file.read_text(encoding="utf-8"))
            found = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
            wrong += [f"{stage}: {each['id']}" for each in found["violations"]]
    assert wrong == []


def test_a_hundred_moves_of_the_slider_are_each_drawn_within_a_tenth_of_a_second(
    browser: Browser, table: OpenTable
) -> None:
    """At 10^100 iterations with some thirty rows; the median, because other work may hold up a few."""
    lands = "".join(
        f"      - {name}\n"
        for name in ("Plains", "Island", "Swamp", "Mountain", "Forest", "Mind Stone", "Viscera Seer")
    )
    more = "".join(f"      - {{card: Forest, label: f{n}, tapped: {json.dumps(n % 2 == 0)}}}\n" for n in range(9))
    position = first_game().replace("      - Intruder Alarm\n", f"      - Intruder Alarm\n{lands}{more}")
    position = position.replace("attached to: bears}\n", f"attached to: bears}}\n{lands}")
    visitor = Visitor(browser, table.begin(position)["p1"])
    visitor.page.click("#proposal-form > summary")
    visitor.page.fill("#lap", LAP)
    visitor.page.click("#foresee")
    visitor.wait("#iterations")
    assert visitor.page.locator(".card").count() >= 25
    move = """(at) => new Promise((drawn) => {
      const slider = document.getElementById('iterations');
      window.slid = null; slider.value = at; slider.dispatchEvent(new Event('input', {bubbles: true}));
      const look = () => window.slid === null ? setTimeout(look, 1) : drawn(window.slid);
      look();
    })"""
    taken = sorted(float(visitor.page.evaluate(move, (37 * n) % 1000)) for n in range(1, 101))
    assert taken[50] < 100, taken
    visitor.close()


def test_a_port_is_free_again_after_a_table(tmp_path: Path) -> None:
    with open_table(tmp_path) as table:
        assert table.links["p2"].startswith(table.address)
    with socket.create_server(("127.0.0.1", table.port)):
        pass
