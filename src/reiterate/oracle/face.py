"""The printed facts of a card beside its text: type line (205), mana cost (202), power and toughness (208)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from reiterate.oracle.words import CARD_TYPES, SUPERTYPES
from reiterate.terms.proto import Proto

_SYMBOL: Final = re.compile(r"\{([^{}\s]+)\}")
_DIGITS: Final = re.compile(r"[+-]?[0-9]+")

#: A number with more digits than are read on a card.
TOO_LONG: Final = re.compile(r"[0-9]{4301,}")

#: Types that stand on cards; kindred alone is no noun of card text here.
_PRINTED_TYPES: Final = (*CARD_TYPES, "kindred")

#: Layouts whose first face is the whole card as far as its text goes.
PLAIN_LAYOUTS: Final = frozenset({"", "normal", "saga", "class", "mutate", "token", "host", "augment"})

#: The layout of nonmodal double-faced cards (712.2).
NONMODAL: Final = "transform"

#: Layouts whose front face plays as a card of its own (712.8a, 712.8d).
BACK_LAYOUTS: Final = frozenset({NONMODAL, "modal_dfc"})

#: The layout of modal double-faced cards, of which either face may be cast or played (712.3).
MODAL: Final = "modal_dfc"

#: The layout of split cards (709).
SPLIT: Final = "split"

#: The layout of adventurer cards (715.2), and of Omen cards (720.2).
ADVENTURER: Final = "adventure"

#: Subtypes whose rules are not among the clauses of the text.
RULED_SUBTYPES: Final = {
    "Spacecraft": "Spacecraft is a creature only when charged",
    "Case": "Case has to be solved",
    "Room": "Room has doors",
    "Contraption": "Contraption is assembled",
    "Attraction": "Attraction is visited",
}


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A type line in parts; ``unknown`` are words before the dash that are no type or supertype."""

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    unknown: tuple[str, ...]


def type_line(text: str) -> TypeLine:
    """Read "Legendary Creature — Elf Druid"; types in lower case, subtypes as printed."""
    before, _, after = text.replace("–", "—").replace(" - ", " — ").partition("—")
    words = [word.lower() for word in before.split()]
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    types = tuple(word for word in words if word in _PRINTED_TYPES)
    unknown = tuple(word for word in words if word not in (*SUPERTYPES, *_PRINTED_TYPES))
    return TypeLine(supertypes, types, tuple(_subtypes(after)), unknown)


def _subtypes(text: str) -> list[str]:
    """The subtypes after the dash; "Time Lord" is the one of two words (205.3m)."""
    words = text.replace("Time Lord", "Time_Lord").split()
    return [word.replace("_", " ") for word in words]


def mana_symbols(text: str) -> tuple[str, ...]:
    """The symbols of "{2}{G/P}" without braces."""
    return tuple(symbol.upper() for symbol in _SYMBOL.findall(text))


def printed_number(text: Any) -> int | None:
    """A printed power, toughness or loyalty, or None where it is not a plain number."""
    if isinstance(text, str) and TOO_LONG.search(text):
        return None
    return int(text) if isinstance(text, int | str) and _DIGITS.fullmatch(str(text)) else None


def front(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts of the first face, completed by those of the card."""
    faces = data.get("card_faces") or ()
    if not faces:
        return data
    return {
        **data,
        **faces[0],
        "colors": stated_colors(faces[0]),
        "layout": data.get("layout", ""),
        "card_faces": faces,
    }


def stated_colors(face: Mapping[str, Any]) -> tuple[str, ...]:
    """The colours that the facts state, or where they state none those of the mana cost (202.2)."""
    stated = face.get("colors")
    if stated is None:
        stated = "".join(mana_symbols(TOO_LONG.sub("", str(face.get("mana_cost") or ""))))
    return tuple(c for c in "WUBRG" if c in stated)


def proto_of(face: Mapping[str, Any]) -> Proto:
    """The printed characteristics of a face, without abilities."""
    line = type_line(str(face.get("type_line", "")))
    cost = TOO_LONG.sub("", str(face.get("mana_cost") or ""))
    return Proto(
        name=str(face.get("name", "")),
        types=line.types,
        subtypes=line.subtypes,
        supertypes=line.supertypes,
        colors=stated_colors(face),
        mana_cost=mana_symbols(cost) if cost else None,
        power=printed_number(face.get("power")),
        toughness=printed_number(face.get("toughness")),
        loyalty=printed_number(face.get("loyalty")),
    )


class Marker(NamedTuple):
    """What a card does outside its lines of text and nothing here reads, in words.

    ``fact``: it is a fact of type line, size, cost or loyalty, and no other face. ``stat``: the size that is no plain number.
    """

    text: str
    fact: bool = True
    stat: str = ""


def markers(face: Mapping[str, Any]) -> list[Marker]:
    """What the card does outside its lines of text and nothing here reads."""
    line = type_line(str(face.get("type_line", "")))
    found = [Marker(f"the type line has the word {word}") for word in line.unknown]
    found += [Marker(f"{word} is a card type without rules here") for word in line.types if word == "battle"]
    if not line.types:
        found.append(Marker("the type line names no card type"))
    found += [Marker(RULED_SUBTYPES[word]) for word in line.subtypes if word in RULED_SUBTYPES]
    for stat in ("power", "toughness"):
        printed = face.get(stat)
        if printed is None or printed_number(printed) is not None:
            continue
        if TOO_LONG.search(str(printed)):
            found.append(Marker(f"{stat} has too many digits"))
        else:
            found.append(Marker(f"{stat} {printed} is defined by an ability", stat=stat))
    if TOO_LONG.search(str(face.get("mana_cost") or "")):
        found.append(Marker("a number of the mana cost has too many digits"))
    if "planeswalker" in line.types and printed_number(face.get("loyalty")) is None:
        found.append(Marker("loyalty is not a plain number"))
    layout = str(face.get("layout", ""))
    if layout in BACK_LAYOUTS:
        return found
    if layout not in PLAIN_LAYOUTS or len(face.get("card_faces") or ()) > 1:
        found.append(Marker(parts_of(layout), fact=False))
    return found


def parts_of(layout: str) -> str:
    """The words of the marker for the other parts of a card of a layout."""
    return f"back face or parts of the layout {layout}"


#: What stands for another face where the front face has the card's characteristics as long as no other one is chosen (710, 715.4, 718, 712).
CARRIED_FACES: Final = frozenset(map(parts_of, ("adventure", "flip", "meld", "prototype")))


def back(face: Mapping[str, Any]) -> str:
    """The words for a back face that is left out, or an empty text (712.8a: elsewhere it has the front's facts alone)."""
    layout = str(face.get("layout", ""))
    return f"back face of the layout {layout}" if layout in BACK_LAYOUTS else ""
