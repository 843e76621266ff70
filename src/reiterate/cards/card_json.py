"""Compiled cards as bytes and back, strictly: bytes that are no compiled card give None."""

from __future__ import annotations

from typing import Any

import msgspec

from reiterate.decoded import NotDecoded, guarded
from reiterate.oracle.card import Clause, CompiledCard
from reiterate.terms.code import BadTerm, from_json, to_json
from reiterate.terms.proto import Proto


class _Clause(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A clause: its abilities and its readings are terms as JSON."""

    text: str
    status: str
    abilities: list[Any]
    span: tuple[int, int]
    fact: bool
    readings: list[list[Any]]


class _Card(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A compiled card: its printed facts are a term as JSON."""

    name: str
    proto: list[Any]
    clauses: list[_Clause]


_DECODER = msgspec.json.Decoder(_Card)


def card_bytes(card: CompiledCard) -> bytes:
    """A compiled card as JSON."""
    clauses = [
        _Clause(c.text, c.status, to_json(c.abilities), c.span, c.fact, [to_json(each) for each in c.readings])
        for c in card.clauses
    ]
    return msgspec.json.encode(_Card(card.name, to_json((card.proto,)), clauses))


def card_of_bytes(content: bytes) -> CompiledCard | None:
    """The compiled card of some bytes; None where they are none."""
    try:
        read = guarded(lambda: _DECODER.decode(content), content)
        (proto,) = from_json(read.proto)
        clauses = tuple(
            Clause(c.text, c.status, from_json(c.abilities), c.span, c.fact, tuple(map(from_json, c.readings)))
            for c in read.clauses
        )
    except (NotDecoded, BadTerm, ValueError):
        return None
    return CompiledCard(read.name, proto, clauses) if isinstance(proto, Proto) else None
