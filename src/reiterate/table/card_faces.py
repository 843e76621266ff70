"""What stands on the cards that a chair sees: cost, types and text, as the engine has read them."""

from __future__ import annotations

from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.show.answer_parts import Part
from reiterate.state.model import State
from reiterate.terms.print_abilities import host_words, show
from reiterate.terms.proto import Proto
from reiterate.terms.symbols import COLORS


class Face(Part, frozen=True):
    """What stands on a card or a token: its cost such as ``{2}{G}``, its types, a line of text for each ability.

    ``colors``: letters of its colors, "" for none (105.2). ``size``: printed power and toughness, "" for what has none.
    """

    name: str
    cost: str
    types: str
    text: list[str]
    colors: str
    size: str


def faces_of(state: State) -> list[Face]:
    """The faces of a position as a chair sees it, in the order of their names; unknown cards have none."""
    found: dict[str, Proto] = {}
    for row in state.rows.values():
        proto = row.cls.proto
        if proto is not None and proto != UNKNOWN_CARD and proto.name:
            found.setdefault(proto.name, proto)
    return [_face(found[name]) for name in sorted(found)]


def _face(proto: Proto) -> Face:
    words = " ".join(word.capitalize() for word in (*proto.supertypes, *proto.types))
    types = words + (f" — {' '.join(proto.subtypes)}" if proto.subtypes else "")
    cost = "".join(f"{{{symbol}}}" for symbol in proto.mana_cost or ())
    text = [show(each, proto.name, host_words(proto)) for each in proto.abilities]
    size = "" if proto.power is None else f"{proto.power}/{proto.toughness}"
    return Face(
        name=proto.name,
        cost=cost,
        types=types,
        text=text,
        colors="".join(c for c in COLORS if c in proto.colors),
        size=size,
    )
