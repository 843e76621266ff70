"""``reiterate demo``: positions that are built in, each of which shows one thing on one screen."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Final, NamedTuple

from reiterate.ask.answer_parts import BoardQuestion
from reiterate.cards import CardBook
from reiterate.examples.built_in import example_text
from reiterate.refusals import INPUT, Refusal
from reiterate.script.position import Position, load
from reiterate.show.brief import Brief


class Demonstration(NamedTuple):
    """One demonstration: the position's file, the question that is asked of it, and what it shows."""

    name: str
    question: BoardQuestion
    shows: str


#: What ``reiterate demo`` shows where nothing is named: the rulebook's example.
FIRST: Final = (
    Demonstration("million", "run", "a million iterations, as the rulebook tells it"),
    Demonstration("cut", "run", "the same, with an opponent who cuts in inside iteration 7"),
    Demonstration("googol", "run", "10^100 iterations"),
)

#: What else there is.
MORE: Final = (
    Demonstration("towers", "run", "2^(2^(10^100)) iterations, and the last digits of that number"),
    Demonstration("progression", "run", "10^100 tokens that all differ: 1, 2, 3, ... counters"),
    Demonstration("end", "loop", "a loop that ends by itself in an iteration of 51 digits, exactly"),
    Demonstration("nest", "run", "a loop in a loop in a loop, a million times each"),
    Demonstration("draw", "loop", "a loop that nobody can stop: the game is a draw (104.4b)"),
)
_ALL: Final = {each.name: each for each in (*FIRST, *MORE)}


def demonstrations_named(names: Sequence[str]) -> Sequence[Demonstration] | Refusal:
    """The demonstrations of these names; the rulebook's example where none is named, all for ``all``."""
    if not names:
        return FIRST
    if list(names) == ["all"]:
        return list(_ALL.values())
    for name in names:
        if name not in _ALL:
            near = difflib.get_close_matches(name, _ALL, 1)
            expected = f"{near[0]}, or one of reiterate demo list" if near else f"one of {', '.join(_ALL)}"
            return Refusal(INPUT, "no-such-demo", f"there is no demonstration '{name}'", expected)
    return [_ALL[name] for name in names]


def position_of(show: Demonstration) -> Position | Refusal:
    """The position of a demonstration."""
    return load(example_text(show.name), f"{show.name}.yaml", CardBook.builtin())


def listed() -> Brief:
    """What each demonstration shows."""
    return Brief(
        "",
        "reiterate demo NAME... shows one of these, or several",
        [(d.name, [d.shows]) for d in _ALL.values()],
        more="",
    )
