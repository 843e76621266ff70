"""The page of a game is for everybody: on a phone, in the dark, by a screen reader, without barriers that axe-core knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor, axe, barriers
from tests.web.stages import NAMELESS, NARROW, PALE, stages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("real browsers look at whole pages")

#: What was found wrong, by what looked and whether the page was dark.
Seen = dict[tuple[str, bool], list[str]]

LIGHTS: Final[dict[bool, Literal["light", "dark"]]] = {False: "light", True: "dark"}


@pytest.fixture(scope="module")
def seen(browser: Browser, table: OpenTable) -> Callable[[int], Seen]:
    """What is wrong at the stages of the story in a window of some width, by what looked at it and whether it was dark.

    The story is played once for each width: our looks are in one light, those of axe-core in the other.
    """

    @cache
    def at(width: int) -> Seen:
        dark = width > 360
        looks, barred = [], []
        for stage, page in stages(browser, table, width, dark):
            looks += [f"{stage}: {each}" for look in (NAMELESS, PALE, NARROW) for each in page.evaluate(look)]
            if axe() is not None:
                page.emulate_media(color_scheme=LIGHTS[not dark])
                barred += [f"{stage}: {each}" for each in barriers(page)]
                page.emulate_media(color_scheme=LIGHTS[dark])
        return {("looks", dark): looks, ("axe", not dark): barred}

    return at


@pytest.mark.parametrize(("width", "dark"), [(360, False), (1280, True)])
def test_names_contrast_and_room(seen: Callable[[int], Seen], width: int, dark: bool) -> None:
    """Whatever is worked with has a name, text is to be read, and nothing is wider than a phone."""
    assert seen(width)["looks", dark] == []


@pytest.mark.skipif(axe() is None, reason="axe-core is not installed: pip install axe-playwright-python")
@pytest.mark.parametrize(("width", "dark"), [(360, True), (1280, False)])
def test_axe_finds_nothing(seen: Callable[[int], Seen], width: int, dark: bool) -> None:
    """Not only nothing serious: nothing."""
    assert seen(width)["axe", dark] == []


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
