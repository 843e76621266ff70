"""The application: the addresses of `/api/v1` and those for whoever watches over the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.exceptions import HTTPException

from reiterate.decoded import NotDecoded, decoded_text
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.service import asked, open_api
from reiterate.service.asked import JSON, json_body, unread
from reiterate.service.games import Games
from reiterate.service.games_http import add_games
from reiterate.service.guard import Guard
from reiterate.service.pool import Refused
from reiterate.service.problems import problem, refused_request, response, told_of
from reiterate.service.service import Service
from reiterate.service.settings import Settings, loopback


class _AnyText(PathConvertor):
    """The rest of an address, also with line breaks (%0A), which the library's own expression doesn't take."""

    regex = r"[\s\S]*"


register_url_convertor("path", _AnyText())


#: The text format of Prometheus.
_MEASURED: Final = "text/plain; version=0.0.4; charset=utf-8"

#: The verbs whose request is a body, in the order in which they are documented.
BODIES: Final[dict[str, type[asked.Asked]]] = {
    "run": asked.RunAsked,
    "loop": asked.LoopAsked,
    "find": asked.FindAsked,
    "certify": asked.CertifyAsked,
    "certificate": asked.CertifyAsked,
    "judge": asked.JudgeAsked,
    "answer": asked.SeveralAsked,
    "combo": asked.ComboAsked,
    "position": asked.PositionAsked,
    "watch": asked.WatchAsked,
}

#: The type of position files.
_YAML: Final = "text/yaml; charset=utf-8"

#: What may stand in an address.
_Name = Annotated[str, Query(max_length=asked.NAME)]
_Several = Annotated[list[str], Query(min_length=1, max_length=20)]

Endpoint = Callable[[Request], Awaitable[Response]]


class NoDatabase(Exception):
    """The database of games can't be used."""


def create_app(settings: Settings, pages: Callable[[FastAPI], None] | None = None) -> FastAPI:
    """The application with its workers, which start and end with it. Raises what ``Pool.start`` raises when it starts.

    ``pages`` adds pages for people, behind all other addresses.
    """
    service = Service(settings)
    games = Games(settings) if settings.database else None

    @asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[None]:
        refused = await games.start() if games is not None else None
        if refused is not None:
            raise NoDatabase(refused["message"])
        if settings.workers_first:
            await service.pool.start()
        try:
            yield
        finally:
            await asyncio.gather(service.pool.stop(), *([games.stop()] if games is not None else []))

    app = FastAPI(
        title="Reiterate",
        version=settings.version,
        summary="Shortcuts and loops of Magic: The Gathering, played exactly",
        openapi_url=None,
        docs_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        redoc_url=None,
        redirect_slashes=False,
        lifespan=living,
    )
    app.state.service = service
    app.state.games = games
    _guarded(app, service)
    _verbs(app, service)
    _asked_by_address(app, service)
    if games is not None:
        add_games(app, service, games)
    _watched(app, service, games)
    open_api.describe(app)

    describing = asyncio.Lock()

    async def description() -> Response:
        if not hasattr(app.state, "described"):
            async with describing:
                if not hasattr(app.state, "described"):
                    app.state.described = await open_api.described_apart(app)
        return Response(app.state.described, media_type=JSON)

    app.add_api_route("/api/v1/openapi.json", description, methods=["GET"], include_in_schema=False)
    if pages is not None:
        pages(app)
    return app


def _guarded(app: FastAPI, service: Service) -> None:
    """What stands before every request, and what becomes of those that are refused behind it."""
    app.add_middleware(
        Guard,
        settings=service.settings,
        metrics=service.metrics,
        rates=service.rates,
        bodies=service.bodies,
        traffic=service.traffic,
    )
    app.add_exception_handler(HTTPException, no_page)
    app.add_exception_handler(RequestValidationError, no_query)
    app.add_exception_handler(Refused, no_room)


# --- questions ----------------------------------------------------------------------------------------------------


def _verbs(app: FastAPI, service: Service) -> None:
    for name, kind in BODIES.items():
        _post(app, f"/api/v1/{name}", _verb(service, name, kind), open_api.verb(name, kind), kind.__doc__ or "")
    _post(
        app,
        "/api/v1/check",
        _check(service),
        open_api.check(),
        "Check a certificate, which is the body of the request.",
    )


def _post(app: FastAPI, path: str, endpoint: Endpoint, described: dict[str, Any], text: str) -> None:
    app.add_api_route(
        path,
        endpoint,
        methods=["POST"],
        response_model=None,
        operation_id=path.rpartition("/")[2],
        summary=text.split(".")[0],
        description=text,
        responses=described["responses"],
        openapi_extra=described["extra"],
    )


def _verb(service: Service, name: str, kind: type[asked.Asked]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        body = await json_body(request)
        found = body if isinstance(body, Response) else asked.read(body, kind)
        if isinstance(found, Response):
            return found
        if isinstance(found, Refusal):
            return unread(found)
        values = asked.fields(found)
        media = _YAML if name == "position" or values.get("board") else JSON
        return await service.answer(request, name, values, media)

    return endpoint


def _check(service: Service) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        body = await json_body(request)
        if isinstance(body, Response):
            return body
        try:
            text = decoded_text(body)
        except NotDecoded:
            return unread(Refusal(INPUT, "not-json", "the certificate is not UTF-8", "a certificate"))
        return await service.answer(request, "check", {"certificate": text})

    return endpoint


def _asked_by_address(app: FastAPI, service: Service) -> None:
    async def cards(request: Request, name: _Several) -> Response:
        return await _of(request, {"names": name}, asked.CardsAsked, "cards")

    async def card_names(request: Request, begin: _Name = "", like: _Name = "") -> Response:
        return await _of(request, {"begin": begin, "like": like}, asked.NamesAsked, "names")

    async def explain(request: Request, word: str) -> Response:
        return await _of(request, {"word": word}, asked.ExplainAsked, "explain")

    async def _of(request: Request, values: dict[str, Any], kind: type[asked.Asked], verb: str) -> Response:
        found = asked.made(values, kind)
        if isinstance(found, Refusal):
            return service.refused(found)
        return await service.answer(request, verb, asked.fields(found))

    for path, endpoint, kind, name in (
        ("/api/v1/cards", cards, asked.CardsAsked, "cards"),
        ("/api/v1/cards/names", card_names, asked.NamesAsked, "card_names"),
        ("/api/v1/explain/{word:path}", explain, asked.ExplainAsked, "explain"),
    ):
        text = kind.__doc__ or ""
        described = open_api.by_address(name)
        app.add_api_route(
            path,
            endpoint,
            methods=["GET"],
            response_model=None,
            operation_id=name,
            summary=text.split(".")[0],
            description=text,
            responses=described["responses"],
        )


# --- whoever watches ----------------------------------------------------------------------------------------------


def _watched(app: FastAPI, service: Service, games: Games | None) -> None:
    async def health() -> PlainTextResponse:
        return PlainTextResponse("alive\n")

    async def ready() -> PlainTextResponse:
        if service.pool.ready and (games is None or games.ready):
            return PlainTextResponse("ready\n")
        return PlainTextResponse("not ready\n", HTTPStatus.SERVICE_UNAVAILABLE)

    async def metrics(request: Request) -> Response:
        if request.client is None or not loopback(request.client.host):
            return response(_missing(request.url.path))
        return Response(service.metrics.text(), media_type=_MEASURED)

    for path, endpoint in (("/health", health), ("/ready", ready), ("/metrics", metrics)):
        app.add_api_route(path, endpoint, methods=["GET"], response_model=None, include_in_schema=False)


# --- refusals -----------------------------------------------------------------------------------------------------


def _missing(path: str) -> dict[str, Any]:
    return refused_request(404, "no-such-page", "there is nothing at this address", "/api/v1/openapi.json", path)


async def no_page(request: Request, error: Exception) -> Response:
    """What the router refuses: no such address, or no such method there."""
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = (error.headers or {}).get("Allow", "")
        found = response(refused_request(405, "method", f"{request.method} is not for this address", allowed))
        found.headers["allow"] = allowed
        return found
    return response(_missing(request.url.path))


async def no_room(_request: Request, error: Exception) -> Response:
    """What the server refuses because a limit is reached, at whichever address that happens."""
    assert isinstance(error, Refused)
    return response(problem(told_of(error.refusal), error.status), error.after)


async def no_query(request: Request, error: Exception) -> Response:
    """What stands in an address and is not what it should be."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["loc"][0] == "path":
        return response(_missing(request.url.path))
    place = ".".join(str(part) for part in first["loc"])
    refusal = Refusal(INPUT, "shape", str(first["msg"]), "what /api/v1/openapi.json says", where=Where(span=place))
    return response(refused_request(422, refusal.code, refusal.message, refusal.expected, place))
