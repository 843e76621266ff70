"""What stands on the cards that a chair sees: cost, types and text, as the engine has read them."""

from __future__ import annotations

from reiterate.ask.answer_parts import Part
from reiterate.cards import CardBook
from reiterate.oracle.grammar.printing import host_words, show_lines
from reiterate.refusals import Refusal
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from reiterate.terms.vocabulary import COLORS


class Face(Part, frozen=True):
    """What stands on a card or a token: its cost such as ``{2}{G}``, its types, a line of text for each ability.

    ``colors``: letters of its colors, "" for none (105.2). ``size``: printed power and toughness, "" for what has none.
    ``picture``: the address of its picture as the card file has it, "" for none.
    """

    name: str
    cost: str
    types: str
    text: list[str]
    colors: str
    size: str
    picture: str = ""


def faces_of(state: State, book: CardBook) -> list[Face]:
    """The faces of a position as a chair sees it, in the order of their names; unknown cards have none. ``book``: where their pictures are known."""
    found: dict[str, Proto] = {}
    for row in state.rows.values():
        proto = row.cls.proto
        if proto is not None and proto != UNKNOWN_CARD and proto.name:
            found.setdefault(proto.name, proto)
    return [_face(found[name], _picture(book, name)) for name in sorted(found)]


def token_faces(state: State) -> list[Face]:
    """The faces of the tokens of a position: a shortcut may make some that nobody has seen before."""
    there = [row.cls.proto for row in state.rows.values() if row.cls.proto is not None and row.cls.proto.token]
    found = {proto.name: proto for proto in there if proto.name}
    return [_face(found[name], "") for name in sorted(found)]


def _picture(book: CardBook, name: str) -> str:
    """The address of a card's picture: ``image_uris`` of the card, or of its first face."""
    facts = book.facts(name)
    if isinstance(facts, Refusal):
        return ""
    faces = facts.get("card_faces")
    for part in (facts, *(faces if isinstance(faces, list) else [])):
        known = part.get("image_uris") if isinstance(part, dict) else None
        if isinstance(known, dict):
            return str(known.get("normal", ""))
    return ""


def _face(proto: Proto, picture: str) -> Face:
    words = " ".join(word.capitalize() for word in (*proto.supertypes, *proto.types))
    types = words + (f" — {' '.join(proto.subtypes)}" if proto.subtypes else "")
    cost = "".join(f"{{{symbol}}}" for symbol in proto.mana_cost or ())
    text = show_lines(proto.abilities, proto.name, host_words(proto))
    size = "" if proto.power is None else f"{proto.power}/{proto.toughness}"
    return Face(
        name=proto.name,
        cost=cost,
        types=types,
        text=text,
        colors="".join(c for c in COLORS if c in proto.colors),
        size=size,
        picture=picture,
    )
