"""The page of a game is for everybody: on a phone, in the dark, by a screen reader, without barriers that axe-core knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from reiterate.web.opening import first_game
from tests.support.browsers import OpenTable, Visitor, axe
from tests.web.stages import NAMELESS, NARROW, PALE, stages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("real browsers look at whole pages")


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
