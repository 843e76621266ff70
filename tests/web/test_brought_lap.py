"""A loop that was proved comes with the game that is begun from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from reiterate.examples.built_in import example_text, examples
from reiterate.script.one_block import MOST_LOOP, Lap, count_of, lap_of_loop, loop_of
from reiterate.service.seat_links import packed, unpacked
from reiterate.web.choices_part import proposing
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import in_sight

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCRIPT = """script: |
  # first
  activate Spike Feeder: gain 2 life
  for each trigger:
    all pass

  repeat 10^100:
    all pass
    repeat 3:
      activate Llanowar Elves
  pass
"""
LOOP = """# first
activate Spike Feeder: gain 2 life
for each trigger:
  all pass
repeat 10^100:
  all pass
  repeat 3:
    activate Llanowar Elves
"""


def test_a_position_file_gives_its_lines_up_to_the_end_of_the_first_block() -> None:
    assert loop_of(f"format: position/1\n{SCRIPT}") == LOOP
    lap = lap_of_loop(LOOP)
    first, block = LOOP.split("repeat 10^100:\n")
    assert lap == Lap(first.rstrip(), "all pass\nrepeat 3:\n  activate Llanowar Elves", "10^100")
    assert replace(lap, times="9").script() == f"{first}repeat 9:\n{block}"


@pytest.mark.parametrize("name", [name for name, _ in examples()])
def test_an_example_begins_with_the_number_of_times_of_its_own_script(name: str) -> None:
    loop = loop_of(example_text(name))
    lap = lap_of_loop(loop)
    assert lap.lines and lap.script() == loop


def test_a_loop_that_is_counted_in_words_begins_so() -> None:
    lap = lap_of_loop("repeat until it ends:\n  all pass\n")
    assert (lap.times, lap.how) == ("", "until it ends")
    drawn = proposing(False, lap, False, brought=True)
    assert '<option value="until it ends" selected' in drawn and drawn.count(" selected") == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "format: position/1\n",
        "script: [1]\n",
        "script: |\n  pass\n",
        "[metadata]\nName: puzzle\n",
        "a: [",
        "script: |\n  repeat 2:\n" + "    all pass\n" * MOST_LOOP,
    ],
)
def test_a_text_without_a_block_of_a_fit_length_gives_no_loop(text: str) -> None:
    assert loop_of(text) == ""


def test_a_link_carries_a_loop_whole_and_nothing_else_is_read() -> None:
    assert unpacked(packed("repeat 2:\n  activate Æther Vial\n")) == "repeat 2:\n  activate Æther Vial\n"
    for harm in ("ö", "a", "/w==", "_w", "A" * 8 * MOST_LOOP + "A"):
        assert unpacked(harm) == ""
    assert lap_of_loop("") == lap_of_loop("repeat 2:\n") == Lap()


def test_a_count_that_is_no_number_is_quoted_as_it_was_typed() -> None:
    assert count_of(" a  million ") == "a million"
    assert count_of(" 10 ^ 100 ") == "10^100" and count_of("1,000, 000") == "1000000"


def test_the_fields_are_unfolded_for_a_loop_that_came_along_and_hold_its_first_lines() -> None:
    drawn = proposing(False, Lap("pass", "all pass", "7"), False, brought=True)
    assert 'id="before"' in drawn and "data-opens" in drawn and "came with the game" in drawn
    plain = proposing(False, Lap("", "all pass", "7"), False)
    assert 'id="before"' not in plain and "data-opens" not in plain


@pytest.mark.slow("a server with pages is started")
@pytest.mark.parametrize(
    "names", [("Midnight Guard", "Presence of Gond"), ("Kiki-Jiki, Mirror Breaker", "Zealous Conscripts")]
)
def test_a_proof_is_shown_in_its_game_with_one_click_for_each_step(
    browser: Browser, table: OpenTable, names: tuple[str, str]
) -> None:
    visitor = Visitor(browser, f"{table.address}/", ready="#card")
    page = visitor.page
    for name in names:
        page.fill("#card", name)
        page.press("#card", "Enter")
        page.locator(".chosen, main", has_text=name).first.wait_for()
    page.click("#prove")
    page.locator(".verdict", has_text="proved").wait_for()
    page.fill("#exactly", "1e999")
    page.press("#exactly", "Enter")
    page.locator(".slider .refused", has_text="1e999").wait_for()
    page.fill("#exactly", "7")
    page.press("#exactly", "Enter")
    page.locator(".refused").wait_for(state="detached")
    page.click("#play-this")
    page.locator("#proposal-form[open] #lap", has_text=f"activate {names[0]}").wait_for()
    page.click("#foresee")
    page.locator(".reached", has_text="after 10^100 of 10^100 iterations").wait_for()
    page.wait_for_selector("#propose")
    visitor.close()


@pytest.mark.slow("a server with pages is started")
def test_what_is_wrong_with_a_proposal_is_said_in_words_where_one_looks(browser: Browser, table: OpenTable) -> None:
    one = Visitor(browser, table.begin(first_game())["p1"])
    page = one.page
    page.click("#proposal-form > summary")
    page.click("#foresee")
    refused = page.locator("#proposal-form .refused")
    page.locator(
        "#proposal-form .refused[data-code=empty-block]", has_text="play one iteration by hand first"
    ).wait_for()
    assert "empty-block" not in refused.inner_text()
    page.fill("#lap", "activate bears\nall pass\nall pass")
    for typed in ("a million", "1e999"):
        page.fill("#times", typed)
        page.click("#foresee")
        page.locator("#proposal-form .refused", has_text=typed).wait_for()
        assert "count-not-a-number" not in refused.inner_text() and in_sight(page, "#proposal-form .refused")
    page.fill("#times", "10^100")
    page.click("#foresee")
    one.see(".reached", "after 10^100 of")
    assert refused.count() == 0
    page.fill("#exactly", "1e999")
    page.press("#exactly", "Enter")
    one.see(".slider .refused", "1e999")
    assert in_sight(page, ".slider .refused") and page.input_value("#exactly") == "1e999"
    page.fill("#exactly", "7")
    page.press("#exactly", "Enter")
    one.see(".reached", "after 7 of")
    assert page.locator(".refused").count() == 0
    one.close()
