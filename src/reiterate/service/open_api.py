"""The description of the API (OpenAPI 3.1): requests and answers by the schemas of their Structs."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastapi import FastAPI

from reiterate.service import asked
from reiterate.service.problems import MEDIA, SCHEMA
from reiterate.show import shipped_forms
from reiterate.show.answer_json import answer_schema, verdict_schema
from reiterate.show.answer_quantities import Quantity

_JSON: Final = "application/json"
_HERE: Final = "#/components/schemas/"

#: What a refusal may be answered with, and what that says.
_REFUSED: Final = {
    400: "The body is no JSON.",
    403: "A page of another site asks.",
    408: "The body came too slowly.",
    409: "The claim is false.",
    413: "The body is too large.",
    415: "The body is not said to be JSON.",
    421: "The server is not called so.",
    422: "The question was understood and has no answer here.",
    429: "The client asks too much at once.",
    500: "A bug.",
    503: "The server has no room at the moment.",
}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": _HERE + name}


def _responses(content: dict[str, Any], refused: tuple[int, ...]) -> dict[int | str, dict[str, Any]]:
    problem = {MEDIA: {"schema": _ref("Problem")}}
    codes = (*refused, 403, 408, 413, 421, 422, 429, 500, 503)
    found: dict[int | str, dict[str, Any]] = {200: {"description": "The answer.", "content": content}}
    return found | {code: {"description": _REFUSED[code], "content": problem} for code in sorted(codes)}


def _events(content: dict[str, Any]) -> dict[str, Any]:
    """An answer, or the same as events."""
    text = "Events `progress`, and at the end `answer` or `problem`. Closing the connection ends the work."
    return {**content, "text/event-stream": {"schema": {"type": "string", "description": text}}}


#: What each verb answers where that is no ``answer/1``.
_ANSWERED: Final[dict[str, Any]] = {
    "certificate": {_JSON: {"schema": {"type": "object", "description": "A certificate (docs/certificates.md)."}}},
    "judge": {
        _JSON: {"schema": {"anyOf": [_ref("Answer"), {"type": "object", "additionalProperties": _ref("Verdict")}]}}
    },
    "combo": {_JSON: {"schema": _ref("Answer")}, "text/yaml": {"schema": {"type": "string"}}},
    "cards": {_JSON: {"schema": {"type": "array", "items": _ref("Card")}}},
    "card_names": {_JSON: {"schema": {"type": "array", "items": {"type": "string"}}}},
    "explain": {_JSON: {"schema": _ref("Explained")}},
}


def verb(name: str, kind: type[asked.Asked]) -> dict[str, Any]:
    """The description of a verb whose request is a body."""
    content = _ANSWERED.get(name, {_JSON: {"schema": _ref("Answer")}})
    body = {"required": True, "content": {_JSON: {"schema": _ref(kind.__name__)}}}
    return {"responses": _responses(_events(content), (400, 409, 415)), "extra": {"requestBody": body}}


def check() -> dict[str, Any]:
    """The description of the checker."""
    content = {_JSON: {"schema": _ref("Checked")}}
    body = {"required": True, "content": {_JSON: {"schema": {"type": "object"}}}}
    return {"responses": _responses(_events(content), (400, 409, 415)), "extra": {"requestBody": body}}


def by_address(name: str) -> dict[str, Any]:
    """The description of a question that stands in the address."""
    return {"responses": _responses(_events(_ANSWERED[name]), ())}


def describe(app: FastAPI) -> None:
    """Let an application describe itself with the schemas of all requests and answers."""
    made = app.openapi
    kept: dict[str, Any] = {}

    def described() -> dict[str, Any]:
        if not kept:
            kept.update(made())
            kept.setdefault("components", {}).setdefault("schemas", {}).update(_schemas())
        return kept

    app.openapi = described  # type: ignore[method-assign] # the way that FastAPI's manual shows


def _schemas() -> dict[str, Any]:
    found: dict[str, Any] = {"Problem": SCHEMA, "Explained": _EXPLAINED}
    for made in (answer_schema(), verdict_schema()):
        found |= {name: _moved(part) for name, part in made["$defs"].items()}
    kinds = [
        asked.RunAsked,
        asked.LoopAsked,
        asked.FindAsked,
        asked.CertifyAsked,
        asked.JudgeAsked,
        asked.SeveralAsked,
        asked.ComboAsked,
    ]
    forms = [shipped_forms.Card, shipped_forms.Checked]
    _, parts = msgspec.json.schema_components([*kinds, *forms], schema_hook=_written, ref_template=_HERE + "{name}")
    return found | parts


def _written(kind: type) -> dict[str, Any]:
    if kind is Quantity:
        return _ref("Quantity")
    raise NotImplementedError(kind)


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


def _moved(schema: Any) -> Any:
    """A schema whose parts stand among those of the API."""
    if isinstance(schema, dict):
        return {
            key: _HERE + value.removeprefix("#/$defs/") if key == "$ref" else _moved(value)
            for key, value in schema.items()
        }
    return [_moved(each) for each in schema] if isinstance(schema, list) else schema
