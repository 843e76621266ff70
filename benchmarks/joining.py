"""What the join of ``reiterate discover`` keeps, costs, and how its ranks sort: ``python -m benchmarks.joining CARDS COMBOS [--sample 3000 --seed 5]``.

CARDS is a card file, COMBOS a file of JSON lines with the names in ``cards``. The rows that are kept shut are left out. With ``--sample`` so many usable cards are
drawn by a seed, beside those of the rows. Every second row, in the order of a seed, is known to the rank; the others are looked for. Seconds are processor seconds.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.fresh import open_rows
from reiterate.cards import Cache, CardBook
from reiterate.discoveries.candidates import Wanted, pool
from reiterate.discoveries.joining import Join, Joined, join
from reiterate.discoveries.likeness import Likeness
from reiterate.discoveries.signatures import signatures
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal

#: Shares of all pairs that the join keeps, of which it is told how many listed rows are among them.
SHARES: Final = (0.0005, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3)


def drawn(cards: Sequence[CompiledCard], rows: Iterable[Sequence[str]], many: int, seed: int) -> list[CompiledCard]:
    """So many cards by a seed, and those of some rows."""
    listed = {name for row in rows for name in row}
    chosen = {card.name for card in Random(seed).sample(cards, min(many, len(cards)))}
    return [card for card in cards if card.name in listed or card.name in chosen]


def shares(ranked: Iterable[Joined], wanted: set[tuple[int, int]], total: int) -> str:
    """Of some pairs, how many are among the first of an order."""
    places = [place / total for place, each in enumerate(ranked) if (each.one, each.other) in wanted]
    return ", ".join(f"{sum(place <= share for place in places)} in {share:.2%}" for share in SHARES)


def ranks(joined: Join, pairs: Sequence[tuple[int, int]], seed: int) -> Iterable[str]:
    """How two orders of a join sort every second pair, where the others are known to the second one."""
    mixed = Random(seed).sample(pairs, len(pairs))
    known, wanted = mixed[::2], set(mixed[1::2]) - set(mixed[::2])
    total = len(joined)
    yield f"{len(wanted)} rows by the rank of the join alone: {shares(joined.pairs, wanted, total)}"
    yield f"{len(wanted)} rows by likeness: {shares(Likeness(joined, known).pairs(total), wanted, total)}"


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cards", type=Path)
    parser.add_argument("combos", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="so many cards beside those of the rows; 0 for all")
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    book = CardBook.with_files([asked.cards], {}, Cache.of(os.environ))
    if isinstance(book, Refusal):
        raise SystemExit(book.message)
    cards = pool(book, Wanted())
    names = {card.name for card in cards}
    rows = [row["cards"] for row in open_rows(asked.combos.read_text(encoding="utf-8").splitlines(), set())]
    usable = [row for row in rows if len(row) == 2 and names.issuperset(row)]
    if asked.sample:
        cards = drawn(cards, usable, asked.sample, asked.seed)
    begun = time.process_time()
    found, untold = signatures(cards)
    print(f"{len(cards):,} cards, {len(untold)} don't tell, {len(found):,} signatures: {_since(begun)}", flush=True)
    begun = time.process_time()
    joined = join(found)
    kept = f"{len(joined):,} of {joined.looked:,} pairs of signatures, {len(joined.classes):,} classes"
    print(f"{kept}: {_since(begun)}", flush=True)
    number = {card.name: i for i, each in enumerate(found) for card in each.cards}
    told = [(number[row[0]], number[row[1]]) for row in usable if number.keys() >= set(row)]
    pairs = list(dict.fromkeys((min(pair), max(pair)) for pair in told if joined.keeps(*pair)))
    print(f"{len(usable)} rows of two usable cards, {len(told)} of which the terms tell; pairs kept: {len(pairs)}")
    for line in ranks(joined, pairs, asked.seed):
        print(line, flush=True)


def _since(begun: float) -> str:
    return f"{time.process_time() - begun:.1f} seconds"


if __name__ == "__main__":
    main()
