"""How many clauses of a card file each row of the table of sentences reads: ``python -m benchmarks.row_use CARDS OUT``.

OUT gets a line for each row, the least used first: the clauses that are understood with its help, whether it fitted words of
any clause, how often it was printed, its kind and its pattern. A row that reads and prints nothing can go.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from reiterate.cards.sources import open_source, rows_of
from reiterate.oracle import UNDERSTOOD
from reiterate.oracle import compile as compiling
from reiterate.oracle.clause import Context
from reiterate.oracle.sentence_reader import SentenceReader
from reiterate.terms.pattern import Template
from reiterate.terms.printer import Printer
from reiterate.terms.sentence_table import TABLE

Key = tuple[str, str, str, str]


def key(row: Template) -> Key:
    """What a row is known by."""
    return row.kind, row.pattern, row.make.__name__, repr(sorted(row.fixed.items()))


class Use:
    """Counts the rows that read and print while clauses are compiled."""

    def __init__(self) -> None:
        self.read: Counter[Key] = Counter()
        self.fitted: Counter[Key] = Counter()
        self.printed: Counter[Key] = Counter()
        self.now: set[Key] = set()

    def begin(self) -> None:
        """Watch the reader and the printer from now on."""
        filled, shown, clause = SentenceReader.filled, Printer._filled, compiling.read_clause

        def fills(reader: SentenceReader, row: Template, spans: Any, words: Any) -> Any:
            made = filled(reader, row, spans, words)
            self.now.add(key(row))
            return made

        def shows(printer: Printer, row: Template, node: Any) -> str:
            self.printed[key(row)] += 1
            return shown(printer, row, node)

        def reads(line: str, context: Context) -> Any:
            self.now = set()
            found = clause(line, context)
            self.fitted.update(self.now)
            if found.status == UNDERSTOOD:
                self.read.update(self.now)
            return found

        SentenceReader.filled = fills  # type: ignore[method-assign, assignment]  # watched on purpose
        Printer._filled = shows  # type: ignore[method-assign, assignment]  # watched on purpose
        compiling.read_clause = reads

    def lines(self) -> list[str]:
        """A line for each row, the least used first."""
        rows = sorted({key(row) for row in TABLE}, key=lambda k: (self.read[k], self.fitted[k], self.printed[k], k))
        return ["\t".join((*(str(count[k]) for count in (self.read, self.fitted, self.printed)), *k)) for k in rows]


def main() -> None:
    """Compile a card file and write the table."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("cards", type=Path)
    words.add_argument("out", type=Path)
    asked = words.parse_args()
    use = Use()
    use.begin()
    for row in rows_of(open_source(asked.cards)):
        compiling.compile_card(row)
    lines = use.lines()
    asked.out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    none = sum(1 for line in lines if line.split("\t")[0] == "0")
    print(f"{len(lines)} rows, {none} of them read no clause")


if __name__ == "__main__":
    main()
