"""The pages on the service's application, in the same process: files, the way in with a link, and each page of the registry."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import FastAPI, Request
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from reiterate.service import asked
from reiterate.service.games_http import COOKIE
from reiterate.service.http_app import no_page, no_query
from reiterate.service.pool import Refused
from reiterate.service.problems import problem, refused_request, response, told_of
from reiterate.service.seat_links import CHAIR, GAME, seat_path
from reiterate.show.brief import STYLE, by_digest
from reiterate.web import gallery_page, game_page, start_page
from reiterate.web.page_frame import astray, for_people, refusal, small_page
from reiterate.web.pictures import AT, KINDS, Pictures
from reiterate.web.site import Site, refusal_text

#: The registry: each page adds its addresses. A page is a module with ``add(site)``, and is made with ``page_frame.page``.
PAGES: Final[tuple[Callable[[Site], None], ...]] = (start_page.add, game_page.add, gallery_page.add)

#: What is said where nothing is.
NOTHING_HERE: Final = "There is nothing at this address. It may have been cut, or mistyped."

#: Files of the pages.
STATIC: Final = Path(__file__).parent / "static"

Game = Annotated[str, InPath(pattern=f"^{GAME}$", max_length=64)]
Who = Annotated[str, InPath(pattern=f"^{CHAIR}$")]


class Files(StaticFiles):
    """Files that a browser asks for anew each time, and keeps where they have not changed."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        """A file, or word that it has not changed."""
        found = super().file_response(*given, **named)
        found.headers["cache-control"] = "no-cache"
        return found


def mount(app: FastAPI, pictures: Pictures | None = None, command: str = "reiterate serve --pages") -> None:
    """Add the pages to the service's application.

    ``command``: what started the server; pages say how it is started so that other machines reach it.
    """
    site = Site(app, pictures or Pictures(), command)
    app.state.site = site
    app.mount("/web", Files(directory=STATIC))
    _entering(app, site)
    _pictures(app, site)
    for add in PAGES:
        add(site)
    for missing in (404, HTTPException, RequestValidationError):
        app.add_exception_handler(missing, _astray)


async def _astray(request: Request, error: Exception) -> Response:
    """An address where nothing is, or nothing to look at: a page for a browser, a problem for a program."""
    found = await (no_query if isinstance(error, RequestValidationError) else no_page)(request, error)
    if for_people(request):
        missing = found.status_code == HTTPStatus.NOT_FOUND
        return astray(found.status_code, NOTHING_HERE if missing else "There is nothing to look at here.")
    if not request.url.path.startswith("/api/"):
        found.headers["vary"] = "accept"
    return found


def _entering(app: FastAPI, site: Site) -> None:
    """The exchange of a secret for the cookie of one seat's page, and what that page can be asked for beside itself."""

    async def session(request: Request, game: Game, who: Who) -> Response:
        values = await site.http.read(request, asked.SessionAsked)
        if isinstance(values, Response):
            return values
        answer = await site.http.games.call("enter", game, values["secret"], {})
        found = site.http.told(request, answer)
        if found.status_code == HTTPStatus.OK and f'"{who}"' not in bytes(found.body).decode("utf-8"):
            return response(refused_request(401, "no-such-seat", "this link opens another seat", "its own link"))
        if found.status_code == HTTPStatus.OK:
            secure = request.url.scheme == "https"
            path = seat_path(game, who)
            found.set_cookie(COOKIE, values["secret"], path=path, secure=secure, httponly=True, samesite="strict")
        return found

    async def take(request: Request, game: Game, who: Who, what: str) -> Response:
        secret = request.cookies.get(COOKIE, "")
        with site.watched(game, secret) as handle:
            try:
                answer = await site.http.answer(
                    request.state.client, "export", game, secret, {"what": what[: asked.NAME]}, handle
                )
            except Refused as error:
                answer = {"refusal": told_of(error.refusal)}
        if "refusal" in answer:
            return small_page(problem(answer["refusal"])["status"], refusal(refusal_text(answer["refusal"])))
        found = site.http.told(request, answer)
        if found.media_type == "text/html":
            found.headers["content-disposition"] = "inline"
            found.headers["content-security-policy"] = (
                f"default-src 'none'; style-src {by_digest(STYLE)}; frame-ancestors 'none'; sandbox allow-modals"
            )
        return found

    if site.games is not None:
        path = "/game/{game}/{who}"
        app.add_api_route(f"{path}/session", session, methods=["POST"], include_in_schema=False, response_model=None)
        app.add_api_route(f"{path}/take/{{what}}", take, methods=["GET"], include_in_schema=False, response_model=None)


def _pictures(app: FastAPI, site: Site) -> None:
    async def picture(name: str) -> Response:
        file = site.pictures.file(name)
        if file is None:
            raise HTTPException(404)
        return FileResponse(file, media_type=KINDS[file.suffix], headers={"cache-control": "max-age=86400"})

    if site.pictures.folder is not None:
        app.add_api_route(AT + "{name}", picture, methods=["GET"], include_in_schema=False, response_model=None)
