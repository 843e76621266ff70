"""A brief on a screen: at most twelve lines, in the page's own width."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from reiterate.show.brief import LINES, Brief
from reiterate.show.screen import HEAD, QUIET, Page, grid, rendered
from reiterate.untrusted_text import plain


def brief_screen(found: Brief, page: Page) -> str:
    """A brief as the lines of a screen, at most ``LINES`` of them."""
    parts: list[RenderableType] = [Text(plain(found.title))] if found.title else []
    parts.append(Text(plain(found.verdict), HEAD))
    parts += [Text(plain(line), no_wrap=True, overflow="ignore") for line in found.script]
    parts.append(grid(_cells(found), QUIET, ""))
    lines = rendered(parts, page).splitlines()
    if found.more and len(lines) < LINES:
        lines.append(found.more)
    elif len(lines) > LINES:
        lines = [*lines[: LINES - 1], found.more or "..."]
    return "".join(f"{line}\n" for line in lines)


def _cells(found: Brief) -> list[tuple[str, str]]:
    return [(plain(head) if i == 0 else "", plain(line)) for head, lines in found.rows for i, line in enumerate(lines)]
