"""A file of combos read as a stream: ``Reading(path).rows()`` gives rows and broken rows, and holds one of them at a time.

The content decides how the file is read, and not its name. The content may be a JSON object or array, such as variants.json of
Commander Spellbook. It may be JSON lines, or CSV. Each of these may be packed by gzip, xz or bzip2. A file that is none of them,
or that ends too early, raises ``Unreadable``, after all rows before that place.
"""

from __future__ import annotations

import bz2
import csv
import io
import lzma
import os
import re
import stat
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import ijson
import msgspec

from reiterate.databases.combo_rows import EXPECTED, Broken, Row, row_of, whole
from reiterate.decoded import MOST_NESTING, NotDecoded, decoded_text, json_of, mark
from reiterate.refusals import INPUT, Refusal, Where

#: Bytes of one row, of what stands around the rows, and of the beginning that is looked at.
MOST_ROW: Final = 1_000_000
MOST_AROUND: Final = 50_000_000
_LOOKED_AT: Final = 1_000_000
_CHUNK: Final = 65_536

#: How much more than its own size a packed file may hold, and bytes that any may hold.
MOST_RATIO: Final = 200
_SLACK: Final = 10_000_000

#: Broken rows without a single good one after which a file is no file of combos.
JUNK: Final = 1_000

#: Keys of a JSON object under which its rows stand.
ROWS: Final = ("variants", "results", "combos", "rows")

#: Columns of CSV. A column of cards may also be ``card 1``, ``card 2`` and so on, and one of claims ``result 1``.
_ID: Final = ("id", "variant", "combo id", "spellbook id")
_CARDS: Final = ("cards", "card names", "uses")
_CLAIMS: Final = ("produces", "results", "claims", "features")
_CARD: Final = re.compile(r"card *\d*")
_CLAIM: Final = re.compile(r"(?:result|produces|claim) *\d+")
_SPLIT: Final = re.compile(r"\s*[\n|;]\s*|\s+\+\s+")
_DELIMITERS: Final = (",", ";", "\t")

_UNREAD: Final = {b"PK\x03\x04": "a zip archive", b"\x28\xb5\x2f\xfd": "packed by zstd"}

#: Bytes that unpacking xz may take: its strongest level takes 65 million.
_MOST_XZ: Final = 100_000_000


class _Unpacker(Protocol):
    """Unpacks one stream of a packed file, at most so many bytes at a time."""

    @property
    def eof(self) -> bool: ...

    @property
    def needs_input(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes: ...


class _Gzip:
    """The same of gzip, which names its parts otherwise."""

    def __init__(self) -> None:
        self.inner = zlib.decompressobj(zlib.MAX_WBITS | 16)

    @property
    def eof(self) -> bool:
        """Whether the stream has ended."""
        return self.inner.eof

    @property
    def needs_input(self) -> bool:
        """Whether all that was given is unpacked."""
        return not self.inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        """What stands behind the end."""
        return self.inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        """The next bytes."""
        return self.inner.decompress(self.inner.unconsumed_tail + data, max_length)


def _xz() -> _Unpacker:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, _MOST_XZ)


#: What unpacks a file, by how the file begins.
_PACKED: Final[dict[bytes, Callable[[], _Unpacker]]] = {
    b"\x1f\x8b": _Gzip,
    b"\xfd7zXZ": _xz,
    b"BZh": bz2.BZ2Decompressor,
}
_FORMS: Final = f"variants.json of Commander Spellbook, CSV with a column 'cards', or JSON lines such as {EXPECTED}"


class Unreadable(Exception):
    """A file can't be read, or not any further."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Reading:
    """One file, from its beginning to its end."""

    def __init__(self, path: Path) -> None:
        """Raises ``Unreadable`` where the file can't be opened."""
        self.path = path
        self.good = 0  # discrete: rows that could be read
        self.bad = 0  # discrete: rows that could not
        try:
            mode = path.stat().st_mode
            if not stat.S_ISREG(mode):
                raise OSError(0, "a folder" if stat.S_ISDIR(mode) else "not a regular file")
            self.file = io.FileIO(path)
        except OSError as error:
            raise self._unreadable(error.strerror or "it can't be opened", "a file that can be opened") from None
        self.size = os.fstat(self.file.fileno()).st_size

    @property
    def share(self) -> float:
        """How much of the file is read, from 0 to 1."""
        return self.file.tell() / self.size if self.size else 1.0

    def close(self) -> None:
        """Close the file before its end."""
        self.file.close()

    def rows(self) -> Generator[Row | Broken, None, None]:
        """The rows in order. Raises ``Unreadable``, also behind the last row where the file goes on as nothing that can be read."""
        with self.file:
            try:
                for row in self._rows():
                    self.good += isinstance(row, Row)
                    self.bad += isinstance(row, Broken)
                    yield row
                    if not self.good and self.bad >= JUNK:
                        raise self._unreadable(f"the first {JUNK:,} rows are no combos")
            except EOFError:
                raise self._unreadable("the packed file is cut off", "the whole file") from None
            except (zlib.error, lzma.LZMAError) as error:
                raise self._unreadable(f"the packed file is damaged: {error}", "an undamaged file") from None
            except NotDecoded as error:
                raise self._unreadable(error.why) from None
            except OSError as error:
                raise self._unreadable(
                    error.strerror or str(error) or "it can't be read", "a file that can be read"
                ) from None
            if not self.good:
                raise self._unreadable("none of its rows is a combo" if self.bad else "there is no row in it")

    def _unreadable(self, why: str, expected: str = _FORMS) -> Unreadable:
        after = f" (after {self.good + self.bad:,} rows)" if self.good + self.bad else ""
        return Unreadable(Refusal(INPUT, "combo-file", f"{why}{after}", expected, where=Where(file=str(self.path))))

    def _rows(self) -> Iterator[Row | Broken]:
        first = self.file.read(8)
        unread = next((words for magic, words in _UNREAD.items() if first.startswith(magic)), "")
        if unread:
            raise self._unreadable(f"it is {unread}", "the file unpacked, or packed by gzip, xz or bzip2")
        looking = self._stream(first)
        head = looking.read(_LOOKED_AT)
        looking.detach()  # its end would close the file
        marked = mark(head)
        head = head[marked:].lstrip()
        with self._stream(first) as stream:
            stream.read(marked)
            if head.startswith((b"[", b"{")) and not _is_lines(head):
                yield from self._of_json(stream)
            else:
                yield from self._of_lines(stream) if head.startswith(b"{") else self._of_csv(stream, head)

    def _stream(self, first: bytes) -> io.BufferedReader:
        """The content from its beginning, unpacked."""
        self.file.seek(0)
        packed = next((unpacker for magic, unpacker in _PACKED.items() if first.startswith(magic)), None)
        return io.BufferedReader(self.file if packed is None else _Unpacked(self, packed), _CHUNK)

    # --- JSON --------------------------------------------------------------------------------------------------------

    def _of_json(self, stream: io.BufferedReader) -> Iterator[Row | Broken]:
        """The rows of an array, or of the array under one of the keys ``ROWS``; what stands behind that array is not read."""
        fed = _Fed(self, stream)
        depth, rows_at, key, number = 0, 0, "", 0
        made: ijson.ObjectBuilder | None = None
        try:
            for event, value in ijson.basic_parse(fed, use_float=True, buf_size=_CHUNK):
                ends, begins = event in ("end_map", "end_array"), event in ("start_map", "start_array")
                depth -= ends
                if rows_at and depth < rows_at:
                    return
                if not rows_at:
                    key = value if event == "map_key" and depth == 1 else key
                    if event == "start_array" and (depth == 0 or (depth == 1 and key in ROWS)):
                        rows_at = depth + 1
                else:
                    made = made or ijson.ObjectBuilder()
                    made.event(event, value)
                    if depth == rows_at and not begins:
                        number += 1
                        yield row_of(number, made.value)
                        made = None
                        fed.since = 0
                depth += begins
                fed.inside = rows_at > 0
                if depth > MOST_NESTING:
                    raise self._unreadable(f"values nest deeper than {MOST_NESTING}")
        except ijson.JSONError as error:
            cut = "EOF" in str(error) or "incomplete" in str(error)
            why = "the file is cut off in the middle of a value" if cut else f"this is no JSON: {_first_line(error)}"
            raise self._unreadable(why) from None

    def _of_lines(self, stream: io.BufferedReader) -> Iterator[Row | Broken]:
        for number, line in enumerate(_lines(stream), 1):
            if len(line) > MOST_ROW:
                yield Broken(number=number, why=f"it has more than {MOST_ROW:,} bytes")
                continue
            try:
                yield row_of(number, json_of(line))
            except NotDecoded as error:
                yield Broken(number=number, why=f"it is no JSON: {error.why}")

    # --- CSV ---------------------------------------------------------------------------------------------------------

    def _of_csv(self, stream: io.BufferedReader, head: bytes) -> Iterator[Row | Broken]:
        try:
            words = decoded_text(head.split(b"\n", 1)[0][:MOST_ROW])
        except NotDecoded as error:
            raise self._unreadable(error.why) from None
        columns = next((each for each in (_columns(words, mark_) for mark_ in _DELIMITERS) if each), None)
        if columns is None:
            raise self._unreadable("the first line names no column of cards")
        reader = csv.reader(_Texts(stream), delimiter=columns.delimiter)
        number = 0
        next(reader, None)
        while True:
            try:
                fields = next(reader)
            except StopIteration:
                return
            except (csv.Error, NotDecoded) as error:
                number += 1
                yield Broken(number=number, why=f"it is no line of CSV: {error}")
                continue
            if fields:
                number += 1
                yield columns.row(number, fields)


def known_combos(path: Path) -> list[tuple[str, ...]] | Refusal:
    """The cards of each row of a file of combos in any form. A refusal (input) where the file can't be read, or a row of it."""
    try:
        reading = Reading(path)
        found: list[tuple[str, ...]] = []
        for row in reading.rows():
            if isinstance(row, Broken):
                reading.close()
                raise reading._unreadable(f"row {row.number}: {row.why}")
            found.append(row.cards)
    except Unreadable as error:
        return error.refusal
    return found


class _Columns(msgspec.Struct, frozen=True):
    """Where a line of CSV has what: the places of its columns."""

    delimiter: str
    many: int
    id: int | None
    cards: tuple[int, ...]
    claims: tuple[int, ...]

    def row(self, number: int, fields: Sequence[str]) -> Row | Broken:
        """The row of a line."""
        if len(fields) != self.many:
            return Broken(number=number, why=f"it has {len(fields)} columns, and the first line has {self.many}")
        cards, claims = self._listed(fields, self.cards), self._listed(fields, self.claims)
        if not cards:
            return Broken(number=number, why="it has no card name")
        id_ = fields[self.id].strip() if self.id is not None else str(number)
        return whole(Row(number=number, id=id_, cards=cards, claims=claims))

    @staticmethod
    def _listed(fields: Sequence[str], places: Sequence[int]) -> tuple[str, ...]:
        parts = (each.strip() for place in places for each in _SPLIT.split(fields[place]))
        return tuple(each for each in parts if each)


def _columns(words: str, delimiter: str) -> _Columns | None:
    """The columns that a first line names; None where none of them holds cards."""
    try:
        names = [name.strip().lower() for name in next(csv.reader([words.strip()], delimiter=delimiter), [])]
    except csv.Error:
        return None
    cards = tuple(i for i, name in enumerate(names) if name in _CARDS or _CARD.fullmatch(name))
    claims = tuple(i for i, name in enumerate(names) if name in _CLAIMS or _CLAIM.fullmatch(name))
    id_ = next((i for i, name in enumerate(names) if name in _ID), None)
    return _Columns(delimiter, len(names), id_, cards, claims) if cards else None


# --- streams ---------------------------------------------------------------------------------------------------------


class _Unpacked(io.RawIOBase):
    """What a packed file holds, stream behind stream; one that holds far more than its size is given up."""

    def __init__(self, of: Reading, unpacker: Callable[[], _Unpacker]) -> None:
        super().__init__()
        self.of = of
        self.unpacker = unpacker
        self.inner = unpacker()
        self.given = 0

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, into: Any) -> int:
        """Fill a buffer, or a part of it. Raises ``EOFError`` for a file that is cut off."""
        content = self._next(min(len(into), _CHUNK))
        self.given += len(content)
        if self.given > _SLACK + MOST_RATIO * self.of.size:
            raise self.of._unreadable(f"it unpacks to more than {MOST_RATIO} times its size", "the file unpacked")
        into[: len(content)] = content
        return len(content)

    def _next(self, many: int) -> bytes:
        """The next bytes, at most so many; none at the end."""
        while True:
            if self.inner.eof:
                data = self.inner.unused_data or self.of.file.read(_CHUNK)
                if not data.strip(b"\0"):  # zeros may fill a file up
                    return b""
                self.inner = self.unpacker()
            else:
                data = self.of.file.read(_CHUNK) if self.inner.needs_input else b""
                if self.inner.needs_input and not data:
                    raise EOFError
            content = self.inner.decompress(data, many)
            if content:
                return content


class _Fed:
    """What the reader of JSON is fed: ``since`` bytes have come since the last row, which are bounded."""

    def __init__(self, of: Reading, stream: io.BufferedReader) -> None:
        self.of = of
        self.stream = stream
        self.since = 0
        self.inside = False

    def read(self, many: int) -> bytes:
        """The next bytes, at most a small chunk."""
        content = self.stream.read(min(many, _CHUNK) if many > 0 else many)
        self.since += len(content)
        most = MOST_ROW if self.inside else MOST_AROUND
        if self.since > most + _CHUNK:
            raise self.of._unreadable(f"{most:,} bytes hold not one whole row")
        return content


def _is_lines(head: bytes) -> bool:
    """Whether a file that begins so has a JSON object a line: one of its first lines is one that holds no list of rows."""
    for line in head.split(b"\n", 2)[:2]:
        try:
            value = json_of(line)
        except NotDecoded:
            continue
        if isinstance(value, dict):
            return not any(isinstance(value.get(key), list) for key in ROWS)
    return False


def _lines(stream: io.BufferedReader) -> Iterator[bytes]:
    """The lines that hold anything; one that is too long is cut, and is still longer than ``MOST_ROW``."""
    while line := stream.readline(MOST_ROW + 1):
        whole_line = line
        while len(line) > MOST_ROW and not line.endswith(b"\n"):
            line = stream.readline(MOST_ROW + 1)
        if whole_line.strip():
            yield whole_line


class _Texts(Iterator[str]):
    """The lines as texts. Raises ``NotDecoded`` for one that is none, and goes on with the next one."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self.lines = _lines(stream)

    def __next__(self) -> str:
        line = next(self.lines)
        if len(line) > MOST_ROW:
            raise NotDecoded(f"it has more than {MOST_ROW:,} bytes")
        return decoded_text(line)


def _first_line(error: Exception) -> str:
    words = str(error.args[0] if error.args else error)
    return words.removeprefix("b'").split("\\n")[0].split("\n")[0].strip()
