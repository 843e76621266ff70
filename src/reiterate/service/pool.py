"""The worker processes, who works for whom, and who waits for a place: quick work never waits for long work.

Places for work, and who waits for one: clients are let in in turn, so that nobody's many requests keep another's one waiting.

The worker processes, and who works for whom: quick work never waits for long work.

A request begins in the quick lane. Work that outlasts the ``patience`` goes on in the long lane, at a lower priority. If no place is free there, its
worker is ended, and the request begins anew when its turn comes. So nobody waits longer in the quick lane than the patience for each request before.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any, Final

from reiterate.limits import SHARED
from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.service.problems import told_of
from reiterate.service.processes import framed, give_way, next_frame, start_process
from reiterate.service.settings import Limits, Settings

# --- gate ----------------------------------------------------------------------------------------


class Gate:
    """So many places."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self.lines.values()))

    def try_take(self) -> bool:
        """Take a place if one is free and nobody waits for it."""
        if not self.free or self.lines:
            return False
        self.free -= 1
        return True

    async def take(self, client: str) -> None:
        """Take a place, as soon as it is this client's turn. Whoever is cancelled waits no longer."""
        if self.try_take():
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lines.setdefault(client, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.leave()  # the place was given in the moment of the cancellation
            else:
                self._forget(client, mine)
            raise

    def leave(self) -> None:
        """Give a place back: to the first request of the client whose turn is next."""
        while self.lines:
            client, line = self.lines.popitem(last=False)
            mine = line.popleft()
            if line:
                self.lines[client] = line
            if not mine.done():
                mine.set_result(None)
                return
        self.free += 1

    def _forget(self, client: str, mine: asyncio.Future[None]) -> None:
        line = self.lines.get(client)
        if line is not None and mine in line:
            line.remove(mine)
            if not line:
                del self.lines[client]


# --- pool ----------------------------------------------------------------------------------------

#: Requests that a worker answers before another takes its place, so that what it has cached is bounded.
REQUESTS: Final = 500

#: How much of its memory a worker may hold when it goes on.
FULL: Final = 0.5

#: Seconds in which a worker has to be ready.
READY: Final = 60.0

#: By how much quick work gives way to games and to the server itself, and long work to quick work.
NICE: Final = 5
NICER: Final = 19

#: The exit code of the command line for a bug.
OUR_BUG: Final = 70


class Refused(Exception):
    """A request that the pool does not take; ``after``: seconds after which another attempt may do."""

    def __init__(self, refusal: Refusal, status: int, after: int) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.status = status
        self.after = after


def too_busy(message: str, code: str = "busy", status: int = 503, after: int = 5) -> Refused:
    """The refusal of a request that comes at the wrong time."""
    return Refused(Refusal(UNDETERMINED, code, message, "the same request later"), status, after)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker has answered: the exit code, the text, and the refusal as JSON."""

    exit_code: int
    text: str
    refusal: dict[str, Any] | None


@dataclass(slots=True)
class Job:
    """One request: who asks what, the seconds of work that it may take, and what has become of it.

    ``state``: ``waiting``, ``working`` or ``long``. ``worked``: the seconds of work so far; ``asked``: when it came, by the clock.
    """

    client: str
    verb: str
    request: dict[str, Any]
    seconds: float
    state: str = "waiting"
    worked: float = 0.0
    asked: float = field(default_factory=time.monotonic)

    @property
    def passed(self) -> float:
        """The seconds since it came, by the clock: on a busy server many more than it was worked on."""
        return time.monotonic() - self.asked


class Worker:
    """One process. It is ended, and never used again, when its work is cancelled or over a limit."""

    def __init__(self, process: asyncio.subprocess.Process, limits: Limits) -> None:
        self.process = process
        self.limits = limits
        self.answered = 0
        self.memory = 0
        self.usable = True
        self.begun = 0.0
        self.reading: asyncio.Task[Any] | None = None

    @staticmethod
    async def started(settings: Settings) -> Worker:
        """A new process that is ready. Raises ``OSError`` or ``EOFError`` where none is."""
        words = (str(settings.limits.megabytes), *settings.cards)
        process = await start_process("reiterate.service.worker", *words, nicer=NICE)
        worker = Worker(process, settings.limits)
        try:
            async with asyncio.timeout(READY):
                await worker._next()
        except BaseException as error:
            worker.end()
            await process.wait()
            if isinstance(error, asyncio.IncompleteReadError | TimeoutError):
                raise EOFError from error
            raise
        return worker

    def end(self) -> None:
        """End the process at once."""
        self.usable = False
        if self.reading is not None:
            self.reading.cancel()
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    def give_way(self) -> None:
        """From now on the process gives way to those with quick work, and takes no other request."""
        self.answered = REQUESTS
        give_way(self.process.pid, NICER)

    @property
    def spent(self) -> bool:
        """Whether another worker has to take its place."""
        full = self.limits.megabytes and self.memory >= self.limits.megabytes * 1_000_000 * FULL
        return not self.usable or self.answered >= REQUESTS or bool(full)

    async def ask(self, job: Job) -> None:
        """Give the process a request."""
        assert self.process.stdin is not None
        self.begun = time.monotonic()
        self.answered += 1
        self.process.stdin.write(framed({"verb": job.verb, "request": job.request}))
        with contextlib.suppress(ConnectionError):
            await self.process.stdin.drain()

    async def reply(self, job: Job, patience: float) -> Reply | None:
        """The answer, or None after so many seconds of work, or ``SHARED`` times as many by the clock; a limit ends the process."""
        while job.worked < patience:
            left = self.begun + SHARED * patience - time.monotonic()
            if self.reading is None:
                self.reading = asyncio.ensure_future(self._next())
            done, _ = await asyncio.wait({self.reading}, timeout=max(left, 0.0))
            if not done:
                return None
            reading, self.reading = self.reading, None
            if reading.cancelled():
                raise too_busy("the server is about to stop")
            try:
                message = reading.result()
            except (EOFError, asyncio.IncompleteReadError, ConnectionError):
                return await self._broken()
            if "exit" in message:
                self.usable = self.usable and not message.get("last", False)
                return Reply(message["exit"], message["text"], message["refusal"])
            job.worked, self.memory = message["worked"], message["memory"]
            over = self._over(job)
            if over is not None:
                return over
        return None

    def _over(self, job: Job) -> Reply | None:
        """The refusal of work that takes more than it may."""
        if job.worked >= job.seconds:
            return self._stopped(_time_spent(job))
        most = self.limits.megabytes * 1_000_000
        if most and self.memory >= most:
            message = f"more than {most:,} bytes of memory are needed; nothing was decided"
            return self._stopped(Refusal(UNDETERMINED, "memory-spent", message, "a smaller board or script"))
        return None

    def _stopped(self, refusal: Refusal) -> Reply:
        self.end()
        return refused_reply(refusal)

    async def _broken(self) -> Reply:
        """What is told of a process that has ended by itself: the system may have taken it for its memory."""
        self.usable = False
        code = await self.process.wait()
        if code == -9:
            message = "the system gave no more memory; nothing was decided"
            return refused_reply(Refusal(UNDETERMINED, "memory-spent", message, "a smaller board or script"))
        return Reply(OUR_BUG, "", None)

    async def _next(self) -> Any:
        assert self.process.stdout is not None
        return await next_frame(self.process.stdout)


def refused_reply(refusal: Refusal) -> Reply:
    """A refusal that the server makes itself, as a worker would have told it."""
    return Reply(refusal.exit_code, "", told_of(refusal))


def _time_spent(job: Job) -> Refusal:
    """Why work was ended: it took all that it may, or others took the time by the clock."""
    if job.worked < job.seconds:
        message = f"the server is busy: {job.worked:.1f} seconds of work in {job.passed:.0f} by the clock; nothing was decided"
        return Refusal(UNDETERMINED, "busy", message, "the same request later")
    message = f"not answered in {job.seconds:g} seconds of work; nothing was decided"
    return Refusal(UNDETERMINED, "time-spent", message, "a smaller board or script, or fewer steps")


class Pool:
    """All workers, and the requests that wait for them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.quick = Gate(settings.workers)
        self.long = Gate(settings.long_workers)
        self.idle: list[Worker] = []
        self.busy: set[Worker] = set()
        self.starting = 0
        self.clients: Counter[str] = Counter()
        self.stopping = False
        self.refills: set[asyncio.Task[None]] = set()
        self.ending: set[asyncio.Task[int]] = set()

    # --- the processes -------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the quick workers. Raises ``OSError`` or ``EOFError`` where none can be started."""
        self.idle += await asyncio.gather(*(Worker.started(self.settings) for _ in range(self.settings.workers)))

    async def stop(self) -> None:
        """Take no more requests, give those in work the ``grace``, and end all processes."""
        self.stopping = True
        until = time.monotonic() + self.limits.grace
        while self.clients and time.monotonic() < until:
            await asyncio.sleep(0.05)
        ended = [*self.idle, *self.busy]
        for worker in ended:
            worker.end()
        # a worker that is just being started can't be left half-way: it ends once it is there
        waits = [worker.process.wait() for worker in ended]
        await asyncio.gather(*waits, *self.refills, *self.ending, return_exceptions=True)

    @property
    def ready(self) -> bool:
        """Whether there are workers, and the pool takes requests."""
        return not self.stopping and bool(self.idle or self.busy or not self.settings.workers_first)

    @property
    def most(self) -> int:
        """Processes at most."""
        return self.settings.workers + self.settings.long_workers

    def _room(self) -> bool:
        return len(self.idle) + len(self.busy) + self.starting < self.most

    async def _worker(self) -> Worker:
        """A worker that is ready."""
        if self.stopping:
            raise too_busy("the server is about to stop")
        while self.idle:
            worker = self.idle.pop()
            if worker.process.returncode is None:
                self.busy.add(worker)
                return worker
        self.starting += 1
        try:
            worker = await Worker.started(self.settings)
        except (OSError, EOFError) as error:
            raise too_busy("no worker could be started") from error
        finally:
            self.starting -= 1
        self.busy.add(worker)
        return worker

    def _done(self, worker: Worker) -> None:
        """A worker has nothing to do any more."""
        self.busy.discard(worker)
        if worker.spent or self.stopping or len(self.idle) >= self.settings.workers:
            worker.end()
            ended = asyncio.ensure_future(worker.process.wait())
            self.ending.add(ended)
            ended.add_done_callback(self.ending.discard)
            self._refill()
        else:
            self.idle.append(worker)

    def _refill(self) -> None:
        """Start a worker in advance where none is idle, so that the next request need not wait for its start."""
        if not self.idle and self._room() and not self.stopping:
            self.starting += 1
            task = asyncio.ensure_future(self._another())
            self.refills.add(task)
            task.add_done_callback(self.refills.discard)

    async def _another(self) -> None:
        try:
            worker = await Worker.started(self.settings)
        except (OSError, EOFError):
            return
        finally:
            self.starting -= 1
        if self.stopping or len(self.idle) >= self.settings.workers:
            worker.end()
            await worker.process.wait()
        else:
            self.idle.append(worker)

    # --- requests ------------------------------------------------------------------------------------------------

    async def run(self, job: Job) -> Reply:
        """The reply to a request. Raises ``Refused`` where it is not taken; cancelling this ends the work."""
        self._admit(job.client)
        try:
            return await self._work(job)
        finally:
            self.clients[job.client] -= 1
            if not self.clients[job.client]:
                del self.clients[job.client]

    def _admit(self, client: str) -> None:
        if self.stopping:
            raise too_busy("the server is about to stop")
        if self.clients[client] >= self.limits.each:
            message = f"{self.limits.each} requests of yours are in work already"
            raise too_busy(message, "too-many-at-once", 429, 1)
        if self.quick.waiting + self.long.waiting >= self.limits.waiting:
            raise too_busy(f"{self.limits.waiting} requests wait already")
        self.clients[client] += 1

    async def _work(self, job: Job) -> Reply:
        await self._turn(self.quick, job)
        moved = False
        try:
            worker = await self._worker()
            try:
                job.state = "working"
                await worker.ask(job)
                reply = await worker.reply(job, self.limits.patience)
                moved = reply is None and self.long.try_take()
                if reply is None and not moved:
                    worker.end()
            except BaseException:
                worker.end()
                raise
            finally:
                if not moved:
                    self._done(worker)
        finally:
            self.quick.leave()
        if reply is not None:
            return reply
        if not moved:
            job.worked = 0.0
            job.state = "waiting"
            await self._turn(self.long, job)
        try:
            return await self._long_work(job, worker if moved else None)
        finally:
            self.long.leave()

    async def _turn(self, gate: Gate, job: Job) -> None:
        try:
            async with asyncio.timeout(self.limits.turn):
                await gate.take(job.client)
        except TimeoutError:
            raise too_busy(f"no turn in {self.limits.turn:g} seconds") from None

    async def _long_work(self, job: Job, begun: Worker | None) -> Reply:
        """Work to its end: in the process that has begun it, or anew."""
        worker = begun or await self._worker()
        try:
            worker.give_way()
            job.state = "long"
            self._refill()
            if begun is None:
                await worker.ask(job)
            reply = await worker.reply(job, job.seconds)
            if reply is None:
                worker.end()
            return reply or refused_reply(_time_spent(job))
        except BaseException:
            worker.end()
            raise
        finally:
            self._done(worker)
