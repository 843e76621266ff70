"""How many cards can be used: ``python -m benchmarks.usable CARDS COMBOS``.

CARDS is a card file, COMBOS a file of JSON lines with the names in ``cards``. Told are the cards that are read whole and fully usable. Cards whose
name's SHA-256 begins with 0 are held out: nobody who taught the reader looked at them. Their share stands beside the share of the others.
Then come the combos all cards of which are usable, and the cards that stand in most combos. Takes a minute of one core.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from reiterate.cards.missing_words import combos_of, is_held_out
from reiterate.cards.usable import unusable_clauses
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal

#: The first digit of the hashes of names of cards that are held out.
HELD_OUT: Final = "0"

#: How many of the most frequent cards are looked at.
FREQUENT: Final = 300


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.usable", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("cards", type=Path)
    parser.add_argument("combos", type=Path)
    asked = parser.parse_args()
    rows = combos_of(asked.combos)
    if isinstance(rows, Refusal):
        parser.error(rows.message)
    facts = [json.loads(line) for line in asked.cards.read_text(encoding="utf-8").splitlines()]
    print("\n".join(lines(facts, rows)))
    return 0


def lines(facts: Iterable[Mapping[str, object]], rows: list[tuple[str, ...]]) -> list[str]:
    """The figures as text, of cards by their facts, and of combos by the names of their cards."""
    read: list[tuple[str, bool, bool]] = []
    names: dict[str, str] = {}
    for row in facts:
        card = compile_card(row)
        read.append((card.name, card.complete, card.complete and not unusable_clauses(card)))
        for name in (card.name, *card.name.split(" // ")):
            names.setdefault(name, card.name)
    held = {name for name, *_ in read if is_held_out(name, HELD_OUT)}
    usable = {name for name, _, used in read if used}
    sorts = {
        "read whole": [(name, whole) for name, whole, _ in read],
        "fully usable": [(name, used) for name, _, used in read],
    }
    found = [f"{what}: {share([done for _, done in cards])}" for what, cards in sorts.items()]
    for what, cards in sorts.items():
        parts = ([done for name, done in cards if (name in held) is out] for out in (True, False))
        found.append(f"{what}, held out: {share(next(parts))}; the others: {share(next(parts))}")
    done = sum(all(names.get(name) in usable for name in row) for row in rows)
    found.append(f"combos all cards of which are usable: {done:,} of {len(rows):,}, {done / max(1, len(rows)):.1%}")
    often = Counter(name for row in rows for name in row)
    first = sorted(often, key=lambda name: (-often[name], name))[:FREQUENT]
    seen = [name for name in first if names.get(name) not in held]
    other = [name for name in first if names.get(name) in held]
    for what, some in (("", seen), (", held out", other)):
        number = sum(names.get(name) in usable for name in some)
        found.append(f"usable of the {len(first)} cards in most combos{what}: {number} of {len(some)}")
    return found


def share(done: list[bool]) -> str:
    """How many that are, with their share."""
    return f"{sum(done):,} of {len(done):,}, {sum(done) / max(1, len(done)):.1%}"


if __name__ == "__main__":
    raise SystemExit(main())
