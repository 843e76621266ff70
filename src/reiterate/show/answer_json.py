"""Answers as JSON, and the JSON schemas of ``answer/0`` and ``verdict/1``, made from the Structs."""

from __future__ import annotations

from typing import Any

import msgspec

from reiterate.show.answer import Answer
from reiterate.show.answer_quantities import SCHEMA, Quantity
from reiterate.show.answer_verdict import Verdict


def as_json(value: msgspec.Struct) -> Any:
    """A JSON value: in, an answer, a part of one or a plain form; out, objects, lists, texts, truth values and null."""
    return msgspec.to_builtins(value, enc_hook=_written)


def _written(value: Any) -> Any:
    if isinstance(value, Quantity):
        return value.written()
    raise NotImplementedError(type(value))


def answer_schema() -> dict[str, Any]:
    """The JSON schema of ``answer/0``."""
    return _made(Answer, "answer/0", "What run, loop, find, certify and judge say of a board: '--json=answer'")


def verdict_schema() -> dict[str, Any]:
    """The JSON schema of ``verdict/1``."""
    return _made(Verdict, "verdict/1", "What a judge says of a case: 'reiterate judge FILE --json'")


def _made(struct: type[msgspec.Struct], name: str, title: str) -> dict[str, Any]:
    """The schema of a Struct and of all its parts."""
    (made,), parts = msgspec.json.schema_components([struct], schema_hook=_schema, ref_template="#/$defs/{name}")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name, "title": title}
    for part in parts.values():
        part["description"] = " ".join(
            part.get("description", "").split()
        )  # wherever its lines are broken in the source
    return {**head, **made, "$defs": {**parts, "Quantity": SCHEMA}}


def _schema(kind: type) -> dict[str, Any]:
    if kind is Quantity:
        return {"$ref": "#/$defs/Quantity"}
    raise NotImplementedError(kind)
