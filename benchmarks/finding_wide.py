"""The finder beside ever more creatures for mana that differ in name and size, and the memory of its worst board.

A loop is looked for beside 1 to 120 of them. An undetermined answer on a wide board is to take
about as long as one on a narrow board, for the budget counts work.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
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

#: The budget of the search of the worst board, and beside how many creatures.
WORST_STEPS: Final = 10_000
WORST_BESIDE: Final = 30

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


def worst(steps: int = WORST_STEPS) -> None:
    """The board whose search keeps most: unlike creatures that are sacrificed for mana, and phases that come again.

    No loop can be there, so the budget runs out for every finder: all mana is made by sacrificing one of the
    creatures, and nothing on the board makes a creature or brings one back.
    """
    theirs = "  p2:\n    battlefield:\n      - {card: Platinum Angel, tapped: yes}\n"
    any_color = "Sacrifice this creature: Add one mana of any color."
    spent(board(WORST_BESIDE, "Aggravated Assault", text=any_color, theirs=theirs), steps)


def beside_each(name: str, entries: tuple[str, ...]) -> Iterator[Row]:
    """What finding one loop costs beside few and many."""
    costs: dict[int, float] = {}
    for size in SIZES:
        costs[size] = seconds(partial(found, board(size, *entries)), REPEATS) * 1000
        yield Row(f"find {name} beside {size} unlike", costs[size], MILLISECONDS)
    yield Row(f"find {name}: 60 over 10", costs[60] / costs[10], aim=12)
    fitted = exponent((size, cost) for size, cost in costs.items() if size >= FITTED_FROM)
    yield Row(f"find {name}: growth", fitted, EXPONENT, 1.4)


def rows() -> Iterator[Row]:
    """The rows of the table."""
    for name, entries in LOOPS:
        yield from beside_each(name, entries)
    few, many = (seconds(partial(spent, board(size), SPENT), 1) for size in (FEW, MANY))
    yield Row(f"find: a budget used up beside {MANY} over {FEW}", many / few, aim=1.5)
    peak = peak_of("import benchmarks.finding_wide as b; b.worst()")
    yield Row("find: peak memory of the worst board", peak / 1024, MEGABYTES, 200)


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name:<60} {row.shown()}", flush=True)
