"""Bodies of requests: said to be JSON, and refused where they are none."""

from __future__ import annotations

from typing import Final

from fastapi import Request
from fastapi.responses import Response

from reiterate.refusals import Refusal
from reiterate.service.problems import problem, refused_request, response, told_of

JSON: Final = "application/json"


async def json_body(request: Request) -> bytes | Response:
    """The body, which has to be said to be JSON: so no form of another site's page can send one."""
    said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if said != JSON:
        found = refused_request(415, "media-type", "the body of the request is not said to be JSON", JSON, said)
        return response(found)
    return await request.body()


def unread(refusal: Refusal) -> Response:
    """The response to a body that is no request."""
    return response(problem(told_of(refusal), 400 if refusal.code == "not-json" else None))
