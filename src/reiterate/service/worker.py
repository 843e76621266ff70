"""A worker: a process of its own that answers one request after the other, and can be ended at any moment.

``python -m reiterate.service.worker MEGABYTES [CARD FILE ...]`` reads requests from standard input and writes what it gives to
standard output (``processes.py``). The worker ends when standard input does.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from reiterate.ask.answer_json import as_json
from reiterate.ask.building_refusals import refused_of
from reiterate.lazy_module import Later
from reiterate.refusals import UNDETERMINED, Refusal
from reiterate.service.logs import log
from reiterate.service.processes import begin_process, framed, read_frame, resident
from reiterate.service.verbs import VERBS, Books, Outcome, perform

if TYPE_CHECKING:
    from reiterate.service import page_verbs
else:
    page_verbs = Later("reiterate.service.page_verbs")

#: The exit code of the command line for a bug.
OUR_BUG: Final = 70

#: What a worker plays before it is ready, so that the first request does not wait for what all need.
FIRST: Final = {
    "position": "format: position/1\nplayers: {p1: {battlefield: [Island]}}\nscript: |\n  repeat 2:\n    all pass\n",
    "format": "",
    "name": "first.yaml",
    "assume": [],
}

#: Seconds between two signs of life.
BEAT: Final = 0.2


class Line:
    """What a worker writes to, from two threads."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.lock = threading.Lock()

    def send(self, message: Any) -> None:
        """Write one message whole."""
        with self.lock:
            self.stream.write(framed(message))
            self.stream.flush()


class Beats(threading.Thread):
    """Says again and again how long the work has taken and how much memory it holds, until it is over."""

    def __init__(self, line: Line) -> None:
        super().__init__(name="beats", daemon=True)
        self.line = line
        self.over = threading.Event()
        self.begun = time.process_time()

    def run(self) -> None:
        """The thread."""
        while not self.over.wait(BEAT):
            self.line.send({"worked": time.process_time() - self.begun, "memory": resident()})


def answer_message(asked: Any, books: Books) -> dict[str, Any]:
    """The message that answers a request; a bug of ours is told as such, and its trace goes to the log."""
    try:
        verb, request = asked["verb"], asked["request"]
        return _message(perform(verb, request, books) if verb in VERBS else page_verbs.PAGE_VERBS[verb](request, books))
    except MemoryError:
        return {**_message(out_of_memory()), "last": True}
    except Exception as found:
        log("bug", logging.ERROR, found, verb=str(asked.get("verb", "")) if isinstance(asked, dict) else "")
        return {"exit": OUR_BUG, "text": "", "refusal": None, "last": True}


def out_of_memory() -> Outcome:
    """The outcome of work that needs more memory than it may take."""
    message = "more memory is needed than a request may take; nothing was decided"
    refusal = Refusal(UNDETERMINED, "memory-spent", message, "a smaller board or script")
    return Outcome(refusal.exit_code, "", refusal)


def _message(found: Outcome) -> dict[str, Any]:
    return {"exit": found.exit_code, "text": found.text, "refusal": found.refusal and refusal_fields(found.refusal)}


def refusal_fields(refusal: Refusal) -> dict[str, Any]:
    """A refusal with the fields that answers have of it, and the edition whose rules it cites."""
    body: dict[str, Any] = as_json(refused_of("run", refusal))
    del body["question"]  # the address says which it is
    return {**body, "edition": refusal.edition}


def serve_stream(incoming: BinaryIO, outgoing: BinaryIO, files: list[str]) -> None:
    """Answer the requests of a stream until it ends."""
    line = Line(outgoing)
    books = Books(files)
    perform("run", FIRST, books)
    line.send({"ready": True})
    while True:
        try:
            asked = read_frame(incoming)
        except EOFError:
            return
        beats = Beats(line)
        beats.start()
        found = answer_message(asked, books)
        beats.over.set()
        beats.join()
        line.send(found)


def main() -> None:
    """The process."""
    incoming, outgoing = begin_process(int(sys.argv[1]))
    serve_stream(incoming, outgoing, sys.argv[2:])


if __name__ == "__main__":
    main()
