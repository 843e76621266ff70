"""Keyword abilities with something behind or inside their name: "toxic 2", "ward {2}", "snow forestwalk" (702.1)."""

from __future__ import annotations

from typing import Final

from reiterate.oracle.word_pieces import Words, split
from reiterate.terms.abilities import Keyword
from reiterate.terms.keywords import KEYWORDS, WITH_PARAMETER
from reiterate.terms.print_spelling import COLOR_WORDS

_TYPES: Final = ("creatures", "artifacts", "enchantments", "lands", "planeswalkers", "instants", "sorceries")
#: Other qualities that protection is from (702.16a): numbers of colors (105.2), spells of some color.
QUALITIES: Final = ("colored spells", "multicolored", "monocolored", "colorless", "all colors", "each color")
_NUMBERED: Final = ("annihilator", "toxic")
_WALK: Final = "walk"
#: The land types that landwalk names (702.14a), and what may stand in front of them or of "landwalk".
_LANDS: Final = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Desert")
_IN_FRONT: Final = ("snow", "legendary", "nonbasic", "artifact")


def worded_keyword(words: Words) -> list[Keyword] | None:
    """The keywords that such words are, several for protection from several qualities; None for other words."""
    if words[:1] and words[0] in _NUMBERED and len(words) == 2 and words[1].isdecimal():
        return [Keyword(words[0], words[1])]
    if words[:1] == ("ward",):
        rest = words[2:] if words[1:2] == ("—",) else words[1:]
        if rest and all(w.startswith("{") for w in rest):
            return [Keyword("ward", "".join(rest))]
        if len(rest) == 3 and rest[0] == "pay" and rest[1].isdecimal() and rest[2] == "life":
            return [Keyword("ward", " ".join(rest))]
        return None
    if words[:2] == ("protection", "from"):
        qualities = [q for q in words[2:] if q not in ("and", "from")]
        if " ".join(words[2:]) in QUALITIES:
            return [Keyword("protection", " ".join(words[1:]))]
        if all(q in COLOR_WORDS or q == "everything" or q[:1].isupper() or q in _TYPES for q in qualities):
            return [Keyword("protection", f"from {q}") for q in qualities]
    return _landwalk(words)


def worded_list(words: Words) -> list[Keyword] | None:
    """A list of keywords of which one has something behind or inside its name; None for other words.

    "Flying, ward {2}, and protection from black and from red": what begins with "from" is one more
    quality (702.16g).
    """
    found: list[Keyword] = []
    plain = True
    for part in split(tuple("," if word == "and" else word for word in words), ","):
        if part[:1] == ("from",) and found and found[-1].name == "protection":
            part = ("protection", *part)
        name = " ".join(part)
        if name in KEYWORDS and name not in WITH_PARAMETER:
            found.append(Keyword(name))
            continue
        more = worded_keyword(part)
        if more is None or len(more) != 1:
            return None
        plain = False
        found += more
    return None if plain else found


def _landwalk(words: Words) -> list[Keyword] | None:
    """ "islandwalk", "snow forestwalk", "nonbasic landwalk" (702.14a)."""
    if not words or len(words) > 2 or not words[-1].lower().endswith(_WALK):
        return None
    front, kind = words[:-1], words[-1].lower().removesuffix(_WALK)
    land = next((name for name in _LANDS if name.lower() == kind), "land" if kind == "land" and front else "")
    if not land or any(word not in _IN_FRONT for word in front):
        return None
    return [Keyword("landwalk", " ".join((*front, land)))]
