"""The log of a game: one line of JSON for each entry, durable before anything is answered.

A file begins with the text of the position file. Whatever ends the program, nothing that was answered is lost. An entry
is on the disk before the game goes on, and a last line that is torn was never answered.
"""

from __future__ import annotations

import errno
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reiterate.decoded import NotDecoded, json_of
from reiterate.limits import read_regular
from reiterate.refusals import INPUT, Refusal, Where

FORMAT: Final = "game/1"
#: Bytes of a game that are read.
MAX_BYTES: Final = 50_000_000

# What an entry is.
POSITION: Final = "position"
LINE: Final = "line"  # a line of a script, played by hand
PROPOSE: Final = "propose"  # a script that is proposed as a shortcut
ANSWER: Final = "answer"  # a player's answer to it: accept, or cut PLACE
RULING: Final = "ruling"  # a loop that was settled: its script, and what each player said; ``who`` names the policy
CONCEDE: Final = "concede"  # a player has left the game
DRAWN: Final = "draw"  # a loop that nobody keeps up, and everybody declined; ``text``: whose objects take part
UNDO: Final = "undo"  # back to so many entries, as agreed


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry.

    ``what``: its kind; ``text``: a position file, a line, a script, or an answer; ``who``: who answered, "p2"; ``to``:
    of an undo, how many entries stay.
    """

    what: str
    text: str = ""
    who: str = ""
    to: int = 0

    def as_json(self) -> dict[str, Any]:
        """The entry as a JSON object; what it doesn't have is left out."""
        found: dict[str, Any] = {"what": self.what}
        if self.text:
            found["text"] = self.text
        if self.who:
            found["who"] = self.who
        if self.what == UNDO:
            found["to"] = str(self.to)
        return found


def append(path: Path, number: int, entry: Entry, size: int) -> int:
    """Write an entry behind the others, and let it reach the disk.

    in: how many bytes the file has had since it was read or written last. Out: how many it has now. Raises ``OSError``
    where it can't be written, and where another program has written to it.
    """
    line = json.dumps({"format": FORMAT, "number": str(number), **entry.as_json()}, ensure_ascii=False)
    with path.open("ab") as out:
        if out.tell() != size:
            raise OSError(errno.EBUSY, "another program has written to this game")
        out.write(line.encode("utf-8") + b"\n")
        out.flush()
        os.fsync(out.fileno())
        return out.tell()


def read(path: Path) -> list[Entry] | Refusal:
    """The entries of a file, in order. A torn last line is left out, and cut off the file before the next entry."""
    try:
        data = read_regular(path, MAX_BYTES)
    except OSError as error:
        return _unread(path, 0, error.strerror or "it can't be opened")
    if len(data) > MAX_BYTES:
        return _unread(path, 0, f"the file has more than {MAX_BYTES:,} bytes")
    whole = data[: data.rfind(b"\n") + 1]
    entries: list[Entry] = []
    for number, line in enumerate(whole.splitlines()):
        entry = _entry(line, number)
        if entry is None:
            return _unread(path, number + 1, "this line is no entry of a game")
        entries.append(entry)
    if not entries or entries[0].what != POSITION:
        return _unread(path, 1, "the file does not begin with a position")
    if len(whole) < len(data):
        with path.open("r+b") as out:
            out.truncate(len(whole))
    return entries


def _entry(line: bytes, number: int) -> Entry | None:
    try:
        value = json_of(line)
        if value["format"] != FORMAT or value["number"] != str(number):
            return None
        who, to = str(value.get("who", "")), int(value.get("to", "0"))
        return Entry(str(value["what"]), str(value.get("text", "")), who, to)
    except (NotDecoded, ValueError, KeyError, TypeError):
        return None


def _unread(path: Path, line: int, message: str) -> Refusal:
    return Refusal(INPUT, "game-file", message, "a file that 'reiterate play' wrote", where=Where(path.name, line))
