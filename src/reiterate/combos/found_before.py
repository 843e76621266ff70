"""What was found of cards before: where the loop is, so that the same question asked again needs no search.
Part of the solver: the answer.

No loop that is kept is believed. A board and lines are played and proved again; only the search for them is left out
(docs/decisions/combo.md). That nothing was found claims nothing, and is told as it was. What is kept lies in the cache beside compiled cards, under a digest of the cards, of the
question, and of the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from reiterate.cards import CardBook
from reiterate.cards.cache import Cache, key_of_parts
from reiterate.cards.card_json import card_bytes
from reiterate.cards.language_version import engine_version
from reiterate.combos.layouts import Layout
from reiterate.combos.one_shots import What
from reiterate.decoded import NotDecoded, guarded
from reiterate.oracle import CompiledCard

#: What the keys of these entries begin with; another shape of the entries is another word.
_KIND: Final = "combo 4"


class Place(msgspec.Struct, frozen=True, tag="loop"):
    """Where a loop was found: its board, the lines before it and in it, and the steps that were left."""

    layout: Layout
    prefix: tuple[str, ...]
    body: tuple[str, ...]
    left: int


class Line(msgspec.Struct, frozen=True, tag="once"):
    """Where a line was found that is played once: its board, what it comes to, and its lines."""

    layout: Layout
    what: What
    lines: tuple[str, ...]
    words: tuple[str, ...]


class Nothing(msgspec.Struct, frozen=True, tag="nothing"):
    """That nothing was found in so many steps, in the words of the refusal: undetermined, so it is told without a search."""

    message: str
    expected: str
    rule: str
    steps: int


Kept: TypeAlias = Place | Line | Nothing

_DECODER: Final = msgspec.json.Decoder(Kept)


class FoundBefore:
    """What is kept of one question. Where the book has no cache, nothing is."""

    def __init__(self, cards: Sequence[CompiledCard], book: CardBook, question: str) -> None:
        """``question``: all that the search depends on beside the cards, in one text."""
        self.cached: Cache = book.compiler.cached
        engine = engine_version(self.cached) if self.cached.file is not None else ""
        self.key = key_of_parts(_KIND, engine, question, *map(card_bytes, cards)) if engine else b""

    def found(self) -> Kept | None:
        """What was found; None where nothing is kept."""
        content = self.cached.get(self.key) if self.key else None
        if content is None:
            return None
        try:
            found: Kept = guarded(lambda: _DECODER.decode(content), content)
        except NotDecoded:
            return None
        return found

    def keep(self, found: Kept) -> None:
        """Keep what was found."""
        if self.key:
            self.cached.put([(self.key, msgspec.json.encode(found))])
