"""The finder beside ever more creatures for mana that differ in name and size, and the memory of its worst board.

A loop is looked for beside 1 to 120 of them. An undetermined answer on a wide board is to take
about as long as one on a narrow board, for the budget counts work.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Final

from benchmarks.rows import EXPONENT, MEGABYTES, MILLISECONDS, Row, exponent, peak_of, seconds
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.state.model import State
from reiterate.survey.finder import find_on_board
from reiterate.survey.proof import Found

SIZES: Final = (1, 10, 60, 120)
REPEATS: Final = 3
#: The least size that counts for the exponent: below it, the loop itself is most of the cost.
FITTED_FROM: Final = 10

#: A budget that runs out, and beside how many creatures: few and many.
SPENT: Final = 2_000
FEW, MANY = 15, 120

GOND: Final = "Midnight Guard", "{card: Presence of Gond, attached to: Midnight Guard}"

#: Loops by what they do with the mana of bystanders, and their cards.
LOOPS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("a loop without mana", GOND),
    ("an ability that costs mana", ("{card: Painter's Servant, chosen: blue}", "Grindstone")),
    ("a loop of mana", ("Zirda, the Dawnwaker", "Grim Monolith")),
    ("a loop that untaps them", ("Intruder Alarm", "Druid 0", "{card: Presence of Gond, attached to: Druid 0}")),
)


def board(bystanders: int, *entries: str, text: str = "{T}: Add {G}.", theirs: str = "") -> State:
    """These cards beside so many creatures for mana, with {C}{C}{C} in the pool."""
    cards = [
        {
            "name": f"Druid {i}",
            "type_line": "Creature — Elf",
            "power": f"{i + 1}",
            "toughness": "1",
            "oracle_text": text,
        }
        for i in range(bystanders + 1)
    ]
    there = [*entries, *(f"Druid {i + 1}" for i in range(bystanders))]
    lines = "".join(f"      - {entry}\n" for entry in there)
    book = CardBook((read_source("bench", json.dumps(cards).encode()), builtin_source()))
    position = load(
        f"format: position/1\nplayers:\n  p1:\n    mana: {{C: 3}}\n    battlefield:\n{lines}{theirs}", "bench", book
    )
    assert isinstance(position, Position), position
    return position.state


def found(state: State) -> None:
    """A loop found anew."""
    answer = find_on_board(state, 0)
    assert isinstance(answer, Found), answer


def spent(state: State, steps: int) -> None:
    """A search that uses up its budget."""
    answer = find_on_board(state, 0, steps)
    assert isinstance(answer, Refusal) and answer.code == "find-budget", answer


def worst() -> None:
    """The board whose search keeps most: unlike creatures for mana of any color, and phases that come again."""
    theirs = "  p2:\n    battlefield:\n      - {card: Platinum Angel, tapped: yes}\n"
    any_color = "{T}: Add one mana of any color."
    spent(board(30, "Old Gnawbone", "Aggravated Assault", text=any_color, theirs=theirs), 10_000)


def rows() -> list[Row]:
    """The rows of the table."""
    table: list[Row] = []
    for name, entries in LOOPS:
        costs = {size: seconds(partial(found, board(size, *entries)), REPEATS) * 1000 for size in SIZES}
        table += [Row(f"find {name} beside {size} unlike", cost, MILLISECONDS) for size, cost in costs.items()]
        table.append(Row(f"find {name}: 60 over 10", costs[60] / costs[10], aim=12))
        fitted = exponent((size, cost) for size, cost in costs.items() if size >= FITTED_FROM)
        table.append(Row(f"find {name}: growth", fitted, EXPONENT, 1.4))
    few, many = (seconds(partial(spent, board(size), SPENT), 1) for size in (FEW, MANY))
    table.append(Row(f"find: a budget used up beside {MANY} over {FEW}", many / few, aim=1.5))
    peak = peak_of("import benchmarks.finding_wide as b; b.worst()")
    table.append(Row("find: peak memory of the worst board", peak / 1024, MEGABYTES, 200))
    return table


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name:<60} {row.shown()}")
