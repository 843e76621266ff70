"""Editions of the Comprehensive Rules: which number the section on shortcuts has had, and the rules on draws by loops.

The engine cites the numbers of the newest edition (``refusals.EDITION``). What is shown is renumbered for the edition
that is asked for; certificates keep their numbers. An edition is named by a day on which it was in force,
or by the day of its publication.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from reiterate.refusals import EDITION, INPUT, Refusal

#: The section on shortcuts, and the rules on draws by loops, as the engine cites them.
CITED: Final = int(EDITION)
_DRAW: Final = "104.4b"
_LIMITED: Final = "104.4f"
#: The section on "infinite" loops before there were shortcuts.
INFINITE_LOOPS: Final = 421
_OF_SHORTCUTS: Final = re.compile(rf"\b{CITED}\.(\d)([a-z]?)")
#: The rules of section 421 by those of the section on shortcuts that say the same. The others it does not have.
_OF_421: Final = MappingProxyType({"1": "421.1", "2": "421.2", "3": "421.3", "4": "421.4"})

#: The first day of the texts that are known in part: G.18 quotes the Comprehensive Rules of that day.
EARLIEST: Final = "1999-04-23"


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition. ``since``: the date from which its numbers hold. ``section``: 0 where only G.18 is known of it.

    ``draw`` and ``limited``: the rules on draws by loops; ``limited`` is "" where there is no such rule.
    """

    since: str
    section: int
    draw: str
    limited: str

    def renumbered(self, citations: str) -> str:
        """Citations such as "732.2a, 104.4b" with the numbers of this edition; rules that it does not have keep theirs."""
        if self.section == INFINITE_LOOPS:
            numbers = _OF_SHORTCUTS.sub(lambda found: _OF_421.get(found.group(1), found.group(0)), citations)
        elif self.section:
            numbers = _OF_SHORTCUTS.sub(lambda found: f"{self.section}.{found.group(1)}{found.group(2)}", citations)
        else:
            return citations
        numbers = re.sub(rf"\b{_DRAW}", self.draw, numbers)
        return re.sub(rf"\b{_LIMITED}", self.limited, numbers) if self.limited else numbers

    def refused(self, refusal: Refusal) -> Refusal:
        """A refusal that cites its rule by the number of this edition."""
        section = str(self.section) if self.section else refusal.edition
        return replace(refusal, rule=self.renumbered(refusal.rule), edition=section)


#: Of 1999 to 2003 the sentences are known that G.18 quotes, and no numbers.
_QUOTED: Final = Edition(EARLIEST, 0, "", "")

#: The editions with whose first day in force a number became another one, oldest first.
EDITIONS: Final = (
    Edition("2003-03-15", 421, "102.6", ""),
    Edition("2005-08-01", 421, "102.4b", ""),
    Edition("2009-07-11", 713, "104.4b", ""),
    Edition("2009-09-04", 713, "104.4b", "104.4f"),
    Edition("2010-04-23", 714, "104.4b", "104.4f"),
    Edition("2011-05-01", 715, "104.4b", "104.4f"),
    Edition("2011-09-30", 716, "104.4b", "104.4f"),
    Edition("2016-07-22", 718, "104.4b", "104.4f"),
    Edition("2016-11-11", 719, "104.4b", "104.4f"),
    Edition("2018-07-13", 720, "104.4b", "104.4f"),
    Edition("2019-10-04", 721, "104.4b", "104.4f"),
    Edition("2020-04-17", 722, "104.4b", "104.4f"),
    Edition("2021-07-23", 724, "104.4b", "104.4f"),
    Edition("2021-11-19", 725, "104.4b", "104.4f"),
    Edition("2022-06-10", 726, "104.4b", "104.4f"),
    Edition("2022-10-07", 727, "104.4b", "104.4f"),
    Edition("2024-02-02", 728, "104.4b", "104.4f"),
    Edition("2024-03-08", 729, "104.4b", "104.4f"),
    Edition("2025-04-04", 730, "104.4b", "104.4f"),
    Edition("2025-07-25", 731, "104.4b", "104.4f"),
    Edition("2026-08-07", 732, "104.4b", "104.4f"),
)

#: Days of publication on which another edition was in force, with a day of the edition that was published.
_PUBLISHED: Final = MappingProxyType(
    {"2006-06-01": "2004-06-01", "2021-07-12": "2021-07-23", "2021-11-15": "2021-11-19"}
)


def edition_of(date: str) -> Edition | Refusal:
    """The edition of a date such as "2009-07-11"; the newest for "".

    A refusal for what is no date, and for a date before the first text that is known. So is a year behind the newest
    edition refused: nobody knows its numbers yet.
    """
    if not date:
        return EDITIONS[-1]
    newest = EDITIONS[-1].since
    expected = f"a date such as {newest}, not before {EARLIEST}"
    written = _PUBLISHED.get(date.strip(), date.strip())
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", written):
        return Refusal(INPUT, "edition", f"'{date[:40]}' is no date", expected)
    try:
        asked = datetime.date.fromisoformat(written)
    except ValueError:
        return Refusal(INPUT, "edition", f"'{date[:40]}' is no date", expected)
    if asked < datetime.date.fromisoformat(EARLIEST) or asked.year > datetime.date.fromisoformat(newest).year:
        return Refusal(INPUT, "edition", f"no edition of {date.strip()} is known", expected)
    found = [edition for edition in EDITIONS if datetime.date.fromisoformat(edition.since) <= asked]
    return found[-1] if found else _QUOTED
