"""The description of the API (OpenAPI 3.1): requests and answers by the schemas of their Structs."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

import msgspec
from fastapi import FastAPI

from reiterate.lazy_module import Later
from reiterate.service import asked
from reiterate.service.pool import NICE
from reiterate.service.problems import MEDIA
from reiterate.service.processes import start_process

if TYPE_CHECKING:
    from reiterate.service import open_api_schemas
else:
    open_api_schemas = Later("reiterate.service.open_api_schemas")

_JSON: Final = "application/json"
_HERE: Final = "#/components/schemas/"

#: What a refusal may be answered with, and what that says.
_REFUSED: Final = {
    401: "The secret opens no seat of the game.",
    400: "The body is no JSON.",
    403: "A page of another site asks.",
    404: "There is nothing at this address.",
    408: "The body came too slowly.",
    409: "The claim is false; or the number is not the next one.",
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


def _list(name: str) -> dict[str, Any]:
    return {_JSON: {"schema": {"type": "array", "items": _ref(name)}}}


#: What each address of games answers where that is no entry that was made.
_OF_GAMES: Final[dict[str, Any]] = {
    "begin": {_JSON: {"schema": _ref("Begun")}},
    "session": {_JSON: {"schema": _ref("Seat")}},
    "view": {_JSON: {"schema": _ref("View")}},
    "entries": _list("Shown"),
    "happened": _list("Happened"),
    "behind": {_JSON: {"schema": _ref("Behind")}},
    "preview": {_JSON: {"schema": _ref("Preview")}},
    "ruling": {_JSON: {"schema": _ref("Verdict")}},
    "export": {kind: {"schema": {}} for kind in (_JSON, "text/yaml", "text/plain", "text/html", "application/yaml")},
    "follow": {"text/event-stream": {"schema": {"type": "string", "description": "One event `entry` for each entry."}}},
}

#: How a client shows which seat it has.
_LINKS: Final[dict[str, Any]] = {
    "link": {"type": "http", "scheme": "bearer", "description": "The secret of a link."},
    "seat": {"type": "apiKey", "in": "cookie", "name": "reiterate-seat"},
}

#: What each verb answers where that is no ``answer/1``.
_ANSWERED: Final[dict[str, Any]] = {
    "certificate": {_JSON: {"schema": {"type": "object", "description": "A certificate (docs/certificates.md)."}}},
    "judge": {
        _JSON: {"schema": {"anyOf": [_ref("Answer"), {"type": "object", "additionalProperties": _ref("Answer")}]}}
    },
    "position": {"text/yaml": {"schema": {"type": "string", "description": "A position file (docs/positions.md)."}}},
    "watch": {_JSON: {"schema": _ref("Watched")}},
    "combo": {_JSON: {"schema": _ref("Answer")}, "text/yaml": {"schema": {"type": "string"}}},
    "cards": {_JSON: {"schema": _ref("Answer")}},
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
    content = {_JSON: {"schema": _ref("Answer")}}
    body = {"required": True, "content": {_JSON: {"schema": {"type": "object"}}}}
    return {"responses": _responses(_events(content), (400, 409, 415)), "extra": {"requestBody": body}}


def by_address(name: str) -> dict[str, Any]:
    """The description of a question that stands in the address."""
    return {"responses": _responses(_events(_ANSWERED[name]), ())}


def of_game(name: str, kind: type[msgspec.Struct] | None) -> dict[str, Any]:
    """The description of an address of games; ``kind``: its request."""
    content = _OF_GAMES.get(name, {_JSON: {"schema": _ref("Entered")}})
    found = _responses(content, (401, 404, 409) if kind is None else (400, 401, 404, 409, 415))
    if name in ("begin", "leave"):
        found[{"begin": 201, "leave": 204}[name]] = found.pop(200)
    if name == "leave":
        found[204] = {"description": "Forgotten."}
    extra: dict[str, Any] = {} if name in ("begin", "session", "leave") else {"security": [{"link": []}, {"seat": []}]}
    if kind is not None:
        extra["requestBody"] = {"required": True, "content": {_JSON: {"schema": _ref(kind.__name__)}}}
    return {"responses": found, "extra": extra}


def describe(app: FastAPI) -> None:
    """Let an application describe itself with the schemas of all requests and answers."""
    made = app.openapi
    kept: dict[str, Any] = {}

    def described() -> dict[str, Any]:
        if not kept:
            kept.update(_with(made(), open_api_schemas.schemas()))
        return kept

    app.openapi = described  # type: ignore[method-assign] # the way that FastAPI's manual shows
    app.state.addresses = made


def _with(description: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    components = description.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas)
    components["securitySchemes"] = _LINKS
    return description


async def described_apart(app: FastAPI) -> bytes:
    """The description as JSON, for an application that goes on answering meanwhile: the schemas need half of the package, so a process makes them."""
    try:
        process = await start_process("reiterate.service.open_api_schemas", nicer=NICE)
        schemas, _ = await process.communicate()
    except OSError:
        schemas = b""
    if not schemas:
        return json.dumps(await asyncio.to_thread(app.openapi)).encode("ascii")
    addresses = await asyncio.to_thread(app.state.addresses)
    return json.dumps(_with(addresses, json.loads(schemas))).encode("ascii")
