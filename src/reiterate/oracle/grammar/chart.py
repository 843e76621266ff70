"""The chart: all readings of words as a category, over typed productions, memoised by category and place.

A reading is a value: a term with leaves for what only the whole sentence decides (``leaves``). Equal values are one reading.
Phrases are read once for each place. The furthest word that was looked at is where an error stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

Value: TypeAlias = Any  # what a production builds: a term, a tuple of terms, or a plain value
#: in: where the phrase begins, and the values of the holes in the order of the pattern. Raises ``NoMeaning``.
Build: TypeAlias = Callable[[int, tuple[Value, ...]], Value]
#: In: a value, and what holes are known to hold. Out: each way to fill the holes so that the meaning is that value.
Match: TypeAlias = Callable[[Value, Mapping[str, Value]], Iterator[Mapping[str, Value]]]
#: The words of the lexicon: for a category of single words, what a word means; None for a word of another category.
Lexical: TypeAlias = Callable[[str], Value | None]

#: Values built for one text before it is refused: a line over this budget has too many readings.
BUDGET: Final = 60_000


class NoMeaning(Exception):
    """The words fit a production, and mean nothing: two controllers, a quality of the wrong kind."""


class TooMany(Exception):
    """A text has more readings than are looked at."""


class Hole(NamedTuple):
    """A place in a production for a phrase of a category."""

    name: str
    category: str


Symbol: TypeAlias = "str | Hole"


@dataclass(frozen=True, slots=True)
class Production:
    """One way to say something of a category: the words and holes, and what they mean."""

    category: str
    symbols: tuple[Symbol, ...]
    build: Build
    label: str
    #: The way back from the meaning; None for words that are read and never printed.
    match: Match | None = None
    #: Whether it is read; others are for printing alone.
    read: bool = True
    #: What its meaning is at first sight, so that others are not tried on the way back: see ``meaning_patterns.head_of``.
    head: Any = None


class _Node:
    """A node of the tree of the productions of one category, which share their beginnings."""

    __slots__ = ("ends", "holes", "words")

    def __init__(self) -> None:
        self.words: dict[str, _Node] = {}
        self.holes: dict[str, _Node] = {}
        self.ends: list[Production] = []


class Grammar:
    """Productions ready for reading."""

    def __init__(self, productions: Sequence[Production], lexical: Mapping[str, Lexical]) -> None:
        self.productions = tuple(productions)
        self.lexical = dict(lexical)
        self._begins: dict[tuple[str, str], bool] = {}
        self._meanings: dict[str, dict[str, Value]] = {}

    @cached_property
    def roots(self) -> dict[str, _Node]:
        """The tree of each category. Who prints without reading needs none."""
        roots: dict[str, _Node] = {}
        for production in self.productions:
            if not production.read:
                continue
            node = roots.setdefault(production.category, _Node())
            for symbol in production.symbols:
                table, key = (node.words, symbol) if isinstance(symbol, str) else (node.holes, symbol.category)
                node = table.setdefault(key, _Node())
            node.ends.append(production)
        return roots

    @cached_property
    def _first(self) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
        """For each category the words and the categories of single words that it can begin with."""
        found: dict[str, set[tuple[bool, str]]] = {name: set() for name in self.roots}
        changed = True
        while changed:
            changed = False
            for name, root in self.roots.items():
                before = len(found[name])
                found[name] |= {(True, word) for word in root.words}
                for category in root.holes:
                    found[name] |= {(False, category)} if category in self.lexical else found.get(category, set())
                changed = changed or len(found[name]) > before
        return {
            name: (frozenset(w for word, w in some if word), frozenset(c for word, c in some if not word))
            for name, some in found.items()
        }

    def meanings(self, word: str) -> dict[str, Value]:
        """What a word means, by the categories of single words that it belongs to."""
        found = self._meanings.get(word)
        if found is None:
            made = ((name, rule(word)) for name, rule in self.lexical.items())
            found = self._meanings[word] = {name: value for name, value in made if value is not None}
        return found

    def begins(self, category: str, word: str) -> bool:
        """Whether a phrase of a category can begin with a word."""
        key = (category, word)
        known = self._begins.get(key)
        if known is None:
            words, lexical = self._first[category]
            known = self._begins[key] = word in words or any(name in lexical for name in self.meanings(word))
        return known


@dataclass(slots=True)
class Chart:
    """The readings of one text."""

    grammar: Grammar
    words: tuple[str, ...]
    furthest: int = 0
    built: int = 0
    #: With ``traced``, the labels of the productions of one derivation of each value.
    traced: bool = False
    traces: dict[tuple[str, int, int, Value], frozenset[str]] = field(default_factory=dict)
    _memo: dict[tuple[str, int], list[tuple[int, Value]]] = field(default_factory=dict)

    def whole(self, category: str) -> list[Value]:
        """Every reading of all words as a category. Raises ``TooMany``."""
        if not self.words:
            return []
        return [value for end, value in self.at(category, 0) if end == len(self.words)]

    def at(self, category: str, start: int) -> list[tuple[int, Value]]:
        """Every reading of a category from a word on: where it ends and what it means."""
        key = (category, start)
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._read(category, start)
        return found

    def _read(self, category: str, start: int) -> list[tuple[int, Value]]:
        grammar = self.grammar
        if category in grammar.lexical:
            if start >= len(self.words):
                return []
            value = grammar.meanings(self.words[start]).get(category)
            return [] if value is None else [(start + 1, value)]
        made: dict[tuple[int, Value], None] = {}
        self._walk(grammar.roots[category], start, start, (), made, (category, ()))
        return list(made)

    def _walk(
        self,
        node: _Node,
        start: int,
        at: int,
        values: tuple[Value, ...],
        made: dict[tuple[int, Value], None],
        trace: tuple[str, tuple[tuple[str, int, int, Value], ...]],
    ) -> None:
        for production in node.ends:
            self.built += 1
            if self.built > BUDGET:
                raise TooMany
            try:
                value = production.build(start, values)
            except NoMeaning:
                continue
            if (at, value) not in made:
                made[at, value] = None
                if self.traced:
                    labels = frozenset((production.label,)).union(*(self.traces.get(k, ()) for k in trace[1]))
                    self.traces[trace[0], start, at, value] = labels
        if at >= len(self.words):
            return
        word = self.words[at]
        if at > self.furthest:
            self.furthest = at
        following = node.words.get(word)
        if following is not None:
            self._walk(following, start, at + 1, values, made, trace)
        for category, inner in node.holes.items():
            if category not in self.grammar.lexical and not self.grammar.begins(category, word):
                continue
            for end, value in self.at(category, at):
                deeper = (trace[0], (*trace[1], (category, at, end, value))) if self.traced else trace
                self._walk(inner, start, end, (*values, value), made, deeper)
