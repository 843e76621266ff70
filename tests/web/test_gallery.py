"""The page of all components: each state of each is photographed, and no two states of one component look the same."""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from reiterate.web.gallery_page import specimens
from tests.support.browsers import OpenTable, Visitor, axe, barriers
from tests.web.stages import NARROW, PALE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: Cards whose sides are not as 63 to 88, by more than a pixel or two.
MISSHAPEN = """() => [...document.querySelectorAll(`.gallery .card.face:not(#large *)${innerWidth < 992 ? ':not(.entry)' : ''}`)].filter((e) => Math.abs(e.offsetWidth / e.offsetHeight - 63 / 88) > 0.02)
  .map((e) => `${e.offsetWidth} x ${e.offsetHeight} ${e.className}`)"""

#: A photograph of the whole page is cut: each specimen's component, its state, and a sum of all points of its picture.
CUT = """async (photograph) => {
  const bytes = Uint8Array.from(atob(photograph), (c) => c.charCodeAt(0));
  const whole = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
  if (whole.width !== innerWidth || whole.height < document.documentElement.scrollHeight) throw new Error(`${whole.width} x ${whole.height}`);
  const cut = [];
  for (const each of document.querySelectorAll('[data-component]')) {
    const box = each.getBoundingClientRect();
    const [x, y] = [Math.floor(box.left + scrollX), Math.floor(box.top + scrollY)];
    const [width, height] = [Math.ceil(box.right + scrollX) - x, Math.ceil(box.bottom + scrollY) - y];
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas.drawImage(whole, x, y, width, height, 0, 0, width, height);
    const points = canvas.getImageData(0, 0, width, height).data;
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', points));
    cut.push([each.dataset.component, each.dataset.state, `${width} x ${height} ${btoa(String.fromCharCode(...sum))}`]);
  }
  return cut;
}"""


def test_each_specimen_has_a_state_of_its_own() -> None:
    named = [(component, state) for component, state, _ in specimens()]
    assert len(set(named)) == len(named)


@pytest.mark.slow("a real browser photographs")
def test_every_state_looks_otherwise_at_every_width(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, f"{table.address}/gallery", 1280, ready=".gallery")
    page = visitor.page
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": 1280, "height": 800})
        taken = page.screenshot(full_page=True, animations="disabled")
        shown: list[list[str]] = page.evaluate(CUT, b64encode(taken).decode())
        pictures: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for component, state, picture in shown:
            assert picture not in pictures[component], (component, state, pictures[component].get(picture))
            pictures[component][picture] = state
        assert len(shown) == len(list(specimens()))
        for width in (390, 768, 1280, 2200):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(NARROW) == [] and page.evaluate(PALE) == [] and page.evaluate(MISSHAPEN) == [], width
        wrong = barriers(page, "serious", "critical", preload=True, off=["duplicate-id"])
        assert [each for each in wrong if not each.startswith("duplicate")] == [], scheme
    visitor.close("Content Security Policy" if axe() is not None else "")  # axe measures with styles of its own
