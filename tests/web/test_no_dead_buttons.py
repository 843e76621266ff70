"""Buttons that answer whatever was typed, answers that go with their question, and keys that work wherever one stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import LAP, first_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow("a server with pages is started"), pytest.mark.drawn(3)]

BEGIN = "form[data-do=begin-{}] button.go"
REFUSED = "section[aria-labelledby=new-game] .refused"


def paste(page: Page, field: str, part: str, many: int) -> None:
    """Put a text of many equal parts into a field, as pasting does."""
    page.evaluate(
        "([id, part, many]) => { document.getElementById(id).value = part.repeat(many); }", [field, part, many]
    )


def test_a_text_that_is_too_long_is_told_at_once_with_its_length_and_the_limit(
    browser: Browser, table: OpenTable
) -> None:
    with first_page(browser, table, 360) as page:
        page.click("#by-text > summary")
        page.click(BEGIN.format("text"))
        page.locator(REFUSED, has_text="no text was given").wait_for()
        page.click(BEGIN.format("text"))  # the same answer once more: the page is not under way for ever
        page.wait_for_timeout(800)
        page.wait_for_selector("body:not([aria-busy])")
        for field, part, many, words in (
            ("position", "# ab\n", 24_000, "too long: 120,000 char"),
            # of few lines: a browser on a slow machine lays 600,000 lines out for so long that its connection is lost
            ("position", f"# {'ab' * 49}\n", 29_703, "too long: 3,000,003 char"),
            ("position", "\x01", 45_000, "at most 250,000"),
        ):
            paste(page, field, part, many)
            page.click(BEGIN.format("text"))
            page.locator(REFUSED, has_text=words).wait_for()
            assert "reiterate run FILE" in page.inner_text(REFUSED)
        paste(page, "position", "# ab\n", 10_000)
        page.click(BEGIN.format("text"))
        page.locator(REFUSED, has_text="too long").wait_for(state="detached")
        page.click("#by-decks > summary")
        for number in (1, 2):
            paste(page, f"deck-{number}", "1 Forest\n", 8_000)
        page.click(BEGIN.format("decks"))
        page.locator(REFUSED, has_text="too long: 144,000 char").wait_for()
        assert "FILE" not in page.inner_text(REFUSED)


def test_an_iteration_that_is_too_long_is_refused_and_never_cut(browser: Browser, table: OpenTable) -> None:
    one = Visitor(browser, table.begin(first_game())["p1"])
    one.page.click("#proposal-form > summary")
    assert one.page.get_attribute("#lap", "maxlength") is None
    paste(one.page, "lap", "all pass\n", 12_000)
    one.page.click("#foresee")
    one.see(".told .refused", "too long: 108,000 char")
    one.close()


def test_an_answer_goes_when_something_else_is_asked_and_refused(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        page.click("#try")
        page.locator("#iterations").wait_for()
        page.click("#more-asked > summary")
        for life in ("-5", "abc"):
            page.fill("#life", life)
            page.click("#prove")
            page.locator(".start > .told .refused", has_text=f"'{life}' is no life total").wait_for()
            for gone in (".verdict", "#iterations", ".picture", "#exactly"):
                page.locator(gone).wait_for(state="detached")
        page.fill("#life", "20")
        page.click("#prove")
        page.locator("#iterations").wait_for()


def test_a_click_on_show_with_an_empty_field_is_answered(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        page.click("#try")
        page.locator("#iterations").wait_for()
        page.fill("#exactly", " ")
        page.keyboard.press("Enter")
        page.locator(".slider .refused", has_text="no iteration was typed").wait_for()
    one = looking(browser, table)
    one.page.fill("#exactly", "")
    one.page.keyboard.press("Enter")
    one.see(".slider .refused", "no iteration was typed")
    one.close()


def looking(browser: Browser, table: OpenTable) -> Visitor:
    """A seat that looks where its shortcut leads."""
    one = Visitor(browser, table.begin(first_game())["p1"])
    one.page.click("#proposal-form > summary")
    one.page.fill("#lap", LAP)
    one.page.click("#foresee")
    one.see(".reached", "after 10^100")
    return one


def test_arrows_lead_from_place_to_place_wherever_no_field_has_them(browser: Browser, table: OpenTable) -> None:
    one = looking(browser, table)
    page = one.page
    at = "document.activeElement.id"
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    one.see(".reached", "after 7 of")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(at) == "exactly"  # the arrow is the field's own
    page.keyboard.press("Escape")
    assert page.evaluate(at) == ""
    page.keyboard.press("ArrowLeft")
    last = page.locator("#strip button").count() - 1
    assert page.evaluate(at) == f"place-{last}"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(at) == f"place-{last - 1}"
    page.keyboard.press("Enter")
    page.locator(f"#place-{last - 1}[aria-pressed=true]").wait_for()
    page.focus("#iterations")
    page.keyboard.press("ArrowRight")
    one.see(".reached", "after 8 of")
    assert page.evaluate(at) == "iterations"  # and the slider's own
    page.focus("#propose")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(at).startswith("place-")
    one.close()


def test_an_example_begins_with_what_its_title_names(browser: Browser, table: OpenTable) -> None:
    for name, times in (("million", "1,000,000"), ("towers", "2^(2^(10^100))")):
        with first_page(browser, table) as page:
            page.click("#by-example > summary")
            page.select_option("#example", name)
            page.select_option("#example-opponent", "passes")
            page.click(BEGIN.format("example"))
            page.locator("#proposal-form[open]").wait_for()
            page.wait_for_function("times => document.querySelector('#times')?.value === times", arg=times)
            page.click("#foresee")
            page.locator(".looked-at .card.token").first.wait_for()
            page.locator("#proposal-form:not([open]) > summary", has_text="Another number of times").click()
            assert page.input_value("#times") == times
            page.fill("#times", "77")  # what is typed stays, however old the game becomes
            page.locator("button", has_text="Back to the game").click()
            for words in ("activate bears", "pass"):
                page.locator(".choice", has_text=words).first.click()
            page.locator(".past .number", has_text="3").wait_for()
            assert page.input_value("#times") == "77"
