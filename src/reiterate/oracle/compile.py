"""A card's facts and text to terms: ``compile_card``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from reiterate.oracle.card import INERT, NOT_UNDERSTOOD, UNDERSTOOD, Clause, CompiledCard
from reiterate.oracle.face import front, markers, proto_of
from reiterate.oracle.words import BASIC_LANDS
from reiterate.terms.nodes import (
    Ability,
    Activated,
    AddMana,
    Inert,
    NotUnderstood,
    Proto,
    TapCost,
)


def compile_card(data: Mapping[str, Any]) -> CompiledCard:
    """Compile the front face of a card.

    in: facts in the shape of Scryfall's card objects. out: the printed facts with abilities in printed
    order (intrinsic mana abilities of basic land types first, 305.6) and one clause for each line of text; what
    is not understood is carried as ``NotUnderstood``. Raises nothing for any text.
    """
    face = front(data)
    proto = proto_of(face)
    lines = [line for line in str(face.get("oracle_text") or "").split("\n") if line.strip()]
    clauses = [*(read_clause(line, proto) for line in lines), *map(_marker, markers(face))]
    abilities = [*intrinsic(proto), *(ability for clause in clauses for ability in clause.abilities)]
    return CompiledCard(
        name=str(data.get("name", proto.name)),
        proto=replace(proto, abilities=tuple(abilities)),
        clauses=tuple(clauses),
    )


def intrinsic(proto: Proto) -> list[Ability]:
    """The mana abilities a land has by its basic land types (305.6)."""
    return [
        Activated((TapCost(),), (AddMana((BASIC_LANDS[subtype],)),))
        for subtype in proto.subtypes
        if subtype in BASIC_LANDS and "land" in proto.types
    ]


def _marker(text: str) -> Clause:
    """The clause that stands for something outside the text that is not understood."""
    return Clause(text, NOT_UNDERSTOOD, (NotUnderstood(text, 0, len(text)),), (0, len(text)))


def read_clause(line: str, proto: Proto) -> Clause:
    """Compile one line of the text of ``proto``."""
    return _marker(line)
