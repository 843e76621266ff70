"""How far what stands on a page shifts by itself, as browsers measure it (Cumulative Layout Shift, https://web.dev/articles/cls)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Less than this is "good".
MOST_SHIFT: Final = 0.1

#: Keeps in a tab when, on which page, how far and what has shifted. A script for every page.
#: What follows an act of the person within half a second does not count. Nor does what answers one that the page shows as under way:
#: a machine that does much else answers late.
KEEPS_SHIFTS: Final = """(() => { const busy = [];
new MutationObserver(() => {
  if (document.body.hasAttribute('aria-busy')) busy.push([performance.now(), Infinity]);
  else if (busy.length) busy.at(-1)[1] = Math.min(busy.at(-1)[1], performance.now() + 500);
}).observe(document, { attributes: true, subtree: true, attributeFilter: ['aria-busy'] });
const asked = ({ startTime }) => busy.some(([from, to]) => from <= startTime && startTime <= to);
new PerformanceObserver((list) => {
  const kept = JSON.parse(sessionStorage.getItem('shifted') ?? '[]');
  const box = (rect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ');
  const name = (node) => `${node?.nodeName} #${node?.id} .${node?.className}`.slice(0, 60);
  const what = ({ node, previousRect, currentRect }) => `${name(node)} [${box(previousRect)} -> ${box(currentRect)}]`;
  for (const each of list.getEntries()) {
    const [page, when] = [performance.timeOrigin, performance.timeOrigin + each.startTime];
    if (!each.hadRecentInput && !asked(each)) kept.push([page / 1000, when / 1000, each.value, each.sources.map(what).join(', ')]);
  }
  sessionStorage.setItem('shifted', JSON.stringify(kept));
}).observe({ type: 'layout-shift', buffered: true }); })()"""

#: The longest pause in what counts together, and how long that lasts at most, in seconds.
_PAUSE: Final = 1
_LONGEST: Final = 5


def shifts(page: Page, looked: Sequence[tuple[float, float]] = ()) -> list[tuple[float, str]]:
    """How far each page of a tab that had ``KEEPS_SHIFTS`` has shifted by itself, and what. ``looked``: from when to when nothing counts."""
    kept = page.evaluate("JSON.parse(sessionStorage.getItem('shifted') ?? '[]')")
    pages: defaultdict[float, list[tuple[float, float, str]]] = defaultdict(list)
    for number, when, value, what in kept:
        if not any(begun <= when <= done for begun, done in looked):
            pages[number].append((when, value, what))
    return [max(_together(moved)) for moved in pages.values()]


def _together(moved: Sequence[tuple[float, float, str]]) -> list[tuple[float, str]]:
    """The sums of what counts together."""
    sums: list[tuple[float, str]] = []
    begun = last = 0.0
    for when, value, what in moved:
        if when - last > _PAUSE or when - begun > _LONGEST:
            sums.append((0.0, ""))
            begun = when
        last = when
        sums[-1] = (sums[-1][0] + value, f"{sums[-1][1]} {value:.3f}: {what};")
    return sums
