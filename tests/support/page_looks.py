"""What is wrong with a page for a screen reader, weak eyes, a phone or a finger: functions that a browser is asked with."""

from __future__ import annotations

from typing import Final

#: Names of elements that are worked with and have none for a screen reader, ids that stand twice, headings that leave one out.
NAMELESS: Final = """() => {
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
PALE: Final = """() => {
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
NARROW: Final = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? [`page of ${document.documentElement.scrollWidth}`] : [];
  const small = [...document.querySelectorAll('button, input:not([type=checkbox]), select, summary')].filter((e) => e.checkVisibility())
    .filter((e) => { const r = e.getBoundingClientRect(); return r.height < 24 || r.width < 24; }).map((e) => e.outerHTML.slice(0, 100));
  return [...wide, ...small];
}"""
