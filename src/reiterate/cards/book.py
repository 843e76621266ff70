"""Card files and the look-up by name.

A ``CardBook`` is a list of sources: the files given, then the one that ``REITERATE_CARDS`` names,
then the built-in set. A file is a JSON array or JSON lines of cards in the shape of Scryfall's bulk
files. Opening it reads only names. A card is decoded and compiled once, when it is asked for.
"""

from __future__ import annotations

import difflib
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from reiterate.later import Later
from reiterate.limits import read_regular
from reiterate.oracle import CompiledCard
from reiterate.refusals import AMBIGUOUS, INPUT, Refusal, Where
from reiterate.terms.proto import Proto

if TYPE_CHECKING:
    from reiterate.oracle import compile
else:
    compile = Later("reiterate.oracle.compile")

ENVIRONMENT: Final = "REITERATE_CARDS"
_SUGGESTIONS: Final = 3

#: Bytes of a card file that are read, and of one card in it; the longest printed card has about 30,000 with all its prices.
MOST_BYTES: Final = 250_000_000
MOST_BYTES_OF_A_CARD: Final = 50_000

Row = Mapping[str, Any]


class _Face(msgspec.Struct):
    """What the index reads of a face."""

    name: str = ""


class _Head(msgspec.Struct):
    """What the index reads of a card; the rest is decoded on demand."""

    name: str
    card_faces: list[_Face] = []


class CardFileError(Exception):
    """A card file that can't be read; carries the refusal that the caller shows."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def key_of(name: str) -> str:
    """The form under which names are compared: no case, no diacritics, plain quotes and spaces."""
    plain = unicodedata.normalize("NFKD", name.replace("’", "'").replace("Æ", "Ae"))
    letters = "".join(c for c in plain if not unicodedata.combining(c)).casefold()
    return re.sub(r"\s*//\s*", " // ", " ".join(letters.split()))


@dataclass(frozen=True, slots=True)
class Source:
    """One card file: each card's raw JSON, and where full names and names of faces stand."""

    label: str
    raw: tuple[Any, ...]  # bytes or msgspec.Raw, one card each
    full: Mapping[str, tuple[int, ...]]
    faces: Mapping[str, tuple[int, ...]]

    def row(self, index: int) -> Row:
        """The decoded facts of a card."""
        decoded: Row = msgspec.json.decode(self.raw[index])
        return decoded

    def __len__(self) -> int:
        return len(self.raw)

    def rows(self) -> Iterator[Row]:
        """All cards in the order of the file."""
        return (self.row(index) for index in range(len(self.raw)))


def _bad_file(label: str, line: int, message: str) -> CardFileError:
    expected = "a JSON array, or one JSON object a line, each with a name"
    return CardFileError(Refusal(INPUT, "card-file", message, expected, where=Where(file=label, line=line)))


def read_source(label: str, content: bytes) -> Source:
    """Index a card file. Raises ``CardFileError`` where it is no JSON array and no JSON lines of named cards."""
    raw: list[Any]
    if content.lstrip()[:1] == b"[":
        try:
            raw = msgspec.json.decode(content, type=list[msgspec.Raw])
        except msgspec.DecodeError as error:
            raise _bad_file(label, 0, f"not a JSON array: {error}") from error
    else:
        raw = content.splitlines()
    decoder = msgspec.json.Decoder(_Head)
    full: dict[str, list[int]] = {}
    faces: dict[str, list[int]] = {}
    kept: list[Any] = []
    for line, one in enumerate(raw, 1):
        if isinstance(one, bytes) and not one.strip():
            continue
        if len(bytes(one)) > MOST_BYTES_OF_A_CARD:
            raise _bad_file(label, line, f"a card of more than {MOST_BYTES_OF_A_CARD:,} bytes")
        try:
            head = decoder.decode(one)
        except msgspec.DecodeError as error:
            raise _bad_file(label, line, f"not a card: {error}") from error
        full.setdefault(key_of(head.name), []).append(len(kept))
        names = dict.fromkeys([*(f.name for f in head.card_faces), *head.name.split(" // ")])
        for name in names:
            if name and name != head.name:
                faces.setdefault(key_of(name), []).append(len(kept))
        kept.append(one)
    return Source(label, tuple(kept), _frozen(full), _frozen(faces))


def _frozen(found: dict[str, list[int]]) -> dict[str, tuple[int, ...]]:
    return {name: tuple(indexes) for name, indexes in found.items()}


def open_source(path: Path) -> Source:
    """Index the card file at ``path``. Raises ``CardFileError`` where it can't be read."""
    try:
        content = read_regular(path, MOST_BYTES)
    except OSError as error:
        raise _bad_file(str(path), 0, f"the file can't be read: {error.strerror}") from error
    if len(content) > MOST_BYTES:
        raise _bad_file(str(path), 0, f"the file has more than {MOST_BYTES:,} bytes")
    return read_source(str(path), content)


@cache
def builtin_source() -> Source:
    """The set of cards that ships with the package."""
    content = resources.files("reiterate.cards").joinpath("builtin.json").read_bytes()
    return read_source("built-in", content)


@dataclass(frozen=True, slots=True)
class CardBook:
    """Sources in the order in which they are asked; compiled cards are kept."""

    sources: tuple[Source, ...]
    _compiled: dict[tuple[int, int], CompiledCard] = field(default_factory=dict, compare=False, repr=False)

    @staticmethod
    def builtin() -> CardBook:
        """The built-in set alone."""
        return CardBook((builtin_source(),))

    @staticmethod
    def with_files(paths: Iterable[str | Path] = (), environ: Mapping[str, str] | None = None) -> CardBook | Refusal:
        """The files given, then that of ``REITERATE_CARDS``, then the built-in set."""
        named = (os.environ if environ is None else environ).get(ENVIRONMENT, "")
        files = [Path(path) for path in paths] + ([Path(named)] if named else [])
        try:
            return CardBook((*map(open_source, files), builtin_source()))
        except CardFileError as error:
            return error.refusal

    def find(self, name: str) -> CompiledCard | Refusal:
        """The compiled card of this name, from the first source that has it.

        ``name`` is a full name or a face's name (a full name wins), in any case, with or without
        diacritics. A refusal where the name is unknown (with close names), or where the source has
        several cards of this name.
        """
        key = key_of(name)
        for number, source in enumerate(self.sources):
            indexes = source.full.get(key) or source.faces.get(key) or ()
            found = list(dict.fromkeys(indexes))
            if len(found) > 1 and len({bytes(source.raw[i]) for i in found}) > 1:
                return self._ambiguous(name, source, found)
            if found:
                return self._compile(number, found[0])
        return self._unknown(name, key)

    def protos(self, name: str) -> list[Proto]:
        """The cards of exactly this name in the first source that has it, compiled; none where there is none."""
        key = key_of(name)
        for number, source in enumerate(self.sources):
            compiled = [self._compile(number, i).proto for i in (*source.full.get(key, ()), *source.faces.get(key, ()))]
            found = [proto for proto in compiled if proto.name == name]
            if found:
                return found
        return []

    def facts(self, name: str) -> Row | Refusal:
        """The facts as the source has them, undecoded text included; refusals as ``find``."""
        key = key_of(name)
        for source in self.sources:
            indexes = source.full.get(key) or source.faces.get(key) or ()
            if indexes:
                return source.row(indexes[0])
        return self._unknown(name, key)

    def _compile(self, number: int, index: int) -> CompiledCard:
        place = (number, index)
        if place not in self._compiled:
            self._compiled[place] = compile.compile_card(self.sources[number].row(index))
        return self._compiled[place]

    def _ambiguous(self, name: str, source: Source, found: list[int]) -> Refusal:
        names = ", ".join(sorted({str(source.row(index)["name"]) for index in found}))
        message = f"{len(found)} cards of {source.label} are called {name!r}"
        return Refusal(AMBIGUOUS, "card-ambiguous", message, f"one full name: {names}")

    def _unknown(self, name: str, key: str) -> Refusal:
        known: dict[str, tuple[Source, int]] = {}
        for source in self.sources:
            for names in (source.full, source.faces):
                for found, indexes in names.items():
                    known.setdefault(found, (source, indexes[0]))
        near = _near(key, known)
        shown = [str(source.row(index)["name"]) for source, index in (known[k] for k in near)]
        expected = "one of " + ", ".join(dict.fromkeys(shown)) if shown else "a card's English name"
        message = f"no card is called {name!r}"
        return Refusal(INPUT, "card-unknown", message, expected, where=Where(span=name))


def _near(key: str, known: Iterable[str]) -> list[str]:
    """The closest known names; names that begin alike are looked at first, so that big files stay quick."""
    names = list(known)
    alike = [name for name in names if name[:1] == key[:1]]
    close = difflib.get_close_matches(key, alike, _SUGGESTIONS, 0.6)
    if not close and len(key) > 3:
        close = sorted(name for name in names if key in name)[:_SUGGESTIONS]
    return close or difflib.get_close_matches(key, names[:2000], _SUGGESTIONS, 0.7)
