"""The process of the games: the table behind frames (``processes.py``), each call in a thread of its own.

``python -m reiterate.service.game_host MEGABYTES [CARD FILE ...]``; the first message names the database and the seconds of work that a call may take. The process can be ended
at any moment: what was answered is in the database, and games are taken up again from there.
"""

from __future__ import annotations

import gc
import logging
import sys
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any, BinaryIO, Final

from reiterate.ask.answer_json import as_json
from reiterate.deadline import arrive, arrived, leave, stoppable, turned_away, withdraw
from reiterate.limits import peak_memory
from reiterate.refusals import INPUT, UNDETERMINED, Refusal
from reiterate.script.puzzle_lines import is_puzzle
from reiterate.service.logs import log
from reiterate.service.processes import begin_process, read_frame, resident
from reiterate.service.verbs import Books
from reiterate.service.worker import BEAT, Line, out_of_memory, refusal_fields
from reiterate.table.given_text import title_in
from reiterate.table.past import Page
from reiterate.table.scenes import Wanted
from reiterate.table.seats import Chair
from reiterate.table.table import MOST_TITLE, Accepted, Created, Table
from reiterate.untrusted_text import json_text

#: Seconds between two looks for games that nobody asks for. Garbage is collected meanwhile.
TIDIED: Final = 20.0
#: Behind so many of these looks, everything is looked at once, if the process holds so many times as much as behind the first so many.
WHOLE: Final = 180
GROWN: Final = 1.2
#: Seconds between two collections of garbage; sooner where so many collections of the young ones have been. Python counts objects that come, less
#: those that go. Where games forget as many as they make, that count stands still, and what a collection has to look at grows all the same.
OFTEN: Final = 0.5
LEFT_OVER: Final = 2
#: Seconds between two looks whether that is so.
LOOK: Final = 0.1

#: Seconds after which a game that nobody asks for is put to rest; the same where more than this part of the memory is used.
IDLE: Final = 15 * 60.0
SOON: Final = 60.0
SHORT: Final = 0.6

#: The part of its memory that a process has used which had too little of it.
FULL: Final = 0.8

#: Objects until the youngest are collected, collections until those after them are, and never by themselves the oldest.
_YOUNG: Final = 5_000
_MIDDLE: Final = 4
_NEVER: Final = 1_000_000_000

#: Seconds after which a thread that works lets another one work: a short call passes through several threads.
SWITCH: Final = 0.001

#: Calls that are worked on at once; others wait. More than those can be that wait for long ones and for the games of these.
THREADS: Final = 48
#: Megabytes of the stack of each thread. The system counts all of it as the memory of a process, though most of it is never used.
STACK: Final = 8

Asked = Mapping[str, Any]

#: What can be asked of a game by whoever has a link.
CALLS: Final[dict[str, Callable[[Table, Chair, Asked], Any]]] = {
    "enter": lambda table, chair, asked: {"game": chair.game, "who": chair.who},
    "view": lambda table, chair, asked: table.view(chair),
    "faces": lambda table, chair, asked: table.faces(chair),
    "entries": lambda table, chair, asked: table.entries(chair, asked["after"], asked["limit"]),
    "happened": lambda table, chair, asked: table.happened(chair, asked["after"]),
    "behind": lambda table, chair, asked: table.behind(chair, asked["number"]),
    "preview": lambda table, chair, asked: table.preview(chair, asked["place"]),
    "scene": lambda table, chair, asked: table.scene(chair, Wanted(**asked)),
    "growth": lambda table, chair, asked: table.growth(chair, asked["script"], asked["block"]),
    "shown": lambda table, chair, asked: _shown(table, chair, asked),
    "ruling": lambda table, chair, asked: table.ruling(chair, asked["policy"]),
    "gesture": lambda table, chair, asked: table.gesture(chair, asked["last"], asked["touched"]),
    "why_not": lambda table, chair, asked: table.why_not(chair, asked["names"]),
    "export": lambda table, chair, asked: table.export(chair, asked["what"]),
    "play": lambda table, chair, asked: table.play(chair, asked["number"], asked["line"]),
    "propose": lambda table, chair, asked: table.propose(chair, asked["number"], asked["script"]),
    "again": lambda table, chair, asked: table.again(chair, asked["number"], asked["times"]),
    "answer": lambda table, chair, asked: table.answer(chair, asked["number"], asked["said"]),
    "say": lambda table, chair, asked: table.say(chair, asked["number"], asked["text"], asked["secret"]),
    "chat": lambda table, chair, asked: table.chat(chair, asked["number"], asked["text"], asked["to"]),
    "ask_undo": lambda table, chair, asked: table.ask_undo(chair, asked["number"], asked["to"]),
    "answer_undo": lambda table, chair, asked: table.answer_undo(chair, asked["number"], asked["agree"]),
    "take_seat": lambda table, chair, asked: table.take_seat(chair, asked["number"]),
    "let_program": lambda table, chair, asked: table.let_program(chair, asked["number"], asked["way"]),
    "be_called": lambda table, chair, asked: table.be_called(chair, asked["number"], asked["name"]),
    "concede": lambda table, chair, asked: table.concede(chair, asked["number"]),
    "remove": lambda table, chair, asked: table.remove(chair, asked["number"], asked["player"]),
    "time_over": lambda table, chair, asked: table.time_over(chair, asked["number"]),
    "rematch": lambda table, chair, asked: table.rematch(chair, asked["number"]),
    "rule": lambda table, chair, asked: table.rule(
        chair, asked["number"], asked["policy"], asked["script"], asked["own"]
    ),
}


def _shown(table: Table, chair: Chair, asked: Asked) -> dict[str, Any] | Refusal:
    """What was shown by hand, and whether its iteration ends at the present position."""
    found = table.shown(chair, asked["times"], asked["most"])
    return found if isinstance(found, Refusal) else {"script": found, "here": table.shown_here(chair)}


def call_result(table: Table, message: Mapping[str, Any]) -> Any:
    """What a call gives: a value of the table, or a refusal."""
    asked: Asked = message["asked"]
    call = message["call"]
    if call == "create":
        return _created(table, asked)
    if call == "last":
        return table.last(message["game"])
    chair = table.enter(message["game"], message["secret"])
    return chair if isinstance(chair, Refusal) else CALLS[call](table, chair, asked)


def _created(table: Table, asked: Asked) -> Created | Refusal:
    given = [name for name in ("position", "pzl", "decks", "example", "log") if asked.get(name)]
    if len(given) != 1:
        said = ", ".join(given) or "nothing"
        return Refusal(INPUT, "shape", f"a game begins from {said}", "one of position, pzl, decks, example and log")
    kind, programs, limit = given[0], asked["programs"], asked.get("limit", 0)
    title, names, cards = asked.get("title", ""), asked.get("names", {}), asked.get("cards", "")
    if kind == "decks":
        return table.create_dealt(asked["decks"], asked.get("seed", ""), programs, limit, title, names, cards)
    if kind == "pzl" and not is_puzzle(asked["pzl"]):
        return Refusal(INPUT, "puzzle", "this is no puzzle of Forge", "[metadata] or [state] on the first line")
    if kind == "example":
        return table.create_example(asked["example"], programs, limit, title, names)
    if kind == "log":
        return table.load(asked["log"], programs)
    title = title.strip() or title_in(asked[kind])[:MOST_TITLE]
    return table.create(asked[kind], title, programs, limit, dealt=asked.get("dealt", False), names=names, cards=cards)


def call_message(found: Any) -> dict[str, Any]:
    """What a call gives as a message: a text of JSON, with the number of the last entry where one was made; or the refusal."""
    if isinstance(found, Refusal):
        return {"refusal": refusal_fields(found)}
    if isinstance(found, Accepted):
        return {"text": json_text({"number": found.number, "last": found.last}), "last": found.last}
    if isinstance(found, Created):
        links = {"game": found.game, "secrets": dict(found.links), "last": found.last}
        return {"text": json_text(links), "game": found.game, "last": found.last}
    if isinstance(found, int):
        return {"last": found}
    if isinstance(found, list):
        more = {"more": True} if isinstance(found, Page) and found.more else {}
        return {"text": json_text([as_json(each) for each in found]), **more}
    if isinstance(found, dict):
        return {"text": json_text(found)}
    if hasattr(found, "media"):
        return {"text": found.text, "media": found.media, "name": found.name}
    return {"text": json_text(as_json(found))}


def stopped_by_hand() -> Refusal:
    """The refusal of a call that its caller has stopped, in time for it to change nothing."""
    return Refusal(
        UNDETERMINED, "stopped", "this was stopped; nothing was changed", "the same again, or a shorter script"
    )


def no_turn() -> Refusal:
    """The refusal of a call that had no turn, or too little of the time.

    The cause is other calls, of the same client or of many others.
    """
    message = "other calls are under way, and this one had too little of the time; nothing was changed"
    return Refusal(UNDETERMINED, "too-many-at-once", message, "the same again later, or a shorter script")


def begun_threads(many: int) -> ThreadPoolExecutor:
    """So many threads, all of them begun: no call meets a system that has no thread left. Raises ``RuntimeError`` where it has none."""
    threads = ThreadPoolExecutor(many, "call")
    met = threading.Barrier(many + 1)
    try:
        for _ in range(many):
            threads.submit(met.wait)
    except RuntimeError:
        met.abort()
        raise
    met.wait()
    return threads


class Host:
    """The calls of one process."""

    def __init__(self, table: Table, line: Line, megabytes: int = 0) -> None:
        self.table = table
        self.line = line
        self.megabytes = megabytes
        self.threads = begun_threads(THREADS)
        self.under_way: dict[int, threading.Event] = {}
        self.queued: dict[int, Future[None]] = {}

    def take(self, message: dict[str, Any]) -> None:
        """Begin a call, whose answer has its number; or stop the one with the number that ``stop`` says."""
        if "stop" in message:
            self._stop(message["stop"])
            return
        number = message["id"]
        stopped = self.under_way[number] = threading.Event()
        arrive(number, partial(self._begin, message, stopped))

    def _begin(self, message: dict[str, Any], stopped: threading.Event) -> None:
        number = message["id"]
        self.queued[number] = queued = self.threads.submit(self._answer, message, stopped)
        queued.add_done_callback(lambda _done: self.queued.pop(number, None))

    def _stop(self, number: int) -> None:
        """Stop a call; one that has not begun, or waits for a thread, is answered at once."""
        stopped, queued = self.under_way.get(number), self.queued.get(number)
        if stopped is not None:
            stopped.set()
        withdrawn = withdraw(number)
        if not withdrawn and queued is not None and queued.cancel():
            leave()
            withdrawn = True
        if withdrawn:
            self.under_way.pop(number, None)
            self.line.send({"id": number, "seconds": 0.0, "refusal": refusal_fields(stopped_by_hand())})

    def finish(self) -> None:
        """Answer every call that has come, and end the threads."""
        while self.under_way:
            time.sleep(LOOK)
        self.threads.shutdown(wait=True)

    def _answer(self, message: dict[str, Any], stopped: threading.Event) -> None:
        with arrived(message.get("client", "")):
            self.line.send(self._found(message, stopped))

    def _was_full(self) -> bool:
        """Whether the process has used up its memory. Python may have none left then to say so, and raises ``SystemError``."""
        return bool(self.megabytes) and peak_memory() >= FULL * self.megabytes * 1_000_000

    def _found(self, message: dict[str, Any], stopped: threading.Event) -> dict[str, Any]:
        begun, worked = time.perf_counter(), time.thread_time()
        try:
            with stoppable(stopped):
                found = call_message(call_result(self.table, message))
            if found.get("refusal", {}).get("code") == "time-spent":
                if stopped.is_set():
                    found = {"refusal": refusal_fields(stopped_by_hand())}
                elif turned_away():
                    found = {"refusal": refusal_fields(no_turn())}
        except Exception as error:
            if isinstance(error, MemoryError) or (isinstance(error, SystemError) and self._was_full()):
                refusal = out_of_memory().refusal
                assert refusal is not None
                found = {"refusal": refusal_fields(refusal)}
            else:
                log("bug", logging.ERROR, error, call=message["call"])
                found = {"bug": True}
        finally:
            del self.under_way[message["id"]]
        spent = {"seconds": time.perf_counter() - begun, "worked": time.thread_time() - worked}
        return {"id": message["id"], **spent, **found}


def _beat(line: Line, table: Table) -> None:
    """Say again and again how much memory the process holds, and what is to be watched of its table."""
    while True:
        time.sleep(5 * BEAT)
        line.send({"memory": resident(), "measured": table.measured(), "database": table.answers()})


class Tidying(threading.Thread):
    """Collects cyclic garbage at even intervals instead of whenever Python would.

    A full collection looks at every object of every game and stops all calls meanwhile. So what has outlived one collection is set
    aside, and the next one looks at newer objects alone. A long call makes many of them; then the next one comes soon, and is short. Everything is
    looked at where memory has grown: a thousand games wait two seconds for that. Games that nobody asks for are put to rest
    before, sooner where memory is short.
    """

    def __init__(self, table: Table, megabytes: int) -> None:
        super().__init__(name="tidying", daemon=True)
        self.table = table
        self.short = SHORT * megabytes * 1_000_000
        self.held = 0
        gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)

    def run(self) -> None:
        """The thread."""
        for turn in count(1):
            self.table.rest(SOON if self.short and resident() > self.short else IDLE)
            until = time.monotonic() + TIDIED
            while time.monotonic() < until:
                collect_garbage()
                often = time.monotonic() + OFTEN
                while time.monotonic() < often and gc.get_count()[2] < LEFT_OVER:
                    time.sleep(LOOK)
            if turn % WHOLE == 0:
                self._look_at_all_where_it_has_grown()

    def _look_at_all_where_it_has_grown(self) -> None:
        held = resident()
        if self.held and held > GROWN * self.held:
            gc.unfreeze()
            self.held = 0
        else:
            self.held = self.held or held


def collect_garbage() -> None:
    """Collect what is newer than the last call of this, and set aside what is left: nobody looks at that before everything is looked at."""
    gc.collect(2)
    gc.freeze()


def serve(incoming: BinaryIO, outgoing: BinaryIO, files: list[str], megabytes: int) -> None:
    """Answer calls until the stream of them ends."""
    line = Line(outgoing)
    first = read_frame(incoming)
    book = Books(files).kept
    table = book if isinstance(book, Refusal) else Table.open(first["database"], book, first["seconds"])
    if isinstance(table, Refusal):
        line.send({"refusal": refusal_fields(table)})
        return
    line.send({"ready": True})
    Tidying(table, megabytes).start()
    threading.Thread(target=_beat, args=(line, table), name="beat", daemon=True).start()
    table.on_news(lambda game: line.send({"news": game}))
    host = Host(table, line, megabytes)
    with table:
        while True:
            try:
                host.take(read_frame(incoming))
            except EOFError:
                break
        host.finish()


def main() -> None:
    """The process."""
    sys.setswitchinterval(SWITCH)
    megabytes = int(sys.argv[1])
    threading.stack_size(STACK * 2**20)
    incoming, outgoing = begin_process(megabytes + THREADS * STACK if megabytes else 0)
    serve(incoming, outgoing, sys.argv[2:], megabytes)


if __name__ == "__main__":
    main()
