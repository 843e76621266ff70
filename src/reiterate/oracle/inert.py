"""Clauses that are understood and do nothing in a game as it is played here, each with its kind (``terms/unusable.py``)."""

from __future__ import annotations

import re
from typing import Final

from reiterate.terms.unusable import BEGINS, DECK, OPENS, UNUSED_KEYWORDS

#: Patterns over the whole normal text.
_DECK: Final = (
    r"partner",
    r"partner —( [\w&]+)+",
    r"friends forever",
    r"choose a Background",
    r"[Dd]octor 's companion",
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
    *((re.compile(pattern), kind) for pattern, kind in _OPENING),
    *((re.compile(word + one.behind), one.kind) for word, one in UNUSED_KEYWORDS.items()),
)


def inert_kind(normal_text: str) -> str:
    """The kind of a clause in normal form that does nothing; "" for any other."""
    text = normal_text.strip()
    return next((kind for pattern, kind in _TABLE if pattern.fullmatch(text)), "")
