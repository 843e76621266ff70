"""What stands on the cards that a chair sees: cost, types and text (``cards/printed_text.py``).

A face is that of a name. A permanent that says something else now has a text of its own on the board (``Permanent.text``).
Such are exceptions of a copy, and what effects gave or took away.
"""

from __future__ import annotations

from reiterate.ask.answer import Board
from reiterate.ask.answer_parts import Part
from reiterate.ask.building_board import board_of
from reiterate.cards import CardBook
from reiterate.cards.printed_text import PrintedText, printed_text, text_of
from reiterate.refusals import Refusal
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import as_chosen
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.state.model import BATTLEFIELD, STACK, State
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
    """The faces of a position as a chair sees it, in the order of their names; unknown cards have none. ``book``: where their texts and pictures are known."""
    found = _named(state, book)
    return [_face(found[name], _picture(book, name)) for name in sorted(found)]


def token_faces(state: State, book: CardBook) -> list[Face]:
    """The faces of the tokens of a position: a shortcut may make some that nobody has seen before."""
    there = {row.cls.proto.name for row in state.rows.values() if row.cls.proto is not None and row.cls.proto.token}
    found = _named(state, book)
    return [_face(found[name], "") for name in sorted(there & found.keys())]


def board_with_texts(state: State, book: CardBook) -> Board:
    """The board of a position as a chair sees it; permanents that say something else than the face of their name say so."""
    found = _named(state, book)

    def text(handle: int) -> list[str] | None:
        cls = state.rows[handle].cls
        own = cls.proto
        face = None if own is None else found.get(own.name)
        if own is None or face is None:
            return None
        now = view(state, handle).abilities
        if now == face.proto.abilities:
            return None
        said = text_of(face.printed, own, now, as_chosen(cls).abilities)
        return None if said == face.text else said

    return board_of(state, text)


class _Named:
    """What is called by one name: its printed text, where the book knows it, and what its face shows."""

    __slots__ = ("printed", "proto", "text")

    def __init__(self, proto: Proto, printed: PrintedText | None) -> None:
        self.printed = printed
        self.proto = proto
        self.text = text_of(printed, proto, proto.abilities)


def _named(state: State, book: CardBook) -> dict[str, _Named]:
    """What is called by each name of a position.

    Where the book knows the name and no card that lies apart is another one, the face is that of the book. So it stays the
    same while copies with exceptions come and go.
    """
    protos: dict[str, list[tuple[Proto, bool]]] = {}
    for row in state.rows.values():
        proto = row.cls.proto
        if proto is not None and proto != UNKNOWN_CARD and proto.name:
            protos.setdefault(proto.name, []).append((proto, row.cls.zone in (BATTLEFIELD, STACK)))
    found: dict[str, _Named] = {}
    for name, there in protos.items():
        printed = printed_text(book, name)
        own = next((proto for proto, copied in there if not copied and not proto.token), None)
        if printed is not None and own is None:
            own = printed.proto
        found[name] = _Named(own if own is not None else there[0][0], printed)
    return found


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


def _face(named: _Named, picture: str) -> Face:
    proto = named.proto
    words = " ".join(word.capitalize() for word in (*proto.supertypes, *proto.types))
    types = words + (f" — {' '.join(proto.subtypes)}" if proto.subtypes else "")
    cost = "".join(f"{{{symbol}}}" for symbol in proto.mana_cost or ())
    size = "" if proto.power is None else f"{proto.power}/{proto.toughness}"
    return Face(
        name=proto.name,
        cost=cost,
        types=types,
        text=named.text,
        colors="".join(c for c in COLORS if c in proto.colors),
        size=size,
        picture=picture,
    )
