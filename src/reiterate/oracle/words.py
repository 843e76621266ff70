"""The vocabulary of card text: card types, supertypes (205.4), subtypes (205.3), ability words (207.2c).

The lists are closed. A word that is on none of them stops the reading of a clause.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from reiterate.terms.print_spelling import plural

CARD_TYPES: Final = (
    "artifact",
    "battle",
    "creature",
    "enchantment",
    "instant",
    "land",
    "planeswalker",
    "sorcery",
)
SUPERTYPES: Final = ("basic", "legendary", "snow", "world")


@cache
def creature_types() -> frozenset[str]:
    """The creature types among the subtypes that are known (205.3m)."""
    text = resources.files("reiterate.oracle").joinpath("subtypes.txt").read_text("utf-8")
    block = text.partition("# creatures")[2].partition("\n")[2].partition("\n#")[0]
    return frozenset(block.split())


@cache
def subtypes() -> dict[str, str]:
    """Every subtype, singular and plural, with its singular."""
    text = resources.files("reiterate.oracle").joinpath("subtypes.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    words = " ".join(lines).split()
    return {plural(word): word for word in words} | {word: word for word in words}
