"""The page of all components: each state of each is photographed, and no two states of one component look the same."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from reiterate.web.gallery_page import specimens
from tests.support.browsers import OpenTable, Visitor, axe
from tests.web.stages import NARROW, PALE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Cards whose sides are not as 63 to 88, by more than a pixel or two.
MISSHAPEN = """() => [...document.querySelectorAll('.gallery .card.face')].filter((e) => Math.abs(e.offsetWidth / e.offsetHeight - 63 / 88) > 0.02)
  .map((e) => `${e.offsetWidth} x ${e.offsetHeight} ${e.className}`)"""


def test_each_specimen_has_a_state_of_its_own() -> None:
    named = [(component, state) for component, state, _ in specimens()]
    assert len(set(named)) == len(named)


@pytest.mark.slow("a real browser photographs")
@pytest.mark.parametrize("dark", [False, True])
def test_every_state_looks_otherwise_at_every_width(browser: Browser, table: OpenTable, dark: bool) -> None:
    visitor = Visitor(browser, f"{table.address}/gallery", 1280, dark, ready=".gallery")
    page = visitor.page
    pictures: defaultdict[str, dict[bytes, str]] = defaultdict(dict)
    for each in page.locator("[data-component]").all():
        component, state = each.get_attribute("data-component") or "", each.get_attribute("data-state") or ""
        taken = each.screenshot(animations="disabled")
        assert taken not in pictures[component], (component, state, pictures[component].get(taken))
        pictures[component][taken] = state
    assert sum(map(len, pictures.values())) == len(list(specimens()))
    for width in (390, 768, 1280, 2200):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(NARROW) == [] and page.evaluate(PALE) == [] and page.evaluate(MISSHAPEN) == [], width
    file = axe()
    if file is not None:
        page.evaluate(file.read_text(encoding="utf-8"))
        wrong = page.evaluate(
            "async () => (await axe.run({rules: {'duplicate-id': {enabled: false}}})).violations.filter(v => ['serious','critical'].includes(v.impact) && !v.id.startsWith('duplicate')).map(v => v.id + v.nodes[0].html)"
        )
        assert not wrong
    visitor.close("Content Security Policy" if file is not None else "")  # axe measures with styles of its own
