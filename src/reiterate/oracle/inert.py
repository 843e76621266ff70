"""Clauses that are understood and do nothing in a game as it is played here, each with its reason.

A reason begins with a word that rules code may ask for: "deck" (matters before the game only) or
"combat" (matters only when creatures block).
"""

from __future__ import annotations

import re
from typing import Final

DECK: Final = "deck: matters only before the game begins"
UNUSED: Final = "option: a way of casting or an ability of another zone that nobody uses here"
BACK: Final = "option: the card can't be turned over or played as its back face here"
COMBAT: Final = "combat: matters only when creatures block"

#: Patterns over the whole normal text.
_TABLE: Final = tuple(
    (re.compile(pattern), why)
    for pattern, why in (
        (r"companion — .*", DECK),
        (r"partner", DECK),
        (r"friends forever", DECK),
        (r"choose a Background", DECK),
        (r"doctor 's companion", DECK),
        (r"~ can be your commander \.", DECK),
        (r"a deck can have any number of cards named ~ \.", DECK),
        (r"splice onto [A-Z]\w+ (\{.*\}|— .*)", UNUSED),
        (r"(mega)?morph (\{[^{}]+\} ?)+", UNUSED),
        (
            r"(ninjutsu|unearth|encore|dash|disturb|foretell|plot|bestow|transmute) (\{[^{}]+\} ?)+",
            UNUSED,
        ),
        (r"forecast — .*", UNUSED),
        (r"flanking", COMBAT),
        (r"bushido \d+", COMBAT),
        (r"rampage \d+", COMBAT),
        (r"banding", COMBAT),
    )
)


def inert_reason(normal_text: str) -> str:
    """Why a clause in normal form does nothing, or an empty text."""
    text = normal_text.strip()
    return next((why for pattern, why in _TABLE if pattern.fullmatch(text)), "")
