"""What mana may be spent on where that is restricted (106.6): a closed language of spells and abilities."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from reiterate.terms.filters import Filter
from reiterate.terms.print_spelling import plural

_TYPES: Final = ("artifact", "battle", "creature", "enchantment", "instant", "planeswalker", "sorcery")
_IRREGULAR: Final = {plural(word): word for word in ("Elf", "Dwarf", "Wolf", "Werewolf", "Mouse", "Ox", "Hero")}

_PARTS: Final = re.compile(r" or (?:to )?(?=cast |activate |pay )")
#: What mana may be spent on that is barred from some spells alone (111.10h): costs of effects, to attack and to block.
_ELSE: Final = "pay anything else"
_SPELLS: Final = re.compile(r"cast (an? )?(?:(.+?) )?(spells?)(?: from (exile|your graveyard|your hand))?")
_ABILITIES: Final = re.compile(r"activate (?:abilities|an ability)(?: of (.+?)( sources?)?)?")
_LIST: Final = re.compile(r", (?:and/or |and |or )?| and/or | and | or ")


class Only(NamedTuple):
    """Spells, each with the zone they are cast from, and abilities of what: on the battlefield, or of any source.

    ``other``: whether it may also be spent on what is neither a spell nor an activated ability.
    """

    spells: tuple[tuple[Filter, str], ...]
    abilities: tuple[tuple[Filter, str], ...]
    other: bool = False


@cache
def only_of(text: str) -> Only | None:
    """What the words behind "spend this mana only to" allow; None for words that are not of the language."""
    spells: list[tuple[Filter, str]] = []
    abilities: list[tuple[Filter, str]] = []
    parts = _PARTS.split(text)
    for part in parts[:-1] if len(parts) > 1 and parts[-1] == _ELSE else parts:
        cast = _SPELLS.fullmatch(part)
        activate = _ABILITIES.fullmatch(part)
        if cast is not None:
            if bool(cast[1]) == (cast[3] == "spells"):
                return None  # "a creature spells"
            zone = (cast[4] or "").removeprefix("your ")
            found = _filters(cast[2] or "")
            spells += [(one, zone) for one in found]
        elif activate is not None:
            many = not activate[2] and not (activate[1] or "").startswith(("a ", "an "))
            found = _filters(activate[1] or "", many)
            abilities += [(one, "" if activate[2] or not activate[1] else "battlefield") for one in found]
        else:
            return None
        if not found:
            return None
    return Only(tuple(spells), tuple(abilities), parts[-1] == _ELSE)


def _filters(text: str, many: bool = False) -> list[Filter]:
    """The sets that a list of kinds names, ``many``: in the plural; [] for words that are not known."""
    if not text:
        return [Filter()]
    found = [_filter(words, many) for words in _LIST.split(text)]
    return [one for one in found if one is not None] if None not in found else []


def _filter(text: str, many: bool) -> Filter | None:
    types: list[str] = []
    without: list[str] = []
    subtypes: list[str] = []
    supertypes: list[str] = []
    colorless = False
    words = re.sub(r"^an? ", "", text).split(" ")
    for at, said in enumerate(words):
        word = _singular(said) if many and at == len(words) - 1 else said
        if word in _TYPES:
            types.append(word)
        elif word.removeprefix("non") in _TYPES:
            without.append(word.removeprefix("non"))
        elif word == "legendary":
            supertypes.append(word)
        elif word == "colorless":
            colorless = True
        elif word[:1].isupper():
            subtypes.append(word)
        else:
            return None
    return Filter(
        types=tuple(types),
        without_types=tuple(without),
        subtypes=tuple(subtypes),
        supertypes=tuple(supertypes),
        colorless=colorless,
    )


def _singular(word: str) -> str:
    """The singular of a plural; "" where it is none, or could be that of two words ("Zombies")."""
    found = {word[:-1], word[:-2], word[:-3] + "y", _IRREGULAR.get(word, word)} if len(word) > 4 else {word}
    singular = [one for one in sorted(found) if plural(one) == word]
    return singular[0] if len(singular) == 1 else ""
