"""Random games over HTTP: every byte that a seat is sent is searched for names of cards that this seat has never seen.

Seats act and look over the API, and at their pages: a page is HTML, and frames of a web socket (``open_page.py``). The judge's log is
replayed in the end. It tells which cards each seat had seen behind each entry, and has to come to what the server shows.
"""

from __future__ import annotations

import http.client
import io
import json
import logging
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import Any, Final

from reiterate.ask.answer_json import as_json
from reiterate.refusals import Refusal
from reiterate.script.one_block import HOW_OFTEN
from reiterate.service.logs import LOG, begin_logs
from reiterate.service.settings import Limits, Settings
from reiterate.table.exporting import read_log
from reiterate.table.rounds import Round, carry_out, put_down, round_from_entry
from reiterate.table.seat_view import view_of
from reiterate.web.mounting import mount
from tests.support.patience import PATIENCE
from tests.support.served import Served, serving
from tests.table.laid_table import BOOK, HIDDEN, PUBLIC, SECRETS, card_rows, decks, names_known, position
from tests.table.open_page import PageOfSeat

#: A server that hinders no client, for all seats of a game are one here.
ROOMY: Final = Limits(
    rate=1e6,
    burst=10**6,
    bytes=10**9,
    each=60,
    connections=600,
    streams=200,
    games=10**6,
    seconds=300,
    choice=300,
    grace=2,
)

#: What is said by whoever speaks, and how often a shown lap or a proposal is to be played.
WORDS: Final = ("number 9", "no action", "accept", "cut 2.1", "nonsense")
TIMES: Final = ("1", "2", "7", "10^30")

#: In one game of so many a seat has its page open from the beginning; in one of so many more every seat has.
PAGE_OF: Final = 4
#: One game in so many is one of decks, with hands to be kept and mulligans (103.5).
DEALT_OF: Final = 3
#: How often a player concedes, the others agree that one is gone, or the judge rules on the game itself.
ENDS: Final = 0.04
ALL_PAGES_OF: Final = 40


#: Seconds for which a seat is told to come later, at most, by a server that has much to do.
PATIENT: Final = PATIENCE

#: The part of a page that says how many words it has answered: it tells of each word, and of nothing else.
_ANSWERED: Final = re.compile(r'(, )?"\d+": "<span data-words=\\"\d+\\"></span>"')
_NOTHING_NEW: Final = '{, "parts": {}}'


@dataclass(slots=True)
class Ear:
    """One chair and all that it is told: each text with the number of the last entry by then."""

    who: str
    at: str
    secret: str
    line: http.client.HTTPConnection
    heard: list[tuple[int, str]] = field(default_factory=list)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """One request; the status, and every byte of the answer as text. One that comes at the wrong time is made again, as it is told to be."""
        until = time.monotonic() + PATIENT
        while True:
            status, headers, text = self._asked(method, path, body)
            if status != 429 or time.monotonic() > until:
                return status, f"{headers}{text}"
            self.heard.append((self.heard[-1][0] if self.heard else 1, f"{headers}{text}"))
            time.sleep(float(headers["retry-after"] or 1))

    def _asked(self, method: str, path: str, body: Any) -> tuple[int, Message, str]:
        """One request; the status, the headers and the body of the answer."""
        headers = {"authorization": f"Bearer {self.secret}", "content-type": "application/json"}
        sent = None if body is None else json.dumps(body)
        try:
            self.line.request(method, self.at + path, sent, headers)
            got = self.line.getresponse()
        except (
            ConnectionError
        ):  # the server had closed a line that was idle; the same words with the same number count once
            self.line.close()
            self.line.request(method, self.at + path, sent, headers)
            got = self.line.getresponse()
        return got.status, got.headers, got.read().decode()

    def events(self, after: int) -> str:
        """What the stream of entries tells behind an entry, up to the present."""
        line = http.client.HTTPConnection(self.line.host, self.line.port, timeout=PATIENCE)
        headers = {"authorization": f"Bearer {self.secret}", "last-event-id": str(after)}
        line.request("GET", self.at + "/events", None, headers)
        got = line.getresponse()
        found = [str(got.headers)]
        while found[-1] != ": here\n":
            found.append(got.readline().decode())
            assert found[-1], "the stream has ended"
        line.close()
        return "".join(found)


def value_of(text: str) -> Any:
    """The body of an answer that ``Ear.ask`` gave."""
    return json.loads(text.partition("\n\n")[2])


@dataclass(slots=True)
class Laid:
    """A server of games, and what it logs."""

    served: Served
    log: io.StringIO

    def tells_nothing(self, game: ApiGame) -> None:
        """What everybody may read of the server, and its log, name no card and no secret."""
        text = self.log.getvalue() + self.served.ask("GET", "/metrics").text
        self.log.seek(0)
        self.log.truncate()
        assert "reiterate_calls_total" in text and '"path"' in text
        for word in (*HIDDEN, *(ear.secret for ear in game.ears.values()), game.name):
            assert word not in text, word


class ApiGame:
    """One game of a server, played by drawn acts."""

    def __init__(self, laid: Laid, seed: int) -> None:
        self.laid = laid
        self.served = served = laid.served
        self.rng = rng = random.Random(seed)
        self.tally: Counter[str] = Counter()
        players = rng.randint(2, 6)
        public = tuple(rng.sample(sorted(PUBLIC), rng.randint(2, 4)))
        self.players = [f"p{seat + 1}" for seat in range(players)]
        way = rng.choice(["", "", "passes", "cuts once"])
        programs = {self.players[-1]: way} if way else {}
        first = rng.randrange(len(SECRETS))
        board: dict[str, Any] = {"position": position(players, public, 2, 3, first)}
        if seed % DEALT_OF == DEALT_OF - 1:
            board = {"decks": decks(players, rng.random() < 0.5, first)}
            self.tally["games of decks"] += 1
        got = served.ask("POST", "/api/v1/games", {**board, "programs": programs, "title": f"seed {seed}"})
        assert got.status == 201, got.text
        made = got.json
        self.name, self.last = made["game"], made["last"]
        self.ears = {
            who: Ear(who, f"/api/v1/games/{self.name}", secret, http.client.HTTPConnection("127.0.0.1", served.port))
            for who, secret in made["secrets"].items()
        }
        self.humans = [who for who in self.players if who not in programs]
        self.chairs = [*self.players, "spectator"]
        self.pages: dict[str, PageOfSeat] = {}
        one = [rng.choice(self.chairs)] if seed % PAGE_OF == 0 else []
        for who in self.chairs if seed % ALL_PAGES_OF == 0 else one:
            self.pages[who] = self.page_of(who)
            self.pages[who].open()
        self.settle()

    def page_of(self, who: str) -> PageOfSeat:
        """A page of a seat that is not open yet."""
        return PageOfSeat(self.served.app.state.site, self.served.port, self.name, who, self.ears[who].secret)

    def settle(self) -> None:
        """Wait until the open pages show the game as it is, and hear what was sent to them."""
        for who, page in self.pages.items():
            page.settled(self.last)
            self.hears(who, page)

    def hears(self, who: str, page: PageOfSeat) -> None:
        """Keep what a page was sent, to be searched."""
        self.ears[who].heard += [(self.last, text) for text in page.heard]
        self.tally["texts of pages"] += len(page.heard)
        self.tally["bytes of pages"] += sum(len(text.encode()) for text in page.heard)
        page.heard.clear()

    # --- asking -------------------------------------------------------------------------------------------------

    def looked(self, who: str, path: str) -> tuple[int, str]:
        """What a chair is told at an address; it is kept to be searched."""
        status, text = self.ears[who].ask("GET", path)
        assert status < 500, text
        self.ears[who].heard.append((self.last, text))
        self.tally["answers read"] += 1
        return status, text

    def view(self, who: str) -> Any:
        """What a chair sees now."""
        status, text = self.looked(who, "")
        assert status == 200, text
        return value_of(text)

    def does(self, who: str, path: str, **body: Any) -> bool:
        """Something that a chair does; whether it was accepted."""
        status, text = self.ears[who].ask("POST", "/" + path, {"number": self.last + 1, **body})
        assert status in (200, 409, 422), text
        if status == 200:
            self.last = value_of(text)["last"]
            self.tally["entries answered"] += 1
        self.tally["accepted" if status == 200 else "refused"] += 1
        self.ears[who].heard.append((self.last, text))
        if status == 200:
            self.settle()
        return status == 200

    # --- acts ---------------------------------------------------------------------------------------------------

    def act(self) -> None:
        """One drawn act."""
        view = self.view("spectator")
        if view["ended"] is not None:
            self.plays_again()
        elif self.rng.random() < ENDS:
            self.ends(view)
        elif view["proposal"] is not None:
            self.answers(view["decides"])
        elif view["undo"] is not None and self.rng.random() < 0.7:
            self.does(view["undo"]["waiting"][0], "undo/answers", agree=self.rng.random() < 0.7)
        elif view["decides"] in self.humans and self.rng.random() < 0.8:
            self.moves(view["decides"])
        else:
            self.speaks()
        if self.pages and self.rng.random() < 0.5:
            self.at_a_page()

    def ends(self, view: Any) -> None:
        """Somebody leaves the game, or the judge says how it ends; those who are left play on (104.2a, 104.3a, 104.3k)."""
        rng = self.rng
        there = [who for who in self.players if who not in view["left"]]
        gone = rng.choice(there)
        drawn = rng.random()
        if drawn < 0.5:
            self.does(gone, "concession")
        elif drawn < 0.8 and len(there) > 2:
            for who in there:
                if who != gone and who in self.humans:
                    self.does(who, "removals", player=gone)
        else:
            own = rng.choice(["draw", f"{gone} wins", f"remove {gone}"])
            self.does("judge", "rulings", policy="comprehensive", script="", own=own)
        self.tally["players who left"] += len(self.view("spectator")["left"]) - len(view["left"])

    def plays_again(self) -> None:
        """Behind the end words are heard, and who wants to play again; once all do, the game begins anew."""
        self.tally["acts behind an end"] += 1
        if self.rng.random() < 0.3:
            self.does(self.rng.choice(self.chairs), "chat", text="words", to="all")
        assert not self.does(self.rng.choice(self.humans), "choices", line="pass")
        for who in self.humans:
            self.does(who, "rematch")

    def moves(self, who: str) -> None:
        """A choice, a proposal, or a lap that was shown once more; before the first turn a hand is kept more often than not."""
        rng, view = self.rng, self.view(who)
        lines = [each["line"] for each in view["may"]]
        if view["hands"] and rng.random() < 0.7:
            self.does(who, "choices", line=lines[0])
            return
        acts = [line for line in lines if line != "pass"]
        active = [line for line in lines if line.startswith("activate")]
        drawn = rng.random()
        if view["again"] and drawn < 0.3:
            self.does(who, "again", times=rng.choice(TIMES))
        elif active and drawn < 0.2:
            passes = "  pass\n" * len(self.players)
            self.does(who, "proposals", script=f"repeat {rng.choice(TIMES)}:\n  {rng.choice(active)}\n{passes}")
        else:
            self.does(who, "choices", line=rng.choice(acts if acts and rng.random() < 0.5 else lines))

    def answers(self, who: str) -> None:
        """An answer to the waiting proposal."""
        self.looked(self.rng.choice(self.players), f"/preview?place=1.{self.rng.randint(1, 6)}")
        cut = f"cut {self.rng.choice([1, 2, 3, 7, 10**29])}.{self.rng.randint(1, 8)}"
        if not self.does(who, "answers", said=self.rng.choice(["accept", cut])):
            self.does(who, "answers", said="accept")

    def speaks(self) -> None:
        """Words, a request to go back, a card that is named on suspicion, an act out of turn."""
        rng = self.rng
        who = rng.choice(self.players)
        drawn = rng.random()
        if drawn < 0.1:
            policy = rng.choice(["comprehensive", "tournament"])
            self.does("judge", "rulings", policy=policy, script="", own="")
        elif drawn < 0.2:
            self.does(rng.choice(self.chairs), "chat", text="words", to=rng.choice(["all", "judge"]))
        elif drawn < 0.4:
            self.does(who, "statements", text=rng.choice(WORDS), secret=rng.random() < 0.5)
        elif drawn < 0.6:
            self.does(who, "undo", to=max(1, self.last - rng.randint(1, 4)))
        elif drawn < 0.8:
            self.suspects(who)
        else:
            self.does(who, "choices", line=rng.choice(["pass", "activate Old Bell", "all pass", "p1: pass"]))

    def suspects(self, who: str) -> None:
        """A card that the chair has never seen is refused in the same words as one that is nowhere."""
        self.view(who)  # so that the cards of the own hand are known
        name = self.rng.choice(HIDDEN)
        if any(name in text for _, text in self.ears[who].heard):
            return
        told = []
        for each in (name, "Zebra Zone"):
            status, text = self.ears[who].ask("POST", "/choices", {"number": self.last + 1, "line": f"cast {each}"})
            told.append((status, text.partition("\n\n")[2].replace(each, "NAME")))
        assert told[0] == told[1] and told[0][0] == 422, told
        self.tally["cards named on suspicion"] += 1
        if who in self.pages:
            self.suspects_at_the_page(who, name)

    def suspects_at_the_page(self, who: str, name: str) -> None:
        """The same at the page, which tells nothing where its words would be the same as before."""
        page = self.pages[who]
        told = [page.quietly("play", line=f"cast {each}").replace(each, "NAME") for each in (name, "Zebra Zone")]
        first, second = (_ANSWERED.sub("", each) for each in told)
        assert "data-words" not in first + second, told
        assert first == second or (second in ("", _NOTHING_NEW) and "NAME" not in first), told
        assert page.page.seat.last == self.last
        page.heard += told
        self.hears(who, page)
        self.tally["cards named on suspicion"] += 1

    def at_a_page(self) -> None:
        """A drawn word at one of the open pages; all of them show what has come of it."""
        who = self.rng.choice(sorted(self.pages))
        page = self.pages[who]
        do, fields = self.word_at(page)
        page.say(do, **fields)
        self.last = max(self.last, page.page.seat.last)
        self.tally["words at pages"] += 1
        self.settle()

    def word_at(self, page: PageOfSeat) -> tuple[str, dict[str, str]]:
        """What somebody might do at a page: look at a shortcut, and now and then act."""
        rng, view = self.rng, page.page.seat.view
        if page.page.looking.scene is not None and rng.random() < 0.7:
            return rng.choice(
                [
                    ("look", {"value": str(rng.randint(0, 1000))}),
                    ("look", {"step": rng.choice(["+1", "-1"])}),
                    ("exactly", {"iteration": rng.choice(TIMES)}),
                    ("block", {"block": str(rng.randint(1, 4))}),
                    ("place", {"choice": str(rng.randint(0, 6))}),
                    ("judge", {}),
                    ("propose", {}),
                    ("forget", {}),
                ]
            )
        lines = [each["line"] for each in view["may"]]
        active = [line for line in lines if line.startswith("activate")]
        if active and rng.random() < 0.5:
            lap = "\n".join([rng.choice(active), *["pass"] * len(self.players)])
            return "foresee", {"times": rng.choice(TIMES), "how": rng.choice(sorted(HOW_OFTEN)), "lap": lap}
        return rng.choice(
            [
                ("play", {"line": rng.choice(lines or ["pass"])}),
                ("touch", {"card": rng.choice(["Old Bell", "Open Book", "Far Glass", "Long Glass"])}),
                ("judge", {}),
                ("ask-judge", {}),
                ("undo", {"to": str(max(1, self.last - rng.randint(1, 3)))}),
                ("chat", {"text": "words of a page"}),
                ("state", {"text": rng.choice(WORDS), "secret": rng.choice(["on", ""])}),
                ("rule", {"policy": "comprehensive"}),
                ("invites", {}),
                ("accept", {}),
            ]
        )

    def all_look(self, everything: bool = False) -> None:
        """Everybody but the judge looks: at the board, and at one of the other addresses, or at all of them."""
        after = max(0, self.last - 4)
        others = [f"/entries?after={after}", f"/happened?after={after}", "/preview", "/export/script", "/ruling"]
        slow = ["/export/certificate", "/export/replay", "/export/sheet", "/export/position", "/export/log"]
        for who in (*self.players, "spectator"):
            self.view(who)
            for path in (*others, *slow) if everything else (self.rng.choice(others),):
                self.looked(who, path)
            if everything:
                self.ears[who].heard.append((self.last, self.ears[who].events(0)))
                page = self.pages.get(who) or self.page_of(who)
                for path in (
                    "",
                    "/take/" + self.rng.choice(["script", "position", "replay", "certificate", "sheet", "log"]),
                ):
                    page.get(path)
                self.hears(who, page)
                self.tally["pages opened"] += 1
                page.close()

    # --- what has to hold ---------------------------------------------------------------------------------------

    def judged(self) -> Round:
        """Replay the judge's log, and search all that was told; the game as the log has it."""
        status, text = self.ears["judge"].ask("GET", "/export/log")
        assert status == 200, text
        read = read_log(text.partition("\n\n")[2])
        assert not isinstance(read, Refusal), read
        entries = read[1]
        assert len(entries) == self.last
        now = round_from_entry(entries[0].said, BOOK)
        assert not isinstance(now, Refusal), now
        put_down(now, entries[0])
        states = [now.game.state]
        for entry in entries[1:]:
            carried = carry_out(now, entry.said)
            assert not isinstance(carried, Refusal), (entry.number, carried)
            put_down(now, entry)
            states.append(now.game.state)
        for who in (*self.players, "spectator"):
            self.search(who, [names_known(state, who) for state in states])
        return now

    def search(self, who: str, seen: list[set[str]]) -> None:
        """No text that a chair was told by entry N holds the name of a card that it had not seen by entry N."""
        known: list[set[str]] = [set()]
        for names in seen:
            known.append(known[-1] | names)
        for last, text in self.ears[who].heard:
            hidden = [name for name in HIDDEN if name in text and name not in known[last]]
            assert not hidden, (who, last, hidden, text)
            self.tally["bytes searched"] += len(text.encode())

    def as_shown(self, now: Round) -> None:
        """What the log comes to is what the server shows to each chair."""
        for who in self.ears:
            status, text = self.ears[who].ask("GET", "")
            assert status == 200, text
            live = value_of(text)
            replayed = as_json(view_of(now, self.name, live["title"], live["programs"], who))
            for each in (live, replayed):
                each.pop("again")  # what was shown by hand is shown anew where a snapshot is gone on from
            assert live == json.loads(json.dumps(replayed)), who


def play_game(laid: Laid, seed: int, acts: int, kill: bool) -> Counter[str]:
    """Play a game of so many acts and judge all of it; ``kill``: the process of the games is killed before the end."""
    game = ApiGame(laid, seed)
    for _ in range(acts):
        game.act()
        if game.rng.random() < 0.5:
            game.all_look()
    game.all_look(everything=True)
    now = game.judged()
    game.as_shown(now)
    if kill:
        laid.served.app.state.games.process.end()
        game.as_shown(now)
        game.tally["processes killed"] += 1
    for ear in game.ears.values():
        ear.line.close()
    for page in game.pages.values():
        page.close()
    laid.tells_nothing(game)
    game.tally["games"] += 1
    game.tally["entries"] += game.last
    return game.tally


@contextmanager
def server_of_games(folder: Path) -> Iterator[Laid]:
    """A server with pages whose cards are those of ``laid_table.py``. Once in a process, as pages are."""
    cards = folder / "cards.json"
    cards.write_text(json.dumps(card_rows()), encoding="utf-8")
    url = f"sqlite:///{folder / 'games.db'}"
    settings = Settings(port=0, workers=1, long_workers=1, cards=(str(cards),), database=url, limits=ROOMY)
    log = io.StringIO()
    with _logged_to(log), serving(settings, mount) as served:
        yield Laid(served, log)


@contextmanager
def _logged_to(stream: io.StringIO) -> Iterator[None]:
    """Within the block the service's log goes to a text; what other tests listen with is put back behind it."""
    loggers = [logging.getLogger(name) for name in (LOG, None)]
    before = [(list(each.handlers), each.propagate, each.level) for each in loggers]
    begin_logs(stream=stream)
    try:
        yield
    finally:
        for each, (handlers, propagate, level) in zip(loggers, before, strict=True):
            each.handlers[:], each.propagate, each.level = handlers, propagate, level
