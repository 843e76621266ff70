"""The formats of deck lists: lines of text, tables (csv) and XML, each read as rows of number, name and section.

What each format of a deck list is read as: rows with a number, a name as it is written, and a section.

Deck lists and collections as tables: the csv of Moxfield, Archidekt, MTGO and others, read by the names of their columns.

Deck lists line by line: plain text, and what Arena, MTGO, Moxfield, Archidekt and Forge write (``docs/imports.md``).

Deck lists in XML: those of MTGO (``.dek``) and of Cockatrice (``.cod``).

The parser of the standard library is asked for its events alone. No tree is built, a document type is refused, and so nothing is ever expanded.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from reiterate.refusals import Where, place_quote
from reiterate.script.yaml_text import bad

# --- deck rows -----------------------------------------------------------------------------------

#: The sections of a list. Cards of the sideboard and the companion are outside the game (400.11a, 702.139a).
MAIN: Final = "deck"
COMMANDER: Final = "commander"
SIDEBOARD: Final = "sideboard"
COMPANION: Final = "companion"
ASIDE: Final = "aside"
#: The lines above a list that tell of the list.
ABOUT: Final = "about"

#: What people and programs call the sections.
SECTIONS: Final = {
    "deck": MAIN, "main": MAIN, "mainboard": MAIN, "main deck": MAIN, "maindeck": MAIN,
    "sideboard": SIDEBOARD, "side": SIDEBOARD, "side board": SIDEBOARD,
    "commander": COMMANDER, "commanders": COMMANDER, "command zone": COMMANDER,
    "companion": COMPANION, "companions": COMPANION,
    "maybeboard": ASIDE, "considering": ASIDE, "tokens": ASIDE, "attractions": ASIDE, "stickers": ASIDE,
    "planes": ASIDE, "schemes": ASIDE, "avatar": ASIDE, "conspiracy": ASIDE, "dungeon": ASIDE, "contraptions": ASIDE,
    "about": ABOUT, "metadata": ABOUT,
}  # fmt: skip

#: Characters of a deck's name that are kept.
MOST_OF_NAME: Final = 80

_LABEL: Final = re.compile(r"[A-Za-z ]+")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list: how many of which card, both as written. ``group``: how many empty lines with cards above stand before it."""

    count: str
    name: str
    section: str
    where: Where
    group: int = 0


@dataclass(slots=True)
class Rows:
    """A list as it is written. ``headed``: whether the list itself says what is no main deck."""

    name: str = ""
    rows: list[Row] = field(default_factory=list)
    headed: bool = False

    def called(self, name: str) -> None:
        """The deck has a name."""
        self.name = " ".join(name.split())[:MOST_OF_NAME]


def section_of(label: str) -> str:
    """The section that a label names, such as ``Maybeboard{noDeck}``; the main deck for any other label."""
    found = _LABEL.match(label.strip())
    return SECTIONS.get(found[0].strip().lower(), MAIN) if found else MAIN


# --- deck tables ---------------------------------------------------------------------------------

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
    rows = Rows()
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
                rows.rows.append(_row(head, cells, where))
    except csv.Error as error:
        where = Where(file, reader.line_num, 1)
        raise bad(
            "deck", f"this is no row of the table: {error}", where, "as many cells as the first line has"
        ) from None
    rows.headed = any(row.section != MAIN for row in rows.rows) or any(name in head for name in (*_SECTIONS, *_ASIDE))
    return rows


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


# --- deck text -----------------------------------------------------------------------------------

#: Headings of groups within a section.
_GROUPS: Final = frozenset(
    {"creature", "creatures", "land", "lands", "instant", "instants", "sorcery", "sorceries", "enchantment", "spells"}
    | {"enchantments", "artifact", "artifacts", "planeswalker", "planeswalkers", "battle", "battles", "other spells"}
    | {"basic lands", "nonbasic lands"}
)

_HEADING: Final = re.compile(r"(?:[/#\[]*)\s*([A-Za-z][A-Za-z &]*?)\s*\]?\s*(?:[(\[]\d+[)\]])?\s*:?\s*")
_COUNTED: Final = re.compile(r"(SB:\s*)?(?:(\d{1,9})\s*[xX]?\s+)?(.*\S)", re.IGNORECASE)
_COMMANDER: Final = re.compile(r"\*CMDR\*", re.IGNORECASE)
#: The first of the categories behind a name, as Archidekt writes them.
_CATEGORY: Final = re.compile(r"\[([^\[\]]*)\]")


def rows_of_text(text: str, file: str) -> Rows:
    """The rows of a list that is written line by line. Raises ``Refused``."""
    reader = _Lines(file)
    for number, written in enumerate(text.split("\n"), 1):
        line = written.strip()
        where = Where(file, number, 1 + len(written) - len(written.lstrip()), place_quote(line))
        if not line:
            reader.empty_line()
        elif not reader.heading(line):
            reader.card(line, where)
    return reader.found


class _Lines:
    """Reads the lines of one list."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found = Rows()
        self.section = MAIN
        self.group = 0
        self.behind_cards = False  # whether a card of the main deck stands in the present group

    def empty_line(self) -> None:
        """An empty line ends what tells of the list, and a group of cards."""
        if self.section == ABOUT:
            self.section = MAIN
        self.group += self.behind_cards
        self.behind_cards = False

    def heading(self, line: str) -> bool:
        """Whether a line heads a section or a group, or is a comment."""
        found = _HEADING.fullmatch(line)
        words = found[1].lower() if found is not None else ""
        if words in SECTIONS:
            self.section = SECTIONS[words]
            self.found.headed = self.found.headed or self.section not in (MAIN, ABOUT)
            return True
        if line.startswith(("//", "#")) or words in _GROUPS:
            return True
        bare = not any(row.section == MAIN for row in self.found.rows)
        if self.section == ABOUT or (re.match(r"name[\s=:]", line, re.IGNORECASE) and bare):
            key, _, rest = line.partition("=" if "=" in line else " ")
            if key.strip().lower().rstrip(":") == "name":
                self.found.called(rest)
                return True
            return self.section == ABOUT
        return line.endswith(":") and not line[0].isdecimal()

    def card(self, line: str, where: Where) -> None:
        """A line with a card."""
        found = _COUNTED.fullmatch(line)
        if found is None:
            raise bad("deck", "this is no line of a deck list", where, "4 Lightning Bolt")
        section = SIDEBOARD if found[1] else COMMANDER if _COMMANDER.search(line) else self._category(line)
        self.found.rows.append(Row(found[2] or "1", found[3], section, where, self.group))
        self.behind_cards = self.behind_cards or section == MAIN

    def _category(self, line: str) -> str:
        """The section that a line names itself, in the category behind its card; else the one that is headed."""
        found = _CATEGORY.search(line)
        named = section_of(found[1]) if found else MAIN
        return named if named in (COMMANDER, SIDEBOARD, ASIDE) else self.section


# --- deck xml ------------------------------------------------------------------------------------

#: The outermost elements of both formats.
_MTGO: Final = "Deck"
_COCKATRICE: Final = "cockatrice_deck"

_EXPECTED: Final = "a deck of MTGO (.dek) or of Cockatrice (.cod)"


def is_xml(text: str) -> bool:
    """Whether a text begins as XML does."""
    return text.lstrip().startswith("<")


def rows_of_xml(text: str, file: str) -> Rows:
    """The rows of a deck in XML. Raises ``Refused``, with the line, for damage and for another document."""
    reader = _Elements(file)
    try:
        reader.parser.Parse(text.lstrip().encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        where = Where(file, error.lineno, error.offset + 1)
        raise bad("deck", f"the XML is damaged: {expat.ErrorString(error.code)}", where, _EXPECTED) from None
    return reader.found


class _Elements:
    """Takes the elements of one document as they come."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found = Rows(headed=True)
        self.root = ""
        self.zone = MAIN
        self.naming = False  # whether the text tells the deck's name
        self.said = ""
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartDoctypeDeclHandler = self._document_type
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def _where(self, quoted: str = "") -> Where:
        return Where(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1, quoted)

    def _document_type(self, *_: object) -> None:
        raise bad("deck", "a document type is not read: entities could be without end", self._where(), _EXPECTED)

    def _begin(self, name: str, given: dict[str, str]) -> None:
        if not self.root:
            if name not in (_MTGO, _COCKATRICE):
                raise bad("deck", f"'{place_quote(name)}' is no deck", self._where(), _EXPECTED)
            self.root = name
        elif name == "Cards" and self.root == _MTGO:
            aside = given.get("Sideboard", "").lower() == "true"
            self._row(given, "Quantity", "Name", SIDEBOARD if aside else MAIN)
        elif name == "zone":
            self.zone = SECTIONS.get(given.get("name", "").lower(), ASIDE)
        elif name == "card" and self.root == _COCKATRICE:
            self._row(given, "number", "name", self.zone)
        self.naming = name == "deckname"

    def _row(self, given: dict[str, str], count: str, name: str, section: str) -> None:
        called = given.get(name, "").strip()
        if not called:
            raise bad("deck", "a card without a name", self._where(), f'{name}="Lightning Bolt"')
        self.found.rows.append(Row(given.get(count, "1"), called, section, self._where(place_quote(called))))

    def _end(self, name: str) -> None:
        self.naming = False

    def _text(self, text: str) -> None:
        if self.naming:
            self.said += text
            self.found.called(self.said)
