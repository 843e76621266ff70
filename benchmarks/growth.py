"""How a jump's cost grows with its distance, for each kind of growth: a jump to 10^100 over one to 10.

Both find the loop anew. Where there is no closed form the numbers themselves grow, so the far jump goes only as far as
they can be written; a doubling is a formula far out, whose digits are counted and not written.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Final

from benchmarks.rows import Row, seconds
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.loops.loop import Loop
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.state.model import State

GOOGOL: Final = 10**100

ELF: Final = "1/1 green Elf Warrior creature token"
GOBLIN: Final = "1/1 red Goblin creature token"
HUGE: Final = f"1{'0' * 400}"

#: Kind, texts of the cards, how far, and the greatest ratio wanted; none where the digits themselves grow.
KINDS: Final[tuple[tuple[str, tuple[str, ...], int, float | None], ...]] = (
    ("linear", (f"{{0}}: Create a {ELF}. You gain 1 life.",), GOOGOL, 2),
    ("quadratic", (f"{{0}}: Create a {ELF}. You gain 1 life for each Elf you control.",), GOOGOL, 2),
    (
        "cubic",
        (
            f"{{0}}: Create a {ELF}. Create a {GOBLIN} for each Elf you control. You gain 1 life for each Goblin you control.",
        ),
        GOOGOL,
        2,
    ),
    ("doubling", (f"{{0}}: Create a {ELF} for each Elf you control.",), GOOGOL, 2),
    (
        "Fibonacci, at 10^4",
        (f"{{0}}: Create a {ELF} for each Goblin you control. Create a {GOBLIN} for each Elf you control.",),
        10**4,
        None,
    ),
    (
        "block of n triggers",
        ("{0}: Create a token that's a copy of target creature.", "Whenever another creature enters, you gain 1 life."),
        GOOGOL,
        2,
    ),
    (
        "ending, 10^400 life",
        (f"{{0}}: Create a {ELF}. Each opponent loses 1 life for each Elf you control.",),
        GOOGOL,
        2,
    ),
)


def loop_of(texts: tuple[str, ...]) -> tuple[State, BodyReader]:
    """An engine with the first text, and a creature with the second."""
    cards = [{"name": "Engine", "type_line": "Artifact", "oracle_text": texts[0]}]
    body = ["activate Engine", "all pass"]
    entries = (
        "      - Engine\n      - {token: Elf Warrior, colors: [G], subtypes: [Elf, Warrior], power: 1, toughness: 1}\n"
    )
    if len(texts) > 1:
        creature = {"name": "Seer", "type_line": "Creature", "power": "1", "toughness": "1", "oracle_text": texts[1]}
        cards.append(creature)
        body = ["activate Engine targeting oldest Seer", "all pass", "for each trigger:", "  all pass"]
        entries += "      - Seer\n"
    lines = "".join(f"    {line}\n" for line in body)
    text = (
        f"format: position/1\nplayers:\n  p1:\n    battlefield:\n{entries}  p2:\n    life: {HUGE}\n"
        f"script: |\n  repeat 2:\n{lines}"
    )
    book = CardBook((read_source("bench", json.dumps(cards).encode()), builtin_source()))
    found = load(text, "bench", book)
    assert isinstance(found, Position), found
    block = found.script[0]
    assert isinstance(block, Repeat)
    return found.state, BodyReader(block.body)


def jumped(state: State, reader: BodyReader, n: int) -> None:
    """A jump on a loop found anew."""
    reached = Loop(state, reader).reach(n)
    assert isinstance(reached, State), reached


def rows() -> list[Row]:
    """For each kind the ratio of the far jump to the near one."""
    found = []
    for kind, texts, far, aim in KINDS:
        state, reader = loop_of(texts)
        ratio = seconds(partial(jumped, state, reader, far)) / seconds(partial(jumped, state, reader, 10))
        found.append(Row(f"{kind}: far jump over jump at 10", ratio, aim=aim))
    return found
