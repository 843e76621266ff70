"""The look-up of cards by name.

A ``CardBook`` is a list of sources: the files given, then the one that ``REITERATE_CARDS`` names,
then the built-in set. A file is a JSON array or JSON lines of cards in the shape of Scryfall's bulk
files. A card is decoded and compiled once, when it is asked for; with a cache, once for each
version of the language.
"""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from reiterate.cards.cache import Cache, key_of_parts
from reiterate.cards.card_json import card_bytes, card_of_bytes
from reiterate.cards.language_version import language_version
from reiterate.cards.sources import (
    BUILT_IN,
    CardFileError,
    Place,
    ReadSource,
    Row,
    Source,
    builtin_source,
    kept_source,
    key_of,
    read_source,
)
from reiterate.lazy_module import Later
from reiterate.oracle import CompiledCard
from reiterate.refusals import AMBIGUOUS, INPUT, Refusal, Where
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.proto import Proto

if TYPE_CHECKING:
    from reiterate.cards import assumed as assumptions
    from reiterate.cards.assumed import Assumption
    from reiterate.oracle import compile
else:
    assumptions = Later("reiterate.cards.assumed")
    compile = Later("reiterate.oracle.compile")

ENVIRONMENT: Final = "REITERATE_CARDS"
_SUGGESTIONS: Final = 3

#: What cards are called that somebody brought, and their most characters.
BROUGHT: Final = "your card file"
MOST_BROUGHT: Final = 100_000

#: Cards of one source that are asked whether they make a token.
MOST_MAKERS: Final = 40
_TOKEN: Final = b"token"


class Compiler:
    """Compiles cards; with a cache, a card of the same JSON and the same language only once."""

    def __init__(self, cached: Cache) -> None:
        """``cached``: where compiled cards are kept; ``Cache(None)`` keeps none."""
        self.cached = cached
        self.made: dict[bytes, CompiledCard] = {}

    @cached_property
    def language(self) -> str:
        """The version of the language; "" where nothing is kept."""
        return language_version(self.cached) if self.cached.file is not None else ""

    def compiled(self, text: bytes) -> CompiledCard:
        """The compiled card of a card's JSON."""
        if text not in self.made:
            self.made[text] = self._kept(text) if self.language else _compiled(text)
        return self.made[text]

    def _kept(self, text: bytes) -> CompiledCard:
        key = key_of_parts("card", self.language, text)
        entry = self.cached.get(key)
        found = None if entry is None else card_of_bytes(entry)
        if found is None:
            found = _compiled(text)
            self.cached.put([(key, card_bytes(found))])
        return found


def _compiled(text: bytes) -> CompiledCard:
    return compile.compile_card(msgspec.json.decode(text))


@dataclass(frozen=True, slots=True)
class CardBook:
    """Sources in the order in which they are asked; compiled cards are kept."""

    sources: tuple[Source, ...]
    compiler: Compiler = field(default_factory=lambda: Compiler(Cache(None)), compare=False, repr=False)
    assumed: tuple[Assumption, ...] = ()  # clauses that do not matter, as a person says

    @staticmethod
    def builtin() -> CardBook:
        """The built-in set alone."""
        return CardBook((builtin_source(),))

    @staticmethod
    def with_files(
        paths: Iterable[str | Path] = (),
        environ: Mapping[str, str] | None = None,
        cached: Cache | None = None,
        remembered: Iterable[Path] = (),
    ) -> CardBook | Refusal:
        """The files given, then that of ``REITERATE_CARDS``, then those ``remembered``, then the built-in set.

        ``cached``: where indexes of files and compiled cards are kept; None to keep and trust none.
        """
        named = (os.environ if environ is None else environ).get(ENVIRONMENT, "")
        files = [Path(path) for path in paths] + ([Path(named)] if named else [])
        files += [path for path in remembered if path not in files]
        kept = Cache(None) if cached is None else cached
        try:
            sources = [kept_source(file, kept) for file in files]
        except CardFileError as error:
            return error.refusal
        return CardBook((*sources, builtin_source()), Compiler(kept))

    def with_brought(self, cards: str) -> CardBook | Refusal:
        """The same book, with the cards of a file that somebody brought; "" for none.

        They stand behind all others: no card that is known here gets another text. What is compiled of them is not kept with the others.
        """
        if not cards or any(
            source.label == BROUGHT and source.content == cards.encode("utf-8", "replace") for source in self._read
        ):
            return self
        if len(cards) > MOST_BROUGHT:
            message = f"cards of files with {len(cards):,} characters"
            return Refusal(INPUT, "card-file", message, f"at most {MOST_BROUGHT:,} characters of them")
        try:
            source = read_source(BROUGHT, cards.encode("utf-8", "replace"))
        except CardFileError as error:
            return error.refusal
        return replace(self, sources=(*self.sources, source), compiler=Compiler(self.compiler.cached))

    @property
    def _read(self) -> Iterable[ReadSource]:
        return (source for source in self.sources if isinstance(source, ReadSource))

    def assuming(self, written: Iterable[str]) -> CardBook | Refusal:
        """The same book, in which clauses that are not understood are assumed not to matter.

        in: texts such as ``"Kinnan, Bonder Prodigy: {5}{G}{U}"``: a card's name, and words of one of its clauses. A refusal
        where no card or no such clause is named, or more than one.
        """
        found = list(self.assumed)
        for text in written:
            one = self._assumption(text)
            if isinstance(one, Refusal):
                return one
            found.append(one)
        return replace(self, assumed=tuple(dict.fromkeys(found)))

    def _assumption(self, text: str) -> Assumption | Refusal:
        unknown: Refusal | None = None
        unsaid: Refusal | None = None
        for name, words in assumptions.ways_to_split(text):
            card = self.find(name)
            if isinstance(card, Refusal):
                unknown = unknown or card
                continue
            assumption = assumptions.assumption(card, words, text)
            if not isinstance(assumption, Refusal):
                return assumption
            unsaid = unsaid or assumption
        return unsaid or unknown or assumptions.no_form(text)

    def find(self, name: str) -> CompiledCard | Refusal:
        """The compiled card of this name, from the first source that has it.

        ``name`` is a full name or a face's name (a full name wins), in any case, with or without
        diacritics. A refusal where the name is unknown (with close names), or where the source has
        several cards of this name.
        """
        try:
            return self._find(name, key_of(name))
        except CardFileError as error:  # a file that was changed, or is gone, since it was opened
            return error.refusal

    def knows(self, name: str) -> bool:
        """Whether a source has a card, or a face, of this name; looks for no near names."""
        key = key_of(name)
        try:
            return any(bool(named.full or named.faces) for named in (source.named(key) for source in self.sources))
        except CardFileError:
            return False

    def _find(self, name: str, key: str) -> CompiledCard | Refusal:
        for source in self.sources:
            named = source.named(key)
            places = list(dict.fromkeys(named.full or named.faces))
            if len(places) > 1 and len({source.text(place) for place in places}) > 1:
                return _ambiguous(name, source, places)
            if places:
                card = self.compiler.compiled(source.text(places[0]))
                return assumptions.assuming(card, self.assumed) if self.assumed else card
        return self._unknown(name, key)

    def protos(self, name: str) -> list[Proto]:
        """The cards, or back faces, of exactly this name in the first source that has it, compiled; none where there is none.

        Before a back face stands its card.
        Under "NAME token", which no card is called, the tokens of that name that cards create.
        """
        key = key_of(name)
        for source in self.sources:
            named = source.named(key)
            texts = [source.text(place) for place in (*named.full, *named.faces)]
            compiled = [self.compiler.compiled(text).proto for text in texts]
            faces = [face for proto in compiled for face in (proto, proto.back, *proto.halves) if face is not None]
            found = [
                face
                for face in faces
                if face.name == name or name in [other.name for other in (face.back, *face.halves) if other is not None]
            ]
            if found:
                return found
        token = name.removesuffix(" token")
        return [] if token in (name, "") else self._tokens(token)

    def _tokens(self, name: str) -> list[Proto]:
        """The tokens of this name that cards create: cards of each source, up to a number, in whose text the name stands."""
        words = json.dumps(name, ensure_ascii=False)[1:-1].encode("utf-8", "replace")
        found: dict[Proto, None] = {}

        def visit(node: Term) -> None:
            if isinstance(node, CreateTokens) and node.token.name == name:
                found[node.token] = None

        for source in self.sources:
            texts = (source.text(place) for place in source.places())
            for text in islice((text for text in texts if _TOKEN in text and words in text), MOST_MAKERS):
                walk(self.compiler.compiled(text).proto.abilities, visit)
        return list(found)

    def facts(self, name: str) -> Row | Refusal:
        """The facts as the source has them, undecoded text included; refusals as ``find``."""
        key = key_of(name)
        for source in self.sources:
            named = source.named(key)
            places = named.full or named.faces
            if places:
                return _facts(source, places[0])
        return self._unknown(name, key)

    @property
    def more(self) -> str:
        """How more cards come to be known, in words; "" where others than those built in are asked already."""
        if [source.label for source in self.sources] != [BUILT_IN]:
            return ""
        count = len(list(self.sources[0].places()))
        return (
            f"only {count} cards are built in: 'reiterate cards add FILE' adds those of a file,"
            " such as 'Oracle Cards' from https://scryfall.com/docs/api/bulk-data"
        )

    def _unknown(self, name: str, key: str) -> Refusal:
        known: dict[str, Source] = {}
        for source in self.sources:
            for found in source.all_keys():
                known.setdefault(found, source)
        near = _near(key, known)
        shown = [str(_first(source, k)["name"]) for source, k in ((known[k], k) for k in near)]
        expected = "one of " + ", ".join(dict.fromkeys(shown)) if shown else "a card's English name"
        expected += f"; {self.more}" if self.more else ""
        message = f"no card is called {name!r}"
        return Refusal(INPUT, "card-unknown", message, expected, where=Where(span=name))


def _facts(source: Source, place: Place) -> Row:
    """The decoded facts of a card."""
    decoded: Row = msgspec.json.decode(source.text(place))
    return decoded


def _first(source: Source, key: str) -> Row:
    """The facts of the first card of a name."""
    named = source.named(key)
    return _facts(source, (named.full or named.faces)[0])


def _ambiguous(name: str, source: Source, places: list[Place]) -> Refusal:
    names = ", ".join(sorted({str(_facts(source, place)["name"]) for place in places}))
    message = f"{len(places)} cards of {source.label} are called {name!r}"
    return Refusal(AMBIGUOUS, "card-ambiguous", message, f"one full name: {names}")


def _near(key: str, known: Iterable[str]) -> list[str]:
    """The closest known names; names that begin alike are looked at first, so that big files stay quick."""
    names = list(known)
    alike = [name for name in names if name[:1] == key[:1]]
    close = difflib.get_close_matches(key, alike, _SUGGESTIONS, 0.6)
    if not close and len(key) > 3:
        close = sorted(name for name in names if key in name)[:_SUGGESTIONS]
    return close or difflib.get_close_matches(key, names[:2000], _SUGGESTIONS, 0.7)
