"""The slider of a page in a browser: each word of it is answered, whatever stands at the place that it leads to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.support.browsers import Visitor, open_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a server with pages is started")

#: Moves the slider, and tells whether the board was drawn within ten seconds.
MOVED: Final = """(at) => new Promise((done) => {
  const slider = document.getElementById('iterations');
  const drawn = (event) => {
    if (event.detail.querySelector('[data-answers-slide]')) done(true);
  };
  document.addEventListener('drawn', drawn);
  setTimeout(() => done(false), 10_000);
  slider.value = at;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
})"""


def test_a_move_to_the_same_iteration_is_answered(browser: Browser, tmp_path: Path) -> None:
    """Two positions of the slider stand for one iteration: the page waits for no answer that does not come."""
    with open_table(tmp_path, "--opponent", "person") as table:
        visitor = Visitor(browser, table.host_link)
        visitor.page.evaluate("document.getElementById('proposal-form').open = true")
        visitor.page.fill("#lap", "activate bears\nall pass\nall pass")
        visitor.page.fill("#times", "10^100")
        visitor.page.click("#foresee")
        visitor.see(".reached", "after 10^100")
        iterations = set()
        for position in (64, 63, 64):
            assert visitor.page.evaluate(MOVED, position)
            iterations.add(visitor.page.inner_text(".reached"))
        assert len(iterations) == 1
