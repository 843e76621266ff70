"""The addresses of games: begin, look, act, follow.

Who asks is told by the secret of a link, in the header ``Authorization`` or in a cookie; never in an address, which travels.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from fastapi import FastAPI, Path, Query, Request
from fastapi.responses import Response

from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.service import asked, open_api
from reiterate.service.asked import JSON, json_body, unread
from reiterate.service.games import SHOWN, Games, UnderWay
from reiterate.service.guard import Held, Rates
from reiterate.service.pool import Refused
from reiterate.service.problems import bug, problem, refused_request, response
from reiterate.service.service import Service, event

#: The first part of every address of games.
AT: Final = "/api/v1/games"

#: The cookie of a seat; its path is the game's.
COOKIE: Final = "reiterate-seat"

#: Seconds between two signs of life of a stream, and between two looks at a database that others write to.
ALIVE: Final = 15.0
SHARED: Final = 5.0

#: Calls that may take long, by what the engine has to work out.
HEAVY: Final = frozenset(
    {
        "create",
        "play",
        "propose",
        "again",
        "answer",
        "concede",
        "remove",
        "let_program",
        "time_over",
        "rematch",
        "rule",
        "ruling",
        "preview",
        "scene",
        "growth",
        "shown",
        "gesture",
        "why_not",
        "export",
    }
)

#: Calls whose answer may be long. Its bytes are counted, and a client that has asked for too many of them waits.
LONG_ANSWERS: Final = frozenset({"entries", "happened", "export"})

#: Clients that are remembered because a call of theirs took too long.
RESTING: Final = 10_000

#: Calls that a client may stop in this way: a second on average, and at once. Beyond that a stop counts as a call that took too long.
STOPS: Final = (0.2, 10)

#: The status of refusals that say something of the request, and not of the game.
_STATUSES: Final = {"no-such-seat": 401, "not-next": 409, "table-database": 503, "too-many-at-once": 429}

#: Seconds after which a request may do that a game has refused with such a status.
_AFTER: Final = {429: 1, 503: 5}

_Game = Annotated[str, Path(pattern="^[A-Za-z0-9_-]+$", max_length=64)]
_Number = Annotated[int, Query(ge=0, le=1_000_000)]
_Entry = Annotated[int, Path(ge=1, le=1_000_000)]
_Many = Annotated[int, Query(ge=1, le=500)]
_Words = Annotated[str, Query(max_length=asked.NAME)]

Endpoint = Callable[..., Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Act:
    """Something that can be done at a game: the call of the table, the last part of the address, the request."""

    call: str
    path: str
    kind: type[msgspec.Struct]


ACTS: Final = (
    Act("play", "choices", asked.PlayAsked),
    Act("propose", "proposals", asked.ProposeAsked),
    Act("again", "again", asked.AgainAsked),
    Act("answer", "answers", asked.AnswerAsked),
    Act("say", "statements", asked.SayAsked),
    Act("chat", "chat", asked.ChatAsked),
    Act("ask_undo", "undo", asked.UndoAsked),
    Act("answer_undo", "undo/answers", asked.UndoAnswerAsked),
    Act("take_seat", "seat", asked.SeatAsked),
    Act("let_program", "program", asked.ProgramAsked),
    Act("be_called", "name", asked.BeCalledAsked),
    Act("concede", "concession", asked.ConcedeAsked),
    Act("remove", "removals", asked.RemoveAsked),
    Act("time_over", "time", asked.TimeOverAsked),
    Act("rematch", "rematch", asked.RematchAsked),
    Act("rule", "rulings", asked.RuleAsked),
)


class GamesHttp:
    """The games of a service over HTTP."""

    def __init__(self, service: Service, games: Games) -> None:
        limits = service.limits
        self.service = service
        self.games = games
        self.begun = Rates(limits.games / 3600, limits.games)
        self.calls = Held(limits.each, limits.sockets)
        self.stops = Rates(*STOPS)
        self.resting: dict[tuple[str, str], float] = {}
        service.metrics.gauge("reiterate_table", "What the process of the games holds and has written", games.measured)

    async def call(self, request: Request, call: str, game: str, values: dict[str, Any]) -> Response:
        """The response to a call. Raises ``Refused`` where a limit is reached, as all functions here that ask the games."""
        return self.told(request, await self.answer(request.state.client, call, game, secret_of(request), values))

    async def answer(
        self,
        client: str,
        call: str,
        game: str,
        secret: str,
        values: dict[str, Any],
        handle: UnderWay | None = None,
    ) -> dict[str, Any]:
        """What a call of a client gives: its ``text``, or its ``refusal``; ``handle`` stops it. Raises ``Refused`` where a limit is reached."""
        rest = self.resting.get((client, game), 0.0) - time.monotonic() if call in HEAVY else 0.0
        if rest > 0:
            message = "a call of yours to this game took too long just now"
            raise _later(message, "a shorter script, later", int(rest) + 1)
        owing = self.service.traffic.spend(client, 0) if call in LONG_ANSWERS else 0.0
        if owing:
            raise _later(
                f"more than {self.service.limits.bytes:,} bytes a second", "the same call later", int(owing) + 1
            )
        with self.calls.holding(client) as taken:
            if not taken:
                raise _later(f"{self.calls.each} calls of yours are under way already", "the same call later", 1)
            answer = await self.games.call(call, game, secret, values, handle, client)
        if call in LONG_ANSWERS:
            self.service.traffic.spend(client, len(answer.get("text", "")))
        code = answer.get("refusal", {}).get("code")
        if code == "time-spent" or (code in ("stopped", "too-many-at-once") and self.stops.take(client)):
            self.rest(client, game)
        metrics = self.service.metrics
        metrics.count(
            "reiterate_calls_total", "Calls to games", call=call, refused=answer.get("refusal", {}).get("code", "")
        )
        metrics.time("reiterate_call_seconds", "Seconds of calls to games", answer.get("seconds", 0.0), call=call)
        return answer

    def rest(self, client: str, game: str) -> None:
        """For a while this client may not ask this game for anything that could take long again."""
        self.resting[client, game] = time.monotonic() + self.service.limits.rest
        while len(self.resting) > RESTING:
            del self.resting[next(iter(self.resting))]

    def told(self, request: Request, answer: dict[str, Any]) -> Response:
        """What a call has given, as a response."""
        if "bug" in answer:
            return response(bug(request.state.request))
        if "refusal" not in answer:
            found = Response(answer["text"], media_type=answer.get("media", JSON))
            if "name" in answer:
                found.headers["content-disposition"] = f'attachment; filename="{answer["name"]}"'
            return found
        told = answer["refusal"]
        status = _STATUSES.get(told["code"], 0)
        found = response(problem(told, status or None), _AFTER.get(status, 0))
        if found.status_code == HTTPStatus.UNAUTHORIZED:
            found.headers["www-authenticate"] = 'Bearer realm="seat"'
        return found

    async def begin(self, request: Request) -> Response:
        """A new game. It is counted before its body is looked at, which may be a long log."""
        wait = self.begun.take(request.state.client)
        if wait:
            message = f"more than {self.service.limits.games} games in an hour"
            found = refused_request(429, "too-many-requests", message, "the same request later", kind=UNDETERMINED)
            return response(found, int(wait) + 1)
        values = await self.read(request, asked.GameAsked)
        if isinstance(values, Response):
            return values
        made = await self.call(request, "create", "", values)
        if made.status_code == HTTPStatus.OK:
            made.status_code = HTTPStatus.CREATED
            made.headers["location"] = f"{AT}/{json.loads(bytes(made.body))['game']}"
        return made

    async def read(self, request: Request, kind: type[msgspec.Struct]) -> dict[str, Any] | Response:
        """The fields of a request; a response where it is none."""
        body = await json_body(request)
        found = body if isinstance(body, Response) else asked.read(body, kind)
        if isinstance(found, Refusal):
            return unread(found)
        return found if isinstance(found, Response) else asked.fields(found)

    async def session(self, request: Request, game: str) -> Response:
        """A cookie for a secret."""
        values = await self.read(request, asked.SessionAsked)
        if isinstance(values, Response):
            return values
        answer = await self.games.call("enter", game, values["secret"], {})
        found = self.told(request, answer)
        if found.status_code == HTTPStatus.OK:
            secure = request.url.scheme == "https"
            found.set_cookie(
                COOKIE, values["secret"], path=f"{AT}/{game}", secure=secure, httponly=True, samesite="strict"
            )
        return found

    async def follow(self, request: Request, game: str, after: int) -> Response:
        """The entries of a game as they come, as events; `Last-Event-ID` says behind which one to begin."""
        last = request.headers.get("last-event-id", "")
        if last.isascii() and last.isdecimal() and len(last) < 10:
            after = int(last)
        secret = secret_of(request)
        first = await self.games.call("enter", game, secret, {})
        if "text" not in first:
            return self.told(request, first)
        return self.service.stream(request, self.events(request.state.client, game, secret, after))

    async def events(self, client: str, game: str, secret: str, after: int) -> AsyncGenerator[str, None]:
        """One event for each entry, and a sign of life where nothing comes. Many entries come no faster than a client may be told them."""
        pause = ALIVE if self.games.settings.database.startswith("sqlite") else SHARED
        with self.games.following(game):
            while not self.games.stopping:
                news = self.games.followed[game].news
                try:
                    answer = await self.games.entries(game, secret, after)
                except Refused:
                    return
                if "text" not in answer:
                    return
                shown = json.loads(answer["text"])
                for entry in shown:
                    after = entry["number"]
                    yield event("entry", json.dumps(entry), after)
                owing = self.service.traffic.spend(client, len(answer["text"]))
                if not answer.get("more"):
                    yield ": here\n\n"
                    await either(news, pause)
                if owing:
                    await either(self.games.ended, owing)


def _later(message: str, expected: str, after: int) -> Refused:
    return Refused(Refusal(UNDETERMINED, "too-many-at-once", message, expected), 429, after)


async def either(news: asyncio.Event, seconds: float) -> None:
    """Come back when there is news, or when the time is over."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        pass


def secret_of(request: Request) -> str:
    """The secret that a request shows: of the header, or else of the cookie; "" where it shows none."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return secret.strip()
    return request.cookies.get(COOKIE, "")


def add_games(app: FastAPI, service: Service, games: Games) -> None:
    """Add the addresses of games to an application."""
    at = GamesHttp(service, games)
    app.state.games_http = at
    _looks(app, at)
    for act in ACTS:
        _add(app, "POST", f"{AT}/{{game}}/{act.path}", _act(at, act), act.call, act.kind.__doc__ or "", act.kind)

    async def session(request: Request, game: _Game) -> Response:
        return await at.session(request, game)

    async def leave(request: Request, game: _Game) -> Response:
        found = Response(status_code=HTTPStatus.NO_CONTENT)
        found.delete_cookie(COOKIE, path=f"{AT}/{game}", httponly=True, samesite="strict")
        return found

    _add(app, "POST", AT, at.begin, "begin", asked.GameAsked.__doc__ or "", asked.GameAsked)
    path = f"{AT}/{{game}}/session"
    _add(app, "POST", path, session, "session", asked.SessionAsked.__doc__ or "", asked.SessionAsked)
    _add(app, "DELETE", path, leave, "leave", "Forget the cookie.")


def _act(at: GamesHttp, act: Act) -> Endpoint:
    async def endpoint(request: Request, game: _Game) -> Response:
        values = await at.read(request, act.kind)
        return values if isinstance(values, Response) else await at.call(request, act.call, game, values)

    return endpoint


def _looks(app: FastAPI, at: GamesHttp) -> None:
    async def view(request: Request, game: _Game) -> Response:
        return await at.call(request, "view", game, {})

    async def entries(request: Request, game: _Game, after: _Number = 0, limit: _Many = SHOWN) -> Response:
        return await at.call(request, "entries", game, {"after": after, "limit": limit})

    async def happened(request: Request, game: _Game, after: _Number = 0) -> Response:
        return await at.call(request, "happened", game, {"after": after})

    async def behind(request: Request, game: _Game, number: _Entry) -> Response:
        return await at.call(request, "behind", game, {"number": number})

    async def preview(request: Request, game: _Game, place: _Words = "") -> Response:
        return await at.call(request, "preview", game, {"place": place})

    async def ruling(request: Request, game: _Game, policy: _Words = "comprehensive") -> Response:
        return await at.call(request, "ruling", game, {"policy": policy})

    async def export(request: Request, game: _Game, what: str) -> Response:
        return await at.call(request, "export", game, {"what": what[: asked.NAME]})

    async def follow(request: Request, game: _Game, after: _Number = 0) -> Response:
        return await at.follow(request, game, after)

    for endpoint, path, text in (
        (view, "", "All that the seat may see now."),
        (entries, "/entries", "The entries behind a number, as the seat may see them."),
        (happened, "/happened", "What was done behind an entry, and what has changed."),
        (behind, "/behind/{number}", "The game as it was just after an entry, as the seat saw it then."),
        (preview, "/preview", "The waiting proposal at a place, or at its end."),
        (ruling, "/ruling", "What a policy makes of the loop that was shown."),
        (export, "/export/{what}", "Something to take along: position, script, replay, certificate, sheet or log."),
        (follow, "/events", "The entries as they come, as server-sent events."),
    ):
        _add(app, "GET", f"{AT}/{{game}}{path}", endpoint, endpoint.__name__, text)


def _add(
    app: FastAPI,
    method: str,
    path: str,
    endpoint: Endpoint,
    name: str,
    text: str,
    kind: type[msgspec.Struct] | None = None,
) -> None:
    described = open_api.of_game(name, kind)
    app.add_api_route(
        path,
        endpoint,
        methods=[method],
        response_model=None,
        operation_id=f"game_{name}",
        summary=text.split(".")[0],
        description=text,
        responses=described["responses"],
        openapi_extra=described["extra"],
        tags=["games"],
    )
