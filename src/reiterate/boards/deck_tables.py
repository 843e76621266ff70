"""Deck lists and collections as tables: the csv of Moxfield, Archidekt, MTGO and others, read by the names of their columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final

from reiterate.boards.deck_rows import MAIN, SIDEBOARD, Row, Rows, section_of
from reiterate.refusals import Where, place_quote
from reiterate.script.yaml_values import bad

#: What divides columns.
_BETWEEN: Final = (",", "\t", ";")

#: What the columns are called that are read.
_NAMES: Final = ("name", "card name", "card", "cardname")
_COUNTS: Final = ("count", "quantity", "qty", "amount")
_SECTIONS: Final = ("board", "section", "zone", "category", "categories")
_ASIDE: Final = ("sideboarded", "sideboard")


def divider_of(text: str) -> str:
    """What divides the columns of a table whose first line names a card's column and another one; "" for another text."""
    head = text.lstrip("\n").partition("\n")[0]
    for divider in _BETWEEN:
        cells = _head([cell.strip().strip('"') for cell in head.split(divider)])
        if len(cells) > 1 and _column(cells, _NAMES) >= 0:
            return divider
    return ""


def rows_of_table(text: str, file: str, divider: str) -> Rows:
    """The rows of a table. Raises ``Refused``, with the line, for a row that is not as its first line says."""
    found = Rows()
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=divider, strict=True)
    head: list[str] = []
    try:
        for cells in reader:
            where = Where(file, reader.line_num, 1, place_quote(divider.join(cells)))
            if not any(cell.strip() for cell in cells):
                continue
            if not head:
                head = _head(cells)
            else:
                found.rows.append(_row(head, cells, where))
    except csv.Error as error:
        where = Where(file, reader.line_num, 1)
        raise bad(
            "deck", f"this is no row of the table: {error}", where, "as many cells as the first line has"
        ) from None
    found.headed = any(row.section != MAIN for row in found.rows) or any(name in head for name in (*_SECTIONS, *_ASIDE))
    return found


def _row(head: Sequence[str], cells: Sequence[str], where: Where) -> Row:
    if len(cells) < len(head):
        message = f"the row has {len(cells)} of {len(head)} columns"
        raise bad("deck", message, where, "as many cells as the first line has")

    def cell(names: Sequence[str]) -> str:
        at = _column(head, names)
        return cells[at].strip() if at >= 0 else ""

    if not cell(_NAMES):
        raise bad("deck", "the row names no card", where, "the name of a card")
    section = SIDEBOARD if cell(_ASIDE).lower() in ("yes", "true", "1") else section_of(cell(_SECTIONS))
    return Row(cell(_COUNTS) or "1", cell(_NAMES), section, where)


def _head(cells: Sequence[str]) -> list[str]:
    return [" ".join(cell.lower().split()) for cell in cells]


def _column(head: Sequence[str], names: Sequence[str]) -> int:
    """The column that is called by one of some names; -1 for none."""
    return next((head.index(name) for name in names if name in head), -1)
