"""The colour identity of a card (903.4): the colours of the mana symbols in its cost and rules text, and of its colour indicator.

Symbols are looked for in the terms, and in the words of clauses that are not read. A keyword's reminder text is in neither (903.4c).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from reiterate.terms.abilities import Carried, Inert, NotUnderstood
from reiterate.terms.base import Part, Term, children
from reiterate.terms.proto import Proto
from reiterate.terms.unusable import MODAL, TURNED
from reiterate.terms.vocabulary import COLORS

#: Fields of symbols that stand in the text of a card.
_SYMBOLS: Final = ("symbols", "mana_cost", "mana")
#: Fields of symbols that a player chooses among. All five are the words "any color", which are no symbols.
_CHOICES: Final = ("choice", "kinds")
_REMINDER: Final = re.compile(r"\([^()]*\)")
_IN_BRACES: Final = re.compile(r"\{([^{}]+)\}")


@lru_cache(maxsize=1_000)
def color_identity(card: Proto) -> frozenset[str]:
    """The colours in a card's identity, with those of its other faces and halves (903.4d, 903.4e).

    Example: Alesha, Who Smiles at Death has {2}{R} as its cost and {W/B} in an ability: W, B and R.
    A face that is not read has no symbols here: ask ``unread_face`` first.
    """
    found: set[str] = set(card.colors)
    for face in (card.back, *card.halves):
        found |= color_identity(face) if face is not None else frozenset()
    for name, part in children(card):
        if name not in ("back", "halves", "colors"):
            _symbols(name, part, found)
    return frozenset(found)


def unread_face(card: Proto) -> str:
    """The words of a face of the card that is not read; "" where all its faces are read."""
    for ability in card.abilities:
        if isinstance(ability, Inert) and ability.kind in (TURNED, MODAL):
            return ability.text
        if isinstance(ability, Carried) and ability.what == "face":
            return ability.text
    return ""


def _colors_of(symbol: object) -> set[str]:
    """The colours of a symbol: of "R/W" both, of "2" none."""
    return {color for color in COLORS if color in str(symbol).split("/")}


def _symbols(name: str, part: Part, found: set[str]) -> None:
    """Add the colours of the symbols in a field."""
    if isinstance(part, NotUnderstood):
        for symbol in _IN_BRACES.findall(_REMINDER.sub("", part.text)):
            found.update(_colors_of(symbol))
    elif isinstance(part, Term):
        for each, inner in children(part):
            _symbols(each, inner, found)
    elif isinstance(part, tuple):
        if name in _SYMBOLS or (name in _CHOICES and len(part) < len(COLORS)):
            found.update(color for symbol in part for color in _colors_of(symbol))
        else:
            for inner in part:
                _symbols(name, inner, found)
