"""A client of the service: the same questions as ``reiterate.api``, asked of a server; and seats at its games.

    with Client("http://127.0.0.1:8421") as client:
        found = client.ask("loop", position=text)
        made = client.begin(example="million")

What the server refuses is a ``Refusal``, as everywhere. ``OSError`` and ``http.client.HTTPException`` are raised where there is no
server, or none that speaks like one. Nothing but the standard library is needed. A client is for one thread.
"""

from __future__ import annotations

import http.client
import json
import select
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

from reiterate.refusals import INPUT, UNDETERMINED, Refusal, Where

JSON: Final = "application/json"
EVENTS: Final = "text/event-stream"
PROBLEM: Final = "application/problem+json"

#: Seconds that a request may take.
TIMEOUT: Final = 120


@dataclass(frozen=True, slots=True)
class Event:
    """A server-sent event: its name, its number ("" for none) and its data."""

    name: str
    number: str
    data: str

    @property
    def json(self) -> Any:
        """The data as a JSON value."""
        return json.loads(self.data)


@dataclass(frozen=True, slots=True)
class Begun:
    """A new game: its name, and the secret of each seat, of the judge and of spectators."""

    game: str
    secrets: Mapping[str, str]
    last: int


class Client:
    """One connection to a server, opened when it is needed."""

    def __init__(self, url: str, timeout: float = TIMEOUT) -> None:
        """``url``: such as ``http://127.0.0.1:8421``; ``timeout``: seconds for each request."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is no address of a server: http://HOST:PORT is expected")
        self.host = parts.hostname
        self.port = parts.port
        self.secure = parts.scheme == "https"
        self.base = parts.path.rstrip("/")
        self.timeout = timeout
        self.kept: http.client.HTTPConnection | None = None

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self.kept is not None:
            self.kept.close()
            self.kept = None

    # --- questions -----------------------------------------------------------------------------------------------

    def ask(self, verb: str, **asked: Any) -> Any | Refusal:
        """Ask a question of a board or of cards.

        In: ``run``, ``loop``, ``find``, ``certify``, ``judge``, ``answer`` or ``combo``, and the fields that the API describes.
        Out: the answer as a JSON value (``answer/1``).
        """
        return self._value(self.send("POST", f"/api/v1/{quote(verb)}", asked))

    def certificate(self, position: str, **asked: Any) -> str | Refusal:
        """The certificate of a position file's loop, as text."""
        return self.send("POST", "/api/v1/certificate", {"position": position, **asked})

    def board(self, *names: str, **asked: Any) -> str | Refusal:
        """The position file of the combo of some cards."""
        return self.send("POST", "/api/v1/combo", {"names": names, "board": True, **asked})

    def position(self, pzl: str = "", decks: Sequence[str] = (), **asked: Any) -> str | Refusal:
        """The position file of a puzzle of Forge, or of a new game between deck lists."""
        return self.send("POST", "/api/v1/position", {"pzl": pzl, "decks": list(decks), **asked})

    def check(self, certificate: str) -> Any | Refusal:
        """What the checker says of a certificate: an answer (``answer/1``) with the part ``check``."""
        return self._value(self.send("POST", "/api/v1/check", certificate))

    def watch(self, position: str, lines: Sequence[str], after: int = 0, **asked: Any) -> Any | Refusal:
        """What is recognised in a game that another engine plays, behind line ``after`` (``watched/1``)."""
        return self._value(
            self.send("POST", "/api/v1/watch", {"position": position, "lines": list(lines), "after": after, **asked})
        )

    def progress(self, verb: str, **asked: Any) -> Iterator[Event]:
        """Ask as ``ask`` does, and hear how the work goes on: events ``progress``, and then ``answer`` or ``problem``.

        Whoever stops listening ends the work. Where the server refuses at once there is one event ``problem``.
        """
        return self._events("POST", f"/api/v1/{quote(verb)}", asked, {})

    def cards(self, *names: str) -> Any | Refusal:
        """Cards, clause by clause: an answer (``answer/1``) with the part ``cards``."""
        return self._value(self.send("GET", "/api/v1/cards?" + urlencode([("name", name) for name in names])))

    def names(self, begin: str = "", like: str = "") -> list[str] | Refusal:
        """Names of cards that begin so, or that may be meant."""
        found: list[str] | Refusal = self._value(
            self.send("GET", "/api/v1/cards/names?" + urlencode({"begin": begin, "like": like}))
        )
        return found

    def explain(self, word: str) -> Any | Refusal:
        """What a code of a refusal or a word of the glossary means."""
        return self._value(self.send("GET", f"/api/v1/explain/{quote(word, safe='')}"))

    # --- games ---------------------------------------------------------------------------------------------------

    def begin(self, **asked: Any) -> Begun | Refusal:
        """A new game: of a ``position``, a puzzle ``pzl``, ``decks``, an ``example`` or a ``log``."""
        found = self._value(self.send("POST", "/api/v1/games", asked))
        return found if isinstance(found, Refusal) else Begun(found["game"], found["secrets"], found["last"])

    def seat(self, game: str, secret: str) -> Seat:
        """A seat at a game, which the secret opens; nothing is asked of the server yet."""
        return Seat(self, game, secret)

    # --- the way there -------------------------------------------------------------------------------------------

    def send(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> str | Refusal:
        """One request, and the text that answers it; a refusal where the server tells a problem."""
        got = self._request(self._connection(), method, path, body, headers or {})
        text = got.read().decode("utf-8")
        if got.will_close:
            self.close()
        return text if got.status < 400 else _refusal(got, text)

    def _connection(self) -> http.client.HTTPConnection:
        if self.kept is not None and _closed(self.kept):
            self.close()
        if self.kept is None:
            self.kept = self._opened()
        return self.kept

    def _opened(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self.secure else http.client.HTTPConnection
        return kind(self.host, self.port, timeout=self.timeout)

    def _request(
        self, to: http.client.HTTPConnection, method: str, path: str, body: Any, headers: Mapping[str, str]
    ) -> http.client.HTTPResponse:
        text = body if isinstance(body, str) or body is None else json.dumps(body)
        named = dict(headers) if text is None else {"content-type": JSON, **headers}
        try:
            to.request(method, self.base + path, None if text is None else text.encode("utf-8"), named)
            return to.getresponse()
        except (ConnectionError, http.client.RemoteDisconnected):
            to.close()
            if method != "GET":
                raise
            to.request(method, self.base + path, None, named)  # the server had closed a connection that was idle
            return to.getresponse()
        except BaseException:
            to.close()
            raise

    def _value(self, found: str | Refusal) -> Any | Refusal:
        return found if isinstance(found, Refusal) else json.loads(found)

    def _events(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Iterator[Event]:
        """The events of a stream, on a connection of its own."""
        to = self._opened()
        try:
            got = self._request(to, method, path, body, {"accept": EVENTS, **headers})
            if got.status >= 400:
                yield Event("problem", "", got.read().decode("utf-8"))
                return
            yield from _read_events(got)
        finally:
            to.close()


class Seat:
    """A seat at a game. What is done has the number behind the last entry that was seen, unless another ``number`` is said."""

    def __init__(self, client: Client, game: str, secret: str) -> None:
        self.client = client
        self.game = game
        self.headers = {"authorization": f"Bearer {secret}"}
        self.last = 0

    def view(self) -> Any | Refusal:
        """All that the seat may see now."""
        found = self._get("")
        if not isinstance(found, Refusal):
            self.last = found["last"]
        return found

    def entries(self, after: int = 0) -> list[Any] | Refusal:
        """The entries behind a number, as many as one answer holds; those behind them are asked for with the number of the last one."""
        found: list[Any] | Refusal = self._get(f"/entries?after={after}")
        return found

    def happened(self, after: int = 0) -> Any | Refusal:
        """What was done behind an entry, and what has changed."""
        return self._get(f"/happened?after={after}")

    def behind(self, number: int) -> Any | Refusal:
        """The game as it was just after an entry, as the seat saw it then."""
        return self._get(f"/behind/{number}")

    def preview(self, place: str = "") -> Any | Refusal:
        """The waiting proposal at a place, or at its end."""
        return self._get("/preview?" + urlencode({"place": place}))

    def ruling(self, policy: str) -> Any | Refusal:
        """What a policy makes of the loop that was shown."""
        return self._get("/ruling?" + urlencode({"policy": policy}))

    def export(self, what: str) -> str | Refusal:
        """Something to take along: ``position``, ``script``, ``replay``, ``certificate``, ``sheet`` or ``log``."""
        return self.client.send("GET", f"{self._at}/export/{quote(what, safe='')}", None, self.headers)

    def play(self, line: str, number: int | None = None) -> int | Refusal:
        """Choices by hand, as a line of a script; the number of the game's last entry. So do all that follow."""
        return self._do("choices", number, {"line": line})

    def propose(self, script: str, number: int | None = None) -> int | Refusal:
        """Propose a script as a shortcut."""
        return self._do("proposals", number, {"script": script})

    def again(self, times: str, number: int | None = None) -> int | Refusal:
        """Propose what was shown by hand, so many times more."""
        return self._do("again", number, {"times": times})

    def answer(self, said: str, number: int | None = None) -> int | Refusal:
        """Answer the proposal: ``accept``, or ``cut PLACE``."""
        return self._do("answers", number, {"said": said})

    def say(self, text: str, secret: bool = False, number: int | None = None) -> int | Refusal:
        """Make a statement, such as ``number 9``."""
        return self._do("statements", number, {"text": text, "secret": secret})

    def chat(self, text: str, to: str = "all", number: int | None = None) -> int | Refusal:
        """Say words to ``all``, or to the ``judge``."""
        return self._do("chat", number, {"text": text, "to": to})

    def ask_undo(self, to: int, number: int | None = None) -> int | Refusal:
        """Ask to go back behind an entry."""
        return self._do("undo", number, {"to": to})

    def answer_undo(self, agree: bool, number: int | None = None) -> int | Refusal:
        """Agree to go back, or decline."""
        return self._do("undo/answers", number, {"agree": agree})

    def take_seat(self, number: int | None = None) -> int | Refusal:
        """Play the seat from now on, which a program has played until now."""
        return self._do("seat", number, {})

    def let_program(self, way: str, number: int | None = None) -> int | Refusal:
        """Let a program play the seat from now on: ``passes`` or ``cuts once``."""
        return self._do("program", number, {"way": way})

    def be_called(self, name: str, number: int | None = None) -> int | Refusal:
        """Say what one is called at the seat."""
        return self._do("name", number, {"name": name})

    def concede(self, number: int | None = None) -> int | Refusal:
        """Lose and leave the game at once (104.3a)."""
        return self._do("concession", number, {})

    def remove(self, player: str, number: int | None = None) -> int | Refusal:
        """Agree that another player is out of the game, who is gone."""
        return self._do("removals", number, {"player": player})

    def time_over(self, number: int | None = None) -> int | Refusal:
        """The time of the player for whom the game waits is over."""
        return self._do("time", number, {})

    def rematch(self, number: int | None = None) -> int | Refusal:
        """Want to play again."""
        return self._do("rematch", number, {})

    def rule(self, policy: str, script: str = "", own: str = "", number: int | None = None) -> int | Refusal:
        """The judge's ruling."""
        return self._do("rulings", number, {"policy": policy, "script": script, "own": own})

    def follow(self, after: int = 0) -> Iterator[Event]:
        """The entries behind a number and all that come, until the server stops; one event ``problem`` where it refuses."""
        headers = {**self.headers, "last-event-id": str(after)}
        return self.client._events("GET", f"{self._at}/events", None, headers)

    @property
    def _at(self) -> str:
        return f"/api/v1/games/{quote(self.game, safe='')}"

    def _get(self, path: str) -> Any | Refusal:
        return self.client._value(self.client.send("GET", self._at + path, None, self.headers))

    def _do(self, what: str, number: int | None, body: Mapping[str, Any]) -> int | Refusal:
        if number is None and not self.last:
            seen = self.view()
            if isinstance(seen, Refusal):
                return seen
        sent = {"number": self.last + 1 if number is None else number, **body}
        found = self.client._value(self.client.send("POST", f"{self._at}/{what}", sent, self.headers))
        if isinstance(found, Refusal):
            return found
        self.last = int(found["last"])
        return self.last


def _closed(kept: http.client.HTTPConnection) -> bool:
    """Whether the server has closed a connection that lay idle: there is something to read, and nothing was asked."""
    return kept.sock is not None and bool(select.select([kept.sock], [], [], 0)[0])


def _refusal(got: http.client.HTTPResponse, text: str) -> Refusal:
    """The refusal that a response tells; one of our own where it is no problem details."""
    if got.headers.get_content_type() != PROBLEM:
        kind = INPUT if got.status < 500 else UNDETERMINED
        return Refusal(
            kind, f"http-{got.status}", f"the server answers {got.status} {got.reason}", "a server of reiterate"
        )
    told = json.loads(text)
    kind = UNDETERMINED if told["kind"] == "bug" else told["kind"]
    return Refusal(kind, told["code"], told["detail"], told["expected"], told["rule"], Where(**told["where"]))


def _read_events(lines: Iterator[bytes] | http.client.HTTPResponse) -> Iterator[Event]:
    """The events of a stream of lines; what has no data is no event."""
    fields: dict[str, str] = {}
    data: list[str] = []
    for raw in lines:
        line = raw.decode("utf-8").rstrip("\r\n")
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "data":
                data.append(value)
            else:
                fields[name] = value
        elif data:
            yield Event(fields.get("event", "message"), fields.get("id", ""), "\n".join(data))
            fields, data = {}, []
