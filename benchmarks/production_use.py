"""How many clauses of a card file each production of the grammar reads: ``python -m benchmarks.production_use CARDS OUT``.

OUT gets a line for each production, the least used first: the clauses that are understood with its help, and its label. A
production that reads nothing can go.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from benchmarks.net import clauses, read
from reiterate.oracle.grammar.chart import Chart, TooMany
from reiterate.oracle.grammar.reading import grammar, with_stops
from reiterate.oracle.normal_text import normalise


def used(cards: Path) -> Counter[str]:
    """The clauses that each production helps to read, by the production's label."""
    found: Counter[str] = Counter({production.label: 0 for production in grammar().productions})
    for asked in clauses(cards):
        if read(asked.line, asked.context) is None:
            continue
        normal = normalise(asked.line, asked.context.name)
        words, _ = with_stops(tuple(token.text for token in normal.tokens))
        chart = Chart(grammar(), words, traced=True)
        start = "spelltext" if asked.context.spell else "line"
        try:
            values = chart.whole(start)
        except TooMany:
            continue
        found.update({label for value in values for label in chart.traces[start, 0, len(words), value]})
    return found


def main() -> None:
    """Write the file."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("cards", type=Path)
    words.add_argument("out", type=Path)
    asked = words.parse_args()
    rows = sorted(used(asked.cards).items(), key=lambda row: (row[1], row[0]))
    asked.out.write_text("".join(f"{count}\t{label}\n" for label, count in rows), encoding="utf-8")
    print(f"{sum(count == 0 for _, count in rows)} of {len(rows)} productions read no clause")


if __name__ == "__main__":
    main()
