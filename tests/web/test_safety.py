"""What a page may load, who may open it, and that no hidden card is in any byte that a seat gets."""

from __future__ import annotations

import http.client
import json
import re
import socket
from typing import TYPE_CHECKING, Any

import pytest
from starlette.routing import Route

from reiterate.cli.opening import first_game
from reiterate.service.http_app import create_app
from reiterate.service.settings import Settings
from reiterate.table.seat_words import TAKEN
from reiterate.web.mounting import mount
from tests.support.browsers import OpenTable, Visitor, lap_by_hand, patience
from tests.support.patience import PATIENCE, until

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow("a server with pages is started")

#: Cards in hands and libraries by names that stand nowhere else on the board.
HIDDEN = """format: position/1
players:
  p1: {hand: [Giant Growth], library: [Prodigal Sorcerer, Seal of Cleansing], battlefield: [Island, Grizzly Bears]}
  p2: {hand: [Lightning Bolt, Midnight Guard], library: [Presence of Gond], battlefield: [Mountain]}
"""
NAMES = {
    "p1": {"Giant Growth"},
    "p2": {"Lightning Bolt", "Midnight Guard"},
    "nobody": {"Prodigal Sorcerer", "Seal of Cleansing", "Presence of Gond"},
}


def ask(table: OpenTable, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], str]:
    """One request: status, headers and body."""
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=PATIENCE)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        body, named = json.dumps(body), {"content-type": "application/json", **named}
    connection.request(method, path, body, named)
    got = connection.getresponse()
    found = got.status, {name.lower(): value for name, value in got.getheaders()}, got.read().decode("utf-8", "replace")
    connection.close()
    return found


def seat(link: str) -> tuple[str, str]:
    """The path of a seat's page, and its secret."""
    path, _, secret = link.partition("#")
    return "/game/" + path.split("/game/")[1], secret


def cookie_of(table: OpenTable, link: str) -> str:
    """The cookie that the secret of a link is exchanged for."""
    path, secret = seat(link)
    status, headers, _ = ask(table, "POST", f"{path}/session", {"secret": secret})
    assert status == 200
    return headers["set-cookie"]


def test_the_way_in_is_a_cookie_of_one_seat_that_no_script_reads(table: OpenTable) -> None:
    path, _ = seat(table.links["p1"])
    cookie = cookie_of(table, table.links["p1"])
    assert "HttpOnly" in cookie and "samesite=strict" in cookie.lower() and f"Path={path}" in cookie
    other, _ = seat(table.links["p2"])
    status, _, text = ask(table, "POST", f"{other}/session", {"secret": seat(table.links["p1"])[1]})
    assert status == 401 and "another seat" in text
    status, headers, text = ask(table, "GET", path)
    assert status == 200 and "enter.js" in text and "Elf" not in text and "live.js" not in text
    assert headers["referrer-policy"] == "no-referrer"
    status, _, text = ask(table, "GET", other, cookie=cookie.split(";")[0])
    assert "enter.js" in text, "the cookie of one seat opens no other"


def test_a_page_runs_nothing_but_its_own_scripts(table: OpenTable) -> None:
    path, _ = seat(table.links["p1"])
    cookie = cookie_of(table, table.links["p1"]).split(";")[0]
    _, headers, text = ask(table, "GET", path, cookie=cookie)
    rules = headers["content-security-policy"]
    assert "unsafe" not in rules and "default-src 'none'" in rules and "*" not in rules and "data:" not in rules
    assert re.findall(r"<script\b[^>]*>[^<]*</script>", text) == [
        f'<script src="/web/{name}" defer></script>' for name in ("live.js", "page.js")
    ]
    assert "<style" not in text and " style=" not in text and headers["cache-control"] == "no-store"
    assert seat(table.links["p1"])[1] not in text
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", text)


def test_no_address_allows_what_a_page_was_given_by_others(table: OpenTable, tmp_path: Path) -> None:
    """Every address of the application that a browser can look at: the policy that comes with HTML allows nothing unsafe."""
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'unused.db'}"), mount)
    link = table.links["p1"]
    path, secret = seat(link)
    cookie, game = cookie_of(table, link).split(";")[0], path.split("/")[2]
    found = [each.path for each in app.routes if isinstance(each, Route) and "GET" in (each.methods or ())]
    mine = [each.replace("{game}", game).replace("{who}", "p1") for each in found]
    addresses = {re.sub(r"{.*?}", what, each) for each in mine for what in TAKEN}
    assert {f"/game/{game}/p1", f"/game/{game}/p1/take/sheet", "/", "/gallery"} <= addresses
    pages = 0
    for address in sorted(addresses):
        for how in ({"cookie": cookie}, {}):
            if address.endswith("/events"):
                continue  # a stream of words for programs
            _, headers, text = ask(table, "GET", address, accept="text/html", authorization=f"Bearer {secret}", **how)
            if headers.get("content-type", "").startswith("text/html"):
                pages += 1
                rules = headers["content-security-policy"]
                assert "unsafe" not in rules and "default-src 'none'" in rules and "data:" not in rules, address
                assert " style=" not in text, address
    assert pages >= 6


def test_the_judges_sheet_has_its_style_and_no_other(browser: Browser, table: OpenTable) -> None:
    links = table.begin(first_game())
    visitor, other = Visitor(browser, links["p1"]), Visitor(browser, links["p2"])
    lap_by_hand(visitor, other)
    other.close()
    got = visitor.page.request.get(f"{visitor.page.url}/take/sheet")
    rules = got.headers["content-security-policy"]
    assert got.ok and "unsafe" not in rules and "style-src 'sha256-" in rules
    visitor.page.goto(f"{visitor.page.url}/take/sheet")
    assert visitor.page.evaluate("getComputedStyle(document.body).fontFamily") == "sans-serif"
    visitor.page.evaluate(
        "document.body.append(Object.assign(document.createElement('style'), {textContent: 'p { color: red }'}))"
    )
    assert visitor.page.evaluate("getComputedStyle(document.querySelector('p')).color") != "rgb(255, 0, 0)"
    visitor.context.close()


@pytest.mark.slow("a real browser waits for a second")
def test_a_seat_is_taken_by_itself_once_a_busy_server_has_time(browser: Browser, table: OpenTable) -> None:
    """The page that takes a seat was stuck where the server was busy at that moment."""
    context = browser.new_context()
    page, busy = context.new_page(), [503, 429]

    def late(route: Any) -> None:
        if not busy:
            route.continue_()
            return
        body = json.dumps({"detail": "the server has enough to do", "expected": "the same later"})
        headers = {"retry-after": "1", "content-type": "application/problem+json"}
        route.fulfill(status=busy.pop(), headers=headers, body=body)

    page.route("**/session", late)
    page.goto(table.begin(first_game())["p1"])
    page.locator("#said", has_text="asks again by itself").wait_for(timeout=patience())
    page.wait_for_selector(".board", timeout=patience())
    assert busy == []
    context.close()


def test_addresses_that_are_none_stay_problems(table: OpenTable) -> None:
    status, headers, _ = ask(table, "GET", "/nothing")
    assert status == 404 and headers["content-type"] == "application/problem+json"
    status, _, _ = ask(table, "GET", "/game/x/p9")
    assert status == 404
    status, _, text = ask(table, "GET", "/game/nobody/p1")
    assert status == 200 and "enter.js" in text
    status, _, _ = ask(table, "GET", "/web/../mounting.py")
    assert status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/nonsense",
        "/game/x",
        "/game/x/p7",
        "/game/x.y/p1",
        "/web/none.css",
        "/game/x/p1/session",
        "/game/x/p9/take/log",
    ],
)
def test_a_browser_that_goes_astray_gets_a_page_with_a_way_home(table: OpenTable, path: str) -> None:
    status, headers, text = ask(table, "GET", path, accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert status in (404, 405) and headers["content-type"].startswith("text/html")
    assert ('href="/"' in text and "There is nothing" in text) or "No seat of a game" in text
    assert (
        "openapi" not in text and "problem" not in text and "default-src 'none'" in headers["content-security-policy"]
    )
    if "p7" not in path and "x.y" not in path:
        status, headers, text = ask(table, "GET", path)
        assert status in (404, 405) and json.loads(text)["status"] == status
        assert headers["content-type"] == "application/problem+json"


def test_addresses_for_programs_answer_a_browser_with_problems_too(table: OpenTable) -> None:
    status, headers, _ = ask(table, "GET", "/api/v1/nonsense", accept="text/html")
    assert status == 404 and headers["content-type"] == "application/problem+json"


def upgrade(table: OpenTable, **headers: str) -> str:
    """The first line of the answer to a web socket."""
    lines = [
        "GET /live/nobody?version=0 HTTP/1.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
    ]
    lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE) as made:
        made.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return made.recv(200).decode("latin-1").splitlines()[0]


def test_a_web_socket_is_for_pages_of_this_server_alone(table: OpenTable) -> None:
    host = f"127.0.0.1:{table.port}"
    assert " 101 " in upgrade(table, Host=host, Origin=f"http://{host}")
    assert " 403 " in upgrade(table, Host=host, Origin="http://evil.example")
    assert " 403 " in upgrade(table, Host=host, Origin="null")
    assert " 403 " in upgrade(table, Host=host)
    assert " 403 " in upgrade(table, Host="evil.example", Origin="http://evil.example")


def test_no_hidden_card_is_in_any_byte_that_a_seat_gets(browser: Browser, table: OpenTable) -> None:
    """The page, every frame of its socket, and what is taken along; while cards are drawn, cast and proposed."""
    links = table.begin(HIDDEN)
    visitors = {who: Visitor(browser, link) for who, link in links.items()}
    texts = {who: [visitor.page.content()] for who, visitor in visitors.items()}
    for who, visitor in visitors.items():
        for what in ("position", "script"):
            got = visitor.page.request.get(f"{visitor.page.url}/take/{what}")
            texts[who].append(got.text())
            assert got.ok, got.text()
    one = visitors["p1"]
    one.page.click("#proposal-form > summary")
    one.page.select_option("#how", "once")
    one.page.fill("#lap", "pass")
    one.page.click("#foresee")
    one.page.click("#propose")
    visitors["p2"].wait("#accept")
    visitors["p2"].page.click("#judging > summary")
    visitors["p2"].page.click("#judge")
    visitors["p2"].wait(".ruling")
    visitors["p2"].page.click("#accept")
    visitors["p2"].see(".panel h2", "Your choice")
    visitors["p2"].page.click("#as-lines > summary")
    visitors["p2"].page.fill("#line", "cast Giant Growth targeting Grizzly Bears")
    visitors["p2"].page.keyboard.press("Enter")
    visitors["p2"].wait(".refused")
    for who, visitor in visitors.items():
        text = "\n".join([*texts[who], *visitor.received, visitor.page.content()])
        if who == "judge":
            continue
        own = NAMES.get(who, set())
        typed = {"Giant Growth"} if who == "p2" else set()  # what one has typed oneself comes back in a refusal
        for name in set.union(*NAMES.values()) - own - typed:
            assert name not in text, (who, name)
        assert all(name in text for name in own)
        assert len(text) > 10_000
    judged = "\n".join([*texts["judge"], *visitors["judge"].received])
    assert all(name in judged for name in ("Lightning Bolt", "Giant Growth"))
    for visitor in visitors.values():
        visitor.close()


def test_words_of_others_are_words(browser: Browser, table: OpenTable) -> None:
    """Chat and titles with HTML in them are shown as they were typed, and run nothing."""
    links = table.begin(HIDDEN)
    one, other = Visitor(browser, links["p1"]), Visitor(browser, links["p2"])
    evil = '<img src=x onerror="window.evil=1"><script>window.evil=1</script>&lt;b&gt; ${1} `x`'
    one.page.click("#talk > summary")
    one.page.fill("#chat", evil)
    one.page.keyboard.press("Enter")
    until(lambda: evil in other.text(".past"))
    other.page.reload()
    until(lambda: evil in other.text(".past"))
    assert other.page.evaluate("window.evil") is None and other.page.locator(".past img, .past script").count() == 0
    for visitor in (one, other):
        visitor.close()
