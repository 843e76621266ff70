"""Answers as JSON, and the JSON schema of ``answer/0``, both made from the Structs."""

from __future__ import annotations

from typing import Any

import msgspec

from reiterate.show.answer import Answer
from reiterate.show.answer_quantities import SCHEMA, Quantity


def as_json(value: msgspec.Struct) -> Any:
    """A JSON value: in, an answer, a part of one or a plain form; out, objects, lists, texts, truth values and null."""
    return msgspec.to_builtins(value, enc_hook=_written)


def _written(value: Any) -> Any:
    if isinstance(value, Quantity):
        return value.written()
    raise NotImplementedError(type(value))


def answer_schema() -> dict[str, Any]:
    """The JSON schema of ``answer/0``."""
    (made,), parts = msgspec.json.schema_components([Answer], schema_hook=_schema, ref_template="#/$defs/{name}")
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "answer/0",
        "title": "What run, loop, find and certify say of a board: '--json=answer'",
    }
    for part in parts.values():
        part["description"] = " ".join(
            part.get("description", "").split()
        )  # wherever its lines are broken in the source
    return {**head, **made, "$defs": {**parts, "Quantity": SCHEMA}}


def _schema(kind: type) -> dict[str, Any]:
    if kind is Quantity:
        return {"$ref": "#/$defs/Quantity"}
    raise NotImplementedError(kind)
