"""How many clauses of a card file each production of the grammar reads: ``python -m benchmarks.production_use CARDS OUT``.

OUT gets a line for each production that is read, the least used first: the clauses in which it has a part, and its label. Built-in
cards and the corpus of the tests count, too. So do texts in quotes, and what is told of clauses that are not read. A production
that reads nothing can go.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from unittest import mock

from reiterate.cards.sources import ReadSource, builtin_source, facts_in_order, open_source
from reiterate.oracle.clause import Context
from reiterate.oracle.compile import context_of, face_alone, lines_of, read_clause
from reiterate.oracle.face import front, proto_of
from reiterate.oracle.grammar import reading
from reiterate.oracle.grammar.chart import Chart, Grammar, Value
from reiterate.oracle.normal_text import normalise
from reiterate.oracle.sections import charged, in_sections
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
    """Unlike clauses to read, each once: of all faces of the cards and of the built-in ones, and of the corpus."""
    seen: set[object] = set()
    for row in chain(facts_in_order(cards), facts_in_order(builtin_source())):
        faces = row.get("card_faces") or ()
        for face in (front(row), *map(face_alone, faces[1:])):
            text = lines_of(str(face.get("oracle_text") or ""))
            context = context_of(proto_of(face), text)
            for line in in_sections(text):
                key = (
                    normalise(line, context.name).text,
                    context.spell,
                    context.host,
                    context.attached,
                    context.has_x,
                    context.types,
                )
                if key not in seen:
                    seen.add(key)
                    yield line, context
    for kind, words, _ in corpus():
        yield words, CONTEXTS[kind]


def used(cards: ReadSource) -> Counter[str]:
    """The clauses in which each production has a part, by the production's label."""
    found: Counter[str] = Counter({each.label: 0 for each in reading.grammar().productions if each.read})
    with mock.patch.object(reading, "Chart", Watched):
        for line, context in lines(cards):
            Watched.noted = frozenset()
            charged(line, partial(read_clause, context=context))
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
