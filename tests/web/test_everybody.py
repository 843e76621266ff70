"""The page of a game is for everybody: on a phone, in the dark, by a screen reader, without barriers that axe-core knows."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, Literal

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor, axe, barriers
from tests.web.stages import NAMELESS, NARROW, PALE, stages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("real browsers look at whole pages")

#: What was found wrong, by what looked, the width of the window, and whether the page was dark.
Seen = dict[tuple[str, int, bool], list[str]]

LIGHTS: Final[dict[bool, Literal["light", "dark"]]] = {False: "light", True: "dark"}


@pytest.fixture(scope="module")
def seen(browser: Browser, table: OpenTable) -> Seen:
    """What is wrong at the stages of the story.

    The story is played once, on a phone. Each stage is looked at there and on a wide screen: our looks are in one light, those of axe-core
    in the other.
    """
    found: defaultdict[tuple[str, int, bool], list[str]] = defaultdict(list)
    for stage, page in stages(browser, table, 360, False):
        for width, dark in ((1280, True), (360, False)):
            page.set_viewport_size({"width": width, "height": 800})
            if axe() is not None:
                page.emulate_media(color_scheme=LIGHTS[not dark])
                found["axe", width, not dark] += [f"{stage}: {each}" for each in barriers(page)]
            page.emulate_media(color_scheme=LIGHTS[dark])
            looks = (each for look in (NAMELESS, PALE, NARROW) for each in page.evaluate(look))
            found["looks", width, dark] += [f"{stage}: {each}" for each in looks]
    return dict(found)


@pytest.mark.parametrize(("width", "dark"), [(360, False), (1280, True)])
def test_names_contrast_and_room(seen: Seen, width: int, dark: bool) -> None:
    """Whatever is worked with has a name, text is to be read, and nothing is wider than a phone."""
    assert seen["looks", width, dark] == []


@pytest.mark.skipif(axe() is None, reason="axe-core is not installed: pip install axe-playwright-python")
@pytest.mark.parametrize(("width", "dark"), [(360, True), (1280, False)])
def test_axe_finds_nothing(seen: Seen, width: int, dark: bool) -> None:
    """Not only nothing serious: nothing."""
    assert seen["axe", width, dark] == []


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


def test_nothing_moves_for_whoever_wants_no_motion(browser: Browser, table: OpenTable) -> None:
    """The bar of a page that waits stands still then. It runs for everybody else."""
    visitor = Visitor(browser, table.begin(first_game())["p1"])
    visitor.page.evaluate("document.body.setAttribute('aria-busy', 'true')")
    moving = []
    asked: tuple[Literal["reduce", "no-preference"], ...] = ("reduce", "no-preference")
    for motion in asked:
        visitor.page.emulate_media(reduced_motion=motion)
        moving.append(visitor.page.evaluate("document.getAnimations().length"))
    assert moving == [0, 1]
    visitor.close()
