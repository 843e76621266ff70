"""Values to words: the productions of a grammar run backwards.

The productions of a category are tried in the order of the file. The first one whose meaning is the value, and whose holes can be
said, says the value. The words of a phrase depend on its category and its value alone, so a phrase is said once and kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from reiterate.oracle.grammar.chart import Grammar, Production, Value
from reiterate.oracle.grammar.meaning_patterns import could_be
from reiterate.terms.base import Term

Words: TypeAlias = "tuple[str, ...]"
#: The way back of a category of single words: from what a word means to the word; None for a value that no word means.
Spell: TypeAlias = Callable[[Any], "str | None"]

#: Phrases that are kept before all are forgotten.
KEPT: Final = 50_000


class Speaker:
    """A grammar that is spoken. ``spelled``: the ways back of its categories of single words."""

    def __init__(self, grammar: Grammar, spelled: Mapping[str, Spell]) -> None:
        self.spelled = spelled
        self.rows: dict[str, list[Production]] = defaultdict(list)
        for production in grammar.productions:
            if production.match is not None:
                self.rows[production.category].append(production)
        self._fitting: dict[Any, list[Production]] = {}
        self._known: dict[tuple[str, Any, Value], Words | None] = {}

    def say(self, category: str, value: Value) -> Words | None:
        """The words of a value as a category; None where no production says it."""
        if category in self.spelled:
            word = self.spelled[category](value)
            return None if word is None else (word,)
        key = (category, _kind(value), value)
        if key in self._known:
            return self._known[key]
        if len(self._known) > KEPT:
            self._known.clear()
        self._known[key] = None  # a phrase is no part of itself
        found = self._known[key] = self._say(category, value)
        return found

    def _say(self, category: str, value: Value) -> Words | None:
        for production in self._rows(category, value):
            assert production.match is not None
            for bound in production.match(value, {}):
                words = self._filled(production, bound)
                if words is not None:
                    return words
        return None

    def _rows(self, category: str, value: Value) -> list[Production]:
        """The productions of a category that could mean a value at first sight."""
        inner = value[0] if isinstance(value, tuple) and value else None
        key = (category, type(value), len(value) if isinstance(value, tuple) else 0, type(inner))
        found = self._fitting.get(key)
        if found is None:
            found = self._fitting[key] = [row for row in self.rows[category] if could_be(row.head, value)]
        return found

    def _filled(self, production: Production, bound: Mapping[str, Value]) -> Words | None:
        words: list[str] = []
        for symbol in production.symbols:
            if isinstance(symbol, str):
                words.append(symbol)
                continue
            value = bound.get(symbol.name, 1)  # words of one meaning
            inner = self.say(symbol.category, value)
            if inner is None:
                return None
            words += inner
        return tuple(words)


def _kind(value: Value) -> Any:
    """What tells values apart that Python takes for equal: True and 1."""
    return type(value) if not isinstance(value, Term) else None
