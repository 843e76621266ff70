"""Answers on a screen: Rich tables and panels in the width and the colours that the stream has.

Rich is told nothing but values: no text is markup, and every text of an answer is made plain before
it is laid out.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TextIO

import msgspec
from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from reiterate.untrusted_text import plain

#: Columns of a screen where there is no terminal, and the fewest that anything is laid out in.
WIDTH: Final = 100
NARROWEST: Final = 40

HEAD: Final = "bold"
QUIET: Final = "dim"


@dataclass(frozen=True, slots=True)
class Page:
    """What a screen is laid out for: its columns, whether it shows colours, and whether it has letters for lines."""

    width: int = WIDTH
    colour: bool = False
    lines: bool = True


def page_of(stream: TextIO) -> Page:
    """The page of a stream: a terminal's own width and colours (not with NO_COLOR); else COLUMNS, or 100."""
    terminal = stream.isatty()
    asked = os.environ.get("COLUMNS", "")
    width = shutil.get_terminal_size((WIDTH, 24)).columns if terminal or asked.isdecimal() else WIDTH
    letters = (stream.encoding or "utf-8").lower().startswith("utf")
    return Page(max(width, NARROWEST), terminal and "NO_COLOR" not in os.environ, letters)


def rendered(parts: Iterable[RenderableType], page: Page) -> str:
    """The text of a screen, ended by a line break; its only hidden characters are the page's colours."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=page.width,
        force_terminal=page.colour,
        no_color=not page.colour,
        color_system="auto" if page.colour else None,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, Text) and bool(part.no_wrap))
    text = out.getvalue()
    return text if page.colour else "".join(line.rstrip() + "\n" for line in text.splitlines())


def cleaned(value: Any) -> Any:
    """The same value with every text in it made plain, so that a terminal obeys none of them."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, list):
        return [cleaned(each) for each in value]
    if isinstance(value, dict):
        return {cleaned(key): cleaned(each) for key, each in value.items()}
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return type(value)(**{name: cleaned(each) for name, each in fields.items()})
    return value


# --- pieces ------------------------------------------------------------------------------------------------------


def panel(lines: Sequence[RenderableType], page: Page, title: str = "") -> Panel:
    """Lines in a frame as wide as they are."""
    named = Text(title, HEAD) if title else None
    shape = box.ROUNDED if page.lines else box.ASCII
    return Panel(Group(*lines), title=named, title_align="left", expand=False, box=shape)


def headline(title: str, lines: Sequence[str], page: Page) -> Panel:
    """The first thing of a screen: what it is about, and under it the answer in short."""
    return panel([Text(title, HEAD), *(Text(line) for line in lines)], page)


def section(head: str, *body: RenderableType) -> Group:
    """A heading, and what stands under it a little to the right."""
    return Group("", Text(head, HEAD), *(Padding(each, (0, 0, 0, 2)) for each in body))


def grid(rows: Iterable[Sequence[str]], *styles: str) -> Table:
    """Columns of text without lines; a text that is too long goes on in its own column."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for style in styles:
        table.add_column(style=style, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def facts(rows: Iterable[tuple[str, Sequence[str]]]) -> Table:
    """Names of facts at the left, the lines of each at the right."""
    return grid([(name if i == 0 else "", line) for name, lines in rows for i, line in enumerate(lines)], QUIET, "")


def width_of(part: RenderableType) -> int:
    """The columns that something takes where it is not folded."""
    wide = Console(width=100_000)
    return wide.measure(part).maximum


def beside(parts: Sequence[RenderableType], page: Page) -> RenderableType:
    """Parts beside each other where the page is wide enough, else below each other."""
    if sum(width_of(each) + 4 for each in parts) <= page.width + 4:
        table = Table.grid(padding=(0, 4, 0, 0))
        table.add_row(*parts)
        return table
    return Group(parts[0], *(each for part in parts[1:] for each in ("", part)))


def number_table(head: str, columns: Mapping[str, Mapping[str, str]], page: Page) -> Table:
    """A table of numbers: a row for each name, a column of numbers under each head."""
    shape = box.SIMPLE_HEAD if page.lines else box.ASCII2
    table = Table(box=shape, show_edge=False, pad_edge=False, header_style=HEAD)
    table.add_column(Text(head), overflow="fold")
    for name in columns:
        table.add_column(Text(name), justify="right", overflow="fold")
    for key in dict.fromkeys(key for column in columns.values() for key in column):
        table.add_row(Text(key), *(Text(column.get(key, "")) for column in columns.values()))
    return table
