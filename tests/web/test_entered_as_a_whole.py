"""What stands on the first page before something else is entered: it is replaced, cleared in one touch, or said to be from before."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.support.browsers import OpenTable
from tests.web.stages import choose, first_page, until

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

#: Pastes a text where the focus is.
PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData('text', text);
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
}"""

PAIR = ["Midnight Guard", "Presence of Gond"]


def chips(page: Page) -> list[str]:
    return page.locator(".chip > span").all_inner_texts()


def stand(page: Page, names: list[str]) -> None:
    """Wait until these cards are chosen."""
    until(page, lambda: chips(page) == names)


def test_a_list_and_a_sum_replace_what_stood_there_and_one_touch_clears_it(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        choose(page, "soul war")
        stand(page, ["Soul Warden"])
        page.fill("#card", "midnight guard + presence of gond")
        page.keyboard.press("Enter")
        page.locator("#answer-title", has_text="Midnight Guard + Presence of Gond").wait_for()
        assert chips(page) == PAIR and page.locator(".old").count() == 0
        choose(page, "soul war")  # a single name is added
        stand(page, [*PAIR, "Soul Warden"])
        page.locator("#answer-title .old", has_text="an earlier question").wait_for()
        page.focus("#card")
        page.evaluate(PASTE, "1 Devoted Druid\n1 Vizier of Remedies\n")
        stand(page, ["Devoted Druid", "Vizier of Remedies"])
        page.locator("#answer-title", has_text="Devoted Druid").wait_for()
        page.locator("button", has_text="Clear").first.click()
        stand(page, [])
        page.locator("#try").wait_for()


def test_what_is_typed_beside_an_unknown_name_goes_with_the_known_ones(browser: Browser, table: OpenTable) -> None:
    with first_page(browser, table) as page:
        page.fill("#card", "midnight guard + blorpazoid + blarpizoid")
        page.keyboard.press("Enter")
        page.locator(".unknown", has_text="does not know").wait_for()
        stand(page, ["Midnight Guard"])
        page.fill("#card", "presence of gond + soul warden")
        page.keyboard.press("Enter")
        stand(page, [*PAIR, "Soul Warden"])


def test_what_stood_there_before_a_reload_is_there_first_and_said_so(
    browser: Browser, table: OpenTable, tmp_path: Path
) -> None:
    """Cards, a board, and a card of a file that the server does not know: that card is known behind the reload, too."""
    odd = {"name": "Blorpazoid", "type_line": "Artifact", "mana_cost": "{1}"}
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([odd]), encoding="utf-8")
    with first_page(browser, table) as page:
        page.fill("#card", "Blorpazoid")
        page.keyboard.press("Enter")
        page.set_input_files(".unknown [data-learn]", str(file))
        stand(page, ["Blorpazoid"])
        assert page.locator(".chips").evaluate("e => !e.parentElement.textContent.includes('From before')")
        page.fill("#search", "Blorpazoid")
        page.click("#put")
        page.locator(".pieces .card", has_text="Blorpazoid").wait_for()
        page.locator(".builder", has_text="can be played as it stands").or_(
            page.locator(".told", has_text="can be played as it stands")
        ).first.wait_for()
        page.reload()
        until(page, lambda: page.evaluate("!document.querySelector('[inert]') || !document.querySelector('.chip')"))
        stand(page, ["Blorpazoid"])
        page.locator("form .row", has_text="From before:").wait_for()
        page.locator(".told", has_text="This board is from before.").wait_for()
        assert (
            page.locator(".unknown").count() == 0 and page.locator(".pieces .card .types", has_text="Artifact").count()
        )
        until(page, lambda: not page.evaluate("document.querySelector('[inert]')"))
        choose(page, "soul war")
        stand(page, ["Blorpazoid", "Soul Warden"])
        assert page.locator("form .row", has_text="From before:").count() == 0
