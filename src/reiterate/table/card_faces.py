"""What stands on the cards that a chair sees: cost, types and text (``cards/printed_text.py``).

A face is that of a name. A permanent that says something else now has a text of its own on the board (``Permanent.text``).
Such are exceptions of a copy, and what effects gave or took away.
"""

from __future__ import annotations

from reiterate.ask.answer import Board
from reiterate.ask.answer_parts import Part
from reiterate.ask.building_board import board_of
from reiterate.cards import CardBook
from reiterate.cards.printed_text import PrintedText, parts_of_text, printed_text, text_of
from reiterate.oracle.grammar.printing import host_words, show_lines
from reiterate.refusals import Refusal
from reiterate.rules.access.faces import front_of, is_down
from reiterate.rules.characteristics.derived import grants_to
from reiterate.rules.characteristics.evaluate import READING, statics, view
from reiterate.rules.characteristics.printed_characteristics import as_chosen
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.state.model import BATTLEFIELD, STACK, State
from reiterate.terms.base import Ability
from reiterate.terms.proto import Proto
from reiterate.terms.vocabulary import COLORS


class Face(Part, frozen=True):
    """What stands on a card or a token: its cost such as ``{2}{G}``, its types, a line of text for each ability.

    ``colors``: letters of its colors, "" for none (105.2). ``size``: printed power and toughness, or printed loyalty, "" for what has none.
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

    def text(handle: int) -> tuple[list[str], dict[str, str]] | None:
        cls = state.rows[handle].cls
        own = cls.proto
        face = None if own is None else found.get(own.name)
        if own is None or face is None:
            return None
        now = view(state, handle).abilities
        if now == face.proto.abilities:
            return None
        had, new, lost = parts_of_text(face.printed, own, now, as_chosen(cls).abilities)
        given: dict[str, str] = {}
        for by, abilities in _givers(state, handle, new).items():
            given |= dict.fromkeys(show_lines(abilities, own.name, host_words(own)), by)
        said = [*had, *given, *lost]
        return None if said == face.text else (said, given)

    return board_of(state, text)


def _givers(state: State, handle: int, given: tuple[Ability, ...]) -> dict[str, tuple[Ability, ...]]:
    """Abilities that effects gave to a permanent, by the name of the permanent whose static ability gives them; "" for any other effect."""
    found: dict[str, tuple[Ability, ...]] = {}
    giving = grants_to(state, handle, statics(state), READING)
    for ability in given:
        names = {getattr(state.rows[at].cls.proto, "name", "") for at, effect in giving if ability in effect.abilities}
        by = names.pop() if len(names) == 1 else ""
        found[by] = (*found.get(by, ()), ability)
    return found


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
        under = front_of(row.cls) if is_down(row.cls) else None
        for proto in (row.cls.proto, under):
            if proto is not None and proto != UNKNOWN_CARD and proto.name:
                apart = proto is under or row.cls.zone not in (BATTLEFIELD, STACK)
                protos.setdefault(proto.name, []).append((proto, not apart))
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
    loyalty = "" if proto.loyalty is None else str(proto.loyalty)
    size = loyalty if proto.power is None else f"{proto.power}/{proto.toughness}"
    return Face(
        name=proto.name,
        cost=cost,
        types=types,
        text=named.text,
        colors="".join(c for c in COLORS if c in proto.colors),
        size=size,
        picture=picture,
    )
