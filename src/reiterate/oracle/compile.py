"""A card's facts and text to terms: ``compile_card``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reiterate.oracle.card import INERT, NOT_UNDERSTOOD, UNDERSTOOD, Clause, CompiledCard
from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.face import front, markers, proto_of
from reiterate.oracle.words import BASIC_LANDS, CARD_TYPES
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
    context = context_of(proto, lines)
    clauses = [*(read_clause(line, context) for line in lines), *map(_marker, markers(face))]
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


def read_clause(line: str, context: Context) -> Clause:
    """Compile one line of text."""
    abilities = read_line(line, context)
    for ability in abilities:
        if isinstance(ability, NotUnderstood):
            return Clause(line, NOT_UNDERSTOOD, abilities, (ability.start, ability.end))
        if isinstance(ability, Inert):
            return Clause(line, INERT, abilities)
    return Clause(line, UNDERSTOOD, abilities)


def context_of(proto: Proto, lines: Sequence[str]) -> Context:
    """What the lines of a card need to know of it."""
    attached = {"Aura", "Equipment", "Fortification"} & set(proto.subtypes)
    return Context(
        name=proto.name,
        spell=bool({"instant", "sorcery"} & set(proto.types)),
        host=_host(proto, lines),
        attached=bool(attached),
        has_x="X" in (proto.mana_cost or ()),
    )


def _host(proto: Proto, lines: Sequence[str]) -> str:
    """What the text calls the object to which this is attached: "enchanted artifact", "equipped creature"."""
    if "Equipment" in proto.subtypes:
        return "equipped creature"
    if "Aura" not in proto.subtypes:
        return "enchanted creature"
    for line in lines:
        words = line.split()
        if words[0].lower() == "enchant" and len(words) > 1 and words[1].lower().isalpha():
            several = " or " in line or "," in line
            noun = "permanent" if several else words[1]
            return f"enchanted {noun if noun.lower() not in CARD_TYPES else noun.lower()}"
    return "enchanted creature"
