"""How the words of the template language are spelled: plurals, articles, numbers, lists, verbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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

_SAME: Final = (
    "Aetherborn Djinn Efreet Eldrazi Equipment Kithkin Kor Merfolk Moonfolk Myr Nephilim Plains "
    "Samurai Spawn Treefolk Vedalken Viashino"
)
_PLURALS: Final = {
    **{word: word for word in _SAME.split()},
    "Elf": "Elves",
    "Dwarf": "Dwarves",
    "Wolf": "Wolves",
    "Werewolf": "Werewolves",
    "Mouse": "Mice",
    "Ox": "Oxen",
    "Hero": "Heroes",
}
_THIRD_PERSON: Final = {"have": "has", "can't": "can't", "don't": "doesn't", "do": "does"}


def plural(word: str) -> str:
    """The plural of a type, subtype or other noun."""
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def article(noun: str) -> str:
    """ "a" or "an" with the noun phrase."""
    vowel = noun[:1].lower() in "aeiou" and not noun.lower().startswith(("uni", "ur"))
    return f"{'an' if vowel or noun.lower().startswith('urz') else 'a'} {noun}"


def number_word(value: int) -> str:
    """A small number as a word, another as digits."""
    return NUMBER_WORDS[value] if 0 <= value < len(NUMBER_WORDS) else str(value)


def listed(items: Sequence[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b, and c"."""
    if len(items) < 3:
        return f" {word} ".join(items)
    return f"{', '.join(items[:-1])}, {word} {items[-1]}"


def third_person(verb: str) -> str:
    """The form of a verb after "he", "she" or "it"."""
    if verb in _THIRD_PERSON:
        return _THIRD_PERSON[verb]
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "o")) else "s")


def sentence(text: str, capital: bool = True) -> str:
    """The text with a capital first letter and a full stop."""
    done = text[:1].upper() + text[1:] if capital else text
    return done if done.endswith((".", '."')) else done + "."
