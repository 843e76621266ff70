"""Sets of objects, by what they are."""

from __future__ import annotations

from typing import Final

from reiterate.terms.base import Term

#: The controller of a set that is the defending player.
DEFENDING: Final = "defending"


class Compare(Term):
    """A number of an object compared with a printed number: ``stat`` is power, toughness or manavalue.

    ``op`` "=X": equal to the X announced, which stands in the place of ``value`` as something is chosen (107.3).
    """

    stat: str
    op: str  # ">=", "<=", "==" or "=X"
    value: int


class Filter(Term):
    """A set of objects, by what they are. Empty fields say nothing; ``controller`` is any, you, opponent or defending.

    "defending": the player that the source attacks, or whose planeswalker it attacks (508.5).
    """

    types: tuple[str, ...] = ()  # all of these card types
    any_of: tuple[str, ...] = ()  # at least one of these card types ("artifact or enchantment")
    without_types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    without_supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()  # all of these subtypes
    any_subtype: tuple[str, ...] = ()  # at least one ("Spirit or Arcane", "Elf or Faerie")
    without_subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    any_colors: tuple[str, ...] = ()  # at least one of these colours ("white or black")
    without_colors: tuple[str, ...] = ()
    colorless: bool = False
    token: bool | None = None
    named: str = ""
    controller: str = "any"
    another: bool = False  # not the source itself
    tapped: bool | None = None
    keyword: str = ""
    without_keyword: str = ""
    compare: Compare | None = None
    counter: str = ""  # has at least one counter of this kind
    without_name: str = ""  # "not named"
    attacking: bool = False
    blocking: bool = False
    fighting: bool = False  # "attacking or blocking"
    fresh: bool = False  # entered the battlefield this turn
    bare: bool = False  # has no abilities (113.12)
    chosen: str = ""  # "type" or "color": what was chosen as the source entered
