"""The process of the games: the table behind frames (``piped_messages.py``), each call in a thread of its own.

``python -m reiterate.service.game_host MEGABYTES [CARD FILE ...]``; the first message names the database. The process can be ended
at any moment: what was answered is in the database, and games are taken up again from there.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO, Final

from reiterate.refusals import INPUT, Refusal
from reiterate.script.puzzle_lines import is_puzzle
from reiterate.service.piped_messages import read_frame
from reiterate.service.processes import begin_process
from reiterate.service.verbs import Books
from reiterate.service.worker import BEAT, Line, out_of_memory, resident, told
from reiterate.show.answer_json import as_json
from reiterate.shown_text import json_text
from reiterate.table.chairs import Chair
from reiterate.table.scenes import Wanted
from reiterate.table.table import Accepted, Created, Table

#: Calls that are worked on at once; others wait.
THREADS: Final = 24

Asked = Mapping[str, Any]

#: What can be asked of a game by whoever has a link.
CALLS: Final[dict[str, Callable[[Table, Chair, Asked], Any]]] = {
    "enter": lambda table, chair, asked: {"game": chair.game, "who": chair.who},
    "view": lambda table, chair, asked: table.view(chair),
    "faces": lambda table, chair, asked: table.faces(chair),
    "entries": lambda table, chair, asked: table.entries(chair, asked["after"], asked["limit"]),
    "happened": lambda table, chair, asked: table.happened(chair, asked["after"]),
    "preview": lambda table, chair, asked: table.preview(chair, asked["place"]),
    "scene": lambda table, chair, asked: table.scene(chair, Wanted(**asked)),
    "growth": lambda table, chair, asked: table.growth(chair, asked["script"], asked["block"]),
    "shown": lambda table, chair, asked: _script(table.shown(chair, asked["times"])),
    "ruling": lambda table, chair, asked: table.ruling(chair, asked["policy"]),
    "export": lambda table, chair, asked: table.export(chair, asked["what"]),
    "play": lambda table, chair, asked: table.play(chair, asked["number"], asked["line"]),
    "propose": lambda table, chair, asked: table.propose(chair, asked["number"], asked["script"]),
    "again": lambda table, chair, asked: table.again(chair, asked["number"], asked["times"]),
    "answer": lambda table, chair, asked: table.answer(chair, asked["number"], asked["said"]),
    "say": lambda table, chair, asked: table.say(chair, asked["number"], asked["text"], asked["secret"]),
    "chat": lambda table, chair, asked: table.chat(chair, asked["number"], asked["text"], asked["to"]),
    "ask_undo": lambda table, chair, asked: table.ask_undo(chair, asked["number"], asked["to"]),
    "answer_undo": lambda table, chair, asked: table.answer_undo(chair, asked["number"], asked["agree"]),
    "rule": lambda table, chair, asked: table.rule(
        chair, asked["number"], asked["policy"], asked["script"], asked["own"]
    ),
}


def _script(found: str | Refusal) -> dict[str, str] | Refusal:
    return found if isinstance(found, Refusal) else {"script": found}


def called(table: Table, message: Mapping[str, Any]) -> Any:
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
    kind, programs = given[0], asked["programs"]
    if kind == "decks":
        return table.create_dealt(asked["decks"], asked.get("seed", ""), programs)
    if kind == "pzl" and not is_puzzle(asked["pzl"]):
        return Refusal(INPUT, "puzzle", "this is no puzzle of Forge", "[metadata] or [state] on the first line")
    if kind == "example":
        return table.create_example(asked["example"], programs)
    if kind == "log":
        return table.load(asked["log"], programs)
    return table.create(asked[kind], asked["title"], programs)


def written(found: Any) -> dict[str, Any]:
    """What a call gives as a message: a text of JSON, with the number of the last entry where one was made; or the refusal."""
    if isinstance(found, Refusal):
        return {"refusal": told(found)}
    if isinstance(found, Accepted):
        return {"text": json_text({"number": found.number, "last": found.last}), "last": found.last}
    if isinstance(found, Created):
        links = {"game": found.game, "secrets": dict(found.links), "last": found.last}
        return {"text": json_text(links), "game": found.game, "last": found.last}
    if isinstance(found, int):
        return {"last": found}
    if isinstance(found, list):
        return {"text": json_text([as_json(each) for each in found])}
    if isinstance(found, dict):
        return {"text": json_text(found)}
    if hasattr(found, "media"):
        return {"text": found.text, "media": found.media, "name": found.name}
    return {"text": json_text(as_json(found))}


class Host:
    """The calls of one process."""

    def __init__(self, table: Table, line: Line) -> None:
        self.table = table
        self.line = line
        self.threads = ThreadPoolExecutor(THREADS, "call")

    def take(self, message: dict[str, Any]) -> None:
        """Begin a call; its answer has its number."""
        self.threads.submit(self._answer, message)

    def _answer(self, message: dict[str, Any]) -> None:
        begun = time.perf_counter()
        try:
            found = written(called(self.table, message))
        except MemoryError:
            refusal = out_of_memory().refusal
            assert refusal is not None
            found = {"refusal": told(refusal)}
        except Exception:
            sys.stderr.write(traceback.format_exc())
            found = {"bug": True}
        self.line.send({"id": message["id"], "seconds": time.perf_counter() - begun, **found})


def _beat(line: Line) -> None:
    """Say again and again how much memory the process holds."""
    while True:
        time.sleep(5 * BEAT)
        line.send({"memory": resident()})


def serve(incoming: BinaryIO, outgoing: BinaryIO, files: list[str]) -> None:
    """Answer calls until the stream of them ends."""
    line = Line(outgoing)
    url = read_frame(incoming)["database"]
    book = Books(files).kept
    table = book if isinstance(book, Refusal) else Table.open(url, book)
    if isinstance(table, Refusal):
        line.send({"refusal": told(table)})
        return
    line.send({"ready": True})
    threading.Thread(target=_beat, args=(line,), name="beat", daemon=True).start()
    host = Host(table, line)
    with table:
        while True:
            try:
                host.take(read_frame(incoming))
            except EOFError:
                break
        host.threads.shutdown(wait=True, cancel_futures=True)


def main() -> None:
    """The process."""
    incoming, outgoing = begin_process(int(sys.argv[1]))
    serve(incoming, outgoing, sys.argv[2:])


if __name__ == "__main__":
    main()
