"""What a pair of cards costs that is no combo: ``python -m benchmarks.pairs CARDS OUT --pairs 300 --seed 33``.

CARDS is a card file. Pairs of cards that are understood are drawn by a seed, without regard to what they do. OUT gets a line for each: its processor
seconds, the pair, and what came of it. The cards are read before the clock starts. A pair may take ``fresh.LIMIT`` seconds.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.fresh import limited
from reiterate.cards import Cache, CardBook
from reiterate.cli.main import COLLECTED
from reiterate.combos.combo import Asked, combo
from reiterate.oracle import CompiledCard
from reiterate.refusals import Refusal


def pairs(names: list[str], book: CardBook, many: int, seed: int) -> Iterator[tuple[CompiledCard, CompiledCard]]:
    """So many pairs of cards that are understood, by a seed."""
    draws = Random(seed)

    def card() -> CompiledCard:
        while True:
            found = book.find(draws.choice(names))
            if isinstance(found, CompiledCard) and found.complete:
                return found

    for _ in range(many):
        yield card(), card()


def timed(one: CompiledCard, other: CompiledCard, book: CardBook) -> dict[str, Any]:
    """What came of a pair, and its processor seconds."""

    def solve(row: dict[str, Any]) -> dict[str, Any]:
        begun = time.process_time()
        found = combo([one, other], book, Asked())
        came = found.code if isinstance(found, Refusal) else type(found).__name__
        return {**row, "came": came, "seconds": round(time.process_time() - begun, 3)}

    return limited(solve, {"id": f"{one.name} + {other.name}"})


def summary(seconds: list[float]) -> str:
    """The median of some times, the ninetieth and the ninety-ninth of a hundred, and how many took over a second."""
    found = sorted(seconds)
    nth = [found[min(len(found) - 1, len(found) * part // 100)] for part in (90, 99)]
    over = sum(each > 1 for each in found)
    return f"{len(found)} pairs: median {statistics.median(found):.3f} s, p90 {nth[0]:.2f}, p99 {nth[1]:.2f}, {over} over 1 s"


def main() -> None:
    """Draw the pairs, time each, and print the summary."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("cards", type=Path)
    words.add_argument("out", type=Path)
    words.add_argument("--pairs", type=int, default=300)
    words.add_argument("--seed", type=int, default=33)
    asked = words.parse_args()
    gc.set_threshold(*COLLECTED)
    book = CardBook.with_files([asked.cards], cached=Cache(asked.out.with_suffix(".sqlite")))
    assert isinstance(book, CardBook), book
    names = sorted({json.loads(line)["name"] for line in asked.cards.read_text("utf-8").splitlines()})
    seconds: list[float] = []
    with asked.out.open("w", encoding="utf-8") as out:
        for one, other in pairs(names, book, asked.pairs, asked.seed):
            line = timed(one, other, book)
            seconds.append(line["seconds"])
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
            out.flush()
    print(summary(seconds))


if __name__ == "__main__":
    main()
