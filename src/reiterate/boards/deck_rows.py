"""What each format of a deck list is read as: rows with a number, a name as it is written, and a section."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from reiterate.refusals import Where

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
