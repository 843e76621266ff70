"""Printed characteristics of a card or token (109.3, 707.2)."""

from __future__ import annotations

from typing import Final

from reiterate.terms.base import Ability, Term

#: The subtype of a spell that was cast as an Adventure (205.3k).
ADVENTURE: Final = "Adventure"

#: What a face-down spell or permanent is called, which has no name (708.2).
FACE_DOWN: Final = "face-down creature"

#: The subtype of enchantments with chapters (714).
SAGA: Final = "Saga"


class Proto(Term):
    """Copiable values of a card or token (707.2). Power and toughness are None for what has none."""

    name: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    mana_cost: tuple[str, ...] | None = None  # symbols without braces: ("2", "G"), hybrid "R/W", Phyrexian "G/P"
    power: int | None = None  # discrete: printed
    toughness: int | None = None  # discrete: printed
    loyalty: int | None = None  # discrete: printed
    abilities: tuple[Ability, ...] = ()
    token: bool = False
    back: Proto | None = (
        None  # the other face of a double-faced card (712.2, 712.3), an Adventure (715.2), or what it is face down
    )
    turning: bool = (
        False  # a face of a nonmodal double-faced card, whose other face comes up by an effect alone (712.2)
    )
    halves: tuple[Proto, ...] = ()  # of a split card: left, right, and with fuse both as one spell (709.3, 702.102)


def is_prototype(proto: Proto | None) -> bool:
    """Whether a card has a second set of power, toughness and mana cost (718.1): that is its other face, of the same name."""
    return proto is not None and proto.back is not None and proto.back.name == proto.name


def name_by_rules(proto: Proto) -> str:
    """The name that rules compare: of a token that was given none its subtypes and the word "Token" (111.4).

    Example: an Elf Warrior token is named "Elf Warrior Token". A token that copies a card has the card's name.
    Such a card has a mana cost, but for a basic land, whose name is also a subtype.
    """
    made = proto.token and proto.mana_cost is None and "basic" not in proto.supertypes
    return f"{proto.name} Token" if made and proto.subtypes and proto.name == " ".join(proto.subtypes) else proto.name


def face_down(*abilities: Ability) -> Proto:
    """What a card is as it is cast face down: a 2/2 creature without text or with these abilities (702.37a, 702.168a, 708.2)."""
    return Proto(FACE_DOWN, ("creature",), power=2, toughness=2, abilities=abilities)


def is_face_down(proto: Proto | None) -> bool:
    """Whether characteristics are those of something face down."""
    return proto is not None and proto.name == FACE_DOWN
