"""The functions of the table over the API of a server: what ``laid_table.py`` asks of a table is asked by real requests.

Every byte of every response is kept for whoever got it. The game itself is what the judge's exported log comes to: each
entry is carried out again, and has to be what the log says, digest by digest.
"""

from __future__ import annotations

import http.client
import io
import json
import socket
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from reiterate.ask.answer_json import as_json
from reiterate.ask.answer_parts import Quantity, Written
from reiterate.client import Client, Event, Seat
from reiterate.refusals import Refusal
from reiterate.service.settings import Limits, Settings
from reiterate.table.entries import POSITION, Noted
from reiterate.table.exporting import read_log
from reiterate.table.rounds import Carried, Round, carry_out, entry_for, put_down, round_from_entry
from reiterate.table.seat_view import Happened, Preview, Shown, View
from reiterate.table.seats import JUDGE, Chair
from reiterate.table.table import Accepted, Created
from tests.support.served import Served, serving
from tests.table.laid_table import BOOK, card_rows

#: A server that hinders no client, for all seats are one here; a call may be slow on a busy machine.
LIMITS: Final = Limits(
    rate=1e6, burst=10**6, bytes=10**9, each=60, connections=600, streams=200, games=10**6, choice=300, grace=2
)

#: What a game may answer: never a fault of the server, nor that somebody asks too much.
STATUSES: Final = (200, 201, 401, 409, 422)

_T = TypeVar("_T")
_Struct = TypeVar("_Struct", bound=msgspec.Struct)


# --- the wire ----------------------------------------------------------------------------------------------------


class _Overheard(io.RawIOBase):
    """The bytes of a socket, each of which is kept as it is read."""

    def __init__(self, inner: socket.SocketIO, heard: bytearray) -> None:
        super().__init__()
        self.inner, self.heard = inner, heard

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int | None:
        many = self.inner.readinto(into)
        self.heard += bytes(into[: many or 0])
        return many

    def close(self) -> None:
        self.inner.close()
        super().close()


class _Response(http.client.HTTPResponse):
    """A response whose bytes are kept, from the first one of its status line on."""

    def __init__(self, heard: bytearray, sock: socket.socket, *given: Any, **named: Any) -> None:
        super().__init__(sock, *given, **named)
        self.fp.close()
        self.fp = io.BufferedReader(_Overheard(sock.makefile("rb", buffering=0), heard))


class Wire(Client):
    """The client, with every byte that has come back since ``heard`` was cleared."""

    def __init__(self, served: Served) -> None:
        super().__init__(f"http://127.0.0.1:{served.port}")
        self.heard = bytearray()

    def _opened(self) -> http.client.HTTPConnection:
        found = super()._opened()
        found.response_class = partial(_Response, self.heard)  # type: ignore[assignment] # called as the class is
        return found


@contextmanager
def server_of_cards(folder: Path, rows: Sequence[Mapping[str, Any]] = ()) -> Iterator[Served]:
    """A server of games with a database in a folder. ``rows``: its cards, by default those of ``laid_table.py``."""
    cards = folder / "cards.json"
    cards.write_text(json.dumps(rows or card_rows()), encoding="utf-8")
    url = f"sqlite:///{folder / 'games.db'}"
    settings = Settings(
        port=0, cards=(str(cards),), database=url, limits=LIMITS, workers_first=False
    )  # nobody asks a worker
    with serving(settings) as made:
        yield made


# --- values as they were sent ------------------------------------------------------------------------------------


class _Sent(Quantity):
    """A quantity as it was sent, which is written as it was."""

    __slots__ = ("_sent",)

    def __init__(self, sent: Written) -> None:
        super().__init__(int(sent) if isinstance(sent, str) else 0)
        self._sent = sent

    def written(self) -> Written:
        return self._sent


def typed(value: Any, kind: type[_Struct]) -> _Struct:
    """A JSON value as what the functions of the table give; nothing is lost on the way."""
    found = msgspec.convert(value, kind, dec_hook=lambda _kind, sent: _Sent(sent))
    assert as_json(found) == value
    return found


# --- a game from its log -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Replayed:
    """A game as its log has it, under the name that ``Sitting.now`` looks for."""

    now: Round


def replayed(text: str) -> Round:
    """The game that an exported log comes to, from its first entry on."""
    entries = entries_of(text)
    now = round_from_entry(entries[0].said, BOOK)
    assert not isinstance(now, Refusal), now
    for entry in entries:
        fold(now, entry)
    return now


def entries_of(text: str) -> list[Noted]:
    """The entries of an exported log."""
    read = read_log(text)
    assert not isinstance(read, Refusal), read
    return read[1]


def fold(now: Round, entry: Noted) -> None:
    """Carry out an entry behind the others; it has to come to what the log says of it."""
    carried = Carried() if entry.said.kind == POSITION else carry_out(now, entry.said)
    assert not isinstance(carried, Refusal), (entry, carried)
    made = entry_for(now, entry.said, carried, entry.at)
    assert made == entry, (made, entry)
    put_down(now, entry)


# --- the table ---------------------------------------------------------------------------------------------------


class TableOverHttp:
    """What ``Sitting`` and ``drawn_games.Game`` ask of a ``Table``, asked of a server.

    ``heard``: the raw responses that each chair has got since somebody took them, each with the line to which it is the answer, for a
    refusal quotes that line. ``tally``: what is counted. What a chair sees and
    the judge's log are asked for once behind each request that could have changed something, whether it was refused or not.
    """

    def __init__(self, served: Served, tally: Counter[str]) -> None:
        self.served = served
        self.tally = tally
        self.wire = Wire(served)
        self.heard: dict[str, list[tuple[bytes, str]]] = defaultdict(list)
        self.secrets: dict[Chair, str] = {}
        self.logs: dict[str, str] = {}
        self._rounds: dict[str, Round] = {}
        self._views: dict[Chair, Any] = {}
        self._stale: set[str] = set()

    def close(self) -> None:
        """Let the connection go."""
        self.wire.close()

    # --- games ---------------------------------------------------------------------------------------------------

    def create(self, text: str, title: str = "", programs: Mapping[str, str] | None = None) -> Created | Refusal:
        """``POST games`` with a position."""
        return self._begun(position=text, title=title, programs=dict(programs or {}))

    def create_dealt(
        self, decks: Sequence[str], seed: str = "", programs: Mapping[str, str] | None = None
    ) -> Created | Refusal:
        """``POST games`` with deck lists."""
        return self._begun(decks=[*decks], seed=seed, programs=dict(programs or {}))

    def load(self, text: str, programs: Mapping[str, str] | None = None) -> Created | Refusal:
        """``POST games`` with the log of a game."""
        return self._begun(log=text, programs=dict(programs or {}))

    def _begun(self, **asked: Any) -> Created | Refusal:
        self.wire.close()  # a game is never begun twice, as it might be where an idle connection is lost
        made = self.wire.begin(**asked)
        return made if isinstance(made, Refusal) else Created(made.game, made.secrets, made.last)

    def enter(self, game: str, secret: str) -> Chair | Refusal:
        """``POST session``: whose secret this is."""
        body = {"secret": secret}
        found = self._heard("", lambda: self.wire.send("POST", f"/api/v1/games/{game}/session", body))
        if isinstance(found, Refusal):
            return found
        chair = Chair(**json.loads(found))
        self.heard[chair.who] += self.heard.pop("")
        self.secrets[chair] = secret
        return chair

    def last(self, game: str) -> int:
        """The number of the last entry of the judge's log."""
        return self._live(game).now.last

    def _live(self, game: str) -> Replayed:
        """The game that the judge's log comes to. What was in the log stays there; what is new is carried out behind it."""
        before = self.logs.get(game, "")
        if game in self._stale or not before:
            text = self.export(Chair(game, JUDGE), "log")
            assert isinstance(text, str) and text.startswith(before), (text, before)
            if not before:
                self._rounds[game] = replayed(text)
            now = self._rounds[game]
            for entry in entries_of(text)[now.last :]:
                fold(now, entry)
            self.logs[game] = text
            self._stale.discard(game)
        return Replayed(self._rounds[game])

    # --- looking -------------------------------------------------------------------------------------------------

    def sight(self, chair: Chair) -> Any:
        """What a chair sees now, as it was sent."""
        if chair not in self._views:
            found = self._look(chair, Seat.view)
            assert not isinstance(found, Refusal), found
            self._views[chair] = found
        return self._views[chair]

    def view(self, chair: Chair) -> View:
        """What a chair sees now."""
        return typed(self.sight(chair), View)

    def entries(self, chair: Chair, after: int = 0) -> list[Shown]:
        """The entries behind a number."""
        found = self._look(chair, lambda seat: seat.entries(after))
        assert not isinstance(found, Refusal), found
        return [typed(each, Shown) for each in found]

    def happened(self, chair: Chair, after: int = 0) -> list[Happened]:
        """What the entries behind a number have changed."""
        found = self._look(chair, lambda seat: seat.happened(after))
        assert not isinstance(found, Refusal), found
        return [typed(each, Happened) for each in found]

    def preview(self, chair: Chair, place: str = "") -> Preview | Refusal:
        """The waiting proposal at a place."""
        found = self._look(chair, lambda seat: seat.preview(place))
        return found if isinstance(found, Refusal) else typed(found, Preview)

    def ruling(self, chair: Chair, policy: str) -> Any | Refusal:
        """What a policy makes of the loop that was shown."""
        return self._look(chair, lambda seat: seat.ruling(policy))

    def export(self, chair: Chair, what: str) -> str | Refusal:
        """Something to take along."""
        return self._look(chair, lambda seat: seat.export(what))

    def follow(self, chair: Chair, after: int, many: int) -> list[Event]:
        """So many entries behind a number, from the stream of entries."""

        def read(seat: Seat) -> list[Event]:
            stream = seat.follow(after)
            found = [next(stream) for _ in range(many)]
            stream.close()  # type: ignore[attr-defined] # a generator, whose end closes the connection
            return found

        return self._look(chair, read)

    # --- acting --------------------------------------------------------------------------------------------------

    def play(self, chair: Chair, number: int, line: str) -> Accepted | Refusal:
        """``POST choices``; the others below are as their names say."""
        return self._act(chair, number, lambda seat: seat.play(line, number), line)

    def propose(self, chair: Chair, number: int, script: str) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.propose(script, number))

    def again(self, chair: Chair, number: int, times: str) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.again(times, number))

    def answer(self, chair: Chair, number: int, said: str) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.answer(said, number))

    def say(self, chair: Chair, number: int, text: str, secret: bool = False) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.say(text, secret, number))

    def chat(self, chair: Chair, number: int, text: str, to: str = "all") -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.chat(text, to, number))

    def concede(self, chair: Chair, number: int) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.concede(number))

    def remove(self, chair: Chair, number: int, player: str) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.remove(player, number))

    def rematch(self, chair: Chair, number: int) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.rematch(number))

    def rule(self, chair: Chair, number: int, policy: str, script: str = "", own: str = "") -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.rule(policy, script, own, number))

    def take_seat(self, chair: Chair, number: int) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.take_seat(number))

    def let_program(self, chair: Chair, number: int, way: str) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.let_program(way, number))

    def ask_undo(self, chair: Chair, number: int, to: int) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.ask_undo(to, number))

    def answer_undo(self, chair: Chair, number: int, agree: bool) -> Accepted | Refusal:
        return self._act(chair, number, lambda seat: seat.answer_undo(agree, number))

    def _act(
        self, chair: Chair, number: int, send: Callable[[Seat], int | Refusal], words: str = ""
    ) -> Accepted | Refusal:
        self.changed(chair.game)
        try:
            found = self._look(chair, send, words)
        except ConnectionError:
            # the server had closed an idle connection; the same words with the same number count once
            found = self._look(chair, send, words)
        self.tally["refused" if isinstance(found, Refusal) else "accepted"] += 1
        return found if isinstance(found, Refusal) else Accepted(number, found)

    def changed(self, game: str) -> None:
        """Something may have changed: ask for the log and for what chairs see anew."""
        self._stale.add(game)
        self._views.clear()

    def _look(self, chair: Chair, ask: Callable[[Seat], _T], words: str = "") -> _T:
        return self._heard(chair.who, lambda: ask(self.wire.seat(chair.game, self.secrets[chair])), words)

    def _heard(self, who: str, ask: Callable[[], _T], words: str = "") -> _T:
        """What a request gives; its raw response is kept for whoever asked, with the words that were said."""
        self.wire.heard.clear()
        found = ask()
        raw = bytes(self.wire.heard)
        assert int(raw.split(None, 2)[1]) in STATUSES, raw
        self.heard[who].append((raw, words))
        self.tally["requests"] += 1
        return found
