"""Answers as JSON, and the JSON schema of ``answer/1``, made from the Structs."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from reiterate.ask.answer import Answer
from reiterate.ask.answer_parts import SCHEMA, Quantity

#: The ``$id`` of each schema that ships begins with this, and ends with the name of its file: a name, and no place to fetch it from.
IDS: Final = "urn:reiterate:schema:"


def as_json(value: msgspec.Struct) -> Any:
    """A JSON value: in, an answer or a part of one; out, objects, lists, texts, truth values and null."""
    return msgspec.to_builtins(value, enc_hook=_written)


def _written(value: Any) -> Any:
    if isinstance(value, Quantity):
        return value.written()
    raise NotImplementedError(type(value))


def answer_schema() -> dict[str, Any]:
    """The JSON schema of ``answer/1``.

    Objects may have more fields than the schema names. An open list may have other words than its examples.
    So the schema of this version accepts the answers of later versions.
    """
    made = _made(Answer, "answer-1", "What is said of a board, of a certificate or of cards: '--json'")
    found: dict[str, Any] = opened(made)
    return found


def _made(struct: type[msgspec.Struct], name: str, title: str) -> dict[str, Any]:
    """The schema of a Struct and of all its parts. ``name``: that of its file, without the ending."""
    (made,), parts = msgspec.json.schema_components([struct], schema_hook=_schema, ref_template="#/$defs/{name}")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": IDS + name, "title": title}
    for part in parts.values():
        part["description"] = " ".join(
            part.get("description", "").split()
        )  # wherever its lines are broken in the source
    return {**head, **made, "$defs": {**parts, "Quantity": SCHEMA}}


def opened(part: Any) -> Any:
    """A schema whose objects may have more fields, and whose open lists of words are examples."""
    if isinstance(part, list):
        return [opened(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {key: opened(each) for key, each in part.items() if key != "x-open"}
    if found.get("additionalProperties") is False:
        del found["additionalProperties"]
    if part.get("x-open"):
        words = found.pop("enum")
        found |= {"type": "string", "examples": words}
    return found


def _schema(kind: type) -> dict[str, Any]:
    if kind is Quantity:
        return {"$ref": "#/$defs/Quantity"}
    raise NotImplementedError(kind)
