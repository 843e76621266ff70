"""Deck lists in XML: those of MTGO (``.dek``) and of Cockatrice (``.cod``).

The parser of the standard library is asked for its events alone. No tree is built, a document type is refused, and so nothing is ever expanded.
"""

from __future__ import annotations

from typing import Final
from xml.parsers import expat

from reiterate.boards.deck_rows import ASIDE, MAIN, SECTIONS, SIDEBOARD, Row, Rows
from reiterate.refusals import Where, place_quote
from reiterate.script.yaml_values import bad

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
