"""The vocabulary of card text: subtypes (205.3), card types, colours, counters, number words, plurals.

The lists are closed. A word that is on none of them stops the reading of a clause.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

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
COLOR_WORDS: Final = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COLOR_NAMES: Final = {symbol: word for word, symbol in COLOR_WORDS.items()}
NUMBER_WORDS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
)
#: The mana abilities that a land has by its basic land types (305.6).
BASIC_LANDS: Final = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}

_IRREGULAR: Final = {
    "Elf": "Elves",
    "Dwarf": "Dwarves",
    "Wolf": "Wolves",
    "Werewolf": "Werewolves",
    "Thief": "Thieves",
    "Mouse": "Mice",
    "Fox": "Foxes",
    "Ox": "Oxen",
    "Octopus": "Octopuses",
    "Fungus": "Funguses",
    "Hero": "Heroes",
    "Djinn": "Djinn",
    "Efreet": "Efreet",
    "Myr": "Myr",
    "Moonfolk": "Moonfolk",
    "Merfolk": "Merfolk",
    "Kithkin": "Kithkin",
    "Eldrazi": "Eldrazi",
    "Nephilim": "Nephilim",
    "Samurai": "Samurai",
    "Equipment": "Equipment",
    "Homarid": "Homarids",
    "Plains": "Plains",
    "Kor": "Kor",
    "Aetherborn": "Aetherborn",
    "Vedalken": "Vedalken",
    "Viashino": "Viashino",
    "Treefolk": "Treefolk",
    "Sphinx": "Sphinxes",
    "Phoenix": "Phoenixes",
    "Leech": "Leeches",
    "Lynx": "Lynxes",
    "sorcery": "sorceries",
}


def plural(word: str) -> str:
    """The plural of a type or subtype."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


@cache
def subtypes() -> dict[str, str]:
    """Every subtype (205.3), singular and plural, with its singular."""
    text = resources.files("reiterate.oracle").joinpath("subtypes.txt").read_text("utf-8")
    known: dict[str, str] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            for word in line.split():
                known[plural(word)] = word
    known.update({word: word for word in list(known.values())})
    return known


def number_word(value: int) -> str:
    """A small number as a word, a large one as digits."""
    return NUMBER_WORDS[value] if value < len(NUMBER_WORDS) else str(value)
