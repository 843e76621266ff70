"""Which kinds of counters do something by the rules alone (122.1), and which of those are not implemented."""

from __future__ import annotations

import re
from typing import Final

from reiterate.terms.keywords import KEYWORDS

#: The keywords that a keyword counter can be (122.1b).
_OF_COUNTERS: Final = (
    "flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof",
    "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
)  # fmt: skip
_KEYWORDS: Final = frozenset({*KEYWORDS, *_OF_COUNTERS})
#: Counters of shield, defense and rads (122.1c, g, i).
_BY_NAME: Final = frozenset({"shield", "defense", "rad"})
_SIZES: Final = ("+1/+1", "-1/-1")
_SIGNS: Final = frozenset("+-/")
_KIND: Final = re.compile(r"[-+/a-z0-9]+( [-+/a-z0-9]+)*")


def is_kind(name: str) -> bool:
    """Whether words can name a kind of counters: small letters, digits and signs, with single spaces between words."""
    return _KIND.fullmatch(name) is not None


def not_implemented(kind: str) -> bool:
    """Whether counters of a kind do something by the rules that is not implemented.

    These are keyword counters and their variants (122.1b), and counters of other sizes than +1/+1 and -1/-1
    (122.1a). Shield, defense and rad counters are among them (122.1c, g, i).
    """
    if kind in _SIZES:
        return False
    return bool(_SIGNS & set(kind)) or kind in _BY_NAME or kind in _KEYWORDS or _is_variant(kind)


def _is_variant(kind: str) -> bool:
    """Whether a keyword is followed by words of its own, such as "hexproof from black"."""
    return any(kind.startswith(f"{keyword} ") for keyword in _KEYWORDS)
