"""Answers of ``reiterate combo`` to be read by hand: ``python -m benchmarks.reading COMBOS CARDS OUT``.

Rows of COMBOS are drawn by a seed and answered from their names alone: so many of those whose cards are all understood,
and so many of the others. OUT gets a line for each drawn row: its id, its cards, the whole screen, and the texts of its cards.
Rows that stand in OUT already are not answered again. A person reads each, and writes a mark into the sheet
``tests/survey/answers_read.tsv``: ``true``, or ``false`` with the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any, Final

from reiterate.cards import Cache, CardBook
from reiterate.oracle import CompiledCard

#: The seed of the draw, and how many answers with a loop or a line are read at least.
SEED: Final = 20261122
WANTED: Final = 300

#: How many rows are answered whose cards are all understood, and how many of the others.
WHOLE: Final = 352
OTHERS: Final = 250

#: Seconds that one answer may take.
LONGEST: Final = 120

Row = dict[str, Any]


def drawn(path: Path, seed: int = SEED) -> list[Row]:
    """All rows of the data, in the order in which the seed draws them."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    random.Random(seed).shuffle(found)
    return found


def taken(rows: list[Row], book: CardBook) -> list[Row]:
    """The rows that are answered: the first ones of each of the two sorts."""

    def whole(row: Row) -> bool:
        found = [book.find(name) for name in row["cards"]]
        return all(isinstance(card, CompiledCard) and card.complete for card in found)

    first = list(islice((row for row in rows if whole(row)), WHOLE))
    others = islice((row for row in rows if not whole(row)), OTHERS)
    return [*first, *others]


def answered(row: Row, cards: Path) -> Row:
    """What the command says of a row: its exit code, and the screen without the time that it took."""
    command = [sys.executable, "-m", "reiterate", "combo", *row["cards"], "--cards", str(cards), "--full"]
    settings = {**os.environ, "COLUMNS": "160", "NO_COLOR": "1"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, env=settings, check=False)
    except subprocess.TimeoutExpired:
        return {"id": row["id"], "cards": row["cards"], "exit": -1, "screen": f"no answer within {LONGEST} s"}
    screen = re.sub(r" \(\d+(\.\d+)? s\)", "", done.stdout or done.stderr)
    return {"id": row["id"], "cards": row["cards"], "exit": done.returncode, "screen": screen}


def texts(cards: Path, names: set[str]) -> dict[str, Row]:
    """The facts and texts of some cards, by name."""
    found: dict[str, Row] = {}
    keys = ("mana_cost", "type_line", "power", "toughness", "loyalty", "oracle_text", "card_faces")
    for line in cards.read_text(encoding="utf-8").splitlines():
        card = json.loads(line)
        if card["name"] in names:
            found[card["name"]] = {key: card[key] for key in keys if key in card}
    return found


def main() -> None:
    """Answer the drawn rows that stand in OUT not yet."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("combos", type=Path)
    words.add_argument("cards", type=Path)
    words.add_argument("out", type=Path)
    asked = words.parse_args()
    book = CardBook.with_files([asked.cards], cached=Cache(asked.out.with_suffix(".sqlite")))
    assert isinstance(book, CardBook), book
    rows = taken(drawn(asked.combos), book)
    known = [json.loads(line) for line in asked.out.read_text("utf-8").splitlines()] if asked.out.exists() else []
    before = {line["id"] for line in known}
    facts = texts(asked.cards, {name for row in rows for name in row["cards"]})
    with asked.out.open("a", encoding="utf-8") as out:
        for row in rows:
            if row["id"] in before:
                continue
            line = answered(row, asked.cards)
            line["texts"] = {name: facts.get(name, {}) for name in row["cards"]}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
