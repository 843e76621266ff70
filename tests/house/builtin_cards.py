"""Writes the built-in set: the cards typed by hand, and those that combos use most, in the words of our own printer.

``python -m tests.house.builtin_cards CARDS COMBOS [NUMBER]`` adds cards to ``builtin.json`` until the set has
NUMBER of them. A card is added if each of its clauses compiles, and if its printed words compile to the same terms.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from reiterate.cards import CardBook
from reiterate.oracle import CompiledCard
from reiterate.oracle.card import INERT, Clause
from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.printing import Unprintable, host_words, show_clause
from reiterate.refusals import Refusal
from reiterate.terms.print_spelling import number_word

BUILTIN: Final = Path(__file__).parents[2] / "src/reiterate/cards/builtin.json"
NUMBER: Final = 450

_FACTS: Final = ("name", "mana_cost", "type_line", "oracle_text", "power", "toughness", "loyalty", "colors")
#: The same words for the object itself as in cards of today, by the first of these types that a card has.
_SELF: Final = ("creature", "artifact", "land", "enchantment", "planeswalker")


#: A number that counts objects; numbers of damage and life, and those that are compared, stay digits.
_COUNTED: Final = re.compile(
    r"(?<![\w/+{-])(?<!scry )(?<!surveil )([0-9]|10)(?= (?!damage|life|or less|or greater)[a-z]|[.]$)"
)


def most_used(combos: Path) -> Iterator[str]:
    """The cards of a file of combos, the one that most combos use first; then by name."""
    times: Counter[str] = Counter()
    for line in combos.read_text("utf-8").splitlines():
        times.update(json.loads(line)["cards"])
    yield from sorted(times, key=lambda name: (-times[name], name))


def row_of(facts: dict[str, Any], compiled: CompiledCard) -> dict[str, Any] | None:
    """The row of a card, its text printed anew; None where the printed text does not give the same terms."""
    if not compiled.complete or "//" in compiled.name or facts.get("card_faces"):
        return None
    row = {key: facts[key] for key in _FACTS if facts.get(key) not in (None, "")}
    lines = []
    for clause in compiled.clauses:
        words = _read_back(clause, row, compiled)
        if words is None:
            return None
        lines += [words] if words else []
    row["oracle_text"] = "\n".join(lines)
    return row if compile_card(row).proto == compiled.proto else None


def _read_back(clause: Clause, row: dict[str, Any], compiled: CompiledCard) -> str | None:
    """Words of a clause that are read as the same abilities; "" for a clause that the game does not read."""
    if clause.status == INERT:
        return ""
    printed = None
    for itself in (_itself(row), compiled.name):
        try:
            words = _spelled(show_clause(clause.abilities, host=host_words(compiled.proto)), itself, compiled.name)
        except Unprintable:
            return None
        printed = printed or words
        again = compile_card({**row, "oracle_text": words})
        if [a for c in again.clauses for a in c.abilities] == list(clause.abilities):
            return words
    return printed  # such a clause may depend on the others; the whole card is compared anyway


def _itself(facts: dict[str, Any]) -> str:
    types = facts["type_line"].lower()
    return next((f"this {kind}" for kind in _SELF if kind in types), "this spell")


def _spelled(text: str, itself: str, name: str) -> str:
    """Printed words with the object's own words and with numbers of objects as words."""
    named = text.replace("named ~", f"named {name}").replace("~", itself)
    words = _COUNTED.sub(lambda number: number_word(int(number[0])), named)
    return re.sub(r"(^|: |[.] |• )([a-z])", lambda start: start[1] + start[2].upper(), words)


def main(cards: str, combos: str, number: int = NUMBER) -> None:
    """Adds rows to the built-in set, and writes it."""
    rows = json.loads(BUILTIN.read_text("utf-8"))
    known = {row["name"] for row in rows}
    book = CardBook.with_files([cards])
    assert isinstance(book, CardBook), book
    for name in most_used(Path(combos)):
        if len(rows) >= number:
            break
        compiled, facts = book.find(name), book.facts(name)
        if name in known or isinstance(compiled, Refusal) or isinstance(facts, Refusal):
            continue
        row = row_of(dict(facts), compiled)
        if row is not None:
            rows.append(row)
        elif compiled.complete:
            print("not printed back:", name, file=sys.stderr)
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    BUILTIN.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
