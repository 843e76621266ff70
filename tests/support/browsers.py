"""A table with pages as a process of its own, and real browsers at it (Playwright, with the browser that the system has)."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest

from tests.support import patience as waits
from tests.support.files import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

#: Seconds of work that a question of the first page may take at such a table.
SECONDS: Final = 300


def patience() -> float:
    """Milliseconds that a page may take for anything: no measure of speed, but the end of a page that hangs."""
    return 1_000 * waits.patience()


#: Browsers of systems, the first best: one without a window of its own works half as much for the same pages.
PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")


def chromium() -> str:
    """The browser of the system; "" where it has none."""
    return next(filter(None, (os.environ.get("REITERATE_CHROMIUM"), *map(shutil.which, PROGRAMS))), "")


def axe() -> Path | None:
    """The file of axe-core, where a package that holds it is installed."""
    found = find_spec("axe_playwright_python")
    file = Path(found.origin).parent / "axe.min.js" if found is not None and found.origin else None
    return file if file is not None and file.is_file() else None


def barriers(page: Page, *impacts: str, preload: bool = False, off: Sequence[str] = ()) -> list[str]:
    """What axe-core finds on a page, where it is installed: barriers of these impacts, of any where none are named.

    ``preload``: whether it reads the style sheets too. A page with a policy of its own says then what it forbids. ``off``: rules that
    it leaves out. What it finds right is not gone through.
    """
    file = axe()
    if file is None:
        return []
    if not page.evaluate("'axe' in window"):
        page.evaluate(file.read_text(encoding="utf-8"))
    asked = {"resultTypes": ["violations"], "preload": preload, "rules": {rule: {"enabled": False} for rule in off}}
    found: list[dict[str, Any]] = page.evaluate("async (asked) => (await axe.run(document, asked)).violations", asked)
    return [
        f"{each['id']} ({each['impact']}): {'; '.join(str(node['html'])[:160] for node in each['nodes'][:3])}"
        for each in found
        if not impacts or each["impact"] in impacts
    ]


_CLIENTS: Final = count(1)


def _another_client() -> str:
    """An address of this machine that has asked for nothing yet: a client may begin so many games in an hour, and no more.

    Where a machine has one such address alone, it is that.
    """
    found = str(ip_address("127.0.0.1") + next(_CLIENTS))
    try:
        with socket.create_server((found, 0)):
            return found
    except OSError:
        return "127.0.0.1"


class OpenTable:
    """`reiterate table` that runs. ``links``: of its first game, by chair."""

    def __init__(self, process: subprocess.Popen[str], lines: list[str]) -> None:
        self.process = process
        self.lines = lines
        text = "\n".join(lines)
        self.host_link = re.findall(r"^  (http\S+)$", text, re.MULTILINE)[0]
        self.links: dict[str, str] = dict(re.findall(r"^(p\d|judge|spectator)\b.*?: (http\S+)$", text, re.MULTILINE))
        self.links["p1"] = self.host_link.split(",")[0]
        self.address = self.host_link.split("/game/")[0]
        self.port = int(self.address.rpartition(":")[2])

    def begin(self, position: str, **programs: str) -> dict[str, str]:
        """A new game from a position: the link of each chair."""
        return self.begun(position=position, title="a game", programs=programs)

    def begun(self, **asked: Any) -> dict[str, str]:
        """A new game as it is asked for, by a client of its own: the link of each chair."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, source_address=(_another_client(), 0))
        try:
            connection.request("POST", "/api/v1/games", json.dumps(asked), {"content-type": "application/json"})
            with connection.getresponse() as got:
                assert got.status == 201, got.read()
                made = json.load(got)
        finally:
            connection.close()
        return {who: f"{self.address}/game/{made['game']}/{who}#{secret}" for who, secret in made["secrets"].items()}

    def kill(self) -> None:
        """End the process as a crash would, and the processes that it has started."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def open_table(folder: Path, *words: str, port: int = 0) -> Iterator[OpenTable]:
    """`reiterate table` with a database in a folder; stopped in the end."""
    command = [
        sys.executable,
        "-m",
        "reiterate",
        "--seconds",
        str(SECONDS),
        "table",
        "--no-browser",
        "--port",
        str(port),
    ]
    command += ["--database", f"sqlite:///{folder / 'games.db'}", *words]
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "REITERATE_FOLDER": "off"}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environ, start_new_session=True
    )
    assert process.stdout is not None
    try:
        lines = []
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("Ctrl-C"):
                break
        assert lines and lines[-1].startswith("Ctrl-C"), lines
        yield OpenTable(process, lines)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(waits.patience())
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        process.stdout.close()


@contextmanager
def browsers() -> Iterator[Browser]:
    """A browser; the test is skipped where there is none."""
    path = chromium()
    if find_spec("playwright") is None or not path:
        pytest.skip("no browser: pages are tested with playwright and the system's chromium (apt install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as found:
        browser = found.chromium.launch(executable_path=path, args=["--no-sandbox"])
        _FREE[browser] = defaultdict(list)
        try:
            yield browser
        finally:
            del _FREE[browser]
            browser.close()


#: What a browser says of a server that is not there, and of one that is ended while the browser speaks to it first.
GONE: Final = ("ERR_", "Connection closed before receiving a handshake response")


#: Windows that nobody looks at, by browser and by the options of their contexts. To open another one starts two renderers;
#: to take an old one starts none.
_FREE: Final[dict[Browser, defaultdict[str, list[Page]]]] = {}

#: What a free window shows: a file of the same server, so that the next page there needs no other renderer.
_IDLE: Final = "/web/icon.svg"


class Visitor:
    """Somebody at a seat: one page with cookies and storage of its own, and all that went wrong on it.

    ``ready``: what the page shows once it is there. ``before``: done before the link is opened. With that the window is a
    new one; else one is taken that an earlier visitor with the same ``options`` of a context has left. Nothing moves by itself there: to draw
    each frame of a wait is work.
    """

    def __init__(
        self,
        browser: Browser,
        link: str,
        width: int = 1280,
        dark: bool = False,
        ready: str = ".board",
        before: Callable[[], None] | None = None,
        **options: Any,
    ) -> None:
        self.free = _FREE[browser][repr(sorted(options.items()))] if browser in _FREE and before is None else None
        self.page: Page = self.free.pop() if self.free else browser.new_context(**options).new_page()
        self.page.set_viewport_size({"width": width, "height": 800})
        self.page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        self.page.set_default_timeout(patience())
        self.wrong: list[str] = []
        self.received: list[str] = []
        self.heard: dict[Any, Callable[[Any], None]] = {
            "console": lambda said: self.wrong.append(said.text) if said.type == "error" else None,
            "pageerror": lambda error: self.wrong.append(str(error)),
            "websocket": lambda socket: socket.on("framereceived", lambda data: self.received.append(str(data))),
        }
        for event, hear in self.heard.items():
            self.page.on(event, hear)
        if before is not None:
            before()
        self.page.goto(link)
        try:
            self.page.wait_for_selector(ready)
        except (
            Exception
        ) as error:  # playwright's own, which is not installed everywhere; it is raised again in more words
            shown = f"{self.page.url.split('#')[0]} shows: {self.page.inner_text('body')[:400]}; wrong: {self.wrong}"
            raise AssertionError(f"no {ready}: {shown}") from error
        self.page.wait_for_selector("body:not([data-page]), body[data-live]", state="attached")  # its scripts hear

    @property
    def context(self) -> BrowserContext:
        """What holds the cookies and the storage of the page."""
        return self.page.context

    def choose(self, words: str) -> None:
        """Press the choice with these words."""
        self.page.locator(".choice", has_text=words).first.click()

    def text(self, selector: str) -> str:
        """What stands in an element."""
        return self.page.inner_text(selector)

    def wait(self, selector: str) -> None:
        """Wait until there is such an element."""
        self.page.wait_for_selector(selector)

    def see(self, selector: str, words: str) -> None:
        """Wait until an element has these words."""
        self.page.locator(selector, has_text=words).first.wait_for()

    def close(self, *expected: str) -> None:
        """Leave, and see that nothing went wrong but what has one of some ``expected`` words."""
        self.leave()
        self.wrong = [each for each in self.wrong if not any(words and words in each for words in expected)]
        assert self.wrong == [], self.wrong

    def leave(self) -> None:
        """Leave the window to the next visitor, without a trace; one that can't be left so is closed."""
        from playwright.sync_api import Error

        try:
            if self.free is None or self.context.pages != [self.page]:
                raise Error("a window of one's own")
            for event, hear in self.heard.items():
                self.page.remove_listener(event, hear)
            at = urlsplit(self.page.url)
            if at.netloc:
                self.page.goto(f"{at.scheme}://{at.netloc}{_IDLE}")
            self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
            self.context.clear_cookies()
            self.free.append(self.page)
        except Error:
            self.context.close()


def lap_by_hand(one: Visitor, other: Visitor) -> None:
    """The iteration of the first game, played by hand at two seats."""
    one.choose("activate bears")
    for visitor in (one, other, one, other):
        visitor.see(".choice", "pass")
        visitor.choose("pass")
        visitor.see(".panel h2", "is to act") if visitor is one else visitor.wait(".waits")
    one.wait(".offered")


class Wire:
    """A connection to a server that can be cut: a port of its own, whose bytes go to and from the server's port."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.whole = True
        self.open_ones: list[socket.socket] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Everything that is open ends, and nothing new gets through."""
        self.whole = False
        for each in self.open_ones:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self.open_ones.clear()

    def mend(self) -> None:
        """New connections get through again."""
        self.whole = True

    def close(self) -> None:
        """Take no connections any more."""
        self.cut()
        self.listening.close()

    def _accept(self) -> None:
        while True:
            try:
                one = self.listening.accept()[0]
            except OSError:
                return
            if not self.whole:
                one.close()
                continue
            try:
                other = socket.create_connection(("127.0.0.1", self.to))
            except OSError:  # a server that is not there
                one.close()
                continue
            self.open_ones += [one, other]
            for ends in ((one, other), (other, one)):
                threading.Thread(target=_pass_on, args=ends, daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    """Send what comes from one end to the other, until one of them is closed."""
    with suppress(OSError):
        while data := one.recv(65_536):
            other.sendall(data)
    for each in (one, other):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
