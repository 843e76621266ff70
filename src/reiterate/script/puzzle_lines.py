"""Puzzle files of Forge (``.pzl``) as lines: sections, keys, values, and the pieces of a value, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from reiterate.refusals import INPUT, Refusal, Where
from reiterate.script.yaml_text import MAX_BYTES, MAX_LINES, Text
from reiterate.script.yaml_values import Refused, bad

#: The sections of a puzzle: what it is about, and the position itself.
METADATA: Final = "metadata"
STATE: Final = "state"

#: The greatest number that Forge can read.
MOST: Final = 2_147_483_647
#: Cards of one puzzle.
MOST_CARDS: Final = 5_000

_HEADER: Final = re.compile(r"\[([^\[\]]*)\]")
_SPAN: Final = 120


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a section: its key as written, and what stands behind the key."""

    section: str
    key: Text
    value: Text


def is_puzzle(text: str) -> bool:
    """Whether a text is a puzzle and no position file: its first line that says something is ``[metadata]`` or ``[state]``.

    No position file begins so, for that would be a list.
    """
    for written in text.removeprefix("\ufeff").split("\n", MAX_LINES):
        line = written.strip()
        if line and not line.startswith("#"):
            found = _HEADER.fullmatch(line)
            return found is not None and found.group(1).strip().lower() in (METADATA, STATE)
    return False


def read_lines(text: str, file: str) -> list[Line]:
    """The lines of all sections. Raises ``Refused`` for a line that is none, and for a key that stands twice."""
    if len(text) > MAX_BYTES or text.count("\n") > MAX_LINES:
        message = f"the file has more than {MAX_BYTES:,} characters or {MAX_LINES:,} lines"
        raise Refused(Refusal(INPUT, "file-too-large", message, "a smaller file", where=Where(file, 1, 1)))
    found: list[Line] = []
    section = ""
    seen: set[tuple[str, str]] = set()
    for number, written in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        where = Where(file, number, 1, written.strip()[:_SPAN])
        if not written.strip() or written.startswith("#"):
            continue
        header = _HEADER.fullmatch(written.strip())
        if header is not None:
            section = _section(header.group(1), where)
            continue
        line = _line(section, written.rstrip("\r"), file, number, where)
        if (section, line.key.text) in seen:
            raise bad("double-key", f"the key '{line.key.text}' stands twice", where, "each key once")
        seen.add((section, line.key.text))
        found.append(line)
    return found


def _section(name: str, where: Where) -> str:
    said = name.strip().lower()
    if said not in (METADATA, STATE):
        raise bad("puzzle", f"'[{name[:40]}]' is no section of a puzzle", where, "[metadata] or [state]")
    return said


def _line(section: str, written: str, file: str, number: int, where: Where) -> Line:
    """A line taken apart at ``=``, or in the metadata at ``:`` or ``=``, whichever comes first."""
    if not section:
        raise bad("puzzle", "this line stands in no section", where, "[metadata] or [state] above it")
    marks = [at for at in (written.find(mark) for mark in ("=:" if section == METADATA else "=")) if at >= 0]
    if not marks or not written[: min(marks)].strip():
        raise bad("puzzle", "this line has no key and value", where, "key=value, such as humanlife=20")
    at = min(marks)
    key = Text(written[:at].strip().lower(), Where(file, number, 1, where.span))
    return Line(section, key, piece(written[at + 1 :], file, number, at + 2))


def piece(written: str, file: str, line: int, column: int) -> Text:
    """A piece of a line without the blanks around it, with its own place."""
    begin = len(written) - len(written.lstrip())
    return Text(written.strip(), Where(file, line, column + begin, written.strip()[:_SPAN]))


def pieces(whole: Text, mark: str) -> Iterator[Text]:
    """The pieces of a text between marks, empty ones too."""
    column = whole.where.column
    for part in whole.text.split(mark):
        yield piece(part, whole.where.file, whole.where.line, column)
        column += len(part) + len(mark)


def number_of(said: Text) -> int:
    """A whole number from 0 on. Raises ``Refused``."""
    if re.fullmatch(r"[0-9]{1,10}", said.text) is None or int(said.text) > MOST:
        message = f"'{said.text[:40]}' is no whole number from 0 to {MOST:,}"
        raise bad("puzzle", message, said.where, "digits")
    return int(said.text)
