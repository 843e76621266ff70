"""Pictures of cards in a real browser: off at first; switched on, from the hosts that are allowed alone, also where a host leads on.

Servers of this machine stand in for the hosts. Each keeps what it was asked for.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

import pytest

from tests.support.browsers import OpenTable, Visitor, open_table
from tests.support.patience import until
from tests.web.stages import Finger

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow("a real browser loads pictures"), pytest.mark.drawn(2)]

#: One gray point.
PICTURE: Final = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)

#: What each host has of a card: a picture, the host that it leads on to, or nothing.
LEADS: Final = {"Grizzly Bears": "", "Midnight Guard": "allowed", "Soul Warden": "strange"}

BOARD: Final = """format: position/1
step: combat
players:
  p1: {battlefield: [Grizzly Bears, Midnight Guard, Soul Warden, Llanowar Elves]}
  p2: {battlefield: [Mountain]}
"""

#: Whether the picture of a card has come and takes the place of the frame, with the size of the card on it; nobody sees the words that screen readers have.
COVERED: Final = """(card) => {
  const [picture, title, size] = ['img', '.title', '.size'].map((each) => card.querySelector(each));
  const box = picture.getBoundingClientRect();
  const at = (x, y) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
  const bare = (there) => there === picture || card.contains(there) && getComputedStyle(there).backgroundColor === 'rgba(0, 0, 0, 0)';
  const over = (each) => { const r = each.getBoundingClientRect(); return document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2); };
  return picture.complete && picture.naturalWidth > 0 && [[0.5, 0.1], [0.1, 0.5], [0.9, 0.5], [0.1, 0.95]].every(([x, y]) => bare(at(x, y)))
    && getComputedStyle(title).clipPath === 'inset(50%)' && (!size || size.contains(over(size)));
}"""


#: Whether words are seen where they stand.
ON_TOP: Final = """(words) => { const r = words.getBoundingClientRect();
  return words === document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2); }"""


class Host:
    """A server of pictures on this machine. ``asked``: the cards it was asked for; ``told``: the headers of these requests."""

    def __init__(self, leads: Mapping[str, str]) -> None:
        self.leads = dict(leads)
        self.asked: list[str] = []
        self.told: list[Mapping[str, str]] = []
        host = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                name = unquote(self.path).strip("/").removesuffix(".png")
                host.asked.append(name)
                host.told.append({key.lower(): value for key, value in self.headers.items()})
                to = host.leads.get(name)
                self.send_response(404 if to is None else 302 if to else 200)
                if to:
                    self.send_header("Location", f"{to}/{quote(name)}.png")
                body = PICTURE if to == "" else b""
                self.send_header("Content-Type", "image/png")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.site = f"http://127.0.0.1:{self.server.server_address[1]}"


@contextmanager
def hosts() -> Iterator[tuple[Host, Host, Host]]:
    """A host that is asked, one to which it may lead on, and one to which it may not."""
    onward, strange = Host({"Midnight Guard": ""}), Host({"Soul Warden": "", "Strange Bell": ""})
    first = Host({name: {"allowed": onward.site, "strange": strange.site}.get(to, "") for name, to in LEADS.items()})
    running = first, onward, strange
    for each in running:
        Thread(target=each.server.serve_forever, daemon=True).start()
    try:
        yield running
    finally:
        for each in running:
            each.server.shutdown()
            each.server.server_close()


def test_pictures_are_off_at_first(browser: Browser, table: OpenTable) -> None:
    visitor = Visitor(browser, table.begin(BOARD)["p1"])
    assert visitor.page.locator(".card").count() == 5 and visitor.page.locator(".card img").count() == 0
    policy = visitor.page.request.get(visitor.page.url.split("#")[0]).headers["content-security-policy"]
    assert "img-src 'self';" in policy
    visitor.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_pictures_come_from_allowed_hosts_alone_also_where_these_lead_on(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    with (
        hosts() as (first, onward, strange),
        open_table(tmp_path, "--opponent", "person", "--pictures", f"{first.site}/{{name}}.png {onward.site}") as table,
    ):
        links = table.begin(BOARD)
        visitor = Visitor(browser, links["p1"], width)
        page = visitor.page
        cards = {name: page.locator(".card", has_text=name) for name in (*LEADS, "Llanowar Elves", "Mountain")}
        for name in ("Grizzly Bears", "Midnight Guard"):
            until(lambda card=cards[name]: card.evaluate(COVERED))
            assert page.get_by_role("button", name=name).count() == 1  # the words stay for screen readers
        for name in ("Soul Warden", "Llanowar Elves", "Mountain"):  # led on to where nothing is allowed, and not there
            until(lambda card=cards[name]: card.locator("img").count() == 0)
            until(lambda card=cards[name]: card.locator(".name").evaluate(ON_TOP))
        Finger(visitor).touch(
            ".choice[data-line=pass]"
        )  # what stands on a creature in combat stands on its picture, too
        other = Visitor(browser, links["p2"], width)
        Finger(other).touch(".choice[data-line=pass]")
        Finger(visitor).touch("#declaring button", "All")
        for name in ("Grizzly Bears", "Midnight Guard"):
            cards[name].locator(".fights").wait_for()
            until(lambda card=cards[name]: card.locator(".fights").evaluate(ON_TOP))
        other.close("Content Security Policy", "404")
        assert sorted(set(first.asked)) == sorted(cards)
        assert set(onward.asked) == {"Midnight Guard"} and strange.asked == []
        for told in (*first.told, *onward.told):  # no host is told which game that is
            assert "referer" not in told and "cookie" not in told
        visitor.close("Content Security Policy", "404")


def test_addresses_of_a_card_file_count_for_allowed_hosts_alone(browser: Browser, tmp_path: Path) -> None:
    plain = {"type_line": "Artifact", "mana_cost": "{1}", "oracle_text": ""}
    with hosts() as (first, onward, strange):
        first.leads |= {"Led Bell": strange.site, "Own Bell": ""}
        at = {"Own Bell": first.site, "Led Bell": first.site, "Strange Bell": strange.site}
        written = [
            {"name": name, **plain, "image_uris": {"normal": f"{site}/{quote(name)}.png"}} for name, site in at.items()
        ]
        file = tmp_path / "cards.json"
        file.write_text(json.dumps(written), encoding="utf-8")
        words = ("--opponent", "person", "--cards", str(file), "--pictures", f"cards {first.site}")
        with open_table(tmp_path, *words) as table:
            board = f"format: position/1\nplayers:\n  p1: {{battlefield: [{', '.join(at)}]}}\n  p2: {{}}\n"
            visitor = Visitor(browser, table.begin(board)["p1"])
            own = visitor.page.locator(".card", has_text="Own Bell")
            until(lambda: own.evaluate(COVERED))
            for name in ("Led Bell", "Strange Bell"):
                card = visitor.page.locator(".card", has_text=name)
                until(lambda card=card: card.locator("img").count() == 0)
                card.locator(".title", has_text=name).wait_for()
            assert set(first.asked) == {"Own Bell", "Led Bell"} and onward.asked == strange.asked == []
            visitor.close("Content Security Policy")
