"""The schemas of all requests and answers, for the description of the API: imported when somebody asks for it."""

from __future__ import annotations

import json
import sys
from typing import Any, Final

import msgspec

from reiterate.ask.answer import Answer
from reiterate.ask.answer_json import opened
from reiterate.ask.answer_parts import SCHEMA as QUANTITY
from reiterate.ask.answer_parts import Quantity
from reiterate.ask.answer_verdict import Verdict
from reiterate.ask.watched import Watched
from reiterate.service import asked
from reiterate.service.problems import SCHEMA
from reiterate.table.seat_view import Behind, Happened, Preview, Shown, View

#: Where the description has its schemas.
HERE: Final = "#/components/schemas/"

#: The JSON schemas of what stands around the values of the table.
_AROUND: Final[dict[str, Any]] = {
    "Begun": {
        "type": "object",
        "required": ["game", "secrets", "last"],
        "properties": {
            "game": {"type": "string"},
            "secrets": {"type": "object", "additionalProperties": {"type": "string"}},
            "last": {"type": "integer"},
        },
    },
    "Entered": {
        "type": "object",
        "required": ["number", "last"],
        "properties": {"number": {"type": "integer"}, "last": {"type": "integer"}},
    },
    "Seat": {
        "type": "object",
        "required": ["game", "who"],
        "properties": {"game": {"type": "string"}, "who": {"type": "string"}},
    },
}

#: The JSON schema of what a word means.
_EXPLAINED: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["format", "meaning", "rows"],
    "properties": {
        "format": {"const": "explained/1"},
        "meaning": {"type": "string"},
        "rows": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["head", "lines"],
                "properties": {"head": {"type": "string"}, "lines": {"type": "array", "items": {"type": "string"}}},
            },
        },
    },
}


def schemas() -> dict[str, Any]:
    """Each schema by its name."""
    kinds = [each for each in vars(asked).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    forms = [Answer, Verdict, Watched, View, Shown, Happened, Behind, Preview]
    _, parts = msgspec.json.schema_components([*kinds, *forms], schema_hook=_written, ref_template=HERE + "{name}")
    asks = {each.__name__ for each in kinds}
    told = {name: part if name in asks else opened(part) for name, part in parts.items()}
    return {"Problem": SCHEMA, "Explained": _EXPLAINED, "Quantity": QUANTITY, **_AROUND, **told}


def _written(kind: type) -> dict[str, Any]:
    if kind is Quantity:
        return {"$ref": HERE + "Quantity"}
    raise NotImplementedError(kind)


def main() -> None:
    """The process: it writes them."""
    sys.stdout.write(json.dumps(schemas()))


if __name__ == "__main__":
    main()
