"""The report of a survey in a real browser, opened from the disk and without a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from reiterate.cards import CardBook
from reiterate.databases.combo_rows import Row
from reiterate.databases.reports import tally_of
from reiterate.databases.row_outcomes import Asked, Outcome, outcome
from reiterate.web.survey_page import write_page
from tests.support.browsers import Visitor, axe, barriers

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MANY: Final = 2_000


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with a loop that differs, and many rows that are refused."""
    row = Row(number=1, id="1", cards=("Midnight Guard", "Presence of Gond"), claims=("Infinite colored mana",))
    found = [outcome(row, CardBook.builtin(), Asked())]
    found += [
        Outcome(number=n, key="", came="refused", id=f"id-{n}", cards=("Card A", f"Card {n}"), how="a clause", code="clause-not-understood", card=f"Card {n % 7}")
        for n in range(2, MANY + 1)
    ]  # fmt: skip
    file = tmp_path_factory.mktemp("report") / "report.html"
    write_page(found, tally_of(found), "combos.csv", file)
    return file


@pytest.mark.slow("a real browser looks")
def test_rows_are_searched_filtered_and_opened(browser: Browser, report: Path) -> None:
    visitor = Visitor(browser, report.as_uri(), ready="#rows li", offline=True)
    page = visitor.page
    assert visitor.text("#count") == "2,000 of 2,000 rows" and page.locator("#rows > li").count() == 50
    page.locator("#more").click()
    assert page.locator("#rows > li").count() == 100
    page.fill("#search", "1999 card")
    assert visitor.text("#count") == "1 of 2,000 rows"
    page.fill("#search", "")
    page.locator("[data-came=differs]").click()
    assert visitor.text("#count") == "1 of 2,000 rows"
    page.locator("#rows summary").first.click()
    page.wait_for_selector("#rows .told-rows")
    page.locator("#rows details details summary", has_text="board").click()
    assert page.locator("#rows .board").is_visible()
    assert "Midnight Guard" in visitor.text("#rows .board")
    visitor.close()


#: Counts what a filter adds to the page and takes from it, and how much of it is packed up.
_COUNTED: Final = """
() => {
  window.work = { added: 0, unpacked: 0 };
  new MutationObserver((changes) => {
    for (const each of changes) window.work.added += each.addedNodes.length;
  }).observe(document.body, { childList: true, subtree: true });
  const real = window.DecompressionStream;
  window.DecompressionStream = class extends real {
    constructor(...given) { super(...given); window.work.unpacked += 1; }
  };
}
"""


@pytest.mark.slow("a real browser looks")
def test_a_filter_lays_out_fifty_rows_however_many_it_finds(browser: Browser, report: Path) -> None:
    visitor = Visitor(browser, report.as_uri(), ready="#rows li", offline=True)
    page = visitor.page
    for _ in range(9):
        page.locator("#more").click()
    assert page.locator("#rows > li").count() == 500
    page.evaluate(_COUNTED)
    page.fill("#search", "card")
    assert visitor.text("#count") == "1,999 of 2,000 rows" and page.locator("#rows > li").count() == 50
    work = page.evaluate("async () => { await new Promise(requestAnimationFrame); return window.work; }")
    assert 50 <= work["added"] <= 52 and work["unpacked"] == 0
    visitor.close()


@pytest.mark.slow("a real browser looks")
def test_axe_finds_nothing(browser: Browser, report: Path) -> None:
    if axe() is None:
        pytest.skip("axe-core is not installed")
    visitor = Visitor(browser, report.as_uri(), ready="#rows li", offline=True)
    page = visitor.page
    page.locator("#rows summary").first.click()
    page.wait_for_selector("#rows .told-rows")
    for each in page.locator("#rows details details summary").all():
        each.click()
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert barriers(page, preload=True) == [], (width, scheme)
    visitor.close("Content Security Policy")  # axe measures with styles of its own
