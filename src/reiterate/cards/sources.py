"""Sources of cards: where the JSON of each card stands in a file, by its names.

A ``ReadSource`` is a file that was read. A ``KeptSource`` is a file whose index was kept in the
cache. It reads no more of the file than the cards that are asked for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from reiterate.cards.cache import Cache, key_of_parts
from reiterate.cards.language_version import trace_of
from reiterate.decoded import NotDecoded, flat, guarded, mark
from reiterate.limits import read_regular
from reiterate.refusals import INPUT, Refusal, Where, place_quote

#: Bytes of a card file that are read, and of one card in it; the longest one has about 30,000.
MOST_BYTES: Final = 250_000_000
MOST_BYTES_OF_A_CARD: Final = 50_000

#: What the set that is built in is called.
BUILT_IN: Final = "built-in"

#: Bytes of the digest of a name in the list of all names, and of the digest of a card.
_NAME_DIGEST: Final = 8
_CARD_DIGEST: Final = 16

_BETWEEN_CARDS: Final = re.compile(rb"[\s,\[]*")

Row = Mapping[str, Any]


class Place(NamedTuple):
    """Where a card stands in its file, in bytes."""

    start: int
    length: int


class Named(NamedTuple):
    """The cards of a name: those whose full name it is, and those with a face of that name."""

    full: tuple[Place, ...] = ()
    faces: tuple[Place, ...] = ()


class CardFileError(Exception):
    """A card file that can't be read; carries the refusal that the caller shows."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


_Printed: TypeAlias = str | int | float | None


class _Face(msgspec.Struct):
    """The facts of a face that somebody reads, each of its kind."""

    name: str = ""
    type_line: str | None = None
    mana_cost: str | None = None
    oracle_text: str | None = None
    colors: list[str] | str | None = None
    power: _Printed = None
    toughness: _Printed = None
    loyalty: _Printed = None


class _Head(_Face, kw_only=True):
    """Those of a card: the index reads the names, and the rest is decoded on demand."""

    name: str
    layout: str | None = None
    card_faces: list[_Face] | None = None


_HEAD: Final = msgspec.json.Decoder(_Head)
_WHOLE: Final = msgspec.json.Decoder()


def key_of(name: str) -> str:
    """The form under which names are compared: no case, no diacritics, plain quotes and spaces."""
    plain = unicodedata.normalize("NFKD", name.replace("’", "'").replace("Æ", "Ae"))
    letters = "".join(c for c in plain if not unicodedata.combining(c)).casefold()
    return re.sub(r"\s*//\s*", " // ", " ".join(letters.split()))


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A card file that was read as a whole."""

    label: str
    content: bytes
    cards: tuple[Place, ...]
    by_key: Mapping[str, Named]

    def named(self, key: str) -> Named:
        """The cards of a name."""
        return self.by_key.get(key, Named())

    def text(self, place: Place) -> bytes:
        """The JSON of a card."""
        return self.content[place.start : place.start + place.length]

    def all_keys(self) -> Iterable[str]:
        """All full names, then all names of faces."""
        return self.by_key

    def places(self) -> Iterable[Place]:
        """All cards in the order of the file."""
        return self.cards


def _bad_file(label: str, line: int, message: str, column: int = 0) -> CardFileError:
    expected = "a JSON array, or one JSON object a line, each with a name"
    return CardFileError(Refusal(INPUT, "card-file", message, expected, where=Where(label, line, column)))


def _bad_card(label: str, content: bytes, place: Place, message: str) -> CardFileError:
    """What is wrong with a card, at the line on which the card begins."""
    text = content[place.start : place.start + place.length].decode("utf-8", "replace")
    card_file_error = _bad_file(label, content.count(b"\n", 0, place.start) + 1, message)
    where = replace(card_file_error.refusal.where, span=place_quote(text.replace("\n", " ")))
    return CardFileError(replace(card_file_error.refusal, where=where))


def _cut(label: str, content: bytes) -> Iterator[Place]:
    """The cards of a file. Raises ``CardFileError``."""
    try:
        begin = mark(content)
    except NotDecoded as error:
        raise _bad_file(label, error.line, error.why) from error
    if content[begin:].lstrip()[:1] == b"[":
        try:
            raw = guarded(lambda: msgspec.json.decode(content[begin:], type=list[msgspec.Raw]), content[begin:])
        except NotDecoded as error:
            raise _bad_file(label, error.line, f"not a JSON array: {error.why}", error.column) from error
        at = begin
        for one in raw:
            between = _BETWEEN_CARDS.match(content, at)
            assert between is not None  # it matches nothing, too
            place = Place(between.end(), len(bytes(one)))
            at = place.start + place.length
            yield place
        return
    at = begin
    for line in content[begin:].splitlines(keepends=True):
        if card := line.strip():
            yield Place(at + line.index(card), len(card))
        at += len(line)


def _head(text: bytes) -> _Head:
    """The names of a card, all of whose values can be decoded whenever they are asked for. Raises ``NotDecoded``."""

    def decoded() -> _Head:
        found = _HEAD.decode(flat(text))
        _WHOLE.decode(text)
        return found

    return guarded(decoded, text)


def read_source(label: str, content: bytes) -> ReadSource:
    """Index a card file. Raises ``CardFileError`` where it is no JSON of named cards."""
    full: dict[str, list[Place]] = {}
    faces: dict[str, list[Place]] = {}
    cards: list[Place] = []
    for place in _cut(label, content):
        if place.length > MOST_BYTES_OF_A_CARD:
            raise _bad_card(label, content, place, f"a card of more than {MOST_BYTES_OF_A_CARD:,} bytes")
        try:
            head = _head(content[place.start : place.start + place.length])
        except NotDecoded as error:
            raise _bad_card(label, content, place, f"not a card: {error.why}") from error
        full.setdefault(key_of(head.name), []).append(place)
        names = dict.fromkeys([*(f.name for f in head.card_faces or ()), *head.name.split(" // ")])
        for name in names:
            if name and name != head.name:
                faces.setdefault(key_of(name), []).append(place)
        cards.append(place)
    if not cards:
        raise _bad_file(label, 1, "no card stands in the file")
    keys = dict.fromkeys([*full, *faces])
    by_key = {key: Named(tuple(full.get(key, ())), tuple(faces.get(key, ()))) for key in keys}
    return ReadSource(label, content, tuple(cards), by_key)


def open_source(path: Path) -> ReadSource:
    """Index the card file at ``path``. Raises ``CardFileError`` where it can't be read."""
    try:
        content = read_regular(path, MOST_BYTES)
    except OSError as error:
        raise _bad_file(str(path), 0, f"the file can't be read: {error.strerror}") from error
    if len(content) > MOST_BYTES:
        raise _bad_file(str(path), 0, f"the file has more than {MOST_BYTES:,} bytes")
    return read_source(str(path), content)


@cache
def builtin_source() -> ReadSource:
    """The set of cards that ships with the package."""
    return read_source(BUILT_IN, Path(__file__).with_name("builtin.json").read_bytes())


# --- files whose index is kept ---------------------------------------------------------------


def kept_source(path: Path, cached: Cache) -> Source:
    """The card file at ``path``, by its index in the cache. Raises ``CardFileError`` as ``open_source``.

    Where there is no index, the file is read, and the index kept for the next time.
    """
    try:
        trace = trace_of(path.resolve())
    except OSError:
        trace = ""
    names = cached.get(_names_key(trace)) if trace else None
    if names:
        return KeptSource(path, cached, trace, names)
    read = open_source(path)
    try:
        unchanged = trace != "" and trace_of(path.resolve()) == trace
    except OSError:
        unchanged = False
    if unchanged:
        cached.put(_entries(trace, read))
    return read


class KeptSource:
    """A card file whose index is in the cache.

    The system said that the index was made of this file. Each card that is read is compared with
    its digest in the index, all the same. Where one differs, the file is read as a whole.
    """

    def __init__(self, path: Path, cached: Cache, trace: str, names: bytes) -> None:
        """``trace``: of the file as it is now. ``names``: the digests of all names in it."""
        self.label = str(path)
        self.path = path
        self.cached = cached
        self.trace = trace
        self.names = names
        self.found: dict[str, Named] = {}
        self.texts: dict[Place, bytes] = {}
        self.read: ReadSource | None = None

    def whole(self) -> ReadSource:
        """The file, read; from then on the index is not asked."""
        if self.read is None:
            self.read = open_source(self.path)
        return self.read

    def named(self, key: str) -> Named:
        """The cards of a name."""
        if self.read is not None:
            return self.read.named(key)
        if not self._has(key):
            return Named()
        if key not in self.found:
            kept = self._kept(key)
            if kept is None:
                return self.whole().named(key)
            self.found[key] = kept
        return self.found[key]

    def _has(self, key: str) -> bool:
        """Whether a name may stand in the file: whether its digest is in the list of all."""
        digest = _name_digest(key)
        at = self.names.find(digest)
        while at % _NAME_DIGEST and at >= 0:
            at = self.names.find(digest, at + 1)
        return at >= 0

    def _kept(self, key: str) -> Named | None:
        """The cards of a name by the index, each compared; None where one isn't as it says."""
        entry = self.cached.get(_name_key(self.trace, key))
        if entry is None:
            return None
        try:
            full, faces = msgspec.json.decode(entry, type=tuple[list[_KeptPlace], list[_KeptPlace]])
            with self.path.open("rb") as opened:
                for kept in (*full, *faces):
                    opened.seek(kept.start)
                    text = opened.read(kept.length)
                    if _card_digest(text) != kept.digest:
                        return None
                    self.texts[kept.place] = text
        except (msgspec.DecodeError, OSError):
            return None
        return Named(tuple(kept.place for kept in full), tuple(kept.place for kept in faces))

    def text(self, place: Place) -> bytes:
        """The JSON of a card."""
        return self.texts[place] if self.read is None else self.read.text(place)

    def all_keys(self) -> Iterable[str]:
        """All full names, then all names of faces."""
        return self.whole().all_keys()

    def places(self) -> Iterable[Place]:
        """All cards in the order of the file."""
        return self.whole().places()


class _KeptPlace(msgspec.Struct, array_like=True):
    """A place as the index keeps it, with the digest of what stands there."""

    start: int
    length: int
    digest: str

    @property
    def place(self) -> Place:
        """The place alone."""
        return Place(self.start, self.length)


def _card_digest(text: bytes) -> str:
    return key_of_parts("text", text)[:_CARD_DIGEST].hex()


def _name_digest(key: str) -> bytes:
    return key_of_parts("digest of a name", key)[:_NAME_DIGEST]


def _names_key(trace: str) -> bytes:
    return key_of_parts("names of cards whose facts are of their kinds", trace)


def _name_key(trace: str, key: str) -> bytes:
    return key_of_parts("name", trace, key)


def _entries(trace: str, read: ReadSource) -> Iterator[tuple[bytes, bytes]]:
    """The index of a file as entries: the cards of each name, and the digests of all names."""
    digests = {place: _card_digest(read.text(place)) for place in read.cards}
    for key, named in read.by_key.items():
        kept = [[_KeptPlace(*place, digests[place]) for place in places] for places in named]
        yield _name_key(trace, key), msgspec.json.encode(kept)
    yield _names_key(trace), b"".join(map(_name_digest, read.by_key))


#: A card file, with the cards by the names under which they are found.
Source: TypeAlias = ReadSource | KeptSource


def facts_in_order(source: Source) -> Iterator[Row]:
    """The facts of all cards in the order of the file."""
    return (msgspec.json.decode(source.text(place)) for place in source.places())
