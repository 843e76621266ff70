"""What the addresses of the API share: the pool, the limits, and how a reply becomes a response or a stream of events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any, Final

from fastapi import Request
from fastapi.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from reiterate.refusals import INPUT, UNDETERMINED, Refusal
from reiterate.service.asked import JSON
from reiterate.service.guard import Held, Rates
from reiterate.service.logs import Metrics, log
from reiterate.service.pool import OUR_BUG, Job, Pool, Refused, Reply, refused_reply
from reiterate.service.problems import bug, problem, problem_text, refused_request, response
from reiterate.service.processes import resident
from reiterate.service.settings import Settings

EVENTS: Final = "text/event-stream"

#: Seconds between two events of progress.
PROGRESS: Final = 0.5

#: The header that tells the exit code which the command line would end with.
EXIT: Final = "reiterate-exit"


class Service:
    """One running service."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.metrics = Metrics()
        self.pool = Pool(settings)
        self.rates = Rates(settings.limits.rate, settings.limits.burst)
        self.traffic = Rates(settings.limits.bytes, 2 * settings.limits.certificate)
        self.bodies = Held(max(settings.limits.held // 4, settings.limits.certificate), settings.limits.held)
        self.streams = Held(settings.limits.streams, settings.limits.sockets)
        pool = self.pool
        self.metrics.gauge(
            "reiterate_workers", "Worker processes", lambda: {"idle": len(pool.idle), "busy": len(pool.busy)}
        )
        self.metrics.gauge(
            "reiterate_work",
            "Requests in work or waiting",
            lambda: {"quick": pool.quick.waiting, "long": pool.long.waiting, "all": pool.clients.total()},
        )
        self.metrics.gauge(
            "reiterate_held",
            "Bytes of bodies, and open streams",
            lambda: {"bytes": self.bodies.total, "streams": self.streams.total},
        )

        self.metrics.gauge(
            "reiterate_memory_bytes", "Memory of the server's own process", lambda: {"server": resident()}
        )

    async def answer(self, request: Request, verb: str, asked: dict[str, Any], media: str = JSON) -> Response:
        """The response to a request: at once, or as events where the client asks for them."""
        job = self.job(request, verb, asked)
        if isinstance(job, Refusal):
            return self.refused(job)
        if EVENTS in request.headers.get("accept", ""):
            return self.stream(request, self.events(job))
        work = asyncio.ensure_future(self._reply(job))
        gone = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                return Response(status_code=499)  # nobody reads it: the client has gone
            found = work.result()
        finally:
            await _ended(work, gone)
        if isinstance(found, Refused):
            return response(_problem_of(found), found.after)
        return self._response(request, found, media)

    def job(self, request: Request, verb: str, asked: dict[str, Any]) -> Job | Refusal:
        """The work of a request; a refusal where it asks for more than the server gives."""
        seconds = min(float(asked.pop("seconds", None) or self.limits.seconds), self.limits.seconds)
        if int(asked.get("steps") or 0) > self.limits.steps:
            message = f"{asked['steps']} steps are more than the server takes"
            return Refusal(INPUT, "count-too-large", message, f"{self.limits.steps} steps at most")
        return Job(request.state.client, verb, asked, seconds)

    def stream(self, request: Request, events: AsyncGenerator[str, None]) -> Response:
        """A stream of events; a refusal where the client has too many open already."""
        return _Stream(request.state.client, self.streams, events)

    async def events(self, job: Job) -> AsyncGenerator[str, None]:
        """The work as events: ``progress`` while it lasts, and then ``answer`` or ``problem``."""
        work = asyncio.ensure_future(self._reply(job))
        try:
            while True:
                yield event("progress", json.dumps(self._progress(job)))
                done, _ = await asyncio.wait({work}, timeout=PROGRESS)
                if done:
                    break
            found = work.result()
            if isinstance(found, Refused):
                yield event("problem", problem_text(_problem_of(found)))
            elif found.refusal is not None or found.exit_code == OUR_BUG:
                yield event("problem", problem_text(_problem(found, ""), found.text))
            else:
                yield event("answer", found.text)
        finally:
            await _ended(work)

    def refused(self, refusal: Refusal) -> Response:
        """The response to a request that can't be what is asked."""
        reply = refused_reply(refusal)
        assert reply.refusal is not None
        return response(problem(reply.refusal))

    def _progress(self, job: Job) -> dict[str, str]:
        return {"state": job.state, "worked": f"{job.worked:.1f}", "of": f"{job.seconds:g}"}

    async def _reply(self, job: Job) -> Reply | Refused:
        """The reply of the pool, counted."""
        try:
            reply = await self.pool.run(job)
        except Refused as error:
            self.metrics.count(
                "reiterate_refused_total", "Requests that were refused before work, by code", code=error.refusal.code
            )
            return error
        code = str(reply.exit_code)
        self.metrics.count("reiterate_answers_total", "Answers by verb and exit code", verb=job.verb, exit=code)
        self.metrics.time("reiterate_work_seconds", "Seconds of work by verb", job.worked, verb=job.verb)
        return reply

    def _response(self, request: Request, found: Reply, media: str) -> Response:
        if found.refusal is None and found.exit_code != OUR_BUG:
            return Response(found.text, headers={EXIT: str(found.exit_code)}, media_type=media)
        if found.exit_code == OUR_BUG:
            log("worker-bug", request=request.state.request)
        return response(_problem(found, request.state.request), answer=found.text)


class _Stream(StreamingResponse):
    """A stream of events, counted while it is sent. Its client may be gone before the first event."""

    def __init__(self, client: str, open_ones: Held, events: AsyncGenerator[str, None]) -> None:
        super().__init__(events, media_type=EVENTS, headers={"x-accel-buffering": "no"})
        self.client = client
        self.open_ones = open_ones
        self.events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, or the refusal of one stream too many."""
        with self.open_ones.holding(self.client) as taken:
            try:
                if taken:
                    await super().__call__(scope, receive, send)
                    return
            finally:
                await self.events.aclose()  # its own blocks end now, wherever it stands
        message = f"{self.open_ones.each} streams of yours are open already"
        refused = refused_request(429, "too-many-at-once", message, "fewer streams", kind=UNDETERMINED)
        await response(refused, 1)(scope, receive, send)


def event(name: str, data: str, number: int | None = None) -> str:
    """A server-sent event; lines of the data stand in lines of their own and come out as they were."""
    lines = "".join(f"data: {line}\n" for line in data.removesuffix("\n").split("\n"))
    numbered = "" if number is None else f"id: {number}\n"
    return f"event: {name}\n{numbered}{lines}\n"


def _problem(found: Reply, request: str) -> dict[str, Any]:
    return bug(request) if found.refusal is None else problem(found.refusal)


def _problem_of(error: Refused) -> dict[str, Any]:
    told = refused_reply(error.refusal).refusal
    assert told is not None
    return problem(told, error.status)


async def _gone(request: Request) -> None:
    """Come back when the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _ended(*tasks: asyncio.Future[Any]) -> None:
    """Cancel what still runs, and wait until it has ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
