"""Tokens that a position file describes in words (111.4): types, subtypes, colors and keywords, each of a closed list."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from reiterate.oracle.words import CARD_TYPES, SUPERTYPES, subtypes
from reiterate.script.yaml_text import Table
from reiterate.script.yaml_values import bad, items_of, quantity_of, text_of
from reiterate.terms.abilities import Keyword
from reiterate.terms.keywords import KEYWORDS
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.proto import Proto

#: Types that a permanent can have (110.4).
_TYPES: Final = tuple(word for word in CARD_TYPES if word not in ("instant", "sorcery"))
_COLORS: Final = tuple(COLOR_WORDS.values())


def token_of(table: Table) -> Proto:
    """A token described in the file; a list or a line of words says its types, subtypes and colors.

    Raises ``Refused`` for a word that is none of them.
    """
    name_value = table.get("token")
    assert name_value is not None
    name = text_of(name_value)
    line = [word.lower() for word in _words(table, "types")]
    _each(table, "types", line, (*_TYPES, *SUPERTYPES), "type of a permanent")
    types = tuple(word for word in line if word in _TYPES) or ("creature",)
    kinds = [subtypes().get(word[:1].upper() + word[1:], word) for word in _words(table, "subtypes")]
    _each(table, "subtypes", kinds, subtypes(), "subtype", "a subtype such as Elf")
    colors = [COLOR_WORDS.get(word.lower(), word.upper()) for word in _words(table, "colors")]
    _each(table, "colors", colors, _COLORS, "color")
    value = table.get("keywords")
    keywords = [text_of(item).lower() for item in items_of(value)] if value is not None else []
    _each(table, "keywords", keywords, KEYWORDS, "keyword that is understood")
    power, toughness = _number(table, "power"), _number(table, "toughness")
    if "creature" in types and (power is None or toughness is None):
        raise bad("token", f"the token {name} has no power and toughness", table.where, "power: N and toughness: N")
    return Proto(
        name,
        types,
        tuple(kinds) or tuple(name.split(" ")),
        tuple(word for word in line if word in SUPERTYPES),
        tuple(color for color in _COLORS if color in colors),
        None,
        power,
        toughness,
        None,
        tuple(Keyword(word) for word in keywords),
        True,
    )


def _words(table: Table, key: str) -> list[str]:
    """The words behind a key, in a list or in one line."""
    value = table.get(key)
    return [word for item in items_of(value) for word in text_of(item).split()] if value is not None else []


def _number(table: Table, key: str) -> int | None:
    value = table.get(key)
    return quantity_of(value) if value is not None else None


def _each(table: Table, key: str, said: list[str], known: Collection[str], what: str, expected: str = "") -> None:
    """Raise ``Refused`` for the first word that is not on a list."""
    for word in said:
        if word not in known:
            value = table.get(key)
            assert value is not None
            raise bad(
                "token" if key != "keywords" else "keyword",
                f"'{word[:40]}' is no {what}",
                value.where,
                expected or ", ".join(known),
                "205",
            )
