"""Work in processes that can be ended: turns, lanes, budgets, cancelling."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from reiterate.service.guard import Held, Rates
from reiterate.service.pool import Gate, Job, _time_spent
from reiterate.service.settings import Limits, Settings
from tests.support.apart import run_apart
from tests.support.patience import PATIENCE
from tests.support.served import MINUTES, Served, head, serving

SMALL = "format: position/1\nplayers: {p1: {battlefield: [Island]}}\nscript: |\n  pass\n"


#: Seconds that a request may take there: no test waits for their end.
SECONDS = 1_200


@pytest.fixture(scope="module")
def narrow() -> Iterator[Served]:
    """A service with one quick and one long worker; work is long after 0.4 seconds."""
    limits = Limits(
        rate=10_000, burst=10_000, patience=0.4, seconds=SECONDS, grace=0.5, turn=SECONDS, each=3, waiting=4
    )
    with serving(Settings(port=0, workers=1, long_workers=1, limits=limits)) as found:
        yield found


# --- turns --------------------------------------------------------------------------------------------------------


def test_clients_are_let_in_in_turn() -> None:
    async def story() -> list[str]:
        gate = Gate(1)
        assert gate.try_take() and not gate.try_take()
        order: list[str] = []

        async def one(client: str, name: str) -> None:
            await gate.take(client)
            order.append(name)
            gate.leave()

        tasks = [asyncio.create_task(one("a", f"a{i}")) for i in range(3)]
        tasks.append(asyncio.create_task(one("b", "b0")))
        await asyncio.sleep(0)
        assert gate.waiting == 4 and not gate.try_take()
        gate.leave()
        await asyncio.gather(*tasks)
        assert gate.free == 1 and gate.waiting == 0
        return order

    assert run_apart(story()) == ["a0", "b0", "a1", "a2"]


def test_whoever_is_cancelled_takes_no_place() -> None:
    async def story() -> int:
        gate = Gate(1)
        await gate.take("a")
        waits, given = asyncio.create_task(gate.take("b")), asyncio.create_task(gate.take("c"))
        await asyncio.sleep(0)
        waits.cancel()
        await asyncio.sleep(0)
        assert gate.waiting == 1
        gate.leave()
        given.cancel()  # in the moment in which the place was given
        await asyncio.gather(waits, given, return_exceptions=True)
        return gate.free

    assert run_apart(story()) == 1


def test_a_rate_is_kept_on_average_and_forgives_at_once() -> None:
    now = [0.0]
    rates = Rates(2, 3, lambda: now[0])
    assert [rates.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert rates.take("b") == 0
    now[0] = 0.5
    assert [rates.take("a") for _ in range(2)] == [0, 0.5]
    now[0] = 1000.0
    assert [rates.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_what_is_held_is_bounded_for_each_and_for_all() -> None:
    held = Held(2, 3)
    assert held.take("a") and held.take("a") and not held.take("a")
    assert held.take("b") and not held.take("c")
    held.leave("a")
    assert held.take("c") and held.total == 3 and set(held.clients) == {"a", "b", "c"}


# --- lanes --------------------------------------------------------------------------------------------------------


LONG = json.dumps({"position": MINUTES, "steps": "200000"}).encode()


@contextlib.contextmanager
def long_ones(served: Served, count: int) -> Iterator[None]:
    """So many requests of minutes, which are given up in the end."""
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            opened = stack.enter_context(served.socket())
            opened.sendall(head("find", len(LONG)) + LONG)
        yield
    served.until(lambda: not served.service.pool.clients and not served.service.pool.busy)
    assert served.service.pool.long.free == 1 and served.service.pool.quick.free == 1


def test_quick_work_does_not_wait_for_long_work(narrow: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The long lane is taken, another long request waits; each quick one has its answer all the same."""
    pool = narrow.service.pool
    with long_ones(narrow, 2):
        narrow.until(lambda: pool.long.free == 0 and pool.long.waiting == 1)
        monkeypatch.setattr(
            pool, "limits", replace(pool.limits, patience=PATIENCE)
        )  # what follows is quick on any machine
        for _ in range(3):
            assert narrow.post("run", {"position": SMALL}).status == 200
            assert pool.long.free == 0 and pool.long.waiting == 1
    assert len(pool.idle) <= 1


def test_work_over_its_seconds_is_ended_and_says_so(narrow: Served) -> None:
    got = narrow.post("find", {"position": MINUTES, "steps": "200000", "seconds": "1"})
    spent = "busy" if "the server is busy" in got.json["detail"] else "time-spent"  # on a machine that others use
    assert (got.status, got.json["code"], got.json["exit"]) == (422, spent, "3")
    assert "1 seconds" in got.json["detail"] or spent == "busy"
    assert not narrow.service.pool.busy


def test_work_that_others_took_the_time_of_is_told_as_a_busy_server() -> None:
    spent, kept_waiting = (Job("a", "find", {}, 20, "long", worked) for worked in (20.0, 0.4))
    assert "not answered in 20 seconds of work" in _time_spent(spent).message
    kept_waiting.asked -= 60
    told = _time_spent(kept_waiting)
    assert told.code == "busy" and "the server is busy: 0.4 seconds of work in 60 by the clock" in told.message
    assert "smaller" not in told.expected


def test_a_client_that_goes_ends_its_work(narrow: Served) -> None:
    pool = narrow.service.pool
    with pytest.raises(TimeoutError):
        narrow.ask("POST", "/api/v1/find", {"position": MINUTES, "steps": "200000"}, timeout=1)
    narrow.until(lambda: not pool.busy and not pool.clients)
    assert pool.long.free == 1 and pool.quick.free == 1


def test_one_client_has_so_many_requests_in_work(narrow: Served) -> None:
    with long_ones(narrow, 3):
        narrow.until(lambda: narrow.service.pool.clients.total() == 3)
        got = narrow.post("run", {"position": SMALL})
        assert (got.status, got.json["code"], got.headers["retry-after"]) == (429, "too-many-at-once", "1")


def test_progress_comes_as_events_and_closing_ends_the_work(narrow: Served) -> None:
    body = {"position": SMALL}
    got = narrow.post("run", body, accept="text/event-stream")
    assert got.headers["content-type"].startswith("text/event-stream")
    events = [each.split("\n") for each in got.text.strip().split("\n\n")]
    assert events[0][0] == "event: progress" and events[-1][0] == "event: answer"
    text = "".join(line.removeprefix("data: ") + "\n" for line in events[-1][1:])
    assert text == narrow.post("run", body).text
    refused = narrow.post("run", {"position": "dance"}, accept="text/event-stream").text
    assert "event: problem\n" in refused and '"code": "shape"' in refused
    with narrow.socket() as opened:
        opened.sendall(head("find", len(LONG), "accept: text/event-stream") + LONG)
        seen = b""
        while b'"state": "long"' not in seen:
            part = opened.recv(4096)
            assert part
            seen += part
        assert f'"of": "{SECONDS}"'.encode() in seen
    narrow.until(lambda: not narrow.service.pool.busy and not narrow.service.streams.total)


def test_a_worker_that_breaks_is_replaced(narrow: Served) -> None:
    pool = narrow.service.pool
    narrow.until(lambda: bool(pool.idle))
    for worker in list(pool.idle):
        worker.process.kill()
    for _ in range(3):
        assert narrow.post("run", {"position": SMALL}).status in (200, 422, 500)
    assert narrow.post("run", {"position": SMALL}).status == 200


@pytest.mark.soak
def test_more_memory_than_a_request_may_take_is_refused() -> None:
    limits = Limits(megabytes=70, seconds=20, grace=0.5)
    with serving(Settings(port=0, workers=1, long_workers=1, limits=limits)) as small:
        got = small.post("find", {"position": MINUTES, "steps": "200000"})
        assert (got.status, got.json["code"]) == (422, "memory-spent")
        assert small.post("run", {"position": SMALL}).status == 200
