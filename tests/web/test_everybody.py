"""The page of a game is for everybody: on a phone, in the dark, by a screen reader, without barriers that axe-core knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from reiterate.web.opening import first_game
from tests.support.browsers import OpenTable, Visitor, axe
from tests.support.page_looks import NAMELESS, NARROW, PALE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow("real browsers look at whole pages")

#: What a page shows: its button, or nothing where it is the first thing.
LAP = "activate bears\nall pass\nall pass"


def stages(browser: Browser, table: OpenTable, width: int, dark: bool) -> Iterator[tuple[str, Page]]:
    """The page at every stage of the story, at both seats."""
    links = table.begin(first_game())
    one = Visitor(browser, links["p1"], width, dark)
    other = Visitor(browser, links["p2"], width, dark)
    yield "the start", one.page
    for name in ("judging", "talk", "take"):
        one.page.click(f"#{name} > summary")
    yield "everything unfolded", one.page
    one.page.click("#proposal-form > summary")
    one.page.fill("#lap", LAP)
    one.page.click("#foresee")
    one.see(".reached", "after 10^100")
    one.page.click("#numbers > summary")
    yield "where it leads", one.page
    one.page.click("#propose")
    other.wait("#accept")
    yield "asked", other.page
    other.page.fill("#exactly", "10^99+7")
    other.page.keyboard.press("Enter")
    other.see(".reached", "after 10^99 + 7 of")
    other.page.click("#place-5")
    other.see("#stop-where", "before choice 5")
    yield "a place", other.page
    other.page.click("#stop-here")
    other.see(".choice", "activate Mountain")
    other.page.fill("#line", "activate nothing")
    other.page.keyboard.press("Enter")
    other.wait(".refused")
    yield "refused", other.page
    other.page.click("#invite")
    other.see("dialog[open]", "Invite")
    yield "inviting", other.page
    for visitor in (one, other):
        visitor.close()


@pytest.mark.parametrize(("width", "dark"), [(360, False), (1280, True)])
def test_names_contrast_and_room(browser: Browser, table: OpenTable, width: int, dark: bool) -> None:
    """Whatever is worked with has a name, text is to be read, and nothing is wider than a phone."""
    wrong: list[str] = []
    for stage, page in stages(browser, table, width, dark):
        for look in (NAMELESS, PALE, NARROW):
            wrong += [f"{stage}: {each}" for each in page.evaluate(look)]
    assert wrong == []


@pytest.mark.skipif(axe() is None, reason="axe-core is not installed: pip install axe-playwright-python")
@pytest.mark.parametrize(("width", "dark"), [(360, True), (1280, False)])
def test_axe_finds_nothing(browser: Browser, table: OpenTable, width: int, dark: bool) -> None:
    """Not only nothing serious: nothing."""
    file = axe()
    assert file is not None
    source = file.read_text(encoding="utf-8")
    wrong: list[str] = []
    for stage, page in stages(browser, table, width, dark):
        page.evaluate(source)
        found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
        for each in found["violations"]:
            nodes = "; ".join(str(node["html"])[:160] for node in each["nodes"][:3])
            wrong.append(f"{stage}: {each['id']} ({each['impact']}): {nodes}")
    assert wrong == []


def test_these_looks_can_fail(browser: Browser, table: OpenTable) -> None:
    """A nameless button, pale text and a line that is too wide are each found."""
    visitor = Visitor(browser, table.begin(first_game())["p1"], 360)
    page = visitor.page
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button><h1>x</h1><h3 id=main>y</h3>')"
    )
    assert len(page.evaluate(NAMELESS)) == 3
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<p class=pale>pale</p>')")
    page.evaluate("Object.assign(document.querySelector('.pale').style, {color: '#aaa', width: '900px'})")
    assert any("pale" in each for each in page.evaluate(PALE))
    assert any("page of" in each for each in page.evaluate(NARROW))
    visitor.close()
