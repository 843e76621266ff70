"""Deck lists line by line: plain text, and what Arena, MTGO, Moxfield, Archidekt and Forge write (``docs/imports.md``)."""

from __future__ import annotations

import re
from typing import Final

from reiterate.boards.deck_rows import ABOUT, ASIDE, COMMANDER, MAIN, SECTIONS, SIDEBOARD, Row, Rows, section_of
from reiterate.refusals import Where, place_quote
from reiterate.script.yaml_values import bad

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
        return line.endswith(":") and not line[0].isdigit()

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
