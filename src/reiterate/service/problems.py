"""Refusals as problem details (RFC 9457): the same code, place, expectation and rule that the command line tells.

The status says what a program can do:

- 409: the claim is false (exit code 1).
- 422: the question was understood and has no answer here. ``exit`` and ``kind`` tell which of the exit codes 2, 3 and 4 it is.
- 4xx otherwise: the request itself is wrong.
- 429 and 503: the same request may be made later.
- 500: a bug of ours.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from starlette.responses import Response

from reiterate.refusals import AMBIGUOUS, EDITION, EXIT_CODES, FALSE, ILLEGAL, INPUT, UNDETERMINED, UNSUPPORTED, Refusal
from reiterate.untrusted_text import json_text

#: The media type of problem details.
MEDIA: Final = "application/problem+json"

#: The HTTP status of a refusal, by the exit code of the command line.
STATUSES: Final[dict[int, int]] = {1: 409, 2: 422, 3: 422, 4: 422, 70: 500}

#: What a status means, in the title of a problem without a kind of refusal.
_TITLES: Final[dict[str, str]] = {
    INPUT: "not accepted",
    ILLEGAL: "not legal",
    AMBIGUOUS: "more than one reading",
    UNDETERMINED: "undetermined",
    UNSUPPORTED: "not supported",
    FALSE: "the claim is false",
}

#: The JSON schema of a problem.
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A refusal (docs/codes.md) as problem details (RFC 9457).",
    "required": ["type", "title", "status", "detail", "code", "kind", "exit", "where", "expected", "rule", "edition"],
    "properties": {
        "type": {"type": "string", "description": "An address that explains the code."},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "The message of the refusal."},
        "code": {"type": "string", "description": "The stable code of the refusal."},
        "kind": {"type": "string", "enum": [*_TITLES, "bug"]},
        "exit": {"type": "string", "description": "The exit code of the command line."},
        "where": {
            "type": "object",
            "required": ["file", "line", "column", "span"],
            "properties": {
                "file": {"type": "string"},
                "line": {"type": "integer"},
                "column": {"type": "integer"},
                "span": {"type": "string"},
            },
        },
        "expected": {"type": "string"},
        "rule": {"type": "string"},
        "edition": {"type": "string"},
        "request": {"type": "string", "description": "The number of the request in the log."},
        "answer": {"$ref": "#/components/schemas/Answer"},
    },
}


def problem(told: dict[str, Any], status: int | None = None) -> dict[str, Any]:
    """The problem of a refusal; ``status``: instead of that of its exit code."""
    code = EXIT_CODES[told["kind"]]
    return {
        "type": f"/api/v1/explain/{told['code']}",
        "title": _TITLES[told["kind"]],
        "status": STATUSES[code] if status is None else status,
        "detail": told["message"],
        "exit": str(code),
        **{name: told[name] for name in ("code", "kind", "where", "expected", "rule", "edition")},
    }


def problem_text(found: dict[str, Any], answer: str = "") -> str:
    """A problem as JSON; ``answer``: the JSON text of an answer that repeats it, which may be long and is not read again."""
    text = json_text(found)
    return f'{{\n  "answer": {answer.rstrip()},{text[1:]}' if answer else text


def refused_request(
    status: int, code: str, message: str, expected: str = "", span: str = "", kind: str = INPUT
) -> dict[str, Any]:
    """The problem of a request that never came to be work."""
    where = {"file": "", "line": 0, "column": 0, "span": span[:200]}
    told = {"kind": kind, "code": code, "message": message, "expected": expected, "rule": "", "edition": EDITION}
    return problem({**told, "where": where}, status)


def told_of(refusal: Refusal) -> dict[str, Any]:
    """A refusal that the server makes itself, with the fields that the command line prints, and its kind."""
    where = {name: getattr(refusal.where, name) for name in ("file", "line", "column", "span")}
    names = ("kind", "code", "message", "expected", "rule", "edition")
    return {**{name: getattr(refusal, name) for name in names}, "where": where}


def bug(request: str) -> dict[str, Any]:
    """The problem of a bug of ours; ``request``: its number in the log."""
    found = refused_request(HTTPStatus.INTERNAL_SERVER_ERROR, "bug", "this is a bug of reiterate", "a report of it")
    return {**found, "title": "a bug", "kind": "bug", "exit": "70", "request": request}


def response(found: dict[str, Any], after: int = 0, answer: str = "") -> Response:
    """A problem as a response; ``after``: seconds until another attempt may do; ``answer``: as ``problem_text`` has it."""
    headers = {"retry-after": str(after)} if after else {}
    return Response(problem_text(found, answer), found["status"], headers, MEDIA)
