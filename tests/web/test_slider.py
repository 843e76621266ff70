"""The slider of a page in a browser: each word of it is answered, whatever stands at the place that it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from reiterate.cli.opening import first_game
from tests.support.browsers import OpenTable, Visitor
from tests.web.stages import LAP

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a server with pages is started")

#: Moves the slider; the page says so once the board was drawn that answers.
MOVED: Final = """(at) => {
  delete document.body.dataset.moved;
  const drawn = (event) => {
    if (!event.detail.querySelector('[data-answers-slide]')) return;
    document.removeEventListener('drawn', drawn);
    document.body.dataset.moved = '';
  };
  document.addEventListener('drawn', drawn);
  const slider = document.getElementById('iterations');
  slider.value = at;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
}"""


def test_a_move_to_the_same_iteration_is_answered(browser: Browser, table: OpenTable) -> None:
    """Two positions of the slider stand for one iteration: the page waits for no answer that does not come."""
    visitor = Visitor(browser, table.begin(first_game())["p1"])
    visitor.page.evaluate("document.getElementById('proposal-form').open = true")
    visitor.page.fill("#lap", LAP)
    visitor.page.fill("#times", "10^100")
    visitor.page.click("#foresee")
    visitor.see(".reached", "after 10^100")
    iterations = set()
    for position in (64, 63, 64):
        visitor.page.evaluate(MOVED, position)
        visitor.page.wait_for_selector("body[data-moved]")
        iterations.add(visitor.page.inner_text(".reached"))
    assert len(iterations) == 1
    visitor.close()
