"""Which listed combos ``reiterate discover --new`` comes to again: ``python -m benchmarks.finding_again CARDS COMBOS --seed 8 --tries 1000``.

CARDS is a card file, COMBOS a file of JSON lines with the names in ``cards``. By a seed 300 usable cards are new: one half stands in open rows, the other half in none.
Rows with a new card are not known. It is told how many of them are among the candidates, by their signatures. Rows and cards that are kept shut take no part.
``--proved FOLDER`` names the results of ``reiterate survey``: rows that it proved as loops without an end, or that win, are told apart.
``--parts N`` draws them in so many parts, as the first round of ``discover`` does. Each row that comes counts as a loop that was found; with ``--proved`` those alone.
``--search FOLDER`` also searches the candidates, and tells how many rows are loops that are found. Seconds are processor seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.fresh import SHUT, digest
from reiterate import api
from reiterate.cards import Cache, CardBook
from reiterate.cards.missing_words import is_held_out
from reiterate.cards.sources import key_of
from reiterate.discoveries.candidates import Candidates, Pair, Wanted, pool
from reiterate.discoveries.signatures import signatures
from reiterate.refusals import Refusal

#: New cards that stand in open rows, and as many that stand in none.
HALF: Final = 150

#: The first digit of the hashes of names of cards that are kept shut.
SHUT_CARDS: Final = "0"

#: A row of two cards, in no order.
Row = frozenset[str]


def shut(name: str) -> bool:
    """Whether a card is kept shut."""
    return is_held_out(name, SHUT_CARDS)


def listed(lines: Iterable[str]) -> list[Row]:
    """The open rows of two cards, none of which is kept shut."""
    rows = [json.loads(line) for line in lines]
    opened = [frozenset(row["cards"]) for row in rows if digest(row)[0] not in SHUT]
    return [row for row in opened if len(row) == 2 and not any(map(shut, row))]


def drawn(names: Iterable[str], rows: Iterable[Row], seed: int, half: int = HALF) -> list[str]:
    """New cards by a seed: so many of the names that stand in rows of such names, and so many others."""
    there = set(names)
    inside = {name for row in rows if row <= there for name in row}
    dice = Random(seed)
    return [*dice.sample(sorted(inside), half), *dice.sample(sorted(there - inside), half)]


def proved(folder: Path) -> set[Row]:
    """The rows that a survey proved as loops without an end or as wins, with what they claim or not."""
    outcomes = map(json.loads, (folder / "rows.jsonl").read_text(encoding="utf-8").splitlines()[1:])
    return {
        frozenset(row["cards"])
        for row in outcomes
        if row["came"] in ("loop", "differs") and row.get("outcome") in ("infinite", "wins")
    }


def searched(folder: Path, asked: argparse.Namespace, new: Sequence[str], known: Sequence[Row]) -> list[Row]:
    """The loops that ``discover`` finds."""
    folder.mkdir(parents=True, exist_ok=True)
    files = folder / "new.txt", folder / "known.jsonl"
    files[0].write_text("".join(f"1 {name}\n" for name in new), encoding="utf-8")
    files[1].write_text("".join(json.dumps({"cards": sorted(row)}) + "\n" for row in known), encoding="utf-8")
    found = api.discover(
        folder / "found", cards=[asked.cards], new=files[0], known=files[1], tries=asked.tries, workers=1
    )
    if isinstance(found, Refusal):
        raise SystemExit(found.message)
    return [frozenset(loop.cards) for loop in found]


def in_parts(
    made: Candidates, tries: int, parts: int, loops: set[frozenset[int]], number: dict[str, int]
) -> list[Pair]:
    """So many candidates in parts. ``loops``: the pairs of signatures that count as loops, of which the next part learns."""
    pairs: list[Pair] = []
    while len(pairs) < tries:
        found = [pair for pair in pairs if frozenset(number[name] for name in pair.cards) in loops]
        more = made.more(-(-tries // parts), pairs, found)
        if not more:
            break
        pairs += more
    return pairs[:tries]


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cards", type=Path)
    parser.add_argument("combos", type=Path)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--tries", type=int, default=1000)
    parser.add_argument("--parts", type=int, default=1, help="draw the candidates in so many parts")
    parser.add_argument("--proved", type=Path, help="the folder of a survey of the rows")
    parser.add_argument("--search", type=Path, help="search the candidates too, in this folder")
    asked = parser.parse_args()
    book = CardBook.with_files([asked.cards], {}, Cache.of(os.environ))
    if isinstance(book, Refusal):
        raise SystemExit(book.message)
    cards = [card for card in pool(book, Wanted()) if not shut(card.name)]
    number = {card.name: i for i, each in enumerate(signatures(cards)[0]) for card in each.cards}
    rows = listed(asked.combos.read_text(encoding="utf-8").splitlines())
    new = drawn((card.name for card in cards), rows, asked.seed)
    known = [row for row in rows if row.isdisjoint(new)]
    wanted = [row for row in rows if row <= number.keys() and not row.isdisjoint(new)]
    begun = time.process_time()
    one_of = frozenset(map(key_of, new))
    made = Candidates(cards, Wanted(one_of=one_of, known=tuple(map(tuple, known))), asked.tries)
    certain = proved(asked.proved) if asked.proved else set()
    loops = {frozenset(number[name] for name in row) for row in wanted if row in certain or not certain}
    pairs = in_parts(made, asked.tries, asked.parts, loops, number)
    spent = f"{time.process_time() - begun:.1f} seconds"
    print(
        f"{made.counts.joined:,} pairs of signatures with a new card are joined; {len(pairs)} candidates: {spent}",
        flush=True,
    )
    of = [frozenset(number[name] for name in pair.cards) for pair in pairs]
    _tell("are candidates", wanted, of, number, set())
    if certain:
        _tell("are candidates", [row for row in wanted if row in certain], of, number, certain)
    if asked.search:
        again = [frozenset(number[name] for name in loop) for loop in searched(asked.search, asked, new, known)]
        _tell("are found as loops", [row for row in wanted if row in certain or not certain], again, number, certain)


def _tell(
    what: str, rows: Sequence[Row], found: Sequence[frozenset[int]], number: dict[str, int], certain: set[Row]
) -> None:
    """Say how many rows are among what was found, by their signatures; and where in the order they come."""
    first = {each: place for place, each in reversed(list(enumerate(found)))}
    places = [first.get(frozenset(number[name] for name in row), len(found)) for row in rows]
    steps = [step for step in (100, 200, 500, 1000, 2000, 5000) if step <= len(found)]
    among = ", ".join(f"{sum(place < step for place in places)} of the first {step}" for step in steps)
    kind = "proved rows" if certain else "rows of usable cards"
    print(
        f"{len(rows)} {kind} with a new card, {sum(place < len(found) for place in places)} {what}: {among}", flush=True
    )


if __name__ == "__main__":
    main()
