"""Clauses that are understood and do nothing in a game as it is played here, each with its reason.

A reason begins with a word that rules code may ask for: "deck" (matters before the game only), "begins" and "opens" (matters in an
opening hand only), or the kind of a keyword that can't be used yet (``terms/unusable.py``, which has the one table of these).
"""

from __future__ import annotations

import re
from typing import Final

from reiterate.terms.unusable import BEGINS, COMBAT, KEYWORDS, OPENS, OPTION

DECK: Final = "deck: matters only before the game begins"
BACK: Final = f"{OPTION}: the card can't be turned over or played as its back face here"
_WHY: Final = {
    OPTION: f"{OPTION}: a way of casting or an ability of another zone that nobody uses here",
    COMBAT: f"{COMBAT}: matters only when creatures block",
    BEGINS: f"{BEGINS}: matters only before the first turn, when the card may be put onto the battlefield",
    OPENS: f"{OPENS}: matters only before the first turn, and is not offered there",
}

#: Patterns over the whole normal text.
_DECK: Final = (
    r"partner",
    r"partner —( [\w&]+)+",
    r"friends forever",
    r"choose a Background",
    r"doctor 's companion",
    r"~ can be your commander \.",
    r"a deck can have any number of cards named ~ \.",
)
#: Actions with a card of an opening hand (103.5b, 103.6).
_OPENING: Final = (
    (
        r"if (~|this card) is in your opening hand , you may begin the game with (it|him|her|~) on the battlefield \.",
        BEGINS,
    ),
    (r"if (~|this card) is in your opening hand and .*", OPENS),
    (r"you may reveal (~|this card) from your opening hand \. .*", OPENS),
    (r"any time you could mulligan and (~|this card) is in your hand , .*", OPENS),
)
_TABLE: Final = (
    *((re.compile(pattern), DECK) for pattern in _DECK),
    *((re.compile(pattern), _WHY[kind]) for pattern, kind in _OPENING),
    *((re.compile(word + one.behind), _WHY[one.kind]) for word, one in KEYWORDS.items()),
)


def inert_reason(normal_text: str) -> str:
    """Why a clause in normal form does nothing, or an empty text."""
    text = normal_text.strip()
    return next((why for pattern, why in _TABLE if pattern.fullmatch(text)), "")
