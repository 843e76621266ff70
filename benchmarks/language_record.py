"""What the reader of card text says of every clause, and what the search makes of combos: the net under a change of the language.

``python -m benchmarks.language_record terms CARDS OUT`` writes a line for each clause of each card: the card, the clause's place,
its status, and digests of its terms and of their print. ``orders CARDS COMBOS OUT`` writes a line for every combo whose cards are
all understood: digests of what the cards want, of their boards in order, and of what the finder sets aside on the first ones;
for every ``FOUND``-th of them also the loop that is found. Two files of two trees are compared with ``diff``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from reiterate.cards import Cache, CardBook
from reiterate.cards.sources import facts_in_order, open_source
from reiterate.combos.combo import Asked, Combo, combo
from reiterate.combos.layouts import board_text, layouts
from reiterate.combos.played_once import Single
from reiterate.oracle import CompiledCard
from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.printing import Unprintable, show_clause
from reiterate.refusals import Refusal
from reiterate.script.position import load
from reiterate.survey.relevance import set_aside
from reiterate.survey.wants import wants_of
from reiterate.terms.base import Ability
from reiterate.terms.code import to_json

#: Of so many combos one is searched, with this budget of steps.
FOUND: Final = 12
STEPS: Final = 4_000
#: Boards of a combo on which is looked for what is set aside.
BOARDS: Final = 3


def digest(text: str) -> str:
    """A short name of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def terms(cards: Path) -> Iterator[str]:
    """A line for each clause of a card file."""
    for row in facts_in_order(open_source(cards)):
        card = compile_card(row)
        for i, clause in enumerate(card.clauses):
            words = json.dumps([to_json(ability) for ability in clause.abilities], sort_keys=True)
            yield "\t".join((card.name, str(i), clause.status, digest(words), digest(_shown(clause.abilities))))


def _shown(abilities: Sequence[Ability]) -> str:
    try:
        return show_clause(abilities)
    except Unprintable as error:
        return str(error)


def orders(cards: Path, combos: Path, cache: Path) -> Iterator[str]:
    """A line for each combo whose cards are all understood."""
    book = CardBook.with_files([cards], cached=Cache(cache))
    assert isinstance(book, CardBook), book
    read = 0
    for line in combos.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found = [book.find(name) for name in row["cards"]]
        known = [card for card in found if isinstance(card, CompiledCard) and card.complete]
        if len(known) < len(found):
            continue
        read += 1
        wanted = repr(wants_of([card.proto for card in known]))
        boards = layouts(known)
        texts = [board_text(board.table("20", "20")) for board in boards]
        aside = [_aside(text, book) for text in islice(texts, BOARDS)]
        parts = [str(row["id"]), digest(wanted), digest("\n".join(texts)), digest("\n".join(aside))]
        parts.append(_found(known, book) if read % FOUND == 0 else "")
        yield "\t".join(parts)


def _aside(text: str, book: CardBook) -> str:
    """What the finder sets aside on a board."""
    position = load(text, "combo.yaml", book)
    if isinstance(position, Refusal):
        return position.code
    return "\n".join(sorted(f"{proto.name}: {ability!r}" for proto, ability in set_aside(position.state, 0)))


def _found(known: list[CompiledCard], book: CardBook) -> str:
    """The loop or line that is found, as one word a line."""
    found: Combo | Single | Refusal = combo(known, book, Asked(steps=STEPS))
    if isinstance(found, Refusal):
        return f"{found.code}: {found.message}"
    lines: Sequence[Any] = found.lines if isinstance(found, Single) else found.found.script_lines()
    return " / ".join(map(str, lines))


def main() -> None:
    """Write one of the two records, and say how long it took."""
    words = argparse.ArgumentParser(description=__doc__)
    kinds = words.add_subparsers(dest="kind", required=True)
    for kind, paths in (("terms", ("cards", "out")), ("orders", ("cards", "combos", "out"))):
        inner = kinds.add_parser(kind)
        for path in paths:
            inner.add_argument(path, type=Path)
    asked = words.parse_args()
    begun = time.process_time()
    lines = (
        terms(asked.cards)
        if asked.kind == "terms"
        else orders(asked.cards, asked.combos, asked.out.with_suffix(".sqlite"))
    )
    with asked.out.open("w", encoding="utf-8") as out:
        count = sum(1 for line in lines if out.write(line + "\n"))
    print(f"{count} lines in {time.process_time() - begun:.1f} s of processor time")


if __name__ == "__main__":
    main()
