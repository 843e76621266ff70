"""Editions of the Comprehensive Rules: which number the section on shortcuts has had, and the rules on draws by loops.

The engine knows the numbers of one edition, in which the section on shortcuts is 730. What is shown is renumbered for
the edition that is asked for; certificates keep their numbers.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Final

from reiterate.refusals import INPUT, Refusal

#: The section on shortcuts, and the rules on draws by loops, as the engine cites them.
CITED: Final = 730
_DRAW: Final = "104.4b"
_LIMITED: Final = "104.4f"
_OF_SHORTCUTS: Final = re.compile(rf"\b{CITED}(?=\.\d)")


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition. ``since``: the date from which its numbers hold. ``limited``: "" where it has no such rule."""

    since: str
    section: int
    draw: str
    limited: str

    def renumbered(self, text: str) -> str:
        """A text with the rule numbers of this edition."""
        shown = _OF_SHORTCUTS.sub(str(self.section), text)
        shown = shown.replace(_DRAW, self.draw)
        return shown.replace(_LIMITED, self.limited) if self.limited else shown


#: The editions from which on a number is another one, oldest first.
EDITIONS: Final = (
    Edition("2003-03-15", 421, "102.6", ""),
    Edition("2005-08-01", 421, "102.4b", ""),
    Edition("2006-06-01", 421, "102.6", ""),
    Edition("2006-07-15", 421, "102.4b", ""),
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
    Edition("2021-07-12", 724, "104.4b", "104.4f"),
    Edition("2021-11-15", 725, "104.4b", "104.4f"),
    Edition("2022-06-10", 726, "104.4b", "104.4f"),
    Edition("2022-10-07", 727, "104.4b", "104.4f"),
    Edition("2024-02-06", 728, "104.4b", "104.4f"),
    Edition("2024-03-08", 729, "104.4b", "104.4f"),
    Edition("2025-04-04", 730, "104.4b", "104.4f"),
    Edition("2025-07-25", 731, "104.4b", "104.4f"),
    Edition("2026-08-07", 732, "104.4b", "104.4f"),
)


def edition_of(date: str) -> Edition | Refusal:
    """The edition in force on a date ("2009-07-11"); the newest for "". A refusal for what is no date, or too early."""
    if not date:
        return EDITIONS[-1]
    first = EDITIONS[0].since
    expected = f"a date such as 2026-01-16, not before {first}"
    try:
        asked = datetime.date.fromisoformat(date.strip())
    except ValueError:
        return Refusal(INPUT, "edition", f"'{date[:40]}' is no date", expected)
    found = [edition for edition in EDITIONS if datetime.date.fromisoformat(edition.since) <= asked]
    if not found:
        return Refusal(INPUT, "edition", f"no edition of {date.strip()} is known", expected)
    return found[-1]
