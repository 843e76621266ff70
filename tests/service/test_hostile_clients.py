"""Hostile clients: each is refused or bounded, and others are answered all the same."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request

from reiterate.service.games import AT_ONCE
from reiterate.service.guard import HEADERS, LONG_BODY, Rates
from reiterate.service.service import Service
from reiterate.service.settings import Limits, Settings, client_of, loopback
from tests.support.files import ROOT
from tests.support.patience import PATIENCE
from tests.support.served import Served, head, serving

SMALL = {"position": "format: position/1\nplayers: {p1: {battlefield: [Island]}}\nscript: |\n  pass\n"}


@pytest.fixture(scope="module")
def strict() -> Iterator[Served]:
    """A service with small limits."""
    limits = Limits(
        body=4_000,
        certificate=6_000,
        held=400_000,
        headers_in=1.0,
        body_in=1.0,
        reads_in=1.0,
        rate=200,
        burst=400,
        streams=2,
        grace=1,
    )
    with serving(Settings(port=0, workers=1, long_workers=1, limits=limits)) as found:
        yield found


def refused(got: Any, status: int, code: str) -> dict[str, Any]:
    """A problem of that status and code; the fields of every problem are there."""
    assert got.status == status, got.text
    assert got.headers["content-type"] == "application/problem+json"
    told: dict[str, Any] = got.json
    assert (told["status"], told["code"]) == (status, code)
    assert {"type", "title", "detail", "where", "expected", "rule", "kind", "exit", "edition"} <= set(told)
    return told


# --- bodies -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [4_001, 10**9, 10**17])
def test_a_giant_body_is_refused_before_it_is_read(strict: Served, length: int) -> None:
    with strict.socket() as opened:
        opened.sendall(head("run", length))
        answer = everything(opened)
    assert answer.startswith(b"HTTP/1.1 413 ") and b"body-too-large" in answer and b"connection: close" in answer


def test_a_giant_body_without_a_length_is_refused(strict: Served) -> None:
    with strict.socket() as opened:
        opened.sendall(
            b"POST /api/v1/run HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
        )
        sent = answer = b""
        try:
            for _ in range(100):
                sent += b"x" * 1000
                opened.sendall(b"3e8\r\n" + b"x" * 1000 + b"\r\n")
        except OSError:
            pass  # closed while it was being sent
        answer = everything(opened)
    assert answer.startswith(b"HTTP/1.1 413 ") or not answer
    strict.until(lambda: not strict.service.bodies.total)


@pytest.mark.parametrize("said", ["-1", "1e3", "\u0663", "0x10", "", "9" * 400])
def test_a_length_that_is_none_is_refused(strict: Served, said: str) -> None:
    with strict.socket() as opened:
        opened.sendall(f"POST /api/v1/run HTTP/1.1\r\nhost: localhost\r\ncontent-length: {said}\r\n\r\n".encode())
        assert everything(opened)[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 413")


@pytest.fixture(scope="module")
def narrow() -> Iterator[Served]:
    """A service that takes one long body of a client, and then almost none. It has six connections for a client, and waits long for what they ask."""
    limits = Limits(
        bytes=1,
        certificate=LONG_BODY,
        connections=6,
        headers_in=PATIENCE,
        body_in=PATIENCE,
        rate=200,
        burst=400,
        grace=1,
    )
    with serving(Settings(port=0, workers=1, long_workers=1, limits=limits)) as found:
        yield found


def test_long_bodies_of_a_client_are_counted_before_they_are_read(narrow: Served) -> None:
    """Whoever sends one long body after the other is refused by its length alone; short ones are taken all the same."""
    narrow.service.traffic.clients.clear()
    assert narrow.post("run", {"position": "x" * LONG_BODY}).status == 422
    with narrow.socket() as opened:
        opened.sendall(head("run", 2 * LONG_BODY))
        answer = everything(opened)
    assert answer.startswith(b"HTTP/1.1 429 ") and b"bytes a second" in answer and b"connection: close" in answer
    assert narrow.post("run", SMALL).status == 200


def test_a_long_body_without_a_length_is_counted_as_it_comes(narrow: Served) -> None:
    narrow.service.traffic.clients.clear()
    narrow.service.traffic.spend("127.0.0.1", 2 * LONG_BODY)
    with narrow.socket() as opened:
        opened.sendall(
            b"POST /api/v1/run HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
        )
        for _ in range(LONG_BODY // 1024 + 1):
            opened.sendall(b"400\r\n" + b" " * 1024 + b"\r\n")
        assert everything(opened).startswith(b"HTTP/1.1 429 ")
    narrow.until(lambda: not narrow.service.bodies.total)


def test_what_a_client_has_sent_and_was_told_is_owed_for_a_while() -> None:
    now = 0.0
    traffic = Rates(10, 100, lambda: now)
    assert traffic.take("one", 60) == 0.0
    assert traffic.take("one", 60) == 2.0  # 40 are left: 20 more come in two seconds
    assert traffic.spend("one", 70) == 3.0
    assert traffic.spend("two", 0) == 0.0
    now = 3.0
    assert traffic.spend("one", 0) == 0.0 and traffic.take("one", 1) == 0.1
    now = 1e3
    assert traffic.take("one", 1_000) == 0.0  # more than can ever be there comes when all is there
    assert traffic.take("one", 1) > 0.0


def test_long_answers_of_a_client_are_counted(served: Served) -> None:
    """Who has taken too much along waits for entries and exports; acts and short looks are answered."""
    made = served.ask("POST", "/api/v1/games", {"example": "million"}).json
    path = f"/api/v1/games/{made['game']}"
    secret: dict[str, Any] = {"authorization": f"Bearer {made['secrets']['judge']}"}
    spent = served.service.traffic.clients
    spent.pop("127.0.0.1", None)
    try:
        log = served.ask("GET", f"{path}/export/log", **secret)
        assert log.status == 200
        assert spent["127.0.0.1"][0] < served.service.traffic.burst
        served.service.traffic.spend("127.0.0.1", 10**15)
        for look in ("/entries", "/happened", "/export/log"):
            refused(served.ask("GET", path + look, **secret), 429, "too-many-at-once")
        assert served.ask("GET", path, **secret).status == 200
        assert served.ask("POST", f"{path}/chat", {"number": 2, "text": "words"}, **secret).status == 200
    finally:
        spent.pop("127.0.0.1", None)


def test_new_games_are_counted_before_their_bodies_are_looked_at(tmp_path: Path) -> None:
    limits = Limits(rate=200, burst=400, games=1, grace=1)
    url = f"sqlite:///{tmp_path}/games.db"
    with serving(Settings(port=0, database=url, limits=limits, workers_first=False)) as few:  # nobody asks a worker
        assert few.ask("POST", "/api/v1/games", {"example": "million"}).status == 201
        got = few.ask("POST", "/api/v1/games", "no JSON at all", content_type="application/json")
        refused(got, 429, "too-many-requests")


def test_a_slow_body_is_given_up(strict: Served) -> None:
    with strict.socket() as opened:
        opened.sendall(head("run", 1000) + b'{"posi')
        answer = everything(opened)
    assert answer.startswith(b"HTTP/1.1 408 ") and b"slow-body" in answer
    assert strict.post("run", SMALL).status == 200


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"position":['])
def test_deep_json_is_refused(served: Served, opening: str) -> None:
    body = opening * 50_000
    told = served.ask("POST", "/api/v1/run", body, content_type="application/json")
    assert told.status in (400, 422)
    assert told.json["code"] in ("not-json", "shape", "unknown-key")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "not-json"),
        (b"\xff\xfe", 400, "not-json"),
        (b"NaN", 400, "not-json"),
        (b'{"position": "\xff"}', 400, "not-json"),
        (b'{"position": "\\ud800"}', 400, "not-json"),
        (b"[]", 422, "shape"),
        (b"{}", 422, "shape"),
        (b'{"position": 7}', 422, "shape"),
        (b'{"position": "", "positoin": ""}', 422, "unknown-key"),
        (b'{"position": "", "name": "' + b"n" * 300 + b'"}', 422, "shape"),
        (b'{"position": "", "seconds": "0"}', 422, "shape"),
        (b'{"position": "", "seconds": 5}', 422, "shape"),
        (b'{"position": "", "seconds": "' + b"9" * 5000 + b'"}', 422, "shape"),
    ],
)
def test_a_body_that_is_no_request_is_refused(served: Served, body: bytes, status: int, code: str) -> None:
    refused(served.ask("POST", "/api/v1/run", body, content_type="application/json"), status, code)


def test_more_steps_than_the_server_takes_are_refused(served: Served) -> None:
    told = refused(served.post("find", {**SMALL, "steps": "999999999"}), 422, "count-too-large")
    assert "200000" in told["expected"]


def test_a_body_of_another_type_is_refused(served: Served) -> None:
    """So that no form of another site's page can ask: a form can't send JSON."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers: dict[str, Any] = {"content_type": kind} if kind else {}
        refused(served.ask("POST", "/api/v1/run", json.dumps(SMALL), **headers), 415, "media-type")


# --- silence ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [b"", b"GET /health HTT", b"GET /health HTTP/1.1\r\nhost: localhost\r\nx: "])
def test_a_socket_that_stays_silent_is_closed(strict: Served, sent: bytes) -> None:
    with strict.socket() as opened:
        opened.sendall(sent)
        assert everything(opened) == b""


def closed_within(opened: socket.socket, sent: bytes, pause: float, seconds: float) -> bool:
    """Whether the other side closes while the same bytes are sent again and again."""
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            opened.sendall(sent)
            time.sleep(pause)
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return False


def test_a_head_that_comes_slowly_is_given_up(strict: Served) -> None:
    with strict.socket() as opened:
        opened.sendall(b"GET /health HTTP/1.1\r\nhost: localhost\r\n")
        assert closed_within(opened, b"x: y\r\n", 0.1, PATIENCE)


def test_a_client_has_so_many_connections(narrow: Served) -> None:
    """The one that is too many is closed. The others stay, however long the client takes to ask."""
    narrow.until(lambda: answers(narrow))
    opened = [narrow.socket() for _ in range(7)]
    try:
        time.sleep(0.2)
        assert closed_within(opened[-1], b"x: y\r\n", 0.01, PATIENCE)
        opened[0].sendall(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert opened[0].recv(100).startswith(b"HTTP/1.1 200")
    finally:
        for each in opened:
            each.close()
    narrow.until(lambda: answers(narrow))


def test_an_answer_that_nobody_reads_is_given_up(strict: Served) -> None:
    """A client that asks without end and reads nothing: the server stops sending and closes."""
    with socket.socket() as opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        opened.connect(("127.0.0.1", strict.port))
        opened.settimeout(PATIENCE)
        asking = b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n" * 20
        assert closed_within(opened, asking, 0, PATIENCE)
    strict.until(lambda: answers(strict))


def answers(served: Served) -> bool:
    """Whether the server answers."""
    try:
        return served.ask("GET", "/health").status == 200
    except OSError:
        return False


def everything(opened: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    found = b""
    try:
        while part := opened.recv(65_536):
            found += part
    except ConnectionError:
        pass
    return found


def test_a_head_without_end_is_refused(strict: Served) -> None:
    with strict.socket() as opened:
        try:
            opened.sendall(b"GET /health HTTP/1.1\r\nhost: localhost\r\nx: " + b"y" * 100_000)
        except OSError:
            return
        assert everything(opened)[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 431", b"")


def test_no_request_hides_in_another(strict: Served) -> None:
    """A length and chunks at once, two lengths, blanks before the colon: what proxies read differently is refused."""
    for lines in (
        "content-length: 4\r\ntransfer-encoding: chunked",
        "content-length: 4\r\ncontent-length: 5",
        "content-length : 4",
        "transfer-encoding: gzip, chunked",
    ):
        with strict.socket() as opened:
            opened.sendall(
                f"POST /api/v1/run HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{lines}\r\n\r\n0\r\n\r\n".encode()
            )
            answer = everything(opened)
        assert b"HTTP/1.1 2" not in answer


# --- where a request comes from -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost.evil.example"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ],
)
def test_a_page_of_another_site_may_not_ask(served: Served, headers: dict[str, Any]) -> None:
    refused(served.post("run", SMALL, **headers), 403, "cross-site")
    refused(served.ask("GET", "/api/v1/cards?name=Island", **headers), 403, "cross-site")


def test_its_own_page_may_ask(served: Served) -> None:
    own = f"http://127.0.0.1:{served.port}"
    assert served.post("run", SMALL, origin=own, sec_fetch_site="same-origin").status == 200
    assert served.ask("GET", "/health", sec_fetch_site="cross-site", sec_fetch_mode="navigate").status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "[::ffff:8.8.8.8]", "10.0.0.1"]
)
def test_another_name_that_leads_here_is_refused(served: Served, host: str) -> None:
    """A page whose name was pointed at this machine is no page of this server."""
    refused(served.ask("GET", "/health", host=host), 421, "host")


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/../../etc/passwd",
        "/api/v1/%2e%2e/%2e%2e/etc/passwd",
        "/api/v1/cards/..%2f",
        "//health",
        "/api/v1/run/",
        "/%00",
        "/api/v1/explain/../run",
    ],
)
def test_paths_with_tricks_lead_nowhere(served: Served, path: str) -> None:
    got = served.ask("GET", path)
    assert got.status in (404, 405, 422)
    assert "passwd" not in got.text or got.json["where"]["span"]


def test_scripts_in_names_stay_text(served: Served) -> None:
    """What a client sends comes back as JSON alone, which no browser takes for a page."""
    evil = "<script>alert(1)</script>"
    got = served.post("run", {"position": f"format: position/1\ntitle: {evil}\nplayers: {{p1: {{}}}}\n", "name": evil})
    assert got.headers["content-type"].startswith(("application/json", "application/problem+json"))
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.json
    name = "%3Cscript%3E"
    assert served.ask("GET", f"/api/v1/cards?name={name}").headers["content-type"] == "application/problem+json"


def test_every_response_carries_the_headers(served: Served) -> None:
    for got in (
        served.ask("GET", "/health"),
        served.ask("GET", "/nothing"),
        served.ask("DELETE", "/api/v1/run"),
        served.post("run", SMALL),
        served.ask("POST", "/api/v1/run", b"{", content_type="application/json"),
        served.ask("GET", "/health", host="evil.example"),
    ):
        assert {name: got.headers.get(name) for name in HEADERS} == HEADERS
        assert len(got.headers["x-request-id"]) == 16
        assert "server" not in got.headers and "set-cookie" not in got.headers


def test_a_file_of_the_server_can_not_be_named(served: Served) -> None:
    for name in ("/etc/passwd", "../../pyproject.toml"):
        told = refused(served.post("run", {"position": "dance", "name": name}), 422, "shape")
        assert "root:" not in json.dumps(told)


# --- how often ----------------------------------------------------------------------------------------------------


def test_a_client_that_asks_too_often_waits() -> None:
    limits = Limits(rate=0.01, burst=3, grace=1)
    with serving(Settings(port=0, limits=limits, workers_first=False)) as slow:  # nobody asks a worker
        found = [slow.ask("GET", "/api/v1/nothing") for _ in range(5)]
        assert [each.status for each in found[:3]] == [404] * 3
        refused(found[-1], 429, "too-many-requests")
        assert int(found[-1].headers["retry-after"]) >= 1
        assert slow.ask("GET", "/health").status == 200
        text = slow.ask("GET", "/metrics").text
        assert 'reiterate_refused_total{code="too-many-requests"}' in text


def test_a_household_is_one_client() -> None:
    assert client_of("2001:db8:1:2:3::4") == client_of("2001:db8:1:2:ffff::1") != client_of("2001:db8:1:3::1")
    assert client_of("::ffff:192.0.2.7") == client_of("192.0.2.7") == "192.0.2.7"
    assert client_of("unknown") == "unknown"


def test_an_address_that_others_reach_is_asked_for() -> None:
    assert [loopback(host) for host in ("127.0.0.1", "127.9.9.9", "::1", "localhost")] == [True] * 4
    for host in ("0.0.0.0", "::", "192.168.1.2", "example.org", ""):
        found = Settings(host=host).refusal()
        assert found is not None and found.code == "public-address" and found.exit_code == 2
        assert Settings(host=host, public=True).refusal() is None


# --- the list of them ---------------------------------------------------------------------------------------------


def test_streams_of_one_client_are_counted(served: Served) -> None:
    """Who follows games without end holds so many streams, and is refused one more."""
    made = served.ask("POST", "/api/v1/games", {"example": "million"}).json
    path, secret = f"/api/v1/games/{made['game']}/events", made["secrets"]["spectator"]
    asking = f"GET {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {secret}\r\n\r\n".encode()
    opened = [served.socket() for _ in range(7)]
    try:
        for each in opened[:-1]:
            each.sendall(asking)
            assert each.recv(100).startswith(b"HTTP/1.1 200")
        opened[-1].sendall(asking)
        assert opened[-1].recv(100).startswith(b"HTTP/1.1 429")
    finally:
        for each in opened:
            each.close()
    served.until(lambda: not served.service.streams.total)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("GET", "/events", None),
        ("GET", "/export/log", None),
        ("POST", "/session", {"secret": "x"}),
        ("POST", "/chat", {"number": 2, "text": "words"}),
    ],
)
def test_a_game_that_has_enough_to_do_refuses_at_each_address(
    served: Served, method: str, path: str, body: dict[str, Any] | None
) -> None:
    """Whoever asks, follows or exchanges a secret is told to come later; nothing of that is a bug."""
    made = served.ask("POST", "/api/v1/games", {"example": "million"}).json
    busy = served.app.state.games.under_way
    busy[made["game"]] += AT_ONCE
    try:
        secret: dict[str, Any] = {"authorization": f"Bearer {made['secrets']['judge']}"}
        got = served.ask(method, f"/api/v1/games/{made['game']}{path}", body, **secret)
    finally:
        busy[made["game"]] -= AT_ONCE
    refused(got, 429, "too-many-at-once")
    assert got.headers["retry-after"] == "1"


@pytest.mark.parametrize("told", [0, 1])
def test_who_is_gone_before_a_stream_begins_holds_none(told: int) -> None:
    """A client that closes at once, or behind the first event, holds no stream any more, and what the stream held is let go."""
    service = Service(Settings(limits=Limits(streams=1)))
    ended: list[str] = []
    got = 0

    async def events() -> AsyncGenerator[str, None]:
        try:
            while True:
                yield "data: here\n\n"
                await asyncio.sleep(0)
        finally:
            ended.append("ended")

    async def receive() -> dict[str, Any]:
        while got < told:
            await asyncio.sleep(0)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal got
        got += bool(message.get("body"))
        await asyncio.sleep(0)

    async def story() -> None:
        nonlocal got
        scope: dict[str, Any] = {"type": "http", "state": {"client": "somebody"}, "headers": []}
        for _ in range(3):
            got = 0
            await service.stream(Request(scope), events())(scope, receive, send)
            assert service.streams.total == 0
        assert len(ended) == 3 * told  # what never began has nothing to end

    with ThreadPoolExecutor(1) as apart:  # tests of browsers leave a running loop in the thread of tests
        apart.submit(asyncio.run, story()).result()


def test_a_log_with_halves_of_characters_ends_no_thread(served: Served) -> None:
    """JSON inside of JSON spells out what no database holds; games are kept and played all the same."""
    entry = {
        "number": 1, "kind": "position", "who": "judge", "at": "now", "state": "", "engine": "", "terms": "", "reveals": False, "covered": False,
    }  # fmt: skip
    log = '{"format": "table/1", "title": ""}\n' + json.dumps({**entry, "body": {"text": "\ud800"}}) + "\n"
    assert "\\ud800" in log
    refused(served.ask("POST", "/api/v1/games", {"log": log}), 422, "game-damaged")
    assert served.ask("POST", "/api/v1/games", {"example": "million"}).status == 201


@pytest.mark.parametrize(
    "name", ["..", "%2e%2e", "..%2f..%2fetc%2fpasswd", "a" * 65, "%00", "x/../y", "'%20or%201=1--"]
)
def test_a_game_with_a_trick_in_its_name_is_not_there(served: Served, name: str) -> None:
    got = served.ask("GET", f"/api/v1/games/{name}", authorization="Bearer " + "x" * 32)
    assert got.status in (401, 404, 405) and got.headers["content-type"] == "application/problem+json"


def test_who_asks_too_often_is_answered_later() -> None:
    """A refusal costs the server almost nothing, so it is held back: who asks in a loop gets two of them a second on a line."""
    limits = Limits(rate=0.01, burst=1, grace=1)
    with serving(Settings(port=0, limits=limits, workers_first=False)) as slow:  # nobody asks a worker
        slow.ask("GET", "/api/v1/nothing")
        begun = time.monotonic()
        refused(slow.ask("GET", "/api/v1/nothing"), 429, "too-many-requests")
        assert time.monotonic() - begun > 0.4
        assert slow.ask("GET", "/health").status == 200


PAGE = ROOT / "docs" / "hostile-clients.md"


def test_each_row_of_the_page_names_tests_that_there_are() -> None:
    """The page says of each kind of hostile client which test refuses or bounds it."""
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ") and "::" in line]
    assert len(rows) >= 12
    for row in rows:
        for name in re.findall(r"`([\w/]+\.py::\w+)`", row):
            path, _, test = name.partition("::")
            assert f"def {test}(" in (ROOT / "tests" / path).read_text(encoding="utf-8"), name
