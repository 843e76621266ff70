"""The page of a game is for everybody: on a phone, in the dark, by a screen reader, without barriers that axe-core knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from reiterate.web.opening import first_game
from tests.support.browsers import OpenTable, Visitor, axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow("real browsers look at whole pages")

#: What a page shows: its button, or nothing where it is the first thing.
LAP = "activate bears\nall pass\nall pass"

#: Names of elements that are worked with and have none for a screen reader, ids that stand twice, headings that leave one out.
NAMELESS = """() => {
  const named = (e) => (e.getAttribute('aria-label') || e.innerText || e.title || '').trim()
    || (e.id && document.querySelector(`label[for="${e.id}"]`)) || e.closest('label');
  const seen = (e) => e.checkVisibility();
  const found = [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [role]')].filter(seen)
    .filter((e) => !named(e) && !e.querySelector('*') && !['status', 'none', 'toolbar'].includes(e.role)).map((e) => e.outerHTML.slice(0, 120));
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  const levels = [...document.querySelectorAll('h1, h2, h3')].filter(seen).map((e) => Number(e.tagName[1]));
  const skipped = levels.filter((level, at) => level > (levels[at - 1] || 0) + 1);
  const mains = document.querySelectorAll('main').length;
  return [...found, ...twice.map((id) => `twice: ${id}`), ...skipped.map((l) => `heading ${l}`), ...(mains === 1 ? [] : [`${mains} mains`])];
}"""

#: Text whose colour is too near to what lies behind it (WCAG 2.2, 1.4.3): 4.5 to 1, or 3 to 1 where it is large.
PALE = """() => {
  const parts = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (e) => { for (; e; e = e.parentElement) { const c = parts(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0.5) return c; } return [255, 255, 255]; };
  const found = [];
  for (const e of document.querySelectorAll('#main *, .head *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.checkVisibility() || e.closest('[aria-disabled=true], .unseen, svg')) continue;
    const style = getComputedStyle(e);
    const [a, b] = [light(parts(style.color)), light(behind(e))].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (large ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} ${e.className} ${e.textContent.trim().slice(0, 40)}`);
  }
  return found;
}"""

#: What is wider than the window, and buttons that a finger misses (WCAG 2.2, 2.5.8).
NARROW = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? [`page of ${document.documentElement.scrollWidth}`] : [];
  const small = [...document.querySelectorAll('button, input:not([type=checkbox]), select, summary')].filter((e) => e.checkVisibility())
    .filter((e) => { const r = e.getBoundingClientRect(); return r.height < 24 || r.width < 24; }).map((e) => e.outerHTML.slice(0, 100));
  return [...wide, ...small];
}"""


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
