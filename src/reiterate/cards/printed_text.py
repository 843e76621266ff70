"""The text of an object: the clauses of its card as their source has them, and the engine's own words for what differs from that.

A clause is shown where the object has its abilities, so the words never say more than what the engine plays. The
abilities that no clause stands for are printed from their terms: those that effects gave, and exceptions of a copy. So are the
intrinsic abilities of lands (305.6), and all of a token or card that the book doesn't know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from reiterate.cards.book import CardBook
from reiterate.lazy_module import Later
from reiterate.oracle import CompiledCard
from reiterate.oracle.grammar.printing import host_words, show_lines
from reiterate.oracle.normal_text import without_reminders
from reiterate.refusals import Refusal
from reiterate.terms.base import Ability
from reiterate.terms.proto import Proto

if TYPE_CHECKING:
    from reiterate.oracle import compile
else:
    compile = Later("reiterate.oracle.compile")


@dataclass(frozen=True, slots=True)
class Piece:
    """Abilities of an object, and the clause that stands for them; "" for none."""

    text: str
    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A face of a card as its source has it: its facts with all abilities, and its clauses with the abilities that each stands for."""

    proto: Proto
    pieces: tuple[Piece, ...]


def printed_text(book: CardBook, name: str) -> PrintedText | None:
    """The text of the face of exactly this name; None where the book knows none, or can't tell which abilities are whose."""
    card = book.find(name) if book.knows(name) else None
    if card is None or isinstance(card, Refusal):
        return None
    if card.proto.name != name:
        alone = _face_alone(book, name)
        if alone is None:
            return None
        card = alone
    proto = card.proto
    own = len(proto.abilities) - sum(len(clause.abilities) for clause in card.clauses)
    if own < 0:
        return None
    pieces = [Piece("", proto.abilities[:own])] if own else []
    at = own
    for clause in card.clauses:
        behind = at + len(clause.abilities)
        pieces.append(Piece(without_reminders(clause.text), proto.abilities[at:behind]))
        at = behind
    return PrintedText(proto, tuple(pieces))


def _face_alone(book: CardBook, name: str) -> CompiledCard | None:
    """A back face, half or Adventure, compiled by itself."""
    facts = book.facts(name)
    faces = () if isinstance(facts, Refusal) else facts.get("card_faces") or ()
    part = next((each for each in faces if isinstance(each, dict) and each.get("name") == name), None)
    return None if part is None else book.compiler.compiled(msgspec.json.encode(compile.face_alone(part)))


def text_of(
    printed: PrintedText | None, proto: Proto, now: Sequence[Ability], base: Sequence[Ability] = ()
) -> list[str]:
    """What an object says now, line by line: clauses in printed order, what effects gave behind them, and what effects took away as lost."""
    own, given, lost = parts_of_text(printed, proto, now, base)
    return own + show_lines(given, proto.name, host_words(proto)) + lost


def parts_of_text(
    printed: PrintedText | None, proto: Proto, now: Sequence[Ability], base: Sequence[Ability] = ()
) -> tuple[list[str], tuple[Ability, ...], list[str]]:
    """What an object says of its own, line by line; the abilities that effects gave it; and lines that tell what effects took away.

    In: the text of the face that it is called after. ``proto``: its copiable values. ``now``: its abilities after all effects.
    ``base``: its copiable abilities as its choices fill them (607.2d), one for each of those of ``proto``; none where they are the same.
    """
    host = host_words(proto)
    left, found, lost = list(now), list[str](), list[str]()
    for piece in _pieces(printed, proto.abilities, base or proto.abilities):
        had = _taken(left, piece.abilities)
        if not piece.text:
            found += show_lines(had, proto.name, host)
        elif len(had) == len(piece.abilities):
            found.append(piece.text)
        else:
            found += show_lines(had, proto.name, host)
            lost.append(f"Lost: {piece.text}")
    return found, tuple(left), lost


def _taken(left: list[Ability], wanted: Sequence[Ability]) -> list[Ability]:
    """Those of some abilities that are still there; they are taken away."""
    found = [each for each in dict.fromkeys(wanted) for _ in range(min(left.count(each), wanted.count(each)))]
    for each in found:
        left.remove(each)
    return found


def _pieces(printed: PrintedText | None, own: Sequence[Ability], base: Sequence[Ability]) -> list[Piece]:
    """The abilities of ``base`` by the clauses that stand for those of ``own``, in the order of ``own``."""
    free = list(range(len(own)))
    found: list[tuple[int, Piece]] = []
    for piece in printed.pieces if printed is not None else ():
        places: list[int] = []
        for ability in piece.abilities:
            places += [place for place in free if own[place] == ability and place not in places][:1]
        if piece.text and places and len(places) == len(piece.abilities):
            free = [place for place in free if place not in places]
            found.append((places[0], Piece(piece.text, tuple(base[place] for place in places))))
    runs: list[list[int]] = []
    for place in free:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    found += [(run[0], Piece("", tuple(base[place] for place in run))) for run in runs]
    return [piece for _, piece in sorted(found, key=lambda each: each[0])]
