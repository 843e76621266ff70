"""How many clauses of a card file each production of the grammar reads: ``python -m benchmarks.production_use CARDS OUT``.

OUT gets a line for each production that is read, the least used first: the clauses in which it has a part, and its label. Built-in
cards and the corpus of the tests count, too. So do texts in quotes, and what is told of clauses that are not read. A production
that reads nothing can go.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from unittest import mock

from benchmarks.net import clauses
from reiterate.cards.sources import ReadSource, builtin_source, open_source
from reiterate.oracle.clause import Context
from reiterate.oracle.compile import read_clause
from reiterate.oracle.grammar import reading
from reiterate.oracle.grammar.chart import Chart, Grammar, Value
from tests.oracle.oracle_corpus import CONTEXTS, corpus


class Watched(Chart):
    """A chart that notes which productions have a part in what it reads."""

    noted: frozenset[str] = frozenset()

    def __init__(self, grammar: Grammar, words: tuple[str, ...]) -> None:
        super().__init__(grammar, words, traced=True)

    def whole(self, category: str) -> list[Value]:
        """The readings of all words; their productions are noted."""
        found = super().whole(category)
        for value in found:
            Watched.noted |= self.traces[category, 0, len(self.words), value]
        return found


def lines(cards: ReadSource) -> Iterator[tuple[str, Context]]:
    """Clauses to read: of the cards, of the built-in ones, of the corpus."""
    for asked in chain(clauses(cards), clauses(builtin_source())):
        yield asked.line, asked.context
    for kind, text, _ in corpus():
        yield text, CONTEXTS[kind]


def used(cards: ReadSource) -> Counter[str]:
    """The clauses in which each production has a part, by the production's label."""
    found: Counter[str] = Counter({each.label: 0 for each in reading.grammar().productions if each.read})
    with mock.patch.object(reading, "Chart", Watched):
        for line, context in lines(cards):
            Watched.noted = frozenset()
            read_clause(line, context)
            found.update(Watched.noted)
    return found


def main() -> None:
    """Write the file."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("cards", type=Path)
    words.add_argument("out", type=Path)
    asked = words.parse_args()
    rows = sorted(used(open_source(asked.cards)).items(), key=lambda row: (row[1], row[0]))
    asked.out.write_text("".join(f"{count}\t{label}\n" for label, count in rows), encoding="utf-8")
    print(f"{sum(count == 0 for _, count in rows)} of {len(rows)} productions read no clause")


if __name__ == "__main__":
    main()
